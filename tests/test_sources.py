"""Sources: the words that name who is behind an attribution."""

import re

import pytest
from conftest import parse_text

from ontherecord.quotes.found import Found
from ontherecord.quotes.sources import find_sources

# The content stands between [ and ], a second piece too; the cue between < and >. None of these marks is parsed.
SUBJECTS = [
    ("subject before", "Ida Moe <said> [the bridge was safe].", "Ida Moe"),
    ("inverted after a quote", "[“The bridge is safe,”] <said> Ida Moe, an engineer.", "Ida Moe, an engineer"),
    ("inverted, another noun nearer the quote", "[“The bridge is safe,”] Moe <told> the council on Monday.", "Moe"),
    ("pronoun between two halves", "[“The bridge,”] she <said> [, “is safe.”]", "she"),
    ("title and name", "Council President Ida Moe <announced> [that the bridge was safe].", "Council President Ida Moe"),
    ("two people", "Ida Moe and Karl Bo <said> [the bridge was safe].", "Ida Moe and Karl Bo"),
    ("shared by a second verb", "Ida Moe came home on Friday and <said> [the bridge was safe].", "Ida Moe"),
    ("shared by a participle", "Ida Moe closed the bridge, <saying> [that it was not safe].", "Ida Moe"),
    ("infinitive", "Ida Moe wants to <ask> [how the bridge was built].", "Ida Moe"),
    ("object is not the source", "Karl Bo was told by Ida Moe, who <said> [the bridge was safe].", "who"),
    ("passive with agent", "[The bridge] was <called> [safe] by Ida Moe.", "Ida Moe"),
    ("according to", "[The bridge was safe], <according to> a report by the county.", "a report by the county"),
    ("according to, in front", "<According to> Ida Moe, [the bridge was safe].", "Ida Moe"),
    ("possessor of a noun", "Moe’s <claim> [that the bridge was safe] was false.", "Moe"),
    ("subject and object", "The engineers <told> Karl Bo [the bridge was safe].", "The engineers"),
    ("loose participle left out", "Moe, speaking in Oslo on Friday, <said> [the bridge was safe].", "Moe"),
    ("colon after a verb", "She <tweeted>: [“The bridge is safe.”]", "She"),
    ("colon after an inverted verb", "<Said> Moe: [“The bridge is safe.”]", "Moe"),
    ("bracket after the name", "Sen. Ida Moe (D-Maine) <said> [the bridge was safe].", "Sen. Ida Moe (D-Maine)"),
    ("dateline is no source", "OSLO, Norway (AP) — Ida Moe <said> [the bridge was safe].", "Ida Moe"),
]
NOBODY = [
    ("passive without agent", "[The bridge] is widely <expected> [to fall].", None),
    ("expletive subject", "It is <unclear> [whether the bridge is safe].", None),
]


def marked(text):
    """The bare text, its contents and its cue."""
    bare, spans, opened = "", {"[": [], "<": []}, {}
    for piece in re.split(r"([\[\]<>])", text):
        if piece in ("[", "<"):
            opened[piece] = len(bare)
        elif piece in ("]", ">"):
            mark = "[" if piece == "]" else "<"
            spans[mark].append((opened[mark], len(bare)))
        else:
            bare += piece
    return bare, tuple(spans["["]), (spans["<"] or [None])[0]


def sources(nlp, *texts):
    """The source's words of each marked paragraph."""
    bare, found = "", []
    for text in texts:
        piece, contents, cue = marked(text)
        at = len(bare)
        if contents:
            found.append((tuple((a + at, b + at) for a, b in contents), cue and (cue[0] + at, cue[1] + at)))
        bare += piece + "\n\n"
    doc = parse_text(nlp, bare)
    quotes = [Found(spans, cue, doc.char_span(*cue).root.i if cue else -1, "test", 1.0) for spans, cue in found]
    return [span and bare[span[0] : span[1]] for span, _, _ in find_sources(doc, quotes)]


@pytest.mark.parametrize(("text", "expected"), [c[1:] for c in SUBJECTS + NOBODY], ids=[c[0] for c in SUBJECTS + NOBODY])
def test_source_of_a_cue(nlp, text, expected):
    assert sources(nlp, text) == [expected]


