"""Whether an attribution was spoken, written, thought, or is what some evidence shows.

In: a parsed document, one attribution and the words that name its source. Out: one of the four acts. The
cue's lemma decides by a lexicon; then a source that is a thing (`a poll`, `the letter`, `the Times`), the
medium of the saying (`said in a statement`) and quotation marks in the content, which only utterances have.

Missed on purpose: whether the same word was meant as an utterance further on in the text; irony.
"""

from collections.abc import Sequence
from functools import cache

from spacy.tokens import Doc, Token

from ontherecord.layout import lay_out
from ontherecord.lexicons import read_lexicon
from ontherecord.quotes.found import Found
from ontherecord.records import Act, Span

MARKS = frozenset("\"“”„‟«»")
SINGLE_OPENING = ("‘", "``", "''")
PRIVATE = ("think", "wonder")  # what is quoted after these may be thought all the same
PERSON = "PERSON"
DENYING = ("neg", "preconj", "nsubj", "nsubjpass")  # `“No,” she said` denies nothing
CARRIERS = ("in", "on", "via", "by", "through")
TAKEN = ("xcomp", "advcl")
COMPLEMENTS = {"nsubj": "noun", "dobj": "noun", "attr": "noun", "acomp": "adjective", "oprd": "noun", "xcomp": "cue"}


def find_act(doc: Doc, found: Found, source: Span | None, *, text: str | None = None) -> Act:
    """The act of one attribution; `text` is the document's, if it is at hand."""
    quoted = has_marks(lay_out(doc).text if text is None else text, found.spans)
    thing = act_of_source(doc, source)
    if found.head < 0:
        return "speech" if found.rule == "label" else thing or "speech"
    cue = doc[found.head]
    act = act_of_cue(cue)
    if thing is not None:
        return act_of_thing(thing, act, cue)
    if act is None:
        act = "speech" if quoted or not cue.is_alpha or cue.pos_ == "ADP" or is_according(cue) else "thought"
    if act == "thought" and quoted and cue.lemma_ not in PRIVATE:
        act = "speech"
    return "writing" if act == "speech" and in_writing(cue) else act


def has_marks(text: str, spans: Sequence[Span]) -> bool:
    """Whether the content is, or holds, words in quotation marks."""
    return any(
        text[start:end].startswith(SINGLE_OPENING) or not MARKS.isdisjoint(text[max(start - 1, 0) : end + 1])
        for start, end in spans
    )


def act_of_cue(cue: Token) -> Act | None:
    """What the cue says, with its object where it is a light verb, or None where it is in no list."""
    lemma = cue.lemma_.lower()
    if lemma in acts("refusing") and any(child.dep_ == "xcomp" and child.lemma_.lower() in acts("refused") for child in cue.children):
        return "thought"  # who declined to comment said nothing
    if lemma in acts("refused") and (is_negated(cue) or is_supposed(cue)):
        return "thought"  # nor did who would not say whether
    if cue.pos_ in ("VERB", "AUX"):
        known = acts("cue").get(lemma) or acts("adjective").get(lemma)
        return known or act_of_object(cue, act_of_complement(cue)) or acts("light").get(lemma)
    if cue.pos_ in ("NOUN", "PROPN"):
        return acts("noun").get(lemma) or acts("cue").get(lemma)
    if cue.pos_ == "ADJ":
        return acts("adjective").get(lemma)
    return None


def is_negated(cue: Token) -> bool:
    """Whether a verb's own words, or its subject's, deny it: `never said`, `neither would say`, `nobody told`."""
    for child in cue.children:
        if child.dep_ in DENYING and child.lower_ in acts("negating") and child.i < cue.i and cue.doc[child.i + 1].lower_ not in acts("extending"):
            return True
        if child.dep_ in ("nsubj", "nsubjpass") and is_denied(child):
            return True
    return False


def is_denied(subject: Token) -> bool:
    """Whether a subject's own words deny it: `no driver said`, but not `not only drivers` or `not drivers but guards`."""
    words = [word for word in subject.children if word.i < subject.i and word.lower_ in acts("negating")]
    set_against = any(child.lower_ in acts("contrasting") and child.dep_ == "cc" for child in subject.children)
    return any(subject.doc[word.i + 1].lower_ not in acts("extending") and not (set_against and word.lower_ == "not") for word in words)


def is_supposed(cue: Token) -> bool:
    """Whether a verb stands in a condition or a guess: `if he says so`, `some may ask`."""
    return any(child.dep_ in ("mark", "aux") and child.lower_ in acts("supposing") for child in cue.children)


def act_of_complement(verb: Token) -> Act | None:
    """What goes with a verb says: `made the argument`, `is adamant`, `the hope is`, `kept saying`, `filed a motion`."""
    for child in verb.children:
        if child.dep_ in COMPLEMENTS:
            kind = COMPLEMENTS[child.dep_]
            act = acts("adjective" if child.pos_ == "ADJ" else kind).get(child.lemma_.lower())
            if act is not None:
                return act
    return None


def act_of_object(verb: Token, act: Act | None) -> Act | None:
    """The act that goes with a verb; figures that somebody puts at a number are said and not shown."""
    return None if act == "evidence" and verb.lemma_ == "put" else act


def act_of_source(doc: Doc, source: Span | None) -> Act | None:
    """What a source that is no person makes of an attribution; None for people, bodies and the unknown."""
    span = source and doc.char_span(*source, alignment_mode="expand")
    if not span:
        return None
    head = span.root
    if head.ent_type_ == PERSON or head.pos_ == "PRON":
        return None
    lemma = head.lemma_.lower()
    if head.pos_ == "PROPN":
        named = (token.lower_ for token in span if token.pos_ == "PROPN")
        return next((acts("press")[word] for word in named if word in acts("press")), acts("source").get(lemma))
    return acts("source").get(lemma)


def act_of_thing(thing: Act, act: Act | None, cue: Token) -> Act:
    """The act of a thing's cue: what a paper says is written, what it shows is evidence."""
    if thing == "writing" and act == "evidence" and cue.lemma_.lower() not in acts("either"):
        return "evidence"
    return thing


def is_according(cue: Token) -> bool:
    """Whether the cue is `according to`, or a word like it."""
    return cue.lower_ in ("according", "per", "via")


def in_writing(cue: Token) -> bool:
    """Whether the saying is done in writing: `said in a letter`, `took to Twitter to say`, `writing for a weekly, noted`."""
    took = cue.dep_ in TAKEN and cue.head.lemma_ == "take" and names_medium(cue.head, ("to",))
    return took or names_medium(cue, CARRIERS) or any(is_writing(child) for child in cue.children)


def names_medium(verb: Token, prepositions: Sequence[str]) -> bool:
    """Whether a medium of writing hangs on the verb by one of the prepositions."""
    media = acts("medium")
    carriers = (child for child in verb.children if child.dep_ == "prep" and child.lower_ in prepositions)
    return any(medium.lemma_.lower() in media for carrier in carriers for medium in carrier.children)


def is_writing(clause: Token) -> bool:
    """Whether a clause tells that who speaks is writing: `Writing for a weekly`."""
    return clause.dep_ == "advcl" and clause.tag_ == "VBG" and acts("cue").get(clause.lemma_.lower()) == "writing"


@cache
def acts(kind: str) -> dict[str, Act]:
    """The lexicon's words of one kind, with their act."""
    return {word: act for word, of, act in read_lexicon("acts") if of == kind}
