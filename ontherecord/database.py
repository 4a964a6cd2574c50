"""Rows -> a new SQLite file -> checks. The only room that writes SQLite.

In: articles, their annotations, rejects and facts about the build. Out: a new, checked database, which
`publish.py` moves over the old one, or an exception. The same input gives the same bytes.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import cache
from itertools import batched, groupby
from operator import itemgetter
from pathlib import Path

from ontherecord import rows
from ontherecord.corrections.entities import Corrected, correct_entities
from ontherecord.corrections.entries import Correction, selector_of
from ontherecord.corrections.outcomes import FAILED, Outcomes, correction_rows
from ontherecord.corrections.quotes import correct_article
from ontherecord.corrections.roles import RoleDrops
from ontherecord.folding import fold_letters, has_letters_to_fold
from ontherecord.linking import article_chains, link_chains
from ontherecord.records import Annotated, Article, Reject
from ontherecord.rows import Row
from ontherecord.schema import BY_NAME, TABLES, VIEWS, Table, create_indexes, create_search, create_table, create_view
from ontherecord.utterances import Said, find_utterances, utterance_id
from ontherecord.wire import find_wire_groups

SPANS = (  # every stored span: table, article, start, end and text columns
    ("sentences", "article_id", "start", "end", "text"),
    ("mentions", "article_id", "start", "end", "text"),
    ("role_mentions", "article_id", "start", "end", "text"),
    ("quotes", "article_id", "cue_start", "cue_end", "cue"),
    ("quotes", "article_id", "speaker_start", "speaker_end", "speaker_text"),
    ("quote_spans", "(select article_id from quotes where id = quote_id)", "start", "end", "text"),
)
CACHE = 16_384  # kibibytes of the database in memory, so that its indexes are not read again and again
INDEXED_AT_ONCE = 16_000_000  # bytes of a search index that are sorted in memory; with the default, a million, much is merged twice
ARTICLES_AT_ONCE = 100  # whose rows are inserted together; the rows of more are only heavier


class DatabaseError(Exception):
    """The new database did not pass a check."""


def write_database(
    path: Path,
    articles: Sequence[Article],
    annotated: Sequence[Annotated],
    rejects: Sequence[Reject],
    facts: Mapping[str, str],
    corrections: Sequence[Correction] = (),
) -> dict[str, int]:
    """Write the database of all articles as a new file, check it, and return the number of rows by table.

    Raises DatabaseError if a check fails, sqlite3.Error or OSError if it cannot be written (disk full);
    no file is left then.
    """
    path.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect("", isolation_level=None)) as db:  # a file without a name, which no stop leaves behind
            counts = _fill(db, articles, annotated, rejects, facts, corrections)
            check_database(db)
            db.execute("vacuum into ?", (str(path),))
    except BaseException as error:
        path.unlink(missing_ok=True)
        if "user-defined function" in str(error):  # so SQLite tells any exception in `_searchable`, which only Ctrl-C can raise
            raise KeyboardInterrupt from error
        raise
    return counts


def read_failed(path: Path) -> dict[str, str]:
    """The corrections that a finished database could not apply, or not wholly: what each is about and why, by id."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
        marks = ", ".join("?" * len(FAILED))
        told = f"select id, action || ' of ' || target || ': ' || status || ', ' || detail from corrections where status in ({marks})"
        return dict(db.execute(f"{told} order by rowid", FAILED))


def check_database(db: sqlite3.Connection) -> None:
    """Check foreign keys, every stored span against its article's text, and the full-text indexes.

    Raises DatabaseError with the table and the row that is wrong.
    """
    for table, rowid, parent, _ in db.execute("pragma foreign_key_check"):
        raise DatabaseError(f"{table}: row {rowid} refers to a row of {parent} that is not there")
    for table, article, start, end, text in SPANS:
        _check_spans(db, f'select id, {article}, "{start}", "{end}", "{text}" from "{table}" where "{start}" is not null order by rowid')
    for table in TABLES:
        for index in _search_names(table):
            _check_search(db, table.name, index)


def _check_spans(db: sqlite3.Connection, spans: str) -> None:
    """Check spans that come in order of their articles, which are gone through beside them."""
    texts = db.execute("select id, text from articles order by rowid")
    article, whole = None, ""
    for row_id, article_id, start, end, words in db.execute(spans):
        while article != article_id:
            article, whole = next(texts, (article_id, ""))
        if whole[start:end] != words or end - start != len(words):
            raise DatabaseError(f"{row_id}: its words are not what its offsets give back")


