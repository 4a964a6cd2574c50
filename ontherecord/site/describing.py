"""What Datasette is told of the tables, from the one schema.

In: nothing. Out: metadata in Datasette's form, made anew on each call because Datasette merges into it.
"""

from functools import cache

from ontherecord.schema import BY_NAME, TABLES, VIEWS, Table

# The pages are made for a database of this name; another name is served with Datasette's own pages.
DATABASE = "ontherecord"


def describe_database() -> dict:
    """Descriptions, labels, facets and order of every table and view."""
    views = {view.name: {"description": view.description, "facets": list(view.facets)} for view in VIEWS}
    tables = {table.name: {**_describe(table), "columns": dict(_describe(table)["columns"])} for table in TABLES}
    return {"databases": {DATABASE: {"tables": views | tables}}}


def columns_of(name: str) -> frozenset[str]:
    """The columns of a table or view; none of what is neither."""
    if name in BY_NAME:
        return frozenset(column.name for column in BY_NAME[name].columns)
    return frozenset(column for view in VIEWS if view.name == name for column, _ in view.columns)


def is_index(name: str) -> bool:
    """Whether SQLite keeps a search index or its own counts in a table of this name."""
    return name.startswith(("sqlite_", *(f"{table.name}_{kind}" for table in TABLES if table.search for kind in ("fts", "prefix"))))


@cache  # Datasette asks a dozen times for each page
def _describe(table: Table) -> dict:
    described = {
        "description": table.description,
        "columns": {column.name: column.description for column in table.columns},
        "label_column": table.label,
        "facets": list(table.facets),
        "hidden": table.hidden,
        "sort": table.sort,
        "sort_desc": table.sort_desc,
    }
    return {key: value for key, value in described.items() if value}
