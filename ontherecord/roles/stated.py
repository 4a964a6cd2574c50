"""Roles that a verb or coreference gives: `He served as acting president`, `the councilman said`.

In: a parsed document, its sentences, names, titles beside names, and all mentions. Out: those titles and the others, in
order of position. Every role noun that no title holds is asked what governs it. A role that is denied, wished for, played or
supposed is none. Missed on purpose: `As mayor, she ...`, whose time is open.
"""

from functools import cache

from spacy.tokens import Doc, Token

from ontherecord.lexicons import read_lexicon
from ontherecord.records import Mention, Names, Role, Sentence, Status
from ontherecord.roles.beside import noun_run
from ontherecord.roles.making import make_role
from ontherecord.roles.nouns import is_plural, kind_words, may_end_role
from ontherecord.roles.phrase import FINITE, HYPHENS, NOUNS, Page, Phrase, read_phrase

SUBJECTS = ("nsubj", "nsubjpass")
OBJECTS = ("dobj", "dative")
RELATIVES = ("who", "that", "which", "whom")
HYPOTHETICAL = ("of", "to", "for", "against", "from", "without", "about", "than")
TURNING = ("succeed", "replace", "follow")  # their passive's subject is who held the role before
LEAVING = ("resigned", "former")
SURE_INFINITIVES = ("continue", "go", "come", "return", "rise", "remain", "grow", "agree", "elect", "appoint", "swear", "begin", "start")
COMING_INFINITIVES = ("plan", "expect", "set", "due", "announce", "decide", "schedule", "prepare", "intend")


def find_roles(doc: Doc, sentences: tuple[Sentence, ...], names: Names, titles: tuple[Role, ...], mentions: tuple[Mention, ...]) -> tuple[Role, ...]:
    """The titles beside names and those that verbs and descriptions give, in order of position."""
    page = Page(doc, sentences, names)
    finder = _Finder(page, mentions)
    held = {i for role in titles for i in range(*page.tokens(Mention(role.start, role.end, "description", role.chain)))}
    found = {(r.start, r.end, r.chain): r for r in titles}
    for head in _role_nouns(page):
        if head in held:
            continue
        for phrase, chain, status in finder.at(head):
            role = make_role(page, phrase, chain, status)
            found.setdefault((role.start, role.end, role.chain), role)
            second = _coordinate(page, phrase)
            if second is not None and second.head not in held:
                role = make_role(page, second, chain, second.status or status)
                found.setdefault((role.start, role.end, role.chain), role)
    return tuple(sorted(found.values(), key=lambda r: (r.start, r.end, r.chain)))


def _coordinate(page: Page, phrase: Phrase) -> Phrase | None:
    """`director of A and chairman of B`: a second title behind the first, if no verb makes it a subject."""
    at = phrase.end + (2 if page.word(phrase.end + 1) == page.word(phrase.left - 1) == "as" else 1)
    head = noun_run(page, at) if page.word(phrase.end) == "and" else None
    second = read_phrase(page, head, complement=True) if head is not None else None
    if second is None or second.unreal or is_plural(page.joined(page.word_start(second.head), second.head + 1)):
        return None
    return None if page.tag(second.end) in FINITE or page.word(second.left) == "the" else second


def _role_nouns(page: Page) -> list[int]:
    """Tokens that end a role noun heading its noun phrase."""
    heads = []
    for i, low in enumerate(page.lower):
        if i in page.named or page.tags[i] not in NOUNS or not may_end_role(low) and page.lower[i - 1] not in HYPHENS or not page.key(i):
            continue
        if page.tag(i + 1) in NOUNS and page.doc[i].dep_ in ("compound", "nmod", "amod") or page.word_end(i) != i:
            continue
        heads.append(i)
    return heads


@cache
def _verbs() -> dict[tuple[str, str], tuple[str, str]]:
    return {(row[0], row[1]): (row[2], row[3]) for row in read_lexicon("role_verbs")}


