"""Descriptions of whoever the text is about: `Hale cited his record. The New York businessman said he was ready.`

In: the scene, the holdings that titles give, and what earlier rules described. Out: description mentions by the token of their
noun. A definite phrase that is the subject of its sentence and says more than a noun, for somebody whom no title of the article
calls so, goes on with the one person who was the subject before; so does a bare noun of those that writers use for a change
(`the singer`), where nobody else is near. Missed on purpose: offices that one person holds (the judge, the
mayor), nouns for those who act for others or whom things befall, nouns met before of somebody unnamed, and places where
another person stood out between, as a subject or an object or in what was quoted.
"""

from ontherecord.coreference.describe import agrees, told_by
from ontherecord.coreference.holders import Holding, contradicts, key_of, party
from ontherecord.coreference.pronouns import FORMS
from ontherecord.coreference.scene import Scene
from ontherecord.lexicons import words_of
from ontherecord.records import Mention
from ontherecord.role_nouns import kind_words, role_key

LONGEST = 7  # tokens of a phrase before its noun
BACK = 4  # sentences
OUTSTANDING = 0.2  # the salience of an object


def find_topics(scene: Scene, held: dict[str, list[Holding]], described: dict[int, Mention]) -> dict[int, Mention]:
    """The mention, by the token of its noun, of each description of the person whom the sentences before are about."""
    layout, found = scene.layout, {}
    for i, word in enumerate(layout.lower):
        if layout.dep[i] not in ("nsubj", "nsubjpass") or layout.tag[i] not in ("NN", "NNP") or i in scene.owner or i in described:
            continue
        if role_key(word) is None or word in words_of("naming", "sole") or scene.quote(layout.starts[i]) >= 0:
            continue
        first = None if _met_before(scene, described | found, i) else _begin(scene, i)
        if first is None:
            continue
        known = {found[j].chain for j in found if layout.lower[j] == word} if first == i - 1 else set()
        chain = known.pop() if len(known) == 1 else _topic(scene, i)
        if chain is not None and _may_be(scene, held, chain, first, i):
            found[i] = Mention(layout.starts[first], layout.ends[i], "description", chain)
    return found


def _begin(scene: Scene, i: int) -> int | None:
    """The article of a phrase that is the subject of its whole sentence, with nothing behind its noun and, but for `the singer`, something before."""
    layout = scene.layout
    near = [j for j in range(max(0, i - LONGEST), min(len(layout.words), i + 10)) if layout.head[j] == i and j != i]
    aside = layout.words[i + 1 : i + 2] == [","]  # `the singer, who smiled`
    if any(layout.dep[j] in ("appos", "conj", "poss", "prep") or layout.dep[j] == "relcl" and not aside or j > i and j in scene.owner for j in near):
        return None
    verb = layout.head[i]
    whole = layout.head[verb] == verb and scene.clauses.subjects.get(verb) == i
    least = i if layout.lower[i] in words_of("naming", "famed") else i - 1
    return next((j for j in near if whole and j < least and layout.lower[j] == "the"), None)


def _topic(scene: Scene, i: int) -> int | None:
    """The person who was the subject of the sentence before, through he and she back to the name; None where another was."""
    layout, clauses = scene.layout, scene.clauses
    at = scene.sentence(layout.starts[i])
    for back in range(at - 1, max(-1, at - 1 - BACK), -1):
        first, last = layout.token_at(scene.sentences[back].start), layout.token_at(scene.sentences[back].end - 1)
        if all(scene.quote(layout.starts[j]) >= 0 for j in (first, last)):
            continue  # within a quotation that goes on
        root = next((j for j in range(first, last + 1) if layout.head[j] == j), -1)
        subject = clauses.subjects.get(root, -1)
        if subject < 0:
            return None
        if FORMS.get(layout.lower[subject], "?")[0] in ("f", "m"):
            continue
        chain = scene.who(subject)
        bare = layout.lower[i - 1] == "the"
        joined = bare and any(layout.head[j] == subject and layout.dep[j] == "cc" for j in range(first, last + 1))
        return chain if chain >= 0 and not joined and _stands_alone(scene, chain, first, i, bare=bare) else None
    return None


def _stands_alone(scene: Scene, chain: int, first: int, i: int, *, bare: bool) -> bool:
    """Whether nobody else stands out from a token on to the phrase: no other subject or object, nobody else in a quotation; beside a bare noun nobody at all."""
    between = (s for s in scene.spots if first <= s.token < i and s.chain not in (-1, chain))
    return not any(bare or s.salience >= OUTSTANDING or s.quote >= 0 for s in between)


def _met_before(scene: Scene, described: dict[int, Mention], i: int) -> bool:
    """Whether the same noun stood before for somebody else: neither described nor beside a name. Of candidates there are many."""
    layout = scene.layout
    return layout.lower[i] not in kind_words("candidate") and any(
        layout.lower[j] == layout.lower[i] and layout.dep[j] not in ("appos", "attr", "compound") and j not in described and j not in scene.owner and not scene.beside.get(j)
        for j in range(i)
    )


def _may_be(scene: Scene, held: dict[str, list[Holding]], chain: int, first: int, i: int) -> bool:
    """Whether nothing that the phrase says goes against the person or belongs to another."""
    layout = scene.layout
    key = key_of(" ".join(layout.lower[max(first, i - 2) : i + 1])) or ""
    words = told_by(scene, range(first, i), key)
    if words is None or any(h.chain != chain and not contradicts(h, words) for h in held.get(key, ())) or not agrees(scene, chain, layout.lower[i]):
        return False
    parties = {word for own in held.values() for h in own if h.chain == chain for word in h.words if party(word) == word}
    return not parties or not any(party(word) == word and word not in parties for word in words)
