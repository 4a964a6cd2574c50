"""What the pages of rows show beside the row itself; those of articles, sentences and entities have modules of their own.

In: the database, a table, a row's id and what the address asks for. Out: dictionaries for the templates. Counts and
lists of quotes take speech and writing.
"""

from collections.abc import Mapping

from datasette.database import Database, QueryInterrupted
from datasette.views.base import DatasetteError

from ontherecord.site.articles import article_frame, article_part
from ontherecord.site.caching import once_per_file
from ontherecord.site.entities import entity_page, entity_quotes, fetch_roles
from ontherecord.site.links import sql_path
from ontherecord.site.parts import find_part
from ontherecord.site.queries import LISTED, NEWEST, UTTERED, VERBAL, add_contexts, fetch_corrections, fetch_one, fetch_quotes, fetch_rows
from ontherecord.site.sentences import sentence_page
from ontherecord.site.variants import compare, mark_longest

# Sentences that give evidence of a role, articles of a publication.
EVIDENCE = 40
# Characters of such a sentence before and after the title.
BEFORE = 300
AFTER = 300
REPORTS_SHOWN = 10
# Wordings of an utterance that are compared to say whether all reports have the same words. By judgement, none has so many.
COMPARED = 100
SPEAKERS_OF = f"""
    select entities.name as speaker, entities.id as speaker_id, count(*) as quotes
    from articles join quotes on article_id = articles.id join quote_speakers on quote_id = quotes.id
    join entities on entities.id = quote_speakers.entity_id
    where publication_id = :publication and {UTTERED} group by entities.id order by quotes desc, speaker limit {LISTED}
"""
# A publication's quotes that a condition tells apart.
QUOTES_IN = f"""
    select quotes.text as quote, quotes.id as quote_id, coalesce(entities.name, quotes.speaker_text) as speaker, speaker_id, cue,
      articles.label as article, articles.id as article_id, published
    from articles join quotes on article_id = articles.id left join entities on entities.id = speaker_id
    where publication_id = :publication and {UTTERED} and {{condition}}
    order by {NEWEST}
"""
SAID_BY = "quotes.id in (select quote_id from quote_speakers where entity_id = :speaker)"
VERBS_OF = f"""
    select verb, count(*) as quotes from articles join quotes on article_id = articles.id
    where publication_id = :publication and {UTTERED} and {VERBAL} group by verb order by quotes desc, verb
"""
COUNTS_OF = f"""
    select (select count(*) from articles where publication_id = :publication) as articles,
      (select min(published) from articles where publication_id = :publication) as first,
      (select max(published) from articles where publication_id = :publication) as last,
      count(*) as quotes, coalesce(sum(quotes.kind = 'direct'), 0) as direct, coalesce(sum(quotes.kind = 'mixed'), 0) as mixed,
      coalesce(sum(quotes.kind = 'indirect'), 0) as indirect, coalesce(sum(speaker_id is null), 0) as unnamed
    from articles join quotes on article_id = articles.id where publication_id = :publication and {UTTERED}
"""
ARTICLES_OF = f"""
    select id, label, published from articles where publication_id = :publication
    order by published is null, published desc, id limit {EVIDENCE}
"""
WRITTEN = f"""
    select role_mentions.text, role_mentions.start, articles.id as article_id, articles.label as article, articles.published,
      publications.name as publication,
      substr(sentences.text, max(role_mentions.start - sentences.start - {BEFORE}, 0) + 1,
        min(role_mentions.start - sentences.start, {BEFORE})) as before,
      substr(sentences.text, role_mentions.end - sentences.start + 1, {AFTER}) as after,
      role_mentions.start - sentences.start > {BEFORE} as cut_before, sentences.end - role_mentions.end > {AFTER} as cut_after
    from role_mentions join sentences on sentences.id = sentence_id join articles on articles.id = role_mentions.article_id
    left join publications on publications.id = publication_id where role_id = ?
    order by articles.published is null, articles.published desc, articles.id, role_mentions.start limit {EVIDENCE}
"""
# Roles that some article calls by the same words as this one: the fullest form of one may be longer than that of another.
SAME_TITLE = """
    roles.id <> :role and roles.id in (
      select role_id from role_mentions where lower(text) in (select lower(text) from role_mentions where role_id = :role))
"""
WITHIN = "roles.organization_id = :organization"
FORMS = f"select text, count(*) as times from role_mentions where role_id = ? group by text order by times desc, text limit {LISTED}"


async def load_page(db: Database, table: str, row_id: str, asked: Mapping[str, str]) -> dict | None:
    """What the page of a row shows, from memory if it was shown before; None for a table without pages of its own.

    Of what is long only a part is shown: `asked` may say `page`, which of the pages of a list, or `at`, of which character of
    an article's text. Nothing that can be typed is wrong: 1 where it is no number, the last where it is too large.
    DatasetteError (503) if a query hits the time limit, as on a server with too many visitors.
    """
    if table not in LOADERS:
        return None
    try:
        frame = await once_per_file(db, f"{table}/{row_id}", lambda: LOADERS[table](db, row_id))
        if table not in PARTS:
            return frame
        number = find_part(frame["parts"], asked.get("at")) if "parts" in frame else page_number(asked.get("page"), frame["pages"])
        return frame | await once_per_file(db, f"{table}:{number}/{row_id}", lambda: PARTS[table](db, frame, number))
    except QueryInterrupted as error:
        raise DatasetteError("This page took too long. Please try again.", title="Too busy", status=503) from error


