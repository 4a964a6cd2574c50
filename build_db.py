#!/usr/bin/env python3
"""The command line of the build: options, progress and exit status; nothing else."""

import os
import signal

STOPPED = 130  # the exit status that shells give a program which Ctrl-C has ended


def _stop_at_once(*_: object) -> None:
    """End without a traceback."""
    os.write(2, b"Error: stopped; nothing was begun\n")
    os._exit(STOPPED)


if __name__ == "__main__" and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, _stop_at_once)  # for as long as modules are being loaded

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")  # before numpy is loaded, which reads them once: more threads only wait for each other

import errno
import json
import socket
import sqlite3
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import click

from ontherecord.about import tell_about
from ontherecord.corrections.entries import Correction
from ontherecord.corrections.reading import CorrectionsError, read_corrections
from ontherecord.database import DatabaseError, read_failed, write_database
from ontherecord.publish import publish, unfinished
from ontherecord.records import Article, Reject
from ontherecord.sources import Settings, read_sources
from ontherecord.sources.fields import MAPPED
from ontherecord.sources.formats import endings, reader_of
from ontherecord.sources.gathered import Gathered, Gathering
from ontherecord.store import Kept, NotKept, Store, find_store
from ontherecord.version import DEFAULT_MODEL, ModelError, model_version, pipeline_version
from ontherecord.workers import WorkerLost, annotate_all

ROOT = Path(__file__).resolve().parent
SEEDS = ROOT / "seeds"
DATABASE = ROOT / "ontherecord.db"
STORE = ROOT / ".ontherecord" / "annotations"
CORRECTIONS = ROOT / "corrections.yml"
CITATION = ROOT / "CITATION.cff"
HOST = "127.0.0.1"  # where Datasette serves unless it is told otherwise
SQLITE = b"SQLite format 3\0"
COUNTED = {
    "articles": "article",
    "sentences": "sentence",
    "entities": "entity",
    "mentions": "mention",
    "quotes": "quote",
    "roles": "role",
}
EXAMPLES = """\b
Examples:
  python build_db.py                          the articles in seeds/
  python build_db.py archive/ letters/a.txt   a folder, nested at will, and a file
  python build_db.py old.csv --map text=story --map title=hed
  zcat old.jsonl.gz | python build_db.py -    standard input
  python build_db.py archive/ --workers 4     with four processes
  python build_db.py --check-corrections      only check what corrections.yml says
  python build_db.py --serve                  build, then open the site at port 8001

\b
Exit status:
  0  the database was written; what could not be read is listed, and in the table rejects
  1  nothing could be built, or --strict found something amiss; the old database is untouched
  2  wrong options
  3  the database was written, but --serve found its port taken
  130  stopped with Ctrl-C; the old database is untouched"""


class NotBuilt(click.ClickException):
    """The build came to nothing, and the database that was there is untouched; exit status 1."""


class Stopped(NotBuilt):
    """Somebody pressed Ctrl-C."""

    exit_code = STOPPED