CUELESS = [
    ("label", ["MOE: [The bridge is safe.]"], ["MOE"]),
    ("lead-in on its own line", ["From Chairwoman Ida Moe:\n\n[“The bridge is safe.”]"], ["Chairwoman Ida Moe"]),
    ("name and topic before a colon", ["Ida Moe on the bridge: [“It is safe.”]"], ["Ida Moe on the bridge"]),
    ("who speaks for others, and how", ["For the council, Ida Moe, with a sigh: [“It is safe.”]"], ["Ida Moe"]),
    ("asked for a verdict", ["It rained. And the verdict of Ida Moe? [“Safe.”]"], ["Ida Moe"]),
    ("whose verdict", ["Ida Moe’s answer? [“Safe.”]"], ["Ida Moe"]),
    ("a question about a verdict", ["What was the verdict? [“Safe.”]"], [None]),
    ("credit after a dash", ["[“The bridge is safe.”] — Ida Moe"], ["Ida Moe"]),
    ("verb of saying that was not taken for a cue", ["[“I did,”] Danvers said."], ["Danvers"]),
    ("sentence that does not go on", ["[“I did.”] Danvers said nothing more."], [None]),
    ("nothing around", ["The council met on Monday. [“The bridge is safe.”]"], [None]),
    (
        "turns alternate",
        ["[“Is it safe?”] Moe <asked>.", "[“It is,”] Bo <said>.", "[“How long?”]", "[“Ten years.”]"],
        ["Moe", "Bo", "Moe", "Bo"],
    ),
    (
        "no turn after a paragraph that ends with its speaker",
        ["[“It is safe,”] Moe <said>.", "[“It is not,”] Bo <said>.", "[“It may fall.”]"],
        ["Moe", "Bo", None],
    ),
    (
        "no turn when a paragraph stands between",
        ["[“Is it safe?”] Moe <asked>.", "[“It is,”] Bo <said>.", "The council met.", "[“How long?”]"],
        ["Moe", "Bo", None],
    ),
]


@pytest.mark.parametrize(("texts", "expected"), [c[1:] for c in CUELESS], ids=[c[0] for c in CUELESS])
def test_source_without_a_cue(nlp, texts, expected):
    assert sources(nlp, *texts) == expected


def test_quote_later_in_a_paragraph_has_the_speaker_of_the_one_before(nlp):
    doc = parse_text(nlp, "“It is safe,” Moe said. The wind rose. “It may fall.”")
    said = next(token for token in doc if token.text == "said")
    found = [Found(((0, 13),), (18, 22), said.i, "test", 1.0), Found(((39, 53),), None, -1, "test", 1.0)]
    assert [doc.text[slice(*span)] for span, _, _ in find_sources(doc, found)] == ["Moe", "Moe"]


def test_somebody_named_between_two_quotes_may_be_the_speaker_of_the_second(nlp):
    doc = parse_text(nlp, "“It is safe,” Moe said. Karl Bo stood by. “It may fall.”")
    said = next(token for token in doc if token.text == "said")
    found = [Found(((0, 13),), (18, 22), said.i, "test", 1.0), Found(((42, 56),), None, -1, "test", 1.0)]
    assert [span and doc.text[slice(*span)] for span, _, _ in find_sources(doc, found)] == ["Moe", None]


def test_dateline_with_an_arrow_is_no_source(nlp):
    doc = parse_text(nlp, "NORTH BAY >> Bay Councilwoman Ida Moe said the bridge was safe.")
    said = next(token for token in doc if token.text == "said")
    ((span, _, _),) = find_sources(doc, [Found(((43, 62),), (said.idx, said.idx + 4), said.i, "test", 1.0)])
    assert doc.text[slice(*span)] == "Bay Councilwoman Ida Moe"


def test_chances_are_probabilities_and_nothing_gives_nothing(nlp):
    doc = parse_text(nlp, "Moe said it was safe.")
    assert find_sources(doc, []) == []
    ((_, rule, chance),) = find_sources(doc, [Found(((9, 20),), (4, 8), 1, "test", 1.0)])
    assert rule == "subject" and 0.9 < chance <= 1
