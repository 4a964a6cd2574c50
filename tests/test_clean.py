"""Cleaning: what the parser does not see, and that every position maps back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ontherecord.clean import clean, is_furniture

CASES = [
    pytest.param("Plain text.\n\nTwo lines.", "Plain text.\n\nTwo lines.", id="nothing to do"),
    pytest.param("CBS\xa0Los\u202fAngeles\tsaid", "CBS Los Angeles said", id="odd spaces are plain ones"),
    pytest.param("resig\xadnation\u200b of\u2060", "resignation of", id="soft hyphens and zero-width characters go"),
    pytest.param("one\r\ntwo\rthree\u2028four", "one\ntwo\nthree\nfour", id="line ends of other systems"),
    pytest.param("Kevin de Leo\u0301n", "Kevin de León", id="an accent set apart joins its letter"),
    pytest.param("x\u0303 marks", "x\u0303 marks", id="no single letter carries the accent"),
    pytest.param("One.\n\nADVERTISEMENT\n\nTwo.", "One.\n\n\nTwo.", id="an advertisement"),
    pytest.param("One.\nRead more: Mayor to resign\nTwo.", "One.\nTwo.", id="a link to another article"),
    pytest.param("One.\nhttps://example.org/a?b=c\nTwo.", "One.\nTwo.", id="a bare link"),
    pytest.param("One.\r\n— Advertisement —\r\nTwo.", "One.\nTwo.", id="furniture with odd line ends"),
    pytest.param("“Straight quotes” aren’t", "“Straight quotes” aren’t", id="quotation marks stay"),
    pytest.param("Advertisement", "", id="nothing but furniture"),
]

NO_FURNITURE = [
    pytest.param("Advertisement spending rose by a tenth.", id="a word of an article"),
    pytest.param("Watch: this is how he does it, Smith said.", id="a sentence that opens like a label"),
    pytest.param("See https://example.org for the report, she said.", id="a link inside a sentence"),
    pytest.param("“Read more: it helps”", id="quoted words"),
    pytest.param("Related: " + "a long paragraph " * 20, id="too long for a label"),
    pytest.param("", id="an empty line"),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_clean(text: str, expected: str) -> None:
    assert clean(text).text == expected


@pytest.mark.parametrize("paragraph", NO_FURNITURE)
def test_paragraphs_that_stay(paragraph: str) -> None:
    assert not is_furniture(paragraph)


def test_text_that_needs_nothing_is_not_copied() -> None:
    text = "Plain text."
    assert clean(text).text is text
    assert clean(text).identity


def test_spans_map_back() -> None:
    text = "\u200bKevin de Leo\u0301n\xa0said\n\nADVERTISEMENT\n\nthat resig\xadnation"
    cleaned = clean(text)
    for words, original in {"León": "Leo\u0301n", "Leo": None, "resignation": "resig\xadnation", "that": "that"}.items():
        start = cleaned.text.find(words)
        if original is None:
            assert start == -1
        else:
            first, last = cleaned.span(start, start + len(words))
            assert text[first:last] == original


PIECES = ["word", " ", "\n", "\r\n", "\r", "\xa0", "\xad", "\u200b", "e\u0301", "x\u0303", "é", "“", "\U0001f600", "\ufeff", "\x0c"]
LINES = ["ADVERTISEMENT\n", "Read more: this\n", "https://example.org\n"]


@given(st.lists(st.sampled_from(PIECES + LINES) | st.text(max_size=5), max_size=30).map("".join))
def test_every_span_gives_back_its_characters(text: str) -> None:
    cleaned = clean(text)
    assert cleaned.identity == all(cleaned.span(i, i + 1) == (i, i + 1) for i in range(len(cleaned.text)))
    last = 0
    for i, character in enumerate(cleaned.text):
        start, end = cleaned.span(i, i + 1)
        assert last <= start < end <= len(text)
        assert clean("x" + text[start:end] + "x").text == f"x{character}x"
        last = end


@given(st.text(max_size=200), st.data())
def test_long_spans_begin_and_end_with_their_characters(text: str, data: st.DataObject) -> None:
    cleaned = clean(text)
    start = data.draw(st.integers(0, len(cleaned.text)))
    end = data.draw(st.integers(start, len(cleaned.text)))
    first, last = cleaned.span(start, end)
    assert 0 <= first <= last <= len(text)
    if start < end:
        assert (first, last) == (cleaned.span(start, start + 1)[0], cleaned.span(end - 1, end)[1])
