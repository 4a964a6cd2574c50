"""The site in Chromium, as `datasette FOLDER` serves it: a chart draws, nothing leaves the host, it fits a phone."""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from datasette.utils import tilde_encode
from long_articles import write_turns
from site_data import ODD_ID, Writer, query, write_site

from ontherecord.records import Article

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHART = "g.mark=bar&g.x_column=speaker&g.x_type=nominal&g.y_column=quotes&g.y_type=quantitative"


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """The address of a server over a folder while it runs, started as the README says."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    datasette = Path(sys.executable).with_name("datasette")
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    server = subprocess.Popen([datasette, ".", "--port", str(port)], cwd=folder, env=environment,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait_for(f"http://127.0.0.1:{port}/about", server)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(20)


@pytest.fixture(scope="module")
def address(tmp_path_factory) -> Iterator[str]:
    """The address of a server over the invented articles."""
    with serve(write_site(tmp_path_factory.mktemp("site"))) as address:
        yield address


def _wait_for(url: str, server: subprocess.Popen) -> None:
    for _ in range(150):
        assert server.poll() is None, "the server stopped"
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except OSError:
            time.sleep(0.2)
    raise AssertionError(f"{url} does not answer")


@pytest.fixture
def page(browser: "Browser", address: str) -> Iterator["Page"]:
    """A page that notes requests to other hosts and complaints of the browser; there may be none."""
    context = browser.new_context(base_url=address)
    page = context.new_page()
    asked, complaints = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []
    assert complaints == []


def test_a_chart_draws_from_its_link(page, tmp_path):
    page.goto(f"/ontherecord/most-quoted#{CHART}")
    page.locator(".vega-embed canvas").wait_for(timeout=20_000)
    save = page.locator("a", has_text="Save as SVG")
    save.dispatch_event("mousedown")  # vega makes the file then
    page.wait_for_function("link => link.href.startsWith('blob:')", arg=save.element_handle())
    with page.expect_download() as started:
        save.evaluate("link => link.click()")
    started.value.save_as(tmp_path / "chart.svg")
    drawn = (tmp_path / "chart.svg").read_text(encoding="utf-8")
    bars = re.search(r'<g class="mark-rect[^>]*marks">(.*?)</g>', drawn, re.S)
    assert bars and bars[1].count("<path") == 3, drawn  # one bar per speaker
    assert "Seán O’Brien" in drawn


def test_the_chart_of_the_server_is_shown(page):
    page.goto("/ontherecord/most-quoted")
    page.wait_for_function("document.querySelector('figure img').naturalWidth == 520")
    drawn = page.request.get("/charts/most-quoted.svg").text()
    bars = re.search(r'<g class="mark-rect[^>]*marks"[^>]*>(.*?)</g>', drawn, re.S)
    assert bars and bars[1].count("<path") == 3 and page.locator("tbody tr").count() == 3


def test_the_link_on_the_page_draws_the_chart(page):
    page.goto("/ontherecord/most-quoted")
    page.get_by_text("Open the same chart").click()
    page.locator(".vega-embed svg, .vega-embed canvas").first.wait_for(timeout=20_000)


def test_a_walk(page):
    page.goto("/")
    page.get_by_role("link", name="What did Ida Łęcka say?").click()
    page.get_by_role("link", name="“we will mend the old bridge before").first.click()
    assert page.locator("h1").inner_text() == "Ida Łęcka"
    page.get_by_role("link", name="A bridge").first.click()
    assert page.url.endswith("/ontherecord/articles/bridge?at=29#q29")
    page.get_by_role("link", name="He", exact=True).click()
    assert page.locator("h1").inner_text() == "Seán O’Brien"
    page.locator("#find").fill('"')
    page.locator("#find").press("Enter")
    assert page.get_by_text("None.").count() == 4
    page.goto("/ontherecord/sentences/bridge-s0")
    assert page.locator("h1").inner_text() == "Sentence 1 of A bridge"
    page.get_by_role("link", name="The sentence after").click()
    assert page.locator("h1").inner_text() == "Sentence 2 of A bridge"
    page.get_by_role("link", name="Its place in the article").click()
    assert page.evaluate("getComputedStyle(document.querySelector(location.hash), '::before').content").startswith('"▸')
    page.goto("/ontherecord?sql=select+1+as+one")
    page.locator(".CodeMirror").wait_for()


def test_the_download(page, tmp_path):
    page.goto("/")
    with page.expect_download() as started:
        page.get_by_role("link", name="Download the database").first.click()
    started.value.save_as(tmp_path / "ontherecord.db")
    assert query(tmp_path, "select count(*) from quotes") == [(13,)]


PATHS = [
    "/", "/ontherecord", "/ontherecord/quotes", f"/ontherecord/articles/{tilde_encode(ODD_ID)}", "/ontherecord/articles/bridge",
    "/ontherecord/entities/ida-lecka", "/ontherecord/quotes/bridge-q210", "/ontherecord/most-quoted",
    "/ontherecord/what-did-they-say", "/search?q=bridge", "/unnamed", "/about", "/codebook",
]


def test_marked_words_are_as_large_as_the_others(page):
    page.goto("/ontherecord/articles/river")
    for act in ("speech", "thought", "evidence"):
        assert page.locator(f".text mark.{act}").first.evaluate("""mark => ["fontSize", "color"].every(
            name => getComputedStyle(mark)[name] == getComputedStyle(mark.closest("p"))[name])"""), act


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("path", PATHS)
def test_fits_a_phone_in_light_and_dark(page, path, dark):
    page.emulate_media(color_scheme="dark" if dark else "light")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    ground = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert (sum(int(part) for part in ground.strip("rgb()").split(",")[:3]) < 384) is dark


def test_long_words_fit_a_phone(browser, tmp_path):
    long = "Y" + "e" * 150
    text = f"“We will mend the bridge,” said {long}, a ferryman{long}. “It is old,” he said. It was late, said some {long}. Ann {long} was there."
    w = Writer(text, long=(long, "PERSON"), ann=(f"Ann {long}", "PERSON"))
    w.mention("long", long)
    w.mention("ann", f"Ann {long}")
    w.quote(["“We will mend the bridge,”"], "said", long, ["long"])
    w.quote(["“It is old,”"], "said", "he", ["long"])
    w.quote(["It was late"], "said", f"some {long}", kind="indirect")
    w.role("long", f"ferryman{long}", f"ferryman{long}", "ferryman")
    article = Article("long", "long.txt", text, publication=f"{long} Post", title=long, byline=long, published="2024-02-01")
    folder = write_site(tmp_path / "site", [(article, w.finish())])
    paths = ["/", "/search", "/search?q=bridge", "/unnamed", "/ontherecord/quotes", "/ontherecord/unnamed-sources"]
    paths += [f"/ontherecord/{table}/{tilde_encode(row)}" for table in ("articles", "publications", "entities", "quotes", "sentences", "roles")
              for (row,) in query(folder, f"select id from {table}")]
    with serve(folder) as address:
        page = browser.new_page(base_url=address, viewport={"width": 390, "height": 844})
        for path in paths:
            page.goto(path)
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
        page.close()


@pytest.mark.parametrize("width", [961, 1000, 1280])
def test_the_masthead_has_one_line_where_there_is_room(page, width):
    page.set_viewport_size({"width": width, "height": 700})
    page.goto("/")
    tops = page.evaluate("[...document.querySelectorAll('.masthead li')].map(item => item.getBoundingClientRect().top)")
    assert len(set(tops)) == 1
    assert page.evaluate("document.querySelector('.masthead').getBoundingClientRect().height") < 80
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_fields_for_dates_stand_apart_with_their_words_on_a_phone(page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/search")
    since, until, word = (page.locator(which).bounding_box() for which in ("#since", "#until", "label[for=until]"))
    assert until["y"] - since["y"] - since["height"] >= 4
    assert abs(word["y"] + word["height"] / 2 - until["y"] - until["height"] / 2) < 8 and word["x"] < until["x"]


def test_a_note_number_leaves_no_gap_before_a_stop(page):
    page.goto("/ontherecord/articles/river")
    gap, width = page.evaluate("""() => {
        const number = [...document.querySelectorAll(".note-number")].find(link => link.nextSibling?.textContent?.startsWith("."));
        const [digits, after] = [number.firstChild, number.nextSibling].map(node => {
            const range = document.createRange();
            range.setStart(node, 0);
            range.setEnd(node, 1);
            return range.getBoundingClientRect();
        });
        return [after.left - digits.right, number.getBoundingClientRect().width];
    }""")
    assert 0 <= gap < 1.5 and width >= 12


def test_by_keyboard(page):
    page.goto("/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the text"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Who is quoted most?"
    page.keyboard.press("Enter")
    page.wait_for_url("**/most-quoted#*")


def test_menus_of_columns_by_keyboard(page):
    page.goto("/ontherecord/quotes")
    icon = page.get_by_role("button", name="What can be done with cue", exact=True)
    page.locator('th[data-column="cue"] a').focus()
    page.keyboard.press("Tab")
    assert icon.evaluate("icon => icon === document.activeElement")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == "Sort ascending"
    page.keyboard.press("Escape")
    assert icon.evaluate("icon => icon === document.activeElement") and not page.locator(".dropdown-menu").is_visible()
    page.keyboard.press(" ")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/quotes?_sort_desc=cue")
    page.locator('th[data-column="cue"] .dropdown-menu-icon').click()
    assert page.get_by_role("link", name="Sort ascending").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator(".dropdown-menu").is_visible()


@pytest.mark.parametrize("column", ["cue", "speaker_confidence"])
@pytest.mark.parametrize("width", [390, 1120])
def test_all_entries_of_a_menu_are_reached_by_keyboard(page, width, column):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/ontherecord/quotes")
    icon, menu = page.locator(f'th[data-column="{column}"] .dropdown-menu-icon'), page.locator(".dropdown-menu")
    for forward, back in (("Tab", "Shift+Tab"), ("ArrowDown", "ArrowUp")):
        icon.focus()
        page.keyboard.press("Enter")
        page.wait_for_timeout(100)
        entries = [link.text_content() for link in menu.locator("a:visible").all()]
        assert len(entries) >= 4
        told = []
        for key in [*[forward] * (len(entries) - 1), back]:
            told.append(page.evaluate("document.activeElement.textContent"))
            page.keyboard.press(key)
        assert told == entries and page.evaluate("document.activeElement.textContent") == entries[-2]
        page.keyboard.press(forward)
        page.keyboard.press(forward)
        assert (page.evaluate("document.activeElement.textContent") == entries[0]) is (forward == "ArrowDown") is menu.is_visible()
        page.keyboard.press("Escape")
        assert icon.evaluate("icon => icon === document.activeElement") and not menu.is_visible()


def test_headings_of_columns_that_are_focused_are_seen_on_a_phone(page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/ontherecord/quotes")
    heading = page.locator('th[data-column="cue"] a')
    assert page.locator("thead").bounding_box()["height"] <= 1
    heading.focus()
    assert page.locator("thead").bounding_box()["height"] > 100 and page.evaluate("document.documentElement.scrollWidth") <= 390


def test_reads_without_javascript(browser, address):
    context = browser.new_context(base_url=address, java_script_enabled=False)
    page = context.new_page()
    page.goto("/ontherecord/articles/bridge")
    assert "state-of-the-art lamps" in page.locator("main").inner_text()
    page.goto("/ontherecord/most-quoted")
    assert page.locator("tbody tr").count() == 3
    context.close()


def test_an_old_address_of_a_quote_finds_its_part(browser, tmp_path):
    """`#q…` without the place: the server does not see it, a script goes there."""
    turns, annotated = write_turns()
    start = annotated.quotes[2000].attribution.spans[0][0]
    with serve(write_site(tmp_path / "site", [(turns, annotated)])) as address:
        context = browser.new_context(base_url=address)
        page = context.new_page()
        page.goto(f"/ontherecord/articles/turns#q{start}")
        page.wait_for_url(f"**/turns?at={start}#q{start}")
        assert page.locator(f"#q{start}").count() == 1
        page.get_by_role("link", name="First part").first.click()
        page.wait_for_url("**/turns#text")
        page.get_by_role("link", name="Next part").first.click()
        assert page.get_by_text("Part 2 of").count() == 2
        page.goto("/ontherecord/articles/turns#q99999999")
        page.wait_for_url("**/turns?at=99999999#q99999999")  # there is no such place: the last part, and no further attempt
        context.close()
