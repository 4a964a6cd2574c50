"""What an entry of the corrections file can say, one type per action.

In: nothing. Out: the types, and for each entry its id and words for people. `FIELDS` says what is right in each field: the
messages about a wrong one and the documentation's completeness rest on it. Ids of entities are those of the database;
the words of an article are named as a W3C TextQuoteSelector does (Web Annotation Data Model, 4.2.4).
"""

import datetime
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated

import msgspec

from ontherecord.records import EntityKind, Status
from ontherecord.schema import ENTITY_KINDS, STATUSES

Words = Annotated[str, msgspec.Meta(pattern=r"\S")]
WikidataId = Annotated[str, msgspec.Meta(pattern=r"^Q[1-9][0-9]*$")]
SHOWN = 60  # characters of an article's words that suffice to tell which are meant
DIGITS = 8

_ID = "the id of an entity, as its page's address and the table entities have it, such as kevin-de-leon"
FIELDS = {
    "action": "merge, split, rename, kind, wikidata, aliases, speaker, drop, check, role or drop-role",
    "who": "the name of the person who corrects, which is published with the correction",
    "why": "the reason and what it rests on, in words that readers can follow",
    "when": "the date of the correction, as 2026-11-30",
    "entity": _ID,
    "into": f"{_ID}; in a split it may be a new one",
    "articles": "the ids of the articles that mean somebody else, as a list: [a, b]",
    "name": "the name as it should be shown",
    "kind": f"one of {', '.join(ENTITY_KINDS)}",
    "wikidata_id": "an item on Wikidata: Q and a number, such as Q42",
    "aliases": "other spellings, as a list: [Joe Biden, J. Biden]",
    "quote": "the quote's words in the article: article and exact, and prefix and suffix around them",
    "evidence": "the title's words in the article: article and exact, and prefix and suffix around them",
    "article": "the id of an article, as its page's address and the table articles have it",
    "exact": "the words exactly as the article has them, or as the column text of quotes has them",
    "prefix": "some words just before them, as the article has them",
    "suffix": "some words just after them, as the article has them",
    "speakers": "the ids of the named speakers, as a list: [mike-bonin]; [] if nobody is named",
    "title": "the title without former, ex-, late and outgoing",
    "organization": _ID,
    "status": f"one of {', '.join(STATUSES)}",
}


