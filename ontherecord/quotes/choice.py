"""Which attributions stand: one content for every cue, and which of them to believe.

In: a document's tokens, the tagger's chances and fitted weights. Out: `Chosen`, cue heads with the pieces of their content and the
probability that it is one. A conditional logit and boosted trees choose among a cue's candidates; a second look
with what was chosen elsewhere gives the probability; of two that overlap the better stays.
The method follows the pipeline of cue, content and source of Pareti et al. (EMNLP 2013), with every step fitted on
PolNeAR (Newell, Margolin and Ruths, LREC 2018).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

from ontherecord.quotes import cues, weighing
from ontherecord.quotes.contents import Candidates, find_candidates
from ontherecord.quotes.features import Tokens
from ontherecord.quotes.hearsay import holds_outsider, is_framed, is_retold, move_to_said
from ontherecord.quotes.limits import UNLIKELY, asks_for, bracket_of, calls_quoted, leaves_brackets, leaves_figure, leaves_object, puts_figure, taken_by_others
from ontherecord.quotes.readings import cue_odds, read_contents, terms, weigh_candidates
from ontherecord.quotes.tagger import Tags
from ontherecord.quotes.trees import Trees, read_trees
from ontherecord.quotes.voids import find_bare, find_voids

LOOKED_AT = -1.5  # logit of a cue worth candidates, 30 an article; on PolNeAR dev -2.6 costs a third more time and finds no more
BEST = 5  # candidates per cue that the trees look at; 6 and 8 are no better on PolNeAR dev
ACCEPTED_BARE = 0.54  # of a phrase without verb and marks after another verb than say, where invented traps ("claimed her coat") are most often believed; dev F1 is as at 0.5
# Of quoted words in brackets with their cue, cut off from what the trees look at, of what something is called, and of what somebody is
# said to have said; PolNeAR dev has one between it and 0.45, a right one.
ACCEPTED_MARKED = 0.3
ACCEPTED_FIGURE = 0.05  # of what is `put at four`, of which the form alone is telling; PolNeAR dev has none below 0.45
ACCEPTED_FRAMED = 0.1  # after `was quoted as saying` and `were told by Doe that`, which leave no doubt; PolNeAR dev has none below 0.45
ACCEPTED = 0.45  # F1 of content match on PolNeAR dev is the same from 0.34 to 0.46; the surest of the best
LEAST = min(ACCEPTED_BARE, ACCEPTED_MARKED, ACCEPTED_FIGURE, ACCEPTED_FRAMED, ACCEPTED)  # what is less likely stands in no case
BLOCK = 512  # cues weighed at once, in order of position; an article of PolNeAR has 46 on average, and pairs take room
SAME = 0.4  # overlap from which two contents are one; a little below the 0.5 that counts as a match


@dataclass(frozen=True, slots=True)
class Weights:
    """Everything fitted: hashed weights and those of the tagger's columns, and two sets of trees."""

    cue: np.ndarray
    cue_tagged: float
    cue_base: float
    span: np.ndarray
    span_tagged: np.ndarray
    rank: Trees
    stand: Trees
    clusters: np.ndarray


@dataclass(frozen=True, slots=True)
class Chosen:
    """Rows of (cue head, up to two pieces), the columns of the second look, and the overlaps between rows."""

    heads: np.ndarray
    pieces: np.ndarray
    columns: np.ndarray
    overlap: np.ndarray


@cache
def weights() -> Weights:
    """The fitted weights that come with the package."""
    with files("ontherecord").joinpath("models", "quotes.npz").open("rb") as file, np.load(file, allow_pickle=False) as arrays:
        return read_weights(arrays)


def read_weights(arrays: Mapping[str, np.ndarray]) -> Weights:
    """Weights from the arrays that `benchmarks/fit_quotes.py` makes."""
    return Weights(
        cue=arrays["cue"].astype(np.float32),
        cue_tagged=float(arrays["cue_tagged"]),
        cue_base=float(arrays["cue_base"]),
        span=arrays["span"].astype(np.float32),
        span_tagged=arrays["span_tagged"],
        rank=read_trees(arrays, "rank"),
        stand=read_trees(arrays, "stand"),
        clusters=arrays["clusters"],
    )


