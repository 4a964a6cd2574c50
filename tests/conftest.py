"""What tests share: the default pipeline, loaded once, and a short way to parse a text with it."""

import pytest
from spacy.language import Language
from spacy.tokens import Doc

from ontherecord.parse import load_pipeline, parse


@pytest.fixture(scope="session")
def nlp() -> Language:
    """The default pipeline, loaded once for the whole run."""
    return load_pipeline()


def parse_text(nlp: Language, text: str) -> Doc:
    """Parse one text; odd spaces should already be plain ones, so that offsets are the text's own."""
    return next(iter(parse(nlp, [text])))
