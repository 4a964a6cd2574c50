"""Text with quotes, cues and names marked in it, although they nest and overlap.

In: a text and marks over it. Out: segments that, joined, give back the text exactly, each with the marks that cover
it; and these as escaped HTML. HTML must nest, marks need not, so each segment is wrapped. The HTML is made here
and not in a template, because an article has hundreds of segments and templates run as coroutines.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from ontherecord.site.direction import close_direction
from ontherecord.site.links import row_path
from ontherecord.site.wording import ACTS

# Characters of a name in an attribute.
LONGEST = 200


@dataclass(frozen=True, slots=True)
class Mark:
    """A half-open span of the text; `kind` is quote, cue, mention or sentence, `row` whatever the page shows of it."""

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
    waiting = sorted((m for m in marks if max(m.start, start) < min(m.end, end)), key=lambda m: (m.start, -m.end))[::-1]
    edges = sorted({start, end, *(p for m in waiting for p in (m.start, m.end) if start < p < end)})
    segments, covering = [], []
    for left, right in zip(edges, edges[1:], strict=False):
        covering = [mark for mark in covering if mark.end > left]
        while waiting and waiting[-1].start <= left:
            covering.append(waiting.pop())
        segments.append(_segment(text, tuple(covering), left, right))
    return segments


def cut_paragraphs(text: str, starts: Sequence[int], marks: Sequence[Mark], start: int = 0, end: int | None = None) -> list[list[Segment]]:
    """The segments of each paragraph of `text[start:end]`; `starts` are where paragraphs start, what is before the first is its own."""
    end = len(text) if end is None else end
    edges = sorted({start, end, *(s for s in starts if start < s < end)})
    pieces = [(left, right) for left, right in zip(edges, edges[1:], strict=False) if text[left:right].strip()]
    waiting = sorted(marks, key=lambda m: m.start)[::-1]
    paragraphs, near = [], []
    for left, right in pieces:
        while waiting and waiting[-1].start < right:
            near.append(waiting.pop())
        near = [mark for mark in near if mark.end > left]
        paragraphs.append(cut_segments(text, near, *_trimmed(text, left, right)))
    return paragraphs


def show_marked(segments: Iterable[Segment], anchors: set[str] | None = None) -> Markup:
    """The segments in order; with `anchors`, quotes and names can be linked to and quotes bear their number.

    `anchors` are those that the page has so far, to which these are added: two quotes that start at one character share theirs."""
    parts = []
    for segment in segments:
        if anchors is not None:
            new = dict.fromkeys(_anchor(mark) for mark in segment.begins if _can_be_linked(mark))
            parts += [anchor for anchor in new if anchor not in anchors]
            anchors.update(new)
        parts.append(_show(segment))
        if anchors is not None:
            parts += [_number(mark.row) for mark in segment.ends if mark.kind == "quote" and mark.end == mark.row["last_end"]]
    return Markup("".join(parts))


def _segment(text: str, covering: tuple[Mark, ...], left: int, right: int) -> Segment:
    begins = tuple(m for m in covering if m.start == left)
    return Segment(text[left:right], covering, begins, tuple(m for m in covering if m.end == right))


def _trimmed(text: str, left: int, right: int) -> tuple[int, int]:
    """The piece without white space around it: a page parts paragraphs by space of its own."""
    piece = text[left:right]
    return left + len(piece) - len(piece.lstrip()), left + len(piece.rstrip())


def _show(segment: Segment) -> str:
    name, quotes = segment.innermost("mention"), segment.of("quote")
    shown = _name(name, segment.text) if name else str(escape(segment.text))
    if quotes:
        classes = [word for quote in quotes for word in (quote["kind"], quote["act"])]
        shown = f'<mark class="quote {" ".join([*classes, *(["nested"] if len(quotes) > 1 else [])])}">{shown}</mark>'
    elif segment.of("cue"):
        shown = f'<span class="cue">{shown}</span>'
    return f'<span class="own">{shown}</span>' if segment.of("own") else shown


def _name(mention: dict, text: str) -> str:
    title = "" if mention["text"] == mention["name"] else f' title="{escape(_shorten(mention["name"]))}"'
    return f'<a class="name {mention["kind"]}" href="{row_path("entities", mention["entity_id"])}"{title}>{escape(text)}</a>'


def _can_be_linked(mark: Mark) -> bool:
    """A mention, a sentence, or the first span of a quote."""
    return mark.kind in ("mention", "sentence") or (mark.kind == "quote" and mark.start == mark.row["start"])


def _anchor(mark: Mark) -> str:
    return f'<span class="{"place" if mark.kind == "sentence" else "anchor"}" id="{mark.kind[0]}{mark.start}"></span>'


def _number(quote: dict) -> str:
    who = _shorten(quote["speaker"] or quote["speaker_text"] or "nobody named")
    said = f'{ACTS[quote["act"]].capitalize()} {quote["number"]}: {who}, {quote["kind"]}'
    return f'<a class="note-number" href="#note-{quote["number"]}" aria-label="{escape(said)}">{quote["number"]}</a>'


def _shorten(name: str) -> str:
    """A name for an attribute, where no element ends the direction that it begins."""
    return close_direction(name if len(name) <= LONGEST else name[:LONGEST] + "…")
