"""Somebody unnamed who turns out to have a given name: `A woman told the court ... The woman wept ... Ada had waited`.

In: the scene, and what earlier rules described. Out: description mentions by the token of their noun. A bare given name that
nothing introduces is for somebody whom the reader has met; it is the man or the woman met as such before, if one
only has such a name. Missed on purpose: people named in full later, who may well be somebody else.
"""

from ontherecord.coreference.scene import Scene, Spot, kin_noun, noun_genders
from ontherecord.names.words import given_name
from ontherecord.records import Mention

MET = ("a", "an", "the", "this", "that")
AGAIN = ("the", "this", "that")
SURELY_GIVEN = 22  # of 36 sources
REACH = 12  # sentences from the last such phrase to the name


def find_familiar(scene: Scene, described: dict[int, Mention]) -> dict[int, Mention]:
    """The mention, by the token of its noun, of each phrase for somebody of whom only a given name is told, and that later."""
    layout, found = scene.layout, {}
    for gender in ("f", "m"):
        alone = _given_alone(scene, gender)
        nouns = [(j, i) for j, i in _phrases(scene, gender) if i not in described] if alone else []
        people = [spot for spot in alone if _was_met(scene, nouns, spot)]
        if len(people) == 1:
            found |= {i: Mention(layout.starts[j], layout.ends[i], "description", people[0].chain) for j, i in nouns}
    return found


def _phrases(scene: Scene, gender: str) -> list[tuple[int, int]]:
    """(determiner, noun) of `a woman`, `the woman` outside quotations: one word for a man or a woman, no kin and no office."""
    layout, found = scene.layout, []
    for i, word in enumerate(layout.lower):
        if noun_genders().get(word) != gender or layout.tag[i] != "NN" or i in scene.owner or layout.dep[i] in ("appos", "attr", "compound"):
            continue
        first = next((j for j in range(max(0, i - 5), i) if layout.head[j] == i and layout.dep[j] == "det"), None)
        if first is not None and layout.lower[first] in MET and scene.quote(layout.starts[i]) < 0:
            found.append((first, i))
    return found


def _given_alone(scene: Scene, gender: str) -> list[Spot]:
    """Where people who have a given name of a gender and nothing else first stand, as a subject that no word introduces."""
    layout, first = scene.layout, {}
    for spot in scene.spots:
        first.setdefault(spot.chain, spot)
    found = []
    for chain, spot in first.items():
        name = scene.names.chains[chain].name if chain >= 0 else ""
        known = given_name(name) if name and " " not in name else None
        share = scene.share_female(chain) if known else 0.5
        alone = layout.dep[spot.token] in ("nsubj", "nsubjpass") and kin_noun(layout, layout.starts[spot.token]) is None
        if known and known[1] >= SURELY_GIVEN and alone and (share >= 0.9 if gender == "f" else share <= 0.1):
            found.append(spot)
    return found


def _was_met(scene: Scene, nouns: list[tuple[int, int]], spot: Spot) -> bool:
    """Whether such a phrase stood at least twice before the name, the last time as of somebody known."""
    before = [(j, i) for j, i in nouns if i < spot.token]
    if len(before) < 2 or scene.layout.lower[before[-1][0]] not in AGAIN:
        return False
    return spot.sent - scene.sentence(scene.layout.starts[before[-1][1]]) <= REACH
