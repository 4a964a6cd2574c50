"""A parsed document's tokens as arrays, read once for all that asks about cues and their surroundings.

In: a parsed document. Out: `Arrays`. Nothing here judges; strings stay the hashes that spaCy's store
gives them, which are the same on every machine.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from spacy.attrs import DEP, ENT_TYPE, HEAD, IDX, IS_PUNCT, IS_SPACE, LEMMA, LENGTH, LOWER, ORTH, POS, SENT_START, TAG
from spacy.strings import get_string_id
from spacy.tokens import Doc

from ontherecord.datelines import match_dateline

ATTRS = [DEP, HEAD, POS, TAG, LEMMA, ENT_TYPE, LOWER, ORTH, SENT_START, IDX, LENGTH, IS_PUNCT, IS_SPACE]
LABELS = ("nsubj", "nsubjpass", "csubj", "csubjpass", "expl", "auxpass", "agent", "pobj", "poss", "conj", "compound",
          "nmod", "amod", "relcl", "acl", "case", "cc", "punct", "appos")
DEPS = {label: np.uint64(get_string_id(label)) for label in LABELS}
SUBJECTS = tuple(DEPS[label] for label in ("nsubj", "nsubjpass", "csubj", "csubjpass", "expl"))
QUALIFIERS = (DEPS["compound"], DEPS["nmod"], DEPS["amod"])
OPENING = tuple(np.uint64(get_string_id(mark)) for mark in ("“", "„", "«", "``"))
CLOSING = tuple(np.uint64(get_string_id(mark)) for mark in ("”", "»", "''"))
DASHES = tuple(np.uint64(get_string_id(dash)) for dash in ("–", "—", "―", "--", "-", ">", ">>", "»"))
DATELINE = 12  # tokens; longer datelines are prose
REST = 3  # tokens from the dash on that show what follows it; `>>` is two
STRAIGHT = np.uint64(get_string_id('"'))


@dataclass(frozen=True, slots=True)
class Arrays:
    """Arrays with an entry for each token; `head`, `left` and `right` (its subtree's edges) are token indices.

    `first` and `last` are the bounds of sentences; `sentence` says which one a token is in; `subject` is the
    token's own subject or -1; `passive` whether it has a passive auxiliary; `word` whether it is neither
    punctuation nor space; `credit` whether it belongs to a dateline (`PARIS (Agency) –`);
    `qualifier` whether it is an adjective or noun before a noun; `vector` is the row of its word vector or -1.
    """

    dep: np.ndarray
    head: np.ndarray
    pos: np.ndarray
    tag: np.ndarray
    lemma: np.ndarray
    entity: np.ndarray
    lower: np.ndarray
    start: np.ndarray
    end: np.ndarray
    sentence: np.ndarray
    first: np.ndarray
    last: np.ndarray
    depth: np.ndarray
    left: np.ndarray
    right: np.ndarray
    quoted: np.ndarray
    subject: np.ndarray
    passive: np.ndarray
    word: np.ndarray
    newline: np.ndarray
    credit: np.ndarray
    qualifier: np.ndarray
    vector: np.ndarray


def read_arrays(doc: Doc) -> Arrays:
    """Read a document's tokens into arrays."""
    dep, offset, pos, tag, lemma, entity, lower, orth, starts, start, length, punct, space = doc.to_array(ATTRS).T
    places = np.arange(len(doc))
    head = places + offset.astype(np.int64)
    starting = starts.astype(np.int64) == 1
    starting[:1] = True
    first = np.flatnonzero(starting)
    depth = depths(head)
    left, right = subtree_edges(head, depth)
    start = start.astype(np.int64)
    newline = np.zeros(len(doc), bool)
    has_passive = np.zeros(len(doc), bool)
    has_passive[head[dep == DEPS["auxpass"]]] = True
    newline[[at for at in np.flatnonzero(space) if "\n" in doc[int(at)].text]] = True
    return Arrays(
        dep, head, pos, tag, lemma, entity, lower, start, start + length.astype(np.int64),
        np.cumsum(starting) - 1, first, np.append(first[1:], len(doc)), depth, left, right,
        inside_quotes(orth, newline), subjects(dep, head),
        has_passive, (punct == 0) & (space == 0), newline,
        in_datelines(doc, newline, orth), among(dep, QUALIFIERS), vector_rows(doc, orth),
    )


def among(column: np.ndarray, wanted: Sequence[np.uint64]) -> np.ndarray:
    """Whether each value is one of a few; quicker than numpy's own for so few."""
    found = column == wanted[0]
    for value in wanted[1:]:
        found |= column == value
    return found


def depths(head: np.ndarray) -> np.ndarray:
    """How many steps lead from each token to its root."""
    depth, at = np.zeros(len(head), np.int64), np.arange(len(head))
    while True:
        up = head[at]
        moved = up != at
        if not moved.any():
            return depth
        depth += moved
        at = up


def subtree_edges(head: np.ndarray, depth: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """First and last token of each token's subtree."""
    left, right = np.arange(len(head)), np.arange(len(head))
    order = np.argsort(-depth, kind="stable")
    cuts = np.flatnonzero(np.diff(depth[order])) + 1
    for level in np.split(order, cuts):
        np.minimum.at(left, head[level], left[level])
        np.maximum.at(right, head[level], right[level])
    return left, right


def inside_quotes(orth: np.ndarray, newline: np.ndarray) -> np.ndarray:
    """Whether each token stands between double quotation marks; a new line closes them."""
    inside = np.zeros(len(orth), bool)
    opening = among(orth, OPENING)
    turns = np.flatnonzero(opening | among(orth, CLOSING) | (orth == STRAIGHT) | newline)
    state = False
    for at, after in pairwise([*turns.tolist(), len(orth)]):
        if newline[at]:
            state = False
        elif orth[at] == STRAIGHT:
            state = not state
        else:
            state = opening[at]
        inside[at + 1 : after] = state
    return inside


def in_datelines(doc: Doc, newline: np.ndarray, orth: np.ndarray) -> np.ndarray:
    """Whether each token belongs to a dateline at its line's start."""
    credit = np.zeros(len(orth), bool)
    ends = np.flatnonzero(newline)
    for dash in np.flatnonzero(among(orth, DASHES)).tolist():
        before = np.searchsorted(ends, dash)
        begin = int(ends[before - 1]) + 1 if before else 0
        if dash - begin < DATELINE and not credit[dash] and match_dateline(doc[begin : dash + REST].text):
            credit[begin : dash + 2 if doc[dash].text == ">" else dash + 1] = True
    return credit


def vector_rows(doc: Doc, orth: np.ndarray) -> np.ndarray:
    """The row of each token's word vector, or -1."""
    words, which = np.unique(orth, return_inverse=True)
    find = doc.vocab.vectors.key2row.get
    return np.array([find(key, -1) for key in words.tolist()], np.int64)[which]


def subjects(dep: np.ndarray, head: np.ndarray) -> np.ndarray:
    """Each token's own subject, an expletive one too, or -1."""
    subject = np.full(len(dep), -1)
    which = np.flatnonzero(among(dep, SUBJECTS))
    subject[head[which[::-1]]] = which[::-1]
    return subject
