"""Charts: what is drawn of which rows, that words stay words, and that each is drawn once per database file."""

import hashlib
import re
from xml.etree import ElementTree

import pytest
from site_data import ARTICLES, SCRIPT, Site, Writer, write_site

from ontherecord.records import Article
from ontherecord.site import caching, drawing
from ontherecord.site.charts import BARS, CROSSED, Chart, Titles, draw_chart, height_of, read_fragment

SVG = "{http://www.w3.org/2000/svg}"
RLO = "\u202e"
TALK = " ".join(f"Ann Lee said it was {n} o’clock." for n in range(10, 21))


def annotate_talk():
    w = Writer(TALK, ann=("Ann Lee", "PERSON"))
    for n in range(10, 21):
        w.mention("ann", "Ann Lee", after=f"Ann Lee said it was {n}")
        w.quote([f"it was {n} o’clock"], "said", "Ann Lee", ["ann"], kind="indirect")
    return w.finish()


def marks(drawn: str, kind: str) -> int:
    """How many marks of a kind (rect, symbol) are drawn, those of legends aside."""
    groups = [g for g in ElementTree.fromstring(drawn).iter(f"{SVG}g") if f"mark-{kind}" in g.get("class", "") and "marks" in g.get("class", "")]
    return sum(len(g.findall(f"{SVG}path")) for g in groups)


def words(drawn: str) -> list[str]:
    return [line for text in ElementTree.fromstring(drawn).iter(f"{SVG}text") for line in text.itertext()]


BAR = Chart("bar", "speaker", "quotes")
SHADED = Chart("bar", "speaker", "quotes", "kind")
CIRCLES = Chart("circle", "speaker", "about", size="quotes")


def said(*names: str) -> list[dict]:
    return [{"speaker": name, "speaker_id": name, "quotes": n} for n, name in enumerate(names, 1)]


def test_fragment():
    assert read_fragment("g.mark=bar&g.x_column=speaker&g.x_type=nominal&g.y_column=quotes&g.y_type=quantitative&g.color_column=kind") == SHADED
    assert read_fragment("g.mark=circle&g.x_column=speaker&g.y_column=about&g.size_column=quotes") == CIRCLES
    assert (SHADED.measure, CIRCLES.measure) == ("quotes", "quotes")


DRAWN = [
    ("one bar", BAR, said("a"), "rect", 1),
    ("a bar each", BAR, said("a", "b", "c"), "rect", 3),
    ("not more than can be compared", BAR, said(*(f"n{n}" for n in range(50))), "rect", BARS),
    ("two of one name are two", BAR, [{"speaker": "Lee", "speaker_id": i, "quotes": 1} for i in ("lee", "lee-2")], "rect", 2),
    ("pieces of a bar", SHADED, [{"speaker": "a", "kind": k, "quotes": 1} for k in ("direct", "mixed")], "rect", 2),
    ("a circle for each pair", CIRCLES, [{"speaker": a, "about": b, "quotes": 1} for a, b in ("ab", "ba", "ac")], "symbol", 3),
    ("one person's pairs are bars", CIRCLES, [{"speaker": "a", "about": b, "quotes": 1} for b in "bcd"], "rect", 3),
    ("not more names than fit", CIRCLES, [{"speaker": f"s{n}", "about": f"a{n}", "quotes": 1} for n in range(40)], "symbol", CROSSED),
]


@pytest.mark.parametrize(("chart", "rows", "kind", "count"), [c[1:] for c in DRAWN], ids=[c[0] for c in DRAWN])
def test_marks(chart, rows, kind, count):
    assert marks(draw_chart(chart, rows), kind) == count


KEYS = [([1, 1], ["1"]), ([1, 3], ["1", "2", "3"]), ([4], ["1", "2", "3", "4"]), ([2, 5], ["2", "4"]), ([1, 43], ["10", "20", "30", "40"]), ([999], ["200", "400", "600", "800"])]


@pytest.mark.parametrize(("numbers", "expected"), KEYS)
def test_the_key_of_circles_has_whole_numbers_each_once(numbers, expected):
    rows = [{"speaker": a, "about": "x", "quotes": n} for a, n in zip("abc", [*numbers, numbers[0]])]
    assert [word for word in words(draw_chart(CIRCLES, rows)) if word.isdigit()] == expected


AXES = [
    ("ones", [1, 1], ["0", "1"]),
    ("a few", [7, 3], ["0", "1", "2", "3", "4", "5", "6", "7"]),
    ("many", [90, 41], ["0", "20", "40", "60", "80"]),
    ("shares", [0.5, 1.5], ["0.0", "0.5", "1.0", "1.5"]),
]


@pytest.mark.parametrize(("lengths", "expected"), [c[1:] for c in AXES], ids=[c[0] for c in AXES])
def test_counts_are_measured_in_whole_numbers(lengths, expected):
    rows = [{"speaker": name, "quotes": n} for name, n in zip("ab", lengths)]
    found = [word for word in words(draw_chart(BAR, rows)) if word[0].isdigit()]
    assert found == expected or (isinstance(lengths[0], float) and set(expected) <= set(found))


