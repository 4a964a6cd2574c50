"""What an entity's page shows: names, roles with their evidence, how it is reported and the company it keeps.

In: the database, an entity's id and which page of its quotes. Out: dictionaries for the template. Counts and lists take
speech and writing.
"""

import json
from collections import Counter
from urllib.parse import urlencode

from datasette.database import Database

from ontherecord.schema import QUOTE_KINDS
from ontherecord.site.describing import DATABASE
from ontherecord.site.links import sql_path
from ontherecord.site.queries import LISTED, NEWEST, UTTERED, VERBAL, add_contexts, fetch_corrections, fetch_one, fetch_quotes, fetch_rows

# An entity's page shows so many quotes, older ones are on further pages: they fit a phone, and a page takes little
# longer in a large database, where more speakers have many. A feed, which nobody turns over, has more.
QUOTES_SHOWN = 10
QUOTES_FED = 30
# Whom an entity is quoted beside is told of so many articles, the newest: every quote in them is looked at.
RECENT = 30

# All of an entity's, the newest first; only what counting and choosing need, because there can be thousands.
SAID_BY = f"""
    select quotes.id, article_id, quotes.kind, case when {VERBAL} then verb end as verb
    from quote_speakers join quotes on quotes.id = quote_id join articles on articles.id = article_id
    where entity_id = ? and {UTTERED} order by {NEWEST}
"""
# Those with most words in common first; so many are compared at most, of several articles before those of one.
SHARED = f"""
    with several as materialized (
      select utterances.id, utterances.text, count(distinct article_id) as articles, count(*) as reports
      from utterances join quotes on utterance_id = utterances.id where utterances.speaker_id = ? group by utterances.id
      order by articles > 1 desc, sum(length(quotes.text)) - max(length(quotes.text)) desc, utterances.id limit 100),
    compared as materialized (
      select several.*, words_shared(several.text, quotes.text) as words from several join quotes on utterance_id = several.id),
    ranked as (select *, row_number() over (partition by id order by words desc) as place from compared)
    select id, text, articles, reports, max(words) as words from ranked where place > 1 group by id
    order by articles > 1 desc, words desc, id limit {LISTED}
"""
# Names are looked up last, of the few that are left: an entity has thousands of quotes, a database hundreds of thousands.
BESIDE = f"""
    select entities.id, entities.name, articles, quotes
    from (
      select entity_id, count(distinct quotes.article_id) as articles, count(*) as quotes
      from json_each(?) cross join quotes on quotes.article_id = value join quote_speakers on quote_id = quotes.id
      where {UTTERED} group by entity_id)
    join entities on entities.id = entity_id
    where entity_id <> ? order by articles desc, quotes desc, name limit {LISTED}
"""
ALL_BESIDE = f"""
    select entities.name as speaker, entities.id as speaker_id, count(distinct quotes.article_id) as articles, count(*) as quotes
    from quotes join quote_speakers on quote_id = quotes.id join entities on entities.id = quote_speakers.entity_id
    where quote_speakers.entity_id <> :entity and {UTTERED} and quotes.article_id in (
      select article_id from quote_speakers join quotes on quotes.id = quote_id where entity_id = :entity and {UTTERED})
    group by entities.id order by articles desc, quotes desc, speaker
"""
ABOUT = f"""
    select entities.id, entities.name, quotes
    from (
      select mentions.entity_id, count(distinct quotes.id) as quotes
      from quote_speakers join quotes on quotes.id = quote_speakers.quote_id
      join quote_spans on quote_spans.quote_id = quotes.id
      join mentions on mentions.article_id = quotes.article_id
        and mentions.start >= quote_spans.start and mentions.start < quote_spans.end
      where quote_speakers.entity_id = ? and {UTTERED} group by mentions.entity_id)
    join entities on entities.id = entity_id
    where entity_id <> ? and entities.kind in ('PERSON', 'ORG') order by quotes desc, name limit {LISTED}
"""
# A role is called as it is written most often, whatever the case, beginning with a capital: its own title is the fullest form,
# which may stand in one article only. The question about roles says the same.
USUAL_TITLE = """(
      select upper(substr(text, 1, 1)) || substr(text, 2) from role_mentions where role_id = roles.id group by text
      order by sum(count(*)) over (partition by lower(text)) desc, length(text) desc, count(*) desc, text limit 1)"""
