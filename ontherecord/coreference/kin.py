"""Relatives: `his ex-wife` for the wife whom the article names, `her husband` for the man whose wife she is.

In: the scene, and each possessive pronoun once it is known whose it is. Out: description mentions. Relatives are learnt
from `Lou Hale and his wife, Ada,` and `Lou Hale’s wife, Ada,`. Missed on purpose: a relative never named, and one of
several (`her son` where two sons are named).
"""

from dataclasses import dataclass, field
from functools import cache

from ontherecord.coreference.scene import Scene, noun_genders
from ontherecord.lexicons import read_lexicon
from ontherecord.records import Mention

FAR = 4  # tokens between a possessive and its noun
BESIDE = 3  # tokens between a kin noun and the name of the relative


@dataclass(slots=True)
class Family:
    """Ties (owner, noun, relative): Lou Hale, wife, Ada."""

    ties: set[tuple[int, str, int]] = field(default_factory=set)

    def note(self, scene: Scene, owner: int, noun: int) -> None:
        """Learn whose relative is named beside a kin noun."""
        beside = (scene.owner[i] for i in range(noun + 1, min(noun + BESIDE + 1, len(scene.layout.words))) if i in scene.owner)
        relative = next(beside, None)
        if relative is not None and (_plain(scene.layout.lower[noun]), relative) in ((_plain(n), c) for n, c in scene.kin):
            self.ties.add((owner, _plain(scene.layout.lower[noun]), relative))

    def find(self, scene: Scene, owner: int, noun: str) -> int | None:
        """The only relative whom a kin noun of the owner can mean."""
        wanted = _plain(noun)
        found = {c for o, n, c in self.ties if o == owner and n == wanted}
        found |= {o for o, n, c in self.ties if c == owner and wanted in _inverse().get(n, ()) and _fits(scene, o, wanted)}
        return found.pop() if len(found) == 1 else None


def find_kin(scene: Scene) -> list[tuple[int, Mention]]:
    """`his ex-wife` for the only wife that the article names; a spouse's own spouse is the one who was married to."""
    layout, found = scene.layout, []
    kin: dict[str, set[int]] = {}
    for noun, chain in scene.kin:
        kin.setdefault(_plain(noun), set()).add(chain)
    if not kin:
        return []
    for i, word in enumerate(layout.lower):
        noun = _plain(word)
        if noun not in kin or i in scene.owner or layout.tag[i] != "NN" or len(kin[noun]) != 1:
            continue
        first = next((j for j in range(i - 1, max(-1, i - FAR - 1), -1) if layout.tag[j] == "PRP$"), None)
        (chain,) = kin[noun]
        mine = first is not None and layout.lower[first] == "my"  # an author's father is the same one throughout
        if first is None or _is_named(scene, i, kin[noun]) or not mine and min(s.token for s in scene.spots if s.chain == chain) > i:
            continue
        if scene.quote(layout.starts[i]) < 0:
            found.append((i, Mention(layout.starts[first], layout.ends[i], "description", chain)))
    return found


def read_family(scene: Scene) -> Family:
    """The ties that a name in the genitive tells: `Lou Hale’s wife, Ada`."""
    family, layout = Family(), scene.layout
    for i, word in enumerate(layout.lower) if scene.kin else ():
        if word in _kin() and i > 1 and layout.tag[i - 1] == "POS" and i - 2 in scene.owner:
            family.note(scene, scene.owner[i - 2], i)
    return family


def follow_kin(scene: Scene, family: Family, token: int, owner: int) -> tuple[int, Mention] | None:
    """What a possessive pronoun of a known owner tells: a tie, if a name stands behind, else whom the phrase means."""
    layout = scene.layout
    noun = next((i for i in range(token + 1, min(token + FAR, len(layout.words))) if layout.lower[i] in _kin()), None)
    if noun is None or layout.head[token] != noun or not scene.kin:
        return None
    family.note(scene, owner, noun)
    relative = family.find(scene, owner, layout.lower[noun])
    if relative is None or layout.tag[noun] != "NN" or _is_named(scene, noun, {relative}) or noun in scene.owner:
        return None
    return noun, Mention(layout.starts[token], layout.ends[noun], "description", relative)


def _is_named(scene: Scene, noun: int, chains: set[int]) -> bool:
    return any(scene.owner.get(j) in chains for j in range(noun + 1, min(noun + 1 + BESIDE, len(scene.layout.words))))


def _fits(scene: Scene, chain: int, noun: str) -> bool:
    """Whether the noun's gender may be the person's."""
    female = scene.share_female(chain)
    return {"f": female >= 0.2, "m": female <= 0.8}.get(noun_genders().get(noun, "n"), True)


def _plain(noun: str) -> str:
    return noun.removeprefix("ex-")


@cache
def _kin() -> frozenset[str]:
    return frozenset(noun for noun, _, kin in read_lexicon("people_nouns") if kin == "yes")


@cache
def _inverse() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for noun, other in read_lexicon("inverse_kin"):
        found[noun] = found.get(noun, frozenset()) | {other}
    return found
