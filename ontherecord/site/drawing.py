"""Charts drawn once: on first request, then kept beside the database under the hash of its file.

In: the database, a question and, where it asks for one, a person or publication. Out: SVG, or None where there is nothing to draw.
Where the folder cannot be written, a chart is kept in memory only.
"""

import asyncio
import hashlib
import json
import os
import re
import shutil
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.metadata import version
from pathlib import Path

from datasette.database import Database, QueryInterrupted

from ontherecord.publish import WORKING_FOLDER
from ontherecord.site import charts
from ontherecord.site.caching import fetch_unhurried, once_per_file
from ontherecord.site.links import chart_path
from ontherecord.site.queries import UTTERED

# Of fewer quotes a chart says no more than its table.
LEAST = 10
FOLDER = "charts"
# What a chart can be asked of: how it is found by what was typed, what it is called, and how many quotes it has.
SUBJECTS = {
    "person": (
        "select find_entity(:typed)",
        "select name from entities where id = :id",
        f"select count(*) from quote_speakers join quotes on quotes.id = quote_id where entity_id = :id and {UTTERED}",
    ),
    "publication": (
        "select id from publications where id = :typed or folded(name) = folded(:typed) order by id = :typed desc, id limit 1",
        "select name from publications where id = :id",
        f"select count(*) from articles join quotes on article_id = articles.id where publication_id = :id and {UTTERED}",
    ),
}
SOURCE = """
    select (select value from about where id = 'dataset_version') as version, (select count(*) from articles) as articles
"""
# Seconds that a page waits to learn how high its chart is; the first visitor may see it jump.
PATIENCE = 2
_HEIGHT = re.compile(r'<svg[^>]* height="(\d+)')

_hand = ThreadPoolExecutor(1, thread_name_prefix="charts")  # one at a time: drawing must not keep pages waiting


class NotDrawn(Exception):
    """A chart could not be drawn, for whatever reason: its numbers can still be shown."""


async def chart_address(db: Database, name: str, question: dict, asked: Mapping[str, str]) -> str | None:
    """Where the chart of a question is drawn; None for an answer without one, and for a person or publication with too few quotes."""
    subject = await _subject(db, question, asked)
    return None if subject is None else chart_path(name, **subject)


async def chart_height(db: Database, name: str, question: dict, asked: Mapping[str, str]) -> int:
    """How high the chart of a question is, which is drawn for it if need be; that of a full one where there is none, or not in time.

    NotDrawn where it cannot be drawn."""
    try:
        drawn = await asyncio.wait_for(find_chart(db, name, question, asked), PATIENCE)
    except (TimeoutError, QueryInterrupted):
        drawn = None
    found = _HEIGHT.search(drawn or "")
    return int(found[1]) if found else charts.height_of(charts.BARS)


async def find_chart(db: Database, name: str, question: dict, asked: Mapping[str, str]) -> str | None:
    """The chart of a question's answer: from memory, from its file, or drawn now; None where there is none, NotDrawn where it fails."""
    try:
        return await _find(db, name, question, asked)
    except QueryInterrupted:
        raise
    except Exception as error:  # of three libraries and a disk; no page may fail with its chart
        raise NotDrawn(name) from error


async def _find(db: Database, name: str, question: dict, asked: Mapping[str, str]) -> str | None:
    subject = await _subject(db, question, asked)
    if subject is None:
        return None
    described = [question["title"], question["sql"], question["fragment"], subject, _tools()]
    key = hashlib.sha256(json.dumps(described).encode()).hexdigest()[:20]
    return await once_per_file(db, f"chart {key}", lambda: _keep(db, f"{name}-{key}.svg", question, subject))


async def _subject(db: Database, question: dict, asked: Mapping[str, str]) -> dict[str, str] | None:
    """Of whom the chart is asked, empty for everybody; None for no chart, for nobody, and for one with too few quotes."""
    if "fragment" not in question:
        return None
    for parameter in (name for name in SUBJECTS if name in question.get("params", []) and (asked.get(name) or "").strip()):
        find, _, count = SUBJECTS[parameter]
        found = (await db.execute(find, {"typed": asked[parameter]})).first()
        if not found or not found[0] or (await db.execute(count, {"id": found[0]})).first()[0] < LEAST:
            return None
        return {parameter: found[0]}
    return {}


async def _keep(db: Database, file_name: str, question: dict, subject: dict[str, str]) -> str | None:
    folder = await asyncio.to_thread(_folder_of, db)
    path = folder / file_name
    if path.exists():
        return path.read_text(encoding="utf-8")
    asked = dict.fromkeys(question.get("params", []), "") | subject
    found = (await db.execute(question["sql"], asked)).rows if subject else await fetch_unhurried(db, question["sql"], asked)
    chart = charts.read_fragment(question["fragment"])
    rows = [dict(row) for row in found if isinstance(row[chart.measure], (int, float))]
    if not rows:
        return None
    titles = await _titles(db, question, subject)
    drawn = await asyncio.get_running_loop().run_in_executor(_hand, _draw, chart, rows, titles)
    await asyncio.to_thread(_write, path, drawn)
    return drawn


def _draw(chart: charts.Chart, rows: list[dict], titles: charts.Titles) -> str:
    try:
        return charts.draw_chart(chart, rows, titles)
    except BaseException as error:  # where the library panics, it raises what is no Exception
        raise NotDrawn from error


async def _titles(db: Database, question: dict, subject: dict[str, str]) -> charts.Titles:
    """What stands above the chart: the question, of whom it is asked, and where the numbers are from."""
    names = [(await db.execute(SUBJECTS[parameter][1], {"id": row_id})).first()[0] for parameter, row_id in subject.items()]
    (told,) = await fetch_unhurried(db, SOURCE)
    version = f", version {told['version']}" if told["version"] else ""
    return charts.Titles((question["title"], *names), f"On the Record{version}, {told['articles']:,} article{'s' if told['articles'] != 1 else ''}")


def _folder_of(db: Database) -> Path:
    """The folder of this very file's charts."""
    digest = db.hash
    if digest is None:
        with Path(db.path).open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    return Path(db.path).parent / WORKING_FOLDER / FOLDER / digest


def _write(path: Path, drawn: str) -> None:
    """Writes the file whole, and clears away what was drawn of files that are gone; a full or locked disk is no error."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for other in path.parent.parent.iterdir():
            if other != path.parent:
                shutil.rmtree(other, ignore_errors=True)
        draft = path.with_suffix(f".{os.getpid()}")
        draft.write_text(drawn, encoding="utf-8")
        os.replace(draft, path)
    except OSError:
        return


@cache
def _tools() -> list[str]:
    """What a drawing depends on beside the data: another version draws anew."""
    code = hashlib.sha256(Path(charts.__file__).read_bytes()).hexdigest()
    return [code, version("altair"), version("vl-convert-python")]
