"""The only room that opens article files.

In: files and folders, or standard input. Out: articles, and a reject for everything that could not become one, in the
order of their paths, one at a time, so that an archive of any size passes through. An article still has the id
that it claims, and a text can come again: `gathered.py` settles both when all are read.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from ontherecord.records import Article, Reject
from ontherecord.sources.listing import Listed, list_files
from ontherecord.sources.reading import Settings, read_file
from ontherecord.sources.sidecar import Sidecars

DEFAULTS = Settings()


def read_sources(paths: Sequence[Path], settings: Settings = DEFAULTS) -> Iterator[Article | Reject]:
    """Yield every article below `paths`, in the order of their source paths, and a reject per fault.

    The order of `paths` changes nothing.
    """
    files: list[Listed] = []
    for found in list_files(paths):
        if isinstance(found, Reject):
            yield found
        else:
            files.append(found)
    sidecars = Sidecars()
    for file in files:
        details, faults = sidecars.details(file)
        yield from faults
        yield from read_file(file, details, settings)