class _Finder:
    """Asks of a role noun who holds it and how, with the mentions of the article at hand."""

    def __init__(self, page: Page, mentions: tuple[Mention, ...]) -> None:
        self.page = page
        self.by_token: dict[int, Mention] = {}
        self.described: dict[int, Mention] = {}
        for mention in mentions:
            if not page.is_person(mention):
                continue
            begin, end = page.tokens(mention)
            for i in range(begin, end):
                (self.described if mention.kind == "description" else self.by_token)[i] = mention

    def at(self, head: int) -> list[tuple[Phrase, int, Status | None]]:
        """(title, chain, status) for the role noun at `head`; empty where the text gives it to nobody."""
        page = self.page
        phrase = read_phrase(page, head, complement=True)
        plural = is_plural(page.joined(page.word_start(head), head + 1))
        if phrase is None or phrase.unreal or plural or page.word(phrase.left) == "no":
            return []
        if (mention := self.described.get(head)) is not None:
            if "next" in page.lower[phrase.left : phrase.start]:
                return []  # whoever will be the next president
            return [(phrase, mention.chain, None)]
        if (owner := self._tenure_before(phrase)) is not None:
            return [(phrase, *owner)]
        token = self._root(head)
        while token.dep_ == "conj" and token.head.i < token.i and not self._verb_between(token.head.i, token.i):
            first = token.head
            if (mention := self.described.get(first.i)) is not None and first.i not in page.named and page.key(first.i):
                before = read_phrase(page, first.i, complement=False)
                own = page.word(phrase.left) in kind_words("determiner") and phrase.left < phrase.start
                return [] if own or before is None else [(phrase, mention.chain, phrase.status or before.status)]
            token = first
        stated = self._stated(token, phrase)
        return [(phrase, *stated)] if stated else []

    def _root(self, head: int) -> Token:
        """The token of a hyphenated noun that hangs on a word outside it."""
        start = self.page.word_start(head)
        return next((self.page.doc[i] for i in range(start, head + 1) if not start <= self.page.doc[i].head.i <= head), self.page.doc[head])

    def _verb_between(self, start: int, end: int) -> bool:
        return any(tag in FINITE for tag in self.page.tags[start:end])

    def _stated(self, token: Token, phrase: Phrase) -> tuple[int, Status | None] | None:
        governor = token.head
        if phrase.start <= governor.i < token.i and governor.tag_ == "VBG":
            return self._copula(governor, phrase)  # `who was acting chief`, read as a verb with its object
        if token.dep_ == "pobj":
            return self._after_preposition(governor, phrase)
        if token.dep_ in ("attr", "acomp") and governor.lemma_ in ("be", "become", "remain", "stay"):
            return self._copula(governor, phrase)
        if token.dep_ == "nsubj" and governor.lemma_ == "be":
            name = next((c for c in governor.children if c.dep_ == "attr" and c.i in self.page.named), None)
            status = _tense(governor) if name is not None and not _unreal(governor) else None
            return (self.by_token[name.i].chain, _merge(status, phrase.status)) if name is not None and status and name.i in self.by_token else None
        if token.dep_ in ("oprd", "attr", "dobj", "appos", "ccomp", "nsubj"):
            return self._by_verb(governor, "attr", phrase, token)
        return None

    def _copula(self, verb: Token, phrase: Phrase) -> tuple[int, Status | None] | None:
        if _unreal(verb):
            return None
        chain = self._subject(verb)
        if chain is None or phrase.start == self.page.word_start(phrase.head) == phrase.end - 1 and phrase.key in kind_words("praise"):
            return None
        if ":" in self.page.lower[verb.i : phrase.start]:
            return None
        denied = _denied(verb, self.page, phrase)
        if denied == "no longer":
            return chain, "former"
        if denied:
            return None
        status = _tense(verb)
        if status is None:
            return None
        if verb.lemma_ in ("become", "remain", "stay"):
            status = status if status == "elected" else "current"
        return chain, _merge(status, phrase.status)

    def _after_preposition(self, prep: Token, phrase: Phrase) -> tuple[int, Status | None] | None:
        word = prep.lower_
        while prep.dep_ == "conj" and prep.head.lower_ == word:
            prep = prep.head
        governor = prep.head
        if word == "as":
            if governor.lower_ in kind_words("office"):
                return self._by_verb(governor.head, "post", phrase)
            if governor.dep_ in ("advmod", "pobj", "pcomp", "dobj", "prep", "prt"):
                governor = _verb_above(governor)
            if governor.lemma_ == "be":
                return self._copula(governor, phrase)
            return self._by_verb(governor, "as", phrase)
        if word in ("for", "to"):
            return self._by_verb(governor, word, phrase)
        if word == "of" and governor.lower_ in kind_words("office"):
            above = governor.head
            if above.dep_ in ("prep", "dative") and above.lower_ in ("in", "from", "to", "as"):
                frame = "as" if above.lower_ == "as" else "post"
                return self._by_verb(above.head, frame, phrase)
            return self._by_verb(above, "post", phrase)
        return None

    def _tenure_before(self, phrase: Phrase) -> tuple[int, Status | None] | None:
        """`NAME's tenure as`, `her 12 years as`, `in his role as`: who owns the noun before `as`."""
        page, at = self.page, phrase.left - 2
        if page.word(at + 1) != "as":
            return None
        noun = page.word(at)
        if noun not in kind_words("tenure") and noun not in kind_words("office"):
            return None
        for i in range(at - 1, max(-1, at - 4), -1):
            owner = i - 1 if page.tag(i) == "POS" else i
            mention = self.by_token.get(owner) if page.tag(i) in ("POS", "PRP$") else None
            if mention is not None:
                leaves = _verbs().get((_verb_above(page.doc[at]).lemma_, "post"), ("", ""))[1] in LEAVING
                return None if leaves else (mention.chain, phrase.status or ("former" if noun in kind_words("tenure") else "current"))
        return None

    def _by_verb(self, verb: Token, frame: str, phrase: Phrase, token: Token | None = None) -> tuple[int, Status | None] | None:
        holder, given = _verbs().get((verb.lemma_.lower(), frame), (None, None))
        if holder is None or given is None or not _frame_fits(verb, frame):
            return None
        suffers = any(c.dep_ in ("nsubjpass", "auxpass") for c in verb.children)
        if suffers and holder == "subject" and verb.lemma_ in TURNING:
            return None
        passive = holder == "object" and (suffers or verb.tag_ == "VBN")
        chain = self._subject(verb) if holder == "subject" or passive else self._object(verb, phrase, token)
        if chain is None:
            return None
        status = _verb_status(verb, given)
        return None if status is None else (chain, _merge(status, phrase.status))

    def _object(self, verb: Token, phrase: Phrase, token: Token | None) -> int | None:
        """The named object: a child of the verb, or what stands between verb and title."""
        for i in range(verb.i + 1, phrase.left):
            if (mention := self.by_token.get(i)) is not None and self.page.word(i) not in ("my", "your"):
                between = self.page.lower[verb.i + 1 : i]
                return mention.chain if len(between) < 4 else None
        left = self.by_token.get(phrase.left) or self.by_token.get(phrase.start)
        return left.chain if left is not None and phrase.left > verb.i and token is not None else None

    def _subject(self, verb: Token) -> int | None:
        """The chain of the verb's subject, inherited through coordination, complements and participles."""
        seen = 0
        while seen < 6:
            near = [verb, *(c for c in verb.children if c.dep_ in ("aux", "auxpass"))]
            subject = next((c for v in near for c in v.children if c.dep_ in SUBJECTS), None)
            if subject is not None:
                return self._chain(subject)
            if verb.dep_ in ("relcl", "acl"):
                return self._chain(verb.head)
            if verb.dep_ not in ("conj", "xcomp", "acomp", "advcl", "aux", "auxpass", "ccomp", "pcomp", "prep"):
                return None
            verb, seen = verb.head, seen + 1
        return None

    def _chain(self, token: Token) -> int | None:
        if token.lower_ in RELATIVES:
            verb = token.head
            while verb.dep_ in ("conj", "xcomp", "aux", "auxpass"):
                verb = verb.head
            antecedent = verb.head if verb.dep_ in ("relcl", "acl") else None
            found = self._chain(antecedent) if antecedent is not None and antecedent.lower_ not in RELATIVES else None
            return found if found is not None else self._named_before(token.i)
        mention = self.by_token.get(token.i) or self.described.get(token.i)
        if mention is not None:
            return mention.chain
        for child in token.children:
            if child.dep_ == "appos" and child.i in self.by_token:
                return self.by_token[child.i].chain
        return None

    def _named_before(self, i: int) -> int | None:
        i -= 2 if self.page.word(i - 1) == "," else 1
        mention = self.page.named.get(i)
        return mention.chain if mention is not None and self.page.is_person(mention) else None


