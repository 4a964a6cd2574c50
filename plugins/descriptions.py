"""Descriptions, labels, facets and order of every table, from the schema."""

import sys
from pathlib import Path

from datasette import hookimpl

sys.path.append(str(Path(__file__).resolve().parents[1]))  # `datasette .` does not look for the package here

from ontherecord.site.describing import describe_database


@hookimpl
def get_metadata():
    return describe_database()
