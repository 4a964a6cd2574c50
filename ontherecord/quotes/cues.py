"""Which words attribute something: how probable it is that each word heads a cue.

In: a document's tokens, and how likely the tagger holds each for a cue. Out: the words worth a look and hashed
features of each: itself, its tree and its neighbourhood.
Missed on purpose: words of more than one cue (PolNeAR has one content per cue).
"""

from collections.abc import Iterator

import numpy as np

from ontherecord.quotes.features import FAR, Tokens, buckets, edges, mixed

BITS = 20  # 1,048,576 weights; most are zero and take no room
LEAST_ODDS = -3.5  # a chance of 3 %; 93 % of the cues of PolNeAR dev are above it, 64 words an article
NEAR = np.array([0, 1, 2, 3, 5, 8, 13, 25, FAR])
TELLING = (
    "prep", "prt", "mark", "aux", "auxpass", "neg", "dobj", "attr", "acomp", "agent", "dative", "advmod", "oprd",
    "nsubj", "nsubjpass", "expl", "poss", "punct", "ccomp", "xcomp", "pobj", "det", "amod", "compound",
)  # fmt: skip


def find_words(tokens: Tokens, odds: np.ndarray, least: float = LEAST_ODDS) -> np.ndarray:
    """The tokens worth a look: those that the tagger does not hold for hopeless (`odds`: its log-odds)."""
    return np.flatnonzero((odds > least) & ~tokens.credit & (tokens.sentence >= 0))


def cue_features(tokens: Tokens, words: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Hashed features of the given words, flat: (row, column below 2**BITS)."""
    rows, hashes = [], []
    for number, (row, value) in enumerate(_blocks(tokens, words)):
        rows.append(row)
        hashes.append(mixed(np.full(len(value), number + 1), value))
    return np.concatenate(rows), buckets(np.concatenate(hashes), BITS)


def _blocks(tokens: Tokens, words: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """One block of features after another: rows and hashes."""
    every = np.arange(len(words))
    for value in _own(tokens, words):
        yield every, value
    for value in _around(tokens, words):
        yield every, value
    yield from _of_children(tokens, words)


def _own(tokens: Tokens, words: np.ndarray) -> Iterator[np.ndarray]:
    """The word itself, its governor, and where quotation marks stand."""
    t, w = tokens, words
    head = t.head[w]
    lemma, lower, tag, dep = t.lemma[w], t.lower[w], t.tag[w], t.dep[w]
    inside = (t.stretch[w] >= 0).astype(np.int64)
    ahead = np.searchsorted(NEAR, t.to_opening[w])
    behind = np.searchsorted(NEAR, t.from_closing[w])
    side = (head > w).astype(np.int64) + 2 * (head == w)
    yield from (np.zeros(len(w), dtype=np.int64), lemma, lower, tag, dep, mixed(lemma, tag), mixed(lemma, dep))
    yield from (mixed(tag, dep), mixed(dep, t.lemma[head], side), mixed(dep, t.tag[head]), mixed(lemma, t.lemma[head]))
    yield from (mixed(lemma, inside), mixed(inside, tag), mixed(ahead, inside), mixed(behind, inside), mixed(ahead, behind))
    yield from (mixed(ahead, lemma), mixed(behind, lemma), mixed(t.entity[w]), mixed(dep, inside))
    looks_ahead, looks_behind = _near_looks(t, w)
    yield from (mixed(looks_ahead, lemma), mixed(looks_ahead, ahead), mixed(looks_behind, lemma), mixed(looks_behind, behind))
    yield from (t.cluster[w], mixed(t.cluster[w], dep, t.cluster[head]), mixed(t.cluster[w], tag))
    grand = t.head[head]
    yield from (mixed(dep, t.dep[head], t.dep[grand]), mixed(lemma, t.dep[head]))
    first, last = t.bounds[t.sentence[w]].T
    yield mixed(np.minimum(w - first, 3), np.minimum(last - w, 4))
    yield mixed(lemma, np.minimum(w - first, 2), np.minimum(last - w, 3))


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


def _around(tokens: Tokens, words: np.ndarray) -> Iterator[np.ndarray]:
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
            yield mixed(t.lemma[words], near[step])
    yield mixed(near[-1], near[-2])
    yield mixed(near[1], near[2])
    yield mixed(near[-1], near[1])
    yield mixed(t.tag[words], near[1], near[2])


def _of_children(tokens: Tokens, words: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Children one by one and as a set, their own children's markers, and the subject's kind."""
    t = tokens
    row, child = edges(t.children, words.tolist())
    if not len(row):
        return
    word = words[row]
    side = (child > word).astype(np.int64)
    dep, lemma = t.dep[child], t.lemma[word]
    yield row, mixed(dep, side)
    yield row, mixed(dep, side, lemma)
    yield row, mixed(dep, t.lemma[child])
    yield row, mixed(dep, t.lemma[child], lemma)
    yield row, mixed(dep, t.tag[child], lemma)
    yield row, mixed(dep, t.entity[child], t.tag[child])
    yield row, mixed(dep, t.tag[child])
    yield row, mixed(dep, t.cluster[child], side)
    yield row, mixed(dep, t.cluster[child], lemma)
    yield row, mixed(dep, t.cluster[child], t.cluster[word])
    yield row, mixed(dep, side, (t.stretch[t.left[child]] >= 0).astype(np.int64), t.tag[word])
    with np.errstate(over="ignore"):
        shape = np.zeros(len(words), dtype=np.uint64)
        np.add.at(shape, row, mixed(dep, side))
    every = np.arange(len(words))
    yield every, mixed(shape)
    yield every, mixed(shape, t.lemma[words])
    yield every, mixed(shape, t.tag[words])
    deep, grandchild = edges(t.children, child.tolist())
    if len(deep):
        far, through = row[deep], child[deep]
        yield far, mixed(t.dep[through], t.dep[grandchild], t.lemma[words[far]])
        yield far, mixed(t.dep[through], t.dep[grandchild], t.lower[grandchild])
        yield far, mixed(t.dep[through], t.dep[grandchild], t.cluster[grandchild], t.lemma[words[far]])


def logits(row: np.ndarray, column: np.ndarray, weights: np.ndarray, size: int) -> np.ndarray:
    """The sums of hashed weights per row; the logit of a logistic regression."""
    return np.bincount(row, weights=weights[column], minlength=size)


def sigmoid(x: np.ndarray) -> np.ndarray:
    """The probability that belongs to a logit."""
    return 1.0 / (1.0 + np.exp(-np.clip(x, -30, 30)))
