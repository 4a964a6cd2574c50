"""What there is to know of each candidate content, hashed and as dense columns.

In: a document's tokens, cues and their candidates. Out: hashed features, which a conditional logit weighs, and
dense columns, which boosted trees weigh after it. All candidates of a document are described at once.
"""

from collections.abc import Iterator

import numpy as np

from ontherecord.quotes.contents import Candidates
from ontherecord.quotes.edges import EDGES, edge_columns
from ontherecord.quotes.features import Tokens, buckets, mixed_columns
from ontherecord.quotes.readings import TAGGED

BITS = 19  # 524,288 weights; most are zero and take no room
LENGTHS = np.array([1, 2, 3, 4, 5, 6, 8, 10, 13, 17, 22, 30, 45, 70, 120])
DIGITS = 4
GAPS = np.array([0, 1, 2, 3, 4, 6, 9, 14, 25, 50])

COLUMNS = (
    "score", "share", "rank", "gap_to_best", "start_share", "end_share", "expected", "candidates", "cue_logit", "length", "gap", "side", "two",
    "opens", "closes", "inside", "marks", "whole", "cut_after", "cut_before", "votes", "ends", "origin",
    "cue_inside", "cue_between", "cue_after", "pos_first", "pos_last", "pos_before", "pos_after", "dep_first",
    "dep_anchor", "sentences", "to_opening", "from_closing", "cue_pos", "cue_dep", "same_first", "second_begins", "first_begins", "cue_gap", "looks_first", "looks_last",
    "cluster_anchor", *EDGES, *TAGGED,
)  # fmt: skip


class Frame:
    """Columns that hashed and dense features of candidates share."""

    def __init__(self, tokens: Tokens, cues: np.ndarray, candidates: Candidates) -> None:
        t, c = tokens, candidates
        size = len(t)
        self.cue = cues[c.cue]
        self.s1, self.e1, self.s2, self.e2 = c.pieces.T
        self.two = self.s2 >= 0
        self.end = np.where(self.two, self.e2, self.e1)
        self.length = self.e1 - self.s1 + np.where(self.two, self.e2 - self.s2, 0)
        self.before = np.maximum(self.s1 - 1, 0)
        self.after = np.minimum(self.end, size - 1)
        self.last = self.end - 1
        self.side = np.where(self.s1 > self.cue, 0, np.where(self.end <= self.cue, 1, 2))
        self.gap = np.where(self.side == 0, self.s1 - self.cue - 1, np.where(self.side == 1, self.cue - self.end, self.s2 - self.e1))
        self.opens, self.closes = _at_marks(t, self.s1), _at_marks(t, self.last, closing=True)
        self.quoted = np.cumsum(np.concatenate([[0], t.stretch >= 0]))
        self.inside = self.quoted[self.e1] - self.quoted[self.s1] + np.where(self.two, self.quoted[self.e2] - self.quoted[self.s2], 0)
        self.marks = np.where(self.inside == self.length, 2, np.where(self.inside > 0, 1, 0)) + 3 * (t.stretch[self.cue] >= 0)
        self.whole = (t.left[c.anchor] == self.s1) + 2 * (t.right[c.anchor] == self.end)
        self.cut_after = _within(t.head[self.after], self.s1, self.end)
        self.cut_before = _within(t.head[self.before], self.s1, self.end)


def _at_marks(tokens: Tokens, at: np.ndarray, *, closing: bool = False) -> np.ndarray:
    """Whether a token is the first (or last) of a quoted stretch."""
    stretch = tokens.stretch[at]
    if not len(tokens.stretches):
        return np.zeros(len(at), dtype=np.int64)
    edge = tokens.stretches[np.maximum(stretch, 0), int(closing)] - closing
    return ((stretch >= 0) & (edge == at)).astype(np.int64)


