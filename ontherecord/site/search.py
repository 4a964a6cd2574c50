"""Searching: the one box over the whole database, and the box above a table.

In: what was typed, and which table. Out: rows with the words found, or Datasette's filter arguments for a table.
Nothing that can be typed is an error.
"""

from collections.abc import Mapping

from datasette.database import Database, QueryInterrupted
from datasette.filters import FilterArguments

from ontherecord.schema import BY_NAME
from ontherecord.site.match import drop_the, search_clauses
from ontherecord.site.queries import NEWEST, SAID, UTTERED

# So many of each table are shown; a link leads to the others.
FOUND = 20
FILTERS = ("speaker", "kind", "publication", "since", "until")
# Of which articles; a day is compared with as much of the date as the metadata gives.
WITHIN = """(:publication = '' or articles.publication_id = :publication)
            and (:since = '' or substr(articles.published, 1, 10) >= :since)
            and (:until = '' or substr(articles.published, 1, 10) <= :until)"""
# Rows are chosen first and snippets made of the chosen only: a common word is in many thousands.
SEARCHES = {
    "entities": f"""
        select *, snippet_of(name, :q) as snippet from (
          select id, name, kind, {SAID} as quotes
          from entities where {{found}} order by quotes desc, id limit {{limit}})""",
    "quotes": f"""
        select *, snippet_of(text, :q) as snippet from (
          select quotes.id, quotes.start, quotes.text, quotes.speaker_id, quotes.kind, articles.id as article_id, articles.label as article,
            coalesce(entities.name, quotes.speaker_text) as speaker
          from quotes join articles on articles.id = article_id left join entities on entities.id = speaker_id
          where {{found}} and {UTTERED} and {WITHIN} and (:kind = '' or quotes.kind = :kind)
            and (:speaker = '' or quotes.id in (select quote_id from quote_speakers where entity_id = (select find_entity(:speaker))))
          order by {NEWEST} limit {{limit}})""",
    "articles": f"""
        select id, label, published, snippet_of(text, :q) as snippet from (
          select * from articles where {{found}} and {WITHIN} order by published is null, published desc, id limit {{limit}})""",
    "sentences": f"""
        select *, snippet_of(text, :q) as snippet from (
          select sentences.id, sentences.start, sentences.text, articles.id as article_id, articles.label as article
          from sentences join articles on articles.id = article_id
          where {{found}} and {WITHIN} order by published is null, published desc, articles.id, sentences.start limit {{limit}})""",
}


async def search_everything(db: Database, asked: Mapping[str, str]) -> dict[str, list[dict] | None]:
    """What was found by table, None where it took too long; tables to which a filter in use does not apply are left out."""
    found: dict[str, list[dict] | None] = {}
    for table, sql in SEARCHES.items():
        if table != "quotes" and (asked["speaker"] or asked["kind"]):
            continue
        if table == "entities" and any(asked[name] for name in FILTERS):
            continue
        query = sql.format(found=search_clauses(table, "q"), limit=FOUND + 1)
        values = {**asked, "q": drop_the(asked["q"])} if table == "entities" else asked
        try:
            found[table] = [dict(row) for row in (await db.execute(query, values)).rows]
        except QueryInterrupted:
            found[table] = None
    return found


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
