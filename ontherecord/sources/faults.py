"""Why a path could not become an article: what the system says, in words that help.

In: an error of the system. Out: a reject that names the place, the fault and the remedy.
"""

import errno
import os
from pathlib import Path

from ontherecord.records import Reject

ODD_MARKS = "a quotation mark that is not closed, or not doubled within a cell"  # of a CSV file


class Unreadable(Exception):
    """A file that cannot become an article: `reason` in a word; the message names place, fault and remedy."""

    def __init__(self, reason: str, message: str):
        super().__init__(message)
        self.reason = reason


def refuse(place: str, error: OSError, missing: str) -> Reject:
    """The reject for a path that the system would not open; `missing` is the reason where it is not there."""
    if isinstance(error, (FileNotFoundError, NotADirectoryError)):
        remedy = "check the path" if missing == "missing" else "it went away meanwhile; put it back and build again"
        return Reject(place, missing, f"{place}: no such file or folder; {remedy}")
    if isinstance(error, PermissionError):
        return Reject(place, "permission", f"{place}: permission denied; make it readable for this user")
    if error.errno == errno.ELOOP:
        return Reject(place, "loop", f"{place}: a link that leads to itself; remove the link")
    return Reject(place, "unreadable", f"{place}: {error.strerror or error}; check the disk or move this away")


def readable(path: Path | str) -> str:
    """A path that can be stored as text: bytes of a name that are not UTF-8 become the replacement sign."""
    return os.fsencode(path).decode("utf-8", "replace")
