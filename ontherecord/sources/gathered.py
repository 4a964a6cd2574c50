"""All articles of a build, each text once, on disk.

In: articles as they are read, with the ids that they claim. Out: a sequence of them in order of their ids, each read
from disk when it is asked for, so that an archive of any size can be gone over many times. The same text found again
is another place of the article, not another article; the first place, as sources are ordered, tells its metadata.
"""

import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from hashlib import sha256
from operator import attrgetter
from pathlib import Path
from typing import IO

import msgspec

from ontherecord.records import Article
from ontherecord.sources.identity import settle_ids

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(list)
_values = attrgetter(*(field.name for field in fields(Article)[1:-1]))  # all but `id` and `also`, which are settled at the end

Where = tuple[str, str | None]


@dataclass(frozen=True, slots=True)
class _Kept:
    """Where in the file an article lies, the digest of its text, and its id."""

    start: int
    size: int
    digest: bytes
    id: str
    also: tuple[Where, ...]


@dataclass(frozen=True, slots=True)
class Gathered(Sequence[Article]):
    """The articles of a build in order of their ids; `keys` are the SHA-256 of their texts in hexadecimal."""

    file: IO[bytes]
    kept: tuple[_Kept, ...]

    def __len__(self) -> int:
        return len(self.kept)

    def __getitem__(self, index: int) -> Article:
        kept = self.kept[index]
        values = _decoder.decode(os.pread(self.file.fileno(), kept.size, kept.start))
        return Article(kept.id, *values, kept.also)

    @property
    def keys(self) -> list[str]:
        return [kept.digest.hex() for kept in self.kept]

    def only(self, wanted: Callable[[str], bool]) -> "Gathered":
        """The articles whose key is wanted, under the ids that they have."""
        return Gathered(self.file, tuple(kept for kept in self.kept if wanted(kept.digest.hex())))


class Gathering:
    """Articles on their way to disk, in a file below `folder` (by default the system's) that no stop leaves behind."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or Path(tempfile.gettempdir())
        self._file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 - it is closed with the last reference to it
        self._claims: list[str] = []
        self._places: list[tuple[int, int]] = []
        self._also: dict[int, list[Where]] = {}
        self._numbers: dict[bytes, int] = {}

    def add(self, article: Article) -> None:
        """Keep an article, or the place of one whose text is here. Raises OSError where the disk is full."""
        digest = sha256(article.text.encode()).digest()
        number = self._numbers.setdefault(digest, len(self._claims))
        if number < len(self._claims):
            self._also.setdefault(number, []).append((article.source_path, article.locator))
            return
        body = _encoder.encode(_values(article))
        self._places.append((self._file.tell(), len(body)))
        self._claims.append(article.id)
        with self._named():
            self._file.write(body)

    def settle(self) -> Gathered:
        """The articles, when all are here."""
        with self._named():
            self._file.flush()
        ids = settle_ids(self._claims, list(self._numbers))
        also = (tuple(self._also.get(number, ())) for number in range(len(ids)))
        kept = (_Kept(*place, *rest) for place, *rest in zip(self._places, self._numbers, ids, also, strict=True))
        return Gathered(self._file, tuple(sorted(kept, key=lambda one: one.id)))

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Say where the disk is full, which the system does not."""
        try:
            yield
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self._folder)) from error
