"""The database that a benchmark scores: a given one, or one built from texts by the very code that publishes.

In: a database or a folder of texts, and where annotations are kept. Out: the database as scorers read it.
Annotations are kept by text and pipeline version, so that scoring again after a change of a scorer, or of
anything after annotation, takes seconds.
"""

import os
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

import click

from benchmarks.scoring.found import Found, read_database
from build_db import Options, build
from ontherecord.sources import Settings
from ontherecord.version import DEFAULT_MODEL

STORE = Path(gettempdir()) / "ontherecord-benchmarks"
NONE = Path(os.devnull)  # what is scored is the extraction, not what people have mended
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
FILE = click.Path(dir_okay=False, path_type=Path)


def find_built(texts: Path, *, db: Path | None = None, store: Path = STORE, workers: int = 1) -> Found:
    """Read `db`, or build a database from the folder `texts` and read that."""
    if db is not None:
        return read_database(db)
    with TemporaryDirectory() as folder:
        return read_database(build_from(texts, Path(folder) / "benchmark.db", store=store, workers=workers))


def build_from(texts: Path, db: Path, *, store: Path = STORE, workers: int = 1) -> Path:
    """Build the database `db` from a folder of texts; build_db.NotBuilt where it comes to nothing."""
    build(Options(sources=(texts,), settings=Settings(), db=db, store=str(store), workers=workers, model=DEFAULT_MODEL, silent=True,
                  strict=False, corrections=NONE))
    return db


def build_options[F: Callable](command: F) -> F:
    """The options that say where a benchmark's database comes from."""
    for option in (
        click.option("--workers", metavar="N", type=click.IntRange(min=1), default=1, show_default=True, help="Processes that annotate."),
        click.option("--store", metavar="DIR", type=click.Path(file_okay=False, path_type=Path), default=STORE, show_default=True,
                     help="Where annotations are kept for the next run."),
        click.option("--db", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path),
                     help="Score this database instead of building one."),
    ):
        command = option(command)
    return command


def output_options[F: Callable](command: F) -> F:
    """The options that say what a benchmark prints."""
    for option in (
        click.option("--limit", metavar="N", type=click.IntRange(min=1), default=50, show_default=True, help="How many errors to list."),
        click.option("--show", metavar="SORT", help="List the errors whose sort begins so; an unknown sort lists the sorts."),
        click.option("--json", "as_json", is_flag=True, help="Print all numbers as JSON."),
    ):
        command = option(command)
    return command


def record_option[F: Callable](command: F) -> F:
    """The option that keeps what was measured for publication."""
    told = "Keep the numbers in ontherecord/accuracy.json, under this description of the corpus."
    return click.option("--record", "recorded", metavar="CORPUS", help=told)(command)


def command_line(name: str, *folders: Path) -> str:
    """The command that measures the same again, its folders called as anyone may keep them."""
    return " ".join(["python", "-m", f"benchmarks.{name}", *(f"{folder.resolve().parent.name}/{folder.resolve().name}" for folder in folders)])
