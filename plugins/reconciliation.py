"""OpenRefine posts its queries without a token against forgery; they change nothing."""

import sys
from pathlib import Path

from datasette import hookimpl

sys.path.append(str(Path(__file__).resolve().parents[1]))  # `datasette .` does not look for the package here

from ontherecord.site.reconcile import PATH


@hookimpl
def skip_csrf(scope):
    return scope["path"] == PATH
