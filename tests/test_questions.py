"""Every question: answers by default, right answers, and no error whatever is typed."""

import re
import sqlite3
from contextlib import closing

import pytest
from site_data import ARTICLES, SCRIPT, Site, Writer, write_site

from ontherecord.records import Annotated, Article, Attribution, Quote, Role, Sentence
from ontherecord.site.functions import register_functions

HOSTILE = {
    "empty": "",
    "space": "  ",
    "lone quotation mark": '"',
    "two and a half": '"" "',
    "apostrophe": "O'Brien",
    "ampersand": "AT&T",
    "hyphens": "state-of-the-art",
    "beginning": "caf*",
    "only a star": "*",
    "operators": "bridge AND OR NEAR(a b) NOT -x ^y title:z",
    "parentheses": "(((",
    "SQL": "'; drop table quotes; --",
    "script": SCRIPT,
    "template": "{{ 7 * 191 }}",
    "nul": "brid\0ge",
    "broken UTF-8": "\udcff",
    "right to left": "\u202egdirb",
    "no letters": "¿?…—",
    "wildcards": "%_%_" * 20,
    "long word": "x" * 10_000,
    "many short words": "a " * 5_000,
    "many words": "bridge " * 1_500,
    "number": "1e309",
}
QUESTIONS = (
    "most-quoted", "speakers", "what-did-they-say", "quoted-on", "shared-words", "roles", "who-talks-about-whom", "reporting-verbs",
    "direct-or-indirect", "spellings", "without-speaker", "unnamed-sources", "who-quotes-whom",
)
ASKED = [
    ("what-did-they-say", "person"), ("quoted-on", "word"), ("roles", "title"), ("roles", "status"), ("roles", "entity_id"),
    ("reporting-verbs", "person"), ("spellings", "person"), ("who-talks-about-whom", "person"), ("without-speaker", "source"),
    ("who-quotes-whom", "publication"),
]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return Site(write_site(tmp_path_factory.mktemp("site")))


def test_these_are_all(site):
    questions = site.questions()
    assert set(questions) == set(QUESTIONS)
    assert all(q["title"].endswith("?") and q["description"] for q in questions.values())
    asked = {(name, parameter) for name, q in questions.items() for parameter in q.get("params", [])}
    assert set(ASKED) <= asked


@pytest.mark.parametrize("question", QUESTIONS)
def test_answers_by_default(site, question):
    assert site.json(f"/ontherecord/{question}")
    page = site.get(f"/ontherecord/{question}")
    assert page.status_code == 200
    assert site.questions()[question]["title"] in page.text.replace("&#39;", "'")


