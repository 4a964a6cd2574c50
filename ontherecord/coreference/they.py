"""Singular they: `Robin Vale said they would run`.

In: the scene and a pronoun. Out: the person, where grammar ties the pronoun to one named person and nobody
else could be several. They is nearly always plural in news, so everything else is left alone: any plural
noun, row of names, organisation or crowd in the sentence or the one before rules the person out.
"""

import re

from ontherecord.coreference.pronouns import Pronoun
from ontherecord.coreference.scene import Scene, Spot
from ontherecord.coreference.weigh import binds
from ontherecord.lexicons import words_of

DECLARED = re.compile(r"\bthey\b(?:/| and |, )\bthem\b|\bnon-?binary\b|\bgoes by they\b", re.IGNORECASE)
PLURAL = ("NNS", "NNPS")
HOST = 0.6  # the salience of a subject, or of a name beside one
ROWS = ("and", "or", "&")


def find_declared(scene: Scene) -> set[int]:
    """People named in a sentence that says that they is the pronoun."""
    found = set()
    for match in DECLARED.finditer(scene.layout.text):
        at = scene.sentence(match.start())
        before = [s.chain for s in scene.spots if s.sent == at and s.chain >= 0 and scene.layout.starts[s.token] < match.start()]
        found.update(before[-1:])
    return found


def choose_single(scene: Scene, pronoun: Pronoun, single: set[int]) -> int | None:
    """The person whom they means alone; `single` holds those of whom the article has said they before."""
    char = scene.layout.starts[pronoun.token]
    if pronoun.place == "reflexive":
        own = scene.who(pronoun.subject)  # themself is never of several
        return own if own >= 0 else None
    if any(m.start() <= char < m.end() for m in DECLARED.finditer(scene.layout.text, max(0, char - 40), char + 40)):
        return None
    near = [s for s in scene.spots if s.token < pronoun.token and pronoun.sent - s.sent <= 1 and s.chain >= 0 and s.quote == pronoun.quote]
    if not near or _several(scene, pronoun):
        return None
    bound = [s for s in near if s.sent == pronoun.sent and binds(scene, pronoun, s)]
    if bound:
        return bound[-1].chain
    known = {s.chain for s in near} & single
    others = [s for s in near if s.chain not in known]
    alone = not others or pronoun.place != "subject" and all(_is_host(scene, pronoun, s) for s in others)
    return next(iter(known)) if len(known) == 1 and alone else None


def _is_host(scene: Scene, pronoun: Pronoun, spot: Spot) -> bool:
    """Whether somebody stands in the pronoun's sentence only, as the subject above it: `Marta said she drove them home`."""
    return spot.sent == pronoun.sent and spot.salience >= HOST


def _several(scene: Scene, pronoun: Pronoun) -> bool:
    """Whether the sentence up to the pronoun, or the one before, names or counts more than one."""
    layout = scene.layout
    first = layout.token_at(scene.sentences[max(0, pronoun.sent - 1)].start)
    for i in range(first, pronoun.token):
        other = scene.owner.get(i)
        plural = layout.tag[i] in PLURAL and layout.lower[i] != "pronouns"  # `uses they and them pronouns`
        if other is None and (plural or layout.lower[i] in words_of("collectives")):
            return True
        if other is not None and scene.names.chains[other].kind == "ORG":
            return True
        if layout.lower[i] in ROWS and i - 1 in scene.owner and i + 1 in scene.owner:
            return True
    return False
