"""What the tagger says of cues and of the contents that others propose for them, as columns.

In: the tagger's chances and the cues to look at. Out: `Reading`, each cue's likeliest content as the tagger has it;
and for candidates the columns of `TAGGED`, of which `terms` makes numbers that a linear model can weigh.
"""

from dataclasses import dataclass

import numpy as np

from ontherecord.quotes.contents import Candidates
from ontherecord.quotes.tagger import TOKEN_COLUMNS, Attached, Tags, attach
from ontherecord.quotes.tagger_inputs import FLAGS
from ontherecord.quotes.tagger_spans import SPAN_COLUMNS, Worth, best_pieces, weigh, weigh_pieces

TAGGED = (*SPAN_COLUMNS, "cue_said", "cue_again")
CUE, WORD = TOKEN_COLUMNS.index("cue"), FLAGS.index("word")
CHANCES = [SPAN_COLUMNS.index(name) for name in ("overlap", "start", "end", "break_end", "break_start")]
COUNTS = [SPAN_COLUMNS.index(name) for name in ("wrong_in", "left_out", "behind")]
LEAST = 0.003  # chances below it are one to the linear model
MOST = 20.0  # tokens, and differences of worth, that are one to it
TERMS = len(CHANCES) + len(COUNTS)


@dataclass(frozen=True, slots=True)
class Reading:
    """What the tagger says of some cues: its windows, what they are worth, the likeliest pieces and their worth."""

    cues: np.ndarray
    attached: Attached
    worth: Worth
    pieces: np.ndarray
    best: np.ndarray


def cue_odds(tags: Tags) -> np.ndarray:
    """The log-odds that each token heads a cue, by the tagger's first judgement."""
    return log_odds(tags.chances[:, CUE])


def read_contents(tags: Tags, cues: np.ndarray) -> Reading:
    """Let the tagger read the contents of some cues."""
    attached = attach(tags, cues)
    worth = weigh(attached)
    return Reading(cues, attached, worth, *best_pieces(attached, worth))


def weigh_candidates(tags: Tags, reading: Reading, candidates: Candidates) -> np.ndarray:
    """The columns TAGGED of candidates; their cues are numbered as those of `reading`."""
    word = tags.inputs.flags[:, WORD]
    columns = weigh_pieces(reading.attached, reading.worth, reading.best, word, candidates.cue, candidates.pieces)
    cues = np.stack([cue_odds(tags)[reading.cues], log_odds(reading.attached.cue)], axis=1)
    return np.concatenate([columns, cues[candidates.cue]], axis=1, dtype=np.float32)


def terms(columns: np.ndarray) -> np.ndarray:
    """Columns TAGGED as terms of a linear model: logarithms of chances, counts cut off."""
    chances = np.log(np.maximum(columns[:, CHANCES], LEAST))
    return np.concatenate([chances, np.clip(columns[:, COUNTS], 0, MOST) / 4], axis=1)


def log_odds(chance: np.ndarray) -> np.ndarray:
    """The log-odds of chances, kept off 0 and 1."""
    chance = np.clip(chance.astype(np.float64), 1e-4, 1 - 1e-4)
    return np.log(chance / (1 - chance))
