"""The only room that opens article files.

In: files and folders. Out: articles, and a reject for everything that could not become one, in the order
of their paths, one at a time, so that an archive of any size passes through. All paths are known before the
first article is read, because ids are settled over all of them. Only `*.txt` is read today.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from ontherecord.records import Article, Reject
from ontherecord.sources.faults import Unreadable
from ontherecord.sources.identity import settle_ids
from ontherecord.sources.listing import Listed, list_files
from ontherecord.sources.sidecar import Sidecars
from ontherecord.sources.text import read_text


def read_sources(paths: Sequence[Path]) -> Iterator[Article | Reject]:
    """Yield every article below `paths`, in the order of their source paths, and a reject per fault.

    The same text twice is one article, the first; the order of `paths` changes nothing.
    """
    files: list[Listed] = []
    for found in list_files(paths):
        if isinstance(found, Reject):
            yield found
        else:
            files.append(found)
    yield from read_files(files)


def read_files(files: Sequence[Listed]) -> Iterator[Article | Reject]:
    """Read the files one after the other, leaving out texts that were there before."""
    sidecars = Sidecars()
    ids = settle_ids(files, _digest)
    seen: dict[bytes, str] = {}
    for file, id in zip(files, ids, strict=True):
        details, faults = sidecars.details(file)
        yield from faults
        try:
            text, encoding = read_text(file.path, file.source_path)
        except Unreadable as fault:
            yield Reject(file.source_path, fault.reason, str(fault))
            continue
        digest = _hash(text)
        if digest in seen:
            yield _duplicate(file.source_path, seen[digest])
        else:
            seen[digest] = file.source_path
            yield Article(id, file.source_path, text, encoding, **details)


def _digest(file: Listed) -> bytes | None:
    """The hash of a file's text, or None where it cannot be read."""
    try:
        return _hash(read_text(file.path, file.source_path)[0])
    except Unreadable:
        return None


def _hash(text: str) -> bytes:
    return sha256(text.encode()).digest()


def _duplicate(source_path: str, first: str) -> Reject:
    return Reject(source_path, "duplicate", f"{source_path}: the same text as {first}; counted once, remove either")
