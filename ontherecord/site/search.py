"""Searching: the one box over the whole database, and the box above a table.

In: what was typed, and which table. Out: rows with the words found, or Datasette's filter arguments for a table.
Nothing that can be typed is an error.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from datasette.database import Database, QueryInterrupted
from datasette.filters import FilterArguments

from ontherecord.schema import BY_NAME
from ontherecord.site.links import search_path, sql_path
from ontherecord.site.match import drop_the, search_clauses
from ontherecord.site.queries import NEWEST, SAID, UTTERED

# So many of each table are shown together, and so many on a page of one table.
FOUND = 20
PAGE = 50
# Counted no further: what is there more often is found with another word.
COUNTED = 1000
# No search is turned over so far; a larger number in the address means this one.
LAST = 10_000
# Rows of an answer in SQL, as many as settings.json lets through.
ANSWERED = 2000
FILTERS = ("speaker", "kind", "publication", "since", "until")
# A day is compared with as much of the date as the metadata gives; `~` stands behind every character of a date.
CLAUSES = {
    "speaker": "quotes.id in (select quote_id from quote_speakers where entity_id = (select find_entity(:speaker)))",
    "kind": "quotes.kind = :kind",
    "publication": "articles.publication_id = :publication",
    "since": "articles.published >= :since",
    "until": "articles.published <= :until || '~'",
}
_SOURCE = """articles.label as article, articles.id as article_id, publications.name as publication,
            publications.id as publication_id, articles.published"""
_ARTICLES = "articles left join publications on publications.id = articles.publication_id"
_OLDEST_LAST = "articles.published is null, articles.published desc, articles.id"
# Rows are chosen first and snippets made of the chosen only: a common word is in many thousands.
SEARCHES = {
    "entities": f"""
        select snippet_of(name, :q) as entity, id as entity_id, kind, quotes from (
          select id, name, kind, {SAID} as quotes
          from entities where {{conditions}} order by quotes desc, id limit {{limit}})""",
    "quotes": f"""
        select snippet_of(text, :q) as snippet, * from (
          select quotes.id as snippet_id, coalesce(entities.name, quotes.speaker_text) as speaker, quotes.speaker_id, quotes.kind,
            {_SOURCE}, quotes.start, quotes.text
          from quotes join articles on articles.id = quotes.article_id
          left join publications on publications.id = articles.publication_id
          left join entities on entities.id = quotes.speaker_id
          where {{conditions}} order by {NEWEST} limit {{limit}})""",
    "articles": f"""
        select *, snippet_of((select text from articles where id = article_id), :q) as snippet from (
          select {_SOURCE}
          from {_ARTICLES}
          where {{conditions}} order by {_OLDEST_LAST} limit {{limit}})""",
    "sentences": f"""
        select snippet_of(text, :q) as sentence, * from (
          select sentences.id as sentence_id, {_SOURCE}, sentences.start, sentences.text
          from sentences join articles on articles.id = sentences.article_id
          left join publications on publications.id = articles.publication_id
          where {{conditions}} order by {_OLDEST_LAST}, sentences.start limit {{limit}})""",
}
COUNTS = {
    "entities": "entities",
    "quotes": "quotes join articles on articles.id = quotes.article_id",
    "articles": "articles",
    "sentences": "sentences join articles on articles.id = sentences.article_id",
}


@dataclass(frozen=True, slots=True)
class Found:
    """The rows found in a table on page `number`, whether there are others, and how many were counted.

    `rows` is None where it took too long, `count` too; a count above COUNTED means that there are more.
    """

    rows: list[dict] | None
    number: int
    further: bool
    count: int | None
    whole: str
    answer: str


async def search_everything(db: Database, asked: Mapping[str, str]) -> dict[str, Found]:
    """What was found by table; tables to which a filter in use does not apply are left out."""
    return {table: await search_one(db, table, asked, FOUND) for table in searched_tables(asked)}


def searched_tables(asked: Mapping[str, str]) -> list[str]:
    """The tables that what was asked is looked for in: without words, quotes and perhaps articles."""
    tables = ["quotes"] if asked["speaker"] or asked["kind"] else ["quotes", "articles"]
    if asked["q"] and "articles" in tables:
        tables.append("sentences")
    if asked["q"] and not any(asked[name] for name in FILTERS):
        tables.insert(0, "entities")
    return tables


async def search_one(db: Database, table: str, asked: Mapping[str, str], size: int = PAGE, number: int = 1) -> Found:
    """One page of what was found in one table, the newest first; of entities, the most quoted."""
    values = {name: asked[name] for name in ("q", *FILTERS)}
    if table == "entities":
        values["q"] = drop_the(values["q"])
    sql, conditions = SEARCHES[table], _conditions(table, asked)
    used = {name: value for name, value in values.items() if value or name == "q"}
    paths = {"whole": search_path(**asked, of=table), "answer": sql_path(sql.format(conditions=conditions, limit=ANSWERED), **used)}
    try:
        query = sql.format(conditions=conditions, limit=f"{size + 1} offset {(number - 1) * size}")
        rows = [dict(row) for row in (await db.execute(query, values)).rows]
    except QueryInterrupted:
        return Found(None, number, False, None, **paths)
    further = len(rows) > size
    count = await _count(db, table, conditions, values) if further or number > 1 else len(rows)
    return Found(rows[:size], number, further, count, **paths)


def _conditions(table: str, asked: Mapping[str, str]) -> str:
    """Of the words, where there are any, and of the filters in use; quotes are those spoken or written."""
    words = [search_clauses(table, "q")] if asked["q"] else []
    return " and ".join([*words, *([UTTERED] if table == "quotes" else []), *(CLAUSES[name] for name in FILTERS if asked[name])])


async def _count(db: Database, table: str, conditions: str, values: Mapping[str, str]) -> int | None:
    sql = f"select count(*) from (select 1 from {COUNTS[table]} where {conditions} limit {COUNTED + 1})"
    try:
        return (await db.execute(sql, values)).first()[0]
    except QueryInterrupted:
        return None


def search_table(table: str, arguments: Mapping[str, str]) -> FilterArguments | None:
    """The box above a table, and the rows that hold all of `_search` and of `_search_COLUMN`; None without text to search."""
    described = BY_NAME.get(table)
    if described is None or not described.search:
        return None
    typed = {None: arguments.get("_search")} | {c: arguments.get(f"_search_{c}") for c in described.search}
    given = {column: words for column, words in typed.items() if (words or "").strip()}
    names = {column: f"search_{column}" if column else "search" for column in given}
    return FilterArguments(
        [search_clauses(table, names[column], column) for column in given],
        {names[column]: drop_the(words) if table == "entities" else words for column, words in given.items()},
        [f'{column or "search"} matches "{words}"' for column, words in given.items()],
        extra_context={"supports_search": True, "search": arguments.get("_search") or ""},
    )