class Selector(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words of an article and what stands around them."""

    article: Words
    exact: Words
    prefix: str = ""
    suffix: str = ""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="action"):
    """What every entry says: who corrects, why, and when."""

    who: Words
    why: Words
    when: datetime.date


class Merge(Entry, kw_only=True, frozen=True, tag="merge"):
    """Two entities are one; the id of `into` stays."""

    entity: Words
    into: Words


class Split(Entry, kw_only=True, frozen=True, tag="split"):
    """In these articles somebody else is meant; without a name, a new entity takes over the old one's."""

    entity: Words
    articles: Annotated[tuple[Words, ...], msgspec.Meta(min_length=1)]
    into: Words
    name: Words | None = None


class Rename(Entry, kw_only=True, frozen=True, tag="rename"):
    """The entity's name is wrong; its id stays."""

    entity: Words
    name: Words


class Kind(Entry, kw_only=True, frozen=True, tag="kind"):
    """The entity's kind is wrong."""

    entity: Words
    kind: EntityKind


class Wikidata(Entry, kw_only=True, frozen=True, tag="wikidata"):
    """The entity is this item on Wikidata."""

    entity: Words
    wikidata_id: WikidataId


class Aliases(Entry, kw_only=True, frozen=True, tag="aliases"):
    """The entity should be found by these spellings too."""

    entity: Words
    aliases: Annotated[tuple[Words, ...], msgspec.Meta(min_length=1)]


class Speaker(Entry, kw_only=True, frozen=True, tag="speaker"):
    """The quote's speakers are these."""

    quote: Selector
    speakers: tuple[Words, ...]


class Drop(Entry, kw_only=True, frozen=True, tag="drop"):
    """The words are no quote."""

    quote: Selector


class Check(Entry, kw_only=True, frozen=True, tag="check"):
    """A person has compared the quote and its speakers with the article; `speakers` are those that were seen."""

    quote: Selector
    speakers: tuple[Words, ...]


class AddRole(Entry, kw_only=True, frozen=True, tag="role"):
    """The words give the entity a role."""

    evidence: Selector
    entity: Words
    title: Words
    status: Status = "current"
    organization: Words | None = None


class DropRole(Entry, kw_only=True, frozen=True, tag="drop-role"):
    """The entity has no such role; without organization, status or article, none at any, with any, in any."""

    entity: Words
    title: Words
    organization: Words | None = None
    status: Status | None = None
    article: Words | None = None


AboutEntity = Merge | Split | Rename | Kind | Wikidata | Aliases
AboutQuote = Speaker | Drop | Check
AnyEntry = AboutEntity | AboutQuote | AddRole | DropRole
KINDS = {kind.__struct_config__.tag: kind for kind in AnyEntry.__args__}  # by action


@dataclass(frozen=True, slots=True)
class Correction:
    """An entry with its id, and the line of the file on which it begins."""

    id: str
    line: int
    entry: AnyEntry


def action_of(entry: AnyEntry) -> str:
    """The entry's action, as the file names it."""
    return entry.__struct_config__.tag


def fields_of(action: str) -> tuple[str, ...]:
    """The fields that an entry with this action can have; those that it must have come first."""
    return ("action", *KINDS[action].__struct_fields__)


def entry_id(entry: AnyEntry) -> str:
    """An id from what the entry is about: two entries with one id contradict or repeat each other."""
    parts = [action_of(entry)]
    match entry:
        case Speaker() | Drop() | Check():
            parts += [entry.quote.article, _digits(*msgspec.structs.astuple(entry.quote))]
        case AddRole():
            parts += [entry.entity, _digits(*msgspec.structs.astuple(entry.evidence), entry.title, entry.status, entry.organization or "")]
        case DropRole():
            parts += [entry.entity, _digits(entry.title, entry.organization or "", entry.status or "", entry.article or "")]
        case Split():
            parts += [entry.entity, entry.into]
        case _:
            parts.append(entry.entity)
    return "-".join(parts)


def selector_of(entry: AnyEntry) -> Selector | None:
    """The words that an entry about an article's words names."""
    match entry:
        case Speaker() | Drop() | Check():
            return entry.quote
        case AddRole():
            return entry.evidence
    return None


def article_of(entry: AnyEntry) -> str | None:
    """The article that the entry names, if it is about one only."""
    selector = selector_of(entry)
    return selector.article if selector else getattr(entry, "article", None)


def tell_target(entry: AnyEntry) -> str:
    """What the entry is about, for people to read."""
    selector = selector_of(entry)
    if selector is None:
        return entry.entity
    words = " ".join(selector.exact.split())
    return f"{selector.article}: {words if len(words) <= SHOWN else words[: SHOWN - 1] + '…'}"


def tell_change(entry: AnyEntry) -> str | None:
    """What the entry makes of it, for people to read."""
    match entry:
        case Merge():
            return f"into {entry.into}"
        case Split():
            return f"into {entry.into}" + (f" ({entry.name})" if entry.name else "") + f" in {', '.join(entry.articles)}"
        case Rename():
            return entry.name
        case Kind():
            return entry.kind
        case Wikidata():
            return entry.wikidata_id
        case Aliases():
            return "; ".join(entry.aliases)
        case Speaker() | Check():
            return ", ".join(entry.speakers) or "nobody named"
        case AddRole():
            return f"{entry.entity}: {entry.title}" + (f", {entry.organization}" if entry.organization else "") + f" ({entry.status})"
        case DropRole():
            told = f"not {', '.join(filter(None, (entry.title, entry.organization)))}" + (f" ({entry.status})" if entry.status else "")
            return told + (f" in {entry.article}" if entry.article else "")
    return None


def _digits(*parts: str) -> str:
    return sha256("\n".join(parts).encode()).hexdigest()[:DIGITS]
