"""What a sentence's page shows: its words with the sentences around it, and what is found in it.

In: the database and a sentence's id. Out: a dictionary for the template. Every act is listed, and the page says which it is.
"""

from datasette.database import Database

from ontherecord.site.articles import MENTIONS
from ontherecord.site.marking import Mark, cut_segments, show_marked
from ontherecord.site.queries import LISTED, fetch_one, fetch_quotes, fetch_rows, mark_quotes

# Characters shown of it and of those around it: read by machine, a table can be one sentence.
LONGEST = 5000
AROUND = 600
NAMES = 100
SENTENCE = """
    select sentences.*, articles.label as article, articles.published, publications.name as publication
    from sentences join articles on articles.id = article_id left join publications on publications.id = publication_id
    where sentences.id = ?
"""
NEIGHBOUR = f"""
    select id, paragraph, length(text) > {AROUND} as cut, {{side}} as text from sentences where article_id = ? and position = ?
"""
TOUCHING = """
    quotes.article_id = ? and quotes.start < ? and exists (select 1 from quote_spans where quote_id = quotes.id and start < ? and end > ?)
"""
ROLES = f"""
    select roles.id, roles.title, roles.status, entities.id as person_id, entities.name as person
    from role_mentions join roles on roles.id = role_id join entities on entities.id = roles.entity_id
    where sentence_id = ? group by roles.id order by min(role_mentions.start), roles.id limit {LISTED}
"""


async def sentence_page(db: Database, sentence_id: str) -> dict:
    """The sentence, marked, with its neighbours; the quotes that stand in it or reach into it, who is named, the roles it tells."""
    sentence = await fetch_one(db, SENTENCE, sentence_id)
    article_id, start = sentence["article_id"], sentence["start"]
    end = min(sentence["end"], start + LONGEST)
    quotes = await fetch_quotes(db, TOUCHING, f"quotes.start limit {LISTED}", article_id, end, end, start)
    mentions = await fetch_rows(db, MENTIONS, article_id, end, start)
    marks = [*mark_quotes(quotes), *(Mark(m["start"], m["end"], "mention", m) for m in mentions)]
    moved = [Mark(m.start - start, m.end - start, m.kind, m.row) for m in marks]
    return {
        "sentence": sentence,
        "marked": show_marked(cut_segments(sentence["text"][:LONGEST], moved)),
        "cut": sentence["end"] > end,
        "before": await fetch_one(db, NEIGHBOUR.format(side=f"substr(text, -{AROUND})"), article_id, sentence["position"] - 1),
        "after": await fetch_one(db, NEIGHBOUR.format(side=f"substr(text, 1, {AROUND})"), article_id, sentence["position"] + 1),
        "quotes": quotes,
        "names": _gather(mentions)[:NAMES],
        "roles": await fetch_rows(db, ROLES, sentence_id),
    }


def _gather(mentions: list[dict]) -> list[dict]:
    """Each entity once, with the words that stand for it if they are not its name."""
    named: dict[str, dict] = {}
    for mention in mentions:
        one = named.setdefault(mention["entity_id"], {"id": mention["entity_id"], "name": mention["name"], "words": {}})
        if mention["text"] != mention["name"]:
            one["words"][mention["text"]] = None
    return [one | {"words": list(one["words"])} for one in named.values()]
