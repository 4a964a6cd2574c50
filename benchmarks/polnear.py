"""python -m benchmarks.polnear FOLDER: quotes and sources against PolNeAR's attributions."""

from collections.abc import Sequence
from pathlib import Path

import click

from benchmarks.built import FOLDER, build_options, command_line, find_built, output_options, record_option
from benchmarks.printing import print_errors, print_numbers, print_table
from benchmarks.scoring import quotes
from benchmarks.scoring.brat import read_corpus
from benchmarks.scoring.tally import Numbers
from ontherecord.accuracy import record

HEADER = ("F1", "content match", "exact", "source right on matched", "end to end", "gold", "found", "matched")


@click.command()
@click.argument("folder", type=FOLDER)
@build_options
@output_options
@record_option
def main(folder: Path, db: Path | None, store: Path, workers: int, as_json: bool, show: str | None, limit: int, recorded: str | None) -> None:
    """Score quotes and their sources on FOLDER, which holds text/ and attributions/ as PolNeAR has them.

    Sorts of errors: miss, false, inexact and source, each with a kind (--show "miss indirect"). In what is listed
    the content stands in [ ], the source in { }, the cue in | |.
    """
    compared = quotes.compare(read_corpus(folder), find_built(folder / "text", db=db, store=store, workers=workers).articles)
    numbers = quotes.measure(compared)
    if as_json:
        print_numbers(numbers, as_json)
    else:
        print_table(HEADER, table(numbers))
    print_errors(list(quotes.errors(compared)), show, limit)
    if recorded:
        record("quotes", recorded, command_line("polnear", folder), HEADER, table(numbers))


def table(numbers: Numbers) -> list[Sequence[object]]:
    """One row per kind, all kinds first."""
    rows = []
    for kind in ("all", *quotes.KINDS):
        n = numbers[kind]
        f1 = [n["content_match"]["F1"], n["content_exact"]["F1"], n["source_on_matched"], n["end_to_end"]["F1"]]
        rows.append((kind, *f1, n["n_gold"], n["n_pred"], n["n_hit"]))
    return rows


if __name__ == "__main__":
    main()
