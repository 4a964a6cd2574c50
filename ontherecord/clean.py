"""What the parser is given in place of an article's text, with every position mapped back.

In: the text of an article. Out: the text for the parser. Odd spaces, and several in a row, become a plain one, line ends become
`\\n`, invisible characters go, letters with accents set apart are joined, lines that were wrapped at a fixed width are
joined, and paragraphs that are page furniture (advertisements, "Read more:", bare links, captions with their credit,
embedded posts) are taken out. Quotation marks stay as they are: straight ones make the parse worse. Missed on
purpose: captions without a credit, furniture inside a paragraph.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from unicodedata import normalize

from ontherecord.lexicons import words_of
from ontherecord.wraps import find_wraps

# Zero-width characters, direction marks, soft hyphens and variation selectors: nothing that a reader sees.
INVISIBLE = "\xad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
LINE_END = "\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029"
ODD_SPACE = "\t\xa0\u1680\u2000-\u200a\u202f\u205f\u3000\x01-\x08\x0e-\x1b\x1f\x7f\x80-\x84\x86-\x9f"
COMBINING = "\u0300-\u034e\u0350-\u036f"
ODD = re.compile(
    rf"(?P<gone>\r(?=\n)|[{INVISIBLE}]+)|(?P<line>[{LINE_END}])|(?P<space>[{ODD_SPACE} ]{{2,}}|[{ODD_SPACE}])|(?P<accents>\w[{COMBINING}]+)"
)
NEW = {"gone": "", "line": "\n", "space": " "}
LINE = re.compile(r"[^\n\r]*(?:\r\n|\n|\r|\Z)")
LINK = re.compile(r"(?:(?:https?://|www\.|pic\.twitter\.com/)\S+\s*)+")
# The line under an embedded post: — Ana Ruiz (@ruiz) October 19, 2022
SIGNED = re.compile(r"[—–-]+ ?[^@]{1,80} \(@[\w.]+\)[ ,·|]*(?:[A-Z][a-z]{2,8}\.? \d{1,2}, \d{4}|\d{1,2} [A-Z][a-z]{2,8}\.? \d{4})\.?$")
MAX_CAPTION = 300  # characters, by judgement: two sentences and a credit, or a post and who wrote it
MAX_FURNITURE = 160  # characters; a longer paragraph that opens like furniture is one of the article's
QUOTES = "“”\""
SENTENCE_ENDS = ".”\"’"
EDGES = " -–—*•|[](){}<>.…:»›→▶#_=~"


@dataclass(frozen=True, slots=True)
class Clean:
    """Text for the parser. Run `i` of it begins at `starts[i]`, comes from `origins[i]` on, character by
    character, except that a run of one letter may stand for `widths[i]` characters of the original."""

    text: str
    starts: tuple[int, ...] = (0,)
    origins: tuple[int, ...] = (0,)
    widths: tuple[int, ...] = (1,)

    @property
    def identity(self) -> bool:
        """Whether every position is the original's own."""
        return len(self.starts) == 1 and self.origins[0] == 0 and self.widths[0] == 1

    def origin(self, position: int) -> int:
        """Where the character at `position` begins in the original text."""
        run = bisect_right(self.starts, position) - 1
        return self.origins[run] + position - self.starts[run]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The original's characters that a span of the clean text stands for."""
        first = self.origin(start)
        if end <= start:
            return first, first
        run = bisect_right(self.starts, end - 1) - 1
        return first, self.origins[run] + end - 1 - self.starts[run] + self.widths[run]


def clean(text: str) -> Clean:
    """Clean a text for the parser; a text that needs nothing comes back as it is, at no cost."""
    edits = list(_edits(text))
    if not edits:
        return Clean(text)
    pieces: list[str] = []
    runs: list[tuple[int, int, int]] = []
    done = length = 0
    for start, end, new in (*edits, (len(text), len(text), "")):
        if start > done:
            pieces.append(text[done:start])
            runs.append((length, done, 1))
            length += start - done
        if new:
            pieces.append(new)
            runs.append((length, start, end - start))
            length += 1
        done = end
    return Clean("".join(pieces), *zip(*_joined(runs), strict=True)) if runs else Clean("")


def _joined(runs: list[tuple[int, int, int]]) -> Iterator[tuple[int, int, int]]:
    """Leave out runs that only go on where the one before leads."""
    last: tuple[int, int, int] | None = None
    for run in runs:
        if last is None or run[0] - last[0] != run[1] - last[1] or (last[2], run[2]) != (1, 1):
            last = run
            yield run


def _edits(text: str) -> Iterator[tuple[int, int, str]]:
    """What to replace, in order and apart from each other: start, end, and nothing or one character."""
    wraps = {start: (end, new) for start, end, new in find_wraps(text)}
    for line in LINE.finditer(text):
        if is_furniture(line[0]):
            yield (*line.span(), "")
            continue
        start, end = line.span()
        ends = start + len(line[0].rstrip("\r\n")) if wraps else end
        for match in ODD.finditer(text, start, ends if ends in wraps else end):
            new = NEW[kind] if (kind := match.lastgroup) in NEW else normalize("NFC", match[0])
            if len(new) < 2:  # accents that no single letter carries stay as they are
                yield (*match.span(), new)
        if ends in wraps:
            yield (ends, *wraps[ends])


def is_furniture(paragraph: str) -> bool:
    """Whether a paragraph belongs to the page and not to the article."""
    words = " ".join(paragraph.split())
    if len(words) <= MAX_CAPTION and (_is_caption(words) or "(@" in words and SIGNED.search(words)):
        return True
    if not words or len(words) > MAX_FURNITURE:
        return False
    phrase = words.strip(EDGES).casefold()
    return (
        phrase in words_of("furniture", "whole")
        or phrase.startswith(_openings("opening"))
        or (phrase.startswith(_openings("label")) and words[-1] not in SENTENCE_ENDS)
        or LINK.fullmatch(words) is not None
    )


def _is_caption(words: str) -> bool:
    """Whether a paragraph ends with the credit of a picture in brackets: (AP Photo/Ana Ruiz)."""
    if words.rstrip(".")[-1:] not in (")", "]") or any(mark in words for mark in QUOTES):
        return False
    credit = words[max(words.rfind("("), words.rfind("[")) :].casefold()
    return any(phrase in credit for phrase in words_of("furniture", "credit"))


@cache
def _openings(kind: str) -> tuple[str, ...]:
    return tuple(sorted(words_of("furniture", kind)))
