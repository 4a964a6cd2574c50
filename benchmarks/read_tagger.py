"""Read a folder of PolNeAR into the arrays that `fit_tagger.py` learns from.

    python benchmarks/read_tagger.py POLNEAR_TRAIN OUT.npz

Needs no torch. Holds the text's words only as hashes and vectors.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from polnear_gold import load_gold
from spacy.symbols import PROPN
from spacy.tokens import Doc
from spacy.vectors import Vectors

from ontherecord.marks import find_quoted
from ontherecord.parse import load_pipeline, parse
from ontherecord.quotes.tagger_inputs import read_inputs

WORDS = 600  # the most frequent words, names aside, get a vector of their own
TRIM = set("\"“”„‟«»‹›'‘’‚‛`´()[]{}<>.,;:!?…–—- \n\t\u00a0")
PER_TOKEN = (
    "orth", "lower", "lemma", "tag", "dep", "entity", "distance", "flags", "tensor", "head", "depth", "left", "right",
    "sentence", "paragraph", "stretch",
)  # fmt: skip


def main() -> None:
    folder, out = Path(sys.argv[1]), Path(sys.argv[2])
    gold = load_gold(folder)
    paths = [folder / "text" / f"{stem}.txt" for stem in gold]
    texts = [path.open(encoding="utf-8", newline="").read().replace("\xa0", " ") for path in paths]
    nlp = load_pipeline()
    np.savez(out, **read_corpus(nlp.vocab.vectors, list(gold), parse(nlp, texts), list(gold.values())))


def read_corpus(vectors: Vectors, stems: list[str], docs: Iterable[Doc], quotes: list[list[dict]]) -> dict[str, np.ndarray]:
    """All documents' arrays end to end, with the gold attributions as token lists."""
    columns: dict[str, list[np.ndarray]] = {name: [] for name in (*PER_TOKEN, "row", "punct", "proper")}
    rows: list[tuple[int, int, int]] = []
    heads, owner, sizes = [], [], []
    for number, (doc, attributions) in enumerate(zip(docs, quotes, strict=True)):
        for name, values in token_columns(doc).items():
            columns[name].append(values)
        sizes.append(len(doc))
        for head, roles in read_gold(doc, columns["head"][-1], columns["punct"][-1], attributions):
            rows += [(len(heads), role, token) for role, tokens in enumerate(roles) for token in tokens]
            heads.append(head)
            owner.append(number)
    corpus = {name: np.concatenate(parts) for name, parts in columns.items()}
    return corpus | {
        "stems": np.array(stems), "sizes": np.array(sizes), "gold": np.array(rows), "gold_head": np.array(heads),
        "gold_doc": np.array(owner), "vectors": vectors.data.astype(np.float16), "words": frequent_words(corpus),
    }  # fmt: skip


def token_columns(doc: Doc) -> dict[str, np.ndarray]:
    """What the tagger is told of each token, and what only fitting needs: mere marks, proper nouns."""
    inputs = read_inputs(doc, find_quoted(doc.text))
    columns = {name: getattr(inputs, name) for name in PER_TOKEN}
    return columns | {
        "tensor": inputs.tensor.astype(np.float16),
        "row": inputs.vector.astype(np.int32),
        "punct": np.array([set(token.text) <= TRIM for token in doc]),
        "proper": np.array([token.pos == PROPN for token in doc]),
    }


def read_gold(
    doc: Doc, head: np.ndarray, punct: np.ndarray, attributions: list[dict]
) -> Iterator[tuple[int, tuple[list[int], list[int], list[int]]]]:
    """The head of each attribution's cue, with the tokens of content, source and cue."""
    for quote in attributions:
        content, source, cue = (tokens_of(doc, quote[role], punct) for role in ("content", "source", "cue"))
        top = head_of(head, cue)
        if top >= 0 and content:
            yield top, (content, source, cue)


def frequent_words(corpus: dict[str, np.ndarray]) -> np.ndarray:
    """The hashes of the most frequent words that are no names, sorted."""
    seen = Counter(corpus["lower"][~corpus["proper"]].tolist())
    often = sorted(seen, key=lambda key: (-seen[key], key))[:WORDS]
    return np.array(sorted(often), np.uint64)


def tokens_of(doc: Doc, spans: list[list[int]] | None, punct: np.ndarray) -> list[int]:
    """The tokens that the spans touch, gaps of marks filled, marks at the edges left out unless there is nothing else."""
    inside = np.zeros(len(doc), bool)
    for start, end in spans or []:
        span = doc.char_span(start, end, alignment_mode="expand")
        if span is not None:
            inside[span.start : span.end] = True
    hits = np.flatnonzero(inside)
    for low, high in zip(hits[:-1], hits[1:], strict=True):
        if punct[low + 1 : high].all():
            inside[low:high] = True
    kept = inside.copy()
    for order in (range(len(doc)), range(len(doc) - 1, -1, -1)):
        before = False
        for at in order:
            before = kept[at] = bool(inside[at] and (before or not punct[at]))
        inside = kept.copy() if kept.any() else inside
    return np.flatnonzero(inside).tolist()


def head_of(head: np.ndarray, tokens: list[int]) -> int:
    """The first of the tokens whose governor lies outside them, or -1."""
    here = set(tokens)
    return next((at for at in tokens if int(head[at]) not in here or int(head[at]) == at), -1)


if __name__ == "__main__":
    main()
