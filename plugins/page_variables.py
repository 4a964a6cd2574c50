"""What pages show beside their own row: an article's quotes, an entity's company."""

import sys
from pathlib import Path

from datasette import hookimpl

sys.path.append(str(Path(__file__).resolve().parents[1]))  # `datasette .` does not look for the package here

from ontherecord.site.templating import page_variables as variables


@hookimpl
def extra_template_vars(datasette, view_name, database, request):
    async def inner():
        return await variables(datasette, view_name, database, request)

    return inner
