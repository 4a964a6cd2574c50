"""The search page: filters with and without words, what is told of each result, and all that was found page by page."""

import re
from html import unescape
from urllib.parse import parse_qsl

import pytest
from site_data import ARTICLES, SCRIPT, Site, Writer, write_site

from ontherecord.records import Article, Attribution, Quote
from ontherecord.site.search import FOUND, PAGE
from ontherecord.site.subjects import pick_beginning, rank_words


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return Site(write_site(tmp_path_factory.mktemp("site")))


def shown(page, table):
    """The section of a table on a search page; None where it was not searched."""
    parts = page.split(f'<section aria-labelledby="{table}">')
    return parts[1].split("</section>")[0] if len(parts) > 1 else None


WORDLESS = [
    ("speaker", {"speaker": "O’Brien"}, ["bridge-q96", "bridge-q168", "river-q225"], None),
    ("kind", {"kind": "indirect"}, ["bridge-q168", "river-q104", "river-q162"], None),
    ("publication", {"publication": "the-troy-post"}, ["bridge-q29", "bridge-q96", "bridge-q168", "bridge-q210"], {"bridge"}),
    ("publication by its name", {"publication": "Troy Post"}, ["bridge-q29", "bridge-q96", "bridge-q168", "bridge-q210"], {"bridge"}),
    ("speaker and date", {"speaker": "lecka", "since": "2024"}, ["bridge-q29", "bridge-q210"], None),
    ("a month", {"since": "2024-02", "until": "2024-02"}, ["bridge-q29", "bridge-q96", "bridge-q168", "bridge-q210"], {"bridge"}),
    ("before", {"until": "2024-01-31"}, [], set()),
]


@pytest.mark.parametrize(("filters", "quotes", "articles"), [c[1:] for c in WORDLESS], ids=[c[0] for c in WORDLESS])
def test_filters_without_words_find_quotes(site, filters, quotes, articles):
    page = site.get("/search", **filters).text
    found = re.findall(r'class="words" href="/ontherecord/quotes/([\w-]+)"', shown(page, "quotes"))
    assert [quote for quote in found if "ile" not in quote] == quotes
    assert shown(page, "sentences") is None and shown(page, "entities") is None
    listed = shown(page, "articles")
    assert (listed is None) == (articles is None)
    assert listed is None or set(re.findall(r'href="/ontherecord/articles/(\w+)"', listed)) == articles


def test_results_tell_where_and_when(site):
    page = site.get("/search", q="bridge").text
    for table in ("quotes", "articles", "sentences"):
        assert ', The Troy Post, <time datetime="2024-02-01">2024-02-01</time>' in shown(page, table)
    assert '<span class="quiet">2 found</span>' in shown(page, "quotes")


UNKNOWN = [
    ("speaker", "Nobody Atall", "No speaker like “Nobody Atall”."),
    ("kind", "loud", "No kind of quote like “loud”: there are direct, mixed, indirect."),
    ("publication", "The Moon", "No publication like “The Moon”."),
    ("since", "yesterday", "No date like “yesterday”: write a day as 2016-10-31"),
    ("until", "2024-02-30", "No date like “2024-02-30”"),
    ("until", "2024-00", "No date like “2024-00”"),
    ("until", "2023", "Nothing is both from 2024-02-01 on and up to 2023."),
    ("speaker", SCRIPT * 9, "No speaker like “&lt;script&gt;"),
]


@pytest.mark.parametrize(("name", "typed", "told"), UNKNOWN)
def test_a_filter_that_means_nothing_is_told(site, name, typed, told):
    asked = {"q": "bridge", "since": "2024-02-01", name: typed}
    page = site.get("/search", **asked).text
    assert told in page and "None." not in page and "<section" not in page
    without = unescape(re.search(r'<a href="([^"]*)">Search without', page)[1])
    assert f"{name}=" not in without and "q=bridge" in without and "<section" in site.get(without).text


@pytest.mark.parametrize("kind", ["Direct", "MIXED"])
def test_capitals_of_a_kind_do_not_matter(site, kind):
    page = site.get("/search", kind=kind).text
    assert f"<option selected>{kind.lower()}</option>" in page and "<li>" in shown(page, "quotes")


MANY = 2 * PAGE + 5


@pytest.fixture(scope="module")
def talk(tmp_path_factory):
    """A site with one article in which two people say the same many times."""
    text = " ".join(f"{name} Lee said that it was {n}." for n in range(1000, 1000 + MANY) for name in ("Ann", "Bob"))
    w = Writer(text, ann=("Ann Lee", "PERSON"), bob=("Bob Lee", "PERSON"))
    for n in range(1000, 1000 + MANY):
        for name in ("Ann", "Bob"):
            start = text.index(f"{name} Lee said that it was {n}.")
            w.mention(name.lower(), f"{name} Lee", after=text[start : start + 30])
            w.quotes.append(said(w, start + len(f"{name} Lee said "), f"that it was {n}", start, name))
    articles = [(Article("talk", "talk.txt", text, publication="Daily Talk", published="2024-05-06"), w.finish()), *ARTICLES]
    return Site(write_site(tmp_path_factory.mktemp("talk"), articles))


