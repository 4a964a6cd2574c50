"""Cues and contents between the tagger and the trees: what is proposed, and what the columns say of it."""

import numpy as np
import pytest
from spacy.language import Language

from ontherecord.quotes.choice import weights
from ontherecord.quotes.contents import ORIGIN, find_candidates
from ontherecord.quotes.edges import EDGES, edge_columns
from ontherecord.quotes.features import Tokens, read_tokens
from ontherecord.quotes.readings import TAGGED, TERMS, read_contents, terms, weigh_candidates
from ontherecord.quotes.tagger import Tags, tag_tokens
from ontherecord.sentences import find_sentences

NONE = np.full((1, 4), -1)
JOINED = "The mayor denied the claim and said that buses would run."
AFTER_MARK = "She called the plan “a gift to builders” in a letter on Monday."


def read_text(nlp: Language, text: str) -> tuple[Tokens, Tags]:
    doc = nlp(text)
    tokens = read_tokens(doc, find_sentences(doc), weights().clusters)
    return tokens, tag_tokens(doc, tokens.quoted)


def place(tokens: Tokens, word: str) -> int:
    return next(token.i for token in tokens.doc if token.text == word)


def test_the_taggers_content_is_proposed(nlp):
    tokens, tags = read_text(nlp, JOINED)
    reading = read_contents(tags, np.array([place(tokens, "said")]))
    found = find_candidates(tokens, reading.cues.tolist(), reading.pieces)
    assert (found.pieces == reading.pieces[0]).all(axis=1).any()


def test_nothing_is_proposed_where_the_tagger_has_nothing(nlp):
    tokens, _ = read_text(nlp, JOINED)
    assert ORIGIN["tagger"] not in find_candidates(tokens, [place(tokens, "said")], NONE).origin


def test_columns_of_the_tagger_favour_its_own_content(nlp):
    tokens, tags = read_text(nlp, JOINED)
    reading = read_contents(tags, np.array([place(tokens, "said")]))
    found = find_candidates(tokens, reading.cues.tolist(), reading.pieces)
    columns = weigh_candidates(tags, reading, found)
    own = (found.pieces == reading.pieces[0]).all(axis=1)
    behind = columns[:, TAGGED.index("behind")]
    assert columns.shape == (len(found.cue), len(TAGGED))
    assert terms(columns).shape == (len(found.cue), TERMS)
    assert behind[own].max() < behind[~own].max()


def edges(nlp: Language, text: str, cue: str, first: str, end: str) -> dict[str, float]:
    """The columns of the candidate from `first` up to the word before `end`."""
    tokens, _ = read_text(nlp, text)
    at = np.array([place(tokens, cue)])
    found = find_candidates(tokens, at.tolist(), np.array([[place(tokens, first), place(tokens, end), -1, -1]]))
    row = np.flatnonzero((found.pieces == [place(tokens, first), place(tokens, end), -1, -1]).all(axis=1))
    (columns,) = edge_columns(tokens, at, found.take(row), np.zeros(len(tokens)))
    return dict(zip(EDGES, columns.tolist(), strict=True))


@pytest.mark.parametrize(
    ("end", "joined"),
    [pytest.param("and", 3, id="the-joined-verb-follows"), pytest.param(".", 2, id="the-joined-verb-is-inside")],
)
def test_where_the_joined_verb_stands(nlp, end, joined):
    assert edges(nlp, JOINED, "denied", "the", end)["joined"] == joined


def test_no_verb_is_joined(nlp):
    assert edges(nlp, AFTER_MARK, "called", "the", "in")["joined"] == 0


@pytest.mark.parametrize(
    ("end", "after"),
    [pytest.param("in", 0, id="ends-on-the-mark"), pytest.param("on", 3, id="three-words-after-it")],
)
def test_what_follows_the_closing_mark(nlp, end, after):
    assert edges(nlp, AFTER_MARK, "called", "the", end)["after_mark"] == after


def test_no_closing_mark(nlp):
    assert edges(nlp, JOINED, "denied", "the", "and")["after_mark"] == -1
