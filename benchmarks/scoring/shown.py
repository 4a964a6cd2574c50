"""A piece of text with spans of it marked, for reading errors and draws.

In: text, and spans with the signs to put around them. Out: the words from some way before the first span to some way
after the last, on one line.
"""

from collections.abc import Iterable

from ontherecord.records import Span

Signs = str  # the opening and the closing one


def show_spans(text: str, marked: Iterable[tuple[Signs, Iterable[Span]]], around: int) -> str:
    """The words around some spans, each span between its signs."""
    spans = [(start, end, signs) for signs, found in marked for start, end in found]
    first, last = min(s[0] for s in spans) - around, max(s[1] for s in spans) + around
    # where one span ends and the next starts, the closing sign comes first
    inserts = sorted([(start, 1, signs[0]) for start, _, signs in spans] + [(end, 0, signs[1]) for _, end, signs in spans])
    shown, place = "", max(0, first)
    for offset, _, sign in inserts:
        shown, place = shown + text[place:offset] + sign, offset
    return " ".join((shown + text[place:last]).split())
