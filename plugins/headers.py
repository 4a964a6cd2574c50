"""A Content-Security-Policy and CORS on every answer, under plain `datasette .` too."""

import sys
from pathlib import Path

from datasette import hookimpl

sys.path.append(str(Path(__file__).resolve().parents[1]))  # `datasette .` does not look for the package here

from ontherecord.site.headers import add_headers


@hookimpl
def asgi_wrapper():
    return add_headers
