"""A parsed document as arrays, for the steps that weigh many words or spans at once.

In: a parsed document and its sentences. Out: `Tokens`, one row per token, with the tree, the quoted
stretches and the sentences as token positions; and hashed features, many at a time.
Hashes are spaCy's own string hashes mixed with constants, the same on every machine.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from spacy.tokens import Doc

from ontherecord.layout import lay_out
from ontherecord.marks import Quoted, find_quoted
from ontherecord.quotes.arrays import Arrays, read_arrays
from ontherecord.records import Sentence

MIX = np.uint64(0x9E3779B97F4A7C15)
MARKS = "\"“”„‟«»‘’‚‛‹›'`"
STOPS = (".", ",", "?", "!", "…")
LONGEST_SMALL = 4  # letters of a word that titles leave uncapitalised
FAR = 60  # tokens; beyond a long sentence's length, nearer and farther marks tell nothing


@dataclass(frozen=True, slots=True)
class Tokens:
    """Arrays over the tokens of a document. `head` is absolute; `left`/`right` bound each subtree (half-open).

    `stretch` is the index of the quoted stretch a token lies in, or -1; `stretches` are their token
    bounds, `looks` a number for what kind of words each holds. `sentence` is the index of the sentence, -1 between
    sentences; `bounds` are the sentences' token bounds. `cluster` is the word's class by its vector, 0 if it has none.
    """

    doc: Doc
    text: str
    lemma: np.ndarray
    lower: np.ndarray
    pos: np.ndarray
    tag: np.ndarray
    dep: np.ndarray
    head: np.ndarray
    entity: np.ndarray
    start: np.ndarray
    end: np.ndarray
    left: np.ndarray
    right: np.ndarray
    sentence: np.ndarray
    paragraph: np.ndarray
    credit: np.ndarray
    stretch: np.ndarray
    stretches: np.ndarray
    quoted: tuple[Quoted, ...]
    bounds: np.ndarray
    to_opening: np.ndarray
    from_closing: np.ndarray
    looks: np.ndarray
    cluster: np.ndarray
    children: list[list[int]] = field(repr=False)

    def __len__(self) -> int:
        return len(self.head)


def read_tokens(doc: Doc, sentences: Sequence[Sentence], clusters: np.ndarray, arrays: Arrays | None = None) -> Tokens:
    """Read a document into arrays; sentences give paragraphs and credits, `clusters` the class of every vector row.

    `arrays` saves reading the document again where that is done already.
    """
    a = arrays or read_arrays(doc)
    size, start, end = len(doc), a.start, a.end
    sentence, paragraph, credit, bounds = _places(start, end, sentences)
    text = lay_out(doc).text
    quoted = find_quoted(text)
    stretch, stretches = _stretches(quoted, start, end)
    to_opening, from_closing = _mark_distances(stretches, size)
    return Tokens(
        doc, text, a.lemma, a.lower, a.pos, a.tag, a.dep, a.head, a.entity, start, end, a.left, a.right + 1, sentence, paragraph, credit,
        stretch, stretches, quoted, bounds, to_opening, from_closing, _looks(quoted, text), _clusters(doc, a.vector, clusters), _children(a.head),
    )  # fmt: skip


def _children(head: np.ndarray) -> list[list[int]]:
    """The children of every token, in order."""
    children: list[list[int]] = [[] for _ in range(len(head))]
    for token, parent in enumerate(head.tolist()):
        if parent != token:
            children[parent].append(token)
    return children


def _places(
    start: np.ndarray, end: np.ndarray, sentences: Sequence[Sentence]
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Every token's sentence, paragraph and whether it is a credit; every sentence's token bounds."""
    if not sentences:
        none = np.full(len(start), -1)
        return none, none, np.zeros(len(start), dtype=bool), np.zeros((0, 2), dtype=np.int64)
    starts = np.array([sentence.start for sentence in sentences])
    ends = np.array([sentence.end for sentence in sentences])
    sentence = np.searchsorted(starts, start, side="right") - 1
    sentence[(sentence >= 0) & (start >= ends[sentence])] = -1
    inside = np.maximum(sentence, 0)
    paragraph = np.where(sentence >= 0, np.array([s.paragraph for s in sentences])[inside], -1)
    credit = (sentence >= 0) & np.array([s.credit for s in sentences])[inside]
    first = np.searchsorted(end, starts, side="right")
    last = np.maximum(np.searchsorted(start, ends, side="left"), first)
    return sentence, paragraph, credit, np.stack([first, last], axis=1)


