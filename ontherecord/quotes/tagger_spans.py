"""From chances per token to stretches: the likeliest content of each cue, and how likely any other content is.

In: what the tagger attached to cues. Out: pieces as half-open token bounds [s1, e1, s2, e2) (-1 where there is no
second piece), and columns of numbers for pieces that others propose. A content is worth the log-odds of the
words in it, and the log-chances that its pieces begin and end where they do; marks at edges count for nothing.
Missed on purpose: a third piece (one content in two hundred of PolNeAR), and words outside the window.
"""

from dataclasses import dataclass

import numpy as np

from ontherecord.quotes.tagger import PAIR_COLUMNS, Attached
from ontherecord.quotes.tagger_pairs import WINDOW

SPAN_COLUMNS = ("overlap", "start", "end", "break_end", "break_start", "wrong_in", "left_out", "worth", "behind", "clipped")
LEAST = 1e-4  # smaller chances tell nothing more
CONTENT, START, END = (PAIR_COLUMNS.index(name) for name in ("content", "start", "end"))


@dataclass(frozen=True, slots=True)
class Worth:
    """Per cue and place in its window: running sums of log-odds and chances (from 0, a place longer), and edges' worth."""

    odds: np.ndarray
    sums: np.ndarray
    start: np.ndarray
    end: np.ndarray


def weigh(attached: Attached) -> Worth:
    """What beginning, going on and ending at each place of each window is worth."""
    chance = np.clip(attached.chances, LEAST, 1 - LEAST)
    content = np.where(attached.valid, chance[..., CONTENT], LEAST)
    sums = np.zeros((2, len(content), WINDOW + 1))
    np.cumsum(np.log(content / (1 - content)), axis=1, out=sums[0, :, 1:])
    np.cumsum(content, axis=1, out=sums[1, :, 1:])
    return Worth(sums[0], sums[1], np.log(chance[..., START]), np.log(chance[..., END]))


def best_pieces(attached: Attached, worth: Worth) -> tuple[np.ndarray, np.ndarray]:
    """The likeliest content of each cue as pieces, of one or two stretches, and what it is worth."""
    first, first_from, first_to = best_until(worth)
    second, second_from, second_to = best_since(worth)
    both = np.full(first.shape, -np.inf)
    both[:, :-2] = first[:, :-2] + second[:, 2:]  # at least a word between the pieces
    cut = both.argmax(axis=1)
    rows = np.arange(len(cut))
    two = both[rows, cut] > first[:, -1]
    after = np.minimum(cut + 2, WINDOW - 1)
    pieces = np.stack([
        np.where(two, first_from[rows, cut], first_from[:, -1]), np.where(two, first_to[rows, cut], first_to[:, -1]) + 1,
        np.where(two, second_from[rows, after], -1), np.where(two, second_to[rows, after] + 1, -1),
    ], axis=1)  # fmt: skip
    shift = window_start(attached)[:, None]
    return np.where(pieces < 0, -1, pieces + shift), np.where(two, both[rows, cut], first[:, -1])


def best_until(worth: Worth) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The best single stretch that ends at or before each place: worth, first and last place."""
    opened, begin = running_best(worth.start - worth.odds[:, :-1])
    closed, finish = running_best(opened + worth.odds[:, 1:] + worth.end)
    return closed, np.take_along_axis(begin, finish, axis=1), finish


def best_since(worth: Worth) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The best single stretch that begins at or after each place: worth, first and last place."""
    last = WINDOW - 1
    ended, finish = running_best((worth.end + worth.odds[:, 1:])[:, ::-1])
    ended, finish = ended[:, ::-1], last - finish[:, ::-1]
    started, begin = running_best((ended + worth.start - worth.odds[:, :-1])[:, ::-1])
    started, begin = started[:, ::-1], last - begin[:, ::-1]
    return started, begin, np.take_along_axis(finish, begin, axis=1)


def running_best(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The best value up to each place, and where it was."""
    best = np.maximum.accumulate(values, axis=1)
    new = np.ones(values.shape, bool)
    new[:, 1:] = values[:, 1:] > best[:, :-1]
    return best, np.maximum.accumulate(np.where(new, np.arange(values.shape[1]), 0), axis=1)


def window_start(attached: Attached) -> np.ndarray:
    """The token at the first place of each window, were there one so far back; negative near a text's beginning."""
    place = attached.valid.argmax(axis=1)
    return attached.token[np.arange(len(place)), place] - place


def weigh_pieces(
    attached: Attached, worth: Worth, best: np.ndarray, word: np.ndarray, cue: np.ndarray, pieces: np.ndarray
) -> np.ndarray:
    """Columns (SPAN_COLUMNS) for proposed contents, one row for each.

    `cue` is the row of `attached`, `best` what `best_pieces` said its best content is worth, `word` whether each token of
    the document is neither mark nor space. "overlap" is about what share of the content's union with
    the true one both hold; "start", "end", "break_end", "break_start" are chances of the pieces' edges (1 where nothing
    breaks it); "wrong_in", "left_out" numbers of tokens; "behind" how far the worth is below the best's; "clipped"
    whether it reaches out of the window, where nothing is known.
    """
    places, clipped = on_words(pieces, word, window_start(attached)[cue])
    s1, e1, s2, e2 = places.T
    two = pieces[:, 2] >= 0
    chance, odds = (
        table[cue, e1] - table[cue, s1] + np.where(two, table[cue, e2] - table[cue, s2], 0) for table in (worth.sums, worth.odds)
    )
    size = e1 - s1 + np.where(two, e2 - s2, 0)
    edges = np.stack([
        worth.start[cue, s1], worth.end[cue, np.where(two, e2, e1) - 1],
        np.where(two, worth.end[cue, e1 - 1], 0), np.where(two, worth.start[cue, s2], 0),
    ], axis=1)  # fmt: skip
    missed = worth.sums[cue, -1] - chance
    total = odds + edges.sum(axis=1)
    columns = [chance / (size + missed), *np.exp(edges).T, size - chance, missed, total, best[cue] - total, clipped]
    return np.stack(columns, axis=1).astype(np.float32)


def on_words(pieces: np.ndarray, word: np.ndarray, shift: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The pieces' bounds moved in to words and counted from the window's first place, and whether they were cut off."""
    size = len(word)
    numbers = np.arange(size)
    following = np.minimum.accumulate(np.where(word, numbers, size - 1)[::-1])[::-1]
    preceding = np.maximum.accumulate(np.where(word, numbers, 0))
    starts = following[np.clip(pieces[:, 0::2], 0, size - 1)]
    ends = np.maximum(preceding[np.clip(pieces[:, 1::2] - 1, 0, size - 1)], starts) + 1
    there = pieces[:, 0::2] >= 0
    places = np.stack([starts, ends], axis=2) - shift[:, None, None]
    clipped = (there & ((places[..., 0] < 0) | (places[..., 1] > WINDOW))).any(axis=1)
    bounded = np.stack([np.clip(places[..., 0], 0, WINDOW - 1), np.clip(places[..., 1], 1, WINDOW)], axis=2)
    bounded[..., 1] = np.maximum(bounded[..., 1], bounded[..., 0] + 1)
    return bounded.reshape(len(pieces), 4), clipped
