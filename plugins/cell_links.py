"""Links to pages, and marks on found words, in the results of questions; short labels in tables."""

import sys
from pathlib import Path

from datasette import hookimpl

sys.path.append(str(Path(__file__).resolve().parents[1]))  # `datasette .` does not look for the package here

from ontherecord.site.links import show_cell, show_label


@hookimpl
def render_cell(row, value, column, table):
    return show_cell(row, column, value) if table is None else show_label(table, column, value)
