"""The search box above a table.

In: the table's name and what was typed. Out: Datasette's filter arguments; None for a table without text to
search.
"""

from datasette.filters import FilterArguments

from ontherecord.schema import BY_NAME
from ontherecord.site.search import search_clauses


def search_table(table: str, typed: str | None) -> FilterArguments | None:
    """Shows the search box and, where something was typed, keeps the rows that hold all of it."""
    described = BY_NAME.get(table)
    if described is None or not described.search:
        return None
    context = {"supports_search": True, "search": typed or ""}
    if not (typed or "").strip():
        return FilterArguments([], extra_context=context)
    return FilterArguments(
        [search_clauses(table, "search")], {"search": typed}, [f'search matches "{typed}"'], extra_context=context
    )
