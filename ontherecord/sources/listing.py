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

SIDECAR = "metadata.csv"
EXTENSIONS = (".txt",)
COMPANIONS = ("readme", "license", "licence", "copying")


@dataclass(frozen=True, slots=True)
class Listed:
    """A file to read: where it is, how it is called, and its folders from the given one down to its own."""

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
    """List one given path: a folder with all below it, or a file."""
    try:
        mode = path.stat().st_mode
    except OSError as error:
        yield refuse(readable(path), error, "missing")
        return
    full = path.resolve()
    if not stat.S_ISDIR(mode):
        yield _take_file(path, f"{readable(full.parent.name)}/{readable(full.name)}", full.name, (full.parent,))
        return
    found = list(_walk(path, readable(full.name) or "root", "", (path,), (os.path.realpath(path),)))
    if not found:
        place = readable(path)
        yield Reject(place, "empty", f"{place}: a folder without articles; put .txt files into it")
    yield from found


def _walk(
    folder: Path, shown: str, below: str, folders: tuple[Path, ...], above: tuple[str, ...]
) -> Iterator[Listed | Reject]:
    """List a folder and what lies below it; `above` holds the real paths of the folders it lies in."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        yield refuse(shown, error, "vanished")
        return
    for entry in entries:
        if _belongs_to_folder(entry.name):
            continue
        path, name, place = folder / entry.name, below + entry.name, f"{shown}/{readable(entry.name)}"
        if not entry.is_dir():
            yield _take_file(path, place, name, folders)
        elif (real := os.path.realpath(path)) in above:
            yield Reject(place, "loop", f"{place}: a link to a folder that holds it; remove the link")
        else:
            yield from _walk(path, place, name + "/", (*folders, path), (*above, real))


def _belongs_to_folder(name: str) -> bool:
    return name.startswith(".") or name == SIDECAR or name.lower().startswith(COMPANIONS)


def _take_file(path: Path, source_path: str, name: str, folders: tuple[Path, ...]) -> Listed | Reject:
    """Take a file that is of a kind we read."""
    stem, extension = os.path.splitext(name)
    try:
        regular = stat.S_ISREG(path.stat().st_mode)
    except OSError as error:
        return refuse(source_path, error, "vanished")
    if not regular or extension.lower() not in EXTENSIONS:
        kind = f"a {extension} file" if regular and extension else "no text file"
        return Reject(source_path, "unsupported", f"{source_path}: {kind}; save the article as .txt, or move this away")
    return Listed(path, source_path, readable(stem), folders)
