"""Streams for readers that must jump about in a file.

In: the stream of a file, which may come from an archive or from standard input. Out: one in which one can jump.
"""

import io
import tempfile
from typing import BinaryIO

from ontherecord.sources.faults import Unreadable

IN_MEMORY = 16_000_000  # bytes; a larger copy goes to disk
MAX_COPY = 4_000_000_000  # bytes that a file within a file may have
PIECE = 1 << 20


def seekable(stream: BinaryIO, shown: str) -> BinaryIO:
    """The stream itself where it is a file on disk, else a copy; Unreadable where that would be too large."""
    if isinstance(stream, io.BufferedReader) and isinstance(stream.raw, io.FileIO) and stream.seekable():
        return stream
    copy = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - it is closed with the last reference to it
    while piece := stream.read(PIECE):
        copy.write(piece)
        if copy.tell() > MAX_COPY:
            raise Unreadable("too-long", f"{shown}: more than {MAX_COPY:,} bytes; unpack it first")
    copy.seek(0)
    return copy
