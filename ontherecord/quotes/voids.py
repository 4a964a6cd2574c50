"""Contents that are none: verbs in a sense that attributes nothing.

In: a document's tokens, cue heads and the pieces of their contents. Out: which rows attribute nothing: somebody
called on the telephone, a coat claimed, a driver urged on, a boat given a name, what is on a sign, a wish not to be named, what is refused, a verdict,
a song sung, what somebody has yet to say, a lone pronoun. The corpus the weights are fitted on, political news, has few of these.
"""

from functools import cache

import numpy as np
from spacy.symbols import AUX, PRON, VERB, dobj, nsubj, nsubjpass, prep
from spacy.tokens import Token

from ontherecord.lexicons import read_lexicon, words_of
from ontherecord.quotes.acts import acts
from ontherecord.quotes.features import Tokens, is_titled
from ontherecord.quotes.nearby import human_nouns
from ontherecord.quotes.senses import says_nothing

FINITE = ("VBD", "VBZ", "VBP")
THINGS = ("it", "they", "which", "that", "this")
PREPOSITIONS = ("at", "for", "to", "on")


def find_voids(tokens: Tokens, heads: np.ndarray, pieces: np.ndarray) -> np.ndarray:
    """Which rows attribute nothing."""
    lemmas = [tokens.doc.vocab.strings[lemma] for lemma in tokens.lemma[heads].tolist()]
    bare = find_bare(tokens, pieces)
    titled = [_is_titled(tokens, piece) for piece in pieces.tolist()]
    rows = zip(heads.tolist(), lemmas, bare.tolist(), _find_phrases(tokens, pieces).tolist(), titled, pieces.tolist(), strict=True)
    pronoun = (pieces[:, 1] - pieces[:, 0] == 1) & (pieces[:, 2] < 0) & (tokens.pos[pieces[:, 0]] == PRON) & bare
    return pronoun | np.array(
        [
            says_nothing(tokens, head, piece, bare=b)
            or b and _is_turned(tokens, head, lemma)
            or p and not _judges(tokens, head, lemma) and _does(tokens, head, lemma)
            or (t and lemma in void_cues("titled"))
            or _is_known_by(tokens, head, lemma, piece)
            or _is_yet_to(tokens, head)
            or lemma in void_cues("sung")
            or _is_borne(tokens, head, lemma, b)
            or _is_namelessness(tokens, head, lemma, piece)
            or _is_held_up(tokens, head, lemma, piece)
            or _is_conduct(tokens, head, lemma, piece)
            for head, lemma, b, p, t, piece in rows
        ],
        dtype=bool,
    )


def find_bare(tokens: Tokens, pieces: np.ndarray) -> np.ndarray:
    """Which contents are a phrase without a verb and without quotation marks."""
    return _without(pieces, (tokens.pos == VERB) & ~np.isin(tokens.dep, _hashes(tokens, "amod", "compound")) | (tokens.pos == AUX) | (tokens.stretch >= 0))


def _find_phrases(tokens: Tokens, pieces: np.ndarray) -> np.ndarray:
    """Which contents are a phrase without quotation marks, in which verbs only tell more of a noun (`time with ten seconds left`)."""
    telling = np.isin(tokens.dep, _hashes(tokens, "amod", "compound", "acl", "relcl", "pcomp")) | (tokens.tag == _hashes(tokens, "VBN")[0])
    return _without(pieces, (tokens.pos == VERB) & ~telling | (tokens.pos == AUX) | (tokens.stretch >= 0))


def _hashes(tokens: Tokens, *words: str) -> list[int]:
    return [tokens.doc.vocab.strings[word] for word in words]


def _without(pieces: np.ndarray, told: np.ndarray) -> np.ndarray:
    """Which contents hold none of the tokens marked."""
    total = np.concatenate([[0], np.cumsum(told)])
    inside = [np.where(pieces[:, k] >= 0, total[pieces[:, k + 1]] - total[pieces[:, k]], 0) for k in (0, 2)]
    return (inside[0] + inside[1]) == 0


def _is_titled(tokens: Tokens, piece: list[int]) -> bool:
    """Whether all quoted stretches of a content look like titles, and there is one."""
    inside = {s for k in (0, 2) if piece[k] >= 0 for s in tokens.stretch[piece[k] : piece[k + 1]].tolist() if s >= 0}
    return bool(inside) and all(is_titled(int(tokens.looks[s])) for s in inside)


def _is_turned(tokens: Tokens, head: int, lemma: str) -> bool:
    """Whether the verb says nothing with any mere phrase, or behind that preposition: `accepted a prize`, `agreed to a lease`, but not `called for calm`."""
    after = _after(tokens, head)
    if _judges(tokens, head, lemma):
        return False
    if after in PREPOSITIONS and lemma in void_cues(after):
        return True
    return lemma in void_cues("bare") and not (after == "for" and lemma in words_of("naming", "asking"))


def _after(tokens: Tokens, head: int) -> str:
    """The word after a cue."""
    return tokens.doc[head + 1].lower_ if head + 1 < len(tokens) else ""


