"""Sentences: boundaries mended, credits told from prose, datelines read."""

import pytest
from conftest import parse_text

from ontherecord.sentences import find_dateline, find_sentences


def split(nlp, text):
    """(text, paragraph, credit) of each sentence."""
    return [(text[s.start : s.end], s.paragraph, s.credit) for s in find_sentences(parse_text(nlp, text))]


BOUNDARIES = [
    pytest.param("One stayed.\n\nTwo left.", ["One stayed.", "Two left."], id="never-crosses-a-paragraph"),
    pytest.param("No.\n\nMS. HOLM-ADE (Ulva North): I agree.", ["No.", "MS. HOLM-ADE (Ulva North): I agree."], id="honorific-in-capitals"),
    pytest.param("It sued the SEC. Ann Hale left.", ["It sued the SEC.", "Ann Hale left."], id="an-acronym-that-looks-like-a-title"),
    pytest.param("  One stayed.  \n", ["One stayed."], id="white-space-trimmed"),
    pytest.param(
        "“The trucks came at night. They took the tents.” The mayor was away.",
        ["“The trucks came at night.", "They took the tents.”", "The mayor was away."],
        id="closing-mark-stays-with-its-sentence",
    ),
    pytest.param(
        "She said: \"The road is shut. Go round by the mill.\" \"No,\" he said.",
        ["She said: \"The road is shut.", "Go round by the mill.\"", "\"No,\" he said."],
        id="straight-mark-that-opens-is-not-given-back",
    ),
    pytest.param(
        "The ferry is late (it often is.) Nobody minds.",
        ["The ferry is late (it often is.)", "Nobody minds."],
        id="closing-bracket-stays",
    ),
    pytest.param("Sen. Ada Marsh met Gov. Lou Hale on Monday.", ["Sen. Ada Marsh met Gov. Lou Hale on Monday."], id="title-abbreviations"),
    pytest.param("U.S. Sens. Ada Marsh and Lou Hale agreed.", ["U.S. Sens. Ada Marsh and Lou Hale agreed."], id="place-then-title"),
    pytest.param("The land went to J. P. Hale in May.", ["The land went to J. P. Hale in May."], id="initials"),
    pytest.param(
        "Ada Marsh left it to Wendell Tate Jr. In June the bank took it.",
        ["Ada Marsh left it to Wendell Tate Jr.", "In June the bank took it."],
        id="junior-may-end-a-sentence",
    ),
    pytest.param("“Where is the money?” Harriet Bowdler asked.", ["“Where is the money?” Harriet Bowdler asked."], id="question-then-name-and-verb"),
    pytest.param("“In the account!” shouted the clerk.", ["“In the account!” shouted the clerk."], id="cry-then-verb-and-subject"),
    pytest.param(
        "“Where is the money?” The auditors left the room.",
        ["“Where is the money?”", "The auditors left the room."],
        id="question-then-no-reporting-verb",
    ),
    pytest.param("HUERTA: Then I was misinformed.", ["HUERTA: Then I was misinformed."], id="label-stays-with-its-turn"),
    pytest.param(
        "Winnie Sugrue ran the bar from ’74 to ’01. ’Twas a loud house.",
        ["Winnie Sugrue ran the bar from ’74 to ’01.", "’Twas a loud house."],
        id="apostrophe-that-begins-a-word",
    ),
]


@pytest.mark.parametrize("text, expected", BOUNDARIES)
def test_boundaries(nlp, text, expected):
    assert [s for s, _, _ in split(nlp, text)] == expected


def test_paragraphs_count_from_one(nlp):
    assert [p for _, p, _ in split(nlp, "One stayed. Two left.\n\n\nThree came.\nFour sat.")] == [1, 1, 2, 3]


