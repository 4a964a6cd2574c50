"""Long words of quotes, those first to which the quotes of one article come back: what is talked about, not how.

In: the database. Out: words, kept per database file.
"""

import asyncio
import re
from collections import Counter, defaultdict
from collections.abc import Iterable

from datasette.database import Database

from ontherecord.site.caching import fetch_unhurried, once_per_file
from ontherecord.site.queries import UTTERED

# Letters: shorter words are mostly such as stand in every quote.
LONG = 8
# Letters of an example of a word's beginning: past them, words of one subject differ.
BEGINNING = 6
# Articles looked at, evenly spread: they tell enough, and are read in half a second.
SAMPLE = 500
QUOTES = f"""
    select article_id, quotes.text from articles join quotes on article_id = articles.id
    where articles.rowid % (select count(*) / {SAMPLE} + 1 from articles) = 0 and {UTTERED}
"""

_WORD = re.compile(rf"[^\W\d_]{{{LONG},}}")


async def read_subjects(db: Database) -> list[str]:
    """The words, most telling first."""

    async def work_out() -> list[str]:
        rows = await fetch_unhurried(db, QUOTES)
        return await asyncio.to_thread(rank_words, [(row["article_id"], row["text"]) for row in rows])

    return await once_per_file(db, "subjects", work_out)


def rank_words(quotes: Iterable[tuple[str, str]]) -> list[str]:
    """Long words by how many quotes they are in beyond one in each article; `quotes` are articles and texts."""
    counts, articles = Counter(), defaultdict(set)
    for article, text in quotes:
        for word in set(_WORD.findall(text.lower())):
            counts[word] += 1
            articles[word].add(article)
    return sorted(counts, key=lambda word: (len(articles[word]) - counts[word], -counts[word], word))


def pick_beginning(words: list[str]) -> str | None:
    """The beginning that the first words share with another, else that of the first word; None where there is none."""
    shared = Counter(word[:BEGINNING] for word in words)
    return next((word[:BEGINNING] for word in words if shared[word[:BEGINNING]] > 1), words[0][:BEGINNING] if words else None)
