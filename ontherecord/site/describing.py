"""What Datasette is told of the tables, from the one schema.

In: nothing. Out: metadata in Datasette's form, made anew on each call because Datasette merges into it.
"""

from ontherecord.schema import TABLES, Table

# The pages are made for a database of this name; another name is served with Datasette's own pages.
DATABASE = "ontherecord"


def describe_database() -> dict:
    """Descriptions, labels, facets and order of every table."""
    return {"databases": {DATABASE: {"tables": {table.name: _describe(table) for table in TABLES}}}}


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
