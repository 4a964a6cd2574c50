"""Descriptions: `the councilman` for the councilman named before, `the Indiana governor` for the governor of Indiana.

In: the scene and the holdings that titles give. Out: description mentions with the token of their noun. A definite
noun phrase means the person last given a title with that noun, if nothing that the phrase says (party, place,
body, former or new) goes against what is told of the person. Missed on purpose: indefinite phrases, nouns that
nobody's title holds, plural ones, and words that only two holders of one title could tell apart.
"""

from dataclasses import dataclass

from ontherecord.coreference.holders import Holding, contradicts, key_of, name_words, telling
from ontherecord.coreference.scene import Scene, noun_genders
from ontherecord.lexicons import read_lexicon, words_of
from ontherecord.records import Mention
from ontherecord.role_nouns import kind_words, may_end_role

DEFINITE = ("the", "this", "that")
REACH = 30  # sentences
OF_PLACES = ("head of state", "head of government")
LONGEST = 7  # tokens of a description before its noun
STATUS = {
    "former": ("former", "resigned"), "elected": ("elected",), "outgoing": ("outgoing",), "acting": ("acting",),
    "new": ("current", "elected", "acting"),
}  # fmt: skip
_STATUS_WORDS = {row[0]: row[1] for row in read_lexicon("role_status")}


@dataclass(frozen=True, slots=True)
class Description:
    """A phrase: its tokens, its noun and key, what it says to tell its bearer, and whose it is."""

    first: int
    noun: int
    last: int
    key: str
    words: frozenset[str]
    status: str | None = None
    owner: int | None = None
    place: bool | None = None
    strict: bool = False


def mentions_change(scene: Scene) -> bool:
    """Whether the text is about somebody by a title and its change, beside no name: `The new secretary said`."""
    layout = scene.layout
    return any(
        word in STATUS and layout.lower[i - 1] in DEFINITE and layout.dep[layout.head[i]] == "nsubj" and may_end_role(layout.lower[layout.head[i]])
        for i, word in enumerate(layout.lower)
    )


def find_descriptions(scene: Scene, held: dict[str, list[Holding]]) -> list[tuple[int, Mention]]:
    """(token of the noun, mention) of each description outside quotations, in order."""
    layout, found = scene.layout, []
    for i, word in enumerate(layout.lower) if held else ():
        if layout.tag[i] not in ("NN", "NNP") or i in scene.owner or not (may_end_role(word) or word in noun_genders()):
            continue
        phrase = _read(scene, i, held)
        if phrase is None or scene.quote(layout.starts[i]) >= 0:
            continue
        chain = _holder(scene, held[phrase.key], phrase)
        if chain is not None:
            found.append((i, Mention(layout.starts[phrase.first], layout.ends[phrase.last], "description", chain)))
    return found


def _read(scene: Scene, i: int, held: dict[str, list[Holding]]) -> Description | None:
    """The description whose noun stands at `i`; None if it is a predicate, stands beside a name or is no title held."""
    layout = scene.layout
    if layout.dep[i] in ("attr", "appos", "compound", "oprd") or layout.dep[layout.head[i]] == "prep" and layout.lower[layout.head[i]] == "as":
        return None
    children = [j for j in range(max(0, i - LONGEST), min(len(layout.words), i + 10)) if layout.head[j] == i and j != i]
    last, inner = _end(scene, i)
    after = [j for j in children if j > last]
    complement = _complement(scene, after[0]) if after and last == i else None
    rest = [j for j in after if complement is None or j != after[0]]
    if any(layout.dep[j] in ("appos", "prep", "conj") or layout.dep[j] == "relcl" and layout.words[last + 1] != "," or j in scene.owner for j in rest):
        return None
    if last + 1 in scene.owner:
        return None  # `the server Hale used`
    first, owner, place = _begin(scene, i, children)
    place = True if inner in OF_PLACES else place
    if first is None and (complement is None or layout.dep[i] != "nsubj" or i and layout.sent[i - 1] == layout.sent[i]):
        return None  # a headline: `Senator from Texas says no`
    start = i if first is None else first
    if layout.words[start] == "The" and start > 0 and layout.sent[start - 1] == layout.sent[start] and layout.words[start - 1].isalpha():
        return None  # a work: `wrote The White House Doctor`
    key = inner or key_of(" ".join(layout.lower[max(start, i - 2) : i + 1])) or ""
    told = told_by(scene, range(start, i), key)
    if key not in held or told is None:
        return None
    status = next((_STATUS_WORDS[w] if w != "new" else "new" for w in layout.lower[start:i] if w in _STATUS_WORDS), None)
    strict = complement is not None or owner is not None or place is not None
    body = owner if complement is None else complement
    words = told if body is None else told | name_words(scene, body)
    return Description(start, i, last, key, words, status, body, place, strict)


