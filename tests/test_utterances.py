"""Utterances: which quotes report the same words."""

import pytest

from ontherecord.utterances import Said, find_utterances, quoted_words

CASES = [
    ("trimmed", ["“We will mend the old bridge by spring,”", "“We will mend the old bridge”"], True),
    ("split by its attribution", ["“It is the worst flood in years, and it is not over.”", "“It is the worst flood” … “in years,”"], True),
    ("accents and case", ["“La niña comes every four years”", "“la NINA comes every four years”"], True),
    ("a short quote that is whole within another", ["“I will not be there again.”", "“I will not be there,”"], True),
    ("three words are too few", ["“We will mend roads”", "“We will mend bridges”"], False),
    ("function words alone", ["“I am going to rest, and so should you”", "“I am going to sing about it”"], False),
    ("another sentence that begins alike", ["“I failed in my leadership.”", "“I failed for not raising my voice.”"], False),
    ("words outside marks do not count", ["that the old bridge will be mended by “spring”", "that the old bridge will be mended by “May”"], False),
]


@pytest.mark.parametrize(("texts", "shared"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_sharing(texts, shared):
    said = [Said(f"q{n}", "ann-lee", tuple(text.split(" … "))) for n, text in enumerate(texts)]
    assert [u.quotes for u in find_utterances(said)] == ([("q0", "q1")] if shared else [])


def test_two_speakers_never_share():
    words = ("“We will mend the old bridge by spring.”",)
    assert find_utterances([Said("a", "ann-lee", words), Said("b", "bo-diaz", words)]) == ()


def test_a_chain_through_a_third_does_not_suffice():
    first, second = "“The old bridge needs mending now.”", "“Nobody asked the river what it wants.”"
    said = [Said("a", "x", (first,)), Said("b", "x", (first, second)), Said("c", "x", (second,))]
    assert [u.quotes for u in find_utterances(said)] == [("b", "c")]


def test_quoted_words_leave_out_what_stands_outside_marks():
    assert quoted_words(["He’s “not Łukasz’s friend,” he said"]) == ("not", "lukaszs", "friend")


def test_a_slogan_in_many_wordings_is_one_utterance():
    said = [Said(f"q{n:03}", "x", (f"“We will mend the old bridge number {n}.”",)) for n in range(150)]
    (utterance,) = find_utterances(said)
    assert len(utterance.quotes) == 150


def test_words_that_everybody_uses_find_nobody_however_often():
    said = [Said(f"q{n:03}", "x", (f"“I am going to a{n} the b{n}.”",)) for n in range(150)]
    assert find_utterances([*said, Said("y", "x", ("“You and I am going to a149 the b149 now.”",))])[0].quotes == ("q149", "y")
