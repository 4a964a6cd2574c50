"""ZIP: every file within, in order of name."""

import re
import zipfile
from typing import BinaryIO

from ontherecord.sources.faults import Unreadable
from ontherecord.sources.raw import Asked, Found, Member, Refusal
from ontherecord.sources.streams import seekable

ENDINGS = (".zip",)
BEGINNING = re.compile(rb"PK\x03\x04")
ENCRYPTED = 1  # a bit of a member's flags


def read(stream: BinaryIO, asked: Asked) -> Found:
    """The files of a ZIP archive, one after the other."""
    try:
        archive = zipfile.ZipFile(seekable(stream, asked.shown))
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
        raise Unreadable("broken-archive", f"{asked.shown}: a broken ZIP archive ({error}); fetch or make it again") from error
    with archive:
        for info in sorted(archive.infolist(), key=lambda info: (info.filename, info.header_offset)):
            if not info.is_dir():
                yield from _open_member(archive, info, asked)


def _open_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, asked: Asked) -> Found:
    shown = f"{asked.shown}, {info.filename}"
    if info.flag_bits & ENCRYPTED:
        yield Refusal("encrypted", f"{shown}: encrypted; unpack it with its password first")
        return
    try:
        stream = archive.open(info)
    except (zipfile.BadZipFile, NotImplementedError, ValueError, EOFError) as error:
        yield Refusal("broken-archive", f"{shown}: cannot be unpacked ({error}); fetch or make the archive again")
        return
    with stream:
        yield Member(info.filename, stream)