@pytest.mark.parametrize("typed", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.parametrize(("question", "parameter"), ASKED)
def test_nothing_typed_is_an_error(site, question, parameter, typed):
    typed = typed.encode("utf-8", "surrogateescape")
    for path in (f"/ontherecord/{question}", f"/ontherecord/{question}.json", f"/ontherecord/{question}.csv"):
        answer = site.get(path, **{parameter: typed})
        assert answer.status_code == 200
        assert SCRIPT not in answer.text or not path.endswith(question)
        assert 'class="message error"' not in answer.text
        assert "1337" not in re.sub(r'"query_ms": [\d.e-]+', "", answer.text)  # a time can have any digits


EMPTY = {
    "no article": [],
    "nothing said": [(Article("calm", "calm.txt", "It rained."), Annotated((Sentence(0, 10, 1),), (), (), (), ()))],
    "one article": ARTICLES[:1],
}


@pytest.mark.parametrize("articles", EMPTY.values(), ids=EMPTY.keys())
def test_small_folders(tmp_path, articles):
    site = Site(write_site(tmp_path / "small", articles))
    assert site.get("/").status_code == 200
    for question in QUESTIONS:
        assert site.get(f"/ontherecord/{question}").status_code == 200
        site.json(f"/ontherecord/{question}")


def test_speakers_are_all_of_them(tmp_path):
    text = " ".join(f"Ann{n} Lee said no." for n in range(60))
    w = Writer(text, **{f"ann{n}": (f"Ann{n} Lee", "PERSON") for n in range(60)})
    for n in range(60):
        w.mention(f"ann{n}", f"Ann{n} Lee")
        start = text.index(f"Ann{n} Lee said no.") + len(f"Ann{n} Lee said ")
        found = Attribution(((start, start + 2),), "indirect", "speech", "cue", 0.9, (start - 5, start - 1), "say", None, None, 0.9)
        w.quotes.append(Quote(found, (n,), None, "name", 0.9))
    many = Site(write_site(tmp_path / "site", [(Article("talk", "talk.txt", text, published="2024-05-06"), w.finish())]))
    assert 'href="/ontherecord/speakers">Speakers</a>' in many.get("/").text
    rows = many.json("/ontherecord/speakers")
    assert len(rows) == 60 and {(row["quotes"], row["articles"], row["first"], row["last"]) for row in rows} == {(1, 1, "2024-05-06", "2024-05-06")}
    assert len(many.json("/ontherecord/most-quoted")) == 50


def test_most_quoted(site):
    first = site.json("/ontherecord/most-quoted")[0]
    assert first | {"kind": "PERSON"} == first
    assert (first["speaker"], first["speaker_id"], first["quotes"], first["articles"]) == ("Ida Łęcka", "ida-lecka", 4, 2)
    assert (first["direct"], first["mixed"], first["indirect"]) == (3, 1, 0)  # what she believes is not said


PEOPLE = [
    ("nothing typed: the most quoted", "", "Ida Łęcka"),
    ("id", "sean-obrien", "Seán O’Brien"),
    ("name", "Seán O’Brien", "Seán O’Brien"),
    ("without accents", "sean o'brien", "Seán O’Brien"),
    ("surname", "o'brien", "Seán O’Brien"),
    ("a spelling that is not the name", "Ida Lecka", "Ida Łęcka"),
    ("Ł typed", "łęcka", "Ida Łęcka"),
    ("part of a name", "jones", f"{SCRIPT} Jones"),
    ("nobody", "Nobody Atall", None),
]


@pytest.mark.parametrize(("typed", "name"), [c[1:] for c in PEOPLE], ids=[c[0] for c in PEOPLE])
def test_what_did_they_say_finds_the_person(site, typed, name):
    rows = site.json("/ontherecord/what-did-they-say", person=typed)
    assert {row["speaker"] for row in rows} == ({name} if name else set())


def test_what_did_they_say_newest_first(site):
    rows = site.json("/ontherecord/what-did-they-say", person="ida-lecka")
    assert [row["article_id"] for row in rows] == ["bridge", "bridge", "river", "river"]
    assert rows[0]["published"] == "2024-02-01" and rows[-1]["published"] is None


WORDS = [
    ("inflected", "bridges", ["bridge-q29", "river-q31"]),
    ("accents", "cafe", ["bridge-q168"]),
    ("beginning past the stem", "immigrat*", ["bridge-q168"]),
    ("hyphens", "state-of-the-art", ["bridge-q210"]),
    ("ampersand", "AT&T", ["bridge-q210"]),
    ("all words", "bridge winter", ["bridge-q29"]),
    ("phrase", '"before the winter"', ["bridge-q29"]),
    ("phrase in another order", '"winter the before"', []),
    ("word and beginning", "old win*", ["bridge-q29"]),
    ("a thought is not said", "money", []),
]


@pytest.mark.parametrize(("word", "quotes"), [c[1:] for c in WORDS], ids=[c[0] for c in WORDS])
def test_quoted_on(site, word, quotes):
    rows = site.json("/ontherecord/quoted-on", word=word)
    assert [row["snippet_id"] for row in rows] == quotes
    assert all("**" in row["snippet"] and row["word"] == word for row in rows)


def test_quoted_on_marks_what_it_found(site):
    page = site.get("/ontherecord/quoted-on", word="bridges").text
    assert "we will mend the old <mark>bridge</mark> before" in page
    assert 'href="/ontherecord/quotes/bridge-q29"' in page and 'href="/ontherecord/articles/bridge"' in page


def test_shared_words_tell_what_was_left_out(site):
    rows = site.json("/ontherecord/shared-words")
    assert [(r["article_id"], r["left_out"]) for r in rows] == [("bridge", None), ("river", "before the winter comes,")]


def annotate_shared(name: str, text: str, *quotes: str):
    w = Writer(text, ann=("Ann Lee", "PERSON"))
    w.mention("ann", "Ann Lee")
    for words in quotes:
        w.quote([words], "said", None, ["ann"])
    return Article(name, f"{name}.txt", text), w.finish()


def test_shared_words_of_several_articles_come_first_and_the_longest_of_them(tmp_path):
    short, long = "“the old mill will fall”", "“nobody asked us about the lamps on the bridge”"
    twice = "“this sentence stands twice in one article and is longer than any other of them”"
    site = Site(write_site(tmp_path / "site", [
        annotate_shared("a", f"Ann Lee said {short} then. Later she said {long} then.", short, long),
        annotate_shared("b", f"On Friday, in the rain, a ferry was late. {short} and {long}: thus spoke Ann Lee, saying it was said twice.", short, long),
        annotate_shared("c", f"Ann Lee said {twice} then. Later she said {twice[:-1]} here” then.", twice, twice[:-1] + " here”"),
    ]))
    rows = site.json("/ontherecord/shared-words")
    assert [(row["articles"], row["words_shared"]) for row in rows] == [(2, 9)] * 2 + [(2, 5)] * 2 + [(1, 15)] * 2
    assert 'href="/ontherecord/shared-words">“nobody asked us' in site.get("/").text
    page = site.get("/ontherecord/entities/ann-lee").text.split('id="shared"')[1]
    assert page.index("In several articles") < page.index("nobody asked us") < page.index("mill will fall") < page.index("Twice or more in one article")


def test_roles_hold_the_table(site):
    """The question has the table's name, so it must give what the table would."""
    rows = site.json("/ontherecord/roles", entity_id="sean-obrien")
    assert [(r["id"], r["title"], r["organization_id"]) for r in rows] == [("sean-obrien-ferryman-current", "ferryman", None)]
    assert len(site.json("/ontherecord/roles")) == 3
    assert len(site.json("/ontherecord/roles", title="MAYOR")) == 2


def annotate_titles():
    """Two mayors of one town: Ann is quoted, Bo is called mayor more often, by a fuller title once."""
    text = ("A bold mayor Bo Roe met the mayor Bo Roe, Mayor Bo Roe, and the mayor Bo Roe. "
            "Ann Lee, the clerk, said one. Ann Lee, mayor-elect, said two. The clerk Ann Lee left.")
    w = Writer(text, ann=("Ann Lee", "PERSON"), bo=("Bo Roe", "PERSON"))
    w.mention("bo", "Bo Roe")
    w.mention("ann", "Ann Lee")
    w.quote(["one"], "said", "Ann Lee", ["ann"], kind="indirect")
    for who, words, written, head in [("bo", "bold mayor", "bold mayor", "mayor"), ("bo", "mayor Bo Roe,", "mayor", "mayor"),
                                      ("bo", "Mayor Bo", "Mayor", "mayor"), ("bo", "mayor Bo Roe.", "mayor", "mayor"),
                                      ("ann", "clerk", "clerk", "clerk"), ("ann", "clerk Ann", "clerk", "clerk"), ("ann", "mayor-elect", "mayor-elect", "mayor")]:
        start = text.index(words)
        w.roles.append(Role(start, start + len(written), w.names.index(who), written, head, "current", None))
    return [(Article("talk", "talk.txt", text), w.finish())]


def test_a_role_is_called_as_it_is_written_most_often(tmp_path):
    site = Site(write_site(tmp_path / "site", annotate_titles()))
    rows = {row["role_id"]: (row["title"], row["usual_title"], row["times"]) for row in site.json("/ontherecord/roles")}
    assert rows["bo-roe-mayor-current"] == ("bold mayor", "Mayor", 4)
    assert [row["entity"] for row in site.json("/ontherecord/roles", title="bold")] == ["Bo Roe"]
    for path in ("/ontherecord/roles", "/ontherecord/entities/bo-roe", "/ontherecord/roles/bo-roe-mayor-current"):
        page = site.get(path).text
        assert ("Mayor</a>" in page or "<h1>Mayor " in page) and ">bold mayor</a>" not in page, path
    assert '<option value="mayor">' in site.get("/ontherecord/roles").text


def test_the_example_of_a_role_is_of_whoever_is_quoted_most(tmp_path):
    page = Site(write_site(tmp_path / "site", annotate_titles())).get("/").text
    assert '<a class="example" href="/ontherecord/roles?title=Clerk">Ann Lee, Clerk (current)</a>' in page


def test_who_talks_about_whom(site):
    assert [(r["speaker_id"], r["about_id"], r["quotes"]) for r in site.json("/ontherecord/who-talks-about-whom")] == [
        ("sean-obrien", "ida-lecka", 1)]
    assert len(site.json("/ontherecord/who-talks-about-whom", person="O’Brien")) == 1
    assert site.json("/ontherecord/who-talks-about-whom", person="Jones") == []


def test_reporting_verbs(site):
    everybody = {r["verb"]: r["quotes"] for r in site.json("/ontherecord/reporting-verbs")}
    assert everybody["say"] == 9 and "believe" not in everybody
    hers = site.json("/ontherecord/reporting-verbs", person="lecka")
    assert {r["of_whom"] for r in hers} == {"Ida Łęcka"} and {r["verb"] for r in hers} == {"say", "promise"}


def test_spellings(site):
    assert {r["spelling"] for r in site.json("/ontherecord/spellings", person="Lecka")} == {"Ida Łęcka", "Łęcka", "Ida Lecka", "Lecka"}


def test_unnamed(site):
    assert [r["quote_id"] for r in site.json("/ontherecord/without-speaker")] == ["river-q104", "river-q162"]
    assert {r["source"] for r in site.json("/ontherecord/unnamed-sources")} == {"Officials", "A spokesperson for the harbour"}


def test_unnamed_sources_are_spelt_as_first_written_and_counted_together(tmp_path):
    w = Writer("A spokesperson for Ellery Transit said one. Later, a spokesperson for Ellery Transit said two.")
    w.quote(["one"], "said", "A spokesperson for Ellery Transit", kind="indirect")
    w.quote(["two"], "said", "a spokesperson for Ellery Transit", kind="indirect")
    other = Site(write_site(tmp_path / "site", [(Article("talk", "talk.txt", w.text), w.finish())]))
    told = [(row["source"], row["quotes"]) for row in other.json("/ontherecord/unnamed-sources")]
    assert told == [("A spokesperson for Ellery Transit", 2)]
    page = other.get("/unnamed").text
    assert "A spokesperson for Ellery Transit</a>" in page and "a spokesperson for ellery" not in page


def test_unnamed_sources_stand_in_one_order(tmp_path):
    """As often, but in more articles: first in the chart, in the table of its question and in that of the page."""
    articles = []
    for name, sources in (("a", ("aides", "aides", "voters")), ("b", ("voters",))):
        w = Writer(" ".join(f"In {n} the {source} said it was {n}." for n, source in enumerate(sources)))
        for n, source in enumerate(sources):
            start = w.text.index(f"it was {n}.")
            found = Attribution(((start, start + 8),), "indirect", "speech", "cue", 0.9, (start - 5, start - 1), "say",
                                (start - 6 - len(source), start - 6), "subject", 0.9)
            w.quotes.append(Quote(found, (), None, "unnamed", None))
        articles.append((Article(name, f"{name}.txt", w.text), w.finish()))
    other = Site(write_site(tmp_path / "site", articles))
    assert [row["source"] for row in other.json("/ontherecord/unnamed-sources")] == ["voters", "aides"]
    pages = [other.get(path).text for path in ("/unnamed", "/ontherecord/unnamed-sources", "/charts/unnamed-sources.svg")]
    assert all(0 < page.rindex("voters<") < page.rindex("aides<") for page in pages)


def test_hostile_names_are_text(site):
    page = site.get("/ontherecord/most-quoted").text
    assert SCRIPT not in page and "&lt;script&gt;alert(1)&lt;/script&gt; Jones</a>" in page


def test_charts_open_ready(site):
    page = site.get("/ontherecord").text
    for name, question in site.questions().items():
        if "fragment" in question:
            assert f'href="/ontherecord/{name}#{question["fragment"].replace("&", "&amp;")}"' in page
            columns = {part.split("=")[1] for part in question["fragment"].split("&") if "_column=" in part}
            assert columns <= set(site.json(f"/ontherecord/{name}")[0])


def test_questions_run_on_a_downloaded_copy(site):
    with closing(sqlite3.connect(site.folder / "ontherecord.db")) as copy:
        register_functions(copy)
        for question in site.questions().values():
            assert copy.execute(question["sql"], dict.fromkeys(question.get("params", []), "")).fetchall()
