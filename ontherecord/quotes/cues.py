"""Which words attribute something: how probable it is that each word heads a cue.

In: a document's tokens, and how likely the tagger holds each for a cue. Out: the words worth a look and hashed
features of each: itself, its tree and its neighbourhood.
Missed on purpose: words of more than one cue (PolNeAR has one content per cue).
"""

from collections.abc import Iterator

import numpy as np

from ontherecord.quotes.features import FAR, Tokens, buckets, edges, mixed, mixed_columns

BITS = 20  # 1,048,576 weights; most are zero and take no room
LEAST_ODDS = -3.5  # a chance of 3 %; 93 % of the cues of PolNeAR dev are above it, 64 words an article
NEAR = np.array([0, 1, 2, 3, 5, 8, 13, 25, FAR])
TELLING = (
    "prep", "prt", "mark", "aux", "auxpass", "neg", "dobj", "attr", "acomp", "agent", "dative", "advmod", "oprd",
    "nsubj", "nsubjpass", "expl", "poss", "punct", "ccomp", "xcomp", "pobj", "det", "amod", "compound",
)  # fmt: skip

Column = np.ndarray | tuple[np.ndarray, ...]


def find_words(tokens: Tokens, odds: np.ndarray, least: float = LEAST_ODDS) -> np.ndarray:
    """The tokens worth a look: those that the tagger does not hold for hopeless (`odds`: its log-odds)."""
    return np.flatnonzero((odds > least) & ~tokens.credit & (tokens.sentence >= 0))


def cue_features(tokens: Tokens, words: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Hashed features of the given words, flat: (row, column below 2**BITS)."""
    rows, hashes, number = [], [], 1
    for row, columns in _groups(tokens, words):
        rows.append(np.tile(row, len(columns)))
        hashes.append(mixed_columns(columns, number).ravel())
        number += len(columns)
    return np.concatenate(rows), buckets(np.concatenate(hashes), BITS)


def _groups(tokens: Tokens, words: np.ndarray) -> Iterator[tuple[np.ndarray, list[Column]]]:
    """Rows, and columns of what is hashed for them: one group after another."""
    yield np.arange(len(words)), [*_own(tokens, words), *_around(tokens, words)]
    yield from _of_children(tokens, words)


def _own(tokens: Tokens, words: np.ndarray) -> Iterator[Column]:
    """The word itself, its governor, and where quotation marks stand."""
    t, w = tokens, words
    head = t.head[w]
    lemma, lower, tag, dep = t.lemma[w], t.lower[w], t.tag[w], t.dep[w]
    inside = (t.stretch[w] >= 0).astype(np.int64)
    ahead = np.searchsorted(NEAR, t.to_opening[w])
    behind = np.searchsorted(NEAR, t.from_closing[w])
    side = (head > w).astype(np.int64) + 2 * (head == w)
    yield from (np.zeros(len(w), dtype=np.int64), lemma, lower, tag, dep, (lemma, tag), (lemma, dep))
    yield from ((tag, dep), (dep, t.lemma[head], side), (dep, t.tag[head]), (lemma, t.lemma[head]))
    yield from ((lemma, inside), (inside, tag), (ahead, inside), (behind, inside), (ahead, behind))
    yield from ((ahead, lemma), (behind, lemma), (t.entity[w],), (dep, inside))
    looks_ahead, looks_behind = _near_looks(t, w)
    yield from ((looks_ahead, lemma), (looks_ahead, ahead), (looks_behind, lemma), (looks_behind, behind))
    yield from (t.cluster[w], (t.cluster[w], dep, t.cluster[head]), (t.cluster[w], tag))
    grand = t.head[head]
    yield from ((dep, t.dep[head], t.dep[grand]), (lemma, t.dep[head]))
    first, last = t.bounds[t.sentence[w]].T
    yield (np.minimum(w - first, 3), np.minimum(last - w, 4))
    yield (lemma, np.minimum(w - first, 2), np.minimum(last - w, 3))


def _near_looks(tokens: Tokens, words: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The looks of the next quoted stretch and the last one, 0 where none is in the same paragraph."""
    if not len(tokens.stretches):
        return np.zeros(len(words), dtype=np.int64), np.zeros(len(words), dtype=np.int64)
    opens, closes = tokens.stretches[:, 0], tokens.stretches[:, 1] - 1
    found = []
    for at, there in ((np.searchsorted(opens, words, side="right"), opens), (np.searchsorted(closes, words, side="left") - 1, closes)):
        known = (at >= 0) & (at < len(there))
        at = np.clip(at, 0, len(there) - 1)
        same = tokens.paragraph[np.minimum(there[at], len(tokens) - 1)] == tokens.paragraph[words]
        found.append(np.where(known & same, tokens.looks[at], 0))
    return found[0], found[1]


def _around(tokens: Tokens, words: np.ndarray) -> Iterator[Column]:
    """Neighbours on both sides, alone, in pairs, and with the word."""
    t, size = tokens, len(tokens)
    near = {}
    for step in (-3, -2, -1, 1, 2, 3):
        at = np.clip(words + step, 0, size - 1)
        gone = (words + step < 0) | (words + step >= size) | (t.sentence[at] != t.sentence[words])
        near[step] = np.where(gone, 0, t.lower[at])
        yield near[step]
        yield np.where(gone, 0, t.tag[at])
        if abs(step) < 3:
            yield (t.lemma[words], near[step])
    yield (near[-1], near[-2])
    yield (near[1], near[2])
    yield (near[-1], near[1])
    yield (t.tag[words], near[1], near[2])


def _of_children(tokens: Tokens, words: np.ndarray) -> Iterator[tuple[np.ndarray, list[Column]]]:
    """Children one by one and as a set, their own children's markers, and the subject's kind."""
    t = tokens
    row, child = edges(t.children, words.tolist())
    if not len(row):
        return
    word = words[row]
    side = (child > word).astype(np.int64)
    dep, lemma, cluster = t.dep[child], t.lemma[word], t.cluster[child]
    inside = (t.stretch[t.left[child]] >= 0).astype(np.int64)
    yield row, [
        (dep, side), (dep, side, lemma), (dep, t.lemma[child]), (dep, t.lemma[child], lemma), (dep, t.tag[child], lemma),
        (dep, t.entity[child], t.tag[child]), (dep, t.tag[child]), (dep, cluster, side), (dep, cluster, lemma),
        (dep, cluster, t.cluster[word]), (dep, side, inside, t.tag[word]),
    ]  # fmt: skip
    shape = np.zeros(len(words), dtype=np.uint64)
    np.add.at(shape, row, mixed(dep, side))
    yield np.arange(len(words)), [(shape,), (shape, t.lemma[words]), (shape, t.tag[words])]
    deep, grandchild = edges(t.children, child.tolist())
    if len(deep):
        far, through = row[deep], t.dep[child[deep]]
        below, verb = t.dep[grandchild], t.lemma[words[far]]
        yield far, [(through, below, verb), (through, below, t.lower[grandchild]), (through, below, t.cluster[grandchild], verb)]


def logits(row: np.ndarray, column: np.ndarray, weights: np.ndarray, size: int) -> np.ndarray:
    """The sums of hashed weights per row; the logit of a logistic regression."""
    return np.bincount(row, weights=weights[column], minlength=size)


def sigmoid(x: np.ndarray) -> np.ndarray:
    """The probability that belongs to a logit."""
    return 1.0 / (1.0 + np.exp(-np.clip(x, -30, 30)))