ROLES = f"""
    select roles.id, {USUAL_TITLE} as title, roles.status, people.id as person_id, people.name as person,
      organizations.id as organization_id, organizations.name as organization, told.articles, first, last,
      sentences.text as sentence, sentences.article_id, evidence.start, articles.label as article
    from (
      select role_id, count(distinct article_id) as articles, min(published) as first, max(published) as last, min(role_mentions.id) as mention
      from roles join role_mentions on role_id = roles.id join articles on articles.id = article_id
      where {{condition}} group by role_id) as told
    join roles on roles.id = told.role_id join entities as people on people.id = roles.entity_id
    left join entities as organizations on organizations.id = roles.organization_id
    join role_mentions as evidence on evidence.id = mention join sentences on sentences.id = evidence.sentence_id
    join articles on articles.id = evidence.article_id
    order by first is null, first, told.articles desc, roles.id limit {LISTED}
"""
ARTICLES = f"""
    select articles.id, articles.label, articles.published, mentions
    from (select article_id, count(*) as mentions from mentions where entity_id = ? group by article_id)
    join articles on articles.id = article_id
    order by articles.published is null, articles.published desc, articles.id limit {LISTED}
"""
SPELLINGS = f"select spelling as text, count as times from aliases where entity_id = ? order by count desc, spelling limit {LISTED}"


async def entity_page(db: Database, entity_id: str) -> dict:
    """Names, roles with their evidence, how it is reported and the company it keeps; its quotes come page by page."""
    said = await fetch_rows(db, SAID_BY, entity_id)
    counts = {"quotes": len(said), "articles": len({one["article_id"] for one in said}), **_tally(said, "kind", QUOTE_KINDS)}
    recent = json.dumps(list(dict.fromkeys(one["article_id"] for one in said))[:RECENT])
    verbs = sorted(_tally(said, "verb").items(), key=lambda pair: (-pair[1], pair[0]))
    return {
        "entity": await fetch_one(db, "select * from entities where id = ?", entity_id),
        "counts": counts,
        "ids": [one["id"] for one in said],
        "pages": max(1, -(-counts["quotes"] // QUOTES_SHOWN)),
        "verbs": [{"verb": verb, "quotes": number} for verb, number in verbs[:LISTED]],
        "corrections": await fetch_corrections(db, "entity_id", entity_id),
        "shared": await fetch_rows(db, SHARED, entity_id),
        "spellings": await fetch_rows(db, SPELLINGS, entity_id),
        "roles": await fetch_roles(db, "roles.entity_id = :entity", entity=entity_id),
        "holders": await fetch_roles(db, "roles.organization_id = :entity", entity=entity_id),
        "recent": RECENT,
        "beside": await fetch_rows(db, BESIDE, recent, entity_id),
        "all_beside": sql_path(ALL_BESIDE, entity=entity_id),
        "all_quotes": _all_quotes(entity_id),
        "about": await fetch_rows(db, ABOUT, entity_id, entity_id),
        "articles": await fetch_rows(db, ARTICLES, entity_id),
    }


async def entity_quotes(db: Database, frame: dict, number: int) -> dict:
    """One page of an entity's quotes in their context; `number` counts pages from 1."""
    ids = frame["ids"][(number - 1) * QUOTES_SHOWN : number * QUOTES_SHOWN]
    quotes = await fetch_newest(db, ids)
    await add_contexts(db, quotes)
    return {"quotes": quotes, "number": number}


async def fetch_newest(db: Database, ids: list[str]) -> list[dict]:
    """The quotes with these ids, the newest first."""
    return await fetch_quotes(db, "quotes.id in (select value from json_each(?))", NEWEST, json.dumps(ids))


async def fetch_roles(db: Database, condition: str, **values: str | None) -> list[dict]:
    """Roles with their holder, organisation, one sentence as evidence and the dates of their articles."""
    return await fetch_rows(db, ROLES.format(condition=condition), **values)


def _all_quotes(entity_id: str) -> str:
    """The address of the table of all its quotes."""
    through = json.dumps({"table": "quote_speakers", "column": "entity_id", "value": entity_id})
    return f"/{DATABASE}/quotes?{urlencode({'_through': through, '_where': UTTERED})}"


def _tally(rows: list[dict], column: str, values: tuple[str, ...] = ()) -> dict[str, int]:
    """How often each value stands in a column; 0 of those among `values` that do not."""
    return dict.fromkeys(values, 0) | dict(Counter(row[column] for row in rows if row[column] is not None))
