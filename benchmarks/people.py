"""python -m benchmarks.people GOLD TEXTS: people, speakers, pronouns and roles against close readings."""

from pathlib import Path

import click

from benchmarks.built import FOLDER, build_options, command_line, find_built, output_options, record_option
from benchmarks.printing import print_errors, print_numbers
from benchmarks.scoring import people
from benchmarks.scoring.tally import flatten
from ontherecord.accuracy import record


@click.command()
@click.argument("gold", type=FOLDER)
@click.argument("texts", type=FOLDER)
@build_options
@output_options
@record_option
def main(
    gold: Path, texts: Path, db: Path | None, store: Path, workers: int, as_json: bool, show: str | None, limit: int, recorded: str | None
) -> None:
    """Score people on GOLD, a folder with one JSON file per article of TEXTS.

    Sorts of errors: mention, speaker, source missed, pronoun, role.
    """
    numbers, tally = people.measure(people.read_gold(gold), find_built(texts, db=db, store=store, workers=workers))
    print_numbers(numbers, as_json)
    print_errors(tally.errors, show, limit)
    if recorded:
        rows = list(flatten(numbers).items())
        record("people", recorded, command_line("people", gold, texts), ("measure", "value"), rows)


if __name__ == "__main__":
    main()
