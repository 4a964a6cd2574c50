"""What quotes state of themselves: the fitted lines, and that they are applied."""

import pytest

from ontherecord.quotes import confidence, find_attributions
from ontherecord.quotes.confidence import lines, state
from ontherecord.sentences import find_sentences

QUOTE_RULES = {"cue", "label", "credit", "lead-in", "turn", "alone"}
SOURCE_RULES = {"chosen", "nobody", "label", "credit", "same-paragraph", "turn", "no-cue"}
EVERY = [pytest.param(what, rule, id=f"{what}-{rule}") for what, rules in lines().items() for rule in rules]
CHANCES = [n / 100 for n in range(101)]


def test_every_rule_has_a_line():
    assert QUOTE_RULES <= set(lines()["quote"]) and SOURCE_RULES <= set(lines()["source"])


@pytest.mark.parametrize(("what", "rule"), EVERY)
def test_what_is_stated_rises_with_the_chance_between_none_and_all(what, rule):
    stated = [state(lines()[what][rule], chance) for chance in CHANCES]
    assert stated == sorted(stated) and 0 < stated[0] and stated[-1] < 1


STATED = [
    pytest.param((1.0, 0.0), 0.6, 0.6, id="slope-one-is-as-it-was"),
    pytest.param((1.0, 0.0), 0.123456, 0.1235, id="rounded"),
    pytest.param((0.5, 0.0), 0.9, 0.75, id="half-the-log-odds"),
    pytest.param((1.0, -1.0986123), 0.75, 0.5, id="offset-lowers"),
    pytest.param((0.0, 1.0986123), 1.0, 0.75, id="no-slope-is-one-share"),
    pytest.param((1.0, 0.0), 1.0, 0.997, id="never-certain"),
    pytest.param((1.0, 0.0), 0.0, 0.003, id="never-impossible"),
]


@pytest.mark.parametrize(("line", "chance", "expected"), STATED)
def test_state(line, chance, expected):
    assert state(line, chance) == expected


def test_lines_are_applied_and_change_nothing_else(nlp, monkeypatch):
    doc = nlp("Ida Moe said the pier was old. “It is,” Karl Bo said.")
    before = find_attributions(doc, find_sentences(doc))
    flat = {what: dict.fromkeys(rules, (0.0, -1.0986123)) for what, rules in lines().items()}
    monkeypatch.setattr(confidence, "lines", lambda: flat)
    after = find_attributions(doc, find_sentences(doc))
    assert {(a.confidence, a.source_confidence) for a in after} == {(0.25, 0.25)}
    assert [(a.spans, a.cue, a.source, a.rule) for a in after] == [(a.spans, a.cue, a.source, a.rule) for a in before]
