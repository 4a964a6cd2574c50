"""What is the same on every visit, worked out once per database file.

In: a database, a key and how to work it out. Out: the result, from memory as long as the file is the same. Visitors
who come while it is being worked out wait for the same work.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from sqlite3 import Row

from datasette.database import Database

# Answers kept at a time; past that, the oldest is forgotten. A page of an article or entity has two, about 100 kB together.
LIMIT = 2000

_kept: dict[tuple, asyncio.Task] = {}


async def once_per_file(db: Database, key: str, work_out: Callable[[], Awaitable[object]]) -> object:
    """The result of `work_out()` for this file and key; a file that has been replaced has other size or time."""
    state = Path(db.path).stat()
    full_key = (str(db.path), state.st_mtime_ns, state.st_size, state.st_ino, key)
    if full_key not in _kept:
        while len(_kept) >= LIMIT:
            _kept.pop(next(iter(_kept)))
        _kept[full_key] = asyncio.ensure_future(work_out())
    task = _kept[full_key]
    try:
        return await asyncio.shield(task)  # a visitor who leaves does not stop it for the others
    except BaseException:
        if task.done():
            _kept.pop(full_key, None)
        raise


async def fetch_unhurried(db: Database, sql: str, values: Mapping[str, str] | None = None) -> list[Row]:
    """All rows of a query of our own that is asked once per file: visitors' time limit is not for it, of a large archive it takes longer."""
    return await db.execute_fn(lambda connection: connection.execute(sql, values or {}).fetchall())