def _end(scene: Scene, i: int) -> tuple[int, str | None]:
    """The last token of the noun and its key, if it is of several words: `secretary of state`."""
    if scene.layout.lower[i + 1 : i + 2] == ["of"]:
        key = key_of(" ".join(scene.layout.lower[i : i + 3]))
        if key and " of " in key:
            return i + 2, key
    return i, None


def _complement(scene: Scene, prep: int) -> int | None:
    """The chain of X in `the senator from X`."""
    layout = scene.layout
    if layout.dep[prep] != "prep" or layout.lower[prep] not in ("of", "from", "for"):
        return None
    return next((scene.owner[j] for j in range(prep + 1, min(prep + 5, len(layout.words))) if layout.head[j] == prep and j in scene.owner), None)


def _begin(scene: Scene, i: int, children: list[int]) -> tuple[int | None, int | None, bool | None]:
    """Where a definite phrase begins, the chain that owns it, and whether a place does: `the club’s president`."""
    layout = scene.layout
    before = [j for j in children if j < i]
    owners = [j for j in before if layout.dep[j] == "poss"]
    if not owners:
        return next((j for j in before if layout.lower[j] in DEFINITE), None), None, None
    owner = owners[0]
    if layout.tag[owner] == "PRP$":
        return None, None, None
    left = owner
    while left > 0 and (scene.owner.get(left - 1) == scene.owner.get(owner, -1) or layout.head[left - 1] == owner):
        left -= 1
    if owner in scene.owner:
        return left, scene.owner[owner], None
    kind = layout.lower[owner] in words_of("naming", "territory")
    known = kind or layout.lower[owner] in words_of("naming", "institution")
    return (left, None, kind) if known and layout.lower[left] in DEFINITE else (None, None, None)


def told_by(scene: Scene, tokens: range, key: str) -> frozenset[str] | None:
    """The words that tell one holder from another; None if the phrase means somebody else or nobody real."""
    layout = scene.layout
    told: frozenset[str] = frozenset()
    for j in tokens:
        word = layout.lower[j]
        if layout.dep[j] == "poss" or layout.dep[layout.head[j]] == "poss":
            continue  # whose it is, is read apart
        if word in kind_words("someone_else") or _STATUS_WORDS.get(word) == "unreal":
            return None
        if layout.tag[j] in ("NN", "NNP", "NNPS") or layout.tag[j] == "JJ" and (layout.words[j][0].isupper() or word.endswith("ial")):
            told |= telling(layout.words[j])
    return told.difference(key.split())


def _holder(scene: Scene, held: list[Holding], phrase: Description) -> int | None:
    """The person with such a title, named before, whom the phrase fits best and who was named last."""
    layout = scene.layout
    near = {h.chain: at for h in held if (at := _last_seen(scene, h.chain, phrase.noun)) is not None}
    able = [h for h in held if h.chain in near and agrees(scene, h.chain, layout.lower[phrase.noun]) and fits(h, phrase)]
    sure = [h for h in able if phrase.words <= h.words and (phrase.place is None or h.kind is not None)]
    if not sure and (phrase.owner is not None or len({h.chain for h in held}) > 1):
        sure = [] if phrase.strict or phrase.words else able
    chains = {h.chain for h in sure or (able if phrase.owner is None and len({h.chain for h in held}) == 1 else [])}
    if not chains or phrase.strict and len(chains) > 1:
        return None
    chain = max(chains, key=lambda c: near[c])
    back = scene.sentence(layout.starts[phrase.noun]) - scene.sentence(layout.starts[near[chain]])
    return chain if back <= REACH else None


def fits(holding: Holding, phrase: Description) -> bool:
    """Whether nothing told of the holding goes against the phrase; who only runs for an office is not called by it."""
    if holding.status in ("candidate", "elected") and phrase.status is None and phrase.key not in kind_words("candidate"):
        return False
    if phrase.status in STATUS and holding.status not in STATUS[phrase.status]:
        return False
    if phrase.place is not None and holding.kind is not None and (holding.kind != "ORG") != phrase.place:
        return False
    return not (phrase.words and contradicts(holding, phrase.words))


def _last_seen(scene: Scene, chain: int, before: int) -> int | None:
    """The last token before a place at which the person stands."""
    return max((s.token for s in scene.spots if s.chain == chain and s.token < before), default=None)


def agrees(scene: Scene, chain: int, noun: str) -> bool:
    """Whether the noun's gender may be the person's."""
    gender = noun_genders().get(noun, "n")
    return gender == "n" or (scene.share_female(chain) >= 0.2 if gender == "f" else scene.share_female(chain) <= 0.8)
