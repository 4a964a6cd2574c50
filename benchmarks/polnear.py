"""python -m benchmarks.polnear FOLDER: quotes and sources against PolNeAR's attributions."""

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from benchmarks.built import FOLDER, build_options, find_built, output_options
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
@click.option("--record", "recorded", metavar="CORPUS", help="Keep the table in ontherecord/accuracy.json under this description of the corpus.")
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
        record("quotes", recorded, command(folder), HEADER, table(numbers))


def table(numbers: Numbers) -> list[Sequence[object]]:
    """One row per kind, all kinds first."""
    rows = []
    for kind in ("all", *quotes.KINDS):
        n = numbers[kind]
        f1 = [n["content_match"]["F1"], n["content_exact"]["F1"], n["source_on_matched"], n["end_to_end"]["F1"]]
        rows.append((kind, *f1, n["n_gold"], n["n_pred"], n["n_hit"]))
    return rows


def command(*folders: Path) -> str:
    """The command that gives these numbers, wherever the folders are kept."""
    module = Path(sys.argv[0]).stem
    return shlex.join(["python", "-m", f"benchmarks.{module}", *(f"{folder.resolve().parent.name}/{folder.resolve().name}" for folder in folders)])


if __name__ == "__main__":
    main()
