"""Descriptions: `the councilman` for the councilman named before.

In: the scene and the titles beside names. Out: description mentions with the token of their noun. A definite
noun phrase means the person last given a title with that noun. Missed on purpose: phrases without a
definite article, nouns that nobody's title holds, plural ones.
"""

from functools import cache

from ontherecord.coreference.scene import Scene, noun_genders
from ontherecord.lexicons import read_lexicon
from ontherecord.records import Mention, Role

DEFINITE = ("the", "this", "that")
REACH = 30  # sentences


@cache
def _keys() -> dict[str, str]:
    return {row[0]: row[1] for row in read_lexicon("role_nouns")}


def _key(noun: str) -> str:
    return _keys().get(noun, noun)


def find_descriptions(scene: Scene, titles: tuple[Role, ...]) -> list[tuple[int, Mention]]:
    """(token of the noun, mention) of each description outside quotations, in order."""
    layout = scene.layout
    held: dict[str, list[Role]] = {}
    for role in sorted(titles, key=lambda r: r.start):
        noun = role.head.split()[-1].lower()
        if noun in _keys() or noun in noun_genders():
            held.setdefault(_key(noun), []).append(role)
    if not held:
        return []
    found = []
    for i, word in enumerate(layout.lower):
        if layout.tag[i] not in ("NN", "NNP") or i in scene.owner or _key(word) not in held:
            continue
        first = _definite(scene, i)
        if first is None or scene.quote(layout.starts[i]) >= 0:
            continue
        chain = _holder(scene, held[_key(word)], i, word)
        if chain is not None:
            found.append((i, Mention(layout.starts[first], layout.ends[i], "description", chain)))
    return found


def find_kin(scene: Scene) -> list[tuple[int, Mention]]:
    """`his ex-wife` for the only wife that the article names; a spouse's own spouse is the one who was married to."""
    layout, found = scene.layout, []
    kin: dict[str, set[int]] = {}
    for noun, chain in scene.kin:
        kin.setdefault(noun.removeprefix("ex-"), set()).add(chain)
    if not kin:
        return []
    for i, word in enumerate(layout.lower):
        noun = word.removeprefix("ex-")
        if noun not in kin or i in scene.owner or layout.tag[i] != "NN" or len(kin[noun]) != 1:
            continue
        first = next((j for j in range(i - 1, max(-1, i - 5), -1) if layout.tag[j] == "PRP$"), None)
        named = any(j in scene.owner and scene.owner[j] in kin[noun] for j in range(i + 1, min(i + 4, len(layout.words))))
        (chain,) = kin[noun]
        mine = first is not None and layout.lower[first] == "my"  # an author's father is the same one throughout
        if first is None or named or not mine and min(s.token for s in scene.spots if s.chain == chain) > i:
            continue
        if scene.quote(layout.starts[i]) < 0:
            found.append((i, Mention(layout.starts[first], layout.ends[i], "description", chain)))
    return found


def _definite(scene: Scene, i: int) -> int | None:
    """The article that makes the noun definite; None if the noun is a predicate or stands beside a name."""
    layout = scene.layout
    if layout.dep[i] in ("attr", "appos", "compound", "oprd") or layout.dep[layout.head[i]] == "prep" and layout.words[layout.head[i]].lower() == "as":
        return None
    children = [j for j in range(max(0, i - 6), min(len(layout.words), i + 10)) if layout.head[j] == i and j != i]
    if any(layout.dep[j] in ("appos", "prep", "relcl", "poss", "conj") or j > i and j in scene.owner for j in children):
        return None
    return next((j for j in children if j < i and layout.words[j].lower() in DEFINITE), None)


def _holder(scene: Scene, roles: list[Role], i: int, word: str) -> int | None:
    """The person with such a title, named before, who was given it last."""
    layout = scene.layout
    char = layout.starts[i]
    gender = noun_genders().get(word.lower(), "n")
    fits = []
    for chain in {r.chain for r in roles}:
        seen = [s.token for s in scene.spots if s.chain == chain and s.token < i]
        if not seen or gender != "n" and (scene.share_female(chain) > 0.8) != (gender == "f") and (scene.share_female(chain) < 0.2) != (gender == "m"):
            continue
        fits.append((max(seen), chain))
    status = {"new": ("current", "elected", "acting"), "former": ("former", "resigned"), "outgoing": ("outgoing",)}.get(layout.words[i - 1].lower())
    if status:
        holders = {r.chain for r in roles if r.status in status}
        fits = [(token, chain) for token, chain in fits if chain in holders]
    if not fits or scene.sentence(char) - scene.sentence(layout.starts[max(fits)[0]]) > REACH:
        return None
    return max(fits)[1]
