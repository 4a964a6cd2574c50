"""Charts drawn once: on first request, then kept beside the database under the hash of its file.

In: the database, a question and, where it asks for one, a person. Out: SVG, or None where there is nothing to draw.
Where the folder cannot be written, a chart is kept in memory only.
"""

import asyncio
import hashlib
import json
import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.metadata import version
from pathlib import Path

from datasette.database import Database

from ontherecord.publish import WORKING_FOLDER
from ontherecord.site import charts
from ontherecord.site.caching import fetch_unhurried, once_per_file
from ontherecord.site.links import chart_path
from ontherecord.site.queries import UTTERED

# Of fewer quotes a chart says no more than its table.
LEAST = 10
FOLDER = "charts"
OF_PERSON = f"select count(*) from quote_speakers join quotes on quotes.id = quote_id where entity_id = ? and {UTTERED}"

_hand = ThreadPoolExecutor(1, thread_name_prefix="charts")  # one at a time: drawing must not keep pages waiting


async def chart_address(db: Database, name: str, question: dict, person: str = "") -> str | None:
    """Where the chart of a question is drawn; None for an answer without one, and for a person too seldom quoted."""
    who = await _who(db, question, person) if "fragment" in question else None
    return None if who is None else chart_path(name, **({"person": who} if who else {}))


async def find_chart(db: Database, name: str, question: dict, person: str = "") -> str | None:
    """The chart of a question's answer: from memory, from its file, or drawn now; None where there is none."""
    who = await _who(db, question, person) if "fragment" in question else None
    if who is None:
        return None
    key = hashlib.sha256(json.dumps([question["sql"], question["fragment"], who, _tools()]).encode()).hexdigest()[:20]
    return await once_per_file(db, f"chart {key}", lambda: _keep(db, f"{name}-{key}.svg", question, who))


async def _who(db: Database, question: dict, person: str) -> str | None:
    """The id of the person asked about, "" for everybody; None for nobody, and for one with too few quotes."""
    if "person" not in question.get("params", []) or not person.strip():
        return ""
    who = (await db.execute("select find_entity(?)", [person])).first()[0]
    return who if who and (await db.execute(OF_PERSON, [who])).first()[0] >= LEAST else None


async def _keep(db: Database, file_name: str, question: dict, who: str) -> str | None:
    folder = await asyncio.to_thread(_folder_of, db)
    path = folder / file_name
    if path.exists():
        return path.read_text(encoding="utf-8")
    asked = {name: who if name == "person" else "" for name in question.get("params", [])}
    found = (await db.execute(question["sql"], asked)).rows if who else await fetch_unhurried(db, question["sql"], asked)
    chart = charts.read_fragment(question["fragment"])
    rows = [dict(row) for row in found if isinstance(row[chart.measure], (int, float))]
    if not rows:
        return None
    drawn = await asyncio.get_running_loop().run_in_executor(_hand, charts.draw_chart, chart, rows)
    await asyncio.to_thread(_write, path, drawn)
    return drawn


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
