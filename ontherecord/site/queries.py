"""What the pages of rows read from the database: quotes with their article and speaker, and the sentences around them.

In: the database, a condition and values. Out: dictionaries.
"""

import json

from datasette.database import Database

from ontherecord.site.marking import Mark, cut_segments, show_marked

# How many rows a list within a page has; a link leads to the others.
LISTED = 20
# Characters: longer contexts (a quote that runs through many paragraphs) are cut, its own article shows them whole. So much may
# stand before the quote, and after its first sentence only so many others are looked at.
CONTEXT = 1500
BEFORE = 600
SENTENCES = 40

UTTERED = "quotes.act in ('speech', 'writing')"
# How many quotes have the entity of the row as a speaker.
SAID = f"(select count(*) from quote_speakers join quotes on quotes.id = quote_id where entity_id = entities.id and {UTTERED})"
# A pronoun that nobody was found for stands for a source, but does not describe it.
DESCRIBES = "speaker_id is null and speaker_text is not null and coalesce(speaker_rule, '') not in ('unresolved', 'relative')"
# Of a label such as `MS. RAO:` the colon is the cue; where verbs are counted it is none.
VERBAL = "verb <> ':'"
NEWEST = "articles.published is null, articles.published desc, articles.id, quotes.start"
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
CONTEXTS = f"""
    with chosen as materialized (
      select quotes.id, quotes.article_id, quotes.start as quote_start, sentences.position, sentences.start,
        (select max(end) from quote_spans where quote_id = quotes.id) as last_end
      from json_each(:ids) cross join quotes on quotes.id = value join sentences on sentences.id = quotes.sentence_id),
    own as materialized (
      select chosen.*, (select max(later.end) from sentences as later where later.article_id = chosen.article_id
        and later.position between chosen.position and chosen.position + {SENTENCES} and later.start < chosen.last_end) as end
      from chosen),
    around as materialized (
      select own.*,
        coalesce((select start from sentences where article_id = own.article_id and position = own.position - 1), own.start) as first,
        coalesce((select min(after.end) from sentences as after where after.article_id = own.article_id
          and after.position between own.position + 1 and own.position + {SENTENCES} + 1 and after.start >= own.end), own.end) as last
      from own),
    cut as materialized (
      select *, max(first, quote_start - {BEFORE}) as shown from around)
    select cut.*, min(last, shown + {CONTEXT}) as shown_end, substr(articles.text, shown + 1, min(last - shown, {CONTEXT})) as text
    from cut join articles on articles.id = cut.article_id
"""


async def fetch_rows(db: Database, sql: str, *values, **named) -> list[dict]:
    """All rows of a query."""
    return [dict(row) for row in (await db.execute(sql, named or values)).rows]


async def fetch_one(db: Database, sql: str, *values, **named) -> dict | None:
    """The first row of a query, None where it has none."""
    rows = await fetch_rows(db, sql, *values, **named)
    return rows[0] if rows else None


async def fetch_quotes(db: Database, condition: str, order: str, *values: str | int | None) -> list[dict]:
    """Quotes with their article, publication and speaker, in the given order; `order` may end in a limit."""
    return await fetch_rows(db, f"{QUOTES} where {condition} order by {order}", *values)


async def fetch_corrections(db: Database, column: str, row_id: str) -> list[dict]:
    """What people mended by hand in a row that `column` refers to."""
    return await fetch_rows(db, f'select * from corrections where {column} = ? order by "when", id limit {LISTED}', row_id)


async def add_contexts(db: Database, quotes: list[dict]) -> None:
    """Gives each quote its `context`: its own sentences with one before and one after, the quote marked; `…` where it is cut."""
    rows = await fetch_rows(db, CONTEXTS, ids=json.dumps([quote["id"] for quote in quotes]))
    contexts = {row["id"]: row for row in rows}
    for quote in quotes:
        around = contexts[quote["id"]]
        marks = [Mark(around["start"], around["end"], "own", quote), *mark_quotes([quote])]
        moved = [Mark(m.start - around["shown"], m.end - around["shown"], m.kind, m.row) for m in marks]
        edges = ("… " if around["shown"] > around["first"] else "", " …" if around["shown_end"] < around["last"] else "")
        quote["context"] = show_marked(cut_segments(around["text"], moved)).join(edges)


def mark_quotes(quotes: list[dict]) -> list[Mark]:
    """The spans and the cue of each quote."""
    marks = []
    for quote in quotes:
        marks += [Mark(s["start"], s["end"], "quote", quote) for s in json.loads(quote["spans"])]
        if quote["cue_start"] is not None:
            marks.append(Mark(quote["cue_start"], quote["cue_end"], "cue", quote))
    return marks
