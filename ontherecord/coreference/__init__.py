"""Pronouns and descriptions of people who are named.

In: a parsed document, sentences, names, the titles beside names, attributions. Out: pronoun and description
mentions in order. Each pronoun goes to the person with the greatest sum of weights (`choose.py`, `weigh.py`); a near
tie, or an unnamed person with the greatest sum, goes to nobody. First person inside a quotation is its
speaker (`quoted.py`), outside quotations the writer (`authors.py`). Missed on purpose: they of several, we and you.
"""

from spacy.tokens import Doc

from ontherecord.coreference.authors import find_authors, read_authors
from ontherecord.coreference.choose import Last, may_be, find_person, settle
from ontherecord.coreference.contests import Contest, find_contests, find_parties, follow_contest
from ontherecord.coreference.describe import find_descriptions, mentions_change
from ontherecord.coreference.familiar import find_familiar
from ontherecord.coreference.holders import find_holdings
from ontherecord.coreference.kin import find_kin, follow_kin, read_family
from ontherecord.coreference.leads import find_leads
from ontherecord.coreference.pronouns import FORMS, Pronoun, find_pronouns
from ontherecord.coreference.quoted import read_inside, source_chain
from ontherecord.coreference.scene import Scene, Spot, noun_genders, set_scene
from ontherecord.coreference.they import choose_single, find_declared
from ontherecord.coreference.topics import find_topics
from ontherecord.coreference.weigh import binds, weigh
from ontherecord.layout import Layout, lay_out
from ontherecord.records import Attribution, Mention, Names, Role, Sentence, Span
from ontherecord.roles import find_roles


def resolve_mentions(
    doc: Doc, sentences: tuple[Sentence, ...], names: Names, titles: tuple[Role, ...], attributions: tuple[Attribution, ...]
) -> tuple[Mention, ...]:
    """Pronoun and description mentions of named people, in order of position."""
    layout = lay_out(doc)
    if not sentences or not any(chain.kind == "PERSON" for chain in names.chains):
        return ()
    scene = set_scene(layout, sentences, names, attributions)
    scene.pronouns += [i for i, word in enumerate(layout.lower) if word in FORMS]
    if mentions_change(scene):
        titles = find_roles(doc, sentences, names, titles, names.mentions)  # `took over as secretary`, then `the new secretary`
    held = find_holdings(scene, titles)
    described = dict([*find_leads(scene, held), *find_descriptions(scene, held), *find_kin(scene)])
    described |= find_topics(scene, held, described)
    described |= find_familiar(scene, described)
    contests = find_contests(scene)
    described = dict(find_parties(scene, contests)) | described
    _add_unnamed(scene, described)
    _hear_plain_cases(scene)
    authors = find_authors(scene)
    found = _read_outside(scene, described, contests) + read_authors(scene, authors) + read_inside(scene, held, authors)
    return tuple(sorted(found, key=lambda m: (m.start, m.end)))


def _hear_plain_cases(scene: Scene) -> None:
    """Learn genders where nobody else can be meant: one such person in this sentence and the two before, or `X said he`."""
    spots: dict[int, list[Spot]] = {}
    for spot in scene.spots:
        spots.setdefault(spot.sent, []).append(spot)
    for pronoun in find_pronouns(scene, quoted=False):
        if pronoun.person == "t":
            continue
        here, before, earlier = ([s for s in spots.get(pronoun.sent - back, ()) if may_be(scene, s, pronoun.person)] for back in range(3))
        if not here or here[0].chain < 0 or len({s.chain for s in here}) > 1:
            continue
        first = here[0]
        if first.token > pronoun.token and weigh(scene, pronoun, first) is not None:
            scene.hear(first.chain, pronoun.person)  # `In his speech, X`
        alone = len({s.chain for s in (*here, *before, *earlier)}) == 1
        bound = pronoun.place != "object" and weigh(scene, pronoun, first) is not None and binds(scene, pronoun, first)
        if first.token < pronoun.token and first.salience >= 0.8 and first.quote < 0 and (alone or bound):
            scene.hear(first.chain, pronoun.person)


