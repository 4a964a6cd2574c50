"""Which named people or organisations utter each attribution, and whom they address.

In: a parsed document, its attributions with the words that name their sources, its names, and all mentions
(names, pronouns, descriptions) with their chains. Out: a `Quote` for each attribution. The words at the head of
the source decide: `Mayor Jane Doe`, `Jane Doe and John Roe`, `a lawyer for Acme, Jane Doe,` name their speakers;
`Doe's lawyer` and `a spokesperson for Acme` name nobody.

Missed on purpose: groups known only by their members (`the two men`), unless coreference resolved them.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from spacy.tokens import Doc, Token
from spacy.tokens import Span as Words

from ontherecord.layout import lay_out
from ontherecord.lexicons import words_of
from ontherecord.quotes.acts import acts
from ontherecord.quotes.carried import carry_over
from ontherecord.quotes.nearby import alone_among, human_nouns, who_answers
from ontherecord.records import Attribution, EntityKind, Mention, Names, Quote
from ontherecord.role_nouns import role_key

RELATIVE = ("who", "which", "that", "whom", "whose")
SUBJECT = ("nsubj", "expl")
LONGEST_OWNED = 4  # tokens from a possessive to its noun
REACH = 8  # mentions that may begin before a place and still cover it; a description holds a few names
# How often a source so resolved gave the right speakers where its words were right: on the articles whose people are
# annotated by hand (twelve of PolNeAR dev, tests/gold) all of 288 names were, and all of 132 others, 97 of them pronouns. The
# others are stated lower, as the rules were written with these in view.
RELIABILITY = {"name": 0.995, "named": 0.98, "pronoun": 0.98, "relative": 0.98, "author": 0.98, "description": 0.98, "medium": 0.98}
BEST_FIRST = {"name": 0, "pronoun": 1, "description": 2}


@dataclass(frozen=True, slots=True)
class Index:
    """An article's mentions in order of position, with their starts, and the kinds of their chains."""

    mentions: tuple[Mention, ...]
    starts: tuple[int, ...]
    kinds: tuple[EntityKind, ...]

    def at(self, token: Token) -> list[Mention]:
        """The mentions of the best kind that cover a token, the longest first."""
        after = bisect_left(self.starts, token.idx + len(token))
        covering = [m for m in self.mentions[max(after - REACH, 0) : after] if token.idx < m.end]
        best = min((BEST_FIRST[m.kind] for m in covering), default=None)
        return sorted((m for m in covering if BEST_FIRST[m.kind] == best), key=lambda m: (m.start, -m.end))

    def names_within(self, start: int, end: int, *kinds: EntityKind) -> list[Mention]:
        """The names of chains of some kinds that lie between two characters."""
        low, high = bisect_left(self.starts, start), bisect_left(self.starts, end)
        inside = self.mentions[low:high]
        return [m for m in inside if m.end <= end and m.kind == "name" and self.kinds[m.chain] in kinds]


@dataclass(frozen=True, slots=True)
class Speakers:
    """The chains that a source's words name, and how they name them."""

    chains: tuple[int, ...]
    rule: str


def resolve_speakers(
    doc: Doc, attributions: tuple[Attribution, ...], names: Names, mentions: tuple[Mention, ...]
) -> tuple[Quote, ...]:
    """Add to each attribution its named speakers and addressee, in the order given."""
    ordered = tuple(sorted(mentions, key=lambda m: (m.start, m.end)))
    kinds = tuple(chain.kind for chain in names.chains)
    index = Index(ordered, tuple(m.start for m in ordered), kinds)
    resolved = [_resolve(doc, attribution, index) for attribution in attributions]
    answering = who_answers(doc, resolved, ordered, kinds)
    return carry_over(doc, [_answer(doc, quote, answering, ordered, kinds) for quote in resolved], ordered, kinds)


def _answer(doc: Doc, quote: Quote, answering: dict[str, int], mentions: tuple[Mention, ...], kinds: tuple[EntityKind, ...]) -> Quote:
    """The speaker of a turn that opens with Q or A, by who asks and who answers; of a quote alone, by the paragraph before."""
    source = quote.attribution.source
    alone = alone_among(doc, quote, mentions, kinds) if source is None else None
    if alone is not None:
        return replace(quote, speakers=(alone,), speaker_rule="nearest", speaker_confidence=0.5)
    letter = lay_out(doc).text[slice(*source)] if source and quote.attribution.rule == "label" else ""
    if letter not in answering:
        return quote
    return replace(quote, speakers=(answering[letter],), speaker_rule="named", speaker_confidence=RELIABILITY["named"])


