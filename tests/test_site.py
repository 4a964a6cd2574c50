"""Pages, headers, download and codebook; and the pure functions behind pages."""

import hashlib
import json
import random
import re
import sqlite3
from contextlib import closing
from html import unescape
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from datasette.utils import tilde_encode
from markupsafe import Markup
from site_data import ARTICLES, HEADLINE, ODD_ID, ROOT, SCRIPT, Site, Writer, query, write_site

from ontherecord.accuracy import tell_accuracy
from ontherecord.codebook import write_codebook
from ontherecord.quotes.speakers import RELIABILITY
from ontherecord.records import Annotated, Article, Attribution, Mention, Quote
from ontherecord.schema import TABLES
from ontherecord.site.citing import write_bibtex
from ontherecord.site.direction import close_direction
from ontherecord.site.headers import draws_charts
from ontherecord.site.measured import read_measured
from ontherecord.site.marking import Mark, cut_paragraphs, cut_segments
from ontherecord.site.entities import QUOTES_SHOWN
from ontherecord.site.variants import SHOWN, compare, left_out, mark_longest
from ontherecord.site.wording import RULES, SPEAKER_RULES, count_acts, rule_words, speaker_rule_words, sureness, within_quotes

ROWS = {
    "publications": "the-troy-post", "articles": "bridge", "sentences": "bridge-s0", "entities": "ida-lecka", "mentions": "bridge-m6",
    "utterances": None, "quotes": "river-q225", "quote_spans": "bridge-q29-1", "quote_speakers": "bridge-q29-ida-lecka",
    "roles": "ida-lecka-mayor-troy-current", "role_mentions": None, "rejects": "1-empty", "about": "dataset_version",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return Site(write_site(tmp_path_factory.mktemp("site")))


def row_pages(site):
    for table, row in ROWS.items():
        ((row_id,), *_) = [(row,)] if row else query(site.folder, f"select id from {table}")
        yield f"/ontherecord/{table}/{row_id}"


def all_pages(site):
    yield from ["/", "/search", "/search?q=bridge", "/unnamed", "/ontherecord/roles_table", "/about", "/codebook", "/ontherecord", "/ontherecord?sql=select+1+as+one"]
    yield from (f"/ontherecord/{table.name}" for table in TABLES)
    yield from (f"/ontherecord/{name}" for name in site.questions())
    yield from row_pages(site)
    yield from [f"/ontherecord/{table}/{tilde_encode(row)}" for table, row in [
        ("articles", "river"), ("articles", ODD_ID), ("entities", "script-alert-1-script-jones"), ("entities", "troy"),
        ("quotes", f"{ODD_ID}-q37"), ("quotes", "river-q104"), ("quotes", "bridge-q210")]]


class Parts(HTMLParser):
    """What a policy without inline script and style forbids, and ids that a page uses twice."""

    def __init__(self, html):
        super().__init__()
        self.inline, self.hosts, self.ids, self.text = [], [], [], []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.inline += [name for name in given if name == "style" or name.startswith("on")]
        if tag == "style" or (tag == "script" and "src" not in given):
            self.inline.append(tag)
        if tag in ("script", "link", "img", "iframe") and (given.get("src") or given.get("href") or "").startswith("http"):
            self.hosts += [given] if given.get("rel") != "alternate" else []
        if "id" in given:
            self.ids.append(given["id"])
        assert not (given.get("href") or "").startswith("javascript:")

    def handle_data(self, data):
        self.text.append(data)


def test_links_lead_somewhere(site):
    """Every link of the site's own on every page, to each page once."""
    linked = set()
    for path in all_pages(site):
        found = re.findall(r'href="(/[^"#]*)', site.get(path).text)
        linked |= {unescape(link) for link in found if "?" not in link or "_id=" in link}
    for link in sorted(linked):
        assert site.get(link).status_code == 200, link


def test_every_page(site):
    for path in all_pages(site):
        answer = site.get(path)
        assert answer.status_code == 200, path
        parts = Parts(answer.text)
        assert parts.inline == [] and parts.hosts == [], path
        assert len(parts.ids) == len(set(parts.ids)), path
        assert "<h1" in answer.text and "<html lang=" in answer.text and len(answer.content) < 300_000, path
        assert SCRIPT not in answer.text and "onerror=alert(2)>" not in answer.text and "1337" not in answer.text, path
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self'" in policy and "default-src 'none'" in policy
        assert "'unsafe-inline'" not in policy.split("script-src")[1].split(";")[0]
        charts = "datasette_vega" in answer.text
        assert charts == ("'unsafe-eval'" in policy), path
        assert charts == (path.count("/") == 2 or "sql=" in path), path


@pytest.mark.parametrize("path", ["/nowhere", "/ontherecord/nowhere", "/ontherecord/articles/nowhere", "/a/b/c/d"])
def test_not_found(site, path):
    answer = site.get(path)
    assert answer.status_code == 404
    assert "Not found" in answer.text and "content-security-policy" in answer.headers


def test_bad_sql_is_told(site):
    answer = site.get("/ontherecord", sql=f"select '{SCRIPT}' from nowhere")
    assert answer.status_code == 400 and "no such table" in answer.text and SCRIPT not in answer.text


def test_writing_is_refused(site):
    assert site.get("/ontherecord", sql="delete from quotes").status_code == 400


def test_front_page(site):
    page = unescape(site.get("/").text)
    assert "11 quotes, 9 of them by 3 named people" in page
    for question in site.questions().values():
        assert question["title"] in page
    assert "What did Ida Łęcka say?" in page and "/ontherecord/what-did-they-say?person=ida-lecka" in page
    assert HEADLINE in page
    assert hashlib.sha256((site.folder / "ontherecord.db").read_bytes()).hexdigest() in page


def test_front_page_charts_and_dataset(site):
    page = site.get("/").text
    assert re.findall(r'<img src="/charts/([^"]+)"', page) == [
        f"{name}.svg" for name in ("most-quoted", "who-talks-about-whom", "reporting-verbs", "direct-or-indirect", "who-quotes-whom")]
    for told in (page, site.get("/about").text):
        (dataset,) = re.findall(r'itemtype="https://schema.org/Dataset">(.*)', told, re.S)
        for name in ("name", "description", "license", "version", "identifier", "creator", "distribution", "contentUrl", "encodingFormat", "sha256"):
            assert f'itemprop="{name}"' in dataset
        assert 'property="og:title"' in told and 'property="og:type" content="website"' in told


CARDS = [
    ("/", "/"), ("/about", "/about"), ("/search?q=b%C3%BCrger", "/search?q=b%C3%BCrger"), ("/ontherecord/quotes?_sort=id&kind=mixed", "/ontherecord/quotes?kind=mixed"),
    (f"/ontherecord/articles/{tilde_encode(ODD_ID)}", f"/ontherecord/articles/{tilde_encode(ODD_ID)}"), (f"/search?q={'a' * 1500}", "/search"),
]


@pytest.mark.parametrize(("path", "told"), CARDS)
def test_cards_tell_the_address(site, path, told):
    page = site.get(path).text
    assert f'<meta property="og:url" content="http://localhost{told}">' in page
    (image,) = re.findall(r'<meta property="og:image" content="http://localhost([^"]+)">', page)
    assert site.get(image).headers["content-type"] == "image/png"


def test_cards_of_questions_tell_what_is_asked(site):
    for name, question in site.questions().items():
        assert f'<meta property="og:description" content="{question["description"][:30]}' in unescape(site.get(f"/ontherecord/{name}").text)


def test_article_page_gives_the_text_back(site):
    for article, _ in ARTICLES:
        page = site.get(f"/ontherecord/articles/{tilde_encode(article.id)}").text
        text = re.sub(r'<a class="note-number".*?</a>', "", page[page.index('<div class="text"'):page.index("<aside")])
        shown = "".join(Parts(text).text).split()
        assert shown == article.text.split()


def test_article_page_marks(site):
    page = site.get("/ontherecord/articles/bridge").text
    assert '<mark class="quote direct speech">“we will mend the old bridge before the winter comes,”</mark>' in page
    assert '<a class="name pronoun" href="/ontherecord/entities/sean-obrien" title="Seán O’Brien">He</a>' in page
    assert 'id="q29"' in page and 'href="#note-1" aria-label="Quote 1: Ida Łęcka, direct"' in page
    assert '<span class="cue">told</span>' in page
    nested = site.get("/ontherecord/articles/river").text
    assert '<mark class="quote mixed speech direct speech nested">“nothing at all”</mark>' in nested


def test_a_note_tells_how_its_quote_was_found(site):
    page = unescape(site.get("/ontherecord/articles/bridge").text)
    note = page.split('<li id="note-3"')[1].partition("</li>")[0]
    assert '<span class="cue">told</span>' in note and "verb <i>tell</i>" in note
    assert "Found by verb complement: very likely (90%). Speaker by subject name: very likely (85%)." in note
    assert '<a href="/ontherecord/quotes/bridge-q168">Details</a> · <a href="/ontherecord/quotes/bridge-q168.json">JSON</a>' in note
    assert '<a href="/ontherecord/quotes/bridge-q168#cite">Cite</a>' in note
    assert 'id="cite"' in site.get("/ontherecord/quotes/bridge-q168").text
    assert "Speaker by" not in site.get("/ontherecord/articles/river").text.split('<li id="note-3"')[1].partition("</li>")[0]


def test_article_page_counts_as_the_front_page_does(site):
    page = unescape(site.get("/ontherecord/articles/river").text)
    assert ">5 quotes</span>" in site.get("/").text.split("/ontherecord/articles/river")[1].partition("</li>")[0]
    assert "5 quotes, 1 thought, 1 finding, each marked in the text" in page.partition("</head>")[0]
    assert "<h2>Quotes, thoughts and findings in this article</h2>" in page and "5 quotes, 1 thought, 1 finding." in page
    assert "what somebody is said to think" in page and "poll, study or picture is said to show" in page
    assert 'aria-label="Thought 4: Ida Łęcka, indirect"' in page and 'aria-label="Finding 7: A poll, indirect"' in page
    assert page.count('<span class="tag">thought</span>') == page.count('<span class="tag">finding</span>') == 1
    other = site.get("/ontherecord/articles/bridge").text
    assert "4 quotes, each marked in the text" in other and "Quotes in this article" in other and "finding" not in other and "thought" not in other


@pytest.mark.parametrize(("acts", "words"), [
    ([], "0 quotes"), (["speech"], "1 quote"), (["evidence", "writing", "thought", "speech", "evidence"], "2 quotes, 1 thought, 2 findings"),
    (["thought"], "0 quotes, 1 thought"), (["speech"] * 1200, "1,200 quotes")])
def test_acts_are_counted_apart(acts, words):
    assert count_acts(acts) == words


def test_quote_page_says_what_is_no_quote(site):
    ((thought,), (finding,)) = query(site.folder, "select id from quotes where act in ('thought', 'evidence') order by act desc")
    assert '<p class="kicker">Thought' in site.get(f"/ontherecord/quotes/{thought}").text
    assert '<p class="kicker">Finding' in site.get(f"/ontherecord/quotes/{finding}").text


def test_pages_of_long_words_are_small(tmp_path):
    name, headline = "Y" + "e" * 90_000, "T & " * 10_000
    text = f"“We will mend the bridge,” said {name}, a ferryman. {'x' * 50_000} " + "It was late. " * 1500
    w = Writer(text, long=(name, "PERSON"))
    w.mention("long", name)
    w.quote(["“We will mend the bridge,”"], "said", name, ["long"])
    w.role("long", "ferryman", "ferryman", "ferryman")
    articles = [
        (Article(f"long-{n}", f"long-{n}.txt", f"{text} {n}.", publication="P " * 3000, title=headline, byline=headline, published="2024-02-01",
                 url="https://example.org/" + "u" * 20_000), w.finish())
        for n in range(20)
    ]
    site = Site(write_site(tmp_path / "site", articles))
    rows = {table.name: query(site.folder, f"select id from {table.name} limit 1") for table in TABLES}
    paths = ["/", "/unnamed", "/search?q=bridge", "/search?q=bridge&of=quotes", "/ontherecord?sql=select+*+from+articles"]
    paths += [f"/ontherecord/{name}" for name in (*rows, "roles_table", *site.questions())]
    paths += [f"/ontherecord/{table}/{tilde_encode(row_id)}" for table, found in rows.items() for (row_id,) in found]
    for path in paths:
        answer = site.get(path)
        assert answer.status_code == 200 and len(answer.content) < 300_000, (path, answer.status_code, len(answer.content))


def annotate_at_random(seed: int) -> tuple[Article, Annotated]:
    """An article in which many quotes and names begin or end at one character, or overlap."""
    chance = random.Random(seed)
    text = "\n\n".join(["Ann Lee said it was late. " * 4] * 3) + str(seed)
    w = Writer(text, ann=("Ann Lee", "PERSON"), lee=("Lee", "PERSON"))
    starts = chance.sample([n for n, character in enumerate(text[:-40]) if character.isalpha()], 4)

    def span(longest: int) -> tuple[int, int]:
        start = chance.choice(starts)
        return start, start + len(text[start : start + chance.randint(1, longest)].rstrip())

    for _ in range(8):
        w.mentions.append(Mention(*span(8), "name", chance.randint(0, 1)))
        first, second = sorted([span(60), span(60)])
        spans = (first, second) if second[0] >= first[1] else (first,)
        w.quotes.append(Quote(Attribution(spans, "indirect", "speech", "verb-complement", 0.9, w.span("said"), "say"), (0,), None, "subject-name", 0.85))
    return Article(f"a{seed}", f"a{seed}.txt", text), w.finish()


def test_marks_that_begin_together_share_an_anchor_and_have_notes_of_their_own(tmp_path):
    site = Site(write_site(tmp_path / "site", [annotate_at_random(seed) for seed in range(60)]))
    for (article,) in query(site.folder, "select id from articles"):
        page = site.get(f"/ontherecord/articles/{article}").text
        ids = Parts(page).ids
        assert len(ids) == len(set(ids)), article
        assert [i for i in ids if i.startswith("note-")] == [f"note-{n}" for n in range(1, 9)]
        assert sorted(map(int, re.findall(r'class="note-number" href="#note-(\d+)"', page))) == list(range(1, 9))
        for letter, table in (("q", "quotes"), ("m", "mentions")):
            assert {f"{letter}{start}" for (start,) in query(site.folder, f"select start from {table} where article_id = ?", article)} <= set(ids)


def test_hostile_article(site):
    page = site.get(f"/ontherecord/articles/{tilde_encode(ODD_ID)}").text
    assert HEADLINE in unescape(page) and "javascript:" not in page


@pytest.mark.parametrize(("written", "closed"), [
    ("plain", "plain"),
    ("caf\u00e9 \u05d0", "caf\u00e9 \u05d0"),
    ("a\u202eb", "a\u202eb\u202c"),
    ("a\u202eb\u202c", "a\u202eb\u202c"),
    ("\u202a\u202b\u202c", "\u202a\u202b\u202c\u202c"),
    ("\u2066\u202e", "\u2066\u202e\u202c\u2069"),
    ("\u2067\u202e\u2069", "\u2067\u202e\u2069"),  # the isolate ends what it opened
    ("\u202d\u2068\u202c", "\u202d\u2068\u202c\u2069\u202c"),  # no override ends from within an isolate
    ("\u202c\u2069", "\u202c\u2069"),
    (7, 7),
    (None, None),
], ids=lambda value: ascii(value))
def test_direction_is_closed(written, closed):
    assert close_direction(written) == closed


def test_direction_of_markup_stays_markup():
    assert close_direction(Markup("<b>\u202e</b>")) == Markup("<b>\u202e</b>\u202c") and isinstance(close_direction(Markup("\u202e")), Markup)


def test_direction_ends_where_a_headline_does(site):
    """In a page's title, its cards, the words to cite and feeds no element ends what a headline opens."""
    for path in (f"/ontherecord/articles/{tilde_encode(ODD_ID)}", f"/ontherecord/quotes/{tilde_encode(ODD_ID)}-q37", "/search?q=ferry"):
        page = site.get(path).text
        written = re.findall(r'<title>(.*?)</title>|<meta [^>]*content="([^"]*)"|<p class="cite">(.*?)</p>', page, re.S)
        assert all(close_direction(text) == text for texts in written for text in texts)
    assert HEADLINE + "\u202c" in unescape(site.get(f"/ontherecord/quotes/{tilde_encode(ODD_ID)}-q37").text.split('class="cite"')[1])
    feed = site.get("/ontherecord/entities/script-alert-1-script-jones.atom").text
    assert HEADLINE + "\u202c" in unescape(feed)


def test_direction_ends_where_a_name_in_an_attribute_does(tmp_path):
    name = "Robert \u2067open"
    text = f"“It is over,” said {name}. “Nobody asked us,” Robert said."
    w = Writer(text, robert=(name, "PERSON"))
    w.mention("robert", name)
    w.mention("robert", "Robert", after="us,”")
    w.quote(["“It is over,”"], "said", name, ["robert"])
    page = Site(write_site(tmp_path / "site", [(Article("open", "open.txt", text), w.finish())])).get("/ontherecord/articles/open").text
    assert f'aria-label="Quote 1: {name}\u2069, direct"' in page and f'title="{name}\u2069"' in page


def test_entity_page(site):
    page = unescape(site.get("/ontherecord/entities/ida-lecka").text)
    assert "4 quotes in 2 articles: 3 direct, 1 mixed, 0 indirect." in page
    assert "Łęcka" in page and "Lecka" in page and "Mayor" in page and "Seán O’Brien" in page
    assert page.index("mend the old bridge before") < page.index("nothing at all")  # the dated article first
    assert "believes the money" not in page.split("Quotes</h2>")[1].split("<mark")[1]


def test_about_tells_who_is_in_it(site, tmp_path):
    page = " ".join(unescape("".join(Parts(site.get("/about").text).text)).split())
    assert "3 articles with" in page and "of 2 publications (which), dated 2024-02-01; 2 without a date. They name 3 people and 1 organisation; 3 of them speak." in page
    assert "2 quotes name nobody" in page and "version 1.2.3" in page
    assert hashlib.sha256((site.folder / "ontherecord.db").read_bytes()).hexdigest() in page.split("To cite the dataset")[1]
    empty = unescape("".join(Parts(Site(write_site(tmp_path / "empty", [])).get("/about").text).text))
    assert "0 articles with 0 words; none has a date." in empty


def test_a_verb_leads_to_as_many_quotes_as_it_counts(site):
    page = unescape(site.get("/ontherecord/entities/ida-lecka").text).split('id="verbs"')[1]
    counted = re.findall(r'<a href="(/ontherecord/quotes[^"]*)">\w+</a></th><td class="number">(\d+)', page)
    assert len(counted) == 2
    for path, number in counted:
        assert f'<p class="count">{number} row' in site.get(path).text


def test_entity_page_turns_pages(tmp_path):
    text = " ".join(f"Ann Lee said it was {n}." for n in range(1000, 1000 + QUOTES_SHOWN + 5))
    w = Writer(text, ann=("Ann Lee", "PERSON"))
    for n in range(1000, 1000 + QUOTES_SHOWN + 5):
        w.mention("ann", "Ann Lee", after=f"Ann Lee said it was {n}")
        w.quote([f"it was {n}"], "said", "Ann Lee", ["ann"], kind="indirect")
    site = Site(write_site(tmp_path / "site", [(Article("talk", "talk.txt", text), w.finish())]))
    for typed, number, count in [("1", 1, QUOTES_SHOWN), ("2", 2, 5), ("99", 2, 5), ("-3", 1, QUOTES_SHOWN), ("x", 1, QUOTES_SHOWN), ("9" * 999, 2, 5)]:
        page = site.get("/ontherecord/entities/ann-lee", page=typed).text
        assert f"page {number} of 2" in page and page.count('<blockquote class="context">') == count
        assert ('rel="next"' in page, 'rel="prev"' in page) == (number == 1, number == 2)


def test_entity_page_shares_words(site):
    ((utterance,),) = query(site.folder, "select id from utterances")
    page = site.get("/ontherecord/entities/ida-lecka").text
    assert page.count(f'href="/ontherecord/utterances/{utterance}"') == 3  # beside both quotes, and in the list


def test_a_question_without_an_answer_says_so(site, tmp_path):
    empty = Site(write_site(tmp_path / "empty", []))
    assert empty.get("/").text.count("none here yet") == len(site.questions()) and "none here yet" not in site.get("/").text


def test_unnamed_sources(site):
    page = unescape(site.get("/unnamed").text)
    assert "2 of 11 quotes (18%), in 1 article, have no speaker by name" in page
    assert "A spokesperson for the harbour" in page and "/ontherecord/without-speaker?source=Officials" in page
    assert [row["source"] for row in site.json("/ontherecord/without-speaker", source="harbour")] == ["A spokesperson for the harbour"]


def annotate_town(given):
    """Each of (person, article, title as written, organisation) in a sentence of an article of its own."""
    articles = []
    for n, (person, written, organization) in enumerate(given):
        w = Writer(f"{written} {person} of {organization} met somebody.", who=(person, "PERSON"), where=(organization, "GPE"))
        w.mention("who", person)
        w.mention("where", organization)
        w.role("who", written, written, "mayor", "where")
        articles.append((Article(f"town{n}", f"town{n}.txt", w.text, title=f"Town {n}", published=f"2024-03-0{n + 1}"), w.finish()))
    return articles


def test_role_page_names_all_holders_with_dates_and_evidence(tmp_path):
    given = [("Ann Lee", "Mayor", "Troy"), ("Ann Lee", "mayor", "Troy"), ("Bo Roe", "bold mayor", "Troy"), ("Bo Roe", "Mayor", "Troy"),
             ("Cy Fox", "mayor", "Rome"), ("Di Ash", "Lord Mayor", "Troy")]
    site = Site(write_site(tmp_path / "site", annotate_town(given)))
    page = unescape(site.get("/ontherecord/roles/ann-lee-mayor-troy-current").text)
    own, _, others = page.partition("<h2>The same title at Troy</h2>")
    there, _, elsewhere = others.partition("<h2>The same title elsewhere</h2>")
    assert "Said in 2 articles, <time>2024-03-01</time> to <time>2024-03-02</time>" in own
    assert "<p><mark>Mayor</mark> Ann Lee of Troy met somebody.</p>" in own and "/ontherecord/articles/town1?at=0" in own
    assert "/ontherecord/roles/bo-roe-mayor-troy-current" in there and "2024-03-03</time> to <time>2024-03-04" in there
    assert "Bo Roe of Troy met somebody." in there and "/ontherecord/entities/cy-fox" in elsewhere and "/ontherecord/entities/rome" in elsewhere
    assert "Di Ash" not in page  # called otherwise


def test_quote_page(site):
    page = unescape(site.get("/ontherecord/quotes/river-q31").text)
    assert "partly in quotation marks" in page and "verb complement; very likely (90%)" in page
    assert "Other reports that share some of these words" in page and "/ontherecord/quotes/bridge-q29" in page
    assert "version 1.2.3" in page and hashlib.sha256(ARTICLES[1][0].text.encode()).hexdigest() in page
    assert "/ontherecord/quotes/river-q31.json" in page
    assert "“that ‘we will mend the old bridge,’”, in “" in page
    assert "“we will mend the old bridge before the winter comes,”, in “A bridge”" in unescape(site.get("/ontherecord/quotes/bridge-q29").text)


def test_sentence_page(site):
    page = unescape(site.get("/ontherecord/sentences/bridge-s96").text)
    assert '<h1 class="speaker-name">Sentence 2 of <a href="/ontherecord/articles/bridge?at=96#s96">A bridge</a></h1>' in page
    assert 'on Monday.</p><p><span class="own"><mark class="quote direct speech">“Nobody asked us,”</mark>' in " ".join(page.split())
    assert '<a rel="prev" href="/ontherecord/sentences/bridge-s0">' in page and '<a rel="next" href="/ontherecord/sentences/bridge-s' in page
    assert '<a class="words" href="/ontherecord/quotes/bridge-q96">“Nobody asked us,”</a>' in page
    assert '<h2 id="roles">' in page and ">ferryman</a>" in page and ">Ida Łęcka</a>" not in page
    assert 'id="s96"' in site.get("/ontherecord/articles/bridge").text
    told = unescape(site.get("/ontherecord/sentences/bridge-s146").text)
    assert '<a href="/ontherecord/entities/sean-obrien">Seán O’Brien</a> <span class="quiet">as <i>He</i></span>' in told


def test_sentence_page_of_hostile_words(site):
    for (sentence,) in query(site.folder, "select id from sentences where article_id = ?", ODD_ID):
        page = site.get(f"/ontherecord/sentences/{tilde_encode(sentence)}").text
        assert SCRIPT not in page and f"/ontherecord/articles/{tilde_encode(ODD_ID)}?at=" in page


PLACES = [
    ("mentions", "bridge-m6", "at=6#m6", ["entities/ida-lecka", "articles/bridge", "sentences/bridge-s0"]),
    ("quote_spans", "bridge-q29-1", "at=0#s0", ["quotes/bridge-q29"]),
    ("quote_speakers", "bridge-q29-ida-lecka", "at=29#q29", ["quotes/bridge-q29", "entities/ida-lecka"]),
    ("role_mentions", "bridge-r0", "at=0#s0", ["roles/ida-lecka-mayor-troy-current", "articles/bridge"]),
    ("article_sources", None, None, ["articles/bridge"]),
    ("aliases", None, "#m", ["mentions/"]),
    ("rejects", "1-empty", None, []),
    ("about", "dataset_version", None, []),
]


@pytest.mark.parametrize(("table", "row", "place", "linked"), PLACES, ids=[p[0] for p in PLACES])
def test_a_row_leads_to_what_it_refers_to(site, table, row, place, linked):
    row = row or query(site.folder, f"select min(id) from {table}")[0][0]
    page = unescape(site.get(f"/ontherecord/{table}/{row}").text)
    assert (">in the article’s text</a>" in page) is bool(place) and (place or "") in page
    assert all(f'<dd><a href="/ontherecord/{path}' in page for path in linked)


def test_a_row_shows_labels(site):
    page = unescape(site.get("/ontherecord/mentions/bridge-m6").text)
    assert ">Ida Łęcka</a> <span class=\"quiet\">ida-lecka</span></dd>" in page and ">A bridge</a>" in page and "title=\"Who or what is meant.\"" in page


MISSING = '<del><span class="unseen">[left out: </span>{}<span class="unseen">]</span></del>'


def test_utterance_page(site):
    ((row_id,),) = query(site.folder, "select id from utterances")
    page = site.get(f"/ontherecord/utterances/{row_id}").text
    assert "Some of the same words in 2 reports" in page and "In 2 articles." in page and "Leaves out 4 words." in page
    assert '“<mark class="shared">we will mend the old bridge</mark> before the winter comes,”' in page
    assert f'that “<mark class="shared">we will mend the old bridge,</mark> {MISSING.format("before the winter comes,")}”' in page


def test_reports_of_the_same_words_are_called_so(tmp_path):
    w = Writer("Ann Lee said “the old mill will fall.” Later she said: “The old mill will fall!”", ann=("Ann Lee", "PERSON"))
    w.mention("ann", "Ann Lee")
    for words in ("“the old mill will fall.”", "“The old mill will fall!”"):
        w.quote([words], "said", None, ["ann"])
    site = Site(write_site(tmp_path / "site", [(Article("talk", "talk.txt", w.text), w.finish())]))
    ((row_id,),) = query(site.folder, "select id from utterances")
    page = site.get(f"/ontherecord/utterances/{row_id}").text
    assert ">The same words in 2 reports" in page and "Leaves out nothing." in page and "Struck" not in page


def test_reports_that_share_little_are_not_filled_up(tmp_path):
    first = "“Soon the old mill will fall but a lot of people like it as it is now and will for ever,”"
    other = "“The water is cold here, but a lot of people swim.”"
    w = Writer(f"Ann Lee said {first} on Monday. Ann Lee said {other}", ann=("Ann Lee", "PERSON"))
    w.mention("ann", "Ann Lee")
    w.mention("ann", "Ann Lee", after="Monday")
    w.quote([first], "said", "Ann Lee", ["ann"])
    w.quote([other], "said", "Ann Lee", ["ann"])
    site = Site(write_site(tmp_path / "site", [(Article("talk", "talk.txt", w.text), w.finish())]))
    ((row_id,),) = query(site.folder, "select id from utterances")
    page = site.get(f"/ontherecord/utterances/{row_id}").text
    assert "Some of the same words in 2 reports" in page and "In one article." in page and "<del>" not in page and "Struck" not in page
    assert page.count('<mark class="shared">but a lot of people</mark>') == 2 and "Shares 5 of its 10 words" not in page
    assert "Shares 5 of its 11 words with the longest report" in page
    told = site.get("/ontherecord/entities/ann-lee").text
    assert "Twice or more in one article" in told and "5 words in common, 2 reports" in told and "In several articles" not in told


def test_role_page(site):
    page = unescape(site.get("/ontherecord/roles/ida-lecka-mayor-troy-current").text)
    assert "Ida Łęcka" in page and "/ontherecord/entities/troy" in page and "<mark>Mayor</mark> Ida Łęcka of Troy said" in page


def test_role_pages_are_linked(site):
    """From the page of who holds the role, of where it is held, from the question about roles and from its table."""
    address = 'href="/ontherecord/roles/ida-lecka-mayor-troy-current">Mayor</a>'
    for path in ("/ontherecord/entities/ida-lecka", "/ontherecord/entities/troy", "/ontherecord/roles", "/ontherecord/roles_table"):
        assert address in site.get(path).text, path
    table = site.get("/ontherecord/roles_table").text
    assert 'href="/ontherecord/roles/ida-lecka-mayor-troy-current">ida-lecka-mayor-troy-current</a>' in table
    assert 'href="/ontherecord/entities/ida-lecka">Ida Łęcka</a>' in table and 'href="/ontherecord/entities/troy">Troy</a>' in table


def test_publication_page(site):
    page = unescape(site.get("/ontherecord/publications/the-troy-post").text)
    assert "4 quotes in 1 article, <time>2024-02-01</time>: 3 direct, 0 mixed, 1 indirect. All name their speaker." in page
    assert "Seán O’Brien" in page and "A bridge" in page and "<img" not in page
    for link, quotes in [(r'href="(/ontherecord\?sql=[^"]*)">tell</a>', 1), (r'href="(/ontherecord\?sql=[^"]*)" aria-label="2 quotes of Ida Łęcka"', 2)]:
        (address,) = re.findall(link, page)
        told = site.get(address).text
        assert told.count('href="/ontherecord/quotes/bridge-q') == quotes and "/ontherecord/entities/" in told
    whom = site.json("/ontherecord/who-quotes-whom", publication="THE TROY POST")
    assert {(row["publication_id"], row["speaker_id"], row["quotes"]) for row in whom} == {("the-troy-post", "ida-lecka", 2), ("the-troy-post", "sean-obrien", 2)}
    assert "/ontherecord/who-quotes-whom?publication=the-troy-post" in page


def test_questions_offer_values(site):
    page = unescape(site.get("/ontherecord/what-did-they-say").text)
    assert '<option value="Ida Łęcka">' in page
    roles = site.get("/ontherecord/roles").text
    assert '<option value="ferryman">' in roles and 'name="entity_id"' not in roles
    assert '<option value="A spokesperson for the harbour">' in site.get("/ontherecord/without-speaker").text
    assert '<option value="immigration">' in site.get("/ontherecord/quoted-on").text


def test_a_colon_is_no_verb_and_is_called_a_colon(tmp_path):
    text = "ANN LEE: The bridge is open. Ann Lee said it was late."
    w = Writer(text, ann=("Ann Lee", "PERSON"))
    w.mention("ann", "Ann Lee")
    w.quote(["The bridge is open"], ":", "ANN LEE", ["ann"], kind="indirect", verb=":")
    w.quote(["it was late"], "said", "Ann Lee", ["ann"], kind="indirect")
    site = Site(write_site(tmp_path / "site", [(Article("talk", "talk.txt", text, publication="Daily Talk"), w.finish())]))
    assert [row["verb"] for row in site.json("/ontherecord/reporting-verbs")] == ["say"]
    for path in ("/ontherecord/entities/ann-lee", "/ontherecord/publications/daily-talk"):
        page = site.get(path).text
        assert '">say</a></th>' in page or '<th scope="row">say</th>' in page
        assert '">:</a></th>' not in page and '<th scope="row">:</th>' not in page
    notes = site.get("/ontherecord/articles/talk").text.split('id="note-1"')[1]
    assert "<i>say</i>" in notes and "<i>:</i>" not in notes and 'class="cue">:' not in notes
    assert "<dt>Cue</dt><dd>a colon</dd>" in site.get("/ontherecord/quotes/talk-q9").text
    for path in ("/ontherecord/quotes", "/ontherecord/what-did-they-say"):
        assert re.search(r'class="col-cue[^>]*>a colon</td>', site.get(path).text)
    assert {row["cue"] for row in site.json("/ontherecord/quotes")} == {":", "said"}


def test_every_parameter_that_is_shown_offers_values(site):
    for name, question in site.questions().items():
        for parameter in question.get("params", []):
            if not parameter.endswith("_id"):
                assert f'name="{parameter}" value="" list=' in site.get(f"/ontherecord/{name}").text, (name, parameter)


def configured(folder, **config):
    """A site whose metadata.yml says only this of the publisher."""
    write_site(folder)
    (folder / "metadata.yml").unlink()
    (folder / "metadata.yml").write_text(json.dumps({"plugins": {"ontherecord": config}}))
    return Site(folder)


def test_report_address(tmp_path):
    page = configured(tmp_path / "site", report_error="https://example.org/new?t={id}&u={url}").get("/ontherecord/quotes/bridge-q29").text
    assert 'href="https://example.org/new?t=bridge-q29&amp;u=http%3A%2F%2Flocalhost%2Fontherecord%2Fquotes%2Fbridge-q29"' in page
    assert "<textarea" not in page


def test_a_report_to_copy(site):
    page = site.get("/ontherecord/quotes/bridge-q29").text
    assert "send it to whoever publishes this copy." in page and "removal, send that page’s address and what is wrong to whoever publishes" in site.get("/about").text
    report = unescape(re.search(r"<textarea[^>]* readonly[^>]*>\n(.*?)</textarea>", page, re.S)[1])
    assert report == (
        "Quote: bridge-q29\nAddress: http://localhost/ontherecord/quotes/bridge-q29\nDataset version: 1.2.3\n"
        "Words: “we will mend the old bridge before the winter comes,”\nSpeaker given: Ida Łęcka\nWhat is wrong: ")
    hostile = site.get(f"/ontherecord/quotes/{tilde_encode(ODD_ID)}-q37").text
    assert hostile.count("</textarea>") == 1 and f"quotes/{tilde_encode(ODD_ID)}-q37\n" in hostile


@pytest.mark.parametrize(("contact", "shown"), [
    ("editor@example.org", '<a href="mailto:editor@example.org" rel="noopener">editor@example.org</a>'),
    ("a+b?bcc=c&d@example.org", '<a href="mailto:a%2Bb%3Fbcc%3Dc%26d@example.org" rel="noopener">a+b?bcc=c&amp;d@example.org</a>'),
    ("https://example.org/desk?a=1&b=2", '<a href="https://example.org/desk?a=1&amp;b=2" rel="noopener">https://example.org/desk?a=1&amp;b=2</a>'),
    ("javascript:alert(1)", "javascript:alert(1)"),
    ("<b>The desk</b>, 1 Main St", "&lt;b&gt;The desk&lt;/b&gt;, 1 Main St"),
    (7, "7"),
], ids=["e-mail", "odd e-mail", "page", "script", "words", "number"])
def test_contact(tmp_path, contact, shown):
    site = configured(tmp_path / "site", contact=contact)
    assert f"send it to {shown}.</label>" in site.get("/ontherecord/quotes/bridge-q29").text
    assert f"what is wrong to {shown}." in site.get("/about").text


def test_a_citation_can_be_copied(site):
    page = site.get("/ontherecord/quotes/bridge-q29").text
    cited = "".join(Parts(page.split('<p class="cite">')[1].partition("</p>")[0]).text)
    digest = hashlib.sha256((site.folder / "ontherecord.db").read_bytes()).hexdigest()
    assert cited == (
        "Ida Łęcka, “we will mend the old bridge before the winter comes,”, in “A bridge”, The Troy Post, 2024-02-01. On the Record, "
        "version 1.2.3, quote bridge-q29 (SHA-256 of the database file "
        f"{digest}, of the article’s text {hashlib.sha256(ARTICLES[0][0].text.encode()).hexdigest()}). http://localhost/ontherecord/quotes/bridge-q29")
    assert 'Permanent address: <a href="http://localhost/ontherecord/quotes/bridge-q29">http://localhost/' in page
    assert "@misc{bridge-q29,\n  author = {{Ida Łęcka}},\n" in unescape(page)


def test_bibtex_holds_any_words():
    quote = {"id": "a b{é}-q1", "text": "“100% {of} it\\”", "article": "“A & B”\n~", "publication": None, "published": None, "speaker_text": "X_1"}
    assert write_bibtex(quote, [{"name": "Ann"}, {"name": "Bo"}], "http://x/a~20b", {}, {"it": "12", "that": None}).splitlines() == [
        "@misc{a-b--q1,", "  author = {{Ann} and {Bo}},", r"  title = {“100\% {\textbraceleft}of{\textbraceright} it{\textbackslash}”},",
        r"  howpublished = {In “‘A \& B’ {\textasciitilde}”. On the Record, quote a b{\textbraceleft}é{\textbraceright}-q1},", "  note = {SHA-256 of it: 12},", "  url = {http://x/a~20b},", "}"]
    assert "author = {{X\\_1}}" in write_bibtex(quote, [], "", {}, {})


def test_feed(site):
    for entity, first in [("ida-lecka", "“we will mend"), ("script-alert-1-script-jones", "“drop table")]:
        answer = site.get(f"/ontherecord/entities/{entity}.atom")
        feed = ElementTree.fromstring(answer.content)
        atom = "{http://www.w3.org/2005/Atom}"
        assert answer.headers["content-type"].startswith("application/atom+xml")
        assert feed.find(f"{atom}entry/{atom}title").text.startswith(first)
        assert feed.find(f"{atom}updated").text.endswith("T00:00:00Z")
    assert site.get("/ontherecord/entities/nobody.atom").status_code == 404


def test_what_programs_read(site):
    told = site.get("/llms.txt").text
    assert all(table.description in told for table in TABLES)
    assert "http://localhost/ontherecord/most-quoted.json?_shape=array" in told


def test_what_crawlers_read(site):
    robots = site.get("/robots.txt").text
    assert "Disallow: /*?\n" in robots and "Sitemap: http://localhost/sitemap.xml\n" in robots
    found, waiting = set(), ["http://localhost/sitemap.xml"]
    while waiting:
        answer = site.get(waiting.pop().removeprefix("http://localhost"))
        assert answer.headers["content-type"] == "application/xml; charset=utf-8"
        root = ElementTree.fromstring(answer.text)
        locations = [location.text for location in root.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
        if root.tag.endswith("sitemapindex"):
            waiting += locations
        else:
            found.update(locations)
    assert all(site.get(address.removeprefix("http://localhost")).status_code == 200 for address in found)
    rows = sum(count for table in ("publications", "articles", "entities") for (count,) in query(site.folder, f"select count(*) from {table}"))
    assert len(found) == 5 + len(site.questions()) + rows
    for wrong in ("articles-0", "articles-2", "rejects-1", "articles-x", "articles"):
        assert site.get(f"/sitemaps/{wrong}.xml").status_code == 404


def test_nothing_leads_to_the_tables_of_indexes(site):
    for path in ("/ontherecord", "/ontherecord?_show_hidden=1", "/ontherecord?sql=select+1", "/codebook", "/about", "/llms.txt"):
        page = site.get(path).text
        assert not re.search(r'href="[^"]*(_fts|_prefix|sqlite_)', page) and "?_show_hidden=1\">Show" not in page, path
    told = site.get("/ontherecord.json?_show_hidden=1").json()
    assert {table["name"] for table in told["tables"]} == {table.name for table in TABLES}


def test_labels_and_descriptions(site):
    page = site.get("/ontherecord/quotes").text
    assert ">Ida Łęcka</a>" in page and "The cue&#39;s lemma." in page
    for table in TABLES:
        if table.name != "roles":  # the question of that name stands in its place
            assert unescape(site.get(f"/ontherecord/{table.name}").text).count(table.description)


def test_any_column_sorts(site):
    for table in TABLES:
        for column in table.columns:
            assert site.get(f"/ontherecord/{table.name}", _sort=column.name).status_code == 200


def test_download_before_and_after_a_rebuild(tmp_path):
    folder = write_site(tmp_path / "site")
    hashes = []
    for version in ("1", "2"):
        write_site(folder, version=version)
        site = Site(folder)
        answer = site.get("/ontherecord.db")
        digest = hashlib.sha256(answer.content).hexdigest()
        assert answer.status_code == 200 and answer.headers["etag"] == f'"{digest}"'
        assert digest == hashlib.sha256((folder / "ontherecord.db").read_bytes()).hexdigest()
        assert digest in site.get("/about").text and digest in site.get("/").text
        hashes.append(digest)
    assert hashes[0] != hashes[1]


@pytest.mark.parametrize("path", ["/", "/ontherecord/quotes.json?_shape=array", "/ontherecord/most-quoted.csv", "/ontherecord.db", "/nowhere"])
def test_other_sites_may_read(site, path):
    assert site.get(path).headers["access-control-allow-origin"] == "*"


def test_readme_examples_answer(site):
    """Every address in the README, of an entity that is here."""
    addresses = re.findall(r"curl '(?:http://127.0.0.1:8001)?(/[^']+)'", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(addresses) >= 8 and all("_shape=" in a or ".csv" in a for a in addresses if ".json" in a)
    for address in addresses:
        answer = site.get(address.replace("mike-bonin", "ida-lecka"))
        assert answer.status_code == 200, address
        if "_nl=on" in address:
            assert all(json.loads(line) for line in answer.text.splitlines())
        elif ".json" in address or address.startswith("/reconcile"):
            assert answer.json()
        else:
            assert answer.text.startswith("<") or len(answer.text.splitlines()) > 1, address


SHAPES = [("array", list, None), ("objects", dict, dict), ("arrays", dict, list), ("arrayfirst", list, None), ("object", dict, None)]


@pytest.mark.parametrize(("shape", "whole", "row"), SHAPES)
def test_shapes_are_as_the_readme_says(site, shape, whole, row):
    told = site.get("/ontherecord/quotes.json", _shape=shape).json()
    assert isinstance(told, whole) and f"| `{shape}` |" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert row is None or isinstance(told["rows"][0], row)


def test_codebook_is_current():
    assert (ROOT / "docs" / "codebook.md").read_text(encoding="utf-8") == write_codebook()


def test_codebook_page_names_every_column(site):
    page = unescape(site.get("/codebook").text)
    assert all(column.description in page for table in TABLES for column in table.columns)


def test_another_database_is_served_plainly(tmp_path):
    folder = write_site(tmp_path / "site")
    (folder / "ontherecord.db").rename(folder / "other.db")
    (folder / "inspect-data.json").unlink()
    site = Site(folder)
    assert site.get("/").status_code == 200 and site.get("/other/quotes").status_code == 200
    assert site.get("/about").status_code == 404 and site.get("/search?q=x").status_code == 404


CHARTS = [
    ("front page", "/", "", False), ("table", "/ontherecord/quotes", "", True), ("row", "/ontherecord/quotes/a-q1", "", False),
    ("database", "/ontherecord", "", False), ("SQL", "/ontherecord", "sql=select+1", True), ("about", "/about", "", False),
    ("a file", "/static/ontherecord.css", "", False), ("Datasette's own", "/-/versions", "", False),
]


@pytest.mark.parametrize(("path", "typed", "expected"), [c[1:] for c in CHARTS], ids=[c[0] for c in CHARTS])
def test_where_charts_are_drawn(path, typed, expected):
    assert draws_charts(path, typed) is expected


SEGMENTS = [
    ("no mark", [], ["abcdefgh"]),
    ("one", [(2, 4)], ["ab", "cd:0", "efgh"]),
    ("nested", [(1, 7), (3, 5)], ["a", "bc:0", "de:01", "fg:0", "h"]),
    ("overlapping", [(1, 5), (3, 7)], ["a", "bc:0", "de:01", "fg:1", "h"]),
    ("the same twice", [(2, 4), (2, 4)], ["ab", "cd:01", "efgh"]),
    ("touching", [(0, 4), (4, 8)], ["abcd:0", "efgh:1"]),
    ("empty", [(3, 3)], ["abcdefgh"]),
    ("beyond the end", [(6, 99)], ["abcdef", "gh:0"]),
]


@pytest.mark.parametrize(("spans", "expected"), [c[1:] for c in SEGMENTS], ids=[c[0] for c in SEGMENTS])
def test_segments(spans, expected):
    marks = [Mark(start, end, "quote", {"n": n}) for n, (start, end) in enumerate(spans)]
    found = cut_segments("abcdefgh", marks)
    assert "".join(s.text for s in found) == "abcdefgh"
    assert [s.text + (":" + "".join(str(m.row["n"]) for m in s.marks) if s.marks else "") for s in found] == expected


def test_innermost_name_is_followed():
    marks = [Mark(0, 8, "mention", {"n": "outer"}), Mark(2, 4, "mention", {"n": "inner"})]
    assert [s.innermost("mention")["n"] for s in cut_segments("abcdefgh", marks)] == ["outer", "inner", "outer"]


def test_paragraphs_are_trimmed_and_marks_cut_at_their_edges():
    paragraphs = cut_paragraphs("ab\n\ncd\n", [0, 4], [Mark(1, 5, "quote", {})])
    assert [[s.text for s in p] for p in paragraphs] == [["a", "b"], ["c", "d"]]


COMPARED = [
    ("the same", "“We will mend it,”", "we will mend it", "<we will mend it>", (4, 4, 0)),
    ("the end", "We will mend it in May.", "“We will mend it”", "“<We will mend it> [in May.]”", (4, 4, 2)),
    ("the beginning", "Soon we will mend it all.", "he said “we will mend it all”", "he said “[Soon] <we will mend it all>”", (5, 5, 1)),
    ("the middle", "We will, God willing, mend it in May", "“we will mend it in May”", "“<we will> [God willing,] <mend it in May>”", (6, 6, 2)),
    ("other words", "We will mend it in early May", "we will mend it in June", "<we will mend it in> [early May] June", (6, 5, 2)),
    ("a reporter between", "“We will go, but not now.”", "“We will go,” he said, “but not now.”", "“<We will go,>” he said, “<but not now.>”", (6, 6, 0)),
    ("single marks", "We won’t mend it in May", "vows: ‘We won’t mend it’ there", "vows: ‘<We won’t mend it> [in May]’ there", (4, 4, 2)),
    ("too little", "He said a lot of people came to us", "and for a lot of people this is none of my business", "and for <a lot of people> this is none of my business", (12, 4, 5)),
    ("a chance word", "The old bridge", "The new lamps of this town", "The new lamps of this town", (6, 0, 2)),
    ("nothing", "", "", "", (0, 0, 0)),
]


@pytest.mark.parametrize(("longest", "variant", "shown", "counts"), [c[1:] for c in COMPARED], ids=[c[0] for c in COMPARED])
def test_a_variant_beside_the_longest(longest, variant, shown, counts):
    found = compare(longest, variant)
    signs = {"own": "{}", "shared": "<{}>", "missing": "[{}]"}
    assert "".join(signs[piece.kind].format(piece.text) for piece in found.pieces) == shown
    assert (found.words, found.shared, found.missing) == counts
    assert "".join(piece.text for piece in mark_longest(longest, [variant])) == longest


def test_long_variants_are_cut():
    longest = " ".join(f"word{n}" for n in range(500))
    found = compare(longest, "word0 word1 word2 word3")
    assert "(456 words)" in found.pieces[-1].text and found.missing == 496
    assert sum(len(piece.text) for piece in compare(longest, longest).pieces) <= SHOWN + 1


LEFT_OUT = [
    ("nothing", "“We will mend it,”", "we will mend it", None),
    ("the end", "We will mend it in May.", "“We will mend it”", "in May."),
    ("beginning and end", "Soon we will mend it all.", "we will mend it", "Soon … all."),
    ("the reporter's own words do not count", "his remark “to go at once”", "the words “to go at once”", None),
    ("two pieces", "“We will go,” … “but not now.”", "that they “will go”", "We … but not now."),
    ("nothing to compare", None, "a", None),
]


@pytest.mark.parametrize(("longest", "variant", "missing"), [c[1:] for c in LEFT_OUT], ids=[c[0] for c in LEFT_OUT])
def test_left_out(longest, variant, missing):
    assert left_out(longest, variant) == missing


@pytest.mark.parametrize(("confidence", "words"), [(1.0, "almost certain (100%)"), (0.72, "likely (72%)"), (0.1, "doubtful (10%)"), (None, "not measured")])
def test_sureness(confidence, words):
    assert sureness(confidence) == words


def test_what_a_person_corrected_is_not_called_probable(tmp_path):
    folder = write_site(tmp_path / "site")
    with closing(sqlite3.connect(folder / "ontherecord.db")) as connection, connection:
        connection.execute("update quotes set speaker_rule = 'corrected', speaker_confidence = 1.0 where id in ('bridge-q29', 'river-q104')")
    site = Site(folder)
    for path in ("quotes/bridge-q29", "quotes/river-q104", "articles/bridge"):
        page = unescape(site.get(f"/ontherecord/{path}").text)
        assert "put right by hand" in page and "almost certain (100%)" not in page, path


CITED = [
    ("its own marks", "“The water came,”", "The water came,"),
    ("straight marks", '"The water came."', "The water came."),
    ("marks inside", "that “the water came,”", "that ‘the water came,’"),
    ("pieces", "“The water” … “came.”", "‘The water’ … ‘came.’"),
    ("none", "the water’s course", "the water’s course"),
    ("one alone", "“The water came", "‘The water came"),
]


@pytest.mark.parametrize(("text", "expected"), [c[1:] for c in CITED], ids=[c[0] for c in CITED])
def test_quotation_marks_are_not_doubled(text, expected):
    assert within_quotes(text) == expected


def test_every_rule_has_words():
    rules = {*RELIABILITY, "carried", "titled", "unnamed", "definite", "unresolved", "no-source"}
    assert rules <= set(SPEAKER_RULES) and {"cue", "label", "credit", "lead-in", "turn", "alone"} <= set(RULES)


def test_rule_words():
    assert rule_words("cue") == "a word that attributes it" and speaker_rule_words("no-source").startswith("nobody")
    assert rule_words("verb-complement") == "verb complement" and rule_words(None) == "no rule applied"


FACTS = {
    "accuracy_quotes_corpus": "<b>84</b> articles", "accuracy_quotes_date": "2026-01-01", "accuracy_quotes_command": "python -m x",
    "accuracy_quotes_all": "content match 0.744, gold 2192", "accuracy_quotes_direct": "content match 0.947",
    "accuracy_quotes_more_corpus": "12", "accuracy_quotes_more_odd.row": "value -0.079", "dataset_version": "1",
}


def test_measured_accuracy_is_told_in_words():
    (quotes, more), others = read_measured(FACTS)
    assert (quotes.title, quotes.corpus, quotes.command) == ("Quotes and the words of their sources", "<b>84</b> articles", "python -m x")
    assert quotes.columns == ("about these words (F1)", "quotes there are")
    assert quotes.rows == (("all", ("74.4%", "2192")), ("direct", ("94.7%", "")))
    assert (more.title, more.date, more.rows) == ("quotes more", "", (("odd.row", ("-7.9%",)),)) and others == {"dataset_version": "1"}


def test_every_measurement_that_is_published_has_words():
    measured, others = read_measured(tell_accuracy())
    assert others == {} and not [row for m in measured for row, _ in m.rows if "_" in row or re.search(r"\w\.\w", row.replace("0.", "").replace("1.0", ""))]
