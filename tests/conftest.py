"""What tests share: the default pipeline, loaded once, a short way to parse a text with it, and a browser."""

import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from spacy.language import Language
from spacy.tokens import Doc

from ontherecord.parse import load_pipeline, parse

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def nlp() -> Language:
    """The default pipeline, loaded once for the whole run."""
    return load_pipeline()


def parse_text(nlp: Language, text: str) -> Doc:
    """Parse one text; odd spaces should already be plain ones, so that offsets are the text's own."""
    return next(iter(parse(nlp, [text])))


@pytest.fixture(scope="module")  # while it runs, no test can run an event loop of its own
def browser() -> Iterator["Browser"]:
    """The system's Chromium; without one the test is skipped, or fails where OTR_REQUIRE_BROWSER is set."""
    path = next((found for name in CHROMIUM if (found := shutil.which(name))), None)
    if path is None:
        stop = pytest.fail if os.environ.get("OTR_REQUIRE_BROWSER") else pytest.skip
        stop("no Chromium on this machine; install it to run the browser tests (apt-get install chromium)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield chromium
        chromium.close()
