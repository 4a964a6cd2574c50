"""Where the page of a row without a page of its own leads: to the rows it refers to, and to its place in an article.

In: the database, a table and a row's id. Out: paths and labels.
"""

from datasette.database import Database

from ontherecord.schema import BY_NAME
from ontherecord.site.links import LABEL, name_place, quote_place, row_path, sentence_place
from ontherecord.site.queries import fetch_one

PLACES = {"mentions": name_place, "quotes": quote_place}
AT = "select start from sentences where article_id = ? and start <= ? order by position desc limit 1"


async def row_links(db: Database, table: str, row_id: str) -> dict:
    """`labels`: by column, the path and label of the row that it refers to; `place`: the path of the row's place in an article, or None."""
    row = await fetch_one(db, f'select * from "{table}" where id = ?', row_id)
    referring = {c.name: c.references for c in BY_NAME[table].columns if c.references and row[c.name] is not None}
    return {
        "labels": {column: {"path": row_path(other, row[column]), "label": await _label(db, other, row[column])}
                   for column, other in referring.items()},
        "place": await _place(db, table, row, referring),
    }


async def _label(db: Database, table: str, row_id: str) -> str:
    """What people read of a row, cut."""
    described = BY_NAME[table]
    found = await fetch_one(db, f'select substr("{described.label}", 1, {LABEL + 1}) as label from "{table}" where id = ?', row_id)
    label = str((found or {}).get("label") or row_id)
    return label if len(label) <= LABEL else label[:LABEL] + "…"


async def _place(db: Database, table: str, row: dict, referring: dict[str, str]) -> str | None:
    """Its own place, else that of the quote or mention that it refers to."""
    if row.get("start") is None:
        for column, other in referring.items():
            if other in PLACES:
                found = await fetch_one(db, f'select article_id, start from "{other}" where id = ?', row[column])
                return PLACES[other](found["article_id"], found["start"]) if found else None
        return None
    article_id = row.get("article_id")
    if article_id is None and row.get("quote_id"):
        article_id = (await fetch_one(db, "select article_id from quotes where id = ?", row["quote_id"]) or {}).get("article_id")
    if article_id is None:
        return None
    if table in PLACES:
        return PLACES[table](article_id, row["start"])
    sentence = await fetch_one(db, AT, article_id, row["start"])
    return sentence_place(article_id, sentence["start"]) if sentence else None