def _add_unnamed(scene: Scene, described: dict[int, Mention]) -> None:
    """Put human beings without a name on the scene, as rivals: men and women, and `a lunatic who`.

    Other nouns of office are no rivals (`the senator` is mostly somebody named): with them dev loses 5 pronouns in 236.
    """
    layout, genders = scene.layout, noun_genders()
    human = {layout.head[layout.head[i]] for i, word in enumerate(layout.lower) if word == "who" and layout.dep[layout.head[i]] == "relcl"}
    human = {i for i in human if layout.lower[i] == "someone" or layout.lower[layout.head[i]] != "as" and _is_new(layout, i)}
    for i, word in enumerate(layout.lower):
        if layout.tag[i] != "NN" or layout.dep[i] in ("appos", "attr", "compound") or i in scene.owner or i in described:
            continue
        gender = genders.get(word, "n" if i in human else "")
        if gender and not _beside_name(scene, i):
            scene.add(i, -1, gender)


def _is_new(layout: Layout, i: int) -> bool:
    return any(layout.head[j] == i and layout.lower[j] in ("a", "an", "another") for j in range(max(0, i - 5), i))


def _beside_name(scene: Scene, i: int) -> bool:
    layout = scene.layout
    near = range(i + 1, min(i + 3, len(layout.words)))
    return any(j in scene.owner and (layout.head[j] == i or layout.head[i] == j) for j in near) or any(
        layout.head[j] == i and layout.dep[j] == "appos" and j in scene.owner for j in range(i + 1, min(i + 8, len(layout.words)))
    )


def _read_outside(scene: Scene, described: dict[int, Mention], contests: list[Contest]) -> list[Mention]:
    """Pronouns outside quotations, in order, and the descriptions among them."""
    for token, mention in described.items():
        scene.add(token, mention.chain)
    found = list(described.values())
    last: Last = {}
    single, family = find_declared(scene), read_family(scene)
    for pronoun in find_pronouns(scene, quoted=False):
        if pronoun.person == "t":
            found += _read_they(scene, pronoun, single)
            continue
        chain = find_person(scene, pronoun, last, speaker=_speaker_before(scene, pronoun))
        if chain is not None:
            found.append(settle(scene, pronoun, chain, last))
            _unsay(scene, found, pronoun, chain)
        if chain is None or pronoun.place != "possessive":
            continue
        other = follow_kin(scene, family, pronoun.token, chain) or follow_contest(scene, contests, pronoun.token, chain)
        if other is not None and other[0] not in described:
            scene.add(other[0], other[1].chain)
            found.append(other[1])
    return found


def _unsay(scene: Scene, found: list[Mention], pronoun: Pronoun, chain: int) -> None:
    """Nobody is their own relative: `her friend`, of the only friend named, once she is known to be that friend."""
    at = scene.layout.starts[pronoun.token]
    own = next((m for m in found if m.kind == "description" and m.start == at and m.chain == chain), None)
    if own is not None and pronoun.place == "possessive":
        found.remove(own)
        scene.spots = [s for s in scene.spots if s.chain != chain or not own.start <= scene.layout.starts[s.token] < own.end or s.token == pronoun.token]


def _read_they(scene: Scene, pronoun: Pronoun, single: set[int]) -> list[Mention]:
    """The mention of a singular they, if it is one; from then on the person is known to be called so."""
    chain = choose_single(scene, pronoun, single)
    if chain is None or scene.heard.get(chain):
        return []
    single.add(chain)
    scene.add(pronoun.token, chain)
    return [Mention(scene.layout.starts[pronoun.token], scene.layout.ends[pronoun.token], "pronoun", chain)]


def _speaker_before(scene: Scene, pronoun: Pronoun) -> int | None:
    """The speaker of the last attribution before the pronoun, within two paragraphs, unless another subject came since."""
    if pronoun.speaks < 0:
        return None
    place = scene.layout.starts[pronoun.token]
    before = [
        a for n, a in enumerate(scene.attributions) if a.source and a.source[1] <= place and n != pronoun.speaks and not _within(a.spans, place)
    ]
    if not before:
        return None
    spoken = max(before, key=lambda a: a.source)
    if pronoun.paragraph - scene.sentences[scene.sentence(spoken.source[0])].paragraph > 2:
        return None
    chain = source_chain(scene, spoken.source)
    starts, said = scene.layout.starts, scene.layout.token_at(spoken.source[1])
    since = [s for s in scene.spots if said < s.token < pronoun.token and not _within(spoken.spans, starts[s.token])]
    return None if any(s.chain != chain and s.salience >= 0.8 and s.quote < 0 for s in since) else chain


def _within(spans: tuple[Span, ...], char: int) -> bool:
    return any(start <= char < end for start, end in spans)
