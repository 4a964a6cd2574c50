"""CSV and TSV: an article per row, under a header that names the columns.

Commas, semicolons, tabs or bars part the cells, whichever splits the header into more names.
"""

import csv
from itertools import count
from typing import BinaryIO

from ontherecord.sources.encodings import MAX_CHARACTERS, mend_escaped, open_text
from ontherecord.sources.faults import Unreadable
from ontherecord.sources.fields import find_columns, read_record
from ontherecord.sources.raw import Asked, Found, RawArticle, Refusal

ENDINGS = (".csv", ".tsv", ".tab")
DELIMITERS = ",;\t|"
LONGEST_HEADER = 100_000  # characters
FIRST_ROW = 2  # as spreadsheets count: the header is row 1
ESCAPE = "\x1b"  # parts the cells of a row while its encoding is found; it stands in no text


def read(stream: BinaryIO, asked: Asked) -> Found:
    """The articles of a table, row by row."""
    csv.field_size_limit(8 * MAX_CHARACTERS)
    lines, encoding = open_text(stream)
    first = lines.readline(LONGEST_HEADER).lstrip("\ufeff")
    delimiter = max(DELIMITERS, key=first.count)
    header, _ = mend_escaped(first, encoding, asked.shown)
    names = [name.strip() for name in next(csv.reader([header], delimiter=delimiter), [])]
    if not set(find_columns(names, asked).get("text", ())).intersection(names):
        raise no_text_column(names, asked)
    rows = csv.reader(lines, delimiter=delimiter)
    for number in count(FIRST_ROW):
        try:
            cells = next(rows, None)
        except csv.Error as error:
            raise Unreadable("bad-csv", f"{asked.shown}, line {rows.line_num + 1}: {error}; mend the quotation marks there") from error
        if cells is None:
            return
        if cells:
            yield _read_row(names, cells, f"row {number}", encoding, asked)


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
