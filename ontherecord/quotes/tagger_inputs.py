"""What the tagger is told of each token.

In: a parsed document and its quoted stretches. Out: `Inputs`, arrays with a row per token: the row of its word
vector, the pipeline's own vector, labels as numbers, yes-or-no marks, and the tree. Labels that the tagger was not
fitted on become 0, "unknown".
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from spacy.attrs import IS_DIGIT, IS_LOWER, IS_TITLE, IS_UPPER
from spacy.tokens import Doc

from ontherecord.marks import Quoted
from ontherecord.quotes.arrays import Arrays, read_arrays

FARTHEST = 16  # tokens; heads farther away are counted as this far
FLAGS = (
    "double", "single", "opening", "closing", "unclosed", "sentence_first", "sentence_last", "paragraph_first",
    "paragraph_last", "capital", "title", "upper", "digit", "word", "newline", "passive", "subject", "rooted",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Inputs:
    """Arrays over the tokens of a document; hashes are those of spaCy's string store, `stretch` is -1 outside marks."""

    vector: np.ndarray
    lower: np.ndarray
    lemma: np.ndarray
    tag: np.ndarray
    dep: np.ndarray
    entity: np.ndarray
    distance: np.ndarray
    flags: np.ndarray
    tensor: np.ndarray
    head: np.ndarray
    depth: np.ndarray
    left: np.ndarray
    right: np.ndarray
    sentence: np.ndarray
    paragraph: np.ndarray
    stretch: np.ndarray

    def __len__(self) -> int:
        return len(self.head)


def read_inputs(doc: Doc, quoted: Sequence[Quoted], arrays: Arrays | None = None) -> Inputs:
    """Read what the tagger is told of each token of `doc`, whose quoted stretches are `quoted`."""
    arrays = arrays or read_arrays(doc)
    table = doc.to_array([IS_TITLE, IS_UPPER, IS_DIGIT, IS_LOWER])
    stretch, marks = read_stretches(arrays, quoted)
    tensor = doc.tensor if len(doc.tensor) == len(doc) else np.zeros((len(doc), 0), np.float32)
    distance = np.clip(arrays.head - np.arange(len(doc)), -FARTHEST, FARTHEST) + FARTHEST
    paragraph = np.cumsum(arrays.newline)
    return Inputs(
        arrays.vector, arrays.lower, arrays.lemma, arrays.tag, arrays.dep, arrays.entity, distance,
        np.concatenate([marks, edge_flags(arrays), table[:, 3:] == 0, table[:, :3] != 0, tree_flags(arrays)], axis=1),
        tensor, arrays.head, arrays.depth, arrays.left, arrays.right, arrays.sentence, paragraph, stretch,
    )  # fmt: skip


def read_stretches(arrays: Arrays, quoted: Sequence[Quoted]) -> tuple[np.ndarray, np.ndarray]:
    """Which quoted stretch each token lies in, and whether it is in double or single marks, opens or closes them."""
    stretch = np.full(len(arrays.start), -1)
    marks = np.zeros((len(arrays.start), 5), bool)
    first = np.searchsorted(arrays.end, [one.start for one in quoted], side="right").tolist()
    last = np.searchsorted(arrays.start, [one.end for one in quoted], side="left").tolist()
    for number, (one, low, high) in enumerate(zip(quoted, first, last, strict=True)):
        if low < high:
            stretch[low:high] = number
            marks[low:high, 1 if one.single else 0] = True
            marks[low, 2] = marks[high - 1, 3] = True
            marks[low:high, 4] = not one.closed
    return stretch, marks


def edge_flags(arrays: Arrays) -> np.ndarray:
    """Whether each token is the first or last of its sentence, of its paragraph."""
    edges = np.zeros((len(arrays.start), 4), bool)
    if len(edges):
        edges[arrays.first, 0] = edges[arrays.last - 1, 1] = True
        edges[1:, 2] = arrays.newline[:-1]
        edges[:-1, 3] = arrays.newline[1:]
        edges[0, 2] = edges[-1, 3] = True
    return edges


def tree_flags(arrays: Arrays) -> np.ndarray:
    """Whether each token is a word, a new line, has a passive auxiliary, a subject of its own, or is a root."""
    rooted = arrays.head == np.arange(len(arrays.head))
    return np.stack([arrays.word, arrays.newline, arrays.passive, arrays.subject >= 0, rooted], axis=1)