def test_bars_of_several_shades_are_as_long_as_their_sum():
    rows = [{"speaker": "a", "kind": k, "quotes": 3} for k in ("direct", "mixed")]
    assert [word for word in words(draw_chart(SHADED, rows)) if word.isdigit()] == list("0123456")


def test_the_title_of_the_names_stands_above_them():
    rows = [{"speaker": a, "about": b, "quotes": 1} for a, b in ("ab", "ba", "ac")]
    texts = [text for text in ElementTree.fromstring(draw_chart(CIRCLES, rows)).iter(f"{SVG}text") if text.text == "about"]
    assert [("rotate" in text.get("transform"), text.get("text-anchor")) for text in texts] == [(False, "end")]


@pytest.mark.parametrize("name", [SCRIPT, '"><img src=x onerror=alert(1)>', f"{RLO}eel nna", "a & b", "{{ 7 * 191 }}", "datum.n", "='1'"])
def test_words_stay_words(name):
    drawn = draw_chart(BAR, said(name, "Ann Lee"))
    assert name in words(drawn) and "<script" not in drawn and "<img" not in drawn


def test_what_xml_forbids_is_left_out():
    assert "AnnLee" in words(draw_chart(BAR, said("Ann\0\x0bLee")))


LONG = ["👍 " * 40, "a" * 20 + "👍" * 20, "The 👍 Paper of the very long name that is cut somewhere in there", "Z" + "\u0301\u0302" * 300, "漢字" * 40, "i" * 500]


@pytest.mark.parametrize("name", LONG, ids=ascii)
@pytest.mark.parametrize("chart", [BAR, SHADED, CIRCLES], ids=["bars", "shades", "circles"])
def test_long_names_and_titles_are_cut_between_characters(chart, name):
    rows = [{"speaker": who, "about": who, "kind": who, "quotes": 2} for who in (name, "Ann Lee")]
    told = words(draw_chart(chart, rows, Titles((name, "Ann Lee"), name)))
    assert "Ann Lee" in told and any(word.endswith("…") and name.startswith(word[:-1]) for word in told)
    assert max(map(len, told)) <= 151


@pytest.mark.parametrize("chart", [BAR, CIRCLES], ids=["bars", "circles"])
def test_long_names_that_begin_alike_stay_two(chart):
    names = ["The Association of Ferrymen and Bridge Builders of " + town for town in ("Troy", "Rome", "Bath")]
    rows = [{"speaker": name, "about": name, "quotes": 1} for name in names]
    told = [word for word in words(draw_chart(chart, rows)) if word.startswith("The ")]
    assert len(set(told)) == len(told) == len(rows) * (1 if chart is BAR else 2)
    assert marks(draw_chart(chart, rows), "rect" if chart is BAR else "symbol") == len(rows)


@pytest.mark.parametrize("fault", [ValueError("https://example.org/of-the-library"), OSError("no room"), BaseException("a panic")], ids=lambda f: type(f).__name__)
def test_pages_stand_without_a_chart_that_fails(tmp_path, monkeypatch, fault):
    def fail(*_):
        raise fault

    monkeypatch.setattr(drawing.charts, "draw_chart", fail)
    failing = Site(write_site(tmp_path / "site"))
    for path in ("/", "/ontherecord/most-quoted", "/ontherecord/reporting-verbs"):
        page = failing.get(path)
        assert page.status_code == 200 and "<table" in page.text and "<img" not in page.text, path
    answer = failing.get("/charts/most-quoted.svg")
    assert answer.status_code == 503 and "cannot be drawn" in answer.text and "example.org" not in answer.text


def test_the_same_rows_give_the_same_bytes_and_black_and_white():
    rows = [{"speaker": "a", "kind": k, "quotes": 2} for k in ("direct", "mixed", "indirect")]
    drawn = draw_chart(SHADED, rows)
    assert drawn == draw_chart(SHADED, rows)
    colours = set(re.findall(r"#[0-9a-f]{6}", drawn))
    assert len(colours) >= 3 and all(c[1:3] == c[3:5] == c[5:7] for c in colours)
    assert "http" not in drawn.replace("http://www.w3.org/", "")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    talk = Article("talk", "news/talk.txt", TALK, publication="The Hour")
    return Site(write_site(tmp_path_factory.mktemp("charts"), [*ARTICLES, (talk, annotate_talk())]))


def test_every_question_with_numbers_has_its_chart(site):
    for name, question in site.questions().items():
        answer = site.get(f"/charts/{name}.svg")
        assert answer.status_code == (200 if "fragment" in question else 404), name
        if "fragment" in question:
            assert answer.headers["content-type"].startswith("image/svg+xml")
            assert "unsafe-eval" not in answer.headers["content-security-policy"]
            page = site.get(f"/ontherecord/{name}").text
            assert f'<img src="/charts/{name}.svg"' in page and 'loading="lazy"' in page
            assert page.index("/charts/") < page.index("<table")
    assert marks(site.get("/charts/most-quoted.svg").text, "rect") == len(site.json("/ontherecord/most-quoted"))


