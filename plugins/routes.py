"""The pages that belong to no table: search, about, codebook."""

from datasette import hookimpl

from ontherecord.site.views import ROUTES


@hookimpl
def register_routes():
    return ROUTES
