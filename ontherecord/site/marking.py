"""Text cut into pieces, so that quotes and names can be marked in it although they nest and overlap.

In: a text and marks over it. Out: segments that, joined, give back the text exactly; each knows the marks that
cover it and which of them begin and end with it. HTML must nest, marks need not: a page wraps each segment.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mark:
    """A half-open span of the text; `kind` is quote, cue or mention, `row` whatever the page shows of it."""

    start: int
    end: int
    kind: str
    row: dict


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of text that no mark begins or ends within; marks are in order, the outermost first."""

    text: str
    marks: tuple[Mark, ...]
    begins: tuple[Mark, ...]
    ends: tuple[Mark, ...]

    def of(self, kind: str) -> list[dict]:
        """The rows of the marks of one kind that cover the segment."""
        return [mark.row for mark in self.marks if mark.kind == kind]

    def innermost(self, kind: str) -> dict | None:
        """The row of the shortest mark of one kind: of a name within a name, the inner one can be followed."""
        covering = [mark for mark in self.marks if mark.kind == kind]
        return min(covering, key=lambda m: m.end - m.start).row if covering else None


def cut_segments(text: str, marks: Iterable[Mark], start: int = 0, end: int | None = None) -> list[Segment]:
    """The segments of `text[start:end]`; marks that reach beyond it are cut off there, empty ones are left out."""
    end = len(text) if end is None else min(end, len(text))
    within = sorted(
        (m for m in marks if max(m.start, start) < min(m.end, end)), key=lambda m: (m.start, -m.end)
    )
    edges = sorted({start, end, *(p for m in within for p in (m.start, m.end) if start < p < end)})
    return [_segment(text, within, left, right) for left, right in zip(edges, edges[1:], strict=False)]


def cut_paragraphs(text: str, starts: Sequence[int], marks: Sequence[Mark]) -> list[list[Segment]]:
    """The segments of each paragraph; `starts` are where paragraphs start, the text before the first is its own."""
    edges = sorted({0, len(text), *(s for s in starts if 0 < s < len(text))})
    pieces = [(left, right) for left, right in zip(edges, edges[1:], strict=False) if text[left:right].strip()]
    return [cut_segments(text, marks, *_trimmed(text, left, right)) for left, right in pieces]


def _segment(text: str, marks: Sequence[Mark], left: int, right: int) -> Segment:
    covering = tuple(m for m in marks if m.start <= left and right <= m.end)
    begins = tuple(m for m in covering if m.start == left)
    return Segment(text[left:right], covering, begins, tuple(m for m in covering if m.end == right))


def _trimmed(text: str, left: int, right: int) -> tuple[int, int]:
    """The piece without white space around it: a page parts paragraphs by space of its own."""
    piece = text[left:right]
    return left + len(piece) - len(piece.lstrip()), left + len(piece.rstrip())