def said(w, start, words, cue, name):
    """A quote whose words stand in the text many times."""
    found = Attribution(((start, start + len(words)),), "indirect", "speech", "cue", 0.9, (cue + 8, cue + 12), "say", (cue, cue + 7), "subject", 0.9)
    return Quote(found, (w.names.index(name.lower()),), None, "name", 0.9)


def test_all_that_was_found_is_turned_over_with_the_same_filters(talk):
    asked = {"q": "it was", "speaker": "Ann Lee", "publication": "daily-talk", "since": "2024"}
    first = talk.get("/search", **asked).text
    assert f'<span class="quiet">{MANY} found</span>' in first and shown(first, "quotes").count("<li>") == FOUND
    path, found = unescape(re.search(r'<a href="([^"]*)">All quotes found', first)[1]), []
    for number, size in ((1, PAGE), (2, PAGE), (3, 5)):
        page = talk.get(path).text
        found += re.findall(r'class="words" href="/ontherecord/quotes/([\w-]+)"', page)
        assert len(found) == PAGE * (number - 1) + size and f"{MANY} found" in page and "Bob Lee</a>" not in page
        following = re.search(r'rel="next" href="([^"]*)"', page)
        path = unescape(following[1]) if following else None
    assert path is None and len(set(found)) == MANY
    assert "There is no page 9." in talk.get("/search", of="quotes", page="9", **asked).text
    assert "Page before" not in talk.get("/search", of="quotes", page="x", **asked).text
    answer = unescape(re.search(r'href="([^"]*)">As a table', page)[1])
    rows = talk.json("/ontherecord", **dict(parse_qsl(answer.partition("?")[2])))
    assert [row["snippet_id"] for row in rows] == found and {row["publication_id"] for row in rows} == {"daily-talk"}


@pytest.mark.parametrize("table", ["entities", "quotes", "articles", "sentences"])
def test_each_kind_of_result_has_its_own_pages_and_table(site, table):
    page = site.get("/search", q="troy*", of=table).text
    assert page.count("<section") == 1 and "Everything with these words" in page
    asked = dict(parse_qsl(unescape(re.search(r'href="/ontherecord\?([^"]*)">As a table', page)[1])))
    assert len(site.json("/ontherecord", **asked)) == shown(page, table).count("<li>")
    assert site.get("/ontherecord", **asked).status_code == 200


def test_what_is_found_often_is_not_counted_out(talk, monkeypatch):
    monkeypatch.setattr("ontherecord.site.search.COUNTED", 100)
    monkeypatch.setattr("ontherecord.site.views.COUNTED", 100)
    assert '<span class="quiet">more than 100 found</span>' in shown(talk.get("/search", q="said").text, "sentences")


def test_examples_are_of_this_database(site, tmp_path):
    page = site.get("/search").text
    examples = re.findall(r'(?:beginnings|together): <a href="([^"]*)">', page)
    assert [unescape(path) for path in examples] == ["/search?q=immigr%2A", "/search?q=%22Ida%20%C5%81%C4%99cka%22"]
    for path in examples:
        assert "<li>" in site.get(path).text.split("<section", 1)[1]
    empty = Site(write_site(tmp_path / "empty", [])).get("/search").text
    assert "A star finds beginnings. Quotation marks keep words together." in empty


RANKED = [
    ("what is come back to", [("a", "Ferryboat one."), ("a", "Ferryboat two."), ("b", "Something."), ("c", "Something."), ("d", "Something.")], "ferryboat"),
    ("in how many quotes, of two", [("a", "Ferryboat."), ("b", "Something."), ("c", "Something.")], "something"),
    ("once in a quote", [("a", "Ferryboat, ferryboat, ferryboat."), ("b", "Something.", ), ("b", "Something else.")], "something"),
    ("no word is long enough", [("a", "A boat is late.")], None),
]


@pytest.mark.parametrize(("quotes", "first"), [c[1:] for c in RANKED], ids=[c[0] for c in RANKED])
def test_subjects(quotes, first):
    assert next(iter(rank_words(quotes)), None) == first


@pytest.mark.parametrize(("words", "beginning"), [(["something", "ferryboat", "ferryboats"], "ferryb"), (["something", "ferryboat"], "someth"), ([], None)])
def test_beginnings(words, beginning):
    assert pick_beginning(words) == beginning
