"""Fields: dates, columns, pieces of HTML and ids, as files write them and as the database has them."""

from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ontherecord.sources.dates import to_iso
from ontherecord.sources.fields import find_columns, settle_fields, storable
from ontherecord.sources.fragments import looks_like_markup, text_of_fragment
from ontherecord.sources.identity import claim_item, settle_ids
from ontherecord.sources.mojibake import mend_mojibake
from ontherecord.sources.raw import Asked

DATES = [
    ("2022-10-19", "2022-10-19"),
    ("2022-10-19T10:00:00Z", "2022-10-19T10:00:00+00:00"),
    ("2022-10-19T10:00:00.123+02:00", "2022-10-19T10:00:00+02:00"),
    ("2022-10-19 10:00", "2022-10-19T10:00:00"),
    ("20221019", "2022-10-19"),
    ("Wed, 19 Oct 2022 17:30:00 EDT", "2022-10-19T17:30:00-04:00"),
    ("Oct. 19, 2022", "2022-10-19"),
    ("October 19, 2022 5:30 p.m. PDT", "2022-10-19T17:30:00-07:00"),
    ("19.10.2022", "2022-10-19"),
    ("04/04/2022", "2022-04-04"),
    (1666200000, "2022-10-19T17:20:00+00:00"),
    ("1666200000000", "2022-10-19T17:20:00+00:00"),
    (date(2022, 10, 19), "2022-10-19"),
    (datetime(2022, 10, 19, 17, 30), "2022-10-19T17:30:00"),
]
NO_DATES = ["Oct 2022", "2022", "Oct 19", "10:30", "Wednesday", "yesterday", "03/04/2022", "3.4.22", "2022-13-01", "", "x" * 80, "0", True, None, [], "Updated"]


@pytest.mark.parametrize(("written", "expected"), DATES)
def test_dates(written: object, expected: str) -> None:
    assert to_iso(written) == expected


@pytest.mark.parametrize("written", NO_DATES)
def test_no_date_is_guessed(written: object) -> None:
    assert to_iso(written) is None


@given(st.text(max_size=40) | st.integers() | st.floats() | st.dates().map(str))
def test_dates_bear_anything(written: object) -> None:
    told = to_iso(written)
    assert told is None or datetime.fromisoformat(told)


FRAGMENTS = [
    ("<p>One <b>two</b>,&nbsp;three.</p><p>Four</p>", "One two,\xa0three.\n\nFour"),
    ("One<br>two\nthree<!-- no --> four", "One\ntwo three four"),
    ("<figure><img><figcaption>No</figcaption></figure>One<script>no()</script>", "One"),
    ('<blockquote class="twitter-tweet"><p>No</p></blockquote><blockquote>One</blockquote>', "One"),
    ("<ul><li>One</li><li>Two</li></ul>", "One\n\nTwo"),
    ("", ""),
    ("<!-- no -->", ""),
]


@pytest.mark.parametrize(("markup", "text"), FRAGMENTS)
def test_fragments(markup: str, text: str) -> None:
    assert text_of_fragment(markup) == text


@given(st.text(st.sampled_from("<>/pbr&;# a\n\0\ue000=\"'!-"), max_size=60) | st.text(max_size=40))
def test_fragments_bear_anything(markup: str) -> None:
    text = text_of_fragment(markup)
    assert text == text.strip() and "\n\n\n" not in text and "\ue000" not in text


@pytest.mark.parametrize(("text", "markup"), [("<p>One</p>", True), ("One <br/> two", True), ("1 < 2 and 3 > 2", False), ("<Ana Ruiz> wrote", False)])
def test_what_looks_like_markup(text: str, markup: bool) -> None:
    assert looks_like_markup(text) == markup


def test_columns_by_their_names() -> None:
    names = ["Full Text", "body", "articleBody", "pub_date", "Author", "id", "other"]
    assert find_columns(names, Asked("a")) == {
        "text": ["body", "articleBody", "Full Text"], "published": ["pub_date"], "byline": ["Author"], "id": ["id"]}
    assert find_columns(names, Asked("a", columns={"text": "other"}))["text"] == ["other"]


SETTLED = [
    ({"title": " A\n bridge "}, {"title": "A bridge"}),
    ({"title": "A &amp; <i>bridge</i>"}, {"title": "A & bridge"}),
    ({"title": "x" * 3000, "byline": {"name": "Ben Ek"}}, {"byline": "Ben Ek"}),
    ({"byline": ["Ben Ek", {"name": "Ida Ng"}, None, {}]}, {"byline": "Ben Ek, Ida Ng"}),
    ({"url": "javascript:1", "language": "English please"}, {}),
    ({"url": "https://example.org/a", "language": "EN_us"}, {"url": "https://example.org/a", "language": "en-us"}),
    ({"published": "Oct 2022", "other": "no"}, {}),
]


@pytest.mark.parametrize(("fields", "kept"), SETTLED)
def test_fields_as_the_database_has_them(fields: dict[str, object], kept: dict[str, str]) -> None:
    assert settle_fields(fields) == kept


@given(st.text(st.characters(), max_size=30))
def test_anything_becomes_storable(text: str) -> None:
    kept = storable(text)
    assert "\0" not in kept and kept.encode().decode() == kept
    assert storable(kept) == kept


ITEMS = [("17", "17"), ("https://www.example.org/a/b/", "example.org-a-b"), (" a \n b ", "a-b"), ("tag:x,1", "tag:x,1"), ("x" * 200, "x" * 100 + "-aa20c23e"),
         (None, "7692c3ad3540bb80"), ("/", "7692c3ad3540bb80")]


@pytest.mark.parametrize(("item", "claim"), ITEMS)
def test_what_an_item_adds_to_an_id(item: str | None, claim: str) -> None:
    assert claim_item(item, "one") == claim


@given(st.lists(st.tuples(st.sampled_from(["a", "b", "a-00000001", "a-00000002"]), st.binary(min_size=32, max_size=32)), unique_by=lambda pair: pair[1]))
def test_ids_are_unique_and_of_no_order(pairs: list[tuple[str, bytes]]) -> None:
    settle = lambda pairs: settle_ids([claim for claim, _ in pairs], [digest for _, digest in pairs])  # noqa: E731
    ids = settle(pairs)
    assert len(set(ids)) == len(ids)
    assert settle(pairs[::-1]) == ids[::-1]


@given(st.text(st.sampled_from("aé“”’—ñ \n.ø"), max_size=40))
def test_good_text_is_not_mended(text: str) -> None:
    assert mend_mojibake(text) == (text, False)
