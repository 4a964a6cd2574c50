"""What templates can call, and what each page is given beside Datasette's own.

In: a request for a row's page. Out: functions and variables.
"""

import sqlite3
from urllib.parse import parse_qsl, urlencode

from datasette.app import Datasette
from datasette.database import Database, QueryInterrupted
from datasette.utils import urlsafe_components

from ontherecord.schema import BY_NAME
from ontherecord.site.addresses import host_of
from ontherecord.site.answers import cut_answer, is_full
from ontherecord.site.charts import height_of
from ontherecord.site.choices import offer_choices
from ontherecord.site.citing import read_contact, report_address, write_bibtex, write_report
from ontherecord.site.describing import DATABASE
from ontherecord.site.drawing import LEAST, NotDrawn, chart_address, chart_height
from ontherecord.site.headers import draws_charts
from ontherecord.site.links import (
    chart_path,
    mark_found,
    place_path,
    question_path,
    quote_place,
    row_path,
    search_path,
    search_without,
    sentence_place,
    shown_columns,
)
from ontherecord.site.pages import load_page
from ontherecord.site.queries import LISTED
from ontherecord.site.rows import row_links
from ontherecord.site.wording import (
    ACTS,
    ACTS_EXPLAINED,
    CUES,
    ENTITY_KINDS,
    KINDS,
    cue_words,
    rule_words,
    speaker_rule_words,
    sureness,
    within_quotes,
)

# Characters of a query that others are told; longer ones are cut where they are shared.
LONGEST_QUERY = 1000

FUNCTIONS = {
    "chart_path": chart_path,
    "bars_height": height_of,
    "cue_words": cue_words,
    "cut_answer": cut_answer,
    "draws_charts": draws_charts,
    "is_full": is_full,
    "mark_found": mark_found,
    "place_path": place_path,
    "question_path": question_path,
    "quote_place": quote_place,
    "row_path": row_path,
    "rule_words": rule_words,
    "search_path": search_path,
    "search_without": search_without,
    "sentence_place": sentence_place,
    "shown_columns": shown_columns,
    "speaker_rule_words": speaker_rule_words,
    "sureness": sureness,
    "within_quotes": within_quotes,
    "write_bibtex": write_bibtex,
    "write_report": write_report,
    "ACT_WORDS": ACTS,
    "ACT_MEANS": ACTS_EXPLAINED,
    "CUE_WORDS": CUES,
    "KIND_WORDS": KINDS,
    "LEAST_FOR_CHART": LEAST,
    "ENTITY_WORDS": ENTITY_KINDS,
    "LISTED": LISTED,
}


async def page_variables(datasette: Datasette, view_name: str, database: str | None, request) -> dict:
    """`page` for a row of a table that has a page of its own, `choices` and `chart` for a question; for any page `host` and its
    `address`, and what was `left_out` of it."""
    if request is None:
        return {}
    host = host_of(datasette, request)
    every = {"left_out": request.scope.get("left_out", []), "host": host, "address": host + _path_of(request)}
    if database != DATABASE:
        return every
    db = datasette.get_database(DATABASE)
    if view_name == "row":
        (row_id,) = urlsafe_components(request.url_vars["pks"])
        return every | await _row_variables(datasette, db, request.url_vars["table"], row_id, request)
    name = request.url_vars.get("table")
    question = (datasette.metadata("queries", database=DATABASE, fallback=False) or {}).get(name)
    return every | (await _question_variables(db, name, question, request) if question else {})


async def _row_variables(datasette: Datasette, db: Database, table: str, row_id: str, request) -> dict:
    """What the page of a table's row shows, or where the row leads if its table has no pages of its own."""
    page = await load_page(db, table, row_id, request.args)
    if page is None:
        return await row_links(db, table, row_id) if table in BY_NAME else {}
    config = datasette.plugin_config("ontherecord")
    address = datasette.absolute_url(request, request.path)
    return {"page": page, "hash": db.hash, "report": report_address(config, row_id, address), "contact": read_contact(config)}


async def _question_variables(db: Database, name: str, question: dict, request) -> dict:
    """The address of its chart, None where it has none or it fails, how high it is, and the values it offers."""
    try:
        chart = await chart_address(db, name, question, request.args)
        height = await chart_height(db, name, question, request.args) if chart else None
    except (QueryInterrupted, sqlite3.Error, NotDrawn):
        chart = height = None
    return {"chart": chart, "chart_height": height, "choices": await offer_choices(db) if question.get("params") else {}}


def _path_of(request) -> str:
    """The path under which the page is known to others: without what only orders it, and without a very long query."""
    asked = [(name, value) for name, value in parse_qsl(request.query_string, keep_blank_values=True) if not name.startswith("_")]
    query = urlencode(asked)
    return f"{request.path}?{query}" if query and len(query) <= LONGEST_QUERY else request.path
