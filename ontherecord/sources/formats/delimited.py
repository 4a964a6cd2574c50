"""CSV and TSV: an article per row, under a header that names the columns.

Commas, semicolons, tabs or bars part the cells, whichever splits the header into more names.
"""

import csv
from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO, TextIO

from ontherecord.sources.encodings import MAX_CHARACTERS, mend_escaped, open_text
from ontherecord.sources.faults import ODD_MARKS, Unreadable
from ontherecord.sources.fields import find_columns, read_record
from ontherecord.sources.raw import Asked, Found, RawArticle, Refusal

ENDINGS = (".csv", ".tsv", ".tab")
DELIMITERS = ",;\t|"
LONGEST_HEADER = 100_000  # characters
FIRST_ROW = 2  # as spreadsheets count: the header is row 1
ESCAPE = "\x1b"  # parts the cells of a row while its encoding is found; it stands in no text


def read(stream: BinaryIO, asked: Asked) -> Found:
    """The articles of a table, row by row."""
    lines, encoding = open_text(stream)
    first = lines.readline(LONGEST_HEADER).lstrip("\ufeff")
    delimiter = max(DELIMITERS, key=first.count)
    header, _ = mend_escaped(first, encoding, asked.shown)
    names = [name.strip() for name in next(csv.reader([header], delimiter=delimiter), [])]
    if not set(find_columns(names, asked).get("text", ())).intersection(names):
        raise no_text_column(names, asked)
    for number, (cells, fault) in enumerate(_read_records(lines, delimiter, asked.shown), FIRST_ROW):
        if fault:
            yield Refusal("bad-csv", fault)
        elif cells:
            yield _read_row(names, cells, f"row {number}", encoding, asked)


def _read_records(lines: TextIO, delimiter: str, shown: str) -> Iterator[tuple[list[str], str | None]]:
    """Yield the records below the header, each with its cells and what is wrong with its quotation marks.

    They may be odd within one line, where they can do no harm; over several, a record may have swallowed others.
    """
    csv.field_size_limit(8 * MAX_CHARACTERS)
    end = FIRST_ROW - 1
    while True:
        first, taken = end + 1, []
        try:
            cells = next(csv.reader(_keep(lines, taken), delimiter=delimiter, strict=True), None)
            odd = False
        except csv.Error:
            cells, odd = _read_oddly(lines, taken, delimiter, f"{shown}, line {first}"), True
        if cells is None:
            return
        end = first + len(taken) - 1
        lost = odd and (end > first or _is_open(taken[0], delimiter))
        yield cells, f"{shown}, line {first}: {ODD_MARKS}, so {_tell_lines(first, end)} left out; mend the quotation marks there" if lost else None


def _keep(lines: TextIO, taken: list[str]) -> Iterator[str]:
    """The lines that are still to come, each added to `taken`."""
    for line in lines:
        taken.append(line)
        yield line


def _read_oddly(lines: TextIO, taken: list[str], delimiter: str, place: str) -> list[str]:
    """Read a record again whose quotation marks are odd; raise Unreadable where it has no end."""
    try:
        return next(csv.reader(chain(tuple(taken), _keep(lines, taken)), delimiter=delimiter))
    except csv.Error as error:
        raise Unreadable("bad-csv", f"{place}: {error}; mend the quotation marks there, what comes after is not read") from error


def _is_open(line: str, delimiter: str) -> bool:
    """Whether a line ends within quotation marks."""
    return len(list(csv.reader([line, ""], delimiter=delimiter))) == 1


def _tell_lines(first: int, last: int) -> str:
    return f"lines {first} to {last} are" if last > first else "the row is"


def no_text_column(names: list[str], asked: Asked) -> Unreadable:
    """The fault of a table none of whose columns holds texts."""
    told = ", ".join(names[:20]) or "none"
    return Unreadable("no-text", f"{asked.shown}: no column of texts; if one holds them, say --map text=COLUMN (its columns: {told})")


def _read_row(names: list[str], cells: list[str], place: str, encoding: str, asked: Asked) -> RawArticle | Refusal:
    shown = f"{asked.shown}, {place}"
    if len(cells) != len(names):
        return Refusal("bad-csv", f"{shown}: {len(cells)} cells where the header has {len(names)}; quote cells that hold a comma")
    try:
        joined, encoding = mend_escaped(ESCAPE.join(cells), encoding, shown)
    except Unreadable as fault:
        return Refusal(fault.reason, str(fault))
    article = read_record(dict(zip(names, joined.split(ESCAPE), strict=False)), asked, encoding, place)
    return article or Refusal("no-text", f"{shown}: its cell of text is empty; fill it or remove the row")
