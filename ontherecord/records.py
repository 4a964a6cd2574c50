"""The frozen records that stages hand on.

In: nothing. Out: the types that every room shares. All offsets are half-open, in Unicode code
points, into the text of the article at hand. A record refers to another of the same article by its
index in the tuple that holds it (`chain` is an index into `Annotated.chains`), never by a database id:
ids are made when all articles are together.
"""

from dataclasses import dataclass
from typing import Literal

Span = tuple[int, int]
EntityKind = Literal["PERSON", "ORG", "GPE", "LOC"]
MentionKind = Literal["name", "pronoun", "description"]
QuoteKind = Literal["direct", "mixed", "indirect"]
Act = Literal["speech", "writing", "thought", "evidence"]
Status = Literal["current", "former", "acting", "resigned", "outgoing", "elected", "candidate"]


@dataclass(frozen=True, slots=True)
class Article:
    """An article as its source gave it; what the source does not say is None.

    `locator` says where in its file it was found, where the file holds several; `also` is every further place
    (source path and locator) that holds the same text.
    """

    id: str
    source_path: str
    text: str
    encoding: str | None = None
    publication: str | None = None
    title: str | None = None
    byline: str | None = None
    dateline: str | None = None
    published: str | None = None
    url: str | None = None
    language: str | None = None
    locator: str | None = None
    also: tuple[tuple[str, str | None], ...] = ()


@dataclass(frozen=True, slots=True)
class Reject:
    """Something that could not become an article: where, why in a word, and the fault with its remedy."""

    source_path: str
    reason: str
    detail: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence without the white space around it; `credit` marks a byline, agency line or dateline."""

    start: int
    end: int
    paragraph: int
    credit: bool = False


@dataclass(frozen=True, slots=True)
class Chain:
    """One person, organisation or place within one article, under the fullest name seen there."""

    name: str
    kind: EntityKind


@dataclass(frozen=True, slots=True)
class Mention:
    """Words that stand for a chain."""

    start: int
    end: int
    kind: MentionKind
    chain: int


@dataclass(frozen=True, slots=True)
class Names:
    """The names of an article: its chains, and their name mentions in order of position."""

    chains: tuple[Chain, ...]
    mentions: tuple[Mention, ...]


@dataclass(frozen=True, slots=True)
class Role:
    """A title that the text gives a person; the span is the title as written, `title` its normal form."""

    start: int
    end: int
    chain: int
    title: str
    head: str
    status: Status
    organization: int | None = None


@dataclass(frozen=True, slots=True)
class Attribution:
    """Content that the text attributes, before anyone knows whose name stands behind its source.

    `spans` hold the content piece by piece; `cue` and `source` are the words that attribute it and
    that name its source. `confidence` is the probability that this is a quote with about this content,
    `source_confidence` that the source is right, both between 0 and 1.
    """

    spans: tuple[Span, ...]
    kind: QuoteKind
    act: Act
    rule: str
    confidence: float
    cue: Span | None = None
    verb: str | None = None
    source: Span | None = None
    source_rule: str | None = None
    source_confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Quote:
    """An attribution with the chains that utter it (none where nobody named does) and are addressed."""

    attribution: Attribution
    speakers: tuple[int, ...] = ()
    addressee: int | None = None
    speaker_rule: str | None = None
    speaker_confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Annotated:
    """All that one article's text says, ready to be stored; a pure function of text and pipeline."""

    sentences: tuple[Sentence, ...]
    chains: tuple[Chain, ...]
    mentions: tuple[Mention, ...]
    quotes: tuple[Quote, ...]
    roles: tuple[Role, ...]
    publication: str | None = None
    dateline: str | None = None