def size(drawn: str) -> tuple[str | None, str | None]:
    root = ElementTree.fromstring(drawn)
    return root.get("width"), root.get("height")


@pytest.mark.parametrize("lines", [1, 2])
@pytest.mark.parametrize("bars", [1, 7, 50])
def test_the_height_of_bars_is_known_before_they_are_drawn(bars, lines):
    titles = Titles(("Who is quoted most?", "Ann Lee " * 30)[:lines], "On the Record, version 1, 9 articles")
    assert size(draw_chart(BAR, said(*(f"n{n}" for n in range(bars))), titles)) == ("520", str(height_of(bars, lines)))


def test_charts_tell_their_title_and_source(site):
    told = words(site.get("/charts/most-quoted.svg").text)
    assert "Who is quoted most?" in told and "On the Record, version 1.2.3, 4 articles" in told
    told = words(site.get("/charts/reporting-verbs.svg", person="ann-lee").text)
    assert "Which verbs report what was said?" in told and "Ann Lee" in told


def test_pages_say_how_large_their_charts_are(site):
    paths = ["/", "/unnamed", "/ontherecord/entities/ann-lee", "/ontherecord/publications/the-hour"]
    paths += [f"/ontherecord/{name}" for name, question in site.questions().items() if "fragment" in question]
    for path in paths:
        images = re.findall(r'<img src="([^"]*)"[^>]* width="(\d+)" height="(\d+)">', site.get(path).text)
        assert images, path
        for address, *told in images:
            assert size(site.get(address).text) == tuple(told), (path, address)


def test_the_front_page_does_not_keep_a_height_that_was_not_known_in_time(tmp_path, monkeypatch):
    site = Site(write_site(tmp_path / "site"))
    monkeypatch.setattr(drawing, "PATIENCE", 0)
    told = r'most-quoted.svg"[^>]* height="(\d+)"'
    assert re.findall(told, site.get("/").text) == [str(height_of(BARS))]
    monkeypatch.undo()
    assert re.findall(told, site.get("/").text) == [str(height_of(3))]


def test_a_publication_has_its_chart_from_ten_quotes_on(site):
    assert '<img src="/charts/who-quotes-whom.svg?publication=the-hour"' in site.get("/ontherecord/publications/the-hour").text
    drawn = site.get("/charts/who-quotes-whom.svg", publication="the hour").text
    assert marks(drawn, "rect") == 1 and "The Hour" in words(drawn)
    for few in ("the-troy-post", "nowhere", SCRIPT):
        assert site.get("/charts/who-quotes-whom.svg", publication=few).status_code == 404
    assert "<img" not in site.get("/ontherecord/who-quotes-whom", publication="the-troy-post").text


def test_a_person_has_charts_from_ten_quotes_on(site):
    page = site.get("/ontherecord/entities/ann-lee").text
    assert '<img src="/charts/reporting-verbs.svg?person=ann-lee"' in page
    assert site.get("/charts/reporting-verbs.svg", person="Ann Lee").status_code == 200
    few = site.get("/ontherecord/entities/ida-lecka").text
    assert "<img" not in few and 'id="verbs"' in few
    assert site.get("/charts/reporting-verbs.svg", person="ida-lecka").status_code == 404
    assert "<img" not in site.get("/ontherecord/reporting-verbs", person="ida-lecka").text


@pytest.mark.parametrize("path", ["nothing.svg", "roles.svg", "..%2F..%2Fx.svg", "most-quoted.svg?person=" + "x" * 5000])
def test_no_other_charts(site, path):
    assert site.get(f"/charts/{path}").status_code in ((200,) if path.startswith("most") else (302, 404))


def test_a_chart_is_drawn_once_per_file(tmp_path):
    folder = write_site(tmp_path / "site")
    drawn = Site(folder).get("/charts/most-quoted.svg").text
    digest = hashlib.sha256((folder / "ontherecord.db").read_bytes()).hexdigest()
    (kept,) = (folder / ".ontherecord" / "charts" / digest).iterdir()
    assert kept.read_text(encoding="utf-8") == drawn
    kept.write_text("<svg/>")
    caching._kept.clear()  # another process has nothing in memory, and finds the file
    assert Site(folder).get("/charts/most-quoted.svg").text == "<svg/>"
    write_site(folder, version="2")
    assert Site(folder).get("/charts/most-quoted.svg").text == drawn.replace("version 1.2.3,", "version 2,") and not kept.exists()


def test_where_nothing_can_be_written_it_is_drawn_all_the_same(tmp_path):
    folder = write_site(tmp_path / "site")
    (folder / ".ontherecord" / "charts").write_text("in the way")
    assert Site(folder).get("/charts/most-quoted.svg").status_code == 200


def test_nothing_said_is_no_chart(tmp_path):
    site = Site(write_site(tmp_path / "empty", []))
    assert site.get("/charts/most-quoted.svg").status_code == 404
    assert "<img" not in site.get("/").text and "<img" not in site.get("/ontherecord/most-quoted").text
