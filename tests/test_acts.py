"""Acts: spoken, written, thought, or shown by evidence."""

import pytest
from conftest import parse_text
from test_sources import marked

from ontherecord.quotes.acts import find_act
from ontherecord.quotes.found import Found

# As in test_sources; the source stands between { and }.
ACTS = [
    ("said", "{Ida Moe} <said> [the bridge was safe].", "speech"),
    ("announced", "{The council} <announced> [a new bridge].", "speech"),
    ("demand as a noun", "{Moe}’s <demand> [for a new bridge] was heard.", "speech"),
    ("according to a person", "[The bridge was safe], <according to> {Ida Moe}.", "speech"),
    ("quotation marks make an utterance of a belief", "{Moe} <believes> [the bridge is “a wonder”].", "speech"),
    ("light verb with a telling object", "{Moe} <made> the argument [that the bridge was safe].", "speech"),
    ("no cue", "MOE: [The bridge is safe.]", "speech"),
    ("wrote", "[“The bridge is safe,”] {Moe} <wrote>.", "writing"),
    ("said in a statement", "[“The bridge is safe,”] {Moe} <said> in a statement.", "writing"),
    ("said on a platform", "{Moe} <said> on Twitter [that the bridge was safe].", "writing"),
    ("took to a platform", "{Moe} took to Twitter to <say> [that the bridge was safe].", "writing"),
    ("took to the stage", "{Moe} took to the stage to <say> [that the bridge was safe].", "speech"),
    ("writing for", "Writing for the town's weekly, {Moe} <noted> [that the bridge was safe].", "writing"),
    ("working for", "Working for the town's weekly, {Moe} <noted> [that the bridge was safe].", "speech"),
    ("a letter says", "{The letter} <says> [the bridge is safe].", "writing"),
    ("a newspaper reports", "{The Oslo Times} <reported> [that the bridge was safe].", "writing"),
    ("according to a newspaper", "[The bridge was safe], <according to> {the Daily Ledger}.", "writing"),
    ("believes", "{Ida Moe} <believes> [the bridge is safe].", "thought"),
    ("hopes", "{She} <hopes> [the bridge will stand].", "thought"),
    ("wants", "{The mayor} <wants> [to close the bridge].", "thought"),
    ("fear as a noun", "The <fear> [that the bridge may fall] grew.", "thought"),
    ("adjective of belief", "{Moe} is <sure> [the bridge is safe].", "thought"),
    ("declined to comment", "{The mill} <declined> [to comment].", "thought"),
    ("refused something else", "{The mill} <refused> [to pay for the bridge].", "speech"),
    ("would not say whether", "{The mill} would not <say> [whether it would pay].", "thought"),
    ("never said which", "{Moe} has never <said> [which bridge was meant].", "thought"),
    ("neither would say", "{Neither Moe nor Lund} would <say> [where the money went].", "thought"),
    ("if one says", "If {Moe} <says> [that it was safe], the mill will close.", "thought"),
    ("some may ask", "{Some} may <ask> [why the bridge matters].", "thought"),
    ("will announce", "{The council} will <announce> [a new bridge] on Friday.", "thought"),
    ("the answer no in single marks", "['No,'] {she} <said>.", "speech"),
    ("not only said", "{Moe} not only <said> [that the bridge was safe] but danced on it.", "speech"),
    ("not only one said", "{Not only Moe} but also Lund <said> [that the bridge was safe].", "speech"),
    ("not one but another said", "{Not Moe} but Lund <said> [that the bridge was safe].", "speech"),
    ("nobody said", "{No driver} <said> [that the bridge was safe].", "thought"),
    ("said that it was not", "{Moe} <said> [that the bridge was not safe].", "speech"),
    ("quoted thought", "[“Perhaps it will stand,”] {he} <thought>.", "thought"),
    ("wish to speak only", "{Moe} <plans> [to announce a new bridge].", "thought"),
    ("light verb with a belief", "{Moe} <has> a hunch and the hope [that the bridge will stand].", "thought"),
    ("poll shows", "{A poll} <shows> [that most want a new bridge].", "evidence"),
    ("study found", "{The study} <found> [the bridge unsafe].", "evidence"),
    ("according to data", "[Ten bridges fell], <according to> {county data}.", "evidence"),
    ("a letter shows", "{The letter} <shows> [that the mayor knew].", "evidence"),
    ("a letter suggests", "{The letter} <suggests> [that the bridge be closed].", "writing"),
    ("put at a number", "{Officials} <put> [the number of dead at four].", "speech"),
    ("a survey puts it", "{The survey} <put> [her lead at four points].", "evidence"),
    ("people find, too", "{The judge} <found> [the bridge unsafe].", "speech"),
    ("people indicate", "{Moe} <indicated> [that the bridge was safe].", "speech"),
    ("a body of people is no thing", "{The survey team} <said> [the bridge was safe].", "speech"),
]


@pytest.mark.parametrize(("text", "expected"), [c[1:] for c in ACTS], ids=[c[0] for c in ACTS])
def test_act(nlp, text, expected):
    bare, contents, cue = marked(text.replace("{", "").replace("}", ""))
    words = text[text.index("{") + 1 : text.index("}")] if "{" in text else None
    source = (bare.index(words), bare.index(words) + len(words)) if words else None
    doc = parse_text(nlp, bare)
    head = doc.char_span(*cue).root.i if cue else -1
    assert find_act(doc, Found(contents, cue, head, "test", 1.0), source) == expected
