"""How accurate the extraction has been measured to be, as the table `about` tells it.

In: `accuracy.json`, which only `record` writes, when a benchmark is asked to. Out: facts by key. Each measurement is
kept under its name with its corpus, its date, the command that gives it again, and a table of numbers.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path

FILE = Path(__file__).parent / "accuracy.json"

Cell = str | float | int | None


@dataclass(frozen=True, slots=True)
class Measurement:
    """A table of numbers: its header, and its rows, whose first cell names them."""

    name: str
    corpus: str
    date: str
    command: str
    header: Sequence[str]
    rows: Sequence[Sequence[Cell]]


def read_accuracy(file: Path = FILE) -> list[Measurement]:
    """All measurements, in order of name; none where nothing has been measured yet."""
    if not file.exists():
        return []
    return [Measurement(name, **found) for name, found in sorted(json.loads(file.read_text(encoding="utf-8")).items())]


def tell_accuracy(file: Path = FILE) -> dict[str, str]:
    """The measurements as facts: `accuracy_quotes_corpus`, `..._date`, `..._command` and one fact per row,
    `accuracy_quotes_all`, whose numbers are told by name."""
    facts: dict[str, str] = {}
    for found in read_accuracy(file):
        key = f"accuracy_{found.name}"
        facts |= {f"{key}_corpus": found.corpus, f"{key}_date": found.date, f"{key}_command": found.command}
        for name, *cells in found.rows:
            told = (f"{column} {show(cell)}" for column, cell in zip(found.header[1:], cells, strict=True) if cell is not None)
            facts[f"{key}_{str(name).replace(' ', '_')}"] = ", ".join(told)
    return facts


def record(name: str, corpus: str, command: str, header: Sequence[str], rows: Sequence[Sequence[Cell]], file: Path = FILE) -> None:
    """Keep a measurement of today under its name, in place of the one before."""
    kept = {found.name: asdict(found) for found in read_accuracy(file)}
    kept[name] = asdict(Measurement(name, corpus, date.today().isoformat(), command, list(header), [list(row) for row in rows]))
    for found in kept.values():
        found.pop("name")
    file.write_text(json.dumps(kept, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")


def show(cell: Cell) -> str:
    """A share with three digits, a count as it is."""
    return f"{cell:.3f}" if isinstance(cell, float) else str(cell)
