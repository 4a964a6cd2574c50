"""Lines that a text editor or an agency's wire has broken at a fixed width, and which the parser should see joined.

In: a text. Out: the line ends that stand inside a sentence, and what to put there. A text is taken for wrapped where no
line is longer than a printed one, and most lines that another follows at once end because its first word had no room
and the next goes on in small letters. A line that is indented, or follows one with room to spare, begins a paragraph.
Missed on purpose: verse, lists and texts of which only some paragraphs are wrapped.
"""

import re
from collections.abc import Iterator

NARROWEST, WIDEST = 40, 100  # characters of the longest line; wires and mail programs break at 60 to 80
MOSTLY = 0.5  # by judgement: of the lines of English prose three quarters begin with a small letter, of lists none
LINE = re.compile(r"([^\r\n]*)(\r\n|\n|\r|\Z)")
MARKS = ("-", "–", "—", "*", "•", ">", "·")  # what a list's items begin with
HYPHENS = ("-", "\xad", "\u2010")


def find_wraps(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield where a line end stands inside a sentence: start, end, and what stands for it, a space or nothing."""
    if "\n" not in text and "\r" not in text:
        return
    lines = [(match[1], *match.span(2)) for match in LINE.finditer(text)]
    width = max(len(line.rstrip()) for line, *_ in lines)
    if not NARROWEST <= width <= WIDEST:
        return
    breaks = [n for n in range(len(lines) - 1) if lines[n][0].strip() and lines[n + 1][0].strip()]
    joined = [n for n in breaks if _is_full(lines[n][0], lines[n + 1][0], width)]
    going_on = sum(_goes_on(lines[n][0], lines[n + 1][0]) for n in joined)
    if going_on == 0 or going_on < MOSTLY * len(breaks):
        return
    for n in joined:
        line, start, end = lines[n]
        yield start, end, "" if line.endswith(HYPHENS) and lines[n + 1][0][:1].islower() else " "


def _is_full(line: str, following: str, width: int) -> bool:
    """Whether the next line's first word had no room on this line, and the next line begins nothing new."""
    if following[:1].isspace() or following.startswith(MARKS):
        return False
    return len(line.rstrip()) + 1 + len(following.split(None, 1)[0]) > width


def _goes_on(line: str, following: str) -> bool:
    """Whether a sentence goes on from one line to the next."""
    return following[0].islower() and line.rstrip()[-1] not in ".!?:"
