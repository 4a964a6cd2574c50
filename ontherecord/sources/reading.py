"""One file of any format -> its articles and what is none.

In: a listed file. Out: an article per text found in it, and a reject per fault, as they come. Containers within
containers are followed to a depth; a reader that fails ends its own file and no other. Articles still have the id
that they claim; `gathered.py` settles which they get.
"""

import gzip
import io
import lzma
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from posixpath import normpath
from typing import BinaryIO, ContextManager

from ontherecord.records import Article, Reject
from ontherecord.sources.encodings import MAX_CHARACTERS, too_long
from ontherecord.sources.faults import Unreadable, refuse
from ontherecord.sources.fields import settle_fields, storable
from ontherecord.sources.formats import HEAD, endings, guess_ending, reader_of, split_name
from ontherecord.sources.identity import claim_item
from ontherecord.sources.language import other_language
from ontherecord.sources.listing import STANDARD_INPUT, Listed, belongs_to_folder
from ontherecord.sources.mojibake import MENDED, mend_mojibake
from ontherecord.sources.raw import Asked, Found, Member, RawArticle, Refusal

MAX_DEPTH = 6  # files within files; an honest archive has three: .zip, .gz, .jsonl
BROKEN = (EOFError, zlib.error, lzma.LZMAError, gzip.BadGzipFile, zipfile.BadZipFile, tarfile.TarError)


@dataclass(frozen=True, slots=True)
class Settings:
    """How to read: `columns` says which column holds which field, `format` what standard input holds (an ending)."""

    columns: Mapping[str, str] = field(default_factory=dict)
    format: str | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a file we are: `name` is the file's at hand, `claim` what the ids of its articles begin with."""

    source_path: str
    name: str
    claim: str
    locator: str | None = None
    depth: int = 0
    details: Mapping[str, str] = field(default_factory=dict)

    @property
    def shown(self) -> str:
        return self.locate(self.locator)

    def locate(self, locator: str | None) -> str:
        return f"{self.source_path}, {locator}" if locator else self.source_path

    def within(self, member: Member, name: str) -> "Place":
        """The place of a file within this one."""
        inner = replace(self, name=name, depth=self.depth + 1, details={**self.details, **member.details})
        if member.whole:
            return inner
        locator = f"{self.locator}, {name}" if self.locator else name
        stem = split_name(name)[0].replace("/", "-")
        return replace(inner, claim=f"{self.claim}-{stem}", locator=locator)


def read_file(file: Listed, details: Mapping[str, str], settings: Settings) -> Iterator[Article | Reject]:
    """Yield the articles of a file, to which `details` are known from elsewhere, and a reject per fault."""
    place = Place(file.source_path, file.path.name, file.name, details=details)
    try:
        with _open(file) as stream:
            if file.path == STANDARD_INPUT:
                place = replace(place, name=f"{file.name}{settings.format or guess_ending(stream.peek(HEAD)[:HEAD])}")
            for found in _read(stream, place, settings):
                yield _make_article(found) if isinstance(found, Placed) else found
    except OSError as error:
        yield refuse(file.source_path, error, "vanished")


@dataclass(frozen=True, slots=True)
class Placed:
    """A raw article with the place where it was found."""

    raw: RawArticle
    place: Place


def _open(file: Listed) -> ContextManager[BinaryIO]:
    return nullcontext(sys.stdin.buffer) if file.path == STANDARD_INPUT else file.path.open("rb")


def _read(stream: BinaryIO, place: Place, settings: Settings) -> Iterator[Placed | Reject]:
    """Read a stream in the format that its name tells, and the files within it."""
    reader = reader_of(split_name(place.name)[1])
    if reader is None or place.depth > MAX_DEPTH:
        yield _refuse_member(place, deep=reader is not None)
        return
    buffered = stream if hasattr(stream, "peek") else io.BufferedReader(stream)
    for found in _guard(reader(buffered, Asked(place.shown, place.name, settings.columns)), place.shown):
        if isinstance(found, RawArticle):
            yield Placed(found, place)
        elif isinstance(found, Refusal):
            yield Reject(place.source_path, found.reason, storable(found.detail))
        else:
            name = normpath(f"/{storable(found.name)}").lstrip("/")
            if found.whole or not any(map(belongs_to_folder, name.split("/"))):
                yield from _read(found.stream, place.within(found, name), settings)


def _refuse_member(place: Place, deep: bool) -> Reject:
    if deep:
        return Reject(place.source_path, "too-deep", f"{place.shown}: more than {MAX_DEPTH} files within files; unpack it first")
    ending = split_name(place.name)[1]
    kind = f"a {ending} file" if ending else "a file without an ending"
    if not place.shown.endswith(place.name):  # what a compressed file holds
        kind = f"holds {kind}"
    return Reject(place.source_path, "unsupported", f"{place.shown}: {kind}; read are {', '.join(endings())}; save it so, or move it away")


def _guard(found: Found, shown: str) -> Found:
    """What a reader finds, and the fault that ends it."""
    try:
        yield from found
    except Unreadable as fault:
        yield Refusal(fault.reason, str(fault))
    except BROKEN as error:
        yield Refusal("broken-archive", f"{shown}: broken after what was read ({error}); fetch or make it again")
    except OSError as error:
        if error.errno is not None:  # the disk's; decompressors raise it without a number for data they do not know
            raise
        yield Refusal("broken-archive", f"{shown}: broken after what was read ({error}); fetch or make it again")
    except Exception as error:  # noqa: BLE001 - parsers of other hands fail in many ways on broken files; the rest goes on
        told = " ".join(f"{type(error).__name__}: {error}".split())
        yield Refusal("broken", f"{shown}: cannot be read ({told}); open and save it anew, or move it away")


def _make_article(found: Placed) -> Article | Reject:
    """The article of a raw one, or why it is none."""
    raw, place = found.raw, found.place
    locator = ", ".join(filter(None, (place.locator, raw.locator))) or None
    shown = place.locate(locator)
    text, mended = mend_mojibake(storable(raw.text))
    if not any(map(str.isalnum, text)):
        return Reject(place.source_path, "empty", f"{shown}: empty, no word in it; remove it or put the article's text in")
    if len(text) > MAX_CHARACTERS:
        return Reject(place.source_path, "too-long", str(too_long(shown)))
    if language := other_language(text):
        return Reject(place.source_path, "language", f"{shown}: its language is {language}, only English is read; move it away")
    fields = {name: mend_mojibake(value)[0] for name, value in settle_fields(raw.fields).items()} | place.details
    claim = place.claim if raw.locator is None else f"{place.claim}-{claim_item(raw.item, text)}"
    encoding = f"{raw.encoding}, {MENDED}" if mended else raw.encoding
    return Article(claim, place.source_path, text, encoding, **fields, locator=locator)
