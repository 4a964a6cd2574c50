"""Sources of quotes that have no cue: what stands around them names who speaks.

In: a parsed document, its attributions and the sources found by their cues. Out: the same sources, those of
cueless quotes filled in: a label or lead-in with a colon, a credit after a dash, the source of the quote
before in the paragraph, or the one whose turn it is where two speak by turns.

Missed on purpose: turns among three and more; a quote alone in its paragraph after a speaker's own words.
"""

import re
from collections.abc import Sequence

from spacy.symbols import PROPN, nsubj, nsubjpass
from spacy.tokens import Doc

from ontherecord.layout import lay_out
from ontherecord.lexicons import words_of
from ontherecord.quotes.found import Found
from ontherecord.records import Span

SUBJECTS = (nsubj, nsubjpass)
Source = tuple[Span | None, str, float]

UNKNOWN: Source = (None, "no-cue", 0.5)
# The chances are counts over the cueless quotes of the invented cases, with one error added.
LABEL, CREDIT, SAME, TURN = 0.9, 0.9, 0.8, 0.75
LONGEST = 140  # characters of a lead-in; a longer one is a sentence with a colon
TIME = r"(?:[\[(]?\d{1,2}:\d\d(?::\d\d)?[\])]?\s+)?"  # of a turn, before its label
LEAD_IN = re.compile(
    TIME + r"(?:(?:And|But|Then)\s+)?(?:[Ff]rom\s+|[Ff]or\s+[^,:\n]+,\s+)?(?P<who>[^\s:][^:\n]*?)(?:,\s+(?:with|on|in|at|from|after|before|over)\s[^,:\n]+)?"
    r"\s*:[\s\"“”„«'‘`]*(?:[(\[][^)\]\n]*[)\]]\s*)?\Z"
)
OPINION = "|".join(sorted(words_of("naming", "opinion")))
ASKED = re.compile(  # `And from Doe? “No.”`, `The verdict of Doe? “No.”`, `Doe's verdict? “No.”`
    rf"(?:(?:And|But|So|Then)\s+)?(?:(?:[Tt]he\s+)?(?:(?:{OPINION})\s+(?:from|of|by)|[Ff]rom|And from)\s+(?P<who>[^\s?][^?.!\n]*?)|(?P<whose>[^\s?][^?.!\n]*?)['’]s?\s+(?:{OPINION}))\?[\s\"“”„«'‘`]*\Z"
)
LETTER = re.compile(r"[\s\"“]*(?P<who>[QA])(?:[.:]|\s?[—–-]{1,2})\s+(?=\S)")  # of a question and its answer
CREDIT_AFTER = re.compile(r"[\s\"“”»'’.]*[―–—-]{1,2}\s*(?P<who>[A-Z][^\n:;“\"]{1,80}?)[.\s]*(?=\n|\Z)")
BREAK = re.compile(r"\n\s*")
SENTENCE_END = re.compile(r"[.!?][\"”’]?\s+")
OPENING = " \t\u00a0\"“”„«'‘`"
CLOSING = "\"”»'’"


def fill_sources(doc: Doc, found: Sequence[Found], sources: Sequence[Source]) -> list[Source]:
    """The sources with those of cueless quotes filled in, in the order given."""
    text, filled = lay_out(doc).text, list(sources)
    order = sorted(range(len(found)), key=lambda place: found[place].spans[0])
    for at, place in enumerate(order):
        if found[place].head < 0:
            before = [(found[other], filled[other]) for other in order[max(at - 2, 0) : at]]
            filled[place] = credit(text, found[place]) or inherited(doc, found[place], before) or UNKNOWN
    return filled


def credit(text: str, one: Found) -> Source | None:
    """A label or lead-in before the quote, or a dash and a name after it."""
    start, end = one.spans[0][0], one.spans[-1][1]
    line = text.rfind("\n", 0, start) + 1
    if not text[line:start].strip(OPENING):
        before = text[:line].rstrip()
        line, start = before.rfind("\n") + 1, len(before)
    letter = LETTER.match(text, line)
    if letter and letter.end() == start:
        return letter.span("who"), "label", LABEL
    lead = LEAD_IN.match(text[line:start]) if start - line <= LONGEST else None
    if lead:
        begin = max((stop.end() for stop in SENTENCE_END.finditer(lead["who"])), default=0)
        return (line + lead.start("who") + begin, line + lead.end("who")), "label", LABEL
    asked = _asked(text, line, start)
    if asked is not None:
        return asked, "label", LABEL
    after = CREDIT_AFTER.match(text, end)
    return (after.span("who"), "credit", CREDIT) if after else None


def _asked(text: str, line: int, start: int) -> Span | None:
    """Who is asked for a word by the sentence before a quote that answers it."""
    ends = [stop.end() for stop in SENTENCE_END.finditer(text, line, start) if stop.end() < start and text[stop.start()] != "?"]
    begin = max(ends, default=line)
    asked = ASKED.match(text[begin:start])
    if asked is None:
        return None
    who = "who" if asked["who"] else "whose"
    return begin + asked.start(who), begin + asked.end(who)


def inherited(doc: Doc, one: Found, before: Sequence[tuple[Found, Source]]) -> Source | None:
    """The source of the quote before in the paragraph, or of the last but one where two speak by turns."""
    if not before:
        return None
    text = lay_out(doc).text
    last, source = before[-1]
    between = text[last.spans[-1][1] : one.spans[0][0]]
    if "\n" not in between:
        return None if is_taken_over(doc, last, one) else (source[0], "same-paragraph", min(SAME, source[2]))
    if len(before) == 2 and by_turns(text, before[0][0], last, one):
        (_, other) = before[0]
        if other[0] and source[0] and text[slice(*other[0])] != text[slice(*source[0])]:
            return other[0], "turn", min(TURN, other[2], source[2])
    return None


def is_taken_over(doc: Doc, last: Found, one: Found) -> bool:
    """Whether a sentence between two quotes tells what somebody with a name does: that one may be speaking now."""
    between = doc.char_span(max(last.spans[-1][1], last.cue[1] if last.cue else 0), one.spans[0][0], alignment_mode="contract")
    if between is None:
        return False
    begun = between[0].sent.end if between[0].sent.start < between.start else between.start
    return any(token.pos == PROPN and token.dep in SUBJECTS for token in doc[begun : between.end])


def by_turns(text: str, first: Found, second: Found, third: Found) -> bool:
    """Whether three quotes stand in three paragraphs on end and read as an exchange.

    By custom a speaker who goes on leaves the paragraph's marks open, so a paragraph that ends on a closing
    mark ends a turn; and so do a question and its answer.
    """
    start = third.spans[0][0]
    if any(len(BREAK.findall(text, a.spans[-1][1], b.spans[0][0])) != 1 for a, b in ((first, second), (second, third))):
        return False
    line = text.rfind("\n", 0, start) + 1
    if text[line:start].strip(OPENING):
        return False
    asked = any(text[: quote.spans[-1][1]].rstrip(CLOSING).endswith("?") for quote in (second, third))
    return asked or text[:line].rstrip().endswith(tuple(CLOSING))
