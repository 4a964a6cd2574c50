"""The front page is worked out while the server starts, so that the first visitor need not wait for it."""

import sys
from pathlib import Path

from datasette import hookimpl

sys.path.append(str(Path(__file__).resolve().parents[1]))  # `datasette .` does not look for the package here

from ontherecord.site.views import start_early


@hookimpl
def asgi_wrapper(datasette):
    return start_early(datasette)
