"""Speakers whom the text before a source tells: a pair named together, a spouse, the one of that age or people, who answers.

In: a parsed document, a source's head, and the article's mentions with the kinds of their chains. Out: the chains
meant, none where nothing tells. Missed on purpose: pairs of a longer list, and offices (`the president`).
"""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from spacy.tokens import Doc, Token

from ontherecord.layout import lay_out
from ontherecord.lexicons import read_lexicon, words_of
from ontherecord.records import EntityKind, Mention, Quote

Chains = tuple[int, ...]
AND = re.compile(r"(?: and| &)(?: (?:his|her) [a-z]+,)?(?: [A-Z][a-z]{1,3}\.)? ")
AGE = re.compile(r"\b(\d{1,3}|[a-z]+(?:-[a-z]+)?)-year-old\b")
PLURAL_PEOPLES = ("sh", "ch", "se", "ss")  # the English, the French, the Chinese, the Swiss: more than one
TOLD_TO = re.compile(r"\b(?:interview|deposition|testimony|(?:cross-)?examination|questioning|conversation|sat down|spoke|talked|talks?)\b[^.\n]*?\b(?:of|with|from|to) ")
ASKED_BY = re.compile(r"\bby ")
BACK = 2  # sentences from a description to the name it stands for


def pair_meant(doc: Doc, root: Token, mentions: Sequence[Mention], kinds: Sequence[EntityKind]) -> Chains:
    """The two people whom `the couple`, `both`, `the two chairmen`, or one of whom `her husband` means."""
    owner = next((child for child in root.children if child.tag_ == "PRP$"), None)
    tied = owner is not None and root.lower_ in words_of("naming", "tie")
    if not tied and not is_pair(root):
        return ()
    pairs = find_pairs(doc, mentions, kinds, root.idx)
    if not tied:
        two = pairs[-1] if len(set(pairs)) == 1 else ()
        return two or (two_before(doc, root, mentions, kinds) if root.lower_ == "both" and not pairs else ())
    own = {m.chain for m in mentions if m.start == owner.idx}
    others = {chain for pair in pairs if own & set(pair) for chain in pair if chain not in own}
    return tuple(others) if len(others) == 1 else ()


def two_before(doc: Doc, root: Token, mentions: Sequence[Mention], kinds: Sequence[EntityKind]) -> Chains:
    """The two people whom the sentence before `both` names, if no more."""
    start = root.sent.start
    begin = doc[start - 1].sent.start_char if start else 0
    here = {m.chain for m in mentions if begin <= m.start < root.sent.start_char and m.kind == "name" and kinds[m.chain] == "PERSON"}
    return tuple(sorted(here)) if len(here) == 2 else ()


def is_pair(root: Token) -> bool:
    """Whether a noun stands for two people: `the couple`, `both`, `the two men`, `the brothers`."""
    if root.lower_ in words_of("naming", "pair"):
        return True
    return root.tag_ == "NNS" and any(child.lower_ in ("two", "both") for child in root.children)


def find_pairs(doc: Doc, mentions: Sequence[Mention], kinds: Sequence[EntityKind], before: int) -> list[Chains]:
    """People named two by two before a place: `Ann and Bo Lee`; not the last two of a list."""
    text = lay_out(doc).text
    names = [m for m in mentions if m.kind == "name" and m.end <= before and kinds[m.chain] == "PERSON"]
    found, last = [], None
    for a, b in pairwise(names):
        listed = last is not None and text[last.end : a.start] in (", ", ", and ")
        if AND.fullmatch(text[a.end : b.start]) and a.chain != b.chain and not listed:
            found.append(tuple(sorted((a.chain, b.chain))))
        last = a
    return found


def one_named(doc: Doc, source: str, root: Token, mentions: Sequence[Mention], kinds: Sequence[EntityKind]) -> int | None:
    """The person of the age told (`the 22-year-old`), or the only one named right before a word for a people (`the German`)."""
    age = AGE.search(source) if root.lower_ == "old" or root.lower_ in human_nouns() else None
    if not age and not is_of_people(root):
        return None
    text, start = lay_out(doc).text, root.sent.start_char
    names = [m for m in mentions if m.kind == "name" and m.end <= start and kinds[m.chain] == "PERSON"]
    aged = {m.chain for m in names if age and re.match(rf",? \(?{age[1]}\b", text[m.end :])}
    if len(aged) == 1:
        return aged.pop()
    near = list(doc[: root.sent.start].sents)[-BACK:]
    for sentence in reversed(near):
        here = {m.chain for m in names if sentence.start_char <= m.start < sentence.end_char}
        if here:
            return here.pop() if len(here) == 1 else None
    return None


@cache
def human_nouns() -> frozenset[str]:
    """Nouns for one human being, by office, trade or kind."""
    return frozenset(row[0] for name in ("role_nouns", "people_nouns") for row in read_lexicon(name))


def alone_among(doc: Doc, quote: Quote, mentions: Sequence[Mention], kinds: Sequence[EntityKind]) -> int | None:
    """The only person named before a quote without a source, if one who does something there: in its paragraph, or the one before if it begins one."""
    text, start = lay_out(doc).text, quote.attribution.spans[0][0]
    if quote.attribution.rule != "alone":
        return None
    before = text[:start].rstrip()
    first = before.rfind("\n") + 1
    here = [m for m in mentions if first <= m.start < len(before) and kinds[m.chain] == "PERSON"]
    spoken_of = {m.chain for m in mentions if any(a <= m.start < b for a, b in quote.attribution.spans) and m.kind == "name"}
    words = [token for m in here for token in doc.char_span(m.start, m.end, alignment_mode="expand")]
    acts = any("nsubj" in (token.dep_, token.head.dep_ if token.dep_ == "appos" else "") for token in words)
    return here[0].chain if acts and len({m.chain for m in here}) == 1 and here[0].chain not in spoken_of else None


def is_of_people(root: Token) -> bool:
    """Whether a singular phrase names a people with an article: `the German`, `the Basque runner`."""
    if root.tag_ in ("NNS", "NNPS") or not any(child.lower_ == "the" for child in root.children):
        return False
    named = lambda token: token.ent_type_ == "NORP" or token.text in words_of("no_names", "people")  # noqa: E731
    if named(root):
        return not root.lower_.endswith(PLURAL_PEOPLES)
    return root.tag_ == "NN" and root.lower_ in human_nouns() and any(child.dep_ == "amod" and named(child) for child in root.children)


def who_answers(doc: Doc, quotes: Sequence[Quote], mentions: Sequence[Mention], kinds: Sequence[EntityKind]) -> dict[str, int]:
    """Who is meant by Q and by A, from the words before the first of them: `the deposition of Ann Lee, taken by Bo Hale`."""
    labelled = [q.attribution.spans[0][0] for q in quotes if q.attribution.rule == "label"]
    text = lay_out(doc).text[: min(labelled, default=0)]
    names = [m for m in mentions if m.kind == "name" and m.end <= len(text) and kinds[m.chain] == "PERSON"]
    people = list(dict.fromkeys(m.chain for m in names))
    if len(people) == 1:
        return {"A": people[0]}
    told = TOLD_TO.search(text)
    answering = next((m for m in names if told and m.start >= told.end()), None)
    if answering is None:
        return {}
    by = ASKED_BY.search(text, answering.end)
    asking = next((m for m in names if by and m.start >= by.end() and m.chain != answering.chain), None)
    return {"A": answering.chain} | ({"Q": asking.chain} if asking else {})
