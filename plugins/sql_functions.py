"""SQL functions for questions and searches; last, so that `escape_fts` is ours and not Datasette's."""

import sys
from pathlib import Path

from datasette import hookimpl

sys.path.append(str(Path(__file__).resolve().parents[1]))  # `datasette .` does not look for the package here

from ontherecord.site.functions import limit_values, register_functions


@hookimpl(trylast=True)
def prepare_connection(conn):
    limit_values(conn)
    register_functions(conn)