def _stretches(quoted: Sequence[Quoted], start: np.ndarray, end: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Every token's quoted stretch (or -1), and the stretches' token bounds."""
    stretch = np.full(len(start), -1)
    first = np.searchsorted(end, [q.start for q in quoted], side="right")
    last = np.searchsorted(start, [q.end for q in quoted], side="left")
    for number, (a, b) in enumerate(zip(first.tolist(), last.tolist(), strict=True)):
        stretch[a:b] = number
    return stretch, np.stack([first, last], axis=1).reshape(-1, 2).astype(np.int64)


def _mark_distances(stretches: np.ndarray, size: int) -> tuple[np.ndarray, np.ndarray]:
    """For every token: how many tokens on the next stretch opens, and how many back the last one closed."""
    places = np.arange(size)
    if not len(stretches):
        return np.full(size, FAR), np.full(size, FAR)
    opens, closes = stretches[:, 0], stretches[:, 1] - 1
    following = np.searchsorted(opens, places, side="right")
    ahead = np.where(following < len(opens), opens[np.minimum(following, len(opens) - 1)] - places, FAR)
    before = np.searchsorted(closes, places, side="left") - 1
    behind = np.where(before >= 0, places - closes[np.maximum(before, 0)], FAR)
    return np.minimum(ahead, FAR), np.minimum(behind, FAR)


def _looks(quoted: Sequence[Quoted], text: str) -> np.ndarray:
    """A number per stretch: how many words, whether they are capitalised like a title, whether they end on a stop."""
    looks = []
    for one in quoted:
        words = [word for word in text[one.start : one.end].strip(MARKS).split() if word[:1].isalpha()]
        small = sum(word[0].islower() and len(word) > LONGEST_SMALL for word in words)
        titled = len(words) > 1 and not small and sum(word[0].isupper() for word in words) > 1
        stopped = text[one.start : one.end].strip(MARKS)[-1:] in STOPS
        looks.append(1 + min(len(words).bit_length(), 5) + 6 * titled + 12 * (stopped and one.closed))
    return np.array(looks, dtype=np.int64)


def is_titled(looks: int) -> bool:
    """Whether a stretch of such looks is capitalised like the title of a work."""
    return bool(looks - 1 >= 0 and (looks - 1) // 6 % 2)


def _clusters(doc: Doc, rows: np.ndarray, clusters: np.ndarray) -> np.ndarray:
    """The class of every token's word vector; 0 without one, or where the pipeline's vectors are others."""
    if doc.vocab.vectors.shape[0] != len(clusters):
        return np.zeros(len(doc), dtype=np.int64)
    return np.where(rows >= 0, clusters[np.maximum(rows, 0)].astype(np.int64) + 1, 0)


def mixed(*parts: np.ndarray | int) -> np.ndarray:
    """One 64-bit hash per row out of several columns of integers."""
    total = np.uint64(0)
    with np.errstate(over="ignore"):
        for part in parts:
            column = np.asarray(part).astype(np.uint64)
            total = (total ^ column) * MIX
            total = total ^ (total >> np.uint64(29))
    return total


def mixed_columns(columns: Sequence[np.ndarray | tuple[np.ndarray | int, ...]], first: int = 1) -> np.ndarray:
    """Hashes of many columns, a row for each, all made at once; numbered from `first`, so that no two columns share values.

    A column is an array of integers, or a tuple of arrays that count together.
    """
    alone = [column if isinstance(column, tuple) else (column,) for column in columns]
    size = max(len(part) for part in alone[0] if isinstance(part, np.ndarray))
    hashes = np.empty((len(columns), size), np.uint64)
    for many in {len(parts) for parts in alone}:
        rows = [row for row, parts in enumerate(alone) if len(parts) == many]
        stacked = np.empty((many, len(rows), size), np.uint64)
        for place, row in enumerate(rows):
            for number, part in enumerate(alone[row]):
                stacked[number, place] = part
        hashes[rows] = mixed(*stacked)
    for row, column in enumerate(columns):
        if not isinstance(column, tuple):
            hashes[row] = column
    return mixed(np.arange(first, first + len(columns))[:, None], hashes)


def buckets(hashes: np.ndarray, bits: int) -> np.ndarray:
    """Hashes cut down to the rows of a table of 2**bits weights."""
    with np.errstate(over="ignore"):
        return ((hashes * MIX) >> np.uint64(64 - bits)).astype(np.int64)


def edges(children: list[list[int]], rows: Iterable[int]) -> tuple[np.ndarray, np.ndarray]:
    """The children of some tokens, flat: (number of the row, child)."""
    row, child = [], []
    for number, token in enumerate(rows):
        for other in children[token]:
            row.append(number)
            child.append(other)
    return np.array(row, dtype=np.int64), np.array(child, dtype=np.int64)