def _resolve(doc: Doc, attribution: Attribution, index: Index) -> Quote:
    words = attribution.source and whole_source(doc, attribution)
    speakers = speakers_of(words, index) if words else Speakers((), "no-source")
    sure = RELIABILITY[speakers.rule] if speakers.chains else 1.0  # where nobody is named only the words of the source can be wrong
    return Quote(
        attribution,
        speakers=speakers.chains,
        addressee=addressee_of(doc, attribution, speakers.chains, index),
        speaker_rule=speakers.rule,
        speaker_confidence=sure * (1.0 if attribution.source_confidence is None else attribution.source_confidence),
    )


def whole_source(doc: Doc, attribution: Attribution) -> Words | None:
    """The words of a source; up to the noun where it ends at a possessive: `His` in `His ex-wife agreed`; from the aide of a name on."""
    words = doc.char_span(*attribution.source, alignment_mode="expand")
    if words is None or words[-1].tag_ != "PRP$":
        return words and with_servant(words)
    end = words.end
    while end < min(words.end + LONGEST_OWNED, len(doc)) and doc[end].tag_ in ("JJ", "NN", "NNP", "HYPH"):
        end += 1
    noun = doc[end - 1]
    is_cue = attribution.cue is not None and attribution.cue[0] <= noun.idx < attribution.cue[1]
    return doc[words.start : end] if noun.dep_ in ("nsubj", "nsubjpass") and not is_cue else words


def with_servant(words: Words) -> Words:
    """The words of a source with the noun that the parser cut off before them: `an aide to` before `Speaker Doe`."""
    doc, at = words.doc, words.start - 2
    cut = at >= 0 and doc[at + 1].lower_ in ("to", "for", "of") and doc[at].tag_ == "NN" and doc[at].lower_ in words_of("naming", "voice", "servant")
    return doc[at : words.end] if cut else words


def speakers_of(words: Words, index: Index) -> Speakers:
    """The chains named at the head of a source."""
    root = words[-1] if words.root.tag_ == "PRP$" else words.root
    if root.lower_ in RELATIVE and not index.at(root):
        return antecedent_of(root, index)
    found = [(mention, token) for token in heads(root, words) for mention in mentions_at(token, words, index)]
    if found:
        kinds = {mention.kind for mention, _ in found}
        if root.lower_ in words_of("naming", "self") and not in_marks(root):
            return Speakers((found[0][0].chain,), "author")
        return Speakers(unique(m.chain for m, _ in found), "name" if kinds == {"name"} else min(kinds - {"name"}))
    if root.pos_ == "PRON":
        return Speakers((), "unresolved")
    for resolve, rule in RESOLVERS:
        chains = resolve(root, words, index)
        if chains:
            return Speakers(chains, rule)
    return Speakers((), "definite" if is_definite(root) else "unnamed")


def is_definite(root: Token) -> bool:
    """Whether a source is one certain person or thing (`the senator`, `his wife`), who may well be named elsewhere."""
    return root.tag_ == "NN" and any(child.lower_ == "the" or child.tag_ == "PRP$" for child in root.children)


def heads(root: Token, words: Words) -> list[Token]:
    """The source's head and the heads joined to it, in order, without those that are denied: `A, but not B,`."""
    found, queue = [], [root, *second_subject(root)]
    while queue:
        token = queue.pop(0)
        found.append(token)
        queue += [child for child in token.children if words.start <= child.i < words.end and is_joined(token, child)]
    said = [token for token in found if not is_set_against(token)]
    return sorted(said or found, key=lambda token: token.i)


def second_subject(root: Token) -> list[Token]:
    """The subject that goes with a source whose joining word the parser saw but not what it joins: `A as well as B said`."""
    joins = any(child.dep_ == "cc" and child.i > root.i and child.lower_ not in words_of("naming", "apart") for child in root.children)
    if not joins or root.dep_ != "nsubj" or any(child.dep_ == "conj" for child in root.children):
        return []
    return [child for child in root.head.children if child.dep_ == "nsubj" and root.i < child.i < root.head.i]


def is_set_against(token: Token) -> bool:
    """Whether a name is of those who do not speak: B in `A, but not B,` and in `not B but A`, but not in `not only B but A`."""
    before = [child for child in token.children if child.dep_ == "neg" and child.i < token.i]
    return any(token.doc[word.i + 1].lower_ not in acts("extending") for word in before)


