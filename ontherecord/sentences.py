"""Sentences, and what a dateline says.

In: a parsed document whose sentences never cross a newline. Out: sentences without the white space around
them, numbered by paragraph, with bylines, agency lines and datelines marked as credits. spaCy's
boundaries are kept except where punctuation proves them wrong. Missed on purpose: headings and captions
are sentences like any other; a dateline without a dash or `>>` is not told from prose.
"""

import re
from functools import cache

from spacy.tokens import Doc

from ontherecord.datelines import match_dateline
from ontherecord.layout import lay_out
from ontherecord.lexicons import words_of
from ontherecord.records import Sentence, Span

CLOSERS = "”’\"')]»›“‘}"  # “ and ‘ close German quotations
PARAGRAPH = re.compile(r"[^\n]+")
INITIAL = re.compile(r"(?:^|[\s.(“\"])[A-Z]\.$")
ENDS = re.compile(r"[.!?…:;][”’\"'“‘)\]»›]*$|[”\"'’]$")
ASKED = re.compile(r"[?!,][”\"’']+$")
OPENERS = "“\"‘’'"
SHOUTED = ("MR.", "MRS.", "MS.", "DR.")  # before the names of a record's speakers; not `the SEC.`
GENERATIONS = ("Jr.", "Sr.")
LONGEST_SUBJECT = 4  # words before the verb of an attribution after a quoted question
LONGEST_CREDIT = 14  # words of one byline; the six credit lines of PolNeAR train run to 38, but in two or three parts
LONGEST_LINE = 8  # words of an agency's or a writer's line; set by judgement
HEAD = 6  # paragraphs in which a dateline may stand: a headline, a summary, a byline and an agency come before


def find_sentences(doc: Doc) -> tuple[Sentence, ...]:
    """The document's sentences in order; credits are bylines, agency lines and datelines."""
    text = lay_out(doc).text
    sents = _trimmed(doc, text)
    sentences: list[Sentence] = []
    at, dated = 0, False
    for number, (start, end) in enumerate(_paragraph_bounds(text), 1):
        spans = []
        while at < len(sents) and sents[at][0] < end:
            spans.append(sents[at])
            at += 1
        if is_credit(text[start:end]):
            sentences.append(Sentence(start, end, number, credit=True))
            continue
        match = None if dated or number > HEAD else match_dateline(text[start:end])
        if match:
            dated = True
            cut = start + len(match.group().rstrip())
            sentences.append(Sentence(start, cut, number, credit=True))
            spans = _after(text, spans, cut)
        sentences += [Sentence(*span, number) for span in _mend(text, spans)]
    return tuple(sentences)


def find_dateline(doc: Doc, sentences: tuple[Sentence, ...]) -> tuple[str | None, str | None]:
    """(publication, dateline) as the article's dateline writes them; None for what it does not say."""
    text = lay_out(doc).text
    for sentence in sentences:
        if not sentence.credit:
            continue
        match = match_dateline(text[sentence.start : sentence.end] + " ")
        if match:
            found = match.groupdict()
            return found.get("agency"), found.get("place")
    return None, None


def is_credit(line: str) -> bool:
    """Whether a whole line is a byline, an agency's line, a writer's line or a closing credit."""
    words = line.strip(" ()*_—–-").split()
    if not words or len(words) > 3 * LONGEST_CREDIT:
        return False
    if _opening().match(" ".join(words)):
        parts = [part.split() for part in line.strip(" ().").split(";")]
        several = len(parts) > 1 and all(_opening().match(" ".join(part)) for part in parts)
        return several or len(words) <= LONGEST_CREDIT and _is_byline(words)
    if len(words) > LONGEST_LINE or line.rstrip()[-1] in ".!?:,”\"":
        return False
    named = all(word[0].isupper() or word in ("and", "of", "the", "|", "/", "&", "for") for word in words)
    last = words[-1].strip(",.")
    return named and (last in words_of("credits", "writer") or len(words) > 1 and last in words_of("credits", "agency"))


@cache
def _opening() -> re.Pattern[str]:
    openings = sorted(words_of("credits", "opening"), key=len, reverse=True)
    return re.compile(r"(?:" + "|".join(o.replace(" ", r"\s") for o in openings) + r")\s", re.IGNORECASE)


