"""Which stretches of a text stand in quotation marks.

In: a text. Out: the outermost quoted stretches in order, marks included. Understood are curly, straight and
angled marks, '' and ``, British single marks around words with apostrophes, low-high marks, marks
turned the wrong way, an opening mark on every paragraph of a quotation that runs on, and a missing closing
mark (the stretch then ends with its paragraph, or before `, said Doe`). No stretch crosses a paragraph; a quotation over
several is one stretch per paragraph. Apostrophes, primes (6'2") and clipped words ('90s, 'til) open nothing.
Missed on purpose: what stands in marks inside marks, and single marks whose closing one is missing.
"""

import re
from dataclasses import dataclass

from ontherecord.lexicons import words_of
from ontherecord.records import Span

PARAGRAPH = re.compile(r"[^\n]+")
MARK = re.compile(r"``|''|’’|‘‘|\"|“|”|„|‟|«|»|'|‘|’|‚|‛|‹|›|`")
DOUBLED = {"``", "''", "’’", "‘‘"}
SINGLES = {"'": "'’", "‘": "’'", "’": "’", "‚": "‘’", "‛": "’'", "‹": "›", "`": "'’"}
OPEN_ONLY = {"``", "„", "«", "‘‘"}
CLOSE_ONLY = {"»"}
BEFORE_OPENING = " \t\u00a0\u2009\u202f([{—–-/:…>"
YEAR = re.compile(r"\d\d(?:s\b|(?!\w))|\d0s")
CLIPPED = re.compile(r"[^\W\d_]+")
OPENING_STRAIGHT, STRAIGHT = re.compile(r'(?<!\S)"(?=\w)'), '"'
SAID = "|".join(sorted(words_of("reporting")))
NAME = r"(?:(?:Mr|Mrs|Ms|Dr)\.? )?[A-ZÀ-Þ][\w’'-]+(?: [A-ZÀ-Þ][\w’'-]+){0,2}"
ATTRIBUTED = re.compile(rf"(?<=[,?!]) (?:(?:{SAID}) (?:[A-ZÀ-Þ]|the |a |an |his |her )|(?:he|she|they|{NAME}) (?:{SAID})\.(?!\w))")


@dataclass(frozen=True, slots=True)
class Quoted:
    """A stretch in quotation marks, marks included; `closed` is False where the closing one is missing."""

    start: int
    end: int
    closed: bool = True
    single: bool = False


def find_quoted(text: str) -> tuple[Quoted, ...]:
    """Return the outermost quoted stretches of `text`, in order."""
    found: list[Quoted] = []
    runs_on = False
    for paragraph in PARAGRAPH.finditer(text):
        start, end = paragraph.span()
        here = _doubles(text, start, end, runs_on)
        here = _outermost([*here, *_singles(text, start, end, here)])
        here.sort(key=lambda quoted: quoted.start)
        if text[start:end].strip():
            runs_on = bool(here) and not here[-1].closed
        found += here
    return tuple(found)


def _outermost(found: list[Quoted]) -> list[Quoted]:
    """Without stretches that lie within another."""
    return [one for one in found if not any(other is not one and other.start <= one.start and one.end <= other.end for other in found)]


def _doubles(text: str, start: int, end: int, runs_on: bool) -> list[Quoted]:
    """Stretches in double marks within one paragraph."""
    found: list[Quoted] = []
    opened: list[tuple[int, str]] = []
    for mark in MARK.finditer(text, start, end):
        sign = mark.group()
        if sign in SINGLES or _is_prime(text, mark.start(), sign, bool(opened)):
            continue
        if _opens(text, mark.span(), sign, opened, (start, end)):
            if opened and opened[-1][1] == sign and not _balanced(text, mark.end(), end, sign):
                found.append(Quoted(opened[0][0], _unclosed(text, opened[0][0], mark.start()), False))
                opened = []
            opened.append((mark.start(), sign))
        elif opened:
            begin, _ = opened.pop()
            if not opened:
                found.append(Quoted(begin, mark.end()))
        elif runs_on and not found:
            found.append(Quoted(start, mark.end()))
    if opened:
        found.append(Quoted(opened[0][0], _unclosed(text, opened[0][0], end), False))
    return found


