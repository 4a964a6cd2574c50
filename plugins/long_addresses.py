"""Addresses that are too long to be repeated in a page are refused, with what to do."""

import sys
from pathlib import Path

from datasette import hookimpl

sys.path.append(str(Path(__file__).resolve().parents[1]))  # `datasette .` does not look for the package here

from ontherecord.site.addresses import refuse_long


@hookimpl
def asgi_wrapper(datasette):
    return refuse_long(datasette)
