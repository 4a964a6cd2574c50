"""What templates can call, and what each page is given beside Datasette's own.

In: a request for a page. Out: functions and variables.
"""

from datasette.app import Datasette
from datasette.utils import urlsafe_components

from ontherecord.site.describing import DATABASE
from ontherecord.site.front import front_page
from ontherecord.site.headers import draws_charts
from ontherecord.site.links import mark_found, question_path, row_path, shown_columns
from ontherecord.site.pages import LOADERS
from ontherecord.site.wording import ENTITY_KINDS, KINDS, rule_words, sureness

FUNCTIONS = {
    "draws_charts": draws_charts,
    "mark_found": mark_found,
    "question_path": question_path,
    "row_path": row_path,
    "rule_words": rule_words,
    "shown_columns": shown_columns,
    "sureness": sureness,
    "KIND_WORDS": KINDS,
    "ENTITY_WORDS": ENTITY_KINDS,
}


async def page_variables(datasette: Datasette, view_name: str, table: str | None, request) -> dict:
    """`front` for the front page, `page` for the row of a table that has a page of its own, else nothing."""
    if DATABASE not in datasette.databases:
        return {}
    db = datasette.get_database(DATABASE)
    if view_name == "index":
        questions = (datasette.metadata("queries", database=DATABASE, fallback=False)) or {}
        return {"front": await front_page(db, questions), "hash": db.hash, "size": db.size}
    if view_name == "row" and table in LOADERS and request.url_vars.get("database") == DATABASE:
        (row_id,) = urlsafe_components(request.url_vars["pks"])
        return {"page": await LOADERS[table](db, row_id)}
    return {}
