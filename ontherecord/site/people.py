"""Whom somebody means who types a name, and what to show to somebody who has typed nothing.

In: a connection to the database and what was typed. Out: the id of an entity, or a word. Nothing is guessed
between spellings: the first of the steps below that finds anybody decides, and in it the entity that is named
or quoted most.
"""

from sqlite3 import Connection, OperationalError

from ontherecord.folding import fold, slug
from ontherecord.site.match import drop_the, escape_fts, match_words

# Characters: what is longer is no spelling of a name, and to look for thousands of words in a row takes seconds.
LONGEST = 500
MOST_QUOTED = """
    select quote_speakers.entity_id from quote_speakers join quotes on quotes.id = quote_speakers.quote_id
    where quotes.act in ('speech', 'writing')
    group by quote_speakers.entity_id order by count(*) desc, quote_speakers.entity_id limit 1
"""
MOST_NAMED = "select entity_id from mentions group by entity_id order by count(*) desc, entity_id limit 1"
BY_ID = "select id from entities where id in (:typed, :slug) order by id = :typed desc limit 1"
# A common surname stands in many sentences; the first 2,000 are enough to see whose spelling it is.
BY_SPELLING = """
    select mentions.entity_id from mentions
    where mentions.kind = 'name' and folded(mentions.text) = :folded and mentions.sentence_id in (
        select sentences.id from sentences_fts join sentences on sentences.rowid = sentences_fts.rowid
        where sentences_fts match :phrase limit 2000)
    group by mentions.entity_id order by count(*) desc, mentions.entity_id limit 1
"""
BY_WORDS = """
    select entities.id from entities_fts join entities on entities.rowid = entities_fts.rowid
    where entities_fts match :words
    order by (select count(*) from quote_speakers join quotes on quotes.id = quote_id
        where entity_id = entities.id and act in ('speech', 'writing')) desc, entities.id limit 1
"""
# An example, not a count: the first 2,000 quotes tell enough. `cross`, because SQLite would rather read all mentions first.
TALKED_ABOUT = """
    with some as (select * from quotes where act in ('speech', 'writing') order by id limit 2000)
    select mentions.text from some cross join mentions on mentions.article_id = some.article_id
        and mentions.start >= some.start and mentions.start < some.end and mentions.end <= some.end
    where mentions.kind = 'name'
    group by mentions.entity_id order by count(*) desc, mentions.entity_id limit 1
"""


def find_entity(connection: Connection, typed: str | None) -> str | None:
    """The id of the entity with this id or spelling, accents and case aside; the most quoted one if nothing is typed."""
    typed = str(typed or "").strip()
    if not typed:
        return _first(connection, MOST_QUOTED) or _first(connection, MOST_NAMED)
    found = _first(connection, BY_ID, typed=typed, slug=slug(typed))
    phrase = match_words(f'"{typed.replace(chr(34), " ")}"')
    if found or not phrase or len(typed) > LONGEST:
        return found
    found = _first(connection, BY_SPELLING, phrase=phrase, folded=fold(typed)) or _first(connection, BY_WORDS, words=escape_fts(typed))
    bare = drop_the(typed)
    return found if found or bare == typed else find_entity(connection, bare)


def find_word(connection: Connection, typed: str | None) -> str | None:
    """What was typed; else the name that quotes mention most, else the longest word of the first quote."""
    if str(typed or "").strip():
        return str(typed)
    return _first(connection, TALKED_ABOUT) or max(
        (_first(connection, "select text from quotes order by id limit 1") or "").split(), key=len, default=None
    )


def _first(connection: Connection, sql: str, **values: str) -> str | None:
    try:
        row = connection.execute(sql, values).fetchone()
    except OperationalError:  # out of time: so is the query that called, which tells it better
        return None
    return row[0] if row else None
