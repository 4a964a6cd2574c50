"""What the pages of articles, quotes, entities, utterances, roles and publications show beside their own row.

In: the database and a row's id. Out: dictionaries for the templates. Counts and lists of quotes take speech and
writing; an article's page marks every act, and says which it is.
"""

import json
from collections import Counter

from datasette.database import Database, QueryInterrupted
from datasette.views.base import DatasetteError

from ontherecord.schema import QUOTE_KINDS
from ontherecord.site.caching import once_per_file
from ontherecord.site.marking import Mark, cut_paragraphs, cut_segments, show_marked
from ontherecord.site.variants import left_out

# An entity's page shows so many quotes, older ones are on further pages: they fit a phone, and a page takes little
# longer in a large database, where more speakers have many.
QUOTES_SHOWN = 20
LISTED = 20
# Sentences that give evidence of a role, articles of a publication.
EVIDENCE = 40
# Whom an entity is quoted beside is told of so many articles, the newest: every quote in them is looked at.
RECENT = 50
# Longer contexts (a quote that runs through many paragraphs) are cut: its own article shows them whole.
CONTEXT = 1500

QUOTES = """
    select quotes.*, articles.label as article, articles.published, publications.name as publication,
      entities.name as speaker,
      (select max(end) from quote_spans where quote_id = quotes.id) as last_end,
      (select json_group_array(json_object('start', start, 'end', end)) from quote_spans where quote_id = quotes.id) as spans
    from quotes
    join articles on articles.id = quotes.article_id
    left join publications on publications.id = articles.publication_id
    left join entities on entities.id = quotes.speaker_id
"""
UTTERED = "quotes.act in ('speech', 'writing')"
NEWEST = "articles.published is null, articles.published desc, articles.id, quotes.start"


async def load_page(db: Database, table: str, row_id: str, page: str | None = None) -> dict | None:
    """What the page of a row shows, from memory if it was shown before; None for a table without pages of its own.

    `page` is which of an entity's pages of quotes, as typed: 1 where it is no number, the last where it is too large.
    DatasetteError (503) if a query hits the time limit, as on a server with too many visitors.
    """
    loader = LOADERS.get(table)
    if loader is None:
        return None
    try:
        shown = await once_per_file(db, f"{table}/{row_id}", lambda: loader(db, row_id))
        if table != "entities":
            return shown
        number = _page_number(page, shown["pages"])
        return shown | await once_per_file(db, f"{table}/{row_id}/{number}", lambda: entity_quotes(db, shown["ids"], number))
    except QueryInterrupted as error:
        raise DatasetteError("This page took too long. Please try again.", title="Too busy", status=503) from error


async def article_page(db: Database, article_id: str) -> dict:
    """The text in marked paragraphs, its quotes numbered, who speaks in it and who is named."""
    article = await _one(db, "select articles.*, publications.name as publication from articles "
                         "left join publications on publications.id = publication_id where articles.id = ?", article_id)
    quotes = await _quotes(db, "quotes.article_id = ?", "quotes.start", article_id)
    mentions = await _rows(db, "select mentions.*, entities.name, entities.kind as entity_kind from mentions "
                           "join entities on entities.id = entity_id where article_id = ? order by start", article_id)
    starts = await _rows(db, "select min(start) as start from sentences where article_id = ? group by paragraph", article_id)
    marks = [*_quote_marks(quotes), *(Mark(m["start"], m["end"], "mention", m) for m in mentions)]
    return {
        "article": article,
        "paragraphs": [show_marked(p, anchors=True) for p in cut_paragraphs(article["text"], [s["start"] for s in starts], marks)],
        "quotes": quotes,
        "speakers": await _rows(db, f"""
            select entities.id, entities.name, count(*) as quotes, sum(quotes.kind <> 'indirect') as marked
            from quotes join quote_speakers on quote_id = quotes.id join entities on entities.id = quote_speakers.entity_id
            where quotes.article_id = ? and {UTTERED} group by entities.id order by quotes desc, name""", article_id),
        "copies": await _rows(db, "select id, label, published from articles where wire_group = ? and id <> ? "
                              f"order by published is null, published, id limit {LISTED}", article["wire_group"], article_id),
        "corrections": await _corrections(db, "article_id", article_id),
        "unnamed": sum(q["speaker_id"] is None and q["act"] in ("speech", "writing") for q in quotes),
    }


