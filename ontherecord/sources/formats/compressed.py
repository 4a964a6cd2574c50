"""A compressed file: what it holds, under its name without `.gz`, `.bz2` or `.xz`."""

import bz2
import gzip
import lzma
import re
from posixpath import splitext
from typing import BinaryIO

from ontherecord.sources.raw import Asked, Found, Member

ENDINGS = (".gz", ".bz2", ".xz")
BEGINNING = re.compile(rb"\x1f\x8b\x08|BZh\d1AY|\xfd7zXZ\0")
OPENERS = {b"\x1f": gzip.GzipFile, b"B": bz2.BZ2File, b"\xfd": lzma.LZMAFile}


def read(stream: BinaryIO, asked: Asked) -> Found:
    """The one file within, whatever the ending says it was compressed with."""
    first = stream.peek(1)[:1] if hasattr(stream, "peek") else b"\x1f"
    opener = OPENERS.get(first, gzip.GzipFile)
    with opener(stream) if opener is not gzip.GzipFile else gzip.GzipFile(fileobj=stream) as inner:
        yield Member(splitext(asked.name)[0], inner, whole=True)
