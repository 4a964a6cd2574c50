"""What an article's page shows: its text in marked paragraphs, and what stands in it.

In: the database, an article's id and, of a long article, which part. Out: dictionaries for the template. Every act is
marked, and the page says which it is.
"""

from bisect import bisect_left
from itertools import pairwise

from datasette.database import Database
from datasette.utils import tilde_encode

from ontherecord.site.marking import Mark, cut_paragraphs, show_marked
from ontherecord.site.parts import cut_parts
from ontherecord.site.queries import LISTED, UTTERED, fetch_corrections, fetch_one, fetch_quotes, fetch_rows, mark_quotes
from ontherecord.site.wording import count_acts

PLACES = """
    select 'sentence' as what, start, paragraph, null as act, null as id from sentences where article_id = :id
    union all select 'quote', start, null, act, id from quotes where article_id = :id
    union all select 'mention', start, null, null, null from mentions where article_id = :id order by start, id
"""
SPEAKERS = f"""
    select entities.id, entities.name, count(*) as quotes
    from quotes join quote_speakers on quote_id = quotes.id join entities on entities.id = quote_speakers.entity_id
    where quotes.article_id = ? and {UTTERED} group by entities.id order by quotes desc, name limit {LISTED}
"""
MENTIONS = """
    select mentions.start, mentions.end, mentions.kind, mentions.text, mentions.entity_id, entities.name
    from mentions join entities on entities.id = entity_id
    where article_id = ? and mentions.start < ? and mentions.end > ? order by mentions.start
"""
COPIES = f"""
    select id, label, published from articles where wire_group = ? and id <> ?
    order by published is null, published, id limit {LISTED}
"""


async def article_frame(db: Database, article_id: str) -> dict:
    """What is the same for all parts: the article without its text, where parts start and end, who speaks."""
    article = await fetch_one(db, "select articles.*, publications.name as publication from articles "
                              "left join publications on publications.id = publication_id where articles.id = ?", article_id)
    places = await fetch_rows(db, PLACES, id=article_id)
    sentences = [(p["start"], p["paragraph"]) for p in places if p["what"] == "sentence"]
    quotes, mentions = ([p["start"] for p in places if p["what"] == what] for what in ("quote", "mention"))
    return {
        "parts": cut_parts(article.pop("text"), sentences, quotes, mentions, id_length=len(tilde_encode(article_id))),
        "article": article,
        "paragraph_starts": [start for (start, number), (_, before) in zip(sentences, [(0, None), *sentences], strict=False) if number != before],
        "sentence_starts": [start for start, _ in sentences],
        "numbers": {place["id"]: number for number, place in enumerate((p for p in places if p["what"] == "quote"), 1)},
        "marked": count_acts(p["act"] for p in places if p["act"]),
        "acts": {p["act"] for p in places if p["act"]},
        "speakers": await fetch_rows(db, SPEAKERS, article_id),
        "unnamed": (await fetch_one(db, f"select count(*) as n from quotes where article_id = ? and speaker_id is null and {UTTERED}", article_id))["n"],
        "copies": await fetch_rows(db, COPIES, article["wire_group"], article_id) if article["wire_group"] else [],
        "corrections": await fetch_corrections(db, "article_id", article_id),
    }


async def article_part(db: Database, frame: dict, number: int) -> dict:
    """One part: its paragraphs, and the quotes that stand in it or reach into it, numbered as in the whole article."""
    article_id = frame["article"]["id"]
    start, end = frame["parts"][number - 1]
    text = (await fetch_one(db, "select text from articles where id = ?", article_id))["text"]
    quotes = await fetch_quotes(db, "quotes.article_id = ? and quotes.start < ? and last_end > ?", "quotes.start, quotes.id", article_id, end, start)
    for quote in quotes:
        quote["number"] = frame["numbers"][quote["id"]]
    mentions = await fetch_rows(db, MENTIONS, article_id, end, start)
    marks = [*mark_sentences(frame["sentence_starts"], start, end), *mark_quotes(quotes), *(Mark(m["start"], m["end"], "mention", m) for m in mentions)]
    paragraphs = cut_paragraphs(text, frame["paragraph_starts"], marks, start, end)
    anchors: set[str] = set()
    return {"paragraphs": [show_marked(p, anchors) for p in paragraphs], "quotes": quotes, "number": number}


def mark_sentences(starts: list[int], start: int, end: int) -> list[Mark]:
    """The sentences that start in a part, each up to the next."""
    own = starts[bisect_left(starts, start) : bisect_left(starts, end)]
    return [Mark(one, other, "sentence", {}) for one, other in pairwise([*own, end])]