async def quote_page(db: Database, quote_id: str) -> dict:
    """The quote in its sentences, its speakers, addressee and the other reports of the same words."""
    (quote,) = await _quotes(db, "quotes.id = ?", "quotes.id", quote_id)
    await _add_contexts(db, [quote])
    return {
        "quote": quote,
        "speakers": await _rows(db, "select entities.id, name from quote_speakers join entities on entities.id = entity_id "
                                "where quote_id = ? order by quote_speakers.rowid", quote_id),
        "addressee": await _one(db, "select id, name from entities where id = ?", quote["addressee_id"]),
        "others": await _quotes(db, "quotes.utterance_id = ? and quotes.id <> ?", NEWEST, quote["utterance_id"], quote_id),
        "article": await _one(db, "select id, label, url, sha256 from articles where id = ?", quote["article_id"]),
        "corrections": await _corrections(db, "quote_id", quote_id),
        "version": (await _one(db, "select value from about where id = 'dataset_version'") or {}).get("value"),
    }


async def entity_page(db: Database, entity_id: str) -> dict:
    """Names, roles with their evidence, how it is reported and the company it keeps; its quotes come page by page."""
    said = await _rows(db, SAID_BY, entity_id)
    counts = {"quotes": len(said), "articles": len({one["article_id"] for one in said}), **_tally(said, "kind", QUOTE_KINDS)}
    recent = json.dumps(list(dict.fromkeys(one["article_id"] for one in said))[:RECENT])
    verbs = sorted(_tally(said, "verb").items(), key=lambda pair: (-pair[1], pair[0]))
    return {
        "entity": await _one(db, "select * from entities where id = ?", entity_id),
        "counts": counts,
        "ids": [one["id"] for one in said],
        "pages": max(1, -(-counts["quotes"] // QUOTES_SHOWN)),
        "verbs": [{"verb": verb, "quotes": number} for verb, number in verbs[:LISTED]],
        "corrections": await _corrections(db, "entity_id", entity_id),
        "shared": await _rows(db, SHARED, entity_id),
        "spellings": await _rows(db, "select spelling as text, count as times from aliases where entity_id = ? "
                                 f"order by count desc, spelling limit {LISTED}", entity_id),
        "roles": await _roles(db, "roles.entity_id = ?", entity_id),
        "holders": await _roles(db, "roles.organization_id = ?", entity_id),
        "recent": RECENT,
        "beside": await _rows(db, BESIDE, recent, entity_id),
        "about": await _rows(db, ABOUT, entity_id, entity_id),
        "articles": await _rows(db, f"""
            select articles.id, articles.label, articles.published, mentions
            from (select article_id, count(*) as mentions from mentions where entity_id = ? group by article_id)
            join articles on articles.id = article_id
            order by articles.published is null, articles.published desc, articles.id limit {LISTED}""", entity_id),
    }


async def entity_quotes(db: Database, ids: list[str], number: int) -> dict:
    """One page of an entity's quotes in their context; `ids` are all of them, `number` counts pages from 1."""
    shown = json.dumps(ids[(number - 1) * QUOTES_SHOWN : number * QUOTES_SHOWN])
    quotes = await _quotes(db, "quotes.id in (select value from json_each(?))", NEWEST, shown)
    await _add_contexts(db, quotes)
    return {"quotes": quotes, "number": number}


async def utterance_page(db: Database, utterance_id: str) -> dict:
    """The reports of an utterance side by side, each with what it leaves out of the longest."""
    utterance = await _one(db, "select utterances.*, entities.name as speaker from utterances "
                           "left join entities on entities.id = speaker_id where utterances.id = ?", utterance_id)
    quotes = await _quotes(db, "quotes.utterance_id = ?", NEWEST, utterance_id)
    return {"utterance": utterance, "quotes": [{**q, "left_out": left_out(utterance["text"], q["text"])} for q in quotes]}


async def role_page(db: Database, role_id: str) -> dict:
    """Who holds the role, every sentence that says so, and who else is given the same title."""
    (role,) = await _roles(db, "roles.id = ?", role_id)
    return {
        "role": role,
        "others": await _roles(db, "lower(roles.title) = lower(?) and roles.id <> ?", role["title"], role_id),
        "evidence": await _rows(db, f"""
            select role_mentions.text, role_mentions.start, sentences.text as sentence, articles.id as article_id,
              articles.label as article, articles.published, publications.name as publication
            from role_mentions join sentences on sentences.id = sentence_id join articles on articles.id = role_mentions.article_id
            left join publications on publications.id = publication_id where role_id = ?
            order by articles.published is null, articles.published desc, articles.id, role_mentions.start limit {EVIDENCE}""", role_id),
    }


async def publication_page(db: Database, publication_id: str) -> dict:
    """Whom a publication quotes, how, and its articles."""
    of_it = f"from quotes join articles on articles.id = article_id where publication_id = ? and {UTTERED}"
    return {
        "publication": await _one(db, "select * from publications where id = ?", publication_id),
        "kinds": await _rows(db, f"select quotes.kind, count(*) as quotes {of_it} group by quotes.kind order by quotes.kind", publication_id),
        "verbs": await _rows(db, f"select verb, count(*) as quotes {of_it} and verb is not null "
                             f"group by verb order by count(*) desc, verb limit {LISTED}", publication_id),
        "speakers": await _rows(db, f"""
            select entities.id, entities.name, count(*) as quotes
            from articles join quotes on article_id = articles.id join quote_speakers on quote_id = quotes.id
            join entities on entities.id = quote_speakers.entity_id
            where publication_id = ? and {UTTERED} group by entities.id order by quotes desc, name limit {LISTED}""", publication_id),
        "articles": await _rows(db, "select id, label, published from articles where publication_id = ? "
                                f"order by published is null, published desc, id limit {EVIDENCE}", publication_id),
    }


# All of an entity's, the newest first; only what counting and choosing need, because there can be thousands.
SAID_BY = f"""
    select quotes.id, article_id, quotes.kind, verb
    from quote_speakers join quotes on quotes.id = quote_id join articles on articles.id = article_id
    where entity_id = ? and {UTTERED} order by {NEWEST}
"""
SHARED = f"""
    select utterances.id, utterances.text, count(distinct quotes.article_id) as articles
    from utterances join quotes on quotes.utterance_id = utterances.id
    where utterances.speaker_id = ? group by utterances.id order by articles desc, utterances.id limit {LISTED}
"""
BESIDE = f"""
    select entities.id, entities.name, count(distinct quotes.article_id) as articles, count(*) as quotes
    from quotes join quote_speakers on quote_id = quotes.id join entities on entities.id = quote_speakers.entity_id
    where quotes.article_id in (select value from json_each(?)) and quote_speakers.entity_id <> ? and {UTTERED}
    group by entities.id order by articles desc, quotes desc, name limit {LISTED}
"""
ABOUT = f"""
    select entities.id, entities.name, count(distinct quotes.id) as quotes
    from quote_speakers join quotes on quotes.id = quote_speakers.quote_id
    join quote_spans on quote_spans.quote_id = quotes.id
    join mentions on mentions.article_id = quotes.article_id
      and mentions.start >= quote_spans.start and mentions.start < quote_spans.end
    join entities on entities.id = mentions.entity_id
    where quote_speakers.entity_id = ? and mentions.entity_id <> ? and {UTTERED} and entities.kind in ('PERSON', 'ORG')
    group by entities.id order by quotes desc, name limit {LISTED}
"""
CONTEXTS = """
    with chosen as materialized (
      select quotes.id, quotes.article_id, sentences.position, sentences.start,
        (select max(end) from quote_spans where quote_id = quotes.id) as last_end
      from json_each(:ids) cross join quotes on quotes.id = value join sentences on sentences.id = quotes.sentence_id),
    own as materialized (
      select chosen.*, (select max(later.end) from sentences as later where later.article_id = chosen.article_id
        and later.position >= chosen.position and later.start < chosen.last_end) as end
      from chosen),
    around as materialized (
      select own.*,
        coalesce((select start from sentences where article_id = own.article_id and position = own.position - 1), own.start) as first,
        coalesce((select min(after.end) from sentences as after where after.article_id = own.article_id
          and after.position > own.position and after.start >= own.end), own.end) as last
      from own)
    select around.*, substr(articles.text, first + 1, min(last - first, :longest)) as text
    from around join articles on articles.id = around.article_id
"""
LOADERS = {
    "articles": article_page,
    "quotes": quote_page,
    "entities": entity_page,
    "utterances": utterance_page,
    "roles": role_page,
    "publications": publication_page,
}


async def _roles(db: Database, condition: str, *values: str) -> list[dict]:
    return await _rows(db, f"""
        select roles.id, roles.title, roles.status, people.id as person_id, people.name as person,
          organizations.id as organization_id, organizations.name as organization,
          count(distinct role_mentions.article_id) as articles, min(articles.published) as first, max(articles.published) as last,
          sentences.text as sentence, sentences.article_id as article_id, articles.label as article, min(role_mentions.id) as mention
        from roles join entities as people on people.id = roles.entity_id
        left join entities as organizations on organizations.id = roles.organization_id
        join role_mentions on role_mentions.role_id = roles.id join sentences on sentences.id = role_mentions.sentence_id
        join articles on articles.id = role_mentions.article_id
        where {condition} group by roles.id order by first is null, first, articles desc, roles.id limit {LISTED}""", *values)


def _tally(rows: list[dict], column: str, values: tuple[str, ...] = ()) -> dict[str, int]:
    """How often each value stands in a column; 0 of those among `values` that do not."""
    return dict.fromkeys(values, 0) | dict(Counter(row[column] for row in rows if row[column] is not None))


async def _corrections(db: Database, column: str, row_id: str) -> list[dict]:
    """What people mended by hand in a row that `column` refers to."""
    return await _rows(db, f'select * from corrections where {column} = ? order by "when", id limit {LISTED}', row_id)


def _page_number(typed: str | None, pages: int) -> int:
    given = (typed or "").strip()
    if not (given.isascii() and given.isdigit()):
        return 1
    return min(max(1, int(given[:9])), pages)


async def _quotes(db: Database, condition: str, order: str, *values: str | int | None) -> list[dict]:
    """Quotes with their article and speaker, numbered in the given order."""
    rows = await _rows(db, f"{QUOTES} where {condition} order by {order}", *values)
    return [{**row, "number": number} for number, row in enumerate(rows, 1)]


async def _add_contexts(db: Database, quotes: list[dict]) -> None:
    """Gives each quote its `context`: its own sentences with one before and one after, the quote marked."""
    rows = await _rows(db, CONTEXTS, ids=json.dumps([quote["id"] for quote in quotes]), longest=CONTEXT)
    contexts = {row["id"]: row for row in rows}
    for quote in quotes:
        around = contexts[quote["id"]]
        marks = [Mark(around["start"], around["end"], "own", quote), *_quote_marks([quote])]
        moved = [Mark(m.start - around["first"], m.end - around["first"], m.kind, m.row) for m in marks]
        quote["context"] = show_marked(cut_segments(around["text"], moved))


def _quote_marks(quotes: list[dict]) -> list[Mark]:
    """The spans and the cue of each quote."""
    marks = []
    for quote in quotes:
        marks += [Mark(s["start"], s["end"], "quote", quote) for s in json.loads(quote["spans"])]
        if quote["cue_start"] is not None:
            marks.append(Mark(quote["cue_start"], quote["cue_end"], "cue", quote))
    return marks


async def _rows(db: Database, sql: str, *values, **named) -> list[dict]:
    return [dict(row) for row in (await db.execute(sql, named or values)).rows]


async def _one(db: Database, sql: str, *values, **named) -> dict | None:
    rows = await _rows(db, sql, *values, **named)
    return rows[0] if rows else None
