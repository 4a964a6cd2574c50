"""PolNeAR's attributions, read from its files and laid on tokens; and how much of them proposed contents cover.

In: a folder of PolNeAR (text/ and attributions/), parsed documents as `Tokens`. Out: attributions as spans of
characters (`load_gold`) and as tokens (`Gold`), overlaps as PolNeAR's own words and marks at edges count.
"""

import pickle
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc

from ontherecord.parse import parse
from ontherecord.quotes.features import Tokens
from ontherecord.records import Span

MARKS = "\"“”„‟«»‹›'‘’‚‛`´"
TRIMMED = set(MARKS + "()[]{}<>.,;:!?…–—")


@dataclass(frozen=True, slots=True)
class Gold:
    """One attribution of the corpus on tokens: the cue's head, and the content's pieces."""

    head: int
    pieces: tuple[Span, ...]
    kind: str
    cue_text: str
    content: tuple[Span, ...]
    cue: tuple[Span, ...]


def read_brat(path: Path) -> list[dict[str, list[Span]]]:
    """The attributions of one .ann file: content, source and cue as lists of spans."""
    spans, events = {}, []
    for line in path.open(encoding="utf-8", newline="\n"):
        bound = re.match(r"(T\d+)\t(\S+) (\d+ \d+(?:;\d+ \d+)*)(?:\t|$)", line)
        if bound:
            spans[bound.group(1)] = [tuple(map(int, piece.split())) for piece in bound.group(3).split(";")]
        elif re.match(r"E\d+\t", line):
            events.append([arg.split(":", 1) for arg in line.split("\t")[1].split()])
    found = []
    for event in events:
        quote: dict[str, list[Span]] = {"content": [], "source": [], "cue": []}
        for role, target in event:
            role = re.sub(r"\d+$", "", role).lower()
            if role in quote:
                quote[role] += spans.get(target, [])
        if quote["content"]:
            found.append({role: sorted(pieces) for role, pieces in quote.items()})
    return found


def load_gold(folder: str | Path) -> dict[str, list[dict[str, list[Span]]]]:
    """{article: attributions}; of several annotators' files the alphabetically first."""
    folder = Path(folder)
    texts = {path.stem for path in (folder / "text").glob("*.txt")}
    files = defaultdict(list)
    for path in (folder / "attributions").glob("*.ann"):
        stem = path.stem
        files[stem if stem in texts else stem.rsplit("_", 1)[0]].append(path)
    return {stem: read_brat(min(files[stem])) for stem in sorted(files)}


def token_gold(text: str, tokens: Tokens, quotes: Sequence[dict[str, list[Span]]]) -> list[Gold]:
    """The attributions of an article as tokens; those without a cue or without words are left out."""
    found = []
    for quote in quotes:
        pieces = _token_pieces(text, tokens, quote["content"])
        cue = _covered(tokens, quote["cue"])
        if pieces and cue:
            words = " ".join(text[a:b] for a, b in quote["cue"])
            found.append(Gold(_cue_head(tokens, cue), pieces, kind_of(text, quote["content"]), words, tuple(quote["content"]), tuple(quote["cue"])))
    return found


def read_documents(nlp: Language, folder: Path, cached: Path | None) -> Iterator[tuple[str, str, Doc]]:
    """(article, text, document) of every annotated article, in order; from a pickle of (article, text, bytes) where there is one."""
    if cached:
        for stem, text, data in pickle.loads(cached.read_bytes()):
            yield stem, text, Doc(nlp.vocab).from_bytes(data)
        return
    stems = list(load_gold(folder))
    texts = [(folder / "text" / f"{stem}.txt").open(encoding="utf-8", newline="").read() for stem in stems]
    yield from zip(stems, texts, parse(nlp, [text.replace("\xa0", " ") for text in texts]), strict=True)


