"""Linking: who is the same in more than one article."""

import random

import pytest

from ontherecord.folding import LONGEST, slug
from ontherecord.linking import ArticleChains, PersonName, link_chains, parse_person
from ontherecord.records import Chain

PARSED = [
    ("given and surname", "Kevin Hall", PersonName("kevin", (), "hall", "")),
    ("particle", "Ana de la Cruz", PersonName("ana", (), "de la cruz", "")),
    ("surname with particle alone", "van Dyke", PersonName("", (), "van dyke", "")),
    ("middle initials written together", "George H.W. Marsh", PersonName("george", ("h", "w"), "marsh", "")),
    ("initials for a given name", "J. K. Rowe", PersonName("j k", (), "rowe", "")),
    ("suffix", "Wendell Tate Jr.", PersonName("wendell", (), "tate", "jr")),
    ("honorific", "Dr. Ida Moe", PersonName("ida", (), "moe", "")),
]


@pytest.mark.parametrize(("name", "expected"), [c[1:] for c in PARSED], ids=[c[0] for c in PARSED])
def test_parse_person(name, expected):
    assert parse_person(name) == expected


def people(article, *names):
    return things(article, *((name, "PERSON") for name in names))


def things(article, *named):
    return ArticleChains(article, tuple(Chain(n, k) for n, k in named), tuple(((n, 1),) for n, _ in named))


CASES = [
    ("accents and case", [people("a", "Inés Núñez"), people("b", "Ines NUNEZ")], [["ines-nunez"], ["ines-nunez"]]),
    ("middle name", [people("a", "Ida B. Moe"), people("b", "Ida Moe")], [["ida-moe"], ["ida-moe"]]),
    ("middle initial and name", [people("a", "Ida B. Moe"), people("b", "Ida Beth Moe")], [["ida-moe"], ["ida-moe"]]),
    ("two middle names part namesakes", [people("a", "Ida B. Moe"), people("b", "Ida C. Moe")], [["ida-moe-b"], ["ida-moe-c"]]),
    ("son and father", [people("a", "Al Tate Jr."), people("b", "Al Tate Sr.")], [["al-tate-jr"], ["al-tate-sr"]]),
    ("surname of one bearer", [people("a", "Ida Moe"), people("b", "Moe")], [["ida-moe"], ["ida-moe"]]),
    ("given names differ", [people("a", "Ida Moe"), people("b", "Ada Moe")], [["ida-moe"], ["ada-moe"]]),
    ("leading article", [things("a", ("The Post", "ORG")), things("b", ("Post", "ORG"))], [["post"], ["post"]]),
    ("country", [things("a", ("U.S.", "GPE")), things("b", ("United States", "GPE"))], [["united-states"]] * 2),
    ("person and firm of one name", [people("a", "John Deere"), things("b", ("John Deere", "ORG"))], [["john-deere"], ["john-deere-org"]]),
    ("short form with the rest named",
     [things("a", ("Troy City Council", "ORG")), things("b", ("Troy", "GPE"), ("City Council", "ORG"))],
     [["troy-city-council"], ["troy", "troy-city-council"]]),
    ("short form without", [things("a", ("Troy City Council", "ORG")), things("b", ("City Council", "ORG"))],
     [["troy-city-council"], ["city-council"]]),
]


@pytest.mark.parametrize(("articles", "expected"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_linking(articles, expected):
    linked = link_chains(articles)
    assert [list(linked.chains[a.article_id]) for a in articles] == expected


def test_surname_of_two_bearers_stays_alone():
    linked = link_chains([people("a", "Ida Moe"), people("b", "Ada Moe"), people("c", "Moe"), people("d", "Moe")])
    assert len(set(linked.chains["c"] + linked.chains["d"]) | {"ida-moe", "ada-moe"}) == 4


def with_office(article, name, head):
    return ArticleChains(article, (Chain(name, "PERSON"),), (((name, 1),),), (frozenset({head}),))


def test_an_office_tells_which_of_two_bearers_is_meant():
    both = [with_office("a", "Ida Moe", "mayor"), with_office("b", "Ada Moe", "judge")]
    linked = link_chains([*both, with_office("c", "Moe", "judge"), with_office("d", "Moe", "sheriff")])
    assert linked.chains["c"] == ("ada-moe",)
    assert linked.chains["d"][0].startswith("moe-")


def test_namesakes_within_one_article_stay_apart():
    assert len(set(link_chains([people("a", "Ida Moe", "Ida Moe")]).chains["a"])) == 2


def test_the_fullest_and_best_accented_name_is_kept():
    linked = link_chains([people("a", "Ines Nunez"), people("b", "Inés Núñez"), people("c", "INES MARIA NUNEZ")])
    assert [e.name for e in linked.entities] == ["Inés Núñez"]


def test_order_of_arrival_changes_nothing():
    articles = [article for case in CASES for n, article in enumerate(case[1])]
    articles = [ArticleChains(f"{n}", a.chains, a.spellings) for n, a in enumerate(articles)]
    shuffled = random.Random(5).sample(articles, len(articles))
    assert link_chains(articles) == link_chains(shuffled)


def test_ids_of_long_names_are_short_their_own_and_steady():
    long = "the bridge builders of " * 30
    linked = link_chains([things("a", (long + "Troy", "ORG"), (long + "Rome", "ORG"), ("b" * 100_000, "ORG"))])
    ids = [entity.id for entity in linked.entities]
    assert len(set(ids)) == 3 and max(map(len, ids)) <= LONGEST
    assert all(slug(id) == id for id in ids) and ids == [entity.id for entity in link_chains([things("b", (long + "Troy", "ORG"), (long + "Rome", "ORG"), ("b" * 100_000, "ORG"))]).entities]
