"""Speakers carried over from the attribution before: `the senator added`, `the company said`, `it went on`.

In: a parsed document, its quotes in order of position, its mentions and the kinds of its chains. Out: the quotes,
those whose source is a definite description or `it` and was not resolved given the speaker of the
attribution before, where nothing speaks against it, or of the only person with that title.

Missed on purpose: a description of anyone but the last speaker; offices that only one person holds (`the
president`) unless the text gives the last speaker that title.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from spacy.tokens import Doc, Token

from ontherecord.layout import lay_out
from ontherecord.lexicons import read_lexicon, words_of
from ontherecord.quotes.bodies import body_meant
from ontherecord.quotes.nearby import one_named, pair_meant
from ontherecord.records import EntityKind, Mention, Quote

NEAR = 2  # paragraphs between the two sources; farther off, the scene has changed
RELIABILITY = 0.95  # 7 of 7 on the twelve articles of PolNeAR dev whose people are annotated by hand, stated lower
SHORTEST, LONGEST = 3, 24  # characters of a title before a name: `Gov.` to `superintendent`, with a space
NEW = ("relcl", "acl", "poss", "appos", "conj")  # what hangs on a noun that brings in somebody new


def carry_over(doc: Doc, quotes: Sequence[Quote], mentions: Sequence[Mention], kinds: Sequence[EntityKind]) -> tuple[Quote, ...]:
    """Resolve what a title or the attribution before explains, in the order given."""
    filled = list(quotes)
    before: Quote | None = None
    for place in sorted((p for p in range(len(filled)) if filled[p].attribution.source), key=lambda p: filled[p].attribution.source):
        quote = filled[place]
        if quote.speaker_rule in ("definite", "unresolved", "unnamed"):
            same = before is not None and before.attribution.source == quote.attribution.source and before.speakers
            rule, chains = (before.speaker_rule, before.speakers) if same else meant(doc, quote, before, mentions, kinds)
            if chains:
                sure = RELIABILITY * (quote.attribution.source_confidence or 1.0)
                filled[place] = quote = replace(quote, speakers=chains, speaker_rule=rule, speaker_confidence=sure)
        if before is None or quote.attribution.source != before.attribution.source:
            before = quote
    return tuple(filled)


def meant(
    doc: Doc, quote: Quote, before: Quote | None, mentions: Sequence[Mention], kinds: Sequence[EntityKind]
) -> tuple[str, tuple[int, ...]]:
    """The chains that a description, `it` or `they` means, and the rule; none where nothing tells."""
    source = doc.char_span(*quote.attribution.source, alignment_mode="expand")
    both = pair_meant(doc, source.root, mentions, kinds)
    if source.root.lower_ == "they" and before is not None and len(before.speakers) > 1 and near(doc, before, quote):
        both = before.speakers
    if both:
        return "pair", both
    one = one_named(doc, source.text, source.root, mentions, kinds)
    if one is not None and not named_after(quote, one, mentions, source.root.sent.end_char):
        return "nearest", (one,)
    if quote.speaker_rule == "unnamed":
        return "carried", ()
    body = None if brings_in(source.root) else body_meant(doc, source.root, mentions, kinds)
    if body is not None:
        return body[0], (body[1],)
    rule, chain = one_meant(doc, quote, before, mentions, kinds)
    return rule, () if chain is None else (chain,)


def one_meant(
    doc: Doc, quote: Quote, before: Quote | None, mentions: Sequence[Mention], kinds: Sequence[EntityKind]
) -> tuple[str, int | None]:
    """The chain that a description or `it` means, and the rule; None where nothing tells."""
    root = doc.char_span(*quote.attribution.source, alignment_mode="expand").root
    last = before.speakers[0] if before is not None and len(before.speakers) == 1 and near(doc, before, quote) else None
    if root.pos_ == "PRON" or not is_person(hyphenated(root)):
        return "carried", last if last is not None and kinds[last] == "ORG" and is_body(root.lower_) else None
    if brings_in(root) or was_introduced(doc, root):
        return "carried", None
    fits = lambda chain: chain != quote.addressee and not named_after(quote, chain, mentions, root.sent.end_char) and agrees(doc, chain, mentions, root.lower_)  # noqa: E731
    titled = [c for c in range(len(kinds)) if kinds[c] == "PERSON" and has_title(doc, c, mentions, root.lower_) and fits(c)]
    if titled:
        chain = titled[0] if len(titled) == 1 else last
        return "titled", chain if chain in titled else None
    if before is not None and before.attribution.source[0] >= root.sent.start_char:
        return "carried", None  # `the senator spoke after the mogul claimed`: two people in one sentence
    told = lambda m: any(a <= m.start < b for a, b in quote.attribution.spans)  # noqa: E731 - who is spoken of is not who stands beside
    beside = {m.chain for m in mentions if root.sent.start_char <= m.start < root.idx and kinds[m.chain] == "PERSON" and not told(m)}
    sure = last is not None and kinds[last] == "PERSON" and not is_sole(root) and fits(last) and (not beside or last in beside)
    return "carried", last if sure else None


def near(doc: Doc, before: Quote, quote: Quote) -> bool:
    """Whether two sources stand apart by few paragraphs."""
    between = lay_out(doc).text[before.attribution.source[1] : quote.attribution.source[0]]
    return len([line for line in between.split("\n") if line.strip()]) <= NEAR + 1


def is_body(noun: str) -> bool:
    """Whether a word stands for an organisation or what it brings out."""
    return noun in ("it", "its") or noun in words_of("naming", "body") or noun in words_of("naming", "press")


def is_sole(root: Token) -> bool:
    """Whether a noun means one certain holder of an office or a relative: `the president`, but not `the mother of two`."""
    numbered = any(t.pos_ == "NUM" for child in root.children if child.dep_ == "prep" for t in child.children)
    return root.lower_ in words_of("naming", "sole") and not numbered


def is_person(noun: str) -> bool:
    """Whether a noun stands for a single human being."""
    return noun in _roles() or noun in _genders() or noun.removesuffix("-elect") in _roles()


def hyphenated(root: Token) -> str:
    """The noun with what a hyphen joins to it: `mayor-elect`, which the parser reads as three words."""
    joined = root.i > 1 and root.nbor(-1).text == "-"
    return f"{root.nbor(-2).lower_}-{root.lower_}" if joined else root.lower_


def brings_in(root: Token) -> bool:
    """Whether the phrase brings somebody new: `the man who`, `the head of Acme`, `his aide`."""
    for child in root.children:
        joined = child.dep_ == "conj" and not any(t.dep_ == "det" for t in child.children)
        aside = child.dep_ == "relcl" and root.i + 1 < len(root.doc) and root.nbor(1).text == ","  # `the mayor-elect, who smiled`
        if child.dep_ in NEW and not joined and not aside or child.tag_ == "PRP$":
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