class NotServed(click.ClickException):
    """The database is there, but cannot be served."""

    exit_code = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What to build, from what, and how."""

    sources: tuple[Path, ...]
    settings: Settings
    db: Path
    store: str
    workers: int
    dask: str | None = None
    model: str
    silent: bool
    strict: bool
    corrections: Path


@click.command(epilog=EXAMPLES, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.argument("sources", nargs=-1, callback=lambda context, argument, given: _paths(given))
@click.option("--map", "columns", metavar="FIELD=COLUMN", multiple=True,
              help=f"Which column of a table, or key in JSON, holds {', '.join(MAPPED[:-1])} or {MAPPED[-1]}, where its name does not tell.")
@click.option("--format", metavar="ENDING", help="What standard input holds, as csv, where its beginning does not tell.")
@click.option("--db", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), default=DATABASE,
              help="Where to write.  [default: ontherecord.db beside metadata.yml]")
@click.option("--store", metavar="DIR", default=str(STORE),
              help="Where finished annotations are kept; may be an address, as s3://bucket/folder (docs/scale.md).  "
                   "[default: .ontherecord/annotations]")
@click.option("--workers", metavar="N", type=click.IntRange(min=1), default=1, show_default=True, help="Processes that annotate.")
@click.option("--dask", metavar="ADDRESS", help="Annotate on the Dask cluster of this scheduler, as tcp://scheduler:8786 (docs/scale.md).")
@click.option("--model", metavar="NAME", default=DEFAULT_MODEL, show_default=True, help="Another installed English spaCy pipeline.")
@click.option("--corrections", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), default=CORRECTIONS,
              help="What people have mended by hand (docs/corrections.md).  [default: corrections.yml beside build_db.py]")
@click.option("--check-corrections", is_flag=True, help="Check that file and build nothing.")
@click.option("--silent", is_flag=True, help="No output but errors.")
@click.option("--strict", is_flag=True, help="If anything is rejected, or a correction no longer fits, write nothing and exit with 1.")
@click.option("--serve", is_flag=True, help=f"Serve the site afterwards; its pages are for a database named {DATABASE.name}, in whatever folder.")
@click.option("--port", metavar="N", type=click.IntRange(1, 65535), default=8001, show_default=True, help="Where to serve it.")
def main(*, check_corrections: bool, serve: bool, port: int, columns: Sequence[str], format: str | None, **given: Any) -> None:
    """Build a database of who said what from news articles.

    SOURCES are files, folders of them, or - for standard input; without any, seeds/. Read are plain text, Markdown,
    HTML, JSON, JSON Lines, CSV, Parquet, RSS, Atom and WARC, also in .gz, .zip or .tar (docs/sources.md). A
    metadata.csv in a folder can tell what its articles do not: path,title,byline,publication,published,url,language.
    """
    settings = Settings(_check_columns(columns), _check_format(format))
    options = Options(**given | {"sources": given["sources"] or (SEEDS,), "db": given["db"].absolute(), "settings": settings})
    _check(options)
    if serve and options.db.name != DATABASE.name:
        raise click.BadParameter(_why_not_served(options.db), param_hint="--serve")
    if check_corrections:
        _tell_checked(options)
        return
    summary = _build_or_say_why(options)
    if not options.silent:
        click.echo(summary)
    if serve:
        _serve(options.db, port)


def build(options: Options) -> str:
    """Read, annotate, assemble and publish; return the summary line. Raises NotBuilt where nothing was written."""
    given, corrections = _read_corrections(options.corrections)
    articles, rejects = _read(options.sources, options.settings)
    _check_worth(articles, rejects, options.strict)
    store = find_store(options.store, pipeline_version(options.model))
    rejects += (failures := _annotate(articles, store, options))
    articles = articles.only(store.has) if failures else articles
    _check_worth(articles, rejects, options.strict)
    annotated = Kept(store, articles.keys)
    facts = tell_about(CITATION, articles, options.model, store.version, given)
    with unfinished(options.db) as new:
        counts = write_database(new, articles, annotated, rejects, facts, corrections)
        _check_corrections(read_failed(new), corrections, options)
        publish(new, options.db)
    told = ", ".join(f"{counts[many]:,} {one if counts[many] == 1 else many}" for many, one in COUNTED.items())
    return f"{told} -> {_short(options.db)} ({len(rejects)} rejected)"


def _build_or_say_why(options: Options) -> str:
    """Build; what can go wrong from outside becomes a message with its remedy."""
    try:
        if signal.getsignal(signal.SIGINT) is _stop_at_once:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return build(options)
    except KeyboardInterrupt:
        raise Stopped("stopped; what is annotated is kept, the same command goes on from there") from None
    except (ModelError, WorkerLost, DatabaseError, NotKept) as error:
        raise NotBuilt(f"{error}; {options.db.name} is as it was") from error
    except OSError as error:
        place, fault, where = error.filename or options.db, error.strerror or str(error), "there"
    except sqlite3.Error as error:
        place, fault, where = options.db, str(error), "there and for temporary files (TMPDIR)"
    raise NotBuilt(f"{place}: {fault}; see to space and rights {where}, then build again")


def _read(sources: Sequence[Path], settings: Settings) -> tuple[Gathered, list[Reject]]:
    """The articles of all sources, and what is none, which is told at once."""
    gathering = Gathering()
    rejects: list[Reject] = []
    for found in read_sources(sources, settings):
        if isinstance(found, Article):
            gathering.add(found)
        else:
            rejects.append(found)
            _tell(found)
    return gathering.settle(), rejects


def _read_corrections(path: Path) -> tuple[bytes | None, tuple[Correction, ...]]:
    """The bytes of the corrections file and what they say; nothing where the file is not there, as only the default may."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None, ()
    try:
        return data, read_corrections(data, _short(path))
    except CorrectionsError as error:
        click.echo(str(error), err=True)
        amiss = len(str(error).splitlines())
        raise NotBuilt(f"{_short(path)}: {amiss} fault{'s' * (amiss != 1)}, nothing built; mend what is listed") from error


def _check_corrections(failed: Mapping[str, str], corrections: Sequence[Correction], options: Options) -> None:
    """Name the corrections that do not fit the articles, or not wholly; with --strict, stop at them."""
    lines = {correction.id: correction.line for correction in corrections}
    for correction, told in failed.items():
        click.echo(f"{_short(options.corrections)}:{lines[correction]}: {told}", err=True)
    if options.strict and failed:
        amiss = f"{len(failed)} correction{'s' * (len(failed) != 1)} lost or done in part"
        raise NotBuilt(f"--strict: {amiss}, nothing written; mend what is listed, or leave --strict out")


