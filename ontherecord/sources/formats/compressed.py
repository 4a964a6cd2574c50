"""A compressed file: what it holds, under its name without `.gz`, `.bz2` or `.xz`."""

import bz2
import gzip
import lzma
import re
import zlib
from posixpath import splitext
from typing import BinaryIO

from ontherecord.sources.faults import Unreadable
from ontherecord.sources.formats import reader_of, split_name
from ontherecord.sources.raw import Asked, Found, Member

ENDINGS = (".gz", ".bz2", ".xz")
BEGINNING = re.compile(rb"\x1f\x8b\x08|BZh\d(?:1AY|\x17rE)|\xfd7zXZ\0")
LONGEST_BEGINNING = 7  # bytes
KINDS = {".gz": "gzip", ".bz2": "bzip2", ".xz": "xz"}
BROKEN = (EOFError, OSError, zlib.error, lzma.LZMAError)
PIECE = 1 << 20


def read(stream: BinaryIO, asked: Asked) -> Found:
    """The one file within, whatever the ending says it was compressed with."""
    name, ending = splitext(asked.name)
    kind = KINDS[ending.lower()]
    head = stream.peek(LONGEST_BEGINNING)[:LONGEST_BEGINNING]
    if not head:
        raise Unreadable("empty", f"{asked.shown}: empty, no {kind} file; remove it, or fetch or make it again")
    if not BEGINNING.match(head):
        raise Unreadable("broken-archive", f"{asked.shown}: no {kind} file, though its name says so; fetch or make it again, or rename it")
    with _open(stream, head) as inner:
        if reader_of(split_name(name)[1]) is None:
            _check_whole(inner, asked.shown, kind)
        yield Member(name, inner, whole=True)


def _open(stream: BinaryIO, head: bytes) -> BinaryIO:
    if head.startswith(b"B"):
        return bz2.BZ2File(stream)
    return lzma.LZMAFile(stream) if head.startswith(b"\xfd") else gzip.GzipFile(fileobj=stream)


def _check_whole(inner: BinaryIO, shown: str, kind: str) -> None:
    """Read what will not be read for its name, so that a broken file is not told to be named otherwise."""
    try:
        while inner.read(PIECE):
            pass
    except BROKEN as error:
        if getattr(error, "errno", None) is not None:  # the disk's, not the file's
            raise
        raise Unreadable("broken-archive", f"{shown}: no whole {kind} file ({error}); fetch or make it again") from error
