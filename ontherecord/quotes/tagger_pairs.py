"""How the tokens around a cue stand to it: in the tree, in quotation marks, in sentences and paragraphs.

In: the tree and places of a document's tokens, and the cues to look from. Out: `Pairs`, a window of tokens per
cue with the numbers of the rows that the tagger adds up for each. Tokens outside the window are left out on
purpose: one content in fifty of PolNeAR reaches farther.
"""

from dataclasses import dataclass

import numpy as np

BEFORE, AFTER = 40, 64  # tokens; of PolNeAR's contents 99 % begin and 97.5 % end within
WINDOW = BEFORE + AFTER
LEVELS = 6  # how far up from the cue the tree is followed
KINDS = (("tree", LEVELS + 1), ("marks", 9 * 7), ("place", 5 * 6))


@dataclass(frozen=True, slots=True)
class Pairs:
    """`token` (cues x WINDOW) holds token indices, `valid` whether they exist; the others rows of the added tables."""

    token: np.ndarray
    valid: np.ndarray
    tree: np.ndarray
    marks: np.ndarray
    place: np.ndarray


def relate(
    head: np.ndarray, depth: np.ndarray, edges: tuple[np.ndarray, np.ndarray], labels: tuple[np.ndarray, int],
    places: tuple[np.ndarray, np.ndarray, np.ndarray], cues: np.ndarray,
) -> Pairs:  # fmt: skip
    """Relate each cue to the tokens of its window.

    `edges` bound the subtrees, `labels` are the dependencies as numbers and how many there are, `places` each
    token's sentence, paragraph and quoted stretch.
    """
    token = cues[:, None] + np.arange(-BEFORE, AFTER)
    valid = (token >= 0) & (token < len(head))
    token = np.clip(token, 0, max(len(head) - 1, 0))
    level, below, branch = climb(head, depth, edges, cues, token)
    label = np.where(branch < 0, 0, labels[0][branch])
    sentence, paragraph, stretch = places
    apart = np.clip(sentence[token] - sentence[cues][:, None], -3, 3) + 3
    away = np.clip(paragraph[token] - paragraph[cues][:, None], -2, 2) + 2
    return Pairs(token, valid, level * labels[1] + label, marks_between(stretch, cues, token) * 7 + apart, away * 6 + below)


def climb(
    head: np.ndarray, depth: np.ndarray, edges: tuple[np.ndarray, np.ndarray], cues: np.ndarray, token: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """How far above each cue the tree joins it with each token, how far below that the token hangs, from which branch."""
    level = np.full(token.shape, LEVELS)
    meeting = np.full(token.shape, -1)
    above = cues
    for step in range(LEVELS):
        joined = (level == LEVELS) & (edges[0][above][:, None] <= token) & (edges[1][above][:, None] >= token)
        level[joined] = step
        meeting = np.where(joined, above[:, None], meeting)
        above = head[above]
    deep = depth[token] - np.where(meeting < 0, 0, depth[meeting])
    lines = ancestors(head, depth)
    branch = np.where((meeting < 0) | (deep <= 0), -1, lines[np.minimum(depth[meeting] + 1, len(lines) - 1), token])
    return level, np.where(meeting < 0, 5, np.clip(deep, 0, 4)), branch


def ancestors(head: np.ndarray, depth: np.ndarray) -> np.ndarray:
    """Row d holds every token's ancestor at depth d (the token itself where it is no deeper)."""
    lines = np.tile(np.arange(len(head)), (int(depth.max(initial=0)) + 1, 1))
    order = np.argsort(depth, kind="stable")
    for level in np.split(order, np.flatnonzero(np.diff(depth[order])) + 1)[1:]:
        at = depth[level[0]]
        lines[:at, level] = lines[:at, head[level]]
    return lines


def marks_between(stretch: np.ndarray, cues: np.ndarray, token: np.ndarray) -> np.ndarray:
    """Whether a token is outside quotation marks (0), with the cue in them (1), or in which stretch from the cue (2 to 8)."""
    passed = np.maximum.accumulate(stretch)[cues][:, None]
    here = stretch[token]
    rank = np.clip(here - passed, -3, 3) + 5
    return np.where(here < 0, 0, np.where(here == stretch[cues][:, None], 1, rank))
