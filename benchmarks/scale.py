"""python -m benchmarks.scale: how time and memory grow with the archive, and what a second process brings, as ratios.

In: how many invented articles. Out: a table of ratios with what each may at least or at most be. Every ratio is of two
measurements of one run, each in a fresh process. Ratios of CPU time are given beside those of the clock where one process
does the work, for they bear other work on the machine better.
"""

import os

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_name] = "1"  # before numpy is loaded, which reads them once: a process is one thread

import resource
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import batched
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from benchmarks.invented import ARTICLES_PER_STORY, invent, write_invented
from benchmarks.printing import print_table
from ontherecord.database import write_database
from ontherecord.records import Article
from ontherecord.shards import load_model
from ontherecord.sources import read_sources
from ontherecord.sources.gathered import Gathered, Gathering
from ontherecord.store import Kept, Store
from ontherecord.version import DEFAULT_MODEL, pipeline_version
from ontherecord.workers import annotate_all

if TYPE_CHECKING:
    from spacy.language import Language

HEADER = ("what", "may be", "by the clock", "by CPU time")
TIMES = 10  # the larger archive to the smaller
FIRST = "“No,” said Ana Ruiz."
COMPARED = 300  # articles on which annotating is compared with parsing, and a story's joined to one of the length of news


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds by the clock and of this process's CPU."""

    clock: float
    cpu: float

    def __truediv__(self, other: "Cost") -> "Cost":
        return Cost(self.clock / other.clock, self.cpu / other.cpu)

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(self.clock + other.clock, self.cpu + other.cpu)


@dataclass(frozen=True, slots=True)
class Measured:
    """What one build cost, step by step, and the most memory that its process had, in MB."""

    read: Cost
    load: Cost
    annotate: Cost
    assemble: Cost
    memory: float

    @property
    def without_load(self) -> Cost:
        return self.read + self.annotate + self.assemble


@click.command()
@click.option("--articles", metavar="N", type=click.IntRange(min=10 * TIMES), default=10_000, show_default=True,
              help=f"The larger archive; the smaller has one {TIMES}th of it. With fewer than 10,000 the numbers tell less.")
def main(articles: int) -> None:
    """Measure building an archive of invented articles, and one of a tenth of it; takes 15 minutes or more."""
    few = articles // TIMES
    with TemporaryDirectory(prefix="ontherecord-scale-") as name:
        folder = Path(name)
        short = [invent(number) for number in range(min(few, COMPARED))]
        usual = ["\n".join(story) for story in batched(short, ARTICLES_PER_STORY)]
        of_usual, of_short = (_apart(measure_annotating, texts) for texts in (usual, short))
        one = _apart(measure_build, folder, few, "one", 1)
        two = _apart(measure_build, folder, few, "two", 2)
        more = _apart(measure_build, folder, few + 1, "one", 1)
        many = _apart(measure_build, folder, articles, "many", 1)
    click.echo(f"{few:,} and {articles:,} articles, load average {os.getloadavg()[0]:.1f} at the end; seconds and MB:\n")
    print_table(("build", "read", "load", "annotate", "assemble", "memory"), list(_costs(one, two, more, many)))
    click.echo()
    annotating = [("annotate, one process, to nlp.pipe", ">= 0.75", *of_usual), ("the same, articles of 135 words", "", *of_short)]
    print_table(HEADER, [*annotating, *_ratios(one, two, more, many)])


def _costs(one: Measured, two: Measured, more: Measured, many: Measured) -> Iterator[tuple[str, ...]]:
    for name, measured in (("fewer", one), ("with two workers", two), ("and one new", more), ("more", many)):
        costs = (measured.read, measured.load, measured.annotate, measured.assemble)
        yield name, *(f"{cost.clock:.1f}" for cost in costs), f"{measured.memory:.0f}"


def _ratios(one: Measured, two: Measured, more: Measured, many: Measured) -> Iterator[tuple[str, str, float, float | None]]:
    yield "two workers to one, model load included", ">= 1.7", (one.load + one.annotate).clock / (two.load + two.annotate).clock, None
    yield "assemble, checks and index, to annotate", "<= 0.05", *_both(many.assemble / many.annotate)
    yield "one new article, to the full build", "<= 0.07", *_both(more.without_load / one.without_load)
    yield f"peak memory, {TIMES} times the articles", "<= 1.25", many.memory / one.memory, None
    for step in ("annotate", "assemble"):
        clock, cpu = _both(getattr(many, step) / getattr(one, step))
        yield f"{step} per article, {TIMES} times the articles", "<= 1.2", clock / TIMES, cpu / TIMES


def _both(cost: Cost) -> tuple[float, float]:
    return cost.clock, cost.cpu


def _apart[T](work: Callable[..., T], *arguments: object) -> T:
    """Do it in a process of its own, whose memory is nobody else's."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(work, *arguments).result()


def measure_annotating(texts: list[str]) -> tuple[float, float]:
    """Annotating to parsing alone, in words per second: by the clock, and by CPU time."""
    from benchmarks.speed import compare

    nlp = _load()
    *_, clock, cpu = compare(nlp, texts, sum(len(text.split()) for text in texts))
    return clock, cpu


def measure_build(folder: Path, count: int, store_name: str, workers: int) -> Measured:
    """Build the first `count` invented articles, with what the store holds."""
    given = write_invented(folder / f"in{count}", count)
    store = Store(folder / store_name, pipeline_version(DEFAULT_MODEL))
    with _Clock() as read:
        articles = _gather(found for found in read_sources([given]) if isinstance(found, Article))
    with _Clock() as load:
        if workers == 1:
            _load()
    with _Clock() as annotate:
        annotate_all(articles, model=DEFAULT_MODEL, workers=workers, store=store)
    with _Clock() as assemble:
        write_database(folder / f"{count}.unfinished", articles, Kept(store, articles.keys), [], {})
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Measured(read.cost, load.cost, annotate.cost, assemble.cost, peak)


def _load() -> "Language":
    """The pipeline, imported and loaded as a build does it, and with the first text word lists and weights too."""
    from ontherecord.annotate import annotate_texts  # only here: what it imports is a part of what loading costs

    nlp = load_model(DEFAULT_MODEL)
    list(annotate_texts(nlp, [FIRST]))
    return nlp


def _gather(articles: Iterable[Article]) -> Gathered:
    gathering = Gathering()
    for article in articles:
        gathering.add(article)
    return gathering.settle()


class _Clock:
    """Times what is done within it."""

    cost: Cost

    def __enter__(self) -> "_Clock":
        self._start = time.perf_counter(), time.process_time()
        return self

    def __exit__(self, *_: object) -> None:
        self.cost = Cost(time.perf_counter() - self._start[0], time.process_time() - self._start[1])


if __name__ == "__main__":
    main()
