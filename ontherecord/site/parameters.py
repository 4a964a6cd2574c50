"""What stands behind the question mark of a table's or question's address, before Datasette reads it.

In: a table, and names and values as typed. Out: those that Datasette can take, and what is wrong with the others,
which it would answer with a page of error 500 or 400. A page is shown without them and says so; a program that
asked for JSON or CSV is told, because a table in another order than it asked for would mislead it.
"""

import json
from collections.abc import Awaitable, Callable
from types import NoneType
from urllib.parse import parse_qsl, urlencode

from datasette import Response
from datasette.filters import Filters

from ontherecord.schema import BY_NAME
from ontherecord.site.addresses import LONGEST
from ontherecord.site.describing import DATABASE, columns_of

Pair = tuple[str, str]

OF_COLUMNS = ("_sort", "_sort_desc", "_facet", "_facet_date", "_col", "_nocol")
SHAPES = ("arrays", "objects", "array", "arrayfirst", "object")
BOOLEANS = ("on", "off", "true", "false", "1", "0")
LARGEST = 2**63 - 1  # SQLite's; Datasette makes numbers of digits in comparisons
COMPARISONS = ("gt", "gte", "lt", "lte")
LISTS = ("in", "notin")
NO_ARRAYS = ("_facet_array", "arraycontains", "arraynotcontains")  # no column holds arrays
INDEXES = ("_fts_table", "_fts_pk")
LOOKUPS = tuple(key for key, _, _ in Filters([]).lookups() if key not in NO_ARRAYS)
# The most rows that settings.json allows in an answer, and the most that a page of HTML shows.
MOST_ROWS = 2000
PAGE_ROWS = 100
PAGE_FACETS = 200


def clean_parameters(table: str, given: list[Pair], for_page: bool = False) -> tuple[list[Pair], list[str]]:
    """The pairs that can be kept, and the others as `name=value: what is wrong`; questions and SQL are no table.

    With `for_page`, what would make a page of HTML too long is left out, too.
    """
    kept, faults = [], []
    for name, value in given:
        bare = value.replace("\0", "") if columns_of(table) or name.startswith("_") or name == "sql" else value
        fault = find_fault(table, name, bare) or (find_length(name, bare) if for_page else None)
        if fault:
            faults.append(f"{name}={bare[:80]}: {fault}")
        else:
            kept.append((name, bare))
    return kept, faults


def find_fault(table: str, name: str, value: str) -> str | None:
    """What is wrong with a parameter, None if nothing is."""
    if name in ("_size", "_facet_size"):
        return None if value in ("", "max") or (_is_number(value) and int(value) <= MOST_ROWS) else f"a number up to {MOST_ROWS}, or max"
    if name == "_timelimit":
        return None if _is_number(value) and 0 < int(value) <= LARGEST else "a number of milliseconds"
    if name == "_json_infinity":
        return None if value.lower() in BOOLEANS else f"one of {', '.join(BOOLEANS)}"
    if name == "_shape":
        return None if value in SHAPES else f"one of {', '.join(SHAPES)}"
    return find_table_fault(table, name, value) if columns_of(table) else None


def find_length(name: str, value: str) -> str | None:
    """Whether a number of rows, which is valid, is too large for a page."""
    most = {"_size": PAGE_ROWS, "_facet_size": PAGE_FACETS}.get(name)
    if most is None or value == "" or (value != "max" and int(value) <= most):
        return None
    return f"a page shows {most} at most, JSON and CSV {MOST_ROWS:,}"


def find_table_fault(table: str, name: str, value: str) -> str | None:
    """What is wrong with a parameter that only tables and views have."""
    columns = columns_of(table)
    column, _, lookup = name.rpartition("__")
    if name in OF_COLUMNS:
        return None if value in columns or (value == "" and name.startswith("_sort")) else "no such column"
    if name in INDEXES:
        return "each table knows its search indexes"
    if name.startswith("_search_"):
        return None if table in BY_NAME and name.removeprefix("_search_") in BY_NAME[table].search else "no such column to search"
    if name == "_next" and table not in BY_NAME:
        return None if value == "" or (_is_number(value) and int(value) <= LARGEST) else "the number of a row"
    if name == "_through":
        return None if _is_through(table, value) else "a table, column and value as JSON"
    if name in NO_ARRAYS or (column and lookup in NO_ARRAYS):
        return "no column holds arrays"
    if lookup in COMPARISONS and _is_number(value) and int(value) > LARGEST:
        return "too large a number"
    if lookup in LISTS and value.startswith("[") and not _is_list(value):
        return "words between commas, or a list of words and numbers as JSON"
    return None if name.startswith("_") else find_filter_fault(table, name)


def find_filter_fault(table: str, name: str) -> str | None:
    """What is wrong with the name of a filter; SQLite would take an unknown column for a string, and find nothing."""
    column, lookup = name.rsplit("__", 1) if "__" in name else (name, "exact")
    if column not in columns_of(table) | {"rowid"}:
        return f"no such column; there are {', '.join(sorted(columns_of(table)))}"
    return None if lookup in LOOKUPS else f"no such comparison; there are {', '.join(LOOKUPS)}"


def mend_parameters(application: Callable) -> Callable[..., Awaitable[None]]:
    """The application, which is only asked what it can answer."""

    async def wrapped(scope, receive, send):
        place, ending = _place(scope["path"]) if scope["type"] == "http" else (None, "")
        if place is None or len(scope.get("query_string", b"")) > LONGEST:  # too long a one is refused by `addresses`
            return await application(scope, receive, send)
        given = parse_qsl(scope.get("query_string", b"").decode("latin-1"), keep_blank_values=True)
        kept, faults = clean_parameters(place, given, for_page=not ending)
        if scope["path"] == f"/{DATABASE}.csv" and not dict(given).get("sql"):
            faults.append("sql=: a query is needed")
        if faults and ending:
            told = {"ok": False, "error": "; ".join(faults), "status": 400, "title": "Not understood"}
            return await Response.json(told, status=400).asgi_send(send)
        if kept != given:
            scope = scope | {"query_string": urlencode(kept).encode(), "left_out": faults}
        return await application(scope, receive, send)

    return wrapped


def _place(path: str) -> tuple[str | None, str]:
    """The table or question of an address ("" for SQL) and its ending; None for other pages."""
    parts = path.strip("/").split("/")
    stem, _, ending = parts[-1].partition(".")
    if parts[0].partition(".")[0] != DATABASE or len(parts) > 3:
        return None, ""
    return ("" if len(parts) != 2 else stem), (ending if ending in ("json", "csv") else "")


def _is_number(value: str) -> bool:
    return value.isascii() and value.isdigit() and len(value) < 4000


def _is_list(value: str) -> bool:
    """Whether it is JSON for a list of what SQLite can compare with."""
    try:
        given = json.loads(value)
        json.dumps(given, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return False
    return all(isinstance(item, (str, float, NoneType)) or (isinstance(item, int) and abs(item) <= LARGEST) for item in given)


def _is_through(table: str, value: str) -> bool:
    """Whether it names a column of a table with a key to this one."""
    try:
        given = json.loads(value)
        other, column = BY_NAME[given["table"]], given["column"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return False
    refers = any(c.references == table for c in other.columns)
    return refers and column in columns_of(other.name) and isinstance(given.get("value"), (str, int, float))
