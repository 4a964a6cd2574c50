"""Cleaning: what the parser does not see, and that every position maps back."""

import re
import textwrap

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
    pytest.param("One.\n\nAna Ruiz at the bridge on Monday. (AP Photo/Ben Ek)\n\nTwo.", "One.\n\n\nTwo.", id="a caption with its credit"),
    pytest.param("One.\nAna Ruiz in Troy. [Ben Ek/Getty Images]\nTwo.", "One.\nTwo.", id="a credit in square brackets"),
    pytest.param("One.\nPhoto: Ben Ek / The Troy Post\nTwo.", "One.\nTwo.", id="a picture's credit"),
    pytest.param("One.\nNot now. — Ana Ruiz (@ruiz) October 19, 2022\nTwo.", "One.\nTwo.", id="an embedded post"),
    pytest.param("One.\n— Ana Ruiz (@ana.ruiz) 19 Oct. 2022\nTwo.", "One.\nTwo.", id="the line under an embedded post"),
    pytest.param("She told\xa0 him  so.", "She told him so.", id="several spaces"),
    pytest.param("One.\nView this post on Instagram\nA post shared by Ana Ruiz (@ruiz)\nTwo.", "One.\nTwo.", id="a post of Instagram"),
    pytest.param(
        "The mayor of Troy said on Monday that the old\nbridge would be mended before the winter.\n\nShe did not say how.",
        "The mayor of Troy said on Monday that the old bridge would be mended before the winter.\n\nShe did not say how.",
        id="wrapped lines",
    ),
    pytest.param(
        "   The mayor of Troy said on Monday that the old\r\nbridge would be mended before winter.\r\n   She did not say what the people of the town\r\nwould pay.",
        " The mayor of Troy said on Monday that the old bridge would be mended before winter.\n She did not say what the people of the town would pay.",
        id="wrapped lines whose paragraphs are indented",
    ),
    pytest.param(
        "The mayor of Troy, who is forty-one, is self-\nassured and says that the bridge will stand.",
        "The mayor of Troy, who is forty-one, is self-assured and says that the bridge will stand.",
        id="a line that ends in a hyphen",
    ),
]

NOT_JOINED = [
    pytest.param("Mayor to mend the old bridge before the winter\nBy Ana Ruiz\nTROY (AP) — The mayor spoke on Monday night.", id="a headline and a byline"),
    pytest.param("The bridge is closed, the mayor said on Monday.\nThe council will meet on Tuesday to vote on it.", id="a sentence per line"),
    pytest.param("Who voted for the bridge and who was against it\n- Ana Ruiz, the mayor of the old town\n- ben ek, of the council", id="a list"),
    pytest.param("Roses are red\nand violets are blue\nand so on", id="verse: no line is long"),
    pytest.param("A long paragraph. " * 8 + "\nand another that is short", id="paragraphs wider than a printed line"),
]

NO_FURNITURE = [
    pytest.param("Advertisement spending rose by a tenth.", id="a word of an article"),
    pytest.param("Watch: this is how he does it, Smith said.", id="a sentence that opens like a label"),
    pytest.param("See https://example.org for the report, she said.", id="a link inside a sentence"),
    pytest.param("“Read more: it helps”", id="quoted words"),
    pytest.param("Related: " + "a long paragraph " * 20, id="too long for a label"),
    pytest.param("", id="an empty line"),
    pytest.param("He had worked for a news agency (AP) for years.", id="an agency in brackets, inside a sentence"),
    pytest.param("She bought the pictures (for Getty Images)", id="a credit is the last thing, and this is one", marks=pytest.mark.xfail(
        reason="a sentence whose last brackets name a picture agency is taken for a caption", strict=True)),
    pytest.param("“I took it,” said Ben Ek. (AP Photo/Ben Ek)", id="a quote is more than a caption"),
    pytest.param("She wrote as Ana Ruiz (@ruiz) until October 19, 2022", id="a name on a network, inside a sentence"),
    pytest.param("Photo: that is all she said.", id="a sentence that opens like a credit"),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_clean(text: str, expected: str) -> None:
    assert clean(text).text == expected


@pytest.mark.parametrize("paragraph", NO_FURNITURE)
def test_paragraphs_that_stay(paragraph: str) -> None:
    assert not is_furniture(paragraph)


@pytest.mark.parametrize("text", NOT_JOINED)
def test_lines_that_stay_apart(text: str) -> None:
    assert clean(text).text == text


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
        if not (character == " " and text[start:end].strip("\r\n") == ""):  # a wrapped line's end, which only its lines tell
            assert clean("x" + text[start:end] + "x").text == f"x{character}x"
        last = end


WORDS = st.lists(st.sampled_from(["mayor", "Troy", "said.", "“No,”", "half-", "bridge\xa0was", "de Leo\u0301n", "o\xadld", "\u200bnow"]), min_size=8, max_size=60)


@given(WORDS, st.integers(40, 80), st.sampled_from(["\n", "\r\n"]))
def test_wrapped_prose_maps_back(words: list[str], width: int, end: str) -> None:
    text = end.join(textwrap.wrap(" ".join(words), width, break_long_words=False, break_on_hyphens=False))
    cleaned = clean(text)
    for start, stop in ((m.start(), m.end()) for m in re.finditer(r"\S+", cleaned.text)):
        first, last = cleaned.span(start, stop)
        assert clean(text[first:last].replace("\r\n", "").replace("\n", "")).text == cleaned.text[start:stop]
    assert 0 <= cleaned.text.count("\n") <= text.count("\n")


@given(st.text(max_size=200), st.data())
def test_long_spans_begin_and_end_with_their_characters(text: str, data: st.DataObject) -> None:
    cleaned = clean(text)
    start = data.draw(st.integers(0, len(cleaned.text)))
    end = data.draw(st.integers(start, len(cleaned.text)))
    first, last = cleaned.span(start, end)
    assert 0 <= first <= last <= len(text)
    if start < end:
        assert (first, last) == (cleaned.span(start, start + 1)[0], cleaned.span(end - 1, end)[1])
