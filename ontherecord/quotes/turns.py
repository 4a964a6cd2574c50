"""Quotes that no cue attributes: turns of a transcript, credits after a dash, and quoted sentences left over.

In: a document's tokens and the attributions found by their cues. Out: these with what was left over, in order of
position. A quoted sentence on its own goes on with the quote before it where the text shows nobody else
speaking, or stands alone without a cue; who speaks it is found later from what stands around it.
Missed on purpose: quoted words inside a clause (titles, nicknames, signs, lyrics, words as words), and labels
that are no speaker's (a fact box).
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ontherecord.lexicons import words_of
from ontherecord.marks import Quoted
from ontherecord.quotes.credits import LETTER, TIME, by_turns
from ontherecord.quotes.features import Tokens, is_titled
from ontherecord.quotes.found import Found
from ontherecord.records import Span

COVERED = 0.5  # a stretch of which half is attributed is no leftover
PARAGRAPH = re.compile(r"[^\n]+")
LABEL = re.compile(r"[\s\"“]*" + TIME + r"(?P<who>[A-ZÀ-Þ][\w.’'-]*(?: [A-ZÀ-Þ(][\w.’'()-]*){0,4})(?: \([^)\n]*\))?:\s+(?=\S)")
DIRECTION = re.compile(r"(?:[(\[][^)\]\n]*[)\]]\s*(?=\S))?")  # `(laughs)`, at the head of a turn
CREDIT = re.compile(r"[\s\"“”»'’.]*(?:[―–—]|--)\s*[A-ZÀ-Þ][^\n:;“\"]{1,80}?[.\s]*(?=\n|\Z)")
INVERSION = re.compile(r" [a-z]+(?: (?:in|up|out|on|back|away))? (?:[A-ZÀ-Þ]|the |he |she )")
HOW = re.compile(r" (?:is|was) how ")
NEAR = 8  # tokens from the quoted words to the verb behind how
CLOSING = "\"”’'»"
INVERTED = 0.75  # as likely as the model finds such quotes whose verb it knows
STOPPED = re.compile(r"[.!?…:;,—–-][\"”’'»“‘]*\Z")
OPENINGS = "\"“„«‘'`("
FINAL = ".!?…:”\"’'»)—–"
SHORTEST_LABELLED = 2  # turns; one line with a label and a colon may be anything
QUESTION, ANSWER = "Q", "A"


def add_turns(tokens: Tokens, found: Sequence[Found]) -> list[Found]:
    """The attributions with turns, credited and leftover quotes added, in order of position."""
    turns = find_labelled(tokens)
    kept = [one for one in found if not any(_inside(one, turn) for turn in turns)]
    everything = sorted(kept + turns, key=lambda one: (one.spans, one.head))
    for quoted in tokens.quoted:
        if _is_leftover(tokens, quoted, everything):
            everything = _with_leftover(tokens, quoted, everything)
    return _with_what_follows(tokens, everything)


def find_labelled(tokens: Tokens) -> list[Found]:
    """Turns of a transcript: paragraphs that open with a speaker's label and a colon."""
    text = tokens.text
    labelled = [(match, paragraph.end()) for paragraph in PARAGRAPH.finditer(text) if (match := read_label(text, *paragraph.span()))]
    if len(labelled) < SHORTEST_LABELLED:
        return []
    names = [_who(match) for match, _ in labelled]
    known = _speakers(tokens, names)
    if sum(name in known for name in names) < SHORTEST_LABELLED:
        return []
    turns = []
    for match, end in labelled:
        if _who(match) in known:
            start = DIRECTION.match(text, match.end(), end).end()
            span = (start, _without_stop(text, start, end))
            turns.append(Found((span,), None, -1, "label"))
    return turns


def read_label(text: str, start: int, end: int) -> re.Match[str] | None:
    """What a paragraph opens with, if it may name who speaks."""
    return LETTER.match(text, start, end) or LABEL.match(text, start, end)


def _who(label: re.Match[str]) -> str:
    """The name in a label, without what stands in brackets behind it: `MS. LEE (Ealing)`."""
    return label["who"].partition(" (")[0]


