"""Pronouns and descriptions of people who are named.

In: a parsed document, sentences, names, the titles beside names, attributions. Out: pronoun and description
mentions in order. Each pronoun goes to the person with the greatest sum of weights (`weigh.py`); a near
tie, or an unnamed person with the greatest sum, goes to nobody. First person inside a quotation is its
speaker. Missed on purpose: they of several, we and you, and first person outside quotations (the author).
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from operator import attrgetter

from spacy.tokens import Doc

from ontherecord.coreference.describe import find_descriptions, mentions_change
from ontherecord.coreference.kin import find_kin, follow_kin, read_family
from ontherecord.coreference.scene import Scene, head_token, in_title, noun_genders, set_scene
from ontherecord.coreference.they import choose_single, find_declared
from ontherecord.coreference.weigh import OFTEN, REPEAT, SAME_SURNAME, SPEAKER, Pronoun, binds, governing_verb, subject_of, subjects_of, weigh
from ontherecord.layout import lay_out
from ontherecord.lexicons import read_lexicon
from ontherecord.records import Attribution, Mention, Names, Role, Sentence
from ontherecord.roles import find_roles

_token = attrgetter("token")
REACH = 5  # sentences back; further only if nobody stands nearer
FAR_REACH = 12
TIE = 0.1  # sums nearer than this are a tie; 0.3 costs 4 pronouns of 236 on dev and 0.0 gains none
WORST = -4.0  # below it the best is no match; by judgement, as are the others here
MAYBE = 0.1  # probability of a gender that keeps somebody in play
SPOTS = 3  # of each person, the last ones
_FORMS = {form: (person, place) for form, person, place in read_lexicon("pronouns")}


def resolve_mentions(
    doc: Doc, sentences: tuple[Sentence, ...], names: Names, titles: tuple[Role, ...], attributions: tuple[Attribution, ...]
) -> tuple[Mention, ...]:
    """Pronoun and description mentions of named people, in order of position."""
    layout = lay_out(doc)
    if not sentences or not any(chain.kind == "PERSON" for chain in names.chains):
        return ()
    scene = set_scene(layout, sentences, names, attributions)
    scene.pronouns += [i for i, word in enumerate(layout.lower) if word in _FORMS]
    subjects = subjects_of(layout)
    if mentions_change(scene):
        titles = find_roles(doc, sentences, names, titles, names.mentions)  # `took over as secretary`, then `the new secretary`
    described = dict([*find_descriptions(scene, titles), *find_kin(scene)])
    _add_unnamed(scene, described)
    _hear_plain_cases(scene, subjects)
    found = _read_outside(scene, subjects, described)
    speakers = _speakers(scene)
    found += _read_inside(scene, subjects, speakers)
    return tuple(sorted(found, key=lambda m: (m.start, m.end)))


def _hear_plain_cases(scene: Scene, subjects: dict[int, int]) -> None:
    """Learn genders where nobody else can be meant: one person in this sentence and the two before, or `X said he`."""
    named: dict[int, set[int]] = {}
    for spot in scene.spots:
        named.setdefault(spot.sent, set()).add(spot.chain)
    for pronoun in _pronouns(scene, subjects, quoted=False):
        if pronoun.person == "t":
            continue
        here = named.get(pronoun.sent, set())
        if len(here) != 1 or -1 in here:
            continue
        (chain,) = here
        first = next(s for s in scene.spots if s.sent == pronoun.sent)
        if first.token > pronoun.token and weigh(scene, pronoun, first, subjects) is not None:
            scene.hear(chain, pronoun.person)  # `In his speech, X`
        near = here.union(*(named.get(pronoun.sent - back, set()) for back in (1, 2)))
        bound = pronoun.place != "object" and weigh(scene, pronoun, first, subjects) is not None and binds(scene, pronoun, first, subjects)
        if first.token < pronoun.token and first.salience >= 0.8 and first.quote < 0 and (len(near) == 1 or bound):
            scene.hear(chain, pronoun.person)


def _add_unnamed(scene: Scene, described: dict[int, Mention]) -> None:
    """Put human beings without a name on the scene, as rivals.

    Nouns of office are no rivals (`the senator` is mostly somebody named): with them dev loses 5 pronouns in 236.
    """
    layout, genders = scene.layout, noun_genders()
    for i, word in enumerate(layout.lower):
        if layout.tag[i] != "NN" or layout.dep[i] in ("appos", "attr", "compound") or i in scene.owner or i in described:
            continue
        gender = genders.get(word)
        if gender and not _beside_name(scene, i):
            scene.add(i, -1, gender)


def _beside_name(scene: Scene, i: int) -> bool:
    layout = scene.layout
    near = range(i + 1, min(i + 3, len(layout.words)))
    return any(j in scene.owner and (layout.head[j] == i or layout.head[i] == j) for j in near) or any(
        layout.head[j] == i and layout.dep[j] == "appos" and j in scene.owner for j in range(i + 1, min(i + 8, len(layout.words)))
    )


def _pronouns(scene: Scene, subjects: dict[int, int], quoted: bool) -> Iterator[Pronoun]:
    """Third-person pronouns outside (or inside) quotations, in order."""
    layout = scene.layout
    for i in scene.pronouns:
        word, known = layout.lower[i], _FORMS[layout.lower[i]]
        if known[0] == "i" or i in scene.owner or layout.words[i] != word and in_title(layout, i):
            continue
        char = layout.starts[i]
        quote = scene.quote(char)
        if (quote >= 0) != quoted:
            continue
        place = "possessive" if known[1] == "object" and layout.dep[i] == "poss" else known[1]
        place = "own" if word == "his" and layout.dep[i] not in ("poss",) and layout.tag[i] != "PRP$" else place
        sent = scene.sentence(char)
        verb = governing_verb(layout, i)
        if known[1] == "object" and layout.dep[i] == "nsubj" and verb == layout.head[i]:
            verb = governing_verb(layout, verb)  # `allowed him to go`
        speaks = next((n for n, a in enumerate(scene.attributions) if a.source and a.source[0] <= char < a.source[1]), -1)
        yield Pronoun(i, known[0], place, sent, scene.sentences[sent].paragraph, quote, verb, subject_of(layout, subjects, verb), speaks)


def _read_outside(scene: Scene, subjects: dict[int, int], described: dict[int, Mention]) -> list[Mention]:
    """Pronouns outside quotations, in order, and the descriptions among them."""
    for token, mention in described.items():
        scene.add(token, mention.chain)
    found = list(described.values())
    last: dict[str, tuple[int, int]] = {}
    single, family = find_declared(scene), read_family(scene)
    for pronoun in _pronouns(scene, subjects, quoted=False):
        if pronoun.person == "t":
            found += _read_they(scene, pronoun, subjects, single)
            continue
        chain = _choose(scene, pronoun, subjects, last, _speaker_before(scene, pronoun), None)
        chain = _named_later(scene, pronoun, None) if chain is None and not _heard_before(scene, pronoun) else chain
        if chain is not None:
            found.append(_settle(scene, pronoun, chain, last))
            _unsay(scene, found, pronoun, chain)
        kin = follow_kin(scene, family, pronoun.token, chain) if chain is not None and pronoun.place == "possessive" else None
        if kin is not None and kin[0] not in described:
            scene.add(kin[0], kin[1].chain)
            found.append(kin[1])
    return found


def _unsay(scene: Scene, found: list[Mention], pronoun: Pronoun, chain: int) -> None:
    """Nobody is their own relative: `her friend`, of the only friend named, once she is known to be that friend."""
    at = scene.layout.starts[pronoun.token]
    own = next((m for m in found if m.kind == "description" and m.start == at and m.chain == chain), None)
    if own is not None and pronoun.place == "possessive":
        found.remove(own)
        scene.spots = [s for s in scene.spots if s.chain != chain or not own.start <= scene.layout.starts[s.token] < own.end or s.token == pronoun.token]


def _read_they(scene: Scene, pronoun: Pronoun, subjects: dict[int, int], single: set[int]) -> list[Mention]:
    """The mention of a singular they, if it is one; from then on the person is known to be called so."""
    chain = choose_single(scene, pronoun, subjects, single)
    if chain is None or scene.heard.get(chain):
        return []
    single.add(chain)
    scene.add(pronoun.token, chain)
    return [Mention(scene.layout.starts[pronoun.token], scene.layout.ends[pronoun.token], "pronoun", chain)]


def _settle(scene: Scene, pronoun: Pronoun, chain: int, last: dict[str, tuple[int, int]]) -> Mention:
    scene.add(pronoun.token, chain)
    scene.hear(chain, pronoun.person)
    last[pronoun.person] = (chain, pronoun.sent)
    layout = scene.layout
    return Mention(layout.starts[pronoun.token], layout.ends[pronoun.token], "pronoun", chain)


def _choose(
    scene: Scene, pronoun: Pronoun, subjects: dict[int, int], last: dict[str, tuple[int, int]], speaker: int | None, barred: int | None
) -> int | None:
    """The chain with the greatest sum; None for nobody named or a tie."""
    sums = _sums(scene, pronoun, subjects, REACH) or _sums(scene, pronoun, subjects, FAR_REACH)
    surname = _relative_surname(scene, pronoun)
    counts = Counter(spot.chain for spot in scene.spots[: bisect_left(scene.spots, pronoun.token, key=_token)])
    repeat = last.get(pronoun.person)
    ranked = []
    for chain, score in sums.items():
        if chain == barred:
            continue
        if chain >= 0:
            score += OFTEN * min(6, counts.get(chain, 0))
            score += REPEAT if pronoun.place != "object" and repeat and repeat[0] == chain and pronoun.sent - repeat[1] <= 1 else 0.0
            score += SAME_SURNAME if surname and _surname(scene, chain) == surname else 0.0
            score += SPEAKER if pronoun.speaks >= 0 and speaker == chain else 0.0
        ranked.append((score, chain))
    ranked.sort(reverse=True)
    if not ranked or ranked[0][0] < WORST or ranked[0][1] < 0:
        return None
    if len(ranked) > 1 and ranked[0][0] - ranked[1][0] < TIE:
        return None
    return ranked[0][1]


def _heard_before(scene: Scene, pronoun: Pronoun) -> bool:
    """Whether anybody stands near before the pronoun whom its gender could mean, named or not."""
    for spot in scene.spots:
        if spot.token < pronoun.token and pronoun.sent - spot.sent <= REACH:
            if spot.chain < 0 and spot.gender in (pronoun.person, "n") and pronoun.sent - spot.sent <= 2:
                return True
            if spot.chain >= 0 and (scene.share_female(spot.chain) >= MAYBE if pronoun.person == "f" else scene.share_female(spot.chain) <= 1 - MAYBE):
                return True
    return False


def _named_later(scene: Scene, pronoun: Pronoun, barred: int | None) -> int | None:
    """Who is named after the pronoun, in its sentence or the next, where nobody was before: delayed identification."""
    fits = []
    for spot in scene.spots:
        if spot.token > pronoun.token and spot.chain >= 0 and spot.sent - pronoun.sent <= 1 and spot.chain != barred:
            share = scene.share_female(spot.chain)
            if (share if pronoun.person == "f" else 1 - share) >= 0.5:
                fits.append(spot.chain)
    return fits[0] if len(set(fits)) == 1 else None


def _relative_surname(scene: Scene, pronoun: Pronoun) -> str | None:
    """The surname of the relative whom a possessive introduces: Hale for `his wife, Ella Hale`."""
    if pronoun.place != "possessive":
        return None
    layout = scene.layout
    owned = layout.head[pronoun.token]
    if layout.lower[owned] not in noun_genders():
        return None
    chain = next((scene.owner[i] for i in range(owned + 1, min(owned + 3, len(layout.words))) if i in scene.owner), None)
    return None if chain is None or " " not in _name(scene, chain) else _surname(scene, chain)


def _name(scene: Scene, chain: int) -> str:
    return scene.names.chains[chain].name


def _surname(scene: Scene, chain: int) -> str:
    return _name(scene, chain).split()[-1]


def _sums(scene: Scene, pronoun: Pronoun, subjects: dict[int, int], reach: int) -> dict[int, float]:
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
        score = weigh(scene, pronoun, spot, subjects)
        if score is not None:
            seen[spot.chain] = seen.get(spot.chain, 0) + 1
            if score > best.get(spot.chain, float("-inf")):
                best[spot.chain] = score
    return best


def _speaker_before(scene: Scene, pronoun: Pronoun) -> int | None:
    """The speaker of the last attribution before the pronoun, within two paragraphs, unless another subject came since."""
    if pronoun.speaks < 0:
        return None
    place = scene.layout.starts[pronoun.token]
    before = [a.source for n, a in enumerate(scene.attributions) if a.source and a.source[1] <= place and n != pronoun.speaks]
    if not before:
        return None
    source = max(before)
    if pronoun.paragraph - scene.sentences[scene.sentence(source[0])].paragraph > 2:
        return None
    chain = _source_chain(scene, source)
    since = [s for s in scene.spots if scene.layout.token_at(source[1]) < s.token < pronoun.token]
    return None if any(s.chain != chain and s.salience >= 0.8 and s.quote < 0 for s in since) else chain


def _source_chain(scene: Scene, source: tuple[int, int]) -> int | None:
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


def _speakers(scene: Scene) -> list[int | None]:
    """Who utters each attribution, the author where it is I; None for nobody named."""
    author = _author(scene)
    found = []
    for attribution in scene.attributions:
        source = attribution.source
        own = source is not None and _FORMS.get(scene.layout.text[slice(*source)].lower(), "?")[0] == "i" and scene.quote(source[0]) < 0
        found.append(author if own else _source_chain(scene, source) if source else None)
    return found


def _author(scene: Scene) -> int | None:
    """Who wrote an essay: the person whom the last paragraph alone names, as subject of `is`."""
    first = next(s.start for s in scene.sentences if s.paragraph == scene.sentences[-1].paragraph)
    people = [s for s in scene.spots if s.chain >= 0]
    last = [s for s in people if scene.layout.starts[s.token] >= first]
    if not last or any(s.chain == last[0].chain for s in people if s.token < last[0].token):
        return None
    is_bio = last[0].salience >= 1.0 and scene.layout.lemma[scene.layout.head[last[0].token]] == "be"
    return last[0].chain if is_bio else None


def _read_inside(scene: Scene, subjects: dict[int, int], speakers: list[int | None]) -> list[Mention]:
    """Pronouns inside quotations: first person is the speaker, third person is anyone else."""
    layout, found = scene.layout, []
    for i in scene.pronouns:
        if _FORMS[layout.lower[i]][0] == "i" and layout.words[i] != "i":
            quote = scene.quote(layout.starts[i])
            chain = speakers[quote] if quote >= 0 else None
            if chain is not None:
                found.append(Mention(layout.starts[i], layout.ends[i], "pronoun", chain))
    last: dict[str, tuple[int, int]] = {}
    for pronoun in _pronouns(scene, subjects, quoted=True):
        if pronoun.person == "t":
            continue
        barred = speakers[pronoun.quote]
        chain = _choose(scene, pronoun, subjects, last, None, barred)
        chain = _named_later(scene, pronoun, barred) if chain is None and not _heard_before(scene, pronoun) else chain
        if chain is not None:
            found.append(_settle(scene, pronoun, chain, last))
    return found
