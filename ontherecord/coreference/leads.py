"""Leads: `A New York judge has ruled` in the first paragraphs, of the judge whom a later one names.

In: the scene and the holdings that titles give. Out: description mentions with the token of their noun. News copy opens with
an indefinite phrase, or a bare noun in the headline, for somebody whom it then names with the title. Missed on purpose:
people whose later title is another, and nouns that two people of the article bear.
"""

from ontherecord.coreference.describe import Description, agrees, fits, told_by
from ontherecord.coreference.holders import Holding, key_of
from ontherecord.coreference.scene import Scene
from ontherecord.records import Mention
from ontherecord.role_nouns import may_end_role

OPENING = 3  # paragraphs, the headline among them
INDEFINITE = ("a", "an")
AHEAD = 8  # sentences, by judgement: a lead's person is named in the first third of a short article
LONGEST = 7  # tokens of a phrase before its noun


def find_leads(scene: Scene, held: dict[str, list[Holding]]) -> list[tuple[int, Mention]]:
    """(token of the noun, mention) of each person whom the opening describes before anything names them."""
    layout, found = scene.layout, []
    last = next((s.start for s in scene.sentences if s.paragraph > OPENING), len(layout.text))
    for i in range(layout.token_at(last) if held else 0):
        if layout.dep[i] not in ("nsubj", "nsubjpass") or layout.tag[i] not in ("NN", "NNP") or i in scene.owner or not may_end_role(layout.lower[i]):
            continue
        first = _begin(scene, i)
        chain = None if first is None or scene.quote(layout.starts[i]) >= 0 else _named_after(scene, held, first, i)
        if chain is not None:
            found.append((i, Mention(layout.starts[first], layout.ends[i], "description", chain)))
    return found


def _begin(scene: Scene, i: int) -> int | None:
    """Where the phrase begins: at its indefinite article or, in the headline, at its first word without any."""
    layout = scene.layout
    children = [j for j in range(max(0, i - LONGEST), min(len(layout.words), i + 10)) if layout.head[j] == i and j != i]
    if any(layout.dep[j] in ("appos", "conj", "poss") or j > i and j in scene.owner for j in children):
        return None
    articles = [j for j in children if j < i and layout.dep[j] == "det"]
    if articles:
        return articles[0] if layout.lower[articles[0]] in INDEFINITE else None
    start = min([j for j in children if j < i], default=i)
    opens = start == 0 or layout.sent[start - 1] != layout.sent[start]
    return start if opens and scene.sentences[scene.sentence(layout.starts[i])].paragraph == 1 else None


def _named_after(scene: Scene, held: dict[str, list[Holding]], first: int, i: int) -> int | None:
    """The only holder in the article, if first named after the phrase and not far from it."""
    layout = scene.layout
    key = key_of(" ".join(layout.lower[max(first, i - 2) : i + 1])) or ""
    words = told_by(scene, range(first, i), key)
    if key not in held or words is None or len({h.chain for h in held[key]}) > 1:
        return None
    phrase = Description(first, i, i, key, words)
    chain = held[key][0].chain
    named = min(s.token for s in scene.spots if s.chain == chain)
    near = named > i and scene.sentence(layout.starts[named]) - scene.sentence(layout.starts[i]) <= AHEAD
    return chain if near and agrees(scene, chain, layout.lower[i]) and any(fits(h, phrase) for h in held[key]) else None
