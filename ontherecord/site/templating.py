"""What templates can call, and what each page is given beside Datasette's own.

In: a request for a row's page. Out: functions and variables.
"""

from urllib.parse import quote

from datasette.app import Datasette
from datasette.database import Database, QueryInterrupted
from datasette.utils import urlsafe_components

from ontherecord.site.answers import cut_answer, is_full
from ontherecord.site.choices import offer_choices
from ontherecord.site.describing import DATABASE
from ontherecord.site.drawing import LEAST, chart_address
from ontherecord.site.headers import draws_charts
from ontherecord.site.links import chart_path, mark_found, place_path, question_path, quote_place, row_path, shown_columns
from ontherecord.site.pages import load_page
from ontherecord.site.queries import LISTED
from ontherecord.site.wording import ENTITY_KINDS, KINDS, rule_words, speaker_rule_words, sureness, within_quotes

FUNCTIONS = {
    "chart_path": chart_path,
    "cut_answer": cut_answer,
    "draws_charts": draws_charts,
    "is_full": is_full,
    "mark_found": mark_found,
    "place_path": place_path,
    "question_path": question_path,
    "quote_place": quote_place,
    "row_path": row_path,
    "rule_words": rule_words,
    "shown_columns": shown_columns,
    "speaker_rule_words": speaker_rule_words,
    "sureness": sureness,
    "within_quotes": within_quotes,
    "KIND_WORDS": KINDS,
    "LEAST_FOR_CHART": LEAST,
    "ENTITY_WORDS": ENTITY_KINDS,
    "LISTED": LISTED,
}


async def page_variables(datasette: Datasette, view_name: str, database: str | None, request) -> dict:
    """`page` for a row of a table that has a page of its own, `choices` and `chart` for a question; `left_out` for any page."""
    if request is None:
        return {}
    left_out = {"left_out": request.scope.get("left_out", [])}
    if database != DATABASE:
        return left_out
    db = datasette.get_database(DATABASE)
    if view_name == "row":
        (row_id,) = urlsafe_components(request.url_vars["pks"])
        page = await load_page(db, request.url_vars["table"], row_id, request.args)
        return left_out | ({"page": page, "report": _report_address(datasette, request, row_id)} if page else {})
    name = request.url_vars.get("table")
    question = (datasette.metadata("queries", database=DATABASE, fallback=False) or {}).get(name)
    return left_out | (await _question_variables(db, name, question, request) if question else {})


async def _question_variables(db: Database, name: str, question: dict, request) -> dict:
    """The address of its chart and the values it offers."""
    try:
        chart = await chart_address(db, name, question, request.args.get("person") or "")
    except QueryInterrupted:
        chart = None
    return {"chart": chart, "choices": await offer_choices(db) if question.get("params") else {}}


def _report_address(datasette: Datasette, request, row_id: str) -> str | None:
    """Where to report an error in this row: `report_error` of metadata.yml with {id} and {url} filled in."""
    template = (datasette.plugin_config("ontherecord") or {}).get("report_error")
    if not template:
        return None
    url = datasette.absolute_url(request, request.path)
    return template.replace("{id}", quote(row_id, safe="")).replace("{url}", quote(url, safe=""))
