"""Senses of verbs of saying in which nobody says what follows.

In: a document's tokens, a cue's head and the pieces of its content. Out: whether the cue stands in a set phrase (`all told`),
parts two things (`told an oak from an elm`), speaks a language, denies somebody a thing, questions a person, or says nothing.
Missed on purpose: figures of speech of things (`the scar tells of a fight`), which read like reports.
"""

from functools import cache

from spacy.tokens import Token

from ontherecord.lexicons import read_lexicon, words_of
from ontherecord.quotes.features import Tokens
from ontherecord.quotes.nearby import human_nouns

OBJECTS = ("dobj", "npadvmod", "advmod")
STOPS = (",", ".", ";", ":", ")", "")


def says_nothing(tokens: Tokens, head: int, piece: list[int], *, bare: bool) -> bool:
    """Whether the cue is used in such a sense; `bare`, whether its content has neither verb nor quotation marks."""
    cue = tokens.doc[head]
    if is_in_phrase(tokens.text, cue):
        return True
    quoted = any(tokens.stretch[at] >= 0 for k in (0, 2) if piece[k] >= 0 for at in range(piece[k], piece[k + 1]))
    if not quoted and (is_spoken_language(tokens, cue, piece) or denies_somebody(cue)):
        return True
    return bare and (tells_apart(cue) or is_silent(cue) or questions_somebody(cue) or is_asked_about(cue))


def is_in_phrase(text: str, cue: Token) -> bool:
    """Whether a cue is a word of a set phrase: `needless to say`."""
    for phrase, closed in _phrases().get(cue.lower_, ()):
        longest = len(phrase)
        begin = max(cue.idx - longest, 0)
        at = begin + text[begin : cue.idx + longest].lower().find(phrase)
        before, after = text[max(at - 1, 0) : at], text[at + longest : at + longest + 1]
        if begin <= at <= cue.idx < at + longest and not before.isalnum() and (after in STOPS if closed else not after.isalnum()):
            return True
    return False


def is_spoken_language(tokens: Tokens, cue: Token, piece: list[int]) -> bool:
    """Whether the content is what somebody is able to speak: `speaks four languages`."""
    return cue.lemma_ == "speak" and any(child.dep_ == "dobj" and int(tokens.left[child.i]) == piece[0] for child in cue.children)


def denies_somebody(cue: Token) -> bool:
    """Whether somebody is refused a thing: `denied him the chance to speak`."""
    return cue.lemma_ == "deny" and any(child.dep_ == "dative" and child.pos_ != "ADP" for child in cue.children)


def tells_apart(cue: Token) -> bool:
    """Whether somebody parts two things: `can tell the twins apart`, `to tell a wren from a robin`."""
    if cue.lemma_ not in words_of("void_cues", "apart"):
        return False
    below = [word for child in cue.children for word in (child, *child.children) if word.i > cue.i]
    able = any(child.dep_ == "aux" and (child.tag_ in ("MD", "TO")) for child in cue.children)
    return any(word.lower_ == "apart" or able and word.lower_ == "from" and word.dep_ == "prep" for word in below)


def is_silent(cue: Token) -> bool:
    """Whether what is said is nothing: `said nothing about the pier`."""
    return any(child.dep_ in OBJECTS and child.i > cue.i and child.lower_ in words_of("void_cues", "none") for child in cue.children)


def questions_somebody(cue: Token) -> bool:
    """Whether a person is questioned, and not a thing."""
    if cue.lemma_ not in words_of("void_cues", "whom"):
        return False
    whom = (child for child in cue.children if child.dep_ in ("dobj", "nsubjpass"))
    return any(child.ent_type_ == "PERSON" or child.lower_ in words_of("naming", "he", "she") or child.lemma_.lower() in human_nouns() for child in whom)


def is_asked_about(cue: Token) -> bool:
    """Whether somebody was asked about a matter by nobody in particular before saying something else: `asked about the price, she smiled`."""
    return cue.lemma_ == "ask" and cue.tag_ == "VBN" and cue.dep_ == "advcl" and not any(child.dep_ == "agent" for child in cue.children)


@cache
def _phrases() -> dict[str, tuple[tuple[str, bool], ...]]:
    """The set phrases by each of their words, and whether a stop closes them."""
    found: dict[str, tuple[tuple[str, bool], ...]] = {}
    for phrase, when in read_lexicon("set_phrases"):
        for word in phrase.split():
            found[word] = (*found.get(word, ()), (phrase, when == "closed"))
    return found
