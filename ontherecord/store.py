"""Finished annotations on disk: resume, incremental builds and sharing of work with one idea.

In: a text's hash and its annotation. Out: the annotation again, in any later run of the same pipeline. One
file per text and pipeline version, written whole or not at all, each with a checksum of its own; a damaged
file counts as absent.
"""

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

import msgspec

from ontherecord.records import Annotated

CHECKSUM = 64  # hexadecimal digits of a SHA-256, on the first line of each file

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Annotated)


def hash_text(text: str) -> str:
    """The SHA-256 of a text as UTF-8, in hexadecimal: the key of its annotation."""
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Store:
    """Annotations of one pipeline version below the folder `root`, here or wherever fsspec reaches (a UPath)."""

    root: Path
    version: str

    def path(self, key: str) -> Path:
        """The file that holds a text's annotation, whether it is there or not."""
        return self.root / self._below(key)

    def has(self, key: str) -> bool:
        """Whether a text's annotation is there, damaged or not."""
        return self.path(key).exists()

    def get(self, key: str) -> Annotated | None:
        """The annotation kept for a text, or None where there is none or its file is damaged."""
        body = self._read(key)
        try:
            return None if body is None else _decoder.decode(body)
        except msgspec.DecodeError:
            return None

    def is_whole(self, key: str) -> bool:
        """Whether a text's annotation is there and undamaged; much cheaper than to get it."""
        return self._read(key) is not None

    def put(self, key: str, annotated: Annotated) -> None:
        """Keep a text's annotation; OSError where the disk does not take it."""
        body = _encoder.encode(annotated)
        _write_whole(self.path(key), hashlib.sha256(body).hexdigest().encode() + b"\n" + body)

    def _below(self, key: str) -> str:
        return f"{self.version}/{key[:2]}/{key}.json"

    def _read(self, key: str) -> bytes | None:
        """The body of a text's file, or None where it is not there or its checksum is another."""
        try:
            data = _read_bytes(self.root, self._below(key))
        except FileNotFoundError:
            return None
        checksum, body = data[:CHECKSUM], data[CHECKSUM + 1 :]
        return body if hashlib.sha256(body).hexdigest().encode() == checksum else None


def find_store(place: str, version: str) -> Store:
    """The store in a folder, or at an address that fsspec knows, as s3://bucket/folder; ValueError where it knows none."""
    place = place.removeprefix("file://")
    if "://" not in place:
        return Store(Path(place).absolute(), version)
    try:
        from upath import UPath

        return Store(UPath(place), version)
    except (ImportError, ValueError) as error:
        raise ValueError(f"{place}: {error}; pip install 'ontherecord[dask]' and what fsspec needs for it, or give a folder") from error


def _read_bytes(root: Path, below: str) -> bytes:
    """All that a file holds; there are a million small ones, for which buffers and objects around a path are dear."""
    if not isinstance(root, Path):
        return (root / below).read_bytes()
    with open(f"{root}/{below}", "rb", buffering=0) as file:
        return file.read()


def _write_whole(path: Path, data: bytes) -> None:
    """Write a file that is there whole or not at all, whoever else writes it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not isinstance(path, Path):  # object stores take a file whole, or not at all
        path.write_bytes(data)
        return
    unfinished = path.with_suffix(f".{token_hex(8)}")  # process ids are not enough where machines share a store
    try:
        unfinished.write_bytes(data)
        os.replace(unfinished, path)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from error  # a full disk tells no name


class NotKept(Exception):
    """The store does not hold an annotation that it should."""


@dataclass(frozen=True, slots=True)
class Kept(Sequence[Annotated]):
    """The annotations of many texts, each read from disk when it is asked for and not held in memory."""

    store: Store
    keys: Sequence[str]

    def __len__(self) -> int:
        return len(self.keys)

    def __getitem__(self, index: int) -> Annotated:
        found = self.store.get(self.keys[index])
        if found is None:
            raise NotKept(f"{self.store.path(self.keys[index])}: the annotation went away or is damaged; build again")
        return found