def _check_search(db: sqlite3.Connection, table: str, index: str) -> None:
    """Check that an index is whole, and that it has every row."""
    try:
        db.execute(f'insert into "{index}" ("{index}") values (\'integrity-check\')')
    except sqlite3.DatabaseError as error:
        raise DatabaseError(f"{index}: {error}") from error
    (missing,) = db.execute(f'select (select count(*) from "{table}") - (select count(*) from "{index}_docsize")').fetchone()
    if missing:
        raise DatabaseError(f"{index}: {missing} rows of {table} are not in it")


def _fill(
    db: sqlite3.Connection,
    articles: Sequence[Article],
    annotated: Sequence[Annotated],
    rejects: Sequence[Reject],
    facts: Mapping[str, str],
    corrections: Sequence[Correction],
) -> dict[str, int]:
    """Create every table, fill it and index it, in one transaction."""
    # Checked once at the end: while one key waits for its row, each row inserted would look through all that may wait for it.
    db.execute("pragma foreign_keys = off")
    db.execute("pragma journal_mode = off")  # if this fails it is thrown away whole
    db.execute("pragma synchronous = off")  # what is published waits for the disk once, in `publish.py`
    db.execute(f"pragma cache_size = -{CACHE}")
    db.create_function("searchable", 1, _searchable, deterministic=True)
    db.execute("begin")
    db.execute("create temp table folded (article_id text primary key)")  # whose words are indexed in two spellings
    for table in TABLES:
        db.execute(create_table(table))
    _insert_all(db, articles, annotated, corrections)
    _insert(db, "rejects", rows.reject_rows(rejects))
    _insert_utterances(db)
    for table in TABLES:
        for statement in create_indexes(table):
            db.execute(statement)
    for view in VIEWS:
        db.execute(create_view(view))
    _index_text(db)
    counts = {t.name: db.execute(f'select count(*) from "{t.name}"').fetchone()[0] for t in TABLES if t.name != "about"}
    _insert(db, "about", _about_rows(facts, counts))
    db.execute("commit")
    db.execute("analyze")
    return counts


def _insert_all(
    db: sqlite3.Connection, articles: Sequence[Article], annotated: Sequence[Annotated], corrections: Sequence[Correction]
) -> None:
    """Link all articles, then insert the rows of each, in order of article id; one annotation at a time is held."""
    linked = link_chains(map(article_chains, articles, annotated))
    corrected = correct_entities(linked, corrections)
    entities = corrected.linked.entities
    _insert(db, "entities", [{"id": e.id, "name": e.name, "kind": e.kind, "wikidata_id": e.wikidata_id} for e in entities])
    outcomes = dict(corrected.outcomes)
    publications: dict[str, Row] = {}
    roles: dict[str, Row] = {}
    for batch in batched(_article_rows(articles, annotated, corrected, corrections, outcomes), ARTICLES_AT_ONCE):
        by_table = {table: [row for one in batch for row in one[table]] for table in batch[0]}
        for row in by_table.pop("publications"):
            publications.setdefault(row["id"], row)
        for row in by_table.pop("roles"):
            roles[row["id"]] = rows.merge_role(roles.get(row["id"]), row)
        for table, found in by_table.items():
            _insert(db, table, found)
        db.executemany("insert into folded values (?)", _ids_to_fold(by_table["articles"]))
    _insert(db, "publications", [publications[i] for i in sorted(publications)])
    _insert(db, "roles", [roles[i] for i in sorted(roles)])
    _insert_aliases(db, corrected)
    _insert(db, "corrections", correction_rows(corrections, outcomes, frozenset(article.id for article in articles)))


def _article_rows(
    articles: Sequence[Article], annotated: Sequence[Annotated], corrected: Corrected, corrections: Sequence[Correction], outcomes: Outcomes
) -> Iterator[dict[str, list[Row]]]:
    """The rows of one article after the other, in order of id, mended; what became of each correction is added to `outcomes`."""
    by_article = _by_article(corrections)
    known = {entity.id: entity for entity in corrected.linked.entities}
    wire_groups = find_wire_groups(articles)
    drops = RoleDrops(corrections, corrected, known)
    ids = [article.id for article in articles]
    for n in sorted(range(len(ids)), key=ids.__getitem__):
        article = articles[n]
        found = rows.article_rows(article, annotated[n], corrected.linked.chains.get(article.id, ()), wire_groups.get(article.id))
        found = drops.apply(article.id, found)
        if mended := by_article.get(article.id):
            found, told = correct_article(article.text, found, mended, corrected, known)
            outcomes |= told
        yield found
    outcomes |= drops.outcomes()


def _by_article(corrections: Sequence[Correction]) -> dict[str, list[Correction]]:
    """The corrections that name an article's words, by article id, in the order given."""
    found: dict[str, list[Correction]] = {}
    for correction in corrections:
        if selector := selector_of(correction.entry):
            found.setdefault(selector.article, []).append(correction)
    return found


