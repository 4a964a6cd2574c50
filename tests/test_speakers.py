"""Speakers: from the words that name a source to the people and organisations behind them."""

import pytest
from conftest import parse_text

from ontherecord.quotes.speakers import resolve_speakers
from ontherecord.records import Attribution, Chain, Mention, Names

PEOPLE = {
    "Ida Moe": "PERSON", "Moe": "Ida Moe", "Karl Bo": "PERSON", "Bo": "Karl Bo", "Ana Ek": "PERSON",
    "Acme": "ORG", "Oslo Times": "ORG", "White House": "ORG", "Oslo": "GPE", "Shorty": "PERSON", "Hall & Sons": "ORG",
}  # fmt: skip


def resolved(nlp, text, source, cue=None, pronouns=(), descriptions=()):
    """The names of the speakers, the addressee and the rule for the first occurrence of `source` in `text`."""
    chains = [name for name, kind in PEOPLE.items() if kind not in PEOPLE]
    index = {name: chains.index(name if name in chains else PEOPLE[name]) for name in PEOPLE}
    taken, mentions = [], []
    for name in sorted(PEOPLE, key=len, reverse=True):
        at = text.find(name)
        while at >= 0:
            if not any(start < at + len(name) and at < end for start, end in taken):
                taken.append((at, at + len(name)))
                mentions.append(Mention(at, at + len(name), "name", index[name]))
            at = text.find(name, at + 1)
    for kind, pairs in (("pronoun", pronouns), ("description", descriptions)):
        mentions += [Mention(text.index(words), text.index(words) + len(words), kind, index[name]) for words, name in pairs]
    place = lambda words: words and (text.index(words), text.index(words) + len(words))  # noqa: E731
    attribution = Attribution(((0, 1),), "direct", "speech", "test", 1.0, cue=place(cue), source=place(source), source_confidence=0.9)
    names = Names(tuple(Chain(name, PEOPLE[name]) for name in chains), tuple(m for m in mentions if m.kind == "name"))
    (quote,) = resolve_speakers(parse_text(nlp, text), (attribution,), names, tuple(sorted(mentions, key=lambda m: m.start)))
    addressee = None if quote.addressee is None else chains[quote.addressee]
    return [chains[c] for c in quote.speakers], addressee, quote.speaker_rule, quote.speaker_confidence