def is_joined(token: Token, child: Token) -> bool:
    """Whether a child names another speaker, or the same: `A and B`, `a lawyer, A`, and in a list `A, B and C`."""
    if child.dep_ != "appos" or child.pos_ != "PROPN":
        named = child.dep_ == "appos" and token.pos_ != "PROPN" and any(name.dep_ == "appos" and name.pos_ == "PROPN" for name in child.children)
        return child.dep_ == "conj" or named
    return token.pos_ != "PROPN" or any(other.dep_ == "conj" for other in child.children)


def mentions_at(token: Token, words: Words, index: Index) -> list[Mention]:
    """The mentions that a head is part of; none if more of the phrase follows (`Doe's lawyer`, `Acme staff`).

    A word for a body bears the name before it: `the Acme group`.
    """
    found = [m for m in index.at(token) if not goes_on(m, words)]
    if not found and token.tag_ == "NN" and token.lower_ in words_of("naming", "body"):
        named = (other for other in token.doc[token.left_edge.i : token.i] if other.dep_ == "compound")
        found = [m for child in named for m in index.at(child) if index.kinds[m.chain] == "ORG"][:1]
    return found


def goes_on(mention: Mention, words: Words) -> bool:
    """Whether a possessive or a common noun follows the mention within the source: then it is no head."""
    after = words.doc.char_span(mention.start, mention.end, alignment_mode="expand")
    if after is None or after.end >= words.end:
        return False
    following = words.doc[after.end]
    return following.tag_ == "POS" or (following.pos_ == "NOUN" and following.dep_ not in ("appos", "conj", "npadvmod"))


def in_marks(token: Token) -> bool:
    """Whether a token stands between quotation marks in its paragraph."""
    before = lay_out(token.doc).text[: token.idx].rpartition("\n")[2]
    return before.count("“") > before.count("”") or before.count('"') % 2 == 1


def antecedent_of(relative: Token, index: Index) -> Speakers:
    """The chains of the noun that a relative pronoun stands for."""
    clause = relative.head
    while clause.dep_ in ("conj", "ccomp", "xcomp", "aux") and clause.head.i != clause.i:
        clause = clause.head
    noun = clause.head if clause.dep_ == "relcl" else cleft(relative)
    if noun is None or is_set_off(noun) and any(child.dep_ == "neg" for child in noun.head.children):
        return Speakers((), "unresolved")
    words = noun.doc[min(noun.left_edge.i, noun.i) : relative.i] if noun.i < relative.i else noun.doc[noun.i : noun.i + 1]
    return Speakers(unique(m.chain for token in heads(noun, words) for m in mentions_at(token, words, index)), "relative")


def cleft(relative: Token) -> Token | None:
    """The noun that a sentence sets off before a clause: Doe in `It was Doe who said so`."""
    before = relative.nbor(-1) if relative.i else relative
    return next((noun for noun in (before, *before.ancestors) if noun.i < relative.i and is_set_off(noun)), None)


def is_set_off(noun: Token) -> bool:
    """Whether a noun stands after `it is` or the like."""
    return noun.dep_ == "attr" and any(child.lower_ == "it" and child.dep_ in SUBJECT for child in noun.head.children)


def name_after_title(root: Token, words: Words, index: Index) -> tuple[int, ...]:
    """The name right after a title that the parser took for the head: `Smt. Jane Doe`."""
    after = root.i + 1
    while after < len(words.doc) and words.doc[after].text == ".":
        after += 1
    if root.pos_ != "PROPN" or after < words.end or after >= len(words.doc):
        return ()
    return unique(m.chain for m in index.at(words.doc[after]) if m.start == words.doc[after].idx and m.kind == "name")


def name_before(root: Token, words: Words, index: Index) -> tuple[int, ...]:
    """The person behind whose name stands what the parser took for the subject: `Doe, Secretary-General of Acme, said`, `Doe, his tie loosened, said`."""
    doc, first = words.doc, words.start
    while first > 1 and not doc[first - 1].whitespace_ and doc[first - 1].text != ",":
        first -= 1  # the first half of a word that a hyphen cuts
    if first < 2 or doc[first - 1].text != "," or root.tag_ not in ("NN", "NNP", "NNS"):
        return ()
    office = role_key(root.lower_) is not None and words.end < len(doc) and doc[words.end].text == ","
    thing = doc[first].tag_ == "PRP$" and root.tag_ != "NNP" and root.lower_ not in human_nouns() and root.lemma_ not in words_of("naming", "medium")
    found = unique(m.chain for m in index.at(doc[first - 2]) if m.kind == "name" and index.kinds[m.chain] == "PERSON" and m.end == doc[first - 1].idx)
    return found if office or thing else ()


