"""The tagger's chances: their shapes, that they repeat, and that clear sentences come out clearly."""

import numpy as np
import pytest
import spacy
from spacy.tokens import Doc

from ontherecord.marks import find_quoted
from ontherecord.quotes.tagger import PAIR_COLUMNS, TOKEN_COLUMNS, Attached, attach, tag_tokens
from ontherecord.quotes.tagger_pairs import BEFORE, WINDOW, ancestors, marks_between
from ontherecord.quotes.tagger_spans import SPAN_COLUMNS, best_pieces, weigh, weigh_pieces

PLAIN = "The mayor said on Monday that the bridge would close in June."
INVERTED = '"We cannot wait another year," said Ana Ruiz, who runs the harbor office.'
NOT_CUE = "The bridge opened in June after a long winter, and cars crossed it at once."


def tagged(nlp, text):
    doc = nlp(text)
    return doc, tag_tokens(doc, find_quoted(text))


def place(doc, word):
    return next(token.i for token in doc if token.text == word)


TWO_PARAGRAPHS = "One paragraph.\n\nAnd another, he said.\n"


@pytest.mark.parametrize("text", [PLAIN, INVERTED, TWO_PARAGRAPHS], ids=["plain", "quoted", "paragraphs"])
def test_a_row_of_chances_for_every_token(nlp, text):
    doc, tags = tagged(nlp, text)
    assert tags.chances.shape == (len(doc), len(TOKEN_COLUMNS))
    assert ((tags.chances >= 0) & (tags.chances <= 1)).all()


def test_the_same_text_gives_the_same_numbers(nlp):
    first, second = (tagged(nlp, PLAIN + "\n\n" + INVERTED)[1] for _ in range(2))
    assert np.array_equal(first.chances, second.chances)
    assert np.array_equal(attach(first, np.array([2, 5])).chances, attach(second, np.array([2, 5])).chances)


def test_nothing_to_tag(nlp):
    doc, tags = tagged(nlp, "")
    assert len(doc) == 0
    assert tags.chances.shape == (0, len(TOKEN_COLUMNS))


def test_no_cue_to_attach_to(nlp):
    attached = attach(tagged(nlp, PLAIN)[1], np.array([], np.int64))
    assert attached.chances.shape == (0, WINDOW, len(PAIR_COLUMNS))
    assert attached.cue.shape == (0,)


@pytest.mark.parametrize(
    ("text", "cue", "source", "inside", "outside"),
    [
        (PLAIN, "said", "mayor", "bridge", "Monday"),
        (INVERTED, "said", "Ruiz", "year", "harbor"),
    ],
    ids=["that-clause", "inverted"],
)
def test_a_clear_attribution(nlp, text, cue, source, inside, outside):
    doc, tags = tagged(nlp, text)
    head = place(doc, cue)
    assert tags.chances[:, TOKEN_COLUMNS.index("cue")].argmax() == head
    attached = attach(tags, np.array([head]))
    window = attached.chances[0]
    at = {word: place(doc, word) - head + BEFORE for word in (source, inside, outside)}
    content, named = PAIR_COLUMNS.index("content"), PAIR_COLUMNS.index("source")
    assert window[at[inside], content] > 0.5 > window[at[outside], content]
    assert window[at[source], named] > 0.5 > window[at[inside], named]
    assert attached.cue[0] > 0.5


def test_no_cue_where_nobody_says_anything(nlp):
    assert tagged(nlp, NOT_CUE)[1].chances[:, TOKEN_COLUMNS.index("cue")].max() < 0.5


def test_a_batch_of_cues_is_judged_as_each_alone(nlp):
    doc, tags = tagged(nlp, PLAIN + "\n\n" + INVERTED)
    cues = np.array([token.i for token in doc if token.text == "said"])
    together = attach(tags, cues)
    for number, cue in enumerate(cues):
        assert np.allclose(together.chances[number], attach(tags, np.array([cue])).chances[0], atol=1e-5)


def test_a_pipeline_without_vectors_still_gets_chances():
    doc = Doc(spacy.blank("en").vocab, words=["She", "said", "no", "."])
    assert tag_tokens(doc, ()).chances.shape == (4, len(TOKEN_COLUMNS))