def choose(tokens: Tokens, tags: Tags, fitted: Weights) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The attributions that stand: cue heads, pieces and probabilities, in order of the cue."""
    logit = move_to_said(tokens, cue_logits(tokens, cue_odds(tags), fitted), LOOKED_AT)
    heads = np.flatnonzero(logit > LOOKED_AT)
    found = [_choose_block(tokens, tags, fitted, logit, heads[at : at + BLOCK]) for at in range(0, len(heads), BLOCK)]
    none = (np.zeros(0, dtype=np.int64), np.zeros((0, 4), dtype=np.int64), np.zeros(0))
    return tuple(np.concatenate(parts) for parts in zip(none, *found, strict=True))


def _choose_block(
    tokens: Tokens, tags: Tags, fitted: Weights, logit: np.ndarray, heads: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The attributions that stand among some cues."""
    reading = read_contents(tags, heads)
    candidates = find_candidates(tokens, heads.tolist(), reading.pieces)
    if not len(candidates.cue):
        return heads[:0], np.zeros((0, 4), dtype=np.int64), np.zeros(0)
    tagged = weigh_candidates(tags, reading, candidates)
    frame = weighing.Frame(tokens, heads, candidates)
    score = span_score(weighing.span_features(tokens, frame, candidates), tagged, fitted.span, fitted.span_tagged)
    _, candidates, columns = describe(tokens, heads, candidates, frame, score, logit, tagged)
    wrong = taken_by_others(tokens, heads, candidates, logit)
    for reaches in (leaves_object, leaves_brackets, leaves_figure, holds_outsider):
        wrong |= reaches(tokens, heads, candidates)
    score = np.where(wrong, UNLIKELY, fitted.rank.predict(columns))
    chosen = best_of_each(tokens, heads, candidates, columns, score, logit)
    probability = cues.sigmoid(fitted.stand.predict(chosen.columns))
    good = np.zeros(len(probability), dtype=bool)
    likely = np.flatnonzero(probability >= LEAST)
    heads, pieces = chosen.heads[likely], chosen.pieces[likely]
    enough = probability[likely] >= _needed(tokens, heads, pieces)
    good[likely[enough]] = ~find_voids(tokens, heads[enough], pieces[enough])
    kept = standing(chosen, np.where(good, probability, 0.0))
    return chosen.heads[kept], chosen.pieces[kept], probability[kept]


def _needed(tokens: Tokens, heads: np.ndarray, pieces: np.ndarray) -> np.ndarray:
    """The probability that each row needs to stand."""
    said = tokens.lemma[heads] == tokens.doc.vocab.strings["say"]
    bare = find_bare(tokens, pieces)
    needed = np.where(bare & ~asks_for(tokens, heads) & ~said, ACCEPTED_BARE, ACCEPTED)
    marked = tokens.stretch[pieces[:, 0]] >= 0
    bracketed = (bracket_of(tokens, heads)[0] >= 0) & marked
    needed = np.where(bracketed | calls_quoted(tokens, heads, pieces) | is_retold(tokens, heads) & ~bare, ACCEPTED_MARKED, needed)
    needed = np.where(is_framed(tokens, heads), ACCEPTED_FRAMED, needed)
    return np.where(puts_figure(tokens, heads), ACCEPTED_FIGURE, needed)


def cue_logits(tokens: Tokens, odds: np.ndarray, fitted: Weights) -> np.ndarray:
    """The logit of every token as a cue's head; UNLIKELY for those not looked at. `odds` are the tagger's."""
    words = cues.find_words(tokens, odds)
    logit = np.full(len(tokens), UNLIKELY)
    if len(words):
        hashed = cues.logits(*cues.cue_features(tokens, words), fitted.cue, len(words))
        logit[words] = hashed + fitted.cue_tagged * odds[words] + fitted.cue_base
    return logit


