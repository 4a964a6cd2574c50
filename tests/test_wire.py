"""Near-duplicates: which texts are one text at bottom, whatever the order, and which only share words."""

import random

import pytest

from ontherecord.records import Article
from ontherecord.wire import find_wire_groups, shingles_of

NOUNS = "bridge council mayor winter vote river money town plan road letter budget union school lawyer court tax report week house".split()
VERBS = "mended voted closed counted praised feared signed blocked opened delayed funded crossed painted".split()


def invent(seed: int, sentences: int = 20) -> list[str]:
    """Sentences that no other seed gives."""
    chance = random.Random(seed)
    pick = lambda: f"the {chance.choice(NOUNS)} of {chance.randrange(10_000)} {chance.choice(VERBS)} a {chance.choice(NOUNS)}"  # noqa: E731
    return [f"On day {chance.randrange(1_000)} {pick()} and then {pick()}." for _ in range(sentences)]


def articles(**texts: str) -> list[Article]:
    return [Article(id, f"{id}.txt", text) for id, text in texts.items()]


BASE, OTHER = invent(1), invent(2)
WHOLE = "\n\n".join(BASE)
QUOTES = "“We will mend the old bridge before the winter comes to this town,” said Ana Ruiz, the mayor of Troy."
PAIRS = [
    pytest.param(WHOLE, "\n".join(BASE[:12]), True, id="cut from the end"),
    pytest.param(WHOLE, "TROY (AP) — " + WHOLE.upper(), True, id="other paragraphs, case and a dateline"),
    pytest.param(WHOLE, "\n\n".join(s.replace("On day", "It was told that on day") for s in BASE), True, id="lightly edited"),
    pytest.param(WHOLE, "\n\n".join([*OTHER[:6], *BASE[:10]]), True, id="a local beginning"),
    pytest.param(WHOLE, "\n\n".join(OTHER), False, id="another text"),
    pytest.param("\n\n".join([*BASE, QUOTES]), "\n\n".join([*OTHER, QUOTES]), False, id="the same quote in two reports"),
    pytest.param("\n\n".join([*BASE, *invent(3, 5)]), "\n\n".join([*OTHER, *invent(3, 5)]), False, id="the same background in two reports"),
    pytest.param("No comment, she said.", "No comment, she said. Then she left.", False, id="a few words"),
    pytest.param("", "", False, id="nothing"),
]


@pytest.mark.parametrize(("one", "other", "same"), PAIRS)
def test_pairs(one: str, other: str, same: bool) -> None:
    found = find_wire_groups(articles(a=one, b=other))
    longest = max(("b", one), ("a", other), key=lambda pair: -len(shingles_of(pair[1])))[0]
    assert found == ({"a": longest, "b": longest} if same else {})


def test_no_chain_through_a_third_text() -> None:
    found = find_wire_groups(articles(a="\n".join(BASE), b="\n".join(BASE[14:] + OTHER[:6]), c="\n".join(OTHER)))
    assert found.get("a") != found.get("c") or found == {}


def test_order_changes_nothing_and_groups_are_whole() -> None:
    given = [Article(f"{n}-{cut}", "x", "\n".join(invent(n)[:cut])) for n in range(12) for cut in (20, 15, 10)]
    found = find_wire_groups(given)
    assert found == {f"{n}-{cut}": f"{n}-20" for n in range(12) for cut in (20, 15, 10)}
    for seed in range(3):
        random.Random(seed).shuffle(given)
        assert find_wire_groups(given) == found


def test_article_taken_away() -> None:
    given = articles(a="\n".join(BASE), b="\n".join(BASE[:14]), c="\n".join(OTHER))
    assert find_wire_groups([given[0], given[2]]) == {} == find_wire_groups([])
    assert find_wire_groups(given) == {"a": "a", "b": "a"}


def test_many_texts_with_one_boilerplate() -> None:
    boilerplate = "Write to the desk of the paper with what you know of this and we will call you back at once, day or night."
    assert find_wire_groups([Article(str(n), "x", "\n".join([*invent(n, 12), boilerplate])) for n in range(300)]) == {}