def _covered(tokens: Tokens, spans: Sequence[Span]) -> list[int]:
    """Tokens that share a character with one of the spans."""
    found: set[int] = set()
    for start, end in spans:
        found.update(range(int(np.searchsorted(tokens.end, start, side="right")), int(np.searchsorted(tokens.start, end, side="left"))))
    return sorted(found)


def _cue_head(tokens: Tokens, cue: Sequence[int]) -> int:
    """The word of a cue that governs the others: the first whose head lies outside, a verb if there is one."""
    inside = set(cue)
    tops = [t for t in cue if int(tokens.head[t]) not in inside or int(tokens.head[t]) == t]
    verbs = [t for t in tops if tokens.doc[t].pos_ in ("VERB", "AUX")]
    words = [t for t in tops if not tokens.doc[t].is_punct and not tokens.doc[t].is_space]
    return (verbs or words or tops)[0]


def _token_pieces(text: str, tokens: Tokens, spans: Sequence[Span]) -> tuple[Span, ...]:
    """A content's token intervals: joined over marks and white space, marks at both ends stripped."""
    weight = weights(tokens)
    pieces: list[list[int]] = []
    for token in _covered(tokens, spans):
        if not weight[token]:
            continue
        if pieces and not weight[pieces[-1][1] : token].any():
            pieces[-1][1] = token + 1
        else:
            pieces.append([token, token + 1])
    return tuple((a, b) for a, b in pieces)


_WEIGHTS: dict[int, tuple[Tokens, np.ndarray]] = {}


def weights(tokens: Tokens) -> np.ndarray:
    """The characters of every token that count; none in pure punctuation or white space."""
    known = _WEIGHTS.get(id(tokens))
    if known is not None and known[0] is tokens:
        return known[1]
    words = [tokens.text[a:b] for a, b in zip(tokens.start.tolist(), tokens.end.tolist(), strict=True)]
    counted = np.array([0 if all(c in TRIMMED or c.isspace() for c in word) else len(word) for word in words])
    _WEIGHTS.clear()
    _WEIGHTS[id(tokens)] = (tokens, counted)
    return counted


def overlaps(tokens: Tokens, pieces: np.ndarray, golds: Sequence[tuple[Span, ...]]) -> np.ndarray:
    """Intersection over union of candidates (rows of two token intervals) and their gold contents."""
    total = np.concatenate([[0], np.cumsum(weights(tokens))])
    most = max((len(g) for g in golds), default=0)
    gold = np.full((len(golds), most, 2), 0)
    for row, content in enumerate(golds):
        gold[row, : len(content)] = np.array(content).reshape(-1, 2)
    shared = np.zeros(len(golds))
    size = np.zeros(len(golds))
    for k in (0, 2):
        a, b = np.maximum(pieces[:, k], 0), np.maximum(pieces[:, k + 1], 0)
        size += total[b] - total[a]
        for j in range(most):
            low, high = np.maximum(a, gold[:, j, 0]), np.minimum(b, gold[:, j, 1])
            shared += np.where(high > low, total[np.maximum(high, low)] - total[low], 0)
    wanted = (total[gold[:, :, 1]] - total[gold[:, :, 0]]).sum(axis=1) if most else np.zeros(len(golds))
    return shared / np.maximum(size + wanted - shared, 1)


def kind_of(text: str, content: Sequence[Span]) -> str:
    """direct, mixed or indirect, judged by the double quotation marks in and at the content."""
    pieces = [list(piece) for piece in sorted(content)]
    doubles = "\"“”„‟«»"
    if pieces[0][0] and text[pieces[0][0] - 1] in doubles:
        pieces[0][0] -= 1
    if text[pieces[-1][1] : pieces[-1][1] + 1] in tuple(doubles):
        pieces[-1][1] += 1
    words = " ".join(text[a:b] for a, b in pieces).strip(" \t\r\n\u00a0()[]{}<>.,;:!?…–—")
    if len(words) > 1 and words[0] in MARKS and words[-1] in MARKS:
        return "direct"
    return "mixed" if any(c in doubles for c in words) or "''" in words else "indirect"
