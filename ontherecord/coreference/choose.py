"""Whom a pronoun means, of all who stand about it.

In: the scene and a pronoun. Out: the chain with the greatest sum of weights, or None: for a near tie, for somebody
unnamed with the greatest sum, and where nobody fits. Where nobody stood before, the one named right after is meant.
"""

from bisect import bisect_left
from collections import Counter
from operator import attrgetter

from ontherecord.coreference.pronouns import Pronoun
from ontherecord.coreference.scene import Scene, Spot, noun_genders
from ontherecord.coreference.weigh import OFTEN, REPEAT, SAME_SURNAME, SELF_NAMED, SPEAKER, weigh
from ontherecord.records import Mention

_token = attrgetter("token")
REACH = 5  # sentences back; further only if nobody stands nearer
FAR_REACH = 12
TIE = 0.1  # sums nearer than this are a tie; 0.3 costs 4 pronouns of 236 on dev and 0.0 gains none
WORST = -4.0  # below it the best is no match; by judgement, as are the others here
MAYBE = 0.1  # probability of a gender that keeps somebody in play
SPOTS = 3  # of each person, the last ones
Last = dict[str, tuple[int, int]]  # the chain and sentence of the last he and the last she
Barred = frozenset[int] | set[int]


def find_person(scene: Scene, pronoun: Pronoun, last: Last, *, speaker: int | None = None, barred: Barred = frozenset()) -> int | None:
    """The chain that a pronoun means; `speaker` spoke last before it, `barred` are those it cannot mean."""
    chain = _heaviest(scene, pronoun, last, speaker, barred)
    return _named_later(scene, pronoun, barred) if chain is None and not _heard_before(scene, pronoun) else chain


def settle(scene: Scene, pronoun: Pronoun, chain: int, last: Last) -> Mention:
    """The mention of a pronoun once it is known who is meant; from now on the person stands there too."""
    scene.add(pronoun.token, chain)
    scene.hear(chain, pronoun.person)
    last[pronoun.person] = (chain, pronoun.sent)
    layout = scene.layout
    return Mention(layout.starts[pronoun.token], layout.ends[pronoun.token], "pronoun", chain)


def _heaviest(scene: Scene, pronoun: Pronoun, last: Last, speaker: int | None, barred: Barred) -> int | None:
    """The chain with the greatest sum; None for nobody named or a tie."""
    sums = _sums(scene, pronoun, REACH) or _sums(scene, pronoun, FAR_REACH)
    surname = _relative_surname(scene, pronoun)
    counts = Counter(spot.chain for spot in scene.spots[: bisect_left(scene.spots, pronoun.token, key=_token)])
    repeat = last.get(pronoun.person)
    quoted = {spot.chain for spot in scene.spots if spot.quote == pronoun.speaks} if pronoun.speaks >= 0 else set()
    ranked = []
    for chain, score in sums.items():
        if chain in barred:
            continue
        if chain >= 0:
            score += OFTEN * min(6, counts.get(chain, 0))
            score += REPEAT if pronoun.place != "object" and repeat and repeat[0] == chain and pronoun.sent - repeat[1] <= 1 else 0.0
            score += SAME_SURNAME if surname and _surname(scene, chain) == surname else 0.0
            score += SPEAKER if pronoun.speaks >= 0 and speaker == chain else 0.0
            score += SELF_NAMED if chain in quoted else 0.0
        ranked.append((score, chain))
    ranked.sort(reverse=True)
    if not ranked or ranked[0][0] < WORST:
        return None
    if ranked[0][1] < 0:
        scene.add(pronoun.token, -1, pronoun.person)  # the next she is she again
        return None
    if len(ranked) > 1 and ranked[0][0] - ranked[1][0] < TIE:
        return None
    return ranked[0][1]


def _sums(scene: Scene, pronoun: Pronoun, reach: int) -> dict[int, float]:
    """The best sum of each person who stands within reach."""
    best: dict[int, float] = {}
    seen: dict[int, int] = {}
    for spot in reversed(scene.spots):
        if spot.sent > pronoun.sent:
            continue
        if pronoun.sent - spot.sent > reach:
            break
        if seen.get(spot.chain, 0) >= SPOTS and spot.chain >= 0 or spot.token == pronoun.token:
            continue
        score = weigh(scene, pronoun, spot)
        if score is not None:
            seen[spot.chain] = seen.get(spot.chain, 0) + 1
            if score > best.get(spot.chain, float("-inf")):
                best[spot.chain] = score
    return best


def _relative_surname(scene: Scene, pronoun: Pronoun) -> str | None:
    """The surname of the relative whom a possessive introduces: Hale for `his wife, Ella Hale`."""
    if pronoun.place != "possessive":
        return None
    layout = scene.layout
    owned = layout.head[pronoun.token]
    if layout.lower[owned] not in noun_genders():
        return None
    chain = next((scene.owner[i] for i in range(owned + 1, min(owned + 3, len(layout.words))) if i in scene.owner), None)
    return None if chain is None or " " not in scene.names.chains[chain].name else _surname(scene, chain)


def _surname(scene: Scene, chain: int) -> str:
    return scene.names.chains[chain].name.split()[-1]


def may_be(scene: Scene, spot: Spot, person: str) -> bool:
    """Whether the gender of who stands at a spot lets it be he or she."""
    if spot.chain < 0:
        return spot.gender in (person, "n")
    share = scene.share_female(spot.chain)
    return share >= MAYBE if person == "f" else share <= 1 - MAYBE


def _heard_before(scene: Scene, pronoun: Pronoun) -> bool:
    """Whether anybody stands near before the pronoun whom its gender could mean, named or not."""
    return any(
        spot.token < pronoun.token and pronoun.sent - spot.sent <= (REACH if spot.chain >= 0 else 2) and may_be(scene, spot, pronoun.person)
        for spot in scene.spots
    )


def _named_later(scene: Scene, pronoun: Pronoun, barred: Barred) -> int | None:
    """Who is named after the pronoun, in its sentence or the next, where nobody was before: delayed identification."""
    fits = []
    for spot in scene.spots:
        if spot.token > pronoun.token and spot.chain >= 0 and spot.sent - pronoun.sent <= 1 and spot.chain not in barred:
            share = scene.share_female(spot.chain)
            if (share if pronoun.person == "f" else 1 - share) >= 0.5:
                fits.append(spot.chain)
    return fits[0] if len(set(fits)) == 1 else None
