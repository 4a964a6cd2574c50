"""When two names are the same name, and two spans the same words.

In: names and spans. Out: their comparable forms. Accents, case, punctuation and a leading `the` do not count.
"""

import re
from collections.abc import Set
from unicodedata import combining, normalize

from ontherecord.records import Span


def fold(name: str) -> str:
    """A name in lower case, without accents, punctuation and a leading `the`."""
    bare = "".join(c for c in normalize("NFKD", name) if not combining(c)).lower()
    return re.sub(r"[\W_]+", " ", bare).strip().removeprefix("the ")


def without_article(text: str, span: Span) -> Span:
    """A name's span without its leading `The`, so that it may be in or out."""
    start, end = span
    return (start + len("the "), end) if text[start:end].lower().startswith("the ") else span


def characters(*spans: Span) -> frozenset[int]:
    """The offsets that the spans cover."""
    return frozenset(i for span in spans for i in range(*span))


def likeness(a: Set[int], b: Set[int]) -> float:
    """Intersection over union of two sets of offsets; 0 where either is empty."""
    return len(a & b) / len(a | b) if a and b else 0.0
