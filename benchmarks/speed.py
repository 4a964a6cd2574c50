"""python -m benchmarks.speed TEXTS: how fast texts become records, beside spaCy alone on the same texts."""

import os

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_name] = "1"  # before numpy is loaded, which reads them once: both sides get one thread

import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import click

from benchmarks.built import FOLDER
from benchmarks.printing import print_table
from ontherecord.annotate import annotate_texts
from ontherecord.parse import BATCH_SIZE, load_pipeline
from ontherecord.records import Article
from ontherecord.sources import read_sources

HEADER = ("run", "parse words/s", "annotate words/s", "ratio", "ratio of CPU")


@click.command()
@click.argument("texts", type=FOLDER)
@click.option("--runs", metavar="N", type=click.IntRange(min=1), default=3, show_default=True, help="Alternating runs.")
@click.option("--articles", metavar="N", type=click.IntRange(min=1), help="Only the first so many articles.")
def main(texts: Path, runs: int, articles: int | None) -> None:
    """Compare annotating, text to records, with list(nlp.pipe(texts, batch_size=8)), all components.

    The ratio is of words per second, annotating to parsing alone: one process, one thread, alternating
    runs, the median counts. CPU time is shown too, as it bears other work on the machine better.
    """
    read = [found.text for found in read_sources([texts]) if isinstance(found, Article)][:articles]
    nlp = load_pipeline()
    words = sum(len(text.split()) for text in read)
    list(annotate_texts(nlp, read[:2]))  # word lists and weights are loaded before the clock starts
    rows = [(run, *compare(nlp, read, words)) for run in range(1, runs + 1)]
    rows.append(("median", *(median(row[i] for row in rows) for i in range(1, len(HEADER)))))
    click.echo(f"{len(read)} articles, {words} words")
    print_table(HEADER, rows)


def compare(nlp, texts: list[str], words: int) -> tuple[int, int, float, float]:
    """One turn of both: words per second, and the ratios by the clock and by CPU time."""
    parse, parse_cpu = _time(lambda: list(nlp.pipe(texts, batch_size=BATCH_SIZE)))
    annotate, annotate_cpu = _time(lambda: list(annotate_texts(nlp, texts)))
    return round(words / parse), round(words / annotate), parse / annotate, parse_cpu / annotate_cpu


def _time(work: Callable[[], object]) -> tuple[float, float]:
    clock, cpu = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - clock, time.process_time() - cpu


if __name__ == "__main__":
    main()