def name_beside(root: Token, words: Words, index: Index) -> tuple[int, ...]:
    """A person's name between commas after a common noun: `a lawyer for Acme, Jane Doe,`."""
    if root.tag_ != "NN":
        return ()
    doc = words.doc
    for mention in index.names_within(doc[root.i].idx, words.end_char, "PERSON"):
        name = doc.char_span(mention.start, mention.end, alignment_mode="expand")
        before, after = doc[name.start - 1], name.end
        closes = after >= words.end or doc[after].text == ","
        if before.text == "," and closes and not any(t.dep_ == "cc" for t in doc[name.end : words.end]):
            return (mention.chain,)
    return ()


def name_given(root: Token, words: Words, index: Index) -> tuple[int, ...]:
    """The name in a clause that gives it: `a man who goes by Shorty`, `a nurse named Jane Doe`."""
    for clause in root.children:
        if clause.dep_ not in ("acl", "relcl") or not naming_verbs(clause):
            continue
        first = min(naming_verbs(clause), key=lambda verb: verb.i)
        # What a man goes by may look like a firm; a nurse named to a board is not its namesake.
        kinds = ("PERSON",) if first.lemma_ == "name" else ("PERSON", "ORG")
        given = index.names_within(first.idx, max(words.end_char, clause.right_edge.idx), *kinds)
        return unique(m.chain for m in given[:1])
    return ()


def naming_verbs(clause: Token) -> list[Token]:
    """The verbs of a clause, and those joined to it, that give a name."""
    return [t for t in (clause, *clause.conjuncts) if t.lemma_ in words_of("naming", "verb")]


def owner_of_medium(root: Token, words: Words, index: Index) -> tuple[int, ...]:
    """Whose a piece of writing or speech is: `Doe's letter`, `a Times article`, `a statement by Acme`."""
    if root.lemma_.lower() not in words_of("naming", "medium"):
        return ()
    for child in root.children:
        if child.dep_ in ("poss", "compound", "nmod"):
            holder = child
        elif child.dep_ in ("prep", "agent") and child.lower_ in ("by", "from"):
            holder = next((t for t in child.children if t.dep_ == "pobj"), None)
        else:
            continue
        chains = unique(m.chain for m in index.at(holder)) if holder is not None else ()
        if chains:
            return chains
    return ()


def addressee_of(doc: Doc, attribution: Attribution, speakers: tuple[int, ...], index: Index) -> int | None:
    """Whom a verb of telling or asking is said to, or who holds the interview, if one named chain."""
    cue = attribution.cue and doc.char_span(*attribution.cue, alignment_mode="expand")
    if not cue:
        return None
    for token in addressed(cue.root):
        inside = any(start <= token.idx < end for start, end in attribution.spans)
        span = doc[token.left_edge.i : token.i + 1]
        chains = () if inside else unique(m.chain for m in mentions_at(token, span, index))
        if len(chains) == 1 and chains[0] not in speakers:
            return chains[0]
    return None


def addressed(cue: Token) -> Iterator[Token]:
    """The words that may name the addressee, the likeliest first."""
    asks = cue.lemma_ in words_of("naming", "addressing")
    for child in cue.children:
        if child.dep_ == "dative" and child.pos_ != "ADP" or asks and child.dep_ in ("dobj", "nsubjpass"):
            yield child
        elif child.dep_ in ("prep", "dative") and child.lower_ == "to":
            yield from (t for t in child.children if t.dep_ == "pobj")
        elif child.dep_ == "prep" and child.lower_ in ("in", "during"):
            yield from interviewers(child)


def interviewers(preposition: Token) -> Iterator[Token]:
    """X in `in an interview with X`."""
    for noun in preposition.children:
        if noun.lemma_ == "interview":
            yield from (t for p in noun.children if p.lower_ == "with" for t in p.children if t.dep_ == "pobj")


def unique(chains: Iterable[int]) -> tuple[int, ...]:
    """Each once, in order."""
    return tuple(dict.fromkeys(chains))


# Ways to a name from a source whose head is none, the surest first.
RESOLVERS = ((name_after_title, "named"), (name_before, "named"), (name_beside, "named"), (name_given, "named"), (owner_of_medium, "medium"))