def _verb_above(token: Token) -> Token:
    for _ in range(4):
        if token.pos_ in ("VERB", "AUX"):
            break
        token = token.head
    return token


def _frame_fits(verb: Token, frame: str) -> bool:
    """`step as`, `take as`, `stand as` are roles only with their particles."""
    needs = {"step": ("down", "aside", "back", "up"), "stand": ("down", "aside") if frame in ("as", "post") else (), "take": ("over",) if frame == "as" else ()}.get(verb.lemma_)
    return not needs or any(c.lower_ in needs for c in verb.children)


def _verb_status(verb: Token, given: str) -> Status | None:
    """What the verb's status becomes by its tense and negation; None where nothing holds."""
    if _unreal(verb):
        return None
    coming = _is_coming(verb) or _backshifted_will(verb)
    if any(c.dep_ == "neg" for c in verb.children):
        return "current" if given in LEAVING and coming else None
    if not coming and any(c.tag_ == "MD" for c in verb.children):
        return None
    if given == "tense":
        return _tense(verb)
    if coming:
        return "outgoing" if given in LEAVING else "candidate" if given == "candidate" else "elected"
    if verb.tag_ == "VB" and any(c.lower_ == "to" for c in verb.children) and verb.head.lemma_ not in SURE_INFINITIVES:
        return None
    return given  # type: ignore[return-value]


