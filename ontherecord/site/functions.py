"""The SQL functions that questions and searches use beside SQLite's own, and the limit of what visitors' SQL can make.

In: a connection. Out: the same, with the functions registered. A downloaded copy has the data without them: there,
`register_functions(sqlite3.connect("ontherecord.db"))` makes every question run.
"""

from functools import partial
from sqlite3 import SQLITE_LIMIT_LENGTH, Connection

from ontherecord.folding import fold
from ontherecord.site.people import find_entity, find_word
from ontherecord.site.match import escape_fts, match_beginnings, match_words
from ontherecord.site.snippets import Highlighter
from ontherecord.site.variants import left_out, words_shared

# Bytes of a value or row: twice what the longest text that is read can have. A time limit ends no single call, and `zeroblob(1000000000)` is one.
LONGEST_VALUE = 8_000_000


def limit_values(connection: Connection) -> None:
    """Lets no value grow so large that making it keeps others waiting."""
    connection.setlimit(SQLITE_LIMIT_LENGTH, LONGEST_VALUE)


def register_functions(connection: Connection) -> None:
    """Adds the functions to a connection; `escape_fts` takes the place of Datasette's, which lets errors through."""
    register = connection.create_function
    register("escape_fts", 1, escape_fts, deterministic=True)
    register("match_words", 1, match_words, deterministic=True)
    register("match_beginnings", 1, match_beginnings, deterministic=True)
    register("snippet_of", 2, Highlighter().snippet)
    register("folded", 1, lambda text: fold(str(text)) if text is not None else None, deterministic=True)
    register("left_out", 2, left_out, deterministic=True)
    register("words_shared", 2, words_shared, deterministic=True)
    register("find_entity", 1, partial(find_entity, connection))
    register("find_word", 1, partial(find_word, connection))
