"""People of whom a speaker tells by what they are: `“The coach shouted. He left,”` of the one coach whom the article names.

In: the scene, the holdings that titles give, and who speaks and is spoken to in each quotation. Out: (token, chain) of each such noun,
so that pronouns behind it in the quotation find somebody; the noun itself is left unlinked. The same for whom something is
said of (`X said of Y`), who then stands at the opening mark. In the record of a debate `the gentleman` is the one who spoke
before. Missed on purpose: nouns that two people of the article bear, and whatever more is told of the person (`my coach`).
"""

from collections.abc import Iterator, Sequence

from ontherecord.coreference.describe import agrees
from ontherecord.coreference.holders import Holding, key_of
from ontherecord.coreference.scene import Scene
from ontherecord.lexicons import words_of

FAR = 12  # tokens from a reporting verb to whom its words are about
LONGEST = 3  # tokens before such a noun: `the right honourable gentleman`
AHEAD = 8  # sentences from the noun on within which its bearer is named, if not before; by judgement


def find_told_of(scene: Scene, held: dict[str, list[Holding]], present: list[set[int]]) -> Iterator[tuple[int, int]]:
    """Subjects of an article and a noun alone, inside quotations, that only one person's title has."""
    layout = scene.layout
    for start, end, quote in scene.quoted if held else ():
        for i in range(layout.token_at(start), layout.token_at(end - 1) + 1):
            if layout.dep[i] != "nsubj" or layout.tag[i] != "NN" or layout.lower[i - 1] != "the" or layout.words[i + 1 : i + 2] == ["of"]:
                continue
            bearers = {h.chain for h in held.get(key_of(layout.lower[i]) or "", ())}
            if len(bearers) == 1 and not bearers & present[quote] and _is_near(scene, *bearers, i) and agrees(scene, *bearers, layout.lower[i]):
                yield i, bearers.pop()


def find_colleagues(scene: Scene, speakers: Sequence[int | None]) -> Iterator[tuple[int, int]]:
    """`the gentleman` in a turn, of the last other speaker whose gender it may be."""
    layout = scene.layout
    turns = sorted((start, end, n) for start, end, n in scene.quoted if scene.attributions[n].kind == "indirect")
    for at, (start, end, n) in enumerate(turns):
        before = list(dict.fromkeys(speakers[m] for _, _, m in reversed(turns[:at]) if speakers[m] not in (None, speakers[n])))
        for i in range(layout.token_at(start), layout.token_at(end - 1) + 1) if before else ():
            if layout.lower[i] in words_of("naming", "colleague") and "the" in layout.lower[max(0, i - LONGEST) : i]:
                yield from ((i, chain) for chain in before[:1] if agrees(scene, chain, layout.lower[i]))


def find_spoken_of(scene: Scene) -> Iterator[tuple[int, int]]:
    """(first token of a quotation, chain) of whomever its words are said of: `“He reads,” X said of Y, her clerk.`"""
    layout = scene.layout
    for start, _, n in scene.quoted:
        cue = scene.attributions[n].cue
        verb = layout.token_at(cue[0]) if cue is not None else -1
        for i in range(verb + 1, min(verb + FAR, len(layout.words))) if verb >= 0 else ():
            if layout.dep[i] != "pobj" or layout.lower[layout.head[i]] not in ("of", "about") or scene.quote(layout.starts[i]) >= 0:
                continue
            above, subject = layout.head[layout.head[i]], scene.clauses.subject(verb)
            if above not in (verb, subject):  # the parser may hang `of Y` on the name of X
                continue
            chain = max(scene.who(i), scene.who(scene.clauses.owners.get(i, -1)))
            if chain >= 0 and chain != scene.who(subject):
                yield layout.token_at(start), chain
                break


def _is_near(scene: Scene, chain: int, i: int) -> bool:
    named = min(s.token for s in scene.spots if s.chain == chain)
    return named < i or scene.sentence(scene.layout.starts[named]) - scene.sentence(scene.layout.starts[i]) <= AHEAD
