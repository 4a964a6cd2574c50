"""The formats: one module each, found by being here.

In: the name of a file. Out: the function that reads it. A module names its `ENDINGS` and has
`read(stream, asked)`; `BEGINNING` matches the first bytes of its files where they tell, for input without a name.
Modules load what they need when they first read, so that a folder of plain text waits for none of it.
"""

import pkgutil
import re
from collections.abc import Callable
from functools import cache
from importlib import import_module
from posixpath import splitext
from types import ModuleType
from typing import BinaryIO

from ontherecord.sources.raw import Asked, Found

Reader = Callable[[BinaryIO, Asked], Found]
PLAIN = ".txt"
HEAD = 4096  # bytes that are looked at where a name does not tell
WRAPPERS = (".gz", ".bz2", ".xz")  # they stand after the ending of what they hold


def reader_of(ending: str) -> Reader | None:
    """The reader of files with this ending, or None where there is none."""
    module = _by_ending().get(ending.lower())
    return module.read if module else None


def endings() -> tuple[str, ...]:
    """Every ending that is read, in order."""
    return tuple(sorted(_by_ending()))


def split_name(name: str) -> tuple[str, str]:
    """A file's name without what tells its format, and its ending: `a.json.gz` gives `a` and `.gz`."""
    stem, ending = splitext(name)
    if ending.lower() in WRAPPERS:
        inner, second = splitext(stem)
        return (inner if reader_of(second) else stem), ending
    return stem, ending


def guess_ending(head: bytes) -> str:
    """The ending that files which begin so would have; plain text where nothing tells."""
    for module in _modules():
        beginning: re.Pattern[bytes] | None = getattr(module, "BEGINNING", None)
        if beginning and beginning.match(head):
            return module.ENDINGS[0]
    return PLAIN


@cache
def _modules() -> tuple[ModuleType, ...]:
    return tuple(import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__))


@cache
def _by_ending() -> dict[str, ModuleType]:
    return {ending: module for module in _modules() for ending in module.ENDINGS}
