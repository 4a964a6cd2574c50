"""The swap: a finished database takes the place of the old one, together with what Datasette knows of it.

In: a new, checked file under `.ontherecord/` beside the database. Out: the database, and `inspect-data.json`
with its hash and counts, as `datasette inspect` writes it. The old inspection goes first and the new one
comes last, so that no server that starts in between gives the hash of another file.
"""

import fcntl
import hashlib
import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

WORKING_FOLDER = ".ontherecord"  # beside the database, so that the move is one rename on one disk
INSPECTION = "inspect-data.json"
LEFT_BY_SQLITE = ("-wal", "-shm", "-journal")  # of the old file; the new one would take them for its own


@contextmanager
def unfinished(db: Path) -> Iterator[Path]:
    """Where to write the new database, under a name of this process; gone afterwards unless published."""
    folder = db.parent / WORKING_FOLDER
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.unfinished"):
        if not _is_running(old.name.split(".")[-2]):
            old.unlink(missing_ok=True)
    new = folder / f"{db.stem}.{os.getpid()}.unfinished"
    try:
        yield new
    finally:
        new.unlink(missing_ok=True)


def publish(new: Path, db: Path) -> None:
    """Move a new database over the old one, and write its inspection; one process at a time."""
    inspection = db.parent / INSPECTION
    with (db.parent / WORKING_FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        told = {name: told for name, told in _others(inspection).items() if name != db.stem}
        told[db.stem] = inspect(new) | {"file": db.name}
        _reach_disk(new)
        inspection.unlink(missing_ok=True)
        for ending in LEFT_BY_SQLITE:
            db.with_name(db.name + ending).unlink(missing_ok=True)
        os.replace(new, db)
        draft = new.with_suffix(".json")
        draft.write_text(json.dumps(told, indent=2), encoding="utf-8")
        os.replace(draft, inspection)


def inspect(path: Path) -> dict[str, object]:
    """What `datasette inspect` tells of a database: its hash, size and the rows of every table."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
        names = [name for (name,) in db.execute("select name from sqlite_master where type = 'table'")]
        counts = {name: db.execute(f'select count(*) from "{name}"').fetchone()[0] for name in names}
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    tables = {name: {"count": count} for name, count in counts.items()}
    return {"hash": digest, "size": path.stat().st_size, "file": path.name, "tables": tables}


def _reach_disk(path: Path) -> None:
    """Wait until a file is on disk, so that no loss of power leaves an empty one where the old database was."""
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _others(inspection: Path) -> dict[str, dict[str, object]]:
    """What the old inspection tells of databases that are still there."""
    try:
        told = json.loads(inspection.read_bytes())
        return {name: one for name, one in told.items() if (inspection.parent / one["file"]).exists()}
    except (OSError, ValueError, AttributeError, KeyError, TypeError):  # none, or not one that we wrote
        return {}


def _is_running(pid: str) -> bool:
    try:
        os.kill(int(pid), 0)
    except (ValueError, ProcessLookupError):
        return False
    except PermissionError:
        return True
    return True