def _tell_checked(options: Options) -> None:
    try:
        _, corrections = _read_corrections(options.corrections)
    except OSError as error:
        raise NotBuilt(f"{options.corrections}: {error.strerror}; see to its rights") from error
    if not options.silent:
        click.echo(f"{_short(options.corrections)}: {len(corrections)} correction{'s' * (len(corrections) != 1)}, all well formed")


def _annotate(articles: Gathered, store: Store, options: Options) -> list[Reject]:
    """Annotate what is new, with a progress bar on a terminal; return what could not be annotated."""
    new = sum(not store.has(key) for key in articles.keys)
    hidden = options.silent or not new or not sys.stderr.isatty()
    with click.progressbar(length=new, label="annotating", file=sys.stderr, hidden=hidden) as bar:
        failures = annotate_all(
            articles, model=options.model, workers=options.workers, store=store, dask=options.dask, progress=bar.update
        )
    for failure in failures:
        _tell(failure)
    return failures


def _check_worth(articles: Sequence[Article], rejects: Sequence[Reject], strict: bool) -> None:
    """Stop where nothing may be written."""
    if not articles:
        raise NotBuilt(f"nothing to build, {len(rejects)} rejected; give files of articles, or folders of them")
    if strict and rejects:
        raise NotBuilt(f"--strict: {len(rejects)} rejected, nothing written; mend what is listed, or leave --strict out")


def _tell(reject: Reject) -> None:
    click.echo(f"rejected ({reject.reason}): {reject.detail}", err=True)


def _check_columns(given: Sequence[str]) -> dict[str, str]:
    """What --map says: columns by field."""
    columns = dict(one.partition("=")[::2] for one in given)
    for field, column in columns.items():
        if field not in MAPPED or not column:
            raise click.BadParameter(f"{field}={column}: write it as FIELD=COLUMN; the fields are {', '.join(MAPPED)}", param_hint="--map")
    return columns


def _check_format(given: str | None) -> str | None:
    """What --format says, as an ending."""
    ending = given and f".{given.lower().lstrip('.')}"
    if ending and reader_of(ending) is None:
        raise click.BadParameter(f"{given}: not read; the endings are {', '.join(endings())}", param_hint="--format")
    return ending


def _short(path: Path) -> str:
    """A path as seen from here."""
    return os.path.relpath(path) if path.is_relative_to(Path.cwd()) else str(path)


def _paths(given: Sequence[str]) -> tuple[Path, ...]:
    """The sources as paths; an empty one (a variable that is not set) must not mean the folder at hand."""
    if "" in given:
        raise click.BadParameter("an empty path; give files of articles, or folders of them")
    return tuple(Path(one) for one in given)


def _check(options: Options) -> None:
    """Refuse options that cannot be meant."""
    db, corrections = options.db, options.corrections
    if corrections != CORRECTIONS and not corrections.exists():
        raise click.BadParameter(f"{corrections}: no such file; check the path", param_hint="--corrections")
    try:
        find_store(options.store, "")
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--store") from error
    if not db.parent.is_dir():
        raise click.BadParameter(f"{db.parent}: no such folder; make it first", param_hint="--db")
    if db.suffix != ".db" and db.exists() and not _is_database(db):
        raise click.BadParameter(f"{db}: it is there, and no database; give another name", param_hint="--db")
    try:
        model_version(options.model)
    except ModelError as error:
        raise click.UsageError(str(error)) from error


def _why_not_served(db: Path) -> str:
    other = db.with_name(DATABASE.name) if db.parent != ROOT else Path("some/folder") / DATABASE.name
    return f"{db.name}: the site's pages are for a database named {DATABASE.name}; give --db {_short(other)}, or leave --serve out"


def _is_database(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(SQLITE)) == SQLITE


def _serve(db: Path, port: int) -> NoReturn:
    """Become the server of the site, with the database just built."""
    told = [str(ROOT)]
    if db.parent != ROOT:
        settings = json.loads((ROOT / "settings.json").read_bytes())
        told = ["-i", str(db), "-m", str(ROOT / "metadata.yml")]
        told += ["--plugins-dir", str(ROOT / "plugins"), "--template-dir", str(ROOT / "templates")]
        told += ["--static", f"static:{ROOT / 'static'}"]
        told += [part for name, value in settings.items() for part in ("--setting", name, json.dumps(value).strip('"'))]
    _check_port(port)
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-m", "datasette", "serve", *told, "-h", HOST, "-p", str(port)])


def _check_port(port: int) -> None:
    """Say how to get another port where this one cannot be had, which the server does not."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as the server does, so that one just stopped is in nobody's way
        try:
            probe.bind((HOST, port))
        except OSError as error:
            fault = "is taken" if error.errno == errno.EADDRINUSE else f"cannot be had ({error.strerror})"
            raise NotServed(f"port {port} {fault}; give another with --port N (make serve PORT=N)") from error


if __name__ == "__main__":
    main()
