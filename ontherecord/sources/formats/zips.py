"""ZIP: every file within, in order of name, with what a `metadata.csv` in the archive tells of it."""

import re
import zipfile
from posixpath import basename
from typing import BinaryIO

from ontherecord.sources.encodings import read_bounded
from ontherecord.sources.faults import Unreadable
from ontherecord.sources.listing import SIDECAR
from ontherecord.sources.raw import Asked, Found, Member, Refusal
from ontherecord.sources.sidecar import Fields, read_packed
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
        files = sorted((i for i in archive.infolist() if not i.is_dir()), key=lambda info: (info.filename, info.header_offset))
        names = frozenset(info.filename for info in files)
        packed: dict[str, bytes] = {}
        for found in (found for info in files if basename(info.filename) == SIDECAR for found in _open_member(archive, info, {}, asked)):
            if isinstance(found, Member):
                packed[found.name] = read_bounded(found.stream, f"{asked.shown}, {found.name}")
            else:
                yield found
        details, faults = read_packed(packed, names, asked.shown)
        yield from (Refusal(fault.reason, fault.detail) for fault in faults)
        for info in files:
            if basename(info.filename) != SIDECAR:
                yield from _open_member(archive, info, details.get(info.filename, {}), asked)


def _open_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, details: Fields, asked: Asked) -> Found:
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
        yield Member(info.filename, stream, details=details)
