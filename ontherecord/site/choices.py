"""Values that exist, offered where a question or the search asks for one.

In: the database. Out: values by parameter, those with the most rows first; kept per database file.
"""

from datasette.database import Database, QueryInterrupted

from ontherecord.schema import STATUSES
from ontherecord.site.caching import once_per_file
from ontherecord.site.queries import DESCRIBES, UTTERED
from ontherecord.site.subjects import pick_beginning, read_subjects

# A browser shows a handful at a time; more would only make the page heavy.
OFFERED = 100
SPEAKERS = f"""
    select entities.name from quote_speakers join quotes on quotes.id = quote_id join entities on entities.id = entity_id
    where {UTTERED} group by entities.id order by count(*) desc, entities.name limit {OFFERED}
"""
PUBLICATIONS = f"select name from publications order by name limit {OFFERED}"
# Characters of what is offered: nobody picks what is longer.
LONGEST = 200
TITLES = f"""
    select lower(text) as title from role_mentions
    group by title order by count(*) desc, title limit {OFFERED}
"""
# As the quote with the least id spells it; what is longer than a line is not offered.
SOURCES = f"""
    select text from (
      select speaker_text as text, min(id), count(*) as quotes, count(distinct article_id) as articles
      from quotes where {UTTERED} and {DESCRIBES} and length(speaker_text) <= 60 group by lower(speaker_text))
    order by quotes desc, articles desc, lower(text) limit {OFFERED}
"""


async def offer_choices(db: Database) -> dict[str, list[str]]:
    """Names of speakers and publications, titles, statuses, words for unnamed sources, and words that quotes come back to."""

    async def work_out() -> dict[str, list[str]]:
        return {
            "person": await _values(db, SPEAKERS),
            "title": await _values(db, TITLES),
            "publication": await _values(db, PUBLICATIONS),
            "status": list(STATUSES),
            "source": await _values(db, SOURCES),
            "word": (await read_subjects(db))[:OFFERED],
        }

    return await once_per_file(db, "choices", work_out)


async def offer_examples(db: Database) -> dict[str, str]:
    """The beginning of a word and words in quotation marks that this database has, of each if there is one."""
    words, people = await read_subjects(db), (await offer_choices(db))["person"]
    beginning = pick_beginning(words)
    phrase = next((name for name in people if len(name.split()) > 1 and '"' not in name), None)
    return ({"beginning": f"{beginning}*"} if beginning else {}) | ({"phrase": f'"{phrase}"'} if phrase else {})


async def offer_publications(db: Database, asked: dict | None) -> list[dict]:
    """Publications by name, the one asked for among them."""
    offered = [dict(row) for row in (await db.execute(f"select id, name from publications order by name limit {OFFERED}")).rows]
    return offered if asked is None or asked in offered else [asked, *offered]


async def _values(db: Database, sql: str) -> list[str]:
    try:
        return [row[0] for row in (await db.execute(sql)).rows if len(row[0]) <= LONGEST]
    except QueryInterrupted:  # a question can be asked without
        return []