NAMED = [
    ("name", "Ida Moe said it was safe.", "Ida Moe", ["Ida Moe"]),
    ("title and name", "Mayor Ida Moe said it was safe.", "Mayor Ida Moe", ["Ida Moe"]),
    ("organisation", "Acme said it was safe.", "Acme", ["Acme"]),
    ("organisation with an article", "The White House said it was safe.", "The White House", ["White House"]),
    ("firm named after people", "Hall & Sons said it was safe.", "Hall & Sons", ["Hall & Sons"]),
    ("place that speaks", "Oslo said it was safe.", "Oslo", ["Oslo"]),
    ("two people", "Ida Moe and Karl Bo said it was safe.", "Ida Moe and Karl Bo", ["Ida Moe", "Karl Bo"]),
    ("list with titles", "Sens. Ida Moe, Karl Bo and Ana Ek said it was safe.", "Sens. Ida Moe, Karl Bo and Ana Ek", ["Ida Moe", "Karl Bo", "Ana Ek"]),
    ("description after the name", "Ida Moe, a former aide to Karl Bo, said it was safe.", "Ida Moe, a former aide to Karl Bo,", ["Ida Moe"]),
    ("affiliation after the name", "Ida Moe of Acme said it was safe.", "Ida Moe of Acme", ["Ida Moe"]),
    ("name after the description", "A lawyer for Acme, Ida Moe, said it was safe.", "A lawyer for Acme, Ida Moe,", ["Ida Moe"]),
    ("name of another before the name", "Bo lawyer Ida Moe said it was safe.", "Bo lawyer Ida Moe", ["Ida Moe"]),
    ("name given in a clause", "A man who goes by Shorty said it was safe.", "A man who goes by Shorty", ["Shorty"]),
    ("nickname taken for a firm", "A man who is known as Acme said it was safe.", "A man who is known as Acme", ["Acme"]),
    ("named", "A nurse named Ida Moe said it was safe.", "A nurse named Ida Moe", ["Ida Moe"]),
    ("title taken for the subject", "Ida Moe, Secretary-General of Acme, said it was safe.", "General of Acme", ["Ida Moe"]),
    ("thing taken for the subject", "Ida Moe, her tie loosened, said it was safe.", "her tie", ["Ida Moe"]),
    ("someone's letter", "Ida Moe’s letter said it was safe.", "Ida Moe’s letter", ["Ida Moe"]),
    ("statement by", "A statement from Acme said it was safe.", "A statement from Acme", ["Acme"]),
    ("article of a newspaper", "An Oslo Times article said it was safe.", "An Oslo Times article", ["Oslo Times"]),
    ("name before a body", "The Oslo Times and the Acme newspaper chain sued.", "The Oslo Times and the Acme newspaper chain", ["Oslo Times", "Acme"]),
    ("someone's verdict", "Ida Moe’s verdict said it all.", "Ida Moe’s verdict", ["Ida Moe"]),
    ("a description of a description", "The one, his cousin Ida Moe, said it was safe.", "The one, his cousin Ida Moe,", ["Ida Moe"]),
    ("set off", "It was Ida Moe who said the bridge was safe.", "who", ["Ida Moe"]),
    ("set off with a title", "It was the mayor, Ida Moe, who told us that it was safe.", "who", ["Ida Moe"]),
    ("joined, one set against", "Ida Moe and Ana Ek, but not Karl Bo, said it was safe.", "Ida Moe and Ana Ek, but not Karl Bo", ["Ida Moe", "Ana Ek"]),
    ("not the first but the second", "Not Karl Bo but Ida Moe said it was safe.", "Not Karl Bo but Ida Moe", ["Ida Moe"]),
    ("not only the first", "Not only Karl Bo but also Ida Moe said it was safe.", "Not only Karl Bo", ["Karl Bo", "Ida Moe"]),
    ("as well as", "Ida Moe as well as Karl Bo said the bridge was safe.", "Ida Moe as well", ["Ida Moe", "Karl Bo"]),
    ("rather than", "Ida Moe rather than Karl Bo said the bridge was safe.", "Ida Moe rather", ["Ida Moe"]),
    ("relative pronoun", "Karl Bo called Ida Moe, who said it was safe.", "who", ["Ida Moe"]),
]
UNNAMED = [
    ("owner of the head", "Moe’s lawyer said it was safe.", "Moe’s lawyer", []),
    ("spokesperson", "A spokesperson for Acme said it was safe.", "A spokesperson for Acme", []),
    ("followers", "Moe supporters said it was safe.", "Moe supporters", []),
    ("campaign", "The Moe campaign said it was safe.", "The Moe campaign", []),
    ("members led by somebody", "Engineers led by Ida Moe said it was safe.", "Engineers led by Ida Moe", []),
    ("list of the represented", "A lawyer for Bo, Moe and Ek said it was safe.", "A lawyer for Bo, Moe and Ek", []),
    ("named to a board", "A nurse named to Acme said it was safe.", "A nurse named to Acme", []),
    ("poll of a newspaper", "An Oslo Times poll showed it was safe.", "An Oslo Times poll", []),
    ("neighbour of a named man", "A neighbor of Karl Bo said it was safe.", "A neighbor of Karl Bo", []),
    ("pronoun of nobody known", "They said it was safe.", "They", []),
    ("members before whom a name stands", "Acme workers said it was safe.", "Acme workers", []),
    ("first person of a quote is no author", "“I hope so,” he said.\n\nIda Moe is a writer in Bergen.", "I", []),
    ("last paragraph about somebody known", "I met Ida Moe.\n\nIda Moe is a writer in Bergen.", "I", []),
    ("it was another", "It was not Ida Moe who said the bridge was safe.", "who", []),
    ("whose lawyer was set off", "It was Moe’s lawyer who said the bridge was safe.", "who", []),
    ("no source", "It was called safe.", None, []),
    ("lawyer beside a name", "Ida Moe, her lawyer said, was safe.", "her lawyer", []),
    ("aide whom the parser cut off", "“It is safe,” whispered an aide to Mayor Ida Moe.", "Mayor Ida Moe", []),
    ("two titles of two people", "Ida Moe met the director of Acme, said the secretary.", "the secretary", []),
]


@pytest.mark.parametrize(("text", "source", "expected"), [c[1:] for c in NAMED + UNNAMED], ids=[c[0] for c in NAMED + UNNAMED])
def test_speakers(nlp, text, source, expected):
    assert resolved(nlp, text, source)[0] == expected


