"""The search box above tables; last, because Datasette does not see the two indexes and says there are none."""

import sys
from pathlib import Path

from datasette import hookimpl

sys.path.append(str(Path(__file__).resolve().parents[1]))  # `datasette .` does not look for the package here

from ontherecord.site.search import search_table


@hookimpl(trylast=True)
def filters_from_request(request, table):
    return search_table(table, {name: request.args[name] for name in request.args})
