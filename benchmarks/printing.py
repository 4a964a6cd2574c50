"""What benchmarks print: numbers as a table or as JSON, and errors for reading.

In: numbers and errors from the scorers. Out: text on standard output.
"""

import json
from collections import Counter
from collections.abc import Sequence

import click

from benchmarks.scoring.tally import Numbers, error_lines, flatten


def print_numbers(numbers: Numbers, as_json: bool) -> None:
    """Every number on a line of its own, or all as JSON."""
    if as_json:
        click.echo(json.dumps(numbers, indent=1, ensure_ascii=False))
        return
    for name, value in flatten(numbers).items():
        click.echo(f"{name:28} {show(value)}")


def print_table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """A table for people to read, which is Markdown too."""
    cells = [list(map(show, row)) for row in (header, *rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(header))]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in cells]
    lines.insert(1, "| " + " | ".join("-" * width for width in widths) + " |")
    click.echo("\n".join(lines))


def print_errors(errors: Sequence[tuple[str, str, str]], sort: str | None, limit: int) -> None:
    """The errors of a sort; where there is none, how many there are of which."""
    if sort is None:
        return
    lines = error_lines(errors, sort, limit)
    if not lines:
        sorts = Counter(kind for kind, _, _ in errors)
        lines = [f"no errors of the sort {sort!r}; there are:", *(f"{n:6} {kind}" for kind, n in sorted(sorts.items()))]
    click.echo("\n".join(lines))


def show(value: object) -> str:
    """A ratio with four digits, nothing for None."""
    return f"{value:.4f}" if isinstance(value, float) else "" if value is None else str(value)
