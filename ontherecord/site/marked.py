"""Segments of text as HTML.

In: segments of `marking.py`. Out: escaped HTML with quotes, cues and names marked; in Python and not in a template,
because an article has hundreds of segments and templates run as coroutines.
"""

from collections.abc import Iterable

from markupsafe import Markup, escape

from ontherecord.site.links import row_path
from ontherecord.site.marking import Mark, Segment

_NAME = Markup('<a class="name {}" href="{}"{}>{}</a>')
_TITLE = Markup(' title="{}"')
_QUOTE = Markup('<mark class="quote {}">{}</mark>')
_CUE = Markup('<span class="cue">{}</span>')
_OWN = Markup('<span class="own">{}</span>')
_ANCHOR = Markup('<span class="anchor" id="{}"></span>')
_NUMBER = Markup('<a class="note-number" href="#note-{0}" aria-label="Quote {0}: {1}, {2}">{0}</a>')


def show_marked(segments: Iterable[Segment], anchors: bool = False) -> Markup:
    """The segments in order; with `anchors`, quotes and names can be linked to and quotes bear their number."""
    parts = []
    for segment in segments:
        if anchors:
            parts += [_anchor(mark) for mark in segment.begins if _can_be_linked(mark)]
        parts.append(_show(segment))
        if anchors:
            parts += [_number(mark.row) for mark in segment.ends if mark.kind == "quote" and mark.end == mark.row["last_end"]]
    return Markup("").join(parts)


def _show(segment: Segment) -> Markup:
    name, quotes = segment.innermost("mention"), segment.of("quote")
    shown = _name(name, segment.text) if name else escape(segment.text)
    if quotes:
        classes = [word for quote in quotes for word in (quote["kind"], quote["act"])]
        shown = _QUOTE.format(" ".join([*classes, *(["nested"] if len(quotes) > 1 else [])]), shown)
    elif segment.of("cue"):
        shown = _CUE.format(shown)
    return _OWN.format(shown) if segment.of("own") else shown


def _name(mention: dict, text: str) -> Markup:
    title = "" if mention["text"] == mention["name"] else _TITLE.format(mention["name"])
    return _NAME.format(mention["kind"], row_path("entities", mention["entity_id"]), title, text)


def _can_be_linked(mark: Mark) -> bool:
    """A mention, or the first span of a quote."""
    return mark.kind == "mention" or (mark.kind == "quote" and mark.start == mark.row["start"])


def _anchor(mark: Mark) -> Markup:
    return _ANCHOR.format(f"{mark.kind[0]}{mark.start}")


def _number(quote: dict) -> Markup:
    return _NUMBER.format(quote["number"], quote["speaker"] or quote["speaker_text"] or "nobody named", quote["kind"])