def test_pronouns_and_descriptions_speak_for_their_chains(nlp):
    assert resolved(nlp, "She said it was safe.", "She", pronouns=[("She", "Ida Moe")])[0] == ["Ida Moe"]
    assert resolved(nlp, "The mayor said it was safe.", "The mayor", descriptions=[("The mayor", "Ida Moe")])[0] == ["Ida Moe"]
    assert resolved(nlp, "Her aide said it was safe.", "Her aide", pronouns=[("Her", "Ida Moe")])[0] == []


def test_source_cut_off_after_a_possessive(nlp):
    more = {"pronouns": [("His", "Karl Bo")], "descriptions": [("His ex-wife", "Ida Moe")]}
    assert resolved(nlp, "Karl Bo left. His ex-wife agreed it was safe.", "His", cue="agreed", **more)[0] == ["Ida Moe"]
    assert resolved(nlp, "Karl Bo left. His claim is that it was safe.", "His", cue="claim", pronouns=[("His", "Karl Bo")])[0] == ["Karl Bo"]


ADDRESSED = [
    ("told", "Ida Moe told Karl Bo it was safe.", "Ida Moe", "told", "Karl Bo"),
    ("told an organisation", "Ida Moe told the Oslo Times it was safe.", "Ida Moe", "told", "Oslo Times"),
    ("asked", "Ida Moe asked Karl Bo to leave.", "Ida Moe", "asked", "Karl Bo"),
    ("to", "Ida Moe wrote to Acme that it was safe.", "Ida Moe", "wrote", "Acme"),
    ("interview", "Ida Moe said in an interview with Acme that it was safe.", "Ida Moe", "said", "Acme"),
    ("aide of a named man", "Ida Moe told Karl Bo’s aide it was safe.", "Ida Moe", "told", None),
    ("object of another verb", "Ida Moe called Karl Bo a liar.", "Ida Moe", "called", None),
    ("nobody named", "Ida Moe told reporters it was safe.", "Ida Moe", "told", None),
]


@pytest.mark.parametrize(("text", "source", "cue", "expected"), [c[1:] for c in ADDRESSED], ids=[c[0] for c in ADDRESSED])
def test_addressee(nlp, text, source, cue, expected):
    assert resolved(nlp, text, source, cue)[1] == expected


def test_confidence_is_that_of_the_source_and_of_whom_it_names(nlp):
    named, pronoun = (resolved(nlp, f"{who} said it was safe.", who, pronouns=p)[3] for who, p in (("Ida Moe", ()), ("She", [("She", "Ida Moe")])))
    assert 0.85 < pronoun < named < 0.9
    for nobody in ("They", "The senator", "A spokesperson"):
        assert resolved(nlp, f"{nobody} said it was safe.", nobody)[3] == 0.9  # nobody is named, so nobody wrong


def carried(nlp, text, first, second, people, **more):
    """The speakers of the second of two attributions whose sources are given by their words."""
    names, mentions = [], []
    for name, (kind, *forms) in people.items():
        for form in forms:
            mentions.append(Mention(text.index(form), text.index(form) + len(form), "name", len(names)))
        names.append(Chain(name, kind))
    mentions += [Mention(text.index(w), text.index(w) + len(w), "pronoun", c) for w, c in more.get("pronouns", ())]
    place = lambda words: (text.index(words), text.index(words) + len(words))  # noqa: E731
    quotes = tuple(Attribution(((len(text) - 1, len(text)),), "direct", "speech", "test", 1.0, source=place(w), source_confidence=0.9) for w in (first, second))
    found = Names(tuple(names), tuple(m for m in mentions if m.kind == "name"))
    return [names[c].name for c in resolve_speakers(parse_text(nlp, text), quotes, found, tuple(mentions))[1].speakers]


