"""What readers of formats hand on, before anyone has made articles of it.

In: nothing. Out: the types that all readers share. A reader is a function `read(stream, asked)` that yields
what it finds in a file, one thing at a time, and raises Unreadable where the file as a whole is no good.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import BinaryIO

Fields = dict[str, object]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a reader is asked: `shown` names the place in messages, `name` is the file's, and
    `columns` says which column holds which field, as the command line gives it."""

    shown: str
    name: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RawArticle:
    """An article as its format holds it: fields as they are written there, under the names of the sidecar's columns.

    An item of a container has a `locator`, which says where in it; `item` is the id that it gives itself.
    """

    text: str
    encoding: str
    fields: Fields = field(default_factory=dict)
    item: str | None = None
    locator: str | None = None


@dataclass(frozen=True, slots=True)
class Member:
    """A file within a file, to be read before the next one is asked for; `whole` where it is all there is.

    `details` are fields that the archive tells of it, which go before its own.
    """

    name: str
    stream: BinaryIO
    whole: bool = False
    details: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something in a file that is no article, while the rest of the file goes on: a reason in a word, and the
    place, the fault and the remedy."""

    reason: str
    detail: str


Found = Iterator[RawArticle | Member | Refusal]
