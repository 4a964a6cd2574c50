"""Addresses of tables and questions with parameters that make no sense are mended, or told apart, first."""

import sys
from pathlib import Path

from datasette import hookimpl

sys.path.append(str(Path(__file__).resolve().parents[1]))  # `datasette .` does not look for the package here

from ontherecord.site.parameters import mend_parameters


@hookimpl
def asgi_wrapper():
    return mend_parameters
