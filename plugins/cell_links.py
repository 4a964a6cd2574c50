"""Links to pages, and marks on found words, in the results of questions."""

from datasette import hookimpl

from ontherecord.site.links import show_cell


@hookimpl
def render_cell(row, value, column, table):
    return show_cell(row, column, value) if table is None else None
