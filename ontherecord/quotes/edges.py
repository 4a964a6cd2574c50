"""What stands at the edges of candidate contents and just inside them, where two reports or a remark may be taken as one.

In: a document's tokens, the cues and their candidates. Out: dense columns (EDGES) for the trees: the likeliest
cue inside and how it hangs on the reporting verb; what follows the last closing mark within the candidate; the
next word after its end; and where the verb stands that is joined to the cue (`said X and added Y`).
"""

import numpy as np
from spacy.symbols import PUNCT, SPACE

from ontherecord.quotes.contents import Candidates
from ontherecord.quotes.features import Tokens

EDGES = (
    "inner_dep", "inner_tag", "inner_up", "inner_place", "after_mark", "after_mark_dep", "after_mark_tag", "after_mark_up",
    "next_dep", "next_tag", "next_up", "joined",
)  # fmt: skip
NONE = -9.0
LABELS = np.uint64(1009)  # hashes of labels are brought below this prime


def edge_columns(tokens: Tokens, cues: np.ndarray, candidates: Candidates, logit: np.ndarray) -> np.ndarray:
    """The columns EDGES, a row for each candidate; `logit` is that of every token as a cue."""
    places = np.arange(len(tokens))
    plain = (tokens.pos == PUNCT) | (tokens.pos == SPACE)
    following = np.minimum.accumulate(np.where(plain, len(tokens) - 1, places)[::-1])[::-1]
    cue, first, end = cues[candidates.cue], candidates.pieces[:, 0], candidates.pieces.max(axis=1)
    columns = (
        *_inner(tokens, cues, candidates, logit),
        *_after_mark(tokens, cue, first, end, following),
        *_next_word(tokens, cue, first, end, following),
        _joined(tokens, cue, first, end),
    )
    return np.stack([np.asarray(column, dtype=np.float32) for column in columns], axis=1)


def _up(tokens: Tokens, cue: np.ndarray, first: np.ndarray, end: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Where the governor of `at` stands: it is the cue (3), above the cue (2), in the candidate (1), elsewhere (0)."""
    above = tokens.head[at]
    inside = (first <= above) & (above < end)
    return np.select([above == cue, above == tokens.head[cue], inside], [3, 2, 1], 0)


def _label(values: np.ndarray, there: np.ndarray) -> np.ndarray:
    """Labels as small numbers, -1 where there is no word."""
    return np.where(there, (values % LABELS).astype(np.int64), -1)


def _inner(tokens: Tokens, cues: np.ndarray, candidates: Candidates, logit: np.ndarray) -> tuple[np.ndarray, ...]:
    """The likeliest cue within each candidate."""
    s1, e1, s2, e2 = (candidates.pieces[:, k, None] for k in range(4))
    inside = (s1 <= cues) & (cues < e1) | (s2 <= cues) & (cues < e2)
    chance = np.where(inside, logit[cues], NONE)
    at = cues[chance.argmax(axis=1)]
    there = inside.any(axis=1)
    up = _up(tokens, cues[candidates.cue], s1[:, 0], candidates.pieces.max(axis=1), at)
    return _label(tokens.dep[at], there), _label(tokens.tag[at], there), np.where(there, up, -1), np.where(there, at - s1[:, 0], -1)


def _after_mark(
    tokens: Tokens, cue: np.ndarray, first: np.ndarray, end: np.ndarray, following: np.ndarray
) -> tuple[np.ndarray, ...]:
    """How many tokens stand between the last closing mark in each candidate and its end, and the word they begin with."""
    closing = np.full(len(tokens), -1)
    closes = tokens.stretches[tokens.stretches[:, 1] > tokens.stretches[:, 0], 1] - 1
    closing[closes] = closes
    last = np.maximum.accumulate(closing)[end - 1]
    marked = last >= first
    word = following[np.minimum(last + 1, len(tokens) - 1)]
    there = marked & (word < end)
    up = np.where(there, _up(tokens, cue, first, end, word), -1)
    return np.where(marked, end - 1 - last, -1), _label(tokens.dep[word], there), _label(tokens.tag[word], there), up


def _next_word(
    tokens: Tokens, cue: np.ndarray, first: np.ndarray, end: np.ndarray, following: np.ndarray
) -> tuple[np.ndarray, ...]:
    """The next word after each candidate, if its sentence goes on."""
    word = following[np.minimum(end, len(tokens) - 1)]
    there = tokens.sentence[word] == tokens.sentence[end - 1]
    return _label(tokens.dep[word], there), _label(tokens.tag[word], there), np.where(there, _up(tokens, cue, first, end, word), -1)


def _joined(tokens: Tokens, cue: np.ndarray, first: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Where the verb joined to the cue stands: nowhere (0), before the candidate (1), in it (2), after it (3)."""
    conj = np.uint64(tokens.doc.vocab.strings["conj"])
    joined = np.full(len(tokens), -1)
    which = np.flatnonzero((tokens.dep == conj) & (tokens.head < np.arange(len(tokens))))[::-1]
    joined[tokens.head[which]] = which
    at = joined[cue]
    return np.select([at < 0, at < first, at < end], [0, 1, 2], 3)
