"""A built database as scorers read it.

In: the path of a database. Out: its articles with their quotes, mentions and roles, and the names that its
entities bear. Only tables and columns that the codebook documents are read.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.scoring.naming import fold
from ontherecord.records import Span


@dataclass(frozen=True, slots=True)
class FoundQuote:
    """A row of quotes with its spans, and the ids of all its named speakers."""

    id: str
    kind: str
    act: str
    rule: str
    text: str
    spans: tuple[Span, ...]
    cue: Span | None
    source: Span | None
    speakers: frozenset[str]
    confidence: float
    speaker_confidence: float | None
    utterance: str | None


@dataclass(frozen=True, slots=True)
class FoundMention:
    start: int
    end: int
    entity: str
    kind: str


@dataclass(frozen=True, slots=True)
class FoundRole:
    start: int
    end: int
    entity: str
    title: str
    status: str


@dataclass(slots=True)
class FoundArticle:
    id: str
    text: str
    quotes: list[FoundQuote] = field(default_factory=list)
    mentions: list[FoundMention] = field(default_factory=list)
    roles: list[FoundRole] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Found:
    """All articles by id; of every entity its name, its kind and every folded form it bears."""

    articles: dict[str, FoundArticle]
    names: dict[str, str]
    kinds: dict[str, str]
    forms: dict[str, set[str]]

    def bears(self, entity: str | None, names: Iterable[str]) -> bool:
        """Whether one of the names is the entity's own, or that of one of its name mentions."""
        return entity is not None and not self.forms.get(entity, set()).isdisjoint(map(fold, names))

    def named(self, entities: Iterable[str]) -> list[str]:
        """The names of some entities, sorted, for messages."""
        return sorted(self.names.get(entity, entity) for entity in entities)


def read_database(path: Path) -> Found:
    """Read a built database; sqlite3.Error where it is none."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as db:
        db.row_factory = sqlite3.Row
        articles = {r["id"]: FoundArticle(r["id"], r["text"]) for r in db.execute("select id, text from articles order by id")}
        _read_quotes(db, articles)
        for r in db.execute("select article_id, start, end, entity_id, kind from mentions order by rowid"):
            articles[r["article_id"]].mentions.append(FoundMention(r["start"], r["end"], r["entity_id"], r["kind"]))
        for r in db.execute("select m.article_id, m.start, m.end, r.entity_id, r.title, r.status "
                            "from roles r join role_mentions m on m.role_id = r.id order by m.rowid"):
            articles[r["article_id"]].roles.append(FoundRole(r["start"], r["end"], r["entity_id"], r["title"], r["status"]))
        entities = db.execute("select id, name, kind from entities").fetchall()
        forms = {r["id"]: {fold(r["name"])} for r in entities}
        for r in db.execute("select distinct entity_id, text from mentions where kind = 'name'"):
            forms[r["entity_id"]].add(fold(r["text"]))
    return Found(articles, {r["id"]: r["name"] for r in entities}, {r["id"]: r["kind"] for r in entities}, forms)


def _read_quotes(db: sqlite3.Connection, articles: dict[str, FoundArticle]) -> None:
    spans, speakers = defaultdict(list), defaultdict(set)
    for r in db.execute("select quote_id, start, end from quote_spans order by quote_id, position"):
        spans[r["quote_id"]].append((r["start"], r["end"]))
    for r in db.execute("select quote_id, entity_id from quote_speakers"):
        speakers[r["quote_id"]].add(r["entity_id"])
    for r in db.execute("select * from quotes order by article_id, start, rowid"):
        first = {r["speaker_id"]} - {None}
        articles[r["article_id"]].quotes.append(FoundQuote(
            id=r["id"], kind=r["kind"], act=r["act"], rule=r["rule"], text=r["text"], spans=tuple(spans[r["id"]]),
            cue=_span(r, "cue"), source=_span(r, "speaker"), speakers=frozenset(speakers[r["id"]] | first),
            confidence=r["confidence"], speaker_confidence=r["speaker_confidence"], utterance=r["utterance_id"],
        ))


def _span(row: sqlite3.Row, name: str) -> Span | None:
    return None if row[f"{name}_start"] is None else (row[f"{name}_start"], row[f"{name}_end"])
