"""Addresses that make no sense: what is left out of them, and that none brings an error page."""

import json
from html import unescape

import pytest
from site_data import ROOT, SCRIPT, Site, query, write_site

from ontherecord.site.addresses import LONGEST
from ontherecord.site.headers import LONGEST_LINK
from ontherecord.site.parameters import MOST_ROWS, clean_parameters

THROUGH = '{"table": "quote_speakers", "column": "entity_id", "value": "ida-lecka"}'
GIVEN = [
    ("a column", "quotes", "_sort", "kind", True),
    ("no column", "quotes", "_sort", "nothing", False),
    ("no sorting", "quotes", "_sort", "", True),
    ("of another table", "quotes", "_facet", "published", False),
    ("a view's column", "roles_table", "_sort", "entity", True),
    ("not a view's column", "roles_table", "_sort", "kind", False),
    ("size", "quotes", "_size", "20", True),
    ("largest size", "quotes", "_size", "max", True),
    ("too large a size", "quotes", "_size", str(MOST_ROWS + 1), False),
    ("endless digits", "quotes", "_size", "9" * 5000, False),
    ("negative size", "quotes", "_size", "-1", False),
    ("other digits", "quotes", "_size", "²", False),
    ("time", "", "_timelimit", "500", True),
    ("time in words", "", "_timelimit", "long", False),
    ("no time", "", "_timelimit", "0", False),
    ("shape", "", "_shape", "array", True),
    ("no shape", "", "_shape", "round", False),
    ("infinity", "quotes", "_json_infinity", "on", True),
    ("no infinity", "quotes", "_json_infinity", "x", False),
    ("searched column", "articles", "_search_title", "x", True),
    ("column without text", "articles", "_search_words", "x", False),
    ("an index of one's own", "quotes", "_fts_table", "quotes_fts", False),
    ("through a table with a key", "quotes", "_through", THROUGH, True),
    ("through a table without", "publications", "_through", THROUGH, False),
    ("through nothing", "quotes", "_through", "[", False),
    ("comparison", "quotes", "start__gt", "10", True),
    ("beyond SQLite's integers", "quotes", "start__gt", "9" * 30, False),
    ("a list", "quotes", "kind__in", "direct, mixed", True),
    ("a list as JSON", "quotes", "start__notin", '[1, 2.5, "é", null, true]', True),
    ("a list of which the end is missing", "quotes", "id__in", "[", False),
    ("a list in a list", "quotes", "id__in", "[[1]]", False),
    ("a list of objects", "quotes", "id__notin", "[{}]", False),
    ("a list of too large numbers", "quotes", "start__in", f"[{2**63}]", False),
    ("a list of half a character", "quotes", "id__in", r'["\ud800"]', False),
    ("lists without end", "quotes", "id__in", "[" * 9000, False),
    ("next rows", "quotes", "_next", "bridge-q29", True),
    ("next rows of a view", "roles_table", "_next", "50", True),
    ("next rows of a view in words", "roles_table", "_next", "x", False),
    ("arrays", "quotes", "text__arraycontains", "x", False),
    ("a question's own", "", "person", "_sort", True),
    ("a question's own with two underscores", "", "a__b", "x", True),
    ("filter", "quotes", "kind", "direct", True),
    ("filter of no column", "quotes", "kin", "direct", False),
    ("comparison of no column", "quotes", "kin__not", "direct", False),
    ("comparison without its own sign", "quotes", "verb__isblank", "1", True),
    ("no comparison", "quotes", "kind__near", "direct", False),
    ("filter of a view", "roles_table", "entity__contains", "Ida", True),
    ("filter of no column of a view", "roles_table", "kind", "direct", False),
    ("the number of a row", "quotes", "rowid", "1", True),
    ("Datasette's own form", "quotes", "_filter_column_1", "kind", True),
]


@pytest.mark.parametrize(("table", "name", "value", "kept"), [c[1:] for c in GIVEN], ids=[c[0] for c in GIVEN])
def test_what_is_kept(table, name, value, kept):
    pairs, faults = clean_parameters(table, [(name, value)])
    assert (pairs == [(name, value)]) is kept and bool(faults) is not kept


def test_rows_allowed_are_those_of_the_settings():
    assert json.loads((ROOT / "settings.json").read_bytes())["max_returned_rows"] == MOST_ROWS


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return Site(write_site(tmp_path_factory.mktemp("parameters")))


