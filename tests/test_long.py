"""Pages of what is long: none is heavy, nothing is lost, and a quote's address leads to the part in which it stands."""

import re
from html import unescape
from itertools import pairwise

import pytest
from datasette.database import QueryInterrupted
from hypothesis import given
from hypothesis import strategies as st
from long_articles import QUOTES, REPORTS, TURNS, write_long_site, write_turns, write_wall
from site_data import Site, query

from ontherecord.schema import TABLES
from ontherecord.site.answers import ROWS, cut_answer, is_full
from ontherecord.site.caching import fetch_unhurried
from ontherecord.site.links import LABEL, quote_place, show_label
from ontherecord.site.pages import REPORTS_SHOWN
from ontherecord.site.parts import LIMIT, LONGEST, QUOTE, cut_parts, find_part

HEAVIEST = 300_000  # bytes of a page, before compression


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return Site(write_long_site(tmp_path_factory.mktemp("long")))


def follow(site, path):
    """The pages from this one on, by their links to the next."""
    while path:
        answer = site.get(path)
        assert answer.status_code == 200 and len(answer.content) < HEAVIEST, path
        yield answer.text
        found = re.search(r'rel="next" href="([^"#]*)', answer.text)
        path = unescape(found[1]) if found else None
        if path and path.startswith("?"):
            path = str(answer.url).partition("?")[0].removeprefix("http://localhost") + path


def test_no_page_is_heavy(site):
    paths = ["/", "/search?q=said", "/search?q=bridge", "/unnamed", "/about", "/codebook", "/ontherecord?sql=select+*+from+articles"]
    paths += [f"/ontherecord/{name}{sizes}" for name in [*(t.name for t in TABLES), *site.questions()] for sizes in ("", "?_size=max&_facet_size=max")]
    paths += [f"/ontherecord/{t.name}/{row}" for t in TABLES for (row,) in query(site.folder, f'select id from "{t.name}" limit 1')]
    paths += ["/ontherecord/sentences/wall-s0", "/ontherecord/publications/the-post", "/ontherecord/what-did-they-say?person=ann-lee",
              "/ontherecord/articles?_facet=label&_facet=id", "/ontherecord/entities/ann-lee.atom"]
    for path in paths:
        answer = site.get(path)
        assert answer.status_code == 200 and len(answer.content) < HEAVIEST, path


@pytest.mark.parametrize(("article", "least"), [(write_turns()[0], 10), (write_wall()[0], 2)], ids=["many-quotes", "one-paragraph"])
def test_parts_give_the_text_back(site, article, least):
    pages = list(follow(site, f"/ontherecord/articles/{article.id}"))
    assert len(pages) >= least
    texts = [re.search(r'<div class="text".*?>(.*?)</div>', page, re.S)[1] for page in pages]
    shown = unescape(re.sub(r'<a class="note-number".*?</a>|<[^>]*>', "", " ".join(texts)))
    assert shown.split() == article.text.split()


def test_quotes_are_numbered_through_all_parts(site):
    pages = list(follow(site, "/ontherecord/articles/turns"))
    numbers = [int(n) for page in pages for n in re.findall(r'<li id="note-(\d+)"', page)]
    assert numbers == list(range(1, TURNS + 1))


def test_an_address_of_a_quote_leads_to_its_part(site):
    for start, quote_id in query(site.folder, "select start, id from quotes where article_id in ('turns', 'wall') and rowid % 400 = 0"):
        article = quote_id.partition("-")[0]
        page = site.get(quote_place(article, start).partition("#")[0]).text
        assert f'id="q{start}"' in page and f'href="/ontherecord/quotes/{quote_id}"' in page
        assert unescape(site.get(f"/ontherecord/quotes/{quote_id}").text).count(quote_place(article, start)) == 2


@pytest.mark.parametrize("typed", ["", "0", "-1", "x", "99999999999999999999", "²"])
def test_any_place_is_some_part(site, typed):
    assert site.get("/ontherecord/articles/turns", at=typed).status_code == 200


def test_a_short_article_is_one_part(site):
    page = site.get("/ontherecord/articles/r0").text
    assert 'class="pages"' not in page and "parts.js" not in page and "Quotes in this article" in page
    assert site.get("/ontherecord/articles/r0", at="300").text.count("<blockquote") == page.count("<blockquote")


