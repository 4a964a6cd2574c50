"""Links to pages, and marks on found words, in the results of questions; short labels in tables."""

import sys
from pathlib import Path

from datasette import hookimpl

sys.path.append(str(Path(__file__).resolve().parents[1]))  # `datasette .` does not look for the package here

from ontherecord.site.links import ROWS_OF, show_cell, show_label, show_view_cell


@hookimpl
def render_cell(row, value, column, table):
    if table is None:
        return show_cell(row, column, value)
    return show_view_cell(table, row, column, value) if table in ROWS_OF else show_label(table, column, value)