MOE = {"Ida Moe": ("PERSON", "Ida Moe")}
BO = {"Karl Bo": ("PERSON", "Karl Bo")}
EK = {"Ana Ek": ("PERSON", "Ana Ek")}
CARRIED = [
    ("the senator", "Ida Moe said it was safe.\n\nThe senator added that it was new.", "Ida Moe", "The senator", MOE, ["Ida Moe"]),
    ("the company", "Acme said it was safe.\n\nThe company added that it was new.", "Acme", "The company", {"Acme": ("ORG", "Acme")}, ["Acme"]),
    ("it", "The Oslo Times said it was safe. It added that it was new.", "Oslo Times", "It", {"Oslo Times": ("ORG", "Oslo Times")}, ["Oslo Times"]),
    ("office by a short title", "Gov. Ida Moe said it was safe.\n\nThe governor left.", "Ida Moe", "The governor", MOE, ["Ida Moe"]),
    ("only holder of a title, though another spoke last", "Sen. Ida Moe left. Karl Bo said so.\n\nThe senator disagreed.", "Karl Bo", "The senator", MOE | BO, ["Ida Moe"]),
    ("two holders of a title, neither spoke last", "Sen. Ida Moe met Sen. Karl Bo. Ana Ek said so.\n\nThe senator left.", "Ana Ek", "The senator", MOE | BO | EK, []),
    ("somebody else in the sentence", "Ida Moe said so. When Karl Bo left, the businessman disagreed.", "Ida Moe", "the businessman", MOE | BO, []),
    ("two nouns for one", "Ida Moe said so.\n\nThe former lawmaker and governess left.", "Ida Moe", "The former lawmaker and governess", MOE, ["Ida Moe"]),
    ("mother of two", "Ida Moe said so.\n\nThe mother of two left.", "Ida Moe", "The mother of two", MOE, ["Ida Moe"]),
    ("mother of somebody", "Ida Moe said so.\n\nThe mother left.", "Ida Moe", "The mother", MOE, []),
    ("office without the title", "Ida Moe said it was safe.\n\nThe governor disagreed.", "Ida Moe", "The governor", MOE, []),
    ("a body is no person", "Ida Moe said it was safe.\n\nThe company disagreed.", "Ida Moe", "The company", MOE, []),
    ("brought in anew", "Ida Moe said it was safe.\n\nThe senator from Bergen disagreed.", "Ida Moe", "The senator from Bergen", MOE, []),
    ("met before without a name", "A senator left. Ida Moe said it was safe.\n\nThe senator disagreed.", "Ida Moe", "The senator", MOE, []),
    ("speaks of the last speaker", "Ida Moe said so.\n\nThe senator agreed with Moe.", "Ida Moe", "The senator", {"Ida Moe": ("PERSON", "Ida Moe", "Moe.")}, []),
    ("two people in one sentence", "The senator, Ida Moe, said so after the businessman disagreed.", "Ida Moe", "the businessman", MOE, []),
    ("the couple", "Ida Moe and Karl Bo have sold the mill. Ana Ek bought it, Ana Ek said. The couple left.", "Ana Ek", "The couple", MOE | BO | EK, ["Ida Moe", "Karl Bo"]),
    ("the two chairmen", "Ida Moe and Karl Bo said no.\n\nThe two chairmen left.", "Ida Moe and Karl Bo", "The two chairmen", MOE | BO, ["Ida Moe", "Karl Bo"]),
    ("several chairmen", "Ida Moe and Karl Bo said no.\n\nThe chairmen left.", "Ida Moe", "The chairmen", MOE | BO, []),
    ("the last two of a list", "Ana Ek, Ida Moe and Karl Bo sang. Ana said so.\n\nThe couple left.", "Ana said"[:3], "The couple", MOE | BO | EK, []),
    ("they after a speech of two", "Ida Moe and Karl Bo said no.\n\nThey said it twice.", "Ida Moe and Karl Bo", "They", MOE | BO, ["Ida Moe", "Karl Bo"]),
    ("the age told", "Ida Moe, 22, met Karl Bo. Ana Ek said so. The 22-year-old said no.", "Ana Ek", "The 22-year-old", MOE | BO | EK, ["Ida Moe"]),
    ("a people, one named before", "Ana Ek said so.\n\nIda Moe won. The German said she was glad.", "Ana Ek", "The German", MOE | EK, ["Ida Moe"]),
    ("a people, two named before", "Ana Ek said so.\n\nIda Moe beat Karl Bo. The German said so.", "Ana Ek", "The German", MOE | BO | EK, []),
    ("a people of many", "Ana Ek said so.\n\nIda Moe won. The French said so.", "Ana Ek", "The French", MOE | EK, []),
    ("a thing of a people", "Ana Ek said so.\n\nIda Moe won. The British journal said so.", "Ana Ek", "The British journal", MOE | EK, []),
    ("mayor-elect with a clause aside", "Ida Moe said so.\n\nThe mayor-elect, who smiled, left.", "Ida Moe", "The mayor-elect", MOE, ["Ida Moe"]),
    ("a firm by its kind", "Ida Moe said so.\n\nOslo Airlines fell. Ana Ek left. The airline was sorry.", "Ida Moe", "The airline", MOE | {"Oslo Airlines": ("ORG", "Oslo Airlines")}, ["Oslo Airlines"]),
    ("a firm by what stands beside", "Ida Moe said so.\n\nAcme, a carmaker, fell. The news spread. The carmaker was sorry.", "Ida Moe", "The carmaker", MOE | {"Acme": ("ORG", "Acme")}, ["Acme"]),
    ("two of a kind", "Ida Moe said so.\n\nOslo Airlines sued Bergen Airlines. The airline was sorry.", "Ida Moe", "The airline", MOE | {"Oslo Airlines": ("ORG", "Oslo Airlines"), "Bergen Airlines": ("ORG", "Bergen Airlines")}, []),
    ("the firm right before", "Ida Moe said so.\n\nVodatel closed its mill on Monday. The company was sorry.", "Ida Moe", "The company", MOE | {"Vodatel": ("ORG", "Vodatel")}, ["Vodatel"]),
    ("it, of the firm right before", "Ida Moe said so.\n\nVodatel closed its mill on Monday. It was sorry.", "Ida Moe", "It", MOE | {"Vodatel": ("ORG", "Vodatel")}, ["Vodatel"]),
    ("a network that is not called so", "Ida Moe said so.\n\nRadio Network sang. Vodatel fell. Ana Ek left. The network was sorry.", "Ida Moe", "The network", MOE | {"Radio Network": ("ORG", "Radio Network"), "Vodatel": ("ORG", "Vodatel")}, []),
    ("a hospital is no firm", "Ida Moe said so.\n\nVodatel closed its mill on Monday. The hospital was sorry.", "Ida Moe", "The hospital", MOE | {"Vodatel": ("ORG", "Vodatel")}, []),
    ("a firm that the text has met", "Ida Moe said so.\n\nVodatel sued a company. The company was sorry.", "Ida Moe", "The company", MOE | {"Vodatel": ("ORG", "Vodatel")}, []),
    ("both", "Ana Ek said so.\n\nIda Moe sat beside Karl Bo. Both left.", "Ana Ek", "Both", MOE | BO | EK, ["Ida Moe", "Karl Bo"]),
    ("both, beside a third", "Ana said so.\n\nIda Moe met Ana Ek beside Karl Bo. Both left.", "Ana", "Both", MOE | BO | EK, []),
    ("far away", "Ida Moe said so.\n\nIt rained.\n\nIt snowed.\n\nIt blew.\n\nThe senator left.", "Ida Moe", "The senator", MOE, []),
]