def _is_byline(words: list[str]) -> bool:
    """`By` and then names only: no sentence, whose other words are in lower case, begins so."""
    rest = [w for w in words[1:] if w not in ("by", "and", "of", "for", "the", "in", "&", "|", "de", "van", "von", "special", "to")]
    return bool(rest) and all(w[0].isupper() or not w[0].isalpha() for w in rest) and words[-1][-1] not in "?!:"


def _paragraph_bounds(text: str) -> list[Span]:
    """Lines that hold something, without the white space around them."""
    bounds = []
    for match in PARAGRAPH.finditer(text):
        line = match.group()
        if line.strip():
            left = len(line) - len(line.lstrip())
            bounds.append((match.start() + left, match.start() + len(line.rstrip())))
    return bounds


def _trimmed(doc: Doc, text: str) -> list[Span]:
    spans = []
    for sent in doc.sents:
        raw = text[sent.start_char : sent.end_char]
        if raw.strip():
            start = sent.start_char + len(raw) - len(raw.lstrip())
            spans.append((start, start + len(raw.strip())))
    return spans


def _after(text: str, spans: list[Span], cut: int) -> list[Span]:
    """The parts of the spans that lie after `cut`."""
    rest = [(max(start, cut), end) for start, end in spans if end > cut]
    return [(start + len(text[start:end]) - len(text[start:end].lstrip()), end) for start, end in rest if text[start:end].strip()]


def _mend(text: str, spans: list[Span]) -> list[Span]:
    """Give quotation marks to the sentence they belong to, and join what was wrongly split."""
    mended: list[Span] = []
    for start, end in spans:
        if mended:
            closed = _leading_closers(text, mended[0][0], start, end)
            if closed:
                mended[-1] = (mended[-1][0], closed)
                start = _skip_space(text, closed, end)
            elif opened := _trailing_opener(text, *mended[-1], start):
                before = mended.pop()
                start = opened
                if before[0] < start:
                    mended.append((before[0], before[0] + len(text[before[0] : start].rstrip())))
            if mended and start < end and _wrongly_split(text[mended[-1][0] : mended[-1][1]], text[start:end]):
                mended[-1] = (mended[-1][0], end)
                continue
        if start < end:
            mended.append((start, end))
    return mended


def _trailing_opener(text: str, before: int, end: int, start: int) -> int:
    """Where an opening mark stands that ends text[before:end] but touches what starts at `start`; else 0."""
    at = end
    while at > before and text[at - 1] in OPENERS:
        at -= 1
    return at if end == start and at < end and (at == before or text[at - 1].isspace()) else 0


def _skip_space(text: str, start: int, end: int) -> int:
    return start + len(text[start:end]) - len(text[start:end].lstrip())


def _leading_closers(text: str, paragraph: int, start: int, end: int) -> int:
    """Where the closing marks end that begin text[start:end]; 0 where there are none or they open."""
    at = start
    while at < end and text[at] in CLOSERS:
        at += 1
    if at == start or text[at : at + 1].isalnum():
        return 0
    opens = text[start] == '"' and text.count('"', paragraph, start) % 2 == 0
    return 0 if opens else at


def _wrongly_split(before: str, after: str) -> bool:
    """Whether `after` goes on with the sentence `before`: an abbreviation, an initial, no end at all."""
    last = before.rsplit(None, 1)[-1].lstrip("(“\"‘'")
    first = after.split(None, 1)[0]
    if last in words_of("abbreviations", "title") or last in SHOUTED or INITIAL.search(before):
        return True
    if last in words_of("abbreviations", "place") or last in GENERATIONS:
        return first in words_of("abbreviations", "title") or after[0].islower() or after[0] in ",;"
    if not ENDS.search(before) or before.endswith(":") or first.startswith("#"):
        return True
    if after[0].islower() and first.isalpha() and not before.endswith((".", ";")):
        return True
    return bool(ASKED.search(before)) and _reports(after)


def _reports(after: str) -> bool:
    """Whether the words after a quoted question are its attribution: `Bowdler asked`, `asked the judge`."""
    words = after.replace(",", " ").split(None, LONGEST_SUBJECT + 1)[: LONGEST_SUBJECT + 1]
    at = next((n for n, word in enumerate(words) if word.rstrip(".") in words_of("reporting")), None)
    return at is not None and (after[0].isalpha() and all(w[0].isalpha() for w in words[:at]))
