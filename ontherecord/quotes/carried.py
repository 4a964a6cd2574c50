"""Speakers carried over from the attribution before: `the senator added`, `the company said`, `it went on`.

In: a parsed document, its quotes in order of position, its mentions and the kinds of its chains. Out: the quotes,
those whose source is a definite description or `it` and was not resolved given the speaker of the
attribution before, where nothing speaks against it.

Missed on purpose: a description of anyone but the last speaker; offices that only one person holds (`the
president`) unless the text gives the last speaker that title; `they`.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from spacy.tokens import Doc, Token

from ontherecord.layout import lay_out
from ontherecord.lexicons import read_lexicon, words_of
from ontherecord.records import EntityKind, Mention, Quote

NEAR = 2  # paragraphs between the two sources; farther off, the scene has changed
RELIABILITY = 0.8  # 9 of 11 on the twelve hand-made articles of people
SHORTEST, LONGEST = 3, 24  # characters of a title before a name: `Gov.` to `superintendent`, with a space
NEW = ("relcl", "acl", "poss", "appos", "conj")  # what hangs on a noun that brings in somebody new


def carry_over(doc: Doc, quotes: Sequence[Quote], mentions: Sequence[Mention], kinds: Sequence[EntityKind]) -> tuple[Quote, ...]:
    """Resolve what the attribution before explains, in the order given."""
    filled = list(quotes)
    before: Quote | None = None
    for place in sorted((p for p in range(len(filled)) if filled[p].attribution.source), key=lambda p: filled[p].attribution.source):
        quote = filled[place]
        if quote.speaker_rule in ("definite", "unresolved") and before is not None and len(before.speakers) == 1:
            chain = before.speakers[0]
            if near(doc, before, quote) and goes_on_about(doc, quote, chain, mentions, kinds[chain]):
                sure = RELIABILITY * (quote.attribution.source_confidence or 1.0)
                filled[place] = quote = replace(quote, speakers=(chain,), speaker_rule="carried", speaker_confidence=sure)
        if before is None or quote.attribution.source != before.attribution.source:
            before = quote
    return tuple(filled)


def near(doc: Doc, before: Quote, quote: Quote) -> bool:
    """Whether two sources stand apart by few paragraphs."""
    between = lay_out(doc).text[before.attribution.source[1] : quote.attribution.source[0]]
    return len([line for line in between.split("\n") if line.strip()]) <= NEAR + 1


def goes_on_about(doc: Doc, quote: Quote, chain: int, mentions: Sequence[Mention], kind: EntityKind) -> bool:
    """Whether the source can mean the last speaker."""
    words = doc.char_span(*quote.attribution.source, alignment_mode="expand")
    root = words.root
    noun = root.lower_
    if kind == "ORG":
        return noun == "it" or noun in words_of("naming", "body") or noun in words_of("naming", "press")
    if kind != "PERSON" or not is_person(noun) or brings_in(root) or was_introduced(doc, root):
        return False
    if named_after(quote, chain, mentions, root.sent.end_char) or not agrees(doc, chain, mentions, noun):
        return False
    return noun not in words_of("naming", "sole") or has_title(doc, chain, mentions, noun)


def is_person(noun: str) -> bool:
    """Whether a noun stands for a single human being."""
    return noun in _roles() or noun in _genders()


def brings_in(root: Token) -> bool:
    """Whether the phrase brings somebody new: `the man who`, `the head of Acme`, `his aide`."""
    for child in root.children:
        if child.dep_ in NEW or child.tag_ == "PRP$":
            return True
        if child.dep_ == "prep" and not all(t.pos_ == "NUM" for t in child.children):
            return True
    return False


def was_introduced(doc: Doc, root: Token) -> bool:
    """Whether the text has met somebody of that noun without a name: `a doctor`, then `the doctor`."""
    layout = lay_out(doc)
    places = (i for i in range(root.i) if layout.words[i].lower() == root.lower_)
    return any(layout.words[j].lower() in ("a", "an", "another") for i in places for j in range(max(i - 4, 0), i) if layout.head[j] == i)


def named_after(quote: Quote, chain: int, mentions: Sequence[Mention], end: int) -> bool:
    """Whether the last speaker is named later in the sentence or in the content: then somebody else speaks of them."""
    start = quote.attribution.source[1]
    spans = [(start, end), *(span for span in quote.attribution.spans)]
    return any(m.kind == "name" and m.chain == chain and any(a <= m.start < b for a, b in spans) for m in mentions)


def agrees(doc: Doc, chain: int, mentions: Sequence[Mention], noun: str) -> bool:
    """Whether the noun's gender is that of the pronouns used of the chain, if both are known."""
    gender = _genders().get(noun, "n")
    forms = [lay_out(doc).text[m.start : m.end].lower() for m in mentions if m.kind == "pronoun" and m.chain == chain] if gender != "n" else []
    other = words_of("naming", "he" if gender == "f" else "she")
    return not any(form in other for form in forms)


def has_title(doc: Doc, chain: int, mentions: Sequence[Mention], noun: str) -> bool:
    """Whether the chain's name stands after the noun or its short form: `Gov. Doe`, then `the governor`."""
    text = lay_out(doc).text
    names = (m for m in mentions if m.kind == "name" and m.chain == chain)
    titles = (text[max(m.start - LONGEST, 0) : m.start].split()[-1:] for m in names)
    return any(len(title[0]) >= SHORTEST and noun.startswith(title[0].lower().rstrip(".")) for title in titles if title)


@cache
def _roles() -> frozenset[str]:
    return frozenset(row[0] for row in read_lexicon("role_nouns"))


@cache
def _genders() -> dict[str, str]:
    return {row[0]: row[1] for row in read_lexicon("people_nouns")}
