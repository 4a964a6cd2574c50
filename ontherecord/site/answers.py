"""The answer to a question or to SQL, page by page: two thousand rows make no page that a phone opens.

In: the rows as cells to show, and the address asked for. Out: the rows of one page, and the addresses of the others.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

from markupsafe import escape

ROWS = 200
# Bytes of a page's rows; beside them stand the SQL, the values offered and the frame.
LIMIT = 150_000
# Bytes around a cell, beside its column's name, which stands there twice.
CELL = 40

_LIMIT = re.compile(r"\blimit (\d+)\s*$")


@dataclass(frozen=True, slots=True)
class AnswerPage:
    """The rows of one page, which is `number` of `pages`; `first` counts rows from 1."""

    rows: Sequence
    number: int
    pages: int
    first: int
    before: str | None
    after: str | None


def cut_answer(rows: Sequence[Sequence], columns: Sequence[str], query: str) -> AnswerPage:
    """The page of the answer that `_page` in the query string asks for; the first or last where there is no such page."""
    cuts = _find_cuts(rows, sum(2 * len(column) + CELL for column in columns))
    asked = parse_qsl(query, keep_blank_values=True)
    typed = dict(asked).get("_page", "")
    number = min(max(1, int(typed[:9]) if typed.isascii() and typed.isdigit() else 1), len(cuts))
    others = [(name, value) for name, value in asked if name != "_page"]
    before, after = (_address(others, n) if 1 <= n <= len(cuts) else None for n in (number - 1, number + 1))
    start, end = cuts[number - 1], [*cuts, len(rows)][number]
    return AnswerPage(rows[start:end], number, len(cuts), start + 1, before, after)


def is_full(sql: str, count: int) -> bool:
    """Whether an answer has as many rows as its SQL lets through at most: there may be others."""
    limit = _LIMIT.search(sql)
    return limit is not None and count >= int(limit[1])


def _find_cuts(rows: Sequence[Sequence], frame: int) -> list[int]:
    cuts, weight = [0], 0
    for n, row in enumerate(rows):
        heavy = frame + sum(len(escape(cell).encode("utf-8", "replace")) for cell in row)
        if n > cuts[-1] and (weight + heavy > LIMIT or n - cuts[-1] == ROWS):
            cuts.append(n)
            weight = 0
        weight += heavy
    return cuts


def _address(asked: list[tuple[str, str]], number: int) -> str:
    return f"?{urlencode([*asked, ('_page', str(number))])}#answer"