@pytest.mark.parametrize(("text", "first", "second", "people", "expected"), [c[1:] for c in CARRIED], ids=[c[0] for c in CARRIED])
def test_speaker_carried_over(nlp, text, first, second, people, expected):
    assert carried(nlp, text, first, second, people) == expected


ALONE = [
    ("the one of its paragraph", "Ida Moe opened the mill in 1998. “We had nothing.”", ["Ida Moe"]),
    ("the one of the paragraph before", "Ida Moe opened the mill in 1998.\n\n“We had nothing.”", ["Ida Moe"]),
    ("beside her office", "The senator, Ida Moe, opened the mill. “We had nothing.”", ["Ida Moe"]),
    ("one of two", "Ida Moe met Karl Bo in 1998. “We had nothing.”", []),
    ("who does nothing", "The mill belongs to Ida Moe. “We had nothing.”", []),
    ("who is spoken of", "Ida Moe opened the mill. “Moe had nothing.”", []),
]


@pytest.mark.parametrize(("text", "expected"), [c[1:] for c in ALONE], ids=[c[0] for c in ALONE])
def test_speaker_of_a_quote_alone(nlp, text, expected):
    chains = tuple(Chain(name, "PERSON") for name in ("Ida Moe", "Karl Bo"))
    places = {(text.find(name), len(name)): c for c, name in enumerate(("Ida Moe", "Karl Bo"))} | {(text.find("“Moe") + 1, 3 if "“Moe" in text else 0): 0}
    mentions = tuple(Mention(at, at + length, "name", c) for (at, length), c in sorted(places.items()) if at >= 0 and length)
    quote = Attribution(((text.index("“"), len(text)),), "direct", "speech", "alone", 0.5)
    (found,) = resolve_speakers(parse_text(nlp, text), (quote,), Names(chains, mentions), mentions)
    assert [chains[c].name for c in found.speakers] == expected


def test_gender_speaks_against_carrying_over(nlp):
    text = "Ida Moe said it was safe when she came.\n\nThe businessman disagreed."
    assert carried(nlp, text, "Ida Moe", "The businessman", MOE, pronouns=[("she", 0)]) == []
