"""Descriptions, labels, facets and order of every table, from the schema."""

from datasette import hookimpl

from ontherecord.site.describing import describe_database


@hookimpl
def get_metadata():
    return describe_database()