def _speakers(tokens: Tokens, labels: Sequence[str]) -> set[str]:
    """The labels that name speakers: Q and A, people of the article, and those that recur beside them."""
    often = Counter(labels)
    people = {word.casefold() for ent in tokens.doc.ents if ent.label_ == "PERSON" for word in ent.text.split() if not _is_label(tokens, ent.start_char)}
    known = {label for label in often if label.split()[-1].casefold() in people}
    if often[QUESTION] and (often[ANSWER] or often[QUESTION] > 1):
        known |= {QUESTION, ANSWER} & set(often)
    capitals = {label for label in often if label.isupper() and len(label) > 1 and label.casefold() not in words_of("notices")}
    recurring = {label for label in capitals if often[label] > 1}
    if known & capitals or len(recurring) > 1:
        known |= recurring | (capitals if known & capitals else set())
    if len(capitals) > 1 and any(_is_titled(label) for label in capitals):
        known |= capitals  # as in the record of a parliament or court
    known |= {label for short in capitals for full in often if short in _initials(full) for label in (short, full)}
    again = {label for label in often if often[label] > 1}
    if known or len(again) > 1:
        known |= again
    return known


def _is_titled(label: str) -> bool:
    """Whether a label in capitals begins with an honorific, rank or office: `MR. LEE`, `SEN. LEE`."""
    first = label.split()[0].rstrip(".").casefold()
    return any(word.casefold() == first for word in words_of("titles")) and " " in label


def _initials(label: str) -> tuple[str, str]:
    """The first letters of a label's words, of two or more: `ALP` for `Ann Lee-Poe`, and `AL`."""
    words = label.split()
    if len(words) < 2 or label.isupper():
        return ("", "")
    return "".join(part[0] for word in words for part in word.split("-") if part).upper(), "".join(word[0] for word in words).upper()


def _is_label(tokens: Tokens, start: int) -> bool:
    """Whether the words at `start` open a paragraph as a label."""
    line = tokens.text.rfind("\n", 0, start) + 1
    match = read_label(tokens.text, line, len(tokens.text))
    return match is not None and start < match.end()


def _inside(one: Found, turn: Found) -> bool:
    """Whether an attribution lies within a turn, or takes its label for a cue."""
    start, end = turn.spans[0]
    cue = one.cue or one.spans[0]
    return start <= cue[0] < end or any(a < end and start < b for a, b in one.spans)


def _without_stop(text: str, start: int, end: int) -> int:
    """The end of a turn's words without white space and a full stop after them."""
    words = text[start:end].rstrip()
    return start + len(words[:-1] if words.endswith(".") and not words.endswith("..") else words)


def _is_leftover(tokens: Tokens, quoted: Quoted, found: Sequence[Found]) -> bool:
    """Whether nobody is said to have uttered a quoted stretch that is a sentence of its own."""
    covered = sum(max(0, min(b, quoted.end) - max(a, quoted.start)) for one in found for a, b in one.spans)
    return covered < COVERED * (quoted.end - quoted.start) and _is_sentence(tokens, quoted)


def _is_sentence(tokens: Tokens, quoted: Quoted) -> bool:
    """Whether a quoted stretch begins where a sentence may and ends where one may, in words that are no title."""
    text = tokens.text
    if is_titled(int(tokens.looks[tokens.quoted.index(quoted)])):
        return False
    line = text.rfind("\n", 0, quoted.start) + 1
    before = text[line : quoted.start].rstrip()
    words = text[quoted.start : quoted.end].strip("\"“”„«»‘’'` \t")
    if not words or not (words[0].isupper() or words[0].isdigit() or not words[0].isalnum()):
        return False
    begins = not before or before[-1] in FINAL
    ends = STOPPED.search(text[quoted.start : quoted.end]) or not quoted.closed
    return bool(begins and ends) and _is_spoken_on(tokens, quoted)


def _is_spoken_on(tokens: Tokens, quoted: Quoted) -> bool:
    """Whether the text after a stretch lets it be a sentence: its own end, a dash, or the next sentence."""
    after = tokens.text[quoted.end : quoted.end + 2]
    rest = after.lstrip(" \u00a0")
    if _inverted(tokens, quoted) is not None:
        return True
    return not rest or rest[0] == "\n" or rest[0] in "―–—-" or rest[0].isupper() or rest[0] in OPENINGS


