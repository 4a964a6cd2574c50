"""axe-core in Chromium finds no serious fault on any kind of page, wide and light, narrow and dark."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from datasette.utils import tilde_encode
from site_data import ODD_ID, query, write_site
from test_browser import serve

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

KINDS = {
    "front": "/",
    "search": "/search",
    "search results": "/search?q=bridge",
    "search without results": "/search?q=zeppelin",
    "unnamed": "/unnamed",
    "about": "/about",
    "codebook": "/codebook",
    "database": "/ontherecord",
    "SQL": "/ontherecord?sql=select+id,+text+from+quotes",
    "SQL error": "/ontherecord?sql=select+nothing",
    "table": "/ontherecord/quotes",
    "filtered table": "/ontherecord/quotes?kind=direct&_search=bridge&_sort=cue&_facet=verb",
    "empty table": "/ontherecord/quotes?kind=none",
    "view": "/ontherecord/roles_table",
    "question with chart": "/ontherecord/most-quoted",
    "question with parameters": "/ontherecord/what-did-they-say?person=ida-lecka",
    "article": "/ontherecord/articles/river",
    "hostile article": f"/ontherecord/articles/{tilde_encode(ODD_ID)}",
    "person": "/ontherecord/entities/ida-lecka",
    "place": "/ontherecord/entities/troy",
    "quote": "/ontherecord/quotes/bridge-q29",
    "quote of nobody": "/ontherecord/quotes/river-q121",
    "utterance": None,
    "role": "/ontherecord/roles/ida-lecka-mayor-troy-current",
    "publication": "/ontherecord/publications/the-troy-post",
    "sentence": "/ontherecord/sentences/bridge-s96",
    "row": "/ontherecord/mentions/bridge-m6",
    "not found": "/nowhere",
}


@pytest.fixture(scope="module")
def pages(browser: "Browser", tmp_path_factory) -> Iterator["Page"]:
    """A page over the invented articles into which axe-core may be put, whatever the site's policy."""
    folder = write_site(tmp_path_factory.mktemp("site"))
    KINDS["utterance"] = f"/ontherecord/utterances/{query(folder, 'select id from utterances')[0][0]}"
    KINDS["quote of nobody"] = f"/ontherecord/quotes/{query(folder, 'select id from quotes where speaker_id is null')[0][0]}"
    with serve(folder) as address:
        context = browser.new_context(base_url=address, bypass_csp=True)
        context.add_init_script(AXE_SCRIPT)
        yield context.new_page()
        context.close()


@pytest.mark.parametrize("kind", KINDS)
def test_no_serious_fault(pages, kind):
    faults = []
    for width, scheme in ((1280, "light"), (390, "dark")):
        pages.set_viewport_size({"width": width, "height": 900})
        pages.emulate_media(color_scheme=scheme)
        if width == 1280:
            pages.goto(KINDS[kind], wait_until="domcontentloaded")
        found = pages.evaluate("async () => (await axe.run({resultTypes: ['violations']})).violations")
        faults += [(scheme, fault["id"], node["target"], node["failureSummary"]) for fault in found
                   if fault["impact"] in ("serious", "critical") for node in fault["nodes"]]
    assert faults == []
