"""SQL that would make too large a value is told so, and is no error of the site's."""

import sys
from pathlib import Path

from datasette import hookimpl

sys.path.append(str(Path(__file__).resolve().parents[1]))  # `datasette .` does not look for the package here

from ontherecord.site.addresses import refuse_large


@hookimpl
def handle_exception(datasette, request, exception):
    return refuse_large(datasette, request.path, exception)
