"""The tables in which SQLite keeps its search indexes have no pages; SQL reads them as ever."""

import sys
from pathlib import Path

from datasette import hookimpl

sys.path.append(str(Path(__file__).resolve().parents[1]))  # `datasette .` does not look for the package here

from ontherecord.site.describing import DATABASE, is_index


@hookimpl
def permission_allowed(action, resource):
    if action == "view-table" and resource[0] == DATABASE and is_index(resource[1]):
        return False
    return None
