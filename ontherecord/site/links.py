"""Paths of pages, and links in the results of questions and in tables.

In: a row of a result or table, a column's name and value. Out: escaped HTML, or None where Datasette's own way will do.
A column `speaker` beside a column `speaker_id` is shown as a link to that entity's page; the id itself is not
shown. So JSON and CSV hold both, and nothing else. The `title` of a role stands beside a `role_id`;
where there is a `usual_title`, the page shows that one.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from sqlite3 import Row
from textwrap import dedent
from urllib.parse import quote

from datasette.utils import tilde_encode
from markupsafe import Markup, escape

from ontherecord.schema import BY_NAME, VIEWS
from ontherecord.site.describing import DATABASE
from ontherecord.site.wording import CUES

# The table in which the `_id` beside a column with this name is found.
TABLE_OF = {
    "speaker": "entities",
    "about": "entities",
    "entity": "entities",
    "name": "entities",
    "organization": "entities",
    "addressee": "entities",
    "article": "articles",
    "publication": "publications",
    "quote": "quotes",
    "snippet": "quotes",
    "title": "roles",
    "usual_title": "roles",
    "sentence": "sentences",
    "utterance": "utterances",
}
# The `_id` beside a column is called as the column is, but for these.
PARTNER = {"title": "role_id", "usual_title": "role_id"}
# The table whose rows a view shows under their own ids.
ROWS_OF = {view.name: source.removesuffix(".id") for view in VIEWS for column, source in view.columns if column == "id"}
# Columns of words that attribute a quote, which may be a mark.
CUE_COLUMNS = ("cue", "verb")
LONGEST = 400
# Characters of another row's label in a table: a sentence or quote can be a page long. No address of a page on the web is so long
# as the other, and Datasette repeats it whole.
LABEL = 200
ADDRESS = 2000

_MARKED = re.compile(r"\*\*(.+?)\*\*")


@lru_cache(4096)  # a page has hundreds, mostly of the same few names
def row_path(table: str, row_id: str) -> str:
    """The path of a row's page."""
    return f"/{DATABASE}/{table}/{tilde_encode(row_id)}"


def place_path(article_id: str, start: int) -> str:
    """The path of the part of an article's page in which the character at this offset stands."""
    return f"{row_path('articles', article_id)}?at={start}"


def quote_place(article_id: str, start: int) -> str:
    """The path of the mark of the quote that starts there."""
    return f"{place_path(article_id, start)}#q{start}"


def sentence_place(article_id: str, start: int) -> str:
    """The path of the sentence that starts there, within its article."""
    return f"{place_path(article_id, start)}#s{start}"


def name_place(article_id: str, start: int) -> str:
    """The path of the name that starts there, within its article."""
    return f"{place_path(article_id, start)}#m{start}"


def sql_path(sql: str, **parameters: str) -> str:
    """The path of a query's answer as a table."""
    return f"/{DATABASE}{_query({'sql': dedent(sql).strip(), **parameters})}"


def question_path(question: str, **parameters: str) -> str:
    """The path of a question's page with the given parameters."""
    return f"/{DATABASE}/{question}{_query(parameters)}"


def search_path(**asked: str) -> str:
    """The path of a search with what is given of its words and filters, of one table's further results where `of` names it."""
    return f"/search{_query({name: value for name, value in asked.items() if value})}"


def search_without(asked: Mapping[str, str], name: str) -> str:
    """The path of the same search without one of its filters."""
    return search_path(**{other: value for other, value in asked.items() if other != name})


def chart_path(question: str, **parameters: str) -> str:
    """The path of a question's chart as SVG."""
    return f"/charts/{question}.svg{_query(parameters)}"


def show_cell(row: Row, column: str, value) -> Markup | None:
    """The cell as a link, with found words marked, or a mark by its name, where its column is of that kind."""
    if column in CUE_COLUMNS and value in CUES:
        return escape(CUES[value])
    if _is_long_address(value):
        return escape(_cut(value))
    if column not in TABLE_OF or not isinstance(value, str):
        return None
    text = mark_found(value)
    partner = _partner(column)
    if partner not in row.keys() or row[partner] is None:
        return text
    return Markup('<a href="{}">{}</a>').format(row_path(TABLE_OF[column], str(row[partner])), text)


def show_view_cell(view: str, row: Row, column: str, value) -> Markup | None:
    """The cell of a view: its id and what it is called by lead to the row's page, names beside ids to theirs."""
    table = ROWS_OF.get(view)
    if table is None or column not in ("id", BY_NAME[table].label):
        return show_cell(row, column, value)
    return Markup('<a href="{}">{}</a>').format(row_path(table, row["id"]), _cut(value) if isinstance(value, str) else value)


def show_label(table: str, column: str, value) -> Markup | None:
    """The cell of a key as Datasette shows it, with the label of the row it leads to cut; None where that is short. A mark by its name, a long address cut."""
    if column in CUE_COLUMNS and value in CUES:
        return escape(CUES[value])
    if _is_long_address(value):
        return escape(_cut(value))
    if not isinstance(value, dict) or len(str(value["label"])) <= LABEL or table not in BY_NAME:
        return None
    (other,) = (c.references for c in BY_NAME[table].columns if c.name == column)
    row_id = str(value["value"])
    return Markup('<a href="{}">{}</a>&nbsp;<em>{}</em>').format(row_path(other, row_id), _cut(str(value["label"])), row_id)


def mark_found(text: str) -> Markup:
    """The text, shortened and escaped, with `**found**` words as marks."""
    short = text if len(text) <= LONGEST else text[:LONGEST] + "…"
    return Markup(_MARKED.sub(r"<mark>\1</mark>", str(escape(short))))


def shown_columns(columns: list[str], rows: list[Row]) -> list[str]:
    """The columns of an answer that a page shows: without ids that have become links or only name the row, without a title
    beside the usual one, and without those that are empty in every row."""
    linked = {_partner(column) for column in columns if column in TABLE_OF}
    empty = {column for column in columns if rows and all(row[column] is None for row in rows)}
    told = {"id", "title"} if "usual_title" in columns else {"id"}
    return [column for column in columns if column not in linked | empty | told]


def _is_long_address(value) -> bool:
    return isinstance(value, str) and len(value) > ADDRESS and value.lstrip().startswith(("https://", "http://"))


def _cut(words: str) -> str:
    return words if len(words) <= LABEL else words[:LABEL] + "…"


def _partner(column: str) -> str:
    return PARTNER.get(column, f"{column}_id")


def _query(parameters: dict[str, str]) -> str:
    pairs = "&".join(f"{name}={quote(value, safe='')}" for name, value in parameters.items())
    return f"?{pairs}" if pairs else ""