HOSTILE = {"script": SCRIPT, "list": "[[1]]", "huge": "9" * 400, "negative": "-1", "not UTF-8": b"\xff\xfe", "nul": "\0", "quote": "'\"", "empty": "", "JSON": '{"a"', "long": "x" * 350}
PARAMETERS = (
    "_sort _sort_desc _next _size _facet _facet_size _facet_date _facet_array _search _search_text _search_x _searchmode _fts_table _fts_pk "
    "_through _col _nocol _timelimit _shape _labels _extra _trace _ttl _nl _filter_column _filter_op _filter_value "
    "id id__gt id__in id__notin id__x x x__lt text__arraycontains page source person title"
).split()
PLACES = ["/ontherecord/quotes", "/ontherecord/roles", "/ontherecord/roles_table", "/ontherecord/most-quoted", "/ontherecord/without-speaker",
          "/ontherecord/entities/ida-lecka", "/ontherecord", "/search", "/unnamed", "/about", "/"]


@pytest.mark.parametrize("value", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.parametrize("place", PLACES)
def test_no_page_is_an_error(site, place, value):
    answer = site.get(place, **{name: value for name in PARAMETERS if not name.startswith("_filter")})
    assert answer.status_code == 200 and SCRIPT not in answer.text


@pytest.mark.parametrize("name", PARAMETERS)
def test_no_parameter_alone_is_an_error(site, name):
    for value in (SCRIPT, "9" * 400, '{"a"', "[{}]", b"\xff"):
        for place in ("/ontherecord/quotes", "/ontherecord/roles_table"):
            assert site.get(place, **{name: value}).status_code in (200, 302), (place, value)
        for place in ("/ontherecord/quotes.json", "/ontherecord/most-quoted.csv", "/ontherecord.csv"):
            answer = site.get(place, **{name: value})
            assert answer.status_code in (200, 302, 400) and (answer.status_code != 400 or "error" in answer.json()), (place, value)


@pytest.mark.parametrize("next_", ["x", "x,y", "1", ",", "9" * 99, "$null,x"])
def test_no_place_in_a_sorted_table_is_an_error(site, next_):
    for more in ({}, {"_sort": "kind"}, {"_sort_desc": "confidence"}):
        assert site.get("/ontherecord/quotes", _next=next_, **more).status_code == 200


def test_what_was_left_out_is_said(site):
    page = site.get("/ontherecord/quotes", _sort=SCRIPT, kind="mixed").text
    assert "Left out of the address" in page and "no such column" in page and "2 rows" in page
    assert "Left out" not in site.get("/ontherecord/quotes", _sort="kind").text
    assert "no such column; there are act, addressee_id, article_id" in unescape(site.get("/ontherecord/quotes", kin="mixed").text)
    filtered = site.get("/ontherecord/quotes.json", kin="direct", _shape="array")
    assert filtered.status_code == 400 and filtered.json()["error"].startswith("kin=direct: no such column; there are act, addressee_id")
    told = site.get("/ontherecord/quotes.json", _sort="nothing", _shape="array")
    assert told.status_code == 400 and told.json()["error"] == "_sort=nothing: no such column"


def test_the_table_of_roles(site):
    rows = site.json("/ontherecord/roles_table", _sort="title", status="current")
    assert {row["id"] for row in rows} == {row for (row,) in query(site.folder, "select id from roles")}
    assert [row["title"] for row in site.json("/ontherecord/roles_table", title__contains="ferry")] == ["ferryman"]
    assert site.json("/ontherecord/roles_table", _facet="status", _size="1")
    assert "/ontherecord/roles_table" in site.get("/ontherecord/roles").text


TOO_LONG = "a" * LONGEST


@pytest.mark.parametrize("path", ["/", "/search", "/ontherecord", "/ontherecord/quotes", "/ontherecord/most-quoted", "/nowhere"])
def test_too_long_an_address_is_refused_with_what_to_do(site, path):
    answer = site.get(path, x=TOO_LONG)
    assert answer.status_code == 414 and "Ask for less at a time" in answer.text and TOO_LONG[:100] not in answer.text
    assert answer.headers["content-type"].startswith("text/html") and "content-security-policy" in answer.headers


@pytest.mark.parametrize("path", ["/ontherecord/quotes.json", "/ontherecord/most-quoted.csv", "/reconcile", "/reconcile/suggest/entity"])
def test_programs_are_told_that_an_address_is_too_long(site, path):
    answer = site.get(path, x=TOO_LONG)
    assert answer.status_code == 414 and answer.json()["status"] == 414 and answer.headers["access-control-allow-origin"] == "*"


LONG = "aé " * 1000
LONG_ADDRESSES = [
    ("/search", {"q": LONG}), ("/ontherecord", {"sql": f"select 1 -- {LONG}"}), ("/ontherecord/quotes", {"_search": LONG}),
    ("/ontherecord/quotes", {"_where": f"'{LONG}' <> ''"}), ("/ontherecord/articles", {"_where": f"'{LONG}' <> ''"}),
    ("/ontherecord/what-did-they-say", {"person": LONG}), ("/ontherecord/most-quoted", {"x": LONG}), ("/ontherecord/entities/ida-lecka", {"x": LONG}),
]


@pytest.mark.parametrize(("path", "given"), LONG_ADDRESSES, ids=[f"{path} {next(iter(given))}" for path, given in LONG_ADDRESSES])
def test_a_long_address_makes_no_heavy_page_and_no_long_header(site, path, given):
    answer = site.get(path, **given)
    assert answer.status_code == 200 and len(answer.content) < 300_000
    assert max(len(value) for value in answer.headers.values()) <= LONGEST_LINK


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("path", ["/", "/search", "/ontherecord", "/ontherecord/quotes", "/ontherecord/quotes.json", "/ontherecord/most-quoted.csv", "/nowhere", "//"])
def test_nothing_can_be_written(site, method, path):
    answer = site.ask(method, path)
    assert answer.status_code == 405 and answer.headers["allow"] == "GET, HEAD, OPTIONS" and method in answer.json()["error"]


@pytest.mark.parametrize("path", ["", ".json", ".csv", "/1"])
@pytest.mark.parametrize("table", ["articles_prefix_data", "quotes_fts", "sqlite_stat1"])
def test_search_indexes_have_no_pages(site, table, path):
    assert site.get(f"/ontherecord/{table}{path}", _sort="nope").status_code == 403
    assert table not in site.get("/ontherecord").text
    assert site.get("/ontherecord.json", sql=f"select count(*) from {table}").status_code == 200


@pytest.mark.parametrize("path", ["/-/databases.json", "/-/permissions", "/-/logout", "/reconcile"])
@pytest.mark.parametrize("method", ["TRACE", "PROPFIND", "FOO", "PUT"])
def test_odd_methods_are_refused_where_forms_are_not(site, method, path):
    answer = site.ask(method, path)
    assert answer.status_code == 405 and answer.headers["allow"] == "GET, HEAD, OPTIONS, POST" and "content-security-policy" in answer.headers


@pytest.mark.parametrize("host", ["[::1", "[x]", "a]", "localhost:port"])
@pytest.mark.parametrize("path", ["/", "/ontherecord", "/robots.txt", "/llms.txt", "/reconcile", "/ontherecord/quotes.json"])
def test_a_host_that_is_none_is_told(site, path, host):
    answer = site.ask("GET", path, headers={"host": host})
    assert answer.status_code == 400 and "host" in answer.json()["error"] and "content-security-policy" in answer.headers


def test_names_that_no_file_can_have(site):
    assert site.get("/static/" + "a" * 300).status_code == 404
    assert site.get("/static/" + "a" * 5000).status_code == 414
    assert site.get(f"/ontherecord/articles/{'~C3~A9' * 300}").status_code == 404


def test_a_form_that_is_no_text_is_told(site):
    answer = site.ask("POST", "/reconcile", content=b"\xff\xfe", headers={"content-type": "application/x-www-form-urlencoded"})
    assert answer.status_code == 400 and answer.json()["status"] == "error"


HUGE = ["zeroblob(1000000000)", "randomblob(1000000000)", "replace(printf('%.*c', 7000000, 'x'), 'x', 'yyyyyyyyyy')"]


@pytest.mark.parametrize("made", HUGE)
def test_no_value_grows_beyond_what_articles_have(site, made):
    for path, given in [("/ontherecord.json", {"sql": f"select {made}"}), ("/ontherecord/quotes.json", {"_where": f"length({made}) > 0"})]:
        answer = site.get(path, **given)
        assert answer.status_code == 400 and "too big" in answer.json()["error"]
