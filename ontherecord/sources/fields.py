"""What a record tells of its article: which of its columns hold which field, and in which form fields are kept.

In: records with columns of any names. Out: raw articles, and fields in the form in which the database has them:
one line, dates as ISO 8601, web addresses and language codes only where they are such.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from ontherecord.lexicons import read_rows
from ontherecord.sources.dates import to_iso
from ontherecord.sources.fragments import looks_like_markup, text_of_fragment
from ontherecord.sources.raw import Asked, Fields, RawArticle

COLUMNS = Path(__file__).with_name("columns.tsv")
KEPT = ("title", "byline", "publication", "dateline", "published", "url", "language")  # of an article, its text and id aside
MAPPED = (*KEPT, "text", "id")  # what --map can name
ADDRESS = re.compile(r"https?://[^\s/]+\S*")
LANGUAGE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*")
UNSTORABLE = re.compile("[\0\ud800-\udfff]")
NAMED = ("name", "title", "rendered", "value", "$oid", "$date")  # where an object keeps what it stands for
LONGEST = 2_000  # characters of a field; what is longer is no title or name
CUT_OFF = re.compile(r"(?:…|\.\.\.)\s*\[\+\d+ chars\]\s*$")  # how news APIs say that there is more


def find_columns(names: Iterable[str], asked: Asked) -> dict[str, list[str]]:
    """The columns among `names` that hold each field, the one to look at first in front."""
    names = list(names)
    found: dict[str, list[tuple[int, int, str]]] = {}
    for place, name in enumerate(names):
        for rank, field in _known_columns().get(_plain(name), ()):
            found.setdefault(field, []).append((rank, place, name))
    columns = {field: [name for *_, name in sorted(ranked)] for field, ranked in found.items()}
    for field, column in asked.columns.items():
        columns[field] = [column]
    return columns


def read_record(record: Mapping[str, object], asked: Asked, encoding: str, locator: str | None) -> RawArticle | None:
    """The article that a record holds, or None where none of its columns holds a text."""
    columns = find_columns(record, asked)
    told = {field: _first(record, columns.get(field, ())) for field in MAPPED}
    text = _as_text(told.pop("text"))
    item = _as_line(told.pop("id"))
    if not text.strip():
        return None
    return RawArticle(text, encoding, {field: value for field, value in told.items() if value is not None}, item or None, locator)


def is_cut_off(text: str) -> bool:
    """Whether a text says at its end that it is only the beginning."""
    return bool(CUT_OFF.search(text))


def settle_fields(fields: Fields) -> dict[str, str]:
    """The fields in the form in which the database has them; what has no such form is left out."""
    kept: dict[str, str] = {}
    for name in KEPT:
        value = fields.get(name)
        line = to_iso(_unwrapped(value)) if name == "published" else _settle(name, value)
        if line:
            kept[name] = line
    return kept


def storable(text: str) -> str:
    """The text without what no database or file can hold: zero characters, and halves of characters."""
    if not UNSTORABLE.search(text):
        return text
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return whole.replace("\0", "")


def _settle(name: str, value: object) -> str | None:
    line = _as_line(value)
    if not line or len(line) > LONGEST:
        return None
    if name == "url":
        return line if ADDRESS.fullmatch(line) else None
    if name == "language":
        first, *rest = line.replace("_", "-").split("-")
        return "-".join([first.lower(), *rest]) if LANGUAGE.fullmatch(line) else None
    return line


@cache
def _known_columns() -> dict[str, list[tuple[int, str]]]:
    known: dict[str, list[tuple[int, str]]] = {}
    for rank, (column, field) in enumerate(read_rows(COLUMNS)):
        known.setdefault(column, []).append((rank, field))
    return known


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "", name).lower()


def _first(record: Mapping[str, object], columns: Iterable[str]) -> object:
    """What the first of the columns holds that holds anything; a dot leads into an object."""
    for column in columns:
        value: object = record.get(column)
        if value is None and "." in column:
            value = record
            for key in column.split("."):
                value = value.get(key) if isinstance(value, Mapping) else None
        if value is not None and value != "" and value != []:
            return value
    return None


def _unwrapped(value: object) -> object:
    """What an object stands for: `{"name": "Ana Ruiz"}` for the name."""
    if isinstance(value, Mapping):
        return next((value[key] for key in NAMED if value.get(key)), None)
    return value


def _as_line(value: object) -> str:
    """A value as one line; several values with commas between them."""
    if isinstance(value, (list, tuple)):
        return ", ".join(line for line in map(_as_line, value) if line)
    value = _unwrapped(value)
    if value is None or isinstance(value, (Mapping, list, tuple, bool)):
        return ""
    text = storable(str(value))
    return " ".join((text_of_fragment(text) if looks_like_markup(text) else text).split())


def _as_text(value: object) -> str:
    """A value as a text; several values as its paragraphs."""
    if isinstance(value, (list, tuple)):
        return "\n\n".join(text for text in map(_as_text, value) if text)
    value = _unwrapped(value)
    if not isinstance(value, str):
        return ""
    return text_of_fragment(value) if looks_like_markup(value) else value