def _inverted(tokens: Tokens, quoted: Quoted) -> int | None:
    """The verb, whatever it means, behind quoted words that a comma ends: `“So late,” put in Doe`, `“So late,” was how Doe put it`."""
    if not tokens.text[quoted.start : quoted.end].rstrip(CLOSING).endswith((",", "?", "!")):
        return None
    verb = int(np.searchsorted(tokens.start, quoted.end))
    if HOW.match(tokens.text, quoted.end):
        return next((at for at in range(verb + 2, min(verb + NEAR, len(tokens))) if tokens.doc[at].pos_ == "VERB"), None)
    if not INVERSION.match(tokens.text, quoted.end):
        return None
    return verb if verb < len(tokens) and tokens.doc[verb].tag_.startswith("VB") else None


def _with_leftover(tokens: Tokens, quoted: Quoted, found: list[Found]) -> list[Found]:
    """The attributions with one leftover stretch joined to the quote before it, or standing alone."""
    span = (quoted.start, quoted.end)
    before = [one for one in found if one.spans[-1][1] <= quoted.start and one.spans[0] < span]
    last = before[-1] if before else None
    alone = _on_its_own(tokens, quoted, before)
    if last is not None and alone is None:
        joined = replace(last, spans=(*last.spans, span))
        return sorted([joined if one is last else one for one in found], key=lambda one: (one.spans, one.head))
    return sorted([*found, alone], key=lambda one: (one.spans, one.head))


def _with_what_follows(tokens: Tokens, found: Sequence[Found]) -> list[Found]:
    """The attributions, each that has a cue with the paragraphs before it whose marks were left open to go on in it."""
    left_open = {quoted.end for quoted in tokens.quoted if not quoted.closed}
    opened = {quoted.start for quoted in tokens.quoted}
    joined: list[Found] = []
    for one in found:
        before = joined[-1] if joined else None
        runs_on = before is not None and before.rule == "alone" and before.spans[-1][1] in left_open
        if runs_on and one.head >= 0 and one.spans[0][0] in opened and not tokens.text[before.spans[-1][1] : one.spans[0][0]].strip():
            joined[-1] = replace(one, spans=(*before.spans, *one.spans))
        else:
            joined.append(one)
    return joined


def _on_its_own(tokens: Tokens, quoted: Quoted, before: Sequence[Found]) -> Found | None:
    """The stretch as a quote of its own, or None where it goes on with the quote before."""
    text, span = tokens.text, (quoted.start, quoted.end)
    lead = text[: quoted.start].rstrip()
    if CREDIT.match(text, quoted.end):
        return Found((span,), None, -1, "credit")
    if lead.endswith(":"):
        return Found((span,), None, -1, "lead-in")
    verb = _inverted(tokens, quoted)
    if verb is not None:
        return Found((span,), (int(tokens.start[verb]), int(tokens.end[verb])), verb, "cue", INVERTED)
    single = Found((span,), None, -1, "alone")
    if not before or not _follows(tokens, before[-1], quoted):
        return single
    if len(before) > 1 and "\n" in text[before[-1].spans[-1][1] : quoted.start] and by_turns(text, before[-2], before[-1], single):
        return replace(single, rule="turn")
    return None


def _follows(tokens: Tokens, last: Found, quoted: Quoted) -> bool:
    """Whether nothing but the attribution stands between a quote and the stretch, and both are quoted words."""
    text = tokens.text
    if not any(q.start < b and a < q.end for a, b in last.spans for q in tokens.quoted):
        return False
    end = max(last.spans[-1][1], last.cue[1] if last.cue else 0)
    between = text[end : quoted.start]
    breaks = [line for line in re.split(r"\n+", between)]
    if len(breaks) > 2 or (len(breaks) == 2 and not _fills_paragraph(tokens, quoted)):
        return False
    return not re.search(r"[.!?][\"”’]?\s+\S", breaks[0].strip()) and (len(breaks) == 1 or not breaks[1].strip(OPENINGS + " "))


def _fills_paragraph(tokens: Tokens, quoted: Quoted) -> bool:
    """Whether a stretch is all there is in its paragraph."""
    text = tokens.text
    line, end = text.rfind("\n", 0, quoted.start) + 1, text.find("\n", quoted.end)
    return not text[line : quoted.start].strip() and not text[quoted.end : end if end >= 0 else len(text)].strip()
