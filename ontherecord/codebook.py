"""The schema as a document for readers.

In: nothing. Out: the text of `docs/codebook.md`. `python -m ontherecord.codebook` prints it; a test compares.
"""

from ontherecord.schema import TABLES, VIEWS, Column, Table, View

INTRODUCTION = """# Codebook

Every table and column of `ontherecord.db`, generated from `ontherecord/schema.py` by
`python -m ontherecord.codebook > docs/codebook.md`.

Every table has one primary key, `id`: text, made from content or position, the same whatever else is in the
database. Offsets count Unicode code points of `articles.text` from 0 and are half-open, so
`substr(text, start + 1, end - start)` gives a span back. Counts of quotes take the acts `speech` and `writing` unless
they say otherwise.
"""


def write_codebook() -> str:
    """The codebook as Markdown, ending in a newline."""
    return "\n".join([INTRODUCTION, *(_table(table) for table in TABLES), *(_view(view) for view in VIEWS)])


def _table(table: Table) -> str:
    lines = [f"## {table.name}", "", table.description, ""]
    if table.search:
        lines += [
            f"Full-text search over {_list(table.search)}: `{table.name}_fts` (stemmed) and `{table.name}_prefix` "
            "(beginnings of words).",
            "",
        ]
    lines += ["| column | type | meaning |", "| --- | --- | --- |", *(_column(column) for column in table.columns), ""]
    return "\n".join(lines)


def _view(view: View) -> str:
    columns = ", ".join(f"`{name}`" for name, _ in view.columns)
    return f"## {view.name} (a view)\n\n{view.description}\n\nIts columns: {columns}.\n"


def _column(column: Column) -> str:
    type_ = f"{column.type}, key of [{column.references}](#{column.references})" if column.references else column.type
    empty = "" if column.required else " May be empty."
    return f"| `{column.name}` | {type_} | {column.description}{empty} |"


def _list(names: tuple[str, ...]) -> str:
    return " and ".join(f"`{name}`" for name in names)


if __name__ == "__main__":
    print(write_codebook(), end="")
