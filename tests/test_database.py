"""The database: whole tables from invented records, checks, search and identical bytes."""

import sqlite3
from contextlib import closing

import pytest

from ontherecord import database
from ontherecord.database import DatabaseError, check_database, write_database
from ontherecord.records import Annotated, Article, Attribution, Chain, Mention, Quote, Reject, Role, Sentence

TEXT = "Mayor Ida Łęcka of Troy spoke. “We will mend,” she said, “the old bridge.”"
ARTICLE = Article("a", "news/a.txt", TEXT, encoding="utf-8")


def span(words):
    start = TEXT.index(words)
    return start, start + len(words)


ANNOTATED = Annotated(
    sentences=(Sentence(*span("Mayor Ida Łęcka of Troy spoke."), 1), Sentence(*span("“We will mend,” she said, “the old bridge.”"), 1)),
    chains=(Chain("Ida Łęcka", "PERSON"), Chain("Troy", "GPE")),
    mentions=(Mention(*span("Ida Łęcka"), "name", 0), Mention(*span("Troy"), "name", 1), Mention(*span("she"), "pronoun", 0)),
    quotes=(Quote(Attribution((span("“We will mend,”"), span("“the old bridge.”")), "direct", "speech", "cue", 0.98765, span("said"), "say",
                              span("she"), "subject", 0.9), (0,), None, "pronoun", 0.8),),
    roles=(Role(*span("Mayor"), 0, "Mayor", "mayor", "current", 1),),
    dateline="TROY",
)
OTHER = Article("b", "news/b.txt", TEXT, encoding="utf-8", title="A bridge", publication="The Troy Post")


@pytest.fixture
def built(tmp_path):
    path = tmp_path / "ontherecord.db"
    write_database(path, [OTHER, ARTICLE], [ANNOTATED, ANNOTATED], [Reject("x.txt", "empty", "x.txt: no text")], {"version": "1"})
    with closing(sqlite3.connect(path)) as db:
        yield db


def rows(db, sql):
    return db.execute(sql).fetchall()


def test_whole_tables(built):
    assert rows(built, "select id, name, kind from entities") == [("ida-lecka", "Ida Łęcka", "PERSON"), ("troy", "Troy", "GPE")]
    assert rows(built, "select id, label, publication_id, dateline, words from articles") == [
        ("a", "Mayor Ida Łęcka of Troy spoke.", None, "TROY", 14), ("b", "A bridge", "the-troy-post", "TROY", 14)]
    assert rows(built, "select id, sentence_id, kind, start, end, text, cue, verb, speaker_id, speaker_text, confidence from quotes") == [
        (f"{a}-q31", f"{a}-s31", "direct", 31, 74, "“We will mend,” … “the old bridge.”", "said", "say", "ida-lecka", "she", 0.988) for a in "ab"]
    assert rows(built, "select id, entity_id, kind, start from mentions where article_id = 'a'") == [
        ("a-m6", "ida-lecka", "name", 6), ("a-m19", "troy", "name", 19), ("a-m47", "ida-lecka", "pronoun", 47)]
    assert rows(built, "select id, title, organization_id, status from roles") == [("ida-lecka-mayor-troy-current", "Mayor", "troy", "current")]
    assert [r[0] for r in rows(built, "select role_id from role_mentions")] == ["ida-lecka-mayor-troy-current"] * 2
    assert rows(built, "select speaker_id, text from utterances") == [("ida-lecka", "“We will mend,” … “the old bridge.”")]
    assert rows(built, "select count(*) from quotes join utterances u on u.id = utterance_id") == [(2,)]
    assert rows(built, "select id, source_path, reason from rejects") == [("1-empty", "x.txt", "empty")]
    assert rows(built, "select value from about where id in ('count_quotes', 'version') order by id") == [("2",), ("1",)]


def test_places_and_wire_groups(tmp_path):
    found = Article("c", "news/c.zip", TEXT + " " + "It was long and wide and old and grey and the river ran below it all year round. " * 2, locator="c.txt",
                    also=(("news/d.txt", None), ("news/d.txt", None)))
    cut = Article("d", "news/e.txt", found.text[:-40])
    write_database(tmp_path / "x.db", [ARTICLE, cut, found], [ANNOTATED] * 3, [], {})
    with closing(sqlite3.connect(tmp_path / "x.db")) as db:
        assert rows(db, "select id, wire_group from articles order by id") == [("a", None), ("c", "c"), ("d", "c")]
        assert rows(db, "select article_id, source_path, locator from article_sources order by rowid") == [
            ("a", "news/a.txt", None), ("c", "news/c.zip", "c.txt"), ("c", "news/d.txt", None), ("c", "news/d.txt", None), ("d", "news/e.txt", None)]
        assert len(set(rows(db, "select id from article_sources"))) == 5