def _backshifted_will(verb: Token) -> bool:
    """`said she would step down`."""
    reported = verb.dep_ == "ccomp" and verb.head.tag_ in ("VBD", "VBN")
    return reported and any(c.lower_ in ("would", "'d", "’d") for c in verb.children)


def _is_coming(verb: Token) -> bool:
    if any(c.lower_ in ("will", "'ll", "’ll", "shall", "wo") for c in verb.children):
        return True
    if verb.tag_ == "VBG" and any(c.lemma_ == "be" for c in verb.children):
        return True
    return verb.tag_ == "VB" and verb.dep_ in ("xcomp", "ccomp", "acl") and verb.head.lemma_ in COMING_INFINITIVES


def _tense(verb: Token) -> Status | None:
    """Present and perfect are current, past is former, will is elected; any other modal is nothing."""
    auxiliaries = {c.lower_: c.tag_ for c in verb.children if c.dep_ in ("aux", "auxpass")}
    if any(tag == "MD" and low not in ("will", "'ll", "’ll") for low, tag in auxiliaries.items()):
        return None
    if any(tag == "MD" for tag in auxiliaries.values()):
        return "elected"
    if "had" in auxiliaries:
        return "former"
    if auxiliaries.keys() & {"has", "have", "'s", "’s", "'ve", "’ve", "is", "are", "am"}:
        return "current"
    if auxiliaries.keys() & {"was", "were"}:
        return "former"
    if verb.tag_ == "VB":
        if verb.head.lemma_ == "be" and verb.i - verb.head.i == 2:
            return "elected"  # `is to become the next archbishop`
        return "current" if verb.dep_ in ("xcomp", "conj", "advcl") and verb.head.lemma_ in SURE_INFINITIVES else None
    if verb.tag_ in ("VBG", "VBZ", "VBP"):
        return "current"
    between = verb.doc[min(verb.i, verb.head.i) : max(verb.i, verb.head.i)]
    quoted = any(token.is_quote for token in between)
    backshifted = verb.dep_ == "ccomp" and verb.head.tag_ in ("VBD", "VBN") and verb.lemma_ == "be" and not quoted
    return "current" if backshifted else "former"


def _merge(stated: Status | None, worn: Status | None) -> Status | None:
    """A title that itself says `acting` or `candidate` keeps that while it lasts."""
    if worn == "candidate" and stated == "elected":
        return worn
    return worn if stated == "current" and worn else stated


def _denied(verb: Token, page: Page, phrase: Phrase) -> str | None:
    between = page.lower[verb.i + 1 : phrase.start] if verb.i < phrase.start else page.lower[phrase.start - 3 : phrase.start]
    if any(a == "no" and b == "longer" for a, b in zip(between, between[1:])) or "no longer" in " ".join(page.lower[max(0, verb.i - 3) : phrase.start]):
        return "no longer"
    if any(w in kind_words("none") or w == "n't" or w == "n’t" for w in between) or any(c.dep_ == "neg" for c in verb.children):
        return "not"
    return None


def _unreal(verb: Token) -> bool:
    """Whether the clause is a condition or hangs on a verb of wishing, joking or denying."""
    if verb.tag_ == "VBG" and verb.dep_ == "pcomp" and verb.head.lower_ in HYPOTHETICAL:
        return True  # `the prospect of her becoming president`
    token = verb
    for _ in range(5):
        if any(c.dep_ == "mark" and c.lower_ in ("if", "unless", "whether", "though") and c.lower_ != "though" for c in token.children):
            return True
        if token.dep_ not in ("xcomp", "ccomp", "advcl", "pcomp", "prep", "conj", "acl") or token.head.i == token.i:
            return False
        token = token.head
        if token.lemma_ in kind_words("unreal_verb"):
            return True
    return False
