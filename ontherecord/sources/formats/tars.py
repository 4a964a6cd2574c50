"""TAR, compressed or not: every file within, in the order in which they lie there."""

import tarfile
from typing import BinaryIO

from ontherecord.sources.faults import Unreadable
from ontherecord.sources.raw import Asked, Found, Member

ENDINGS = (".tar", ".tgz", ".tbz2", ".txz")


def read(stream: BinaryIO, asked: Asked) -> Found:
    """The files of a TAR archive; links and devices in it are passed over."""
    try:
        archive = tarfile.open(fileobj=stream, mode="r|*")
    except tarfile.TarError as error:
        raise Unreadable("broken-archive", f"{asked.shown}: no whole TAR archive ({error}); fetch or make it again") from error
    try:
        with archive:
            for info in archive:
                inner = archive.extractfile(info) if info.isfile() else None
                if inner is not None:
                    yield Member(info.name, inner)
    except tarfile.TarError as error:
        raise Unreadable("broken-archive", f"{asked.shown}: broken after what was read ({error}); fetch or make it again") from error