def _insert_aliases(db: sqlite3.Connection, corrected: Corrected) -> None:
    """Every spelling of every entity, then those that only curators gave."""
    used = db.execute("select entity_id, text, count(*), id, min(rowid) from mentions where kind = 'name' group by entity_id, text")
    _insert(db, "aliases", (rows.alias_row(entity, spelling, count, first) for entity, spelling, count, first, _ in used))
    for entity, spelling in corrected.aliases:
        if not db.execute("select 1 from aliases where id = ?", (rows.alias_row(entity, spelling)["id"],)).fetchone():
            _insert(db, "aliases", [rows.alias_row(entity, spelling)])


def _insert(db: sqlite3.Connection, table: str, found: Iterable[Row]) -> None:
    statement, values = _insertion(table)
    db.executemany(statement, map(values, found))


@cache
def _insertion(table: str) -> tuple[str, Callable[[Row], tuple[object, ...]]]:
    """The statement that inserts a row, and what takes its values out of the row in their order."""
    columns = [column.name for column in BY_NAME[table].columns]
    names = ", ".join(f'"{c}"' for c in columns)
    return f'insert into "{table}" ({names}) values ({", ".join("?" * len(columns))})', itemgetter(*columns)


def _insert_utterances(db: sqlite3.Connection) -> None:
    """Find the utterances of one speaker after the other, and tell their quotes.

    Where nobody is named, the words that describe the source (at least two) stand for the speaker.
    """
    spans = db.execute(
        "select coalesce(q.speaker_id, 'unnamed ' || lower(q.speaker_text)) as speaker, q.speaker_id, q.id, s.text "
        "from quotes q join quote_spans s on s.quote_id = q.id where q.kind <> 'indirect' "
        "and (q.speaker_id is not null or q.speaker_text like '% %') order by speaker, q.id, s.position"
    ).fetchall()
    speaker_ids = {speaker: speaker_id for speaker, speaker_id, _, _ in spans}
    said = [
        Said(quote_id, speaker, tuple(text for *_, text in found))
        for (speaker, quote_id), found in groupby(spans, key=lambda row: (row[0], row[2]))
    ]
    for utterance in find_utterances(said):
        (text,) = db.execute("select text from quotes where id = ?", (utterance.longest,)).fetchone()
        speaker = speaker_ids[utterance.speaker]
        row = {"id": utterance_id(utterance.speaker, text), "speaker_id": speaker, "text": text}
        _insert(db, "utterances", [row])
        db.executemany("update quotes set utterance_id = ? where id = ?", [(row["id"], quote) for quote in utterance.quotes])


def _index_text(db: sqlite3.Connection) -> None:
    """Fill both full-text indexes of each searched table; entities are found by every spelling of theirs."""
    for table in TABLES:
        columns = ", ".join(f'"{c}"' for c in table.search)
        article = "id" if table.name == "articles" else "article_id"
        values = ", ".join(f'case when "{article}" in folded then searchable("{c}") else "{c}" end' for c in table.search)
        source = f'"{table.name}"'
        if table.name == "entities":
            values = "searchable(name)"
            source = ("(select e.rowid as rowid, e.name || ' ' || coalesce((select group_concat(text, ' ') from (select spelling as text "
                      "from aliases where entity_id = e.id order by spelling)), '') as name from entities e)")
        for index, statement in zip(_search_names(table), create_search(table) if table.search else (), strict=True):
            db.execute(statement)
            db.execute(f'insert into "{index}" ("{index}", rank) values (\'hashsize\', {INDEXED_AT_ONCE})')
            db.execute(f'insert into "{index}" (rowid, {columns}) select rowid, {values} from {source} order by rowid')
            db.execute(f'insert into "{index}" ("{index}") values (\'optimize\')')


def _search_names(table: Table) -> tuple[str, ...]:
    return (f"{table.name}_fts", f"{table.name}_prefix") if table.search else ()


def _ids_to_fold(articles: Iterable[Row]) -> Iterator[tuple[str]]:
    """The ids of the articles in which a letter such as Ł stands."""
    return ((row["id"],) for row in articles if has_letters_to_fold(row["text"]) or has_letters_to_fold(row["title"] or ""))


def _searchable(text: str | None) -> str | None:
    """The text, followed by its words with Ł, ø and the like written plainly, so that both spellings find it."""
    if not text or not has_letters_to_fold(text):
        return text
    plain = [fold_letters(word) for word in text.split() if fold_letters(word) != word]
    return " ".join([text, *plain]) if plain else text


def _about_rows(facts: Mapping[str, str], counts: Mapping[str, int]) -> list[Row]:
    told = {**{f"count_{table}": str(count) for table, count in counts.items()}, **facts}
    return [{"id": key, "value": told[key]} for key in sorted(told)]