def test_reports_of_an_utterance_turn_pages(site):
    ((utterance,),) = query(site.folder, "select id from utterances")
    pages = list(follow(site, f"/ontherecord/utterances/{utterance}"))
    reports = [found for page in pages for found in re.findall(r'<a href="/ontherecord/quotes/([^"]*)">The quote', page)]
    assert len(pages) == -(-REPORTS // REPORTS_SHOWN) and sorted(reports) == sorted(f"r{n}-q0" for n in range(REPORTS))


def test_all_quotes_of_an_entity_are_a_link_away(site):
    ((count,),) = query(site.folder, "select count(*) from quote_speakers where entity_id = 'ann-lee'")
    assert count > REPORTS * QUOTES
    page = unescape(site.get("/ontherecord/entities/ann-lee").text)
    (path,) = set(re.findall(rf'href="([^"]*)">All {count:,} as a table', page))
    assert f"{count:,} rows" in site.get(path).text


def test_answers_turn_pages(site):
    pages = list(follow(site, "/ontherecord/what-did-they-say?person=ann-lee"))
    shown = [found for page in pages for found in re.findall(r'<td class="col-quote".*?href="/ontherecord/quotes/([^"]*)"', page)]
    assert shown == [row["quote_id"] for row in site.json("/ontherecord/what-did-they-say", person="ann-lee", _size="max")]


def test_an_answer_tells_that_there_may_be_more(site):
    assert "So many are shown at most" in site.get("/ontherecord/what-did-they-say?person=ann-lee").text
    assert "So many are shown at most" not in site.get("/ontherecord/most-quoted").text
    assert is_full("select 1\nlimit 2 ", 2) and not is_full("select 1 limit 2", 1) and not is_full("select 1 from (select 2 limit 1)", 1)


def test_what_is_asked_once_per_file_may_take_longer(site):
    """Else a large archive had no front page: its counts take longer than a visitor's query may."""
    slow = "with recursive n (i) as (select 1 union all select i + 1 from n where i < 400000) select count(*) as n from n"
    hurried = Site(site.folder)
    hurried.datasette.sql_time_limit_ms = 20
    db = hurried.datasette.get_database("ontherecord")
    with pytest.raises(QueryInterrupted):
        hurried.loop.run_until_complete(db.execute(slow))
    assert hurried.loop.run_until_complete(fetch_unhurried(db, slow))[0]["n"] == 400_000


def test_programs_may_take_more_than_a_page(site):
    assert len(site.json("/ontherecord/quotes", _size="max")) == 2000
    page = unescape(site.get("/ontherecord/quotes", _size="max").text)
    assert "_size=max: a page shows 100 at most" in page and page.count("<tr>") == 51


PARTS = [
    ("short", "One. Two.", [(0, 1), (5, 1)], [], [(0, 9)]),
    ("empty", "", [], [], [(0, 0)]),
    ("between paragraphs", "a" * 3000 + "\n\n" + "b" * 10, [(0, 1), (100, 1), (3002, 2), (3006, 2)], [*range(30), *([3005] * (LIMIT // QUOTE - 20))], [(0, 3002), (3002, 3012)]),
    ("in a long paragraph before a sentence", "a" * 3000, [(0, 1), (1000, 1), (2000, 1)], [start for start in (0, 1000, 2000) for _ in range(LIMIT // QUOTE // 2 + 1)], [(0, 1000), (1000, 2000), (2000, 3000)]),
]


@pytest.mark.parametrize(("text", "sentences", "quotes", "expected"), [c[1:] for c in PARTS], ids=[c[0] for c in PARTS])
def test_parts(text, sentences, quotes, expected):
    assert cut_parts(text, sentences, quotes, []) == expected


@given(st.text(st.sampled_from("a <é\n😀"), max_size=60), st.integers(1, 9000), st.lists(st.integers(0, 400_000), max_size=40))
def test_parts_follow_each_other_and_are_light(piece, times, starts):
    text = piece * times
    starts = sorted({start for start in starts if start < len(text)})
    parts = cut_parts(text, [(start, n // 2) for n, start in enumerate(starts)], starts, starts)
    assert parts[0][0] == 0 and parts[-1][1] == len(text) and all(one[1] == other[0] for one, other in pairwise(parts))
    assert all(start < end for start, end in parts) or not text
    assert all(len(text[start:end]) <= LIMIT for start, end in parts)
    assert all(find_part(parts, str(start)) == n for n, (start, _) in enumerate(parts, 1))
    assert max((end - start for start, end in parts), default=0) <= max(LIMIT, LONGEST)


def test_an_answer_is_cut_by_rows_and_bytes():
    many = cut_answer([("x",)] * (ROWS + 1), ["a"], "q=1&_page=2")
    assert (many.number, many.pages, many.first, many.before, many.after) == (2, 2, ROWS + 1, "?q=1&_page=1#answer", None)
    wide = cut_answer([("é" * 40_000,)] * 3, ["a"], "")
    assert (len(wide.rows), wide.pages, wide.after) == (1, 3, "?_page=2#answer")
    assert cut_answer([("x",)], ["a"], "_page=99").number == 1 and len(cut_answer([("é" * 400_000,)], ["a"], "_page=x").rows) == 1


def test_labels_in_tables_are_short():
    shown = show_label("quotes", "sentence_id", {"value": "a b", "label": "<" * (LABEL + 1)})
    assert str(shown).startswith('<a href="/ontherecord/sentences/a+b">&lt;') and str(shown).count("&lt;") == LABEL
    assert show_label("quotes", "sentence_id", {"value": "a", "label": "short"}) is None and show_label("quotes", "text", "x" * 999) is None
