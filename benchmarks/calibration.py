"""python -m benchmarks.calibration FOLDER: stated confidence, by tenths, against the share that is right."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from benchmarks.built import FOLDER, build_options, command_line, find_built, record_option
from benchmarks.printing import print_table
from benchmarks.scoring import people, quotes
from benchmarks.scoring.brat import read_corpus
from benchmarks.scoring.found import Found
from benchmarks.scoring.quotes import Compared
from benchmarks.scoring.tally import Tally
from ontherecord.accuracy import record

HEADER = ("tenth", "rows", "stated", "right", "difference")
ENOUGH = 50  # rows; in a tenth that holds fewer the share that is right says little
TENTHS = 10

Judged = Iterable[tuple[float, bool]]  # what was stated, and whether it was right


@click.command()
@click.argument("folder", type=FOLDER)
@click.option("--people", "people_gold", type=FOLDER, help="Close readings of people: judges named speakers, not only the words of the source.")
@record_option
@build_options
def main(folder: Path, people_gold: Path | None, recorded: str | None, db: Path | None, store: Path, workers: int) -> None:
    """Compare what quotes state of themselves with PolNeAR's attributions in FOLDER.

    A quote is right if its content matches one of the corpus. A speaker is right, on matched quotes, if the
    words of the source are; with --people, if the people named are.
    """
    found = find_built(folder / "text", db=db, store=store, workers=workers)
    compared = quotes.compare(read_corpus(folder), found.articles)
    tables = {"confidence": judge_quotes(compared), "speaker_confidence": judge_sources(compared)}
    if people_gold:
        tables["speaker_confidence, people"] = judge_people(people.read_gold(people_gold), found)
    for name, judged in tables.items():
        rows = tenths(judged)
        click.echo(f"\n{name}")
        print_table(HEADER, rows)
        if recorded:
            record(f"calibration_{name.replace(', ', '_')}", recorded, command_line("calibration", folder), HEADER, rows)


def judge_quotes(compared: Sequence[Compared]) -> Judged:
    """Every quote: its confidence, and whether its content matches."""
    for article in compared:
        matched = {p for _, p in article.pairs}
        for p, item in enumerate(article.predicted):
            yield item.origin.confidence, p in matched


def judge_sources(compared: Sequence[Compared]) -> Judged:
    """Every matched quote that states a speaker's confidence, and whether its source is right."""
    for article in compared:
        for _, predicted, right in article.right_sources():
            if predicted.origin.speaker_confidence is not None:
                yield predicted.origin.speaker_confidence, right


def judge_people(gold: dict[str, dict], found: Found) -> Judged:
    """Every quote whose source is one of the gold's, and whether its named speakers are right."""
    for place in people.places(gold, found, Tally()):
        for source in people.find_sources(place):
            for quote in source.quotes:
                if quote.speaker_confidence is not None:
                    yield quote.speaker_confidence, people.speakers_right(place, source, quote)


def tenths(judged: Judged) -> list[Sequence[object]]:
    """One row per tenth that holds any: how many, the mean of what was stated, the share that is right."""
    groups: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for stated, right in judged:
        groups[min(int(stated * TENTHS), TENTHS - 1)].append((stated, right))
    rows = []
    for tenth, rated in sorted(groups.items()):
        stated = sum(s for s, _ in rated) / len(rated)
        share = sum(r for _, r in rated) / len(rated)
        mark = " (few)" if len(rated) < ENOUGH else ""
        rows.append((f"{tenth / TENTHS:.1f}-{(tenth + 1) / TENTHS:.1f}{mark}", len(rated), stated, share, share - stated))
    return rows


if __name__ == "__main__":
    main()
