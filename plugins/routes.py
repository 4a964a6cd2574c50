"""The pages that belong to no table: front page, search, about, codebook."""

import sys
from pathlib import Path

from datasette import hookimpl

sys.path.append(str(Path(__file__).resolve().parents[1]))  # `datasette .` does not look for the package here

from ontherecord.site.views import ROUTES


@hookimpl
def register_routes():
    return ROUTES
