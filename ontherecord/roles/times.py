"""Times around a title that tell whether it still holds: `until last month`, `from 1990 to 1994`.

In: a `Page` and where the words may begin. Out: where the text goes on behind them. Missed on purpose: events for a time (`until
the flood`).
"""

import re

from ontherecord.role_nouns import kind_words
from ontherecord.roles.page import Page

TIMING = {"last", "this", "recently", "earlier", "early", "late", "ago", "in"}  # around a time: `until late last year`
DECADE = re.compile(r"(?:1[5-9]|20)\d0s")


def past_time(page: Page, at: int) -> int:
    """Where the text goes on after `until 2019`, `from 1990 to 1994`, `between 1990 and 1994`, `in the 1990s` behind a title."""
    word = page.word(at)
    if word in ("from", "between") and page.tag(at + 1) == page.tag(at + 3) == "CD" and page.word(at + 2) in ("to", "until", "and", "-", "–"):
        return at + 4
    if word == "in" and page.word(at + 1) == "the" and DECADE.fullmatch(page.word(at + 2)):
        return at + 3
    return max(at + 1, after_time(page, at)) if word == "until" else at


def after_time(page: Page, at: int) -> int:
    """Where the text goes on after `until last month`, `since 2019`, `until a year ago`."""
    i, units = at + 1, kind_words("time") | TIMING
    while page.word(i) in units or page.tag(i) == "CD" or page.word(i) in ("a", "the", "few") and page.word(i + 1) in (*units, "few"):
        i += 1
    return i if i > at + 1 else at
