"""python -m benchmarks.floors: set the floors of quality to what the pipeline reaches now, less a margin."""

import math
from pathlib import Path

import click

from benchmarks.built import build_options
from benchmarks.gold import ROOT, measure_set
from benchmarks.scoring.gold_sets import find_sets
from benchmarks.scoring.tally import flatten

FILE = ROOT / "benchmarks" / "floors.toml"
MARGIN = 0.02  # a fit on other hardware passes, a broken stage does not: one mistake in fifty
MOST_FALSE = 0.08  # pronouns of nobody named are few, one of them may be linked
AT_MOST = ("pronouns.false", "mentions.entities_split", "mentions.entities_merged")  # errors: the fewer the better
MEASURES = (
    "quotes.recall", "quotes.precision", "recall of.direct", "recall of.mixed", "recall of.indirect", "exact", "kind", "act", "speaker",
    "mentions.recall", "mentions.precision", "mentions.linked", "mentions.entities_split", "mentions.entities_merged",
    "pronouns.right", "pronouns.false", "roles.recall", "roles.precision", "utterances.same", "utterances.different",
)
HEAD = """\
# What the pipeline must reach on the gold in tests/gold; for pronouns.false and the entities split and merged, the most
# that is allowed. tests/test_floors.py checks it, python -m benchmarks.floors sets it; to lower one is a decision.
"""


@click.command()
@build_options
def main(db: Path | None, store: Path, workers: int) -> None:
    """Set benchmarks/floors.toml to what is reached on the gold of the tests, less a margin; look at the difference."""
    parts = [HEAD]
    for gold_set in find_sets(ROOT):
        reached = flatten(measure_set(gold_set, db=db, store=store, workers=workers)[0])
        floors = {measure: floor_of(measure, reached[measure]) for measure in MEASURES}
        parts.append(f"\n[{gold_set.name}]\n" + "".join(f'"{measure}" = {floor}\n' for measure, floor in floors.items() if floor))
    FILE.write_text("".join(parts), encoding="utf-8")


def floor_of(measure: str, value: object) -> str | None:
    """The floor of a measure that reaches a value, as TOML; None where the gold has nothing to measure."""
    if value is None or value == "0 of 0":
        return None
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, int):
        return str(value)
    return f"{value + MOST_FALSE:.2f}" if measure in AT_MOST else f"{math.floor((value - MARGIN) * 100) / 100:.2f}"


if __name__ == "__main__":
    main()
