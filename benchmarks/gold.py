"""python -m benchmarks.gold [FOLDER...]: whole articles against close readings."""

from pathlib import Path

import click

from benchmarks.built import FOLDER, build_options, find_built, output_options
from benchmarks.printing import print_errors, print_numbers
from benchmarks.scoring import gold as scoring
from benchmarks.scoring.gold_sets import GoldSet, find_sets

ROOT = Path(__file__).resolve().parent.parent


@click.command()
@click.argument("folders", nargs=-1, type=FOLDER)
@build_options
@output_options
def main(folders: tuple[Path, ...], db: Path | None, store: Path, workers: int, as_json: bool, show: str | None, limit: int) -> None:
    """Score gold sets: FOLDERS that hold text/ and gold/; without any, those of the tests and the seeds.

    Sorts of errors: missed, false find, inexact, kind, act, speaker, mention, pronoun, role, utterance.
    """
    for gold_set in [GoldSet.of(folder) for folder in folders] or find_sets(ROOT):
        numbers, tally = measure_set(gold_set, db=db, store=store, workers=workers)
        if not as_json:
            click.echo(f"\n{gold_set.name}, {len(gold_set.gold)} articles")
        print_numbers(numbers, as_json)
        print_errors(tally.errors, show, limit)


def measure_set(gold_set: GoldSet, **built) -> tuple[scoring.Numbers, scoring.Tally]:
    """Build a set's texts, or read the database given, and score it."""
    return scoring.measure(gold_set.gold, find_built(gold_set.texts, **built), gold_set.links)


if __name__ == "__main__":
    main()