def describe(
    tokens: Tokens, heads: np.ndarray, candidates: Candidates, frame: weighing.Frame, score: np.ndarray, logit: np.ndarray,
    tagged: np.ndarray, most: int = BEST,
) -> tuple[np.ndarray, Candidates, np.ndarray]:  # fmt: skip
    """The `most` best candidates of each cue by `score`: which rows they are, they themselves, and their dense columns."""
    compared = weighing.compare(frame, candidates, score)
    near = np.flatnonzero(compared[:, weighing.COLUMNS.index("rank")] < most)
    best = candidates.take(near)
    return near, best, weighing.dense_columns(tokens, heads, best, compared[near], logit, tagged[near])


def span_score(hashed: np.ndarray, tagged: np.ndarray, span: np.ndarray, span_tagged: np.ndarray) -> np.ndarray:
    """The conditional logit's score of candidates."""
    return span[hashed].sum(axis=1) + terms(tagged) @ span_tagged


def best_of_each(
    tokens: Tokens, heads: np.ndarray, candidates: Candidates, columns: np.ndarray, score: np.ndarray, logit: np.ndarray
) -> Chosen:
    """The best candidate of each cue, with the columns of the second look."""
    order = np.lexsort((-score, candidates.cue))
    first = np.flatnonzero(np.diff(candidates.cue[order], prepend=-1))
    best = order[first]
    alone = np.diff(np.append(first, len(order))) < 2
    second = np.where(alone, -1.0, score[order[np.minimum(first + 1, len(order) - 1)]])
    shares = columns[order, weighing.COLUMNS.index("overlap")]
    share = np.maximum.reduceat(shares, first) - shares[first]
    heads, pieces = heads[candidates.cue[best]], candidates.pieces[best]
    worth = cues.sigmoid(logit[heads]) * score[best]
    overlap, among = _among_others(tokens, heads, pieces, worth)
    looked_at = np.column_stack([columns[best], score[best], second, share, worth, among])
    return Chosen(heads, pieces, weighing.steady(looked_at), overlap)


def _among_others(tokens: Tokens, heads: np.ndarray, pieces: np.ndarray, worth: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Overlaps of all pairs, and for each row what the others around it are worth."""
    shared, size = shared_tokens(pieces, pieces)
    overlap = shared / (size[:, None] + size[None, :] - shared)
    np.fill_diagonal(overlap, 0)
    np.fill_diagonal(shared, 0)
    at = heads[:, None]
    inside = ((pieces[:, 0] <= at) & (at < pieces[:, 1])) | ((pieces[:, 2] <= at) & (at < pieces[:, 3]))
    most = lambda mask: np.where(mask, worth[None, :], 0).max(axis=1)  # noqa: E731
    same_paragraph = tokens.paragraph[at] == tokens.paragraph[heads][None, :]
    columns = (
        most(inside), most(inside.T), most(overlap > 0.5), most(shared > 0), (shared / size[:, None] * worth[None, :]).max(axis=1),
        np.append(0, worth[:-1]), np.append(worth[1:], 0), (same_paragraph * worth[None, :]).sum(axis=1),
        np.full(len(heads), worth.sum() / len(tokens) * 100), tokens.stretch[heads] >= 0,
    )  # fmt: skip
    return overlap, np.column_stack(columns)


def shared_tokens(rows: np.ndarray, others: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How many tokens every row of pieces shares with every other, and how many the rows hold."""
    shared = np.zeros((len(rows), len(others)))
    for i in (0, 2):
        for j in (0, 2):
            low = np.maximum(rows[:, None, i], others[None, :, j])
            high = np.minimum(rows[:, None, i + 1], others[None, :, j + 1])
            shared += np.maximum(high - low, 0) * ((rows[:, None, i] >= 0) & (others[None, :, j] >= 0))
    return shared, rows[:, 1] - rows[:, 0] + np.where(rows[:, 2] >= 0, rows[:, 3] - rows[:, 2], 0)


def standing(chosen: Chosen, probability: np.ndarray) -> np.ndarray:
    """The rows that stand, in order of the cue: of some probability, and no better one says the same."""
    kept: list[int] = []
    for row in np.argsort(-probability, kind="stable").tolist():
        if not probability[row]:
            break
        if not kept or chosen.overlap[row, kept].max() <= SAME:
            kept.append(row)
    return np.array(sorted(kept), dtype=np.int64)
