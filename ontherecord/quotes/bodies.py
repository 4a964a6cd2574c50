"""The organisation that `the airline`, `the company` or `the council` means.

In: a parsed document, a source's head, and the article's mentions with the kinds of their chains. Out: the chain and the rule: the only
organisation whose name holds the noun (`Acme Airlines`) or beside which it stands (`Acme, an airline,`), or, for a word that
any firm may be called by and for `it`, the only one of the sentence before, its subject. Missed on purpose: places (`the city`).
"""

from collections.abc import Sequence

from spacy.tokens import Doc, Token

from ontherecord.layout import lay_out
from ontherecord.lexicons import words_of
from ontherecord.records import EntityKind, Mention


def body_meant(doc: Doc, root: Token, mentions: Sequence[Mention], kinds: Sequence[EntityKind]) -> tuple[str, int] | None:
    """The rule and the chain of the organisation that a definite noun means; None where nothing tells or several fit."""
    noun, it = root.lower_, root.lower_ in ("it", "its")
    definite = root.tag_ == "NN" and any(child.lower_ == "the" for child in root.children)
    if not it and not (definite and noun in words_of("naming", "body", "institution", "firm")):
        return None
    before = [m for m in mentions if m.end <= root.idx and m.kind == "name" and kinds[m.chain] == "ORG"]
    called = {m.chain for m in before if _is_called(doc, m, noun) or _stands_beside(doc, m, noun)}
    vague = noun in words_of("naming", "body")  # any channel may be the network, be it or not its name
    if called and not (vague and before[-1].chain not in called):
        return ("titled", called.pop()) if len(called) == 1 else None
    if not it and (noun not in words_of("naming", "body", "firm") or _was_met(root)):
        return None
    chain = _subject_before(doc, root, before)
    return None if chain is None else ("nearest", chain)


def _is_called(doc: Doc, mention: Mention, noun: str) -> bool:
    """Whether a name holds the noun as what its bearer is: `Acme Airlines`, `the University of Oslo`."""
    words = lay_out(doc).text[mention.start : mention.end].lower().split()
    heads = (words[-1], words[words.index("of") - 1] if "of" in words[1:] else "")
    return len(words) > 1 and any(head in (noun, noun + "s") for head in heads)


def _stands_beside(doc: Doc, mention: Mention, noun: str) -> bool:
    """Whether the noun stands in apposition to a name, on either side: `Acme, an airline,`, `the airline, Acme,`."""
    words = doc.char_span(mention.start, mention.end, alignment_mode="expand")
    beside = [child for child in words.root.children if child.dep_ == "appos"] + [words.root.head] * (words.root.dep_ == "appos")
    return any(token.lower_ == noun for token in beside)


def _was_met(root: Token) -> bool:
    """Whether the noun stood before, of somebody whom nothing named: `a rival company`, then `the company`."""
    layout = lay_out(root.doc)
    return root.lower_ in layout.lower[: root.i]


def _subject_before(doc: Doc, root: Token, before: Sequence[Mention]) -> int | None:
    """The only organisation of the sentence before, if its subject."""
    start = root.sent.start
    if start == 0 or any(m.start >= root.sent.start_char for m in before):
        return None
    last = doc[start - 1].sent
    here = [m for m in before if m.start >= last.start_char]
    subjects = (doc.char_span(m.start, m.end, alignment_mode="expand").root for m in here)
    acts = any(token.dep_ in ("nsubj", "nsubjpass") and token.head.dep_ == "ROOT" for token in subjects)
    return here[0].chain if acts and len({m.chain for m in here}) == 1 else None