SEARCHES = [
    ("inflected", "quotes_fts", "bridges mending", 2),
    ("beginning of a word", "quotes_prefix", "brid*", 2),
    ("no beginning", "quotes_prefix", "ridge*", 0),
    ("folded", "entities_fts", "lecka", 1),
    ("as written", "entities_fts", "Łęcka", 1),
    ("title", "articles_fts", "title: bridge", 1),
]


@pytest.mark.parametrize("vacuumed", [False, True], ids=["built", "vacuumed"])
@pytest.mark.parametrize(("index", "query", "hits"), [c[1:] for c in SEARCHES], ids=[c[0] for c in SEARCHES])
def test_search(built, index, query, hits, vacuumed):
    if vacuumed:
        built.execute("vacuum")
    table = index.split("_")[0]
    found = built.execute(f"select count(*) from {table} where rowid in (select rowid from {index} where {index} match ?)", (query,))
    assert found.fetchone() == (hits,)


def test_title_alone_in_two_spellings(tmp_path):
    write_database(tmp_path / "x.db", [Article("c", "c.txt", "A bridge.", title="To Łódź")], [Annotated((Sentence(0, 9, 1),), (), (), (), ())], [], {})
    with closing(sqlite3.connect(tmp_path / "x.db")) as db:
        assert [rows(db, f"select count(*) from articles_prefix where articles_prefix match '{word}'") for word in ("lodz", "Łódź", "rome")] == [
            [(1,)], [(1,)], [(0,)]]


def test_same_input_same_bytes_in_any_order(tmp_path):
    one, two = tmp_path / "one" / "x.db", tmp_path / "two" / "x.db"
    for path, articles in ((one, [ARTICLE, OTHER]), (two, [OTHER, ARTICLE])):
        path.parent.mkdir()
        write_database(path, articles, [ANNOTATED, ANNOTATED], [], {})
    assert one.read_bytes() == two.read_bytes()


def test_words_that_offsets_do_not_give_back_leave_no_database(tmp_path):
    path = tmp_path / "ontherecord.db"
    wrong = Annotated(ANNOTATED.sentences, ANNOTATED.chains, (Mention(len(TEXT) - 2, len(TEXT) + 5, "name", 0),), (), ())
    with pytest.raises(DatabaseError, match="offsets"):
        write_database(path, [ARTICLE], [wrong], [], {})
    assert not list(tmp_path.iterdir())


def test_stop_while_words_are_indexed_is_a_stop(tmp_path, monkeypatch):
    def stop(text):
        raise KeyboardInterrupt

    monkeypatch.setattr(database, "_searchable", stop)
    with pytest.raises(KeyboardInterrupt):
        write_database(tmp_path / "x.db", [ARTICLE], [ANNOTATED], [], {})
    assert not list(tmp_path.iterdir())


DAMAGE = [
    ("foreign key", "update mentions set entity_id = 'nobody' where id = 'a-m6'", "mentions: row 1 refers to a row of entities"),
    ("sentence", "update sentences set end = end - 1 where id = 'b-s0'", "b-s0: its words"),
    ("cue", "update quotes set cue_start = cue_start + 1, cue_end = cue_end + 1 where article_id = 'b'", "b-q31: its words"),
    ("piece of a quote", "update quote_spans set text = 'x' where id = 'a-q31-2'", "a-q31-2: its words"),
    ("words short of a span that ends after the text", "update mentions set end = 999, start = 998, text = '' where id = 'a-m47'", "a-m47: its words"),
    ("row that search does not find", "delete from quotes_fts_docsize where id = 1", "quotes_fts: "),
    ("search", "update sentences_fts_data set block = x'00' where id > 100", "sentences_fts: "),
]


@pytest.mark.parametrize(("damage", "told"), [d[1:] for d in DAMAGE], ids=[d[0] for d in DAMAGE])
def test_damage_is_found_before_a_database_is_published(built, damage, told):
    check_database(built)
    assert built.execute(damage).rowcount > 0
    with pytest.raises(DatabaseError, match=told):
        check_database(built)
