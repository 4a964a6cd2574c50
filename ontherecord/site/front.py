"""What the front page, the list of questions and the pages about unnamed sources and the dataset show.

In: the database and the questions of metadata.yml. Out: dictionaries for the templates. A question's `example`
there is filled from the first row of its answer, of those that `sample` asks for, so every example is true of this database.
"""

import asyncio
from contextlib import suppress
from sqlite3 import OperationalError

from datasette.database import Database, QueryInterrupted

from ontherecord.site.caching import fetch_unhurried, once_per_file
from ontherecord.site.drawing import NotDrawn, chart_height
from ontherecord.site.links import question_path
from ontherecord.site.measured import read_measured
from ontherecord.site.queries import DESCRIBES, UTTERED

COUNTS = f"""
    select (select count(*) from articles) as articles, (select count(*) from publications) as publications,
      (select sum(words) from articles) as words, (select count(*) from articles where published is null) as undated,
      (select min(published) from articles) as first, (select max(published) from articles) as last,
      (select count(*) from quotes where {UTTERED}) as quotes,
      (select count(distinct entity_id) from quote_speakers join quotes on quotes.id = quote_id where {UTTERED}) as speakers,
      (select count(*) from entities where kind = 'PERSON') as people,
      (select count(*) from entities where kind = 'ORG') as organizations,
      (select count(*) from utterances) as utterances, (select count(*) from roles) as roles,
      (select count(*) from quotes where {UTTERED} and speaker_id is null) as unnamed
"""
ARTICLES = """
    select articles.id, articles.label, articles.published, publications.name as publication,
      (select count(*) from quotes where article_id = articles.id and act in ('speech', 'writing')) as quotes
    from articles left join publications on publications.id = publication_id
    order by published is null, published desc, articles.id limit 12
"""
UNNAMED = f"""
    select count(*) as quotes, count(distinct article_id) as articles, (select count(*) from quotes where {UTTERED}) as of_all
    from quotes where {UTTERED} and speaker_id is null
"""
# As the quote with the least id spells it: SQLite takes the bare columns from the row of min().
DESCRIBED = f"""
    select speaker_text as source, count(*) as quotes, count(distinct article_id) as articles,
      text as quote, min(id) as quote_id
    from quotes where {UTTERED} and {DESCRIBES}
    group by lower(speaker_text) order by quotes desc, articles desc, lower(speaker_text) limit 60
"""
REASONS = f"""
    select speaker_rule as rule, count(*) as quotes from quotes where {UTTERED} and speaker_id is null
    group by speaker_rule order by quotes desc, rule
"""
UNNAMED_BY_PUBLICATION = f"""
    select publications.id, publications.name, count(*) as of_all, sum(speaker_id is null) as quotes
    from quotes join articles on articles.id = article_id left join publications on publications.id = publication_id
    where {UTTERED} group by publications.id order by quotes desc, publications.name limit 40
"""
SPEAKERS = 12
# Drawn on the front page beside the most quoted; each question with a fragment has its chart on its own page.
CHARTS = ("who-talks-about-whom", "reporting-verbs", "direct-or-indirect", "who-quotes-whom")
# An example is a courtesy: a question that takes longer on a large database goes without.
EXAMPLE_MS = 700


async def front_page(db: Database, questions: dict[str, dict]) -> dict:
    """Counts, the most quoted, the newest articles and every question with an example; kept per database file."""

    async def work_out() -> dict:
        top = (await fetch_unhurried(db, questions["most-quoted"]["sql"]))[:SPEAKERS]
        asked = [await _question(db, name, question) for name, question in questions.items()]
        drawn = ["most-quoted", *(question["name"] for question in asked if question["name"] in CHARTS and question["example"])] if top else []
        return {
            "counts": await _counts(db),
            "top": [dict(row) for row in top],
            "articles": [dict(row) for row in await fetch_unhurried(db, ARTICLES)],
            "questions": asked,
            "charts": [question for question in asked if question["name"] in drawn[1:]],
            "drawn": drawn,
            "fragments": {question["name"]: question["fragment"] for question in asked},
            "facts": await _facts(db),
        }

    return await once_per_file(db, "front", work_out)


async def front_heights(db: Database, front: dict, questions: dict[str, dict]) -> dict[str, int | None]:
    """How high the charts of the front page are; not kept with it, because a chart may not be drawn in time for the first visitor.

    None for one that cannot be drawn."""

    async def height(name: str) -> int | None:
        with suppress(NotDrawn):
            return await chart_height(db, name, questions[name], {})
        return None

    heights = await asyncio.gather(*map(height, front["drawn"]))
    return dict(zip(front["drawn"], heights, strict=True))


async def about_page(db: Database) -> dict:
    """Counts, and what the build wrote into the table `about`, the measured accuracy apart."""
    facts = await _facts(db)
    measured, others = read_measured(facts)
    return {"counts": await _counts(db), "facts": facts, "measured": measured, "others": others}


async def unnamed_page(db: Database) -> dict:
    """Sources who are not named: how they are described, in which publications, and why nobody was found."""

    async def work_out() -> dict:
        return {
            "counts": dict((await fetch_unhurried(db, UNNAMED))[0]),
            "described": [dict(row) for row in await fetch_unhurried(db, DESCRIBED)],
            "reasons": [dict(row) for row in await fetch_unhurried(db, REASONS)],
            "publications": [dict(row) for row in await fetch_unhurried(db, UNNAMED_BY_PUBLICATION)],
        }

    return await once_per_file(db, "unnamed", work_out)


async def _counts(db: Database) -> dict[str, int]:
    """What there is, counted once per file."""

    async def work_out() -> dict[str, int]:
        return dict((await fetch_unhurried(db, COUNTS))[0])

    return await once_per_file(db, "counts", work_out)


async def _facts(db: Database) -> dict[str, str]:
    """The table `about`."""
    return {row["id"]: row["value"] for row in (await db.execute("select id, value from about order by id")).rows}


async def _question(db: Database, name: str, question: dict) -> dict:
    """A question with its path, and the example that its first row gives; `empty` tells that there is no row, not that it took too long."""
    parameters = {key: "" for key in question.get("params", [])}
    try:
        for key, sql in question.get("sample", {}).items():
            parameters[key] = next(iter((await db.execute(sql, custom_time_limit=EXAMPLE_MS)).first() or [""]))
        row = (await db.execute(question["sql"], parameters, custom_time_limit=EXAMPLE_MS)).first()
        empty = row is None
    except (QueryInterrupted, OperationalError):
        row, empty = None, False
    values = {key: "" if value is None else value for key, value in dict(row or {}).items()}
    asked = {key: str(value).format_map(values) for key, value in question.get("try", {}).items()} if row else {}
    return {
        "name": name,
        "title": question["title"],
        "description": question["description"],
        "path": question_path(name),
        "fragment": question.get("fragment"),
        "empty": empty,
        "example": question.get("example", "").format_map(values) if row else None,
        "example_path": question_path(name, **asked) + ("#" + question["fragment"] if "fragment" in question else ""),
    }
