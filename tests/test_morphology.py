"""Morphology says of every token exactly what the whole pipeline says."""

from pathlib import Path

import pytest
import spacy
from spacy.attrs import DEP, HEAD, LEMMA, MORPH, POS, SENT_START, TAG

from ontherecord.morphology import RULER, is_simple
from ontherecord.parse import parse

ARTICLES = sorted((Path(__file__).parent / "articles").rglob("*.txt"))
TEXTS = {
    "rules about several words": "There's no way. Let's go, y'all! He ain't gonna do it; I've gotta go. C'mon, there were three.",
    "words that rules name": "Nothin' doin', 'em said. He'd gone, she'd go, and I'll have had what you'd had. Which it did.",
    "spaces and new lines": " There\n\nare  two .\n",
    "one of several words alone": "Let",
    "no words": "",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_special_words_are_described_as_by_the_whole_pipeline(nlp, text):
    assert described(parse(nlp, [text])) == described(nlp.pipe([text]))


def test_articles_are_described_as_by_the_whole_pipeline(nlp):
    texts = [path.read_text(encoding="utf-8") for path in ARTICLES]
    assert texts and described(parse(nlp, texts)) == described(nlp.pipe(texts))


@pytest.mark.parametrize(
    ("rule", "simple"),
    [
        ({"patterns": [[{"TAG": "IN", "LOWER": "to"}]], "attrs": {"POS": "PART"}}, True),
        ({"patterns": [[{"LOWER": "thru"}]], "attrs": {"NORM": "through"}}, False),
        ({"patterns": [[{"SHAPE": "dd"}]], "attrs": {"POS": "NUM"}}, False),
        ({"patterns": [[{"LOWER": {"FUZZY": "there"}}]], "attrs": {"POS": "PRON"}}, False),
        ({"patterns": [[{"LOWER": "so", "OP": "+"}]], "attrs": {"POS": "ADV"}}, False),
    ],
    ids=["tag and word", "sets more", "shape", "a word nearly", "repeated words"],
)
def test_pipelines_whose_rules_ask_for_more_are_left_as_they_are(rule, simple):
    pipeline = spacy.blank("en")
    pipeline.add_pipe(RULER).add_patterns([rule])
    pipeline.add_pipe("lemmatizer")
    assert is_simple(pipeline) is simple


def described(docs):
    return [doc.to_array([TAG, POS, DEP, HEAD, MORPH, LEMMA, SENT_START]).tolist() for doc in docs]
