"""python -m benchmarks.people GOLD TEXTS: people, speakers, pronouns and roles against close readings."""

from pathlib import Path

import click

from benchmarks.built import FOLDER, build_options, find_built, output_options
from benchmarks.printing import print_errors, print_numbers
from benchmarks.scoring import people


@click.command()
@click.argument("gold", type=FOLDER)
@click.argument("texts", type=FOLDER)
@build_options
@output_options
def main(gold: Path, texts: Path, db: Path | None, store: Path, workers: int, as_json: bool, show: str | None, limit: int) -> None:
    """Score people on GOLD, a folder with one JSON file per article of TEXTS.

    Sorts of errors: mention, speaker, source missed, pronoun, role.
    """
    numbers, tally = people.measure(people.read_gold(gold), find_built(texts, db=db, store=store, workers=workers))
    print_numbers(numbers, as_json)
    print_errors(tally.errors, show, limit)


if __name__ == "__main__":
    main()
