"""Pronouns inside quotations: first person is the speaker, third person is anyone else.

In: the scene, once the pronouns outside quotations are read, for they name speakers too. Out: pronoun mentions.
Missed on purpose: I of a speaker nobody named, and we.
"""

from ontherecord.coreference.choose import Last, find_person, settle
from ontherecord.coreference.pronouns import FORMS, find_pronouns
from ontherecord.coreference.scene import Scene, head_token
from ontherecord.records import Mention


def read_inside(scene: Scene) -> list[Mention]:
    """Mentions of named people by the pronouns inside quotations."""
    speakers = [_speaker(scene, n) for n in range(len(scene.attributions))]
    found = _read_first_person(scene, speakers)
    last: Last = {}
    for pronoun in find_pronouns(scene, quoted=True):
        if pronoun.person == "t":
            continue
        chain = find_person(scene, pronoun, last, barred=speakers[pronoun.quote])
        if chain is not None:
            found.append(settle(scene, pronoun, chain, last))
    return found


def source_chain(scene: Scene, source: tuple[int, int]) -> int | None:
    """The person whom the words of a source name, by its head or the name that stands beside it."""
    layout = scene.layout
    head = head_token(layout, *source)
    at = {spot.token: spot.chain for spot in scene.spots if source[0] <= layout.starts[spot.token] < source[1] and spot.chain >= 0}
    if head in at:
        return at[head]
    beside = [t for t in at if layout.dep[t] in ("appos", "nmod", "flat", "compound") and layout.head[t] == head and layout.dep[t] != "poss"]
    if beside:
        return at[max(beside)]
    last = layout.token_at(source[1] - 1)
    return at.get(last) if layout.dep[last] not in ("pobj", "poss", "dobj") else None


def _read_first_person(scene: Scene, speakers: list[int | None]) -> list[Mention]:
    layout, found = scene.layout, []
    for i in scene.pronouns:
        if FORMS[layout.lower[i]][0] == "i" and layout.words[i] != "i":
            quote = scene.quote(layout.starts[i])
            chain = speakers[quote] if quote >= 0 else None
            if chain is not None:
                found.append(Mention(layout.starts[i], layout.ends[i], "pronoun", chain))
    return found


def _speaker(scene: Scene, n: int) -> int | None:
    """Who utters an attribution, the author where it is I; None for nobody named."""
    source = scene.attributions[n].source
    if source is None:
        return None
    own = FORMS.get(scene.layout.text[slice(*source)].lower(), "?")[0] == "i" and scene.quote(source[0]) < 0
    return _author(scene) if own else source_chain(scene, source)


def _author(scene: Scene) -> int | None:
    """Who wrote an essay: the person whom the last paragraph alone names, as subject of `is`."""
    first = next(s.start for s in scene.sentences if s.paragraph == scene.sentences[-1].paragraph)
    people = [s for s in scene.spots if s.chain >= 0]
    last = [s for s in people if scene.layout.starts[s.token] >= first]
    if not last or any(s.chain == last[0].chain for s in people if s.token < last[0].token):
        return None
    is_bio = last[0].salience >= 1.0 and scene.layout.lemma[scene.layout.head[last[0].token]] == "be"
    return last[0].chain if is_bio else None
