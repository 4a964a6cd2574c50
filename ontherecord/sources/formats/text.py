"""Plain text: a file is an article, character for character, a byte order mark aside."""

from typing import BinaryIO

from ontherecord.sources.encodings import decode, read_bounded
from ontherecord.sources.raw import Asked, Found, RawArticle

ENDINGS = (".txt", ".text")


def read(stream: BinaryIO, asked: Asked) -> Found:
    """The article of a text file."""
    yield RawArticle(*decode(read_bounded(stream, asked.shown), asked.shown))
