"""The search box: what is typed as a query, what is found in tables and on the search page, how it is marked."""

import sqlite3
from contextlib import closing

import pytest
from site_data import SCRIPT, Site, write_site
from test_questions import HOSTILE

from ontherecord.schema import TABLES
from ontherecord.site.functions import register_functions
from ontherecord.site.match import MAX_TERMS, drop_the, escape_fts, match_beginnings, match_words
from ontherecord.site.people import find_entity, find_word
from ontherecord.site.snippets import LENGTH, Highlighter, cut_snippet

QUERIES = [
    ("one word", "bridge", '("bridge")', None),
    ("two words", "old bridge", '("old") AND ("bridge")', None),
    ("phrase", '"old bridge"', '("old bridge")', None),
    ("curly phrase", "“old bridge”", '("old bridge")', None),
    ("open phrase", '"old bridge', '("old bridge")', None),
    ("beginning", "brid*", None, '("brid" *)'),
    ("word and beginning", "old brid*", '("old")', '("brid" *)'),
    ("beginning of a phrase", '"old brid"*', None, '("old brid" *)'),
    ("Ł as typed and plain", "Łódź", '("Łódź" OR "Lódź")', None),
    ("operators are words", "a OR b", '("a") AND ("OR") AND ("b")', None),
    ("possessive", "Rao's O’Neil’s plan", '("Rao") AND ("O’Neil") AND ("plan")', None),
    ("no possessive", "'s s's bus' it’s*", '("\'s") AND ("s") AND ("bus\'")', '("it" *)'),
    ("possessive in a phrase", '"Rao\'s plan"', '("Rao\'s plan")', None),
    ("once is enough", "a a a", '("a")', None),
    ("nothing", "", None, None),
    ("punctuation", '" & * -', None, None),
    ("nul", "a\0b", '("a") AND ("b")', None),
]


@pytest.mark.parametrize(("typed", "words", "beginnings"), [c[1:] for c in QUERIES], ids=[c[0] for c in QUERIES])
def test_queries(typed, words, beginnings):
    assert match_words(typed) == words
    assert match_beginnings(typed) == beginnings


def test_a_pasted_page_is_cut():
    assert match_words(" ".join(f"w{n}" for n in range(5000))).count(" AND ") == MAX_TERMS - 1


@pytest.mark.parametrize("typed", HOSTILE.values(), ids=HOSTILE.keys())
def test_every_query_is_valid(typed):
    db = sqlite3.connect(":memory:")
    db.execute("create virtual table t using fts5(x, tokenize='porter unicode61 remove_diacritics 2')")
    for query in (escape_fts(typed), match_words(typed), match_beginnings(typed)):
        if query:
            db.execute("select * from t where t match ?", [query]).fetchall()


MARKED = [
    ("inflected", "They resigned.", "resign", "They **resigned**."),
    ("accents", "The café shut.", "cafe", "The **café** shut."),
    ("Ł before a match does not shift it", "In Łódź and Æbeltoft he resigned.", "resign", "In Łódź and Æbeltoft he **resigned**."),
    ("Ł itself", "In Łódź.", "lodz", "In **Łódź**."),
    ("beginning", "Immigration.", "immigrat*", "**Immigration**."),
    ("phrase", "Step down, step up.", '"step down"', "**Step down**, step up."),
    ("not found", "They stayed.", "resign", "They stayed."),
    ("nothing typed", "They stayed.", "", "They stayed."),
]


@pytest.mark.parametrize(("text", "typed", "marked"), [c[1:] for c in MARKED], ids=[c[0] for c in MARKED])
def test_marks(text, typed, marked):
    assert Highlighter().snippet(text, typed) == marked


def test_snippet_is_cut_around_the_first_word():
    text = "word " * 200 + "needle " + "word " * 200
    start = text.index("needle")
    snippet = cut_snippet(text, [(start, start + 6)])
    assert snippet.startswith("…word ") and snippet.endswith("word…") and "**needle**" in snippet
    assert len(snippet) < LENGTH + 10


def test_snippet_of_one_endless_word():
    assert len(cut_snippet("x" * 5000, [])) < LENGTH + 10


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return Site(write_site(tmp_path_factory.mktemp("site")))


SEARCHED = [table.name for table in TABLES if table.search]


@pytest.mark.parametrize("table", SEARCHED)
def test_tables_have_a_box(site, table):
    assert 'type="search" name="_search"' in site.get(f"/ontherecord/{table}").text


