"""What a dateline looks like: `(Agency) –`, `PLACE >>`, `PLACE, State, Sept. 28 (AP) —`, `PLACE, 28 September (AFP) —`.

In: a line. Out: the match, with groups `agency` and `place`. A dateline without a dash or `>>` is not told
from prose.
"""

import re

from ontherecord.lexicons import words_of

PLACE = r"[A-ZÀ-Þ][\w.’'À-ÿ-]*(?: [A-ZÀ-Þ(][\w.’'À-ÿ-]*)*"
DASH = r"(?:—|–|―|--|>>|»|-)"
CAPITALS = r"[A-ZÀ-Þ][A-ZÀ-Þ.’'-]+(?:[ -][A-ZÀ-Þ.’'-]+){0,3}"
DATE = r"(?:,? (?:[A-Z][a-z]+\.? \d{1,2}(?:, \d{4})?|\d{1,2} [A-Z][a-z]+\.?(?: \d{4})?))?"
DATELINES = (
    re.compile(rf"\((?P<agency>{PLACE})\)\s*{DASH}\s"),
    re.compile(rf"(?P<place>{CAPITALS}(?:, {PLACE}){{0,2}}?){DATE}(?:,? \((?P<agency>{PLACE})\))?{DATE}\s*{DASH}\s"),
    re.compile(rf"(?P<place>{PLACE}(?:, {PLACE}){{0,2}}?){DATE},? \((?P<agency>{PLACE})\){DATE}\s*{DASH}\s"),
)


def match_dateline(line: str) -> re.Match[str] | None:
    """The match of a dateline at the start of a line: `(Agency) –`, `PLACE >>`, `PLACE, State (AP) —`."""
    match = next((m for pattern in DATELINES if (m := pattern.match(line))), None)
    place = (match.groupdict().get("place") or "") if match else ""
    return None if place.split(" ", 1)[0] in words_of("credits", "banner") else match
