"""Quoted stretches of a text: every way of writing quotation marks, and what only looks like one."""

import pytest

from ontherecord.marks import find_quoted

CASES = [
    pytest.param("“Yes,” she said. “No.”", ["“Yes,”", "“No.”"], id="curly"),
    pytest.param('"Yes," she said. "No."', ['"Yes,"', '"No."'], id="straight"),
    pytest.param("``Yes,'' she said. ''No.''", ["``Yes,''", "''No.''"], id="backticks-and-apostrophes"),
    pytest.param("«Yes», she said.", ["«Yes»"], id="guillemets"),
    pytest.param("»Yes,« she said. »No.«", ["»Yes,«", "»No.«"], id="guillemets pointing inwards"),
    pytest.param("„Yes,“ she said. „No.“", ["„Yes,“", "„No.“"], id="low-high"),
    pytest.param("”Yes,” she said.", ["”Yes,”"], id="opening-mark-the-wrong-way"),
    pytest.param("“Yes,“ she said.", ["“Yes,“"], id="closing-mark-the-wrong-way"),
    pytest.param("‘It’s the boys’ turn,’ he said.", ["‘It’s the boys’ turn,’"], id="single-with-apostrophes"),
    pytest.param("'I don't,' he said, 'not now.'", ["'I don't,'", "'not now.'"], id="straight-single"),
    pytest.param("“She said ‘no’ to me,” he said.", ["“She said ‘no’ to me,”"], id="quote-in-quote"),
    pytest.param("“I heard “no” from him,” he said.", ["“I heard “no” from him,”"], id="same-marks-inside"),
    pytest.param("“One.\n\n“Two,” he said.", ["“One.", "“Two,”"], id="opening-mark-on-each-paragraph"),
    pytest.param("“One.\n\nTwo,” he said.", ["“One.", "Two,”"], id="runs-on-without-a-mark"),
    pytest.param("She said “no\nHe left.", ["“no"], id="never-closed"),
    pytest.param("“One, he said. “Two.”", ["“One,", "“Two.”"], id="reopened"),
    pytest.param('"One, said Ann Lee, a vet. "Two."', ['"One,', '"Two."'], id="reopened-straight"),
    pytest.param('"I heard "no" from him," he said.', ['"I heard "no" from him,"'], id="same-straight-marks-inside"),
    pytest.param("“I called, she said nothing.\n\n“Then I left.”", ["“I called, she said nothing.", "“Then I left.”"], id="said-within-what-runs-on"),
    pytest.param("“Wait, Ann Lee said.", ["“Wait,"], id="never-closed-before-its-attribution"),
    pytest.param("The dogs’ bowls and the cat’s", [], id="apostrophes"),
    pytest.param("In the ‘80s and ’90s, ‘til closing", [], id="years-and-clipped-words"),
    pytest.param("He is 6'2\" and a 19\" wheel", [], id="primes"),
    pytest.param('"No," she said, by a 12" pipe.', ['"No,"'], id="primes-after-speech"),
    pytest.param("‘They said “no”, so we left,’ she said. ‘Now.’", ["‘They said “no”, so we left,’", "‘Now.’"], id="single-around-double"),
    pytest.param("The ’80s and ‘the “old” bar", ["“old”"], id="single-never-closed-around-double"),
    pytest.param("’Twas late, and ’em all", [], id="clipped-first-word"),
    pytest.param("", [], id="empty"),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_finds_quoted_stretches(text: str, expected: list[str]) -> None:
    assert [text[quoted.start : quoted.end] for quoted in find_quoted(text)] == expected


@pytest.mark.parametrize(("text", "closed"), [("“One.\n“Two.”", [False, True]), ("“One.”", [True])], ids=["run-on", "closed"])
def test_tells_whether_a_stretch_is_closed(text: str, closed: list[bool]) -> None:
    assert [quoted.closed for quoted in find_quoted(text)] == closed
