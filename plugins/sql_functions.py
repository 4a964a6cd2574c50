"""SQL functions for questions and searches; last, so that `escape_fts` is ours and not Datasette's."""

from datasette import hookimpl

from ontherecord.site.functions import register_functions


@hookimpl(trylast=True)
def prepare_connection(conn):
    register_functions(conn)
