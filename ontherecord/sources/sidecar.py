"""What a curator knows of articles and their texts do not say: `metadata.csv` in a source folder.

In: the folders of a file. Out: the fields that the sidecars there give it, and a reject per faulty row.
Columns: `path` (below the sidecar's folder, with extension), and any of `title`, `byline`, `publication`,
`published` (ISO 8601), `url`, `language` (as `en` or `en-US`). An empty cell says nothing; a faulty row is
left out whole. Of several sidecars above a file the nearest wins, field by field.
"""

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from io import StringIO
from os.path import isfile
from pathlib import Path
from posixpath import normpath

from ontherecord.records import Reject
from ontherecord.sources.faults import ODD_MARKS, Unreadable, refuse
from ontherecord.sources.listing import SIDECAR, Listed
from ontherecord.sources.encodings import decode

COLUMNS = ("path", "title", "byline", "publication", "published", "url", "language")
SHAPES = {
    "published": (re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d\S*)?"), "a date as 2022-10-19"),
    "url": (re.compile(r"https?://[^\s/]+\S*"), "an address that begins with http:// or https://"),
    "language": (re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*"), "a language as en or en-US"),
}
MEND = "mend the quotation marks there"

Fields = dict[str, str]


class Sidecars:
    """The sidecars of a build, each read once, when the first file below its folder comes by."""

    def __init__(self) -> None:
        self._rows: dict[Path, dict[str, Fields]] = {}

    def details(self, file: Listed) -> tuple[Fields, list[Reject]]:
        """The fields that sidecars give a file, and the faults of sidecars met for the first time."""
        details: Fields = {}
        faults: list[Reject] = []
        for folder in file.folders:
            if folder not in self._rows:
                shown = file.source_path.removesuffix(_below(file, folder)) + SIDECAR
                self._rows[folder] = _sort_out(read_sidecar(folder / SIDECAR, shown), faults)
            if rows := self._rows[folder]:
                details |= rows.get(_below(file, folder), {})
        return details, faults


def _below(file: Listed, folder: Path) -> str:
    return file.path.relative_to(folder).as_posix()


def read_sidecar(path: Path, shown: str) -> Iterator[Fields | Reject]:
    """Yield the filled cells of each row of a sidecar called `shown`, or its fault; nothing where there is none."""
    try:
        text, _ = decode(path.read_bytes(), shown)
    except FileNotFoundError:
        return
    except OSError as error:
        yield Reject(shown, "metadata", refuse(shown, error, "vanished").detail)
    except Unreadable as fault:
        yield Reject(shown, "metadata", str(fault))
    else:
        yield from _read_rows(text, lambda below: isfile(path.parent / below), shown)


def read_packed(packed: Mapping[str, bytes], names: frozenset[str], shown: str) -> tuple[dict[str, Fields], list[Reject]]:
    """The fields that sidecars in an archive give its files, by name, and the faults of the sidecars.

    `packed` holds the sidecars' bytes by their names in the archive, which is called `shown` and holds `names`.
    """
    details: dict[str, Fields] = {}
    faults: list[Reject] = []
    for sidecar in sorted(packed, key=lambda name: (name.count("/"), name)):
        folder, place = sidecar.removesuffix(SIDECAR), f"{shown}, {sidecar}"
        try:
            rows = _read_rows(decode(packed[sidecar], place)[0], lambda below: f"{folder}{below}" in names, place)  # noqa: B023
            for below, fields in _sort_out(rows, faults).items():
                details[folder + below] = details.get(folder + below, {}) | fields
        except Unreadable as fault:
            faults.append(Reject(place, "metadata", str(fault)))
    return details, faults


def _sort_out(rows: Iterator[Fields | Reject], faults: list[Reject]) -> dict[str, Fields]:
    """The good rows by their path, which they no longer hold; the others are added to `faults`."""
    good: dict[str, Fields] = {}
    for row in rows:
        if isinstance(row, Reject):
            faults.append(row)
        else:
            good[normpath(row.pop("path"))] = row
    return good


def _read_rows(text: str, is_file: Callable[[str], bool], shown: str) -> Iterator[Fields | Reject]:
    """Check a sidecar's header and rows one by one; `is_file` tells whether a path in its folder leads to a file."""
    lines = list(StringIO(text, newline=""))
    header, fault = _read_header(lines[:1])
    if fault:
        yield Reject(shown, "metadata", f"{shown} line 1: {fault}")
        return
    seen: set[str] = set()
    for number, cells, fault in _read_records(lines, lambda line: _is_row(line, header, is_file)):
        if fault := fault or _fault_of_row(header, cells, is_file, seen):
            yield Reject(shown, "metadata", f"{shown} line {number}: {fault}")
        elif cells:
            yield {column: cell.strip() for column, cell in zip(header, cells, strict=True) if cell.strip()}


def _read_header(lines: Sequence[str]) -> tuple[list[str], str | None]:
    """The names of the columns, and what is wrong with them."""
    try:
        header = [cell.strip() for cell in next(csv.reader(lines, strict=True), [])]
    except csv.Error as error:
        return [], f"{ODD_MARKS} ({error}); {MEND}"
    return header, _fault_of_header(header)


def _read_records(lines: Sequence[str], is_row: Callable[[str], bool]) -> Iterator[tuple[int, list[str], str | None]]:
    """Yield the records below the header, each with the line on which it begins, its cells and what is wrong with its quotation marks.

    Of a broken record only its first line is lost; a mark that swallows a row is broken, even if another closes it further down.
    """
    at = 1
    while at < len(lines):
        records = csv.reader((lines[n] for n in range(at, len(lines))), strict=True)  # noqa: B023 - it is used up before `at` changes
        cells: list[str] = []
        try:
            cells = next(records)
        except csv.Error as error:
            fault, end = f"{ODD_MARKS} ({error}); {MEND}", at + 1
        else:
            fault, end = None, at + records.line_num
        if any(map(is_row, lines[at + 1 : end])):
            fault, end = f"{ODD_MARKS}; {MEND}", at + 1
        yield at + 1, cells, fault
        at = end


def _is_row(line: str, header: list[str], is_file: Callable[[str], bool]) -> bool:
    """Whether a line by itself is a row that speaks of a file."""
    path = dict(zip(header, next(csv.reader([line]), []), strict=False)).get("path", "").strip()
    return bool(path) and is_file(normpath(path))


def _fault_of_header(header: list[str]) -> str | None:
    """What is wrong with a header, with its remedy."""
    known = "the columns are " + ",".join(COLUMNS)
    if "path" not in header:
        return f"no column path; {known}"
    if unknown := [column for column in header if column not in COLUMNS]:
        return f"unknown column {unknown[0]!r}; {known}"
    if len(set(header)) < len(header):
        return f"a column twice; {known}"
    return None


def _fault_of_row(header: list[str], cells: list[str], is_file: Callable[[str], bool], seen: set[str]) -> str | None:
    """What is wrong with a row, with its remedy; `seen` holds the paths of the rows before."""
    if not cells:
        return None
    if len(cells) != len(header):
        return f"{len(cells)} cells where the header has {len(header)}; quote cells that hold a comma"
    row = {column: cell.strip() for column, cell in zip(header, cells, strict=True)}
    path = normpath(row["path"]) if row["path"] else ""
    if not path or not is_file(path):
        return f"no file {path!r} in this folder; correct the path or remove the row"
    if path in seen:
        return f"{path!r} for the second time; leave one row of the two"
    seen.add(path)
    return next((fault for column in SHAPES if (fault := _fault_of_cell(column, row.get(column, "")))), None)


def _fault_of_cell(column: str, cell: str) -> str | None:
    """What is wrong with a cell whose shape is known, with its remedy."""
    shape, wanted = SHAPES[column]
    good = not cell or bool(shape.fullmatch(cell))
    if good and cell and column == "published":
        good = _is_time(cell)
    return None if good else f"{column} {cell!r} is not {wanted}; correct or empty it"


def _is_time(cell: str) -> bool:
    try:
        datetime.fromisoformat(cell)
    except ValueError:
        return False
    return True
