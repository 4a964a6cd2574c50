"""The words of a text that a search found, marked as `**word**`, and the piece of the text around them.

In: a text and what was typed. Out: text. The words are found by SQLite's own tokenizers, in a table in memory, so
that what is marked is what the index matched. Marks are plain text because JSON and CSV carry them too; the
pages make `<mark>` of them after escaping.
"""

import re
import sqlite3

from ontherecord.folding import fold_letters
from ontherecord.site.match import match_beginnings, match_words

# A snippet fills about three lines on a page, one third of it before the first word found.
LENGTH = 260
BEFORE = 80

_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_FOUND = re.compile("\x01|\x02")


class Highlighter:
    """Marks found words; holds one connection to a database in memory, so it belongs to one thread."""

    def __init__(self) -> None:
        self.connection = sqlite3.connect(":memory:", isolation_level=None)
        accents = "unicode61 remove_diacritics 2"
        self.connection.execute(f"create virtual table words using fts5(text, tokenize='porter {accents}')")
        self.connection.execute(f"create virtual table beginnings using fts5(text, tokenize='{accents}')")

    def snippet(self, text: str | None, typed: str | None) -> str | None:
        """The piece of the text around the first word found, with each found word marked; None of None."""
        if text is None:
            return None
        return cut_snippet(str(text), self.find(str(text), typed))

    def find(self, text: str, typed: str | None) -> list[tuple[int, int]]:
        """Where the typed words stand in the text."""
        plain = [fold_letters(c) for c in _CONTROLS.sub(" ", text)]
        offsets = [i for i, letters in enumerate(plain) for _ in letters] + [len(text)]
        spans = []
        for table, query in (
            ("words", match_words(typed, join=" OR ")),
            ("beginnings", match_beginnings(typed, join=" OR ")),
        ):
            if query:
                spans += self._matches(table, "".join(plain), query)
        return sorted({(offsets[start], offsets[end - 1] + 1) for start, end in spans if end > start})

    def _matches(self, table: str, text: str, query: str) -> list[tuple[int, int]]:
        """The matches of a query in one text, by the index of the given table; a term of several words is one match."""
        self.connection.execute(f"delete from {table}")
        self.connection.execute(f"insert into {table} values (?)", [text])
        row = self.connection.execute(
            f"select highlight({table}, 0, char(1), char(2)) from {table} where {table} match ?", [query]
        ).fetchone()
        if row is None:
            return []
        edges, removed = [], 0
        for edge in _FOUND.finditer(row[0]):
            edges.append(edge.start() - removed)
            removed += 1
        return list(zip(edges[::2], edges[1::2], strict=True))


def cut_snippet(text: str, spans: list[tuple[int, int]]) -> str:
    """About `LENGTH` characters of the text around the first span, whole words only, each span in it marked."""
    start = max(0, spans[0][0] - BEFORE) if spans and len(text) > LENGTH else 0
    end = min(len(text), start + LENGTH)
    if start:
        start = text.find(" ", start, spans[0][0]) + 1 or start
    if end < len(text):
        end = max(text.rfind(" ", start, end), spans[0][1] if spans else 0)
    pieces, position = [], start
    for span_start, span_end in spans:
        if position <= span_start and span_end <= end:
            pieces += [text[position:span_start], "**", text[span_start:span_end], "**"]
            position = span_end
    pieces.append(text[position:end])
    return ("…" if start else "") + " ".join("".join(pieces).split()) + ("…" if end < len(text) else "")
