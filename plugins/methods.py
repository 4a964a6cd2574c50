"""Requests that would write are refused with what is possible."""

import sys
from pathlib import Path

from datasette import hookimpl

sys.path.append(str(Path(__file__).resolve().parents[1]))  # `datasette .` does not look for the package here

from ontherecord.site.methods import refuse_writing


@hookimpl
def asgi_wrapper():
    return refuse_writing