def _judges(tokens: Tokens, head: int, lemma: str) -> bool:
    """Whether a verb of calling says what something is (`called the plan a mess`), gives it no name and calls nobody up."""
    if lemma not in words_of("naming", "calling"):
        return False
    cue = tokens.doc[head]
    stated = [child for child in cue.children if child.dep_ == "oprd" and not _is_void_object(lemma, child.lemma_.lower())]
    told = {child.dep_ for child in cue.children}
    kind = any(child.pos_ == "ADJ" or child.tag_ == "NN" and any(word.lower_ in ("a", "an") for word in child.children) for child in stated)
    return kind and ("dobj" in told or "agent" in told)


def _is_known_by(tokens: Tokens, head: int, lemma: str, piece: list[int]) -> bool:
    """Whether the content is a name in quotation marks to which somebody answers: `the dog answers to “Rex”`."""
    return piece[0] == head + 2 and int(tokens.stretch[piece[0]]) >= 0 and lemma in void_cues(f"name {_after(tokens, head)}")


def _does(tokens: Tokens, head: int, lemma: str) -> bool:
    """Whether the cue's object is one with which it says nothing: `claimed a coat`, `warned the man off`."""
    strings = tokens.doc.vocab.strings
    return any(int(tokens.dep[child]) in (dobj, nsubjpass) and _is_void_object(lemma, strings[tokens.lemma[child]]) for child in tokens.children[head])


def _is_conduct(tokens: Tokens, head: int, lemma: str, piece: list[int]) -> bool:
    """Whether the words tell a deed or a state: `refused to cross`, `found him guilty`, `reported to prison`, `reported stolen`."""
    content = tokens.doc[piece[0] : piece[1]]
    if lemma in void_cues("conduct") and content[0].lower_ == "to":
        return content.root.lemma_.lower() not in acts("refused")  # declined to comment: an act of its own
    if lemma == "find" and any(token.lower_ == "guilty" for token in content):
        return True
    if lemma != "report":
        return False
    goes = any(tokens.doc[child].lower_ == "to" and int(tokens.dep[child]) == prep for child in tokens.children[head])
    return goes or tokens.doc[piece[0]].tag_ == "VBN"


def _is_void_object(lemma: str, noun: str) -> bool:
    """Whether a verb says nothing with such an object: one told of it, a thing if it does something to things, somebody if it only turns to people."""
    thing = lemma in void_cues("thing") and noun in words_of("thing_nouns")
    return thing or lemma in void_cues("person") and noun in human_nouns() or noun in _own_objects(lemma)


@cache
def _own_objects(lemma: str) -> frozenset[str]:
    """The objects that the list tells of a verb."""
    return frozenset(noun for verb, noun in read_lexicon("void_objects") if verb == lemma)


def _is_yet_to(tokens: Tokens, head: int) -> bool:
    """Whether the cue is what somebody has yet to do."""
    yet = tokens.doc.vocab.strings["yet"]
    around = (child for governor in {head, int(tokens.head[head])} for child in tokens.children[governor])
    return any(int(tokens.lower[child]) == yet and tokens.text[tokens.end[child] :].startswith(" to ") for child in around)


def _is_borne(tokens: Tokens, head: int, lemma: str, bare: bool) -> bool:
    """Whether a sign or a shirt bears the words (`the cap said “Born Late”`), or a work is about what a mere phrase names."""
    strings = tokens.doc.vocab.strings
    subjects = {strings[tokens.lemma[child]] for child in tokens.children[head] if int(tokens.dep[child]) == nsubj}
    return lemma in void_cues("sign") and not subjects.isdisjoint(void_cues("bearer")) or bare and not subjects.isdisjoint(void_cues("work"))


def _is_namelessness(tokens: Tokens, head: int, lemma: str, piece: list[int]) -> bool:
    """Whether the content is that somebody is not named: `asked not to be identified`."""
    if lemma not in ("ask", "request", "insist"):
        return False
    words = [tokens.doc[i].lower_ for i in range(piece[0], min(piece[1], piece[0] + 4))]
    return words[:3] == ["not", "to", "be"] and words[-1] in void_cues("nameless")


def _is_held_up(tokens: Tokens, head: int, lemma: str, piece: list[int]) -> bool:
    """Whether a person holds up a thing, whatever is told of it: `she showed a letter that he called “odd”`."""
    if lemma not in void_cues("held"):
        return False
    children = tokens.children[head]
    subject = next((tokens.doc[child] for child in children if int(tokens.dep[child]) == nsubj), None)
    finite = subject is not None or tokens.doc[head].tag_ in FINITE
    thing = subject is not None and (subject.pos_ == "NOUN" or subject.lower_ in THINGS or subject.lemma_.lower() in acts("source"))
    return finite and not thing and any(int(tokens.dep[child]) == dobj and int(tokens.left[child]) == piece[0] for child in children)


@cache
def void_cues(when: str) -> frozenset[str]:
    """The verbs, or what bears the words, of one of the cases in the list."""
    return frozenset(verb for verb, case in read_lexicon("void_cues") if case == when)