async def quote_page(db: Database, quote_id: str) -> dict:
    """The quote in its sentences, its speakers, addressee and some of the other reports of the same words."""
    (quote,) = await fetch_quotes(db, "quotes.id = ?", "quotes.id", quote_id)
    await add_contexts(db, [quote])
    others = f"{NEWEST} limit {LISTED}"
    return {
        "quote": quote,
        "speakers": await fetch_rows(db, "select entities.id, name from quote_speakers join entities on entities.id = entity_id "
                                     "where quote_id = ? order by quote_speakers.rowid", quote_id),
        "addressee": await fetch_one(db, "select id, name from entities where id = ?", quote["addressee_id"]),
        "others": await fetch_quotes(db, "quotes.utterance_id = ? and quotes.id <> ?", others, quote["utterance_id"], quote_id),
        "article": await fetch_one(db, "select id, label, url, sha256 from articles where id = ?", quote["article_id"]),
        "corrections": await fetch_corrections(db, "quote_id", quote_id),
        "dataset": {row["id"]: row["value"] for row in await fetch_rows(db, "select id, value from about where id in ('dataset_version', 'dataset_date')")},
    }


async def utterance_page(db: Database, utterance_id: str) -> dict:
    """The utterance, its longest report with what others share with it marked, and how many reports there are in how many articles."""
    utterance = await fetch_one(db, "select utterances.*, entities.name as speaker from utterances "
                                "left join entities on entities.id = speaker_id where utterances.id = ?", utterance_id)
    counts = await fetch_one(db, "select count(*) as reports, count(distinct article_id) as articles, sum(text = ?) as longest "
                             "from quotes where utterance_id = ?", utterance["text"], utterance_id)
    rows = await fetch_rows(db, "select distinct text from quotes where utterance_id = ? order by text limit ?", utterance_id, COMPARED)
    variants = [row["text"] for row in rows if row["text"] != utterance["text"] or counts["longest"] > 1]
    compared = [compare(utterance["text"], variant) for variant in variants]
    return {
        "utterance": utterance,
        **counts,
        "same": all(one.whole for one in compared),
        "pieces": mark_longest(utterance["text"], variants),
        "pages": max(1, -(-counts["reports"] // REPORTS_SHOWN)),
    }


async def utterance_reports(db: Database, frame: dict, number: int) -> dict:
    """One page of the reports side by side, the longest first, each beside it word by word."""
    utterance = frame["utterance"]
    order = f"quotes.text <> ?, {NEWEST} limit {REPORTS_SHOWN} offset {(number - 1) * REPORTS_SHOWN}"
    quotes = await fetch_quotes(db, "quotes.utterance_id = ?", order, utterance["id"], utterance["text"])
    return {"quotes": [{**q, "compared": compare(utterance["text"], q["text"])} for q in quotes], "number": number}


async def role_page(db: Database, role_id: str) -> dict:
    """Who holds the role, sentences that say so, the newest first, and who else is given its title, there and elsewhere."""
    (role,) = await fetch_roles(db, "roles.id = :role", role=role_id)
    asked = {"role": role_id, "organization": role["organization_id"]}
    return {
        "role": role,
        "forms": await fetch_rows(db, FORMS, role_id),
        "there": await fetch_roles(db, f"{SAME_TITLE} and {WITHIN}", **asked),
        "elsewhere": await fetch_roles(db, f"{SAME_TITLE} and {WITHIN} is not true", **asked),
        "evidence": await fetch_rows(db, WRITTEN, role_id),
        "most": EVIDENCE,
    }


async def publication_page(db: Database, publication_id: str) -> dict:
    """How much a publication quotes, whom and how, and its articles."""
    verbs = await fetch_rows(db, VERBS_OF + f"limit {LISTED}", publication=publication_id)
    speakers = await fetch_rows(db, SPEAKERS_OF, publication=publication_id)

    def quotes_in(condition: str, **values: str) -> str:
        return sql_path(QUOTES_IN.format(condition=condition), publication=publication_id, **values)

    return {
        "publication": await fetch_one(db, "select * from publications where id = ?", publication_id),
        "counts": await fetch_one(db, COUNTS_OF, publication=publication_id),
        "verbs": [{**v, "path": quotes_in("verb = :verb", verb=v["verb"])} for v in verbs],
        "speakers": [{**s, "path": quotes_in(SAID_BY, speaker=s["speaker_id"])} for s in speakers],
        "unnamed": quotes_in("speaker_id is null"),
        "articles": await fetch_rows(db, ARTICLES_OF, publication=publication_id),
        "all_verbs": sql_path(VERBS_OF, publication=publication_id),
    }


def page_number(typed: str | None, pages: int) -> int:
    """The number of the page that was typed: the first where it is none, the last where it is too large."""
    given = (typed or "").strip()
    if not (given.isascii() and given.isdigit()):
        return 1
    return min(max(1, int(given[:9])), pages)


LOADERS = {
    "articles": article_frame,
    "sentences": sentence_page,
    "quotes": quote_page,
    "entities": entity_page,
    "utterances": utterance_page,
    "roles": role_page,
    "publications": publication_page,
}
PARTS = {"articles": article_part, "entities": entity_quotes, "utterances": utterance_reports}
