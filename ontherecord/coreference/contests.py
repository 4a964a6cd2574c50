"""Winners and losers: `Hale beat Marsh. The loser shook his hand`, `said the winner of his opponent`.

In: the scene, and each possessive pronoun once it is known whose it is. Out: description mentions. Who won is learnt from verbs
(`beat`, `was ousted by`, `lost to`) between two named people. Missed on purpose: contests of more than two, and of teams.
"""

from collections.abc import Iterator

from ontherecord.coreference.scene import Scene
from ontherecord.lexicons import words_of
from ontherecord.records import Mention

REACH = 30  # sentences, as of titles
FAR = 4  # tokens between a possessive and its noun
APART = ("appos", "attr", "compound", "oprd")  # a noun that stands beside a name or tells what somebody is
Contest = tuple[int, int, int]  # the token of the verb, who won, who lost


def find_contests(scene: Scene) -> list[Contest]:
    """Who beat whom, in order."""
    found = []
    for verb in sorted(scene.clauses.subjects):
        lemma = scene.layout.lemma[verb]
        first = scene.who(scene.clauses.subject(verb)) if lemma in words_of("contests", "win", "lose") else -1
        if first < 0:
            continue
        second, reverse = _opponent(scene, verb, lemma)
        if second >= 0 and first != second:
            found.append((verb, second, first) if reverse else (verb, first, second))
    return found


def find_parties(scene: Scene, contests: list[Contest]) -> Iterator[tuple[int, Mention]]:
    """(token of the noun, mention) of each `the winner` and `the loser` behind a contest, outside quotations."""
    layout = scene.layout
    for i, word in enumerate(layout.lower) if contests else ():
        if word not in words_of("contests", "winner", "loser") or layout.tag[i] != "NN" or layout.dep[i] in APART or scene.quote(layout.starts[i]) >= 0:
            continue
        before = [c for c in contests if c[0] < i and layout.sent[i] - layout.sent[c[0]] <= REACH]
        alone = i > 0 and layout.lower[i - 1] == "the" and i + 1 not in scene.owner and layout.lower[i + 1 : i + 2] != ["of"]
        if before and alone:
            chain = before[-1][1 if word in words_of("contests", "winner") else 2]
            yield i, Mention(layout.starts[i - 1], layout.ends[i], "description", chain)


def follow_contest(scene: Scene, contests: list[Contest], token: int, owner: int) -> tuple[int, Mention] | None:
    """The other of two whom `his opponent` means, once it is known whose it is."""
    layout = scene.layout
    noun = layout.head[token]
    if not contests or layout.lower[noun] not in words_of("contests", "other") or not token < noun <= token + FAR or layout.dep[noun] in APART:
        return None
    others = {c[1] if c[2] == owner else c[2] for c in contests if owner in c[1:] and c[0] < noun}
    named = any(j in scene.owner for j in range(noun + 1, noun + FAR))
    return (noun, Mention(layout.starts[token], layout.ends[noun], "description", others.pop())) if len(others) == 1 and not named else None


def _opponent(scene: Scene, verb: int, lemma: str) -> tuple[int, bool]:
    """The person at the other end of a verb, and whether that one won; -1 for nobody named."""
    layout, clauses = scene.layout, scene.clauses
    lost = lemma in words_of("contests", "lose")
    passive = layout.dep[clauses.subjects.get(verb, verb)] == "nsubjpass"
    if not lost and not passive:
        return scene.who(clauses.objects.get(verb, -1)), False
    wanted = "to" if lost else "by"
    ends = [j for j in range(verb + 1, min(verb + 20, len(layout.words))) if layout.dep[j] == "pobj" and layout.head[layout.head[j]] == verb and layout.lower[layout.head[j]] == wanted]
    return (scene.who(ends[0]) if ends else -1), True
