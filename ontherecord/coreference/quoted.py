"""Pronouns inside quotations: first person is the speaker, third person is anyone else.

In: the scene, once the pronouns outside quotations are read, for they name speakers too. Out: pronoun mentions.
Missed on purpose: I of a speaker nobody named, and we.
"""

from ontherecord.coreference.choose import Last, find_person, settle
from ontherecord.coreference.holders import Holding
from ontherecord.coreference.pronouns import FORMS, Pronoun, find_pronouns
from ontherecord.coreference.scene import Scene, head_token
from ontherecord.coreference.they import choose_single
from ontherecord.coreference.told import find_colleagues, find_spoken_of, find_told_of
from ontherecord.layout import Layout
from ontherecord.lexicons import words_of
from ontherecord.records import Mention

FAR = 12  # tokens from a reporting verb to the interviewer


def read_inside(scene: Scene, held: dict[str, list[Holding]], authors: dict[int, int]) -> list[Mention]:
    """Mentions of named people by the pronouns inside quotations."""
    speakers = [_speaker(scene, n, authors) for n in range(len(scene.attributions))]
    found = _read_first_person(scene, speakers)
    last: Last = {}
    present = [{speaker, _addressee(scene, n)} - {None} for n, speaker in enumerate(speakers)]  # I and you, so never he or she
    for token, chain in (*find_told_of(scene, held, present), *find_colleagues(scene, speakers), *find_spoken_of(scene)):
        scene.add(token, chain)
    for pronoun in find_pronouns(scene, quoted=True):
        if pronoun.person == "t":
            found += _read_themself(scene, pronoun)
            continue
        chain = find_person(scene, pronoun, last, barred=present[pronoun.quote])
        if chain is not None:
            found.append(settle(scene, pronoun, chain, last))
    return found


def _read_themself(scene: Scene, pronoun: Pronoun) -> list[Mention]:
    """Themself, of a subject who is named; every other they of a quotation is left alone."""
    chain = choose_single(scene, pronoun, set()) if pronoun.place == "reflexive" else None
    layout, i = scene.layout, pronoun.token
    return [] if chain is None else [Mention(layout.starts[i], layout.ends[i], "pronoun", chain)]


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
        if FORMS[layout.lower[i]][0] == "i" and layout.words[i] not in ("i", "i.") and i not in scene.owner:
            quote = scene.quote(layout.starts[i])
            chain = speakers[quote] if quote >= 0 else None
            if chain is not None:
                found.append(Mention(layout.starts[i], layout.ends[i] - layout.words[i].endswith("."), "pronoun", chain))
    return found


def _speaker(scene: Scene, n: int, authors: dict[int, int]) -> int | None:
    """Who utters an attribution, the writer where it is I; None for nobody named."""
    source = scene.attributions[n].source
    if source is None:
        return None
    own = authors.get(scene.layout.token_at(source[0])) if FORMS.get(scene.layout.text[slice(*source)].lower(), "?")[0] == "i" else None
    return source_chain(scene, source) if own is None else own


def _addressee(scene: Scene, n: int) -> int | None:
    """Whom the words are said to: X of `told X`, `asked X` and `said in an interview with X`; None for nobody named."""
    cue, layout = scene.attributions[n].cue, scene.layout
    if cue is None:
        return None
    verb = layout.token_at(cue[0])
    told = scene.clauses.objects.get(verb, -1) if layout.lemma[verb] in words_of("naming", "addressing") else -1
    chain = scene.at.get(told if told >= 0 else _interviewer(layout, verb), -1)
    return chain if chain >= 0 else None


def _interviewer(layout: Layout, verb: int) -> int:
    """X of `in an interview with X` in the sentence of a verb; -1 if there is none."""
    for i in range(verb + 1, min(verb + FAR, len(layout.words))):
        if layout.sent[i] != layout.sent[verb]:
            return -1
        if layout.dep[i] == "pobj" and layout.lower[layout.head[i]] == "with" and layout.lemma[layout.head[layout.head[i]]] == "interview":
            return i
    return -1
