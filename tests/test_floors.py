"""Quality has floors: what the pipeline reaches on the gold that the project owns, set in benchmarks/floors.toml."""

import tomllib
from collections.abc import Callable
from functools import cache

import pytest

from benchmarks.floors import AT_MOST, FILE
from benchmarks.gold import ROOT, measure_set
from benchmarks.marked import make_gold, read_marked
from benchmarks.scoring.gold import KINDS
from benchmarks.scoring.gold_sets import find_sets
from benchmarks.scoring.tally import flatten

SETS = {each.name: each for each in find_sets(ROOT)}
FLOORS = tomllib.loads(FILE.read_text(encoding="utf-8"))
INVENTED = ("beats", "cases", "desks", "editions")
MARKED = sorted((ROOT / "tests" / "gold").glob("*/marked/*.txt"))
QUOTES_OF_A_KIND = 60


@pytest.fixture(scope="session")
def numbers(tmp_path_factory) -> Callable[[str], dict[str, object]]:
    """The numbers of a gold set by its name; each is built and scored once per session."""
    store = tmp_path_factory.mktemp("annotations")
    return cache(lambda name: flatten(measure_set(SETS[name], store=store)[0]))


@pytest.mark.parametrize("name, measure, floor", [(name, *each) for name, floors in FLOORS.items() for each in floors.items()])
def test_floor(numbers, name, measure, floor):
    value = numbers(name)[measure]
    if isinstance(floor, str):  # as `3 of 3`: nothing may be missed
        assert value == floor, f"{name}: {measure} is {value}, its floor {floor}"
    elif measure in AT_MOST:
        assert value <= floor, f"{name}: {measure} is {value}, at most {floor} is allowed"
    else:
        assert value >= floor, f"{name}: {measure} is {value}, its floor {floor}"


@pytest.mark.parametrize("kind", KINDS)
def test_the_invented_articles_hold_enough_quotes(kind):
    quotes = [quote for name in INVENTED for article in SETS[name].gold for quote in article["quotes"]]
    assert sum(quote["must"] and quote["kind"] == kind for quote in quotes) >= QUOTES_OF_A_KIND


@pytest.mark.parametrize("name", SETS)
def test_gold_spans_give_back_their_words(name):
    for gold in SETS[name].gold:
        text = (SETS[name].texts / f"{gold['article']}.txt").read_bytes().decode()
        for quote in gold["quotes"]:
            assert quote["text"] == " … ".join(text[start:end] for start, end in quote["spans"])
        for pronoun in gold["pronouns"]:
            assert pronoun["text"] == text[slice(*pronoun["span"])]


@pytest.mark.parametrize("path", MARKED, ids=lambda path: path.stem)
def test_gold_is_what_the_marked_articles_say(path):
    marked = read_marked(path.read_text(encoding="utf-8"))
    own = SETS[path.parent.parent.name]
    (gold,) = [gold for gold in own.gold if gold["article"] == path.stem]
    made = make_gold(path.stem, marked)
    assert flatten(made).keys() == flatten(gold).keys()
    assert [quote["text"] for quote in made["quotes"]] == [quote["text"] for quote in gold["quotes"]]
    assert (own.texts / path.name).read_text(encoding="utf-8") == marked.text