def _opens(text: str, at: Span, sign: str, opened: list[tuple[int, str]], within: Span) -> bool:
    """Whether the double mark at `at` opens a stretch, judged by its sign and its neighbours."""
    left = text[at[0] - 1] if at[0] > within[0] else " "
    right = text[at[1]] if at[1] < within[1] else " "
    if sign == "«" and opened and opened[-1][1] == "»":  # »said,« as in German and Danish books
        return left.isspace()
    if sign in OPEN_ONLY:
        return True
    if sign in CLOSE_ONLY:
        return not opened
    at_word = (left in BEFORE_OPENING or left.isspace() or left in "'‘\"“") and not right.isspace()
    if sign == "“":
        closes = bool(opened) and (opened[-1][1] == "„" or not at_word) and (right.isspace() or not right.isalnum())
        return not closes
    if opened:
        again = opened[-1][1] != sign or sign == STRAIGHT and STRAIGHT in text[at[1] : within[1]]
        return at_word and left.isspace() and right.isalnum() and again
    return at_word


def _balanced(text: str, start: int, end: int, sign: str) -> bool:
    """Whether the rest of a paragraph closes two marks: the second then opened a quote in a quote."""
    if sign == STRAIGHT:
        return text.count(STRAIGHT, start, end) >= 2 * len(OPENING_STRAIGHT.findall(text, start, end)) + 2
    return text.count("”", start, end) >= text.count("“", start, end) + 2


def _is_prime(text: str, at: int, sign: str, opened: bool) -> bool:
    """Whether a straight mark after a digit means inches: 6'2", or 19" with nothing open before it."""
    if sign != '"' or not text[at - 1 : at].isdigit():
        return False
    return bool(re.search(r"\d['’]\s?\d+$", text[max(0, at - 6) : at])) or not opened


def _unclosed(text: str, start: int, end: int) -> int:
    """Where a stretch without a closing mark ends: before its attribution, else with the last word."""
    said = ATTRIBUTED.search(text, start, end)
    return said.start() if said else start + len(text[start:end].rstrip())


def _singles(text: str, start: int, end: int, doubles: list[Quoted]) -> list[Quoted]:
    """Stretches in single marks within one paragraph and outside double marks."""
    taken = [(quoted.start, quoted.end) for quoted in doubles]
    marks = [
        mark.span()
        for mark in MARK.finditer(text, start, end)
        if mark.group() in SINGLES and not any(a <= mark.start() < b for a, b in taken)
    ]
    found: list[Quoted] = []
    for number, (at, after) in enumerate(marks):
        if (found and at < found[-1].end) or not _opens_single(text, at, start):
            continue
        closing = _closing_single(text, at, marks[number + 1 :], taken)
        if closing is not None:
            found.append(Quoted(at, closing, single=True))
    return found


def _opens_single(text: str, at: int, start: int) -> bool:
    """Whether a single mark stands before a word that is no year and no clipped word."""
    left = text[at - 1] if at > start else " "
    if left not in BEFORE_OPENING and not left.isspace():
        return False
    rest = text[at + 1 : at + 16]
    if not rest or rest[0].isspace() or YEAR.match(rest):
        return False
    word = CLIPPED.match(rest)
    clipped = bool(word) and word.group().lower() in words_of("clipped")
    return not (clipped or text[at] == "’" and not rest[0].isupper())


def _closing_single(text: str, at: int, later: list[Span], taken: list[Span]) -> int | None:
    """Where the single mark at `at` is closed: after punctuation if it can be, else after a word.

    A mark after s (residents’) is taken for a possessive while another candidate is left.
    """
    wanted = SINGLES[text[at]]
    limit = next((a for a, b in taken if a > at), len(text))
    ends: list[int] = []
    outside: list[int] = []
    for begin, end in later:
        if begin > at + 1 and _opens_single(text, begin, at) and text[begin] in "‘'‚":
            break
        right = text[end : end + 1]
        if begin < limit and text[begin] in wanted and not text[begin - 1].isspace() and not right.isalnum():
            ends.append(end)
        if begin > limit and text[begin] in wanted and (text[begin - 1] in ",.?!" or right in (",", ".", ";")):
            outside.append(end)
    ends = [end for end in ends if end > at + 2]
    if not ends and text[at] == "‘" and outside:
        return outside[0]  # `‘They said “no”, so we left,’`
    after_stop = [end for end in ends if text[end - 2] in ",.?!…;—"]
    after_word = [end for end in ends if text[end - 2] not in "sS"]
    for choice in (after_stop, after_word, ends):
        if choice:
            return choice[0] if choice is not after_stop or not after_word else min(choice[0], after_word[0])
    return None