def test_ancestors_at_every_depth():
    lines = ancestors(np.array([1, 1, 1, 2]), np.array([1, 0, 1, 2]))
    assert lines.tolist() == [[1, 1, 1, 1], [0, 1, 2, 2], [0, 1, 2, 3]]


def test_quoted_stretches_counted_from_the_cue():
    stretch = np.array([0, 0, -1, -1, 1, -1, 2])
    assert marks_between(stretch, np.array([3]), np.arange(7)[None]).tolist() == [[5, 5, 0, 0, 6, 0, 7]]
    assert marks_between(stretch, np.array([4]), np.arange(7)[None]).tolist() == [[4, 4, 0, 0, 1, 0, 6]]


def attached_with(content, starts, ends):
    """One window, its first token the document's tenth, with the chances given and 0.01 elsewhere."""
    chances = np.full((1, WINDOW, len(PAIR_COLUMNS)), 0.01)
    for low, high, chance in content:
        chances[0, low:high, 0] = chance
    chances[0, starts, 1] = chances[0, ends, 2] = 0.9
    token = np.arange(10, 10 + WINDOW)[None]
    return Attached(token, np.ones((1, WINDOW), bool), chances, np.array([0.9]))


PIECES = [
    pytest.param([(4, 9, 0.9)], [4], [8], [14, 19, -1, -1], id="one-piece"),
    pytest.param([(4, 9, 0.9), (12, 20, 0.9)], [4, 12], [8, 19], [14, 19, 22, 30], id="two-pieces"),
    pytest.param([(4, 9, 0.9), (9, 12, 0.4), (12, 20, 0.9)], [4], [19], [14, 30, -1, -1], id="a-doubtful-middle-stays-in"),
    pytest.param([(4, 9, 0.9), (30, 31, 0.6)], [4], [8], [14, 19, -1, -1], id="a-stray-word-stays-out"),
    pytest.param([(0, WINDOW, 0.9)], [0], [WINDOW - 1], [10, 10 + WINDOW, -1, -1], id="the-whole-window"),
]


@pytest.mark.parametrize(("content", "starts", "ends", "expected"), PIECES)
def test_the_likeliest_content(content, starts, ends, expected):
    attached = attached_with(content, starts, ends)
    assert best_pieces(attached, weigh(attached))[0].tolist() == [expected]


def test_pieces_are_weighed_on_their_words():
    attached = attached_with([(4, 9, 0.9), (12, 20, 0.9)], [4, 12], [8, 19])
    word = np.ones(150, bool)
    word[[13, 19, 30]] = False  # marks around the two pieces
    worth = weigh(attached)
    _, best = best_pieces(attached, worth)
    proposed = np.array([[13, 20, 22, 31], [14, 19, -1, -1], [40, 50, -1, -1], [5, 19, -1, -1]])
    rows = weigh_pieces(attached, worth, best, word, np.zeros(4, int), proposed)
    column = {name: rows[:, at] for at, name in enumerate(SPAN_COLUMNS)}
    assert column["behind"][0] == pytest.approx(0, abs=1e-4)
    assert column["overlap"][0] > column["overlap"][1] > column["overlap"][2]
    assert column["start"].tolist() == pytest.approx([0.9, 0.9, 0.01, 0.01])
    assert column["break_start"].tolist() == pytest.approx([0.9, 1, 1, 1])
    assert column["clipped"].tolist() == [0, 0, 0, 1]


def test_no_cues_have_no_pieces(nlp):
    attached = attach(tagged(nlp, PLAIN)[1], np.array([], np.int64))
    pieces, worth = best_pieces(attached, weigh(attached))
    assert (pieces.shape, worth.shape) == ((0, 4), (0,))


def test_a_cue_at_the_text_s_beginning_has_its_content_after_it(nlp):
    doc, tags = tagged(nlp, "Said Ana Ruiz: “We cannot wait another year.”")
    attached = attach(tags, np.array([0]))
    (s1, e1, _, _), = best_pieces(attached, weigh(attached))[0].tolist()
    assert doc[s1].text == "We"
    assert doc[e1 - 1].text == "year"