CREDITS = [
    pytest.param("By Jane Doe\n\nThe road is shut.", ["By Jane Doe"], id="byline"),
    pytest.param("By Jane Doe and John Roe, Staff Writers\n\nThe road is shut.", ["By Jane Doe and John Roe, Staff Writers"], id="byline-of-two"),
    pytest.param("JANE DOE Staff Writer\n\nThe road is shut.", ["JANE DOE Staff Writer"], id="writer-line"),
    pytest.param("Associated Press\n\nThe road is shut.", ["Associated Press"], id="agency-alone"),
    pytest.param("Coastal News Service\n\nThe road is shut.", ["Coastal News Service"], id="agency-by-its-last-word"),
    pytest.param("The road is shut.\n\n(Reporting by Jane Doe; Editing by John Roe)", ["(Reporting by Jane Doe; Editing by John Roe)"], id="closing-credit"),
    pytest.param("LOS ANGELES >> The road is shut.", ["LOS ANGELES >>"], id="dateline-with-arrows"),
    pytest.param("(The Center Square) – The road is shut.", ["(The Center Square) –"], id="dateline-of-an-agency"),
    pytest.param("WASHINGTON (AP) — The road is shut.", ["WASHINGTON (AP) —"], id="dateline-place-and-agency"),
    pytest.param("NARROW INLET, British Columbia — The road is shut.", ["NARROW INLET, British Columbia —"], id="dateline-place-and-region"),
    pytest.param("FLINT, Mich., Oct. 4 (UPI) — The road is shut.", ["FLINT, Mich., Oct. 4 (UPI) —"], id="dateline-with-date"),
    pytest.param("PORT ELLEN, 3 May (Delta Press) — The road is shut.", ["PORT ELLEN, 3 May (Delta Press) —"], id="dateline-whose-day-comes-first"),
    pytest.param("ABBEY Road, 3 May — and then June.", [], id="a-date-in-prose-is-no-dateline"),
    pytest.param("By the river the road is shut.", [], id="by-in-prose-is-no-byline"),
    pytest.param("By some measures, Ada has a case; others doubt it.", [], id="by-and-a-semicolon-in-prose"),
    pytest.param("By Monday the road was shut.", [], id="by-and-a-day-is-no-byline"),
    pytest.param("The press was late — and so was Ada.", [], id="dash-in-prose-is-no-dateline"),
    pytest.param("BREAKING - The road is shut.", [], id="banner-is-no-dateline"),
    pytest.param("She read the Times.", [], id="sentence-that-ends-in-a-paper"),
    pytest.param("Where to eat", [], id="heading"),
]


@pytest.mark.parametrize("text, expected", CREDITS)
def test_credits(nlp, text, expected):
    assert [s for s, _, credit in split(nlp, text) if credit] == expected


DATELINES = [
    pytest.param("(The Center Square) – The road is shut.", ("The Center Square", None), id="agency"),
    pytest.param("LOS ANGELES >> The road is shut.", (None, "LOS ANGELES"), id="place"),
    pytest.param("NARROW INLET, British Columbia — The road is shut.", (None, "NARROW INLET, British Columbia"), id="place-and-region"),
    pytest.param("WASHINGTON (AP) — The road is shut.", ("AP", "WASHINGTON"), id="both"),
    pytest.param("LOS ANGELES, Sept. 28 (UPI) — The road is shut.", ("UPI", "LOS ANGELES"), id="the-date-is-no-place"),
    pytest.param("Coastal News Service\n\nThe road is shut.", (None, None), id="agency-line-is-no-dateline"),
    pytest.param("The road is shut.", (None, None), id="none"),
]


@pytest.mark.parametrize("text, expected", DATELINES)
def test_dateline(nlp, text, expected):
    doc = parse_text(nlp, text)
    assert find_dateline(doc, find_sentences(doc)) == expected


def test_dateline_is_parted_from_what_follows(nlp):
    assert [s for s, _, _ in split(nlp, "LOS ANGELES >> The road is shut. It rained.")] == ["LOS ANGELES >>", "The road is shut.", "It rained."]


@pytest.mark.parametrize("text", ["", "\n\n", "   ", "“", "...\n\n”"], ids=["empty", "newlines", "spaces", "mark", "marks-only"])
def test_degenerate_texts(nlp, text):
    assert all(text[s.start : s.end].strip() for s in find_sentences(parse_text(nlp, text)))
