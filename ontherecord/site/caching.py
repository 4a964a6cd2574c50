"""What is the same on every visit, worked out once per database file.

In: a database, a key and how to work it out. Out: the result, from memory as long as the file is the same.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path

from datasette.database import Database

# Answers kept at a time; past that, all are forgotten and worked out again.
LIMIT = 500

_kept: dict[tuple, object] = {}


async def once_per_file(db: Database, key: str, work_out: Callable[[], Awaitable[object]]) -> object:
    """The result of `work_out()` for this file and key; a file that has been replaced has other size or time."""
    state = Path(db.path).stat()
    full_key = (str(db.path), state.st_mtime_ns, state.st_size, state.st_ino, key)
    if full_key not in _kept:
        result = await work_out()
        if len(_kept) >= LIMIT:
            _kept.clear()
        _kept[full_key] = result
    return _kept[full_key]
