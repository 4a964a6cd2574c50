"""Which files below the given paths are articles, and how each is called.

In: files and folders as given. Out: the files to read, sorted by source path, each once. A source path is
the name of the given folder and the path below it (of a file given by itself: its folder and its name),
so that the same folder elsewhere gives the same database. Left out without a word: what belongs to a folder
and not to its articles (`README*`, licences, `metadata.csv`, names with a leading dot).
"""

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ontherecord.records import Reject
from ontherecord.sources.faults import readable, refuse
from ontherecord.sources.formats import endings, reader_of, split_name

SIDECAR = "metadata.csv"
STANDARD_INPUT = Path("-")
STDIN = "stdin"
COMPANIONS = ("readme", "license", "licence", "copying")


@dataclass(frozen=True, slots=True)
class Listed:
    """A file to read: where it is, how it is called, and its folders from the given one down to its own.

    `name` is the path below the given source without what tells its format, `/` written `-`: what its ids begin with.
    """

    path: Path
    source_path: str
    name: str
    folders: tuple[Path, ...]


def list_files(paths: Sequence[Path]) -> Iterator[Listed | Reject]:
    """Yield rejects as they are met, then every file once, sorted by source path."""
    files: dict[str, Listed] = {}
    for path in paths:
        for found in _list_source(path):
            if isinstance(found, Reject):
                yield found
            else:
                # A file that two of the sources hold is called as the outermost calls it, whichever is given first.
                real = os.path.realpath(found.path)
                files[real] = min(found, files.get(real, found), key=lambda file: (-len(file.folders), *_order(file)))
    yield from sorted(files.values(), key=_order)


def _order(file: Listed) -> tuple[str, str, str]:
    return file.source_path, file.name, str(file.path)


def _list_source(path: Path) -> Iterator[Listed | Reject]:
    """List one given path: a folder with all below it, a file, or standard input."""
    if path == STANDARD_INPUT:
        yield Listed(path, STDIN, STDIN, ())
        return
    try:
        mode = path.stat().st_mode
    except OSError as error:
        yield refuse(readable(path), error, "missing")
        return
    full = Path(os.path.abspath(path))
    if not stat.S_ISDIR(mode):
        yield _take_file(full, f"{readable(full.parent.name)}/{readable(full.name)}", full.name, (full.parent,))
        return
    found = list(_walk(full))
    if not found:
        place = readable(path)
        yield Reject(place, "empty", f"{place}: a folder without articles; put articles into it")
    yield from found


def _walk(source: Path) -> Iterator[Listed | Reject]:
    """List a folder with all below it."""
    ahead = [((source,), "", frozenset[tuple[int, int]]())]
    while ahead:
        folders, below, above = ahead.pop()
        shown = readable(Path(source.name or "root", below))
        try:
            entries = sorted(os.scandir(folders[-1]), key=lambda entry: entry.name)
            here = _identity(folders[-1])
        except OSError as error:
            yield refuse(shown, error, "vanished")
            continue
        if here in above:
            yield Reject(shown, "loop", f"{shown}: a link to a folder that holds it; remove the link")
            continue
        for entry in entries:
            path = folders[-1] / entry.name
            if belongs_to_folder(entry.name):
                continue
            if os.path.isdir(path):
                ahead.append(((*folders, path), f"{below}{entry.name}/", above | {here}))
            else:
                yield _take_file(path, f"{shown}/{readable(entry.name)}", below + entry.name, folders)


def _identity(path: Path) -> tuple[int, int]:
    """What tells a folder from all others, however it is reached."""
    found = path.stat()
    return found.st_dev, found.st_ino


def belongs_to_folder(name: str) -> bool:
    """Whether a file or folder of this name is none of the articles."""
    return name.startswith((".", "__MACOSX")) or name == SIDECAR or name.lower().startswith(COMPANIONS)


def _take_file(path: Path, source_path: str, name: str, folders: tuple[Path, ...]) -> Listed | Reject:
    """Take a file that is of a kind we read."""
    stem, ending = split_name(name)
    try:
        regular = stat.S_ISREG(path.stat().st_mode)
    except OSError as error:
        return refuse(source_path, error, "vanished")
    if not regular or reader_of(ending) is None:
        kind = f"a {ending} file" if regular and ending else "no file of articles"
        return Reject(source_path, "unsupported", f"{source_path}: {kind}; read are {', '.join(endings())}; save it so, or move it away")
    return Listed(path, source_path, readable(stem).replace("/", "-"), folders)