@pytest.mark.parametrize("typed", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.parametrize("path", ["/search", *(f"/ontherecord/{table}" for table in SEARCHED)])
def test_nothing_typed_is_an_error(site, path, typed):
    typed = typed.encode("utf-8", "surrogateescape")
    answer = site.get(path, **{"q" if path == "/search" else "_search": typed})
    assert answer.status_code == 200
    assert SCRIPT not in answer.text and "1337" not in answer.text


FOUND = [
    ("quotes", "bridges", {"bridge-q29", "river-q31"}),
    ("quotes", "immigrat*", {"bridge-q168"}),
    ("quotes", "old win*", {"bridge-q29"}),
    ("quotes", '"', set()),
    ("entities", "lecka", {"ida-lecka"}),
    ("entities", "Łęcka", {"ida-lecka"}),
    ("entities", "o'brien", {"sean-obrien"}),
    ("articles", "ferryman", {"bridge"}),
    ("sentences", "cafe", {"bridge-s146"}),
]


@pytest.mark.parametrize(("table", "typed", "ids"), FOUND)
def test_table_search_finds(site, table, typed, ids):
    assert {row["id"] for row in site.json(f"/ontherecord/{table}", _search=typed)} == ids


def test_search_in_one_column(site):
    assert {row["id"] for row in site.json("/ontherecord/articles", _search_title="bridge")} == {"bridge"}
    assert {row["id"] for row in site.json("/ontherecord/articles", _search="bridge")} == {"bridge", "river"}
    assert {row["id"] for row in site.json("/ontherecord/articles", _search_title="brid*", _search_text="ferryman")} == {"bridge"}
    assert site.json("/ontherecord/articles", _search_title="ferryman") == []


@pytest.mark.parametrize("typed", HOSTILE.values(), ids=HOSTILE.keys())
def test_no_search_in_one_column_is_an_error(site, typed):
    assert site.get("/ontherecord/articles", _search_title=typed.encode("utf-8", "surrogateescape")).status_code == 200


def test_search_page(site):
    page = site.get("/search", q="bridges").text
    assert "we will mend the old <mark>bridge</mark> before" in page
    assert 'href="/ontherecord/quotes/bridge-q29"' in page and 'href="/ontherecord/articles/river"' in page
    hers = site.get("/search", q="the", speaker="lecka", kind="mixed").text
    assert "river-q31" in hers and "bridge-q29" not in hers


FILTERS = [
    ("speaker", "o'brien", {"bridge-q96", "bridge-q168"}, {"bridge-q29"}),
    ("kind", "indirect", {"bridge-q168"}, {"bridge-q96"}),
    ("publication", "the-troy-post", {"bridge-q168"}, {"river-q225"}),
    ("since", "2024-02-01", {"bridge-q168"}, {"river-q225"}),
    ("until", "2023-12-31", set(), {"bridge-q168", "river-q225"}),
]


@pytest.mark.parametrize(("name", "value", "found", "left_out"), FILTERS)
def test_search_filters(site, name, value, found, left_out):
    page = "".join(site.get("/search", q=word, **{name: value}).text for word in ("us", "immigration", "bridge", "nothing"))
    assert all(f'"/ontherecord/quotes/{quote}"' in page for quote in found)
    assert not any(f'"/ontherecord/quotes/{quote}"' in page for quote in left_out)


@pytest.mark.parametrize("typed", HOSTILE.values(), ids=HOSTILE.keys())
def test_no_filter_is_an_error(site, typed):
    typed = typed.encode("utf-8", "surrogateescape")
    for name in ("speaker", "kind", "publication", "since", "until"):
        answer = site.get("/search", q="bridge", **{name: typed})
        assert answer.status_code == 200 and SCRIPT not in answer.text


def test_custom_sql_with_datasettes_own_function(site):
    rows = site.json("/ontherecord", sql="select rowid from quotes_fts where quotes_fts match escape_fts(:q)", q='"')
    assert rows == []


def test_a_name_that_takes_too_long_to_find_is_nobody(site):
    """An error within a function would be one of the whole page; out of time, the query that called is told so itself."""
    with closing(sqlite3.connect(site.folder / "ontherecord.db")) as connection:
        register_functions(connection)
        assert find_word(connection, "") and find_entity(connection, "Lecka") == "ida-lecka"
        connection.set_progress_handler(lambda: True, 1)
        assert find_entity(connection, "Lecka") is None and find_word(connection, "") is None


def test_quotes_of_people_are_those_of_their_page(site):
    """What she believes is a thought, which is no quote where quotes are counted."""
    assert "4 quotes" in site.get("/ontherecord/entities/ida-lecka").text
    assert '<span class="quiet">person, 4 quotes</span>' in site.get("/search", q="lecka").text


THE = [
    ("a name with one too many", "the Troy Post", "Troy Post"),
    ("in capitals", "THE troy", "troy"),
    ("a phrase", "“the Troy Post”", "“Troy Post”"),
    ("a word that begins so", "theatre", "theatre"),
    ("alone", "the ", "the "),
    ("in the middle", "Post the", "Post the"),
]


@pytest.mark.parametrize(("typed", "bare"), [c[1:] for c in THE], ids=[c[0] for c in THE])
def test_the_before_a_name(typed, bare):
    assert drop_the(typed) == bare


def test_the_before_a_name_does_not_matter(site):
    assert 'href="/ontherecord/entities/troy-post"' in site.get("/search", q="the Troy Post").text
    assert [row["id"] for row in site.json("/ontherecord/entities", _search="the Troy Post")] == ["troy-post"]
    assert site.json("/ontherecord/articles", _search="the ferryman")  # elsewhere it is a word like others
    assert {row["name"] for row in site.json("/ontherecord/spellings", person="the Troy Post")} == {"Troy Post"}
