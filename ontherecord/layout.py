"""A parsed document's tokens as plain lists, for stages that go over them many times.

In: a spaCy document. Out: `Layout`, whose lists are indexed by token. spaCy's own token objects cost about
a microsecond a touch; one pass into lists costs a tenth of that.
"""

from bisect import bisect_right
from dataclasses import dataclass

import numpy as np
from spacy.attrs import DEP, HEAD, IDX, LEMMA, LENGTH, POS, SENT_START, TAG
from spacy.tokens import Doc


KEY = "ontherecord.layout"


@dataclass(frozen=True, slots=True)
class Layout:
    """Words, positions and syntax; `head` is absolute, `sent` counts sentences from 0, `small` holds the words in small letters."""

    text: str
    words: list[str]
    lower: list[str]
    small: frozenset[str]
    starts: list[int]
    ends: list[int]
    pos: list[str]
    tag: list[str]
    dep: list[str]
    head: list[int]
    lemma: list[str]
    sent: list[int]

    def spaced(self, i: int) -> bool:
        """Whether white space stands before token `i`."""
        return i == 0 or self.ends[i - 1] < self.starts[i] or self.words[i - 1].isspace()

    def token_at(self, char: int) -> int:
        """The token that holds the character, or the last one before it."""
        return max(0, bisect_right(self.starts, char) - 1)


def lay_out(doc: Doc) -> Layout:
    """The document's tokens as lists; kept with the document, so that later stages get the same ones."""
    if KEY not in doc.user_data:
        doc.user_data[KEY] = _lay_out(doc)
    return doc.user_data[KEY]


def _lay_out(doc: Doc) -> Layout:
    values = doc.to_array([IDX, LENGTH, POS, TAG, DEP, LEMMA, HEAD, SENT_START])
    starts = values[:, 0].astype(np.int64)
    ends = starts + values[:, 1].astype(np.int64)
    head = np.arange(len(doc)) + values[:, 6].astype(np.int64)
    sent = np.cumsum(values[:, 7].astype(np.int64) == 1) - 1
    text, first, last = doc.text, starts.tolist(), ends.tolist()
    names: dict[int, str] = {}
    columns = [_strings(doc, values[:, n].tolist(), names) for n in (2, 3, 4, 5)]
    words = [text[s:e] for s, e in zip(first, last, strict=True)]
    lower = [w.lower() for w in words]
    small = frozenset(words).intersection(lower)
    return Layout(text, words, lower, small, first, last, *columns[:3], head.tolist(), columns[3], sent.tolist())


def _strings(doc: Doc, ids: list[int], names: dict[int, str]) -> list[str]:
    strings = doc.vocab.strings
    for n in set(ids):
        if n not in names:
            names[n] = strings[n]
    return [names[n] for n in ids]
