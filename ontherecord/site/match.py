"""What people type into a search box, as full-text queries that cannot fail.

In: typed text. Out: match expressions for the two indexes of `schema.create_search`: words and "phrases" for
the stemmed one, beginnings of words (`immigrat*`) for the unstemmed one. All must match. Operators of FTS5
(OR, NEAR, column filters) are words like any other here; those who want them write SQL with a bare MATCH.
"""

import re
from functools import lru_cache

from ontherecord.folding import fold_letters

# FTS5 limits the depth of an expression (256); nobody types so many words, but somebody pastes a page.
MAX_TERMS = 64

_CURLY = str.maketrans("“”„«»\0", '""""" ')
_POSSESSIVE = re.compile(r"(?<=\w)['’]s$", re.IGNORECASE)
_THE = re.compile(r'^\s*(["“]?)the\s+(?=.*\w)', re.IGNORECASE | re.DOTALL)
_TERM = re.compile(r'"([^"]*)"?(\*?)|([^\s"]+)')


def match_words(text: str | None, *, join: str = " AND ") -> str | None:
    """The words and phrases of the text as a query for a stemmed index; None where it has none."""
    return join.join(_either(term) for term, prefix in _terms(text) if not prefix) or None


def match_beginnings(text: str | None, *, join: str = " AND ") -> str | None:
    """The `word*` terms of the text as a query for an unstemmed index; None where it has none."""
    return join.join(_either(term, " *") for term, prefix in _terms(text) if prefix) or None


def escape_fts(text: str | None) -> str:
    """The text as a query that is valid for any one index; `""`, which matches nothing, where no word is left."""
    return " AND ".join(_either(term, " *" * prefix) for term, prefix in _terms(text)) or '""'


def drop_the(text: str) -> str:
    """A name as typed without a `the` before it, which names are stored with or without; the text itself where nothing else is typed."""
    return _THE.sub(r"\1", text)


def search_clauses(table: str, parameter: str, column: str | None = None) -> str:
    """The WHERE clause that keeps the rows of a table whose text (or one column of it) matches all of `:parameter`."""
    words, beginnings = f"match_words(:{parameter})", f"match_beginnings(:{parameter})"
    within = f"'{{{column}}} : (' || {{}} || ')'" if column else "{}"
    return (
        f"coalesce({words}, {beginnings}) is not null"
        f" and ({words} is null or [{table}].rowid in"
        f" (select rowid from [{table}_fts] where [{table}_fts] match {within.replace('{}', words)}))"
        f" and ({beginnings} is null or [{table}].rowid in"
        f" (select rowid from [{table}_prefix] where [{table}_prefix] match {within.replace('{}', beginnings)}))"
    )


@lru_cache(64)  # a question asks again for every row that it marks words in
def _terms(text: str | None) -> tuple[tuple[str, bool], ...]:
    """Each word or phrase with whether it is only a beginning; what holds no letter or digit is left out.

    A word's possessive ending goes, as `Rao's` asks for Rao; in a phrase it stays.
    """
    found = []
    for phrase, star, word in _TERM.findall(str(text or "").translate(_CURLY)):
        term = phrase or _POSSESSIVE.sub("", word.rstrip("*"))
        if any(c.isalnum() for c in term):
            found.append((term, bool(star) or word.endswith("*")))
    return tuple(dict.fromkeys(found))[:MAX_TERMS]


def _either(term: str, star: str = "") -> str:
    """The term as typed, or with letters such as Ł written plainly: a phrase may hold both kinds."""
    forms = dict.fromkeys((term, fold_letters(term)))
    return "(" + " OR ".join(f'"{form}"{star}' for form in forms) + ")"