def _within(token: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    return ((token >= start) & (token < end)).astype(np.int64)


def span_features(tokens: Tokens, frame: Frame, candidates: Candidates) -> np.ndarray:
    """Hashed features of all candidates: a matrix of columns below 2**BITS, a row each."""
    hashes = mixed_columns(list(_columns(tokens, frame, candidates)))
    return buckets(np.ascontiguousarray(hashes.T), BITS)


def _columns(tokens: Tokens, f: Frame, c: Candidates) -> Iterator[np.ndarray | tuple[np.ndarray, ...]]:
    """What is hashed, one column after another."""
    t, o = tokens, c.origin
    lemma, tag = t.lemma[f.cue], t.tag[f.cue]
    dep, up = t.dep[c.anchor], t.dep[f.cue]
    long = np.searchsorted(LENGTHS, f.length)
    gap = np.searchsorted(GAPS, f.gap)
    yield from (o, (o, lemma), (o, dep), (o, dep, lemma), (o, tag, up), (o, dep, f.whole), (dep, lemma, f.whole))
    yield from ((long, f.side), (long, lemma), (gap, f.side), (gap, lemma, f.side), (long, o), (f.side, lemma, f.marks))
    first, last, before, after = t.lower[f.s1], t.lower[f.last], t.lower[f.before], t.lower[f.after]
    yield from (first, (first, lemma), (t.tag[f.s1], t.dep[f.s1]), (before, first), (before, f.side), (first, tag, f.side))
    yield from ((t.tag[f.s1], lemma), (t.tag[f.before], t.tag[f.s1], f.side), (first, o), (t.dep[f.s1], lemma))
    yield from (last, (last, after), after, (t.tag[f.last], t.tag[f.after]), (after, o), (t.dep[f.after], f.cut_after, o))
    yield from ((after, f.cut_after), (t.dep[f.after], f.cut_after, lemma), (t.tag[f.after], f.cut_after, t.dep[f.after]))
    yield from ((t.dep[f.before], f.cut_before, f.side), (t.dep[f.last], t.dep[f.after]), (after, lemma, f.side))
    yield from ((f.opens, f.closes, f.marks, f.side), (f.opens, f.closes, f.marks, o), (f.marks, lemma), (f.marks, f.side, gap))
    second, joint = np.where(f.two, t.lower[np.maximum(f.s2, 0)], 0), np.where(f.two, t.lower[np.maximum(f.e1 - 1, 0)], 0)
    yield from ((second, joint), (f.two, o, f.marks), (f.two, t.lower[np.minimum(f.e1, len(t) - 1)], f.side))
    ends = _ends(t, f)
    yield from ((ends, f.side), (ends, o), (ends, lemma), (ends, f.marks), (np.minimum(c.votes, 6), o))
    begins = _begins(t, f.s2) + 3 * _begins(t, f.s1)
    looks = _looks_at(t, f.s1) * 32 + _looks_at(t, f.last)
    yield from ((begins, f.side, f.marks), (begins, o), (looks, o), (looks, lemma), (t.cluster[c.anchor], lemma, dep))
    yield from ((t.cluster[f.s1], o, lemma), (t.cluster[f.after], o, f.cut_after), (t.cluster[f.last], t.cluster[f.after]))
    yield from ((t.dep[t.head[c.anchor]], dep, o), (t.tag[c.anchor], o, f.whole), (t.lemma[c.anchor], dep, o))


def _ends(t: Tokens, f: Frame) -> np.ndarray:
    """Where a candidate begins and ends: at the sentence's first or last word, in another paragraph."""
    bounds = t.bounds[np.maximum(t.sentence[f.cue], 0)]
    begins = f.s1 <= bounds[:, 0]
    ends = (f.end >= bounds[:, 1] - 1) + (f.end > bounds[:, 1])
    apart = t.paragraph[f.s1] != t.paragraph[f.cue]
    return begins + 2 * ends + 8 * apart


def shares(score: np.ndarray, group: np.ndarray) -> np.ndarray:
    """The softmax of scores within each group; `group` is sorted."""
    first = np.flatnonzero(np.diff(group, prepend=-1))
    sizes = np.diff(np.append(first, len(group)))
    weight = np.exp(score - np.repeat(np.maximum.reduceat(score, first), sizes))
    return weight / np.repeat(np.add.reduceat(weight, first), sizes)


def compare(f: Frame, c: Candidates, score: np.ndarray) -> np.ndarray:
    """The first columns of COLUMNS, which say how each candidate stands among all of its cue."""
    share = shares(score, c.cue)
    first = np.flatnonzero(np.diff(c.cue, prepend=-1))
    sizes = np.diff(np.append(first, len(c.cue)))
    number = np.repeat(np.arange(len(first)), sizes)
    order = np.lexsort((-score, number))
    rank = np.empty(len(score))
    rank[order] = np.arange(len(score)) - first[number]
    best = np.repeat(np.maximum.reduceat(score, first), sizes)
    columns = (
        score, share, rank, best - score, _total(share, number, f.s1), _total(share, number, f.end), _expected(f, share, first, sizes),
        np.repeat(sizes, sizes),
    )  # fmt: skip
    return np.stack([np.asarray(column, dtype=np.float32) for column in columns], axis=1)


def dense_columns(
    tokens: Tokens, cues: np.ndarray, candidates: Candidates, compared: np.ndarray, logit: np.ndarray, tagged: np.ndarray
) -> np.ndarray:
    """The dense description of candidates, a column per name in COLUMNS.

    `logit` is that of every token as a cue, `compared` and `tagged` how the candidates stand among all of their cue and
    what the tagger says of them.
    """
    t, c = tokens, candidates
    f = Frame(t, cues, c)
    highest = _RangeMax(logit)
    between = np.where(f.side == 0, highest(f.cue + 1, f.s1), np.where(f.side == 1, highest(f.end, f.cue), -9.0))
    bounds = t.bounds[np.maximum(t.sentence[f.cue], 0)]
    inside = np.maximum(highest(f.s1, f.e1), np.where(f.two, highest(f.s2, f.e2), -9.0))
    columns = (
        logit[f.cue], f.length, f.gap, f.side, f.two, f.opens, f.closes, f.inside / np.maximum(f.length, 1), f.marks, f.whole,
        f.cut_after, f.cut_before, c.votes, _ends(t, f), c.origin, inside, between, highest(f.end, np.maximum(bounds[:, 1], f.end)),
        t.pos[f.s1], t.pos[f.last], t.pos[f.before], t.pos[f.after], t.dep[f.s1] % np.uint64(1009), t.dep[c.anchor] % np.uint64(1009),
        t.sentence[f.last] - t.sentence[f.s1], t.to_opening[f.cue], t.from_closing[f.cue], t.pos[f.cue],
        t.dep[f.cue] % np.uint64(1009), t.sentence[f.s1] == t.sentence[f.cue],
        _begins(t, f.s2), _begins(t, f.s1), _cue_gap(f, highest), _looks_at(t, f.s1), _looks_at(t, f.last), t.cluster[c.anchor],
    )  # fmt: skip
    dense = np.stack([np.asarray(column, dtype=np.float32) for column in columns], axis=1)
    return steady(np.concatenate([compared, dense, edge_columns(t, cues, c, logit), tagged], axis=1))


def steady(columns: np.ndarray) -> np.ndarray:
    """Columns for the trees without their last digits, which hang on the machine; a tree may part numbers by them."""
    return columns.round(DIGITS)


def _begins(t: Tokens, at: np.ndarray) -> np.ndarray:
    """Whether a piece begins its sentence; -1 where there is no piece."""
    first = t.bounds[np.maximum(t.sentence[np.maximum(at, 0)], 0), 0]
    return np.where(at >= 0, (at <= first).astype(np.int64), -1)


def _cue_gap(f: Frame, highest: "_RangeMax") -> np.ndarray:
    """The likeliest other cue between the two pieces."""
    return np.where(f.two, np.maximum(highest(f.e1, f.cue), highest(f.cue + 1, f.s2)), -9.0)


def _looks_at(t: Tokens, at: np.ndarray) -> np.ndarray:
    """What the quoted stretch at a token looks like, 0 if there is none."""
    if not len(t.stretches):
        return np.zeros(len(at), dtype=np.int64)
    return np.where(t.stretch[at] >= 0, t.looks[np.maximum(t.stretch[at], 0)], 0)


class _RangeMax:
    """Maxima of an array over many half-open ranges, -9 where a range is empty."""

    def __init__(self, values: np.ndarray) -> None:
        self.levels = [np.append(values, -9.0)]
        width = 1
        while 2 * width <= len(values):
            last = self.levels[-1]
            self.levels.append(np.maximum(last, np.append(last[width:], np.full(width, -9.0))))
            width *= 2
        self.table = np.stack(self.levels)

    def __call__(self, start: np.ndarray, end: np.ndarray) -> np.ndarray:
        size = np.maximum(end - start, 0)
        level = np.frexp(np.maximum(size, 1).astype(np.float64))[1] - 1
        a = self.table[level, np.maximum(start, 0)]
        b = self.table[level, np.maximum(end - (1 << level), 0)]
        return np.where(size > 0, np.maximum(a, b), -9.0)


def _total(share: np.ndarray, number: np.ndarray, at: np.ndarray) -> np.ndarray:
    """For each candidate the summed share of its cue's candidates with the same value of `at`."""
    key = number * (int(at.max(initial=0)) + 2) + at + 1
    _, back = np.unique(key, return_inverse=True)
    return np.bincount(back, weights=share)[back]


def _expected(f: Frame, share: np.ndarray, first: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """The overlap (intersection over union, in tokens) to be expected of each candidate if the shares are right."""
    rows = np.repeat(np.arange(len(share)), np.repeat(sizes, sizes))
    squares = np.cumsum(np.concatenate([[0], sizes * sizes]))[:-1]
    place = np.arange(len(rows)) - np.repeat(squares, sizes * sizes)
    others = np.repeat(first, sizes * sizes) + place % np.repeat(sizes, sizes * sizes)
    one, two = (f.s1, f.e1), (f.s2, f.e2)
    shared = _shared(one, rows, one, others)
    more = np.flatnonzero(f.two[rows] | f.two[others])
    for a, b in ((one, two), (two, one), (two, two)):
        shared[more] += _shared(a, rows[more], b, others[more])
    overlap = shared / (f.length[rows] + f.length[others] - shared)
    return np.bincount(rows, weights=overlap * share[others], minlength=len(share))


def _shared(a: tuple[np.ndarray, np.ndarray], rows: np.ndarray, b: tuple[np.ndarray, np.ndarray], others: np.ndarray) -> np.ndarray:
    """How many tokens the pieces `a` of some rows share with the pieces `b` of others; none where there is no piece."""
    return np.maximum(np.minimum(a[1][rows], b[1][others]) - np.maximum(a[0][rows], b[0][others]), 0)
