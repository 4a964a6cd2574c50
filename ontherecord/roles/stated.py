"""Roles that a verb or coreference gives: `He served as acting president`, `the councilman said`.

In: a parsed document, its sentences, names, titles beside names, and all mentions. Out: those titles and the others, in
order of position. Every role noun that no title holds is asked what governs it. A role that is denied, wished for, played or
supposed is none. Missed on purpose: `As mayor, she ...`, whose time is open.
"""

from functools import cache

from spacy.tokens import Doc, Token

from ontherecord.lexicons import read_lexicon
from ontherecord.records import Mention, Names, Role, Sentence, Status
from ontherecord.role_nouns import kind_words, may_end_role
from ontherecord.roles.behind import noun_run
from ontherecord.roles.making import make_role
from ontherecord.roles.page import FINITE, HYPHENS, NOUNS, Page
from ontherecord.roles.phrase import Phrase, read_phrase
from ontherecord.roles.tense import LEAVING, denied_how, is_unreal, merge_status, tense_status, verb_status

SUBJECTS = ("nsubj", "nsubjpass")
OBJECTS = ("dobj", "dative")
RELATIVES = ("who", "that", "which", "whom")


def find_roles(
    doc: Doc, sentences: tuple[Sentence, ...], names: Names, titles: tuple[Role, ...], mentions: tuple[Mention, ...]
) -> tuple[Role, ...]:
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
    if second is None or second.unreal or page.is_plural(second.head):
        return None
    return None if page.tag(second.end) in FINITE or page.word(second.left) == "the" else second


def _role_nouns(page: Page) -> list[int]:
    """Tokens that end a role noun heading its noun phrase."""
    heads = []
    for i, low in enumerate(page.lower):
        likely = may_end_role(low) or page.lower[i - 1] in HYPHENS
        if not likely or i in page.named or page.tags[i] not in NOUNS or not page.key(i):
            continue
        if page.tag(i + 1) in NOUNS and page.doc[i].dep_ in ("compound", "nmod", "amod") or page.word_end(i) != i:
            continue
        heads.append(i)
    return heads


@cache
def _verbs() -> dict[tuple[str, str], tuple[str, str, tuple[str, ...]]]:
    """(lemma, frame) -> (who holds the role, status, particles of which one must follow)."""
    return {(row[0], row[1]): (row[2], row[3], tuple(row[4].split())) for row in read_lexicon("role_verbs")}


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
        plural = page.is_plural(head)
        if phrase is None or phrase.unreal or plural or page.word(phrase.left) == "no":
            return []
        if (mention := self.described.get(head)) is not None:
            if "next" in page.lower[phrase.left : phrase.start]:
                return []  # whoever will be the next president
            return [(phrase, mention.chain, None)]
        if (owner := self._tenure_before(phrase)) is not None:
            return [(phrase, *owner)]
        if (made := self._made(phrase)) is not None:
            return [(phrase, *made)]
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
        tokens = self.page.doc[start : head + 1]
        return next((token for token in tokens if not start <= token.head.i <= head), tokens[-1])

    def _verb_between(self, start: int, end: int) -> bool:
        return any(tag in FINITE for tag in self.page.tags[start:end])

    def _stated(self, token: Token, phrase: Phrase) -> tuple[int, Status | None] | None:
        page, governor = self.page, token.head
        if phrase.start <= governor.i < token.i and governor.tag_ == "VBG":
            return self._copula(governor, phrase)  # `who was acting chief`, read as a verb with its object
        if token.dep_ == "pobj":
            return self._after_preposition(governor, phrase)
        if token.dep_ in ("attr", "acomp") and governor.lemma_ in ("be", "become", "remain", "stay"):
            return self._copula(governor, phrase)
        if token.dep_ == "nsubj" and governor.lemma_ == "be":
            return self._inverted(governor, phrase)
        if token.dep_ == "appos" and governor.i < token.i and governor.i not in page.named and governor.i + 1 < phrase.left:
            mention = self.described.get(governor.i) or self.by_token.get(governor.i)
            return (mention.chain, phrase.status) if mention is not None else None
        if governor.lemma_ == "turn" and phrase.left < phrase.start:
            return None  # `turned the captain`
        if token.dep_ in ("oprd", "attr", "dobj", "appos", "ccomp", "nsubj"):
            return self._by_verb(governor, "attr", phrase, token)
        return None

    def _inverted(self, verb: Token, phrase: Phrase) -> tuple[int, Status | None] | None:
        """`The builder is NAME.`"""
        name = next((c for c in verb.children if c.dep_ == "attr" and c.i in self.page.named), None)
        mention = self.by_token.get(name.i) if name is not None and not is_unreal(verb) else None
        status = tense_status(verb) if mention is not None else None
        return (mention.chain, merge_status(status, phrase.status)) if mention is not None and status else None

    def _copula(self, verb: Token, phrase: Phrase) -> tuple[int, Status | None] | None:
        chain = self._subject(verb)
        if chain is None or is_unreal(verb) or self._is_praise(phrase) or self._is_relatives(verb) or ":" in self.page.lower[verb.i : phrase.start]:
            return None
        denied = denied_how(verb, self.page, phrase)
        status = tense_status(verb)
        if denied == "no longer":
            return chain, "former"
        if denied or status is None:
            return None
        if verb.lemma_ in ("become", "remain", "stay"):
            status = status if status == "elected" else "current"
        return chain, merge_status(status, phrase.status)

    def _is_relatives(self, verb: Token) -> bool:
        """`NAME, whose son is a pupil`: the clause is the relative's, whatever the tree says."""
        subject = next((c for c in verb.children if c.dep_ in SUBJECTS), None)
        between = range(subject.i + 1, verb.i) if subject is not None else ()
        return any(self.page.lower[i] == "whose" for i in between) and not self._verb_between(between.start, verb.i)

    def _is_praise(self, phrase: Phrase) -> bool:
        """`a leader`, bare: what somebody is like, not what they do."""
        return phrase.key in kind_words("praise") and self.page.word_start(phrase.head) == phrase.start == phrase.end - 1

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
            posts = [c.i for c in governor.children if c.dep_ == "dobj" and c.lower_ in kind_words("office")]
            if posts and not any(i in self.by_token for i in range(posts[-1], prep.i)):
                return self._by_verb(governor, "post", phrase)  # `took office as mayor`
            if governor.lemma_ == "be":  # `NAME, as the king, was superb`: played, or its time is open
                return self._copula(governor, phrase) if prep.i > governor.i else None
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

    def _made(self, phrase: Phrase) -> tuple[int, Status | None] | None:
        """`was re-elected president`, where the parser takes the participle for a modifier."""
        page = self.page
        word = page.joined(phrase.left, page.word_end(phrase.left) + 1)
        verb = page.doc[phrase.left - 1] if phrase.left else None
        if word not in kind_words("made") or verb is None or verb.lemma_ != "be" or denied_how(verb, page, phrase):
            return None
        if page.word(verb.i - 1) == "to" or is_unreal(verb) or tense_status(verb) is None:
            return None
        chain = self._subject(verb)
        return None if chain is None else (chain, merge_status("current" if word.startswith("re") else "elected", phrase.status))

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
                leaves = _verbs().get((_verb_above(page.doc[at]).lemma_, "post"), ("", "", ()))[1] in LEAVING
                return None if leaves else (mention.chain, phrase.status or ("former" if noun in kind_words("tenure") else "current"))
        return None

    def _by_verb(self, verb: Token, frame: str, phrase: Phrase, token: Token | None = None) -> tuple[int, Status | None] | None:
        known = _verbs().get((verb.lemma_.lower(), frame))
        if known is None:
            return None
        holder, given, particles = known
        if given == "elected" and self.page.word(verb.i - 2) == "re" and self.page.word(verb.i - 1) in HYPHENS:
            given = "current"
        if particles and not any(c.lower_ in particles for c in verb.children):
            return None
        suffers = any(c.dep_ in ("nsubjpass", "auxpass") for c in verb.children)
        if suffers and holder == "subject" and verb.lemma_ in kind_words("turning"):
            return None
        passive = holder == "object" and (suffers or verb.tag_ == "VBN" and not any(i in self.by_token for i in range(verb.i + 1, phrase.left)))
        chain = self._subject(verb) if holder == "subject" or passive else self._object(verb, phrase, token)
        if chain is None:
            return None
        status = verb_status(verb, given)
        return None if status is None else (chain, merge_status(status, phrase.status))

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
        return self._equated(token)

    def _equated(self, token: Token) -> int | None:
        """Who a noun is that is said of somebody: `NAME, a teacher who is now`, `She was the first woman to serve`."""
        if token.tag_ not in ("NN", "NNP", "CD"):
            return None
        while token.dep_ == "conj" and token.head.tag_ in NOUNS and not self._verb_between(token.head.i, token.i):
            token = token.head
        above = token.head
        if token.dep_ == "appos":
            mention = self.by_token.get(above.i) or self.described.get(above.i)
            return mention.chain if mention is not None else None
        said = token.dep_ in ("attr", "conj") and above.lemma_ in ("be", "become") and not is_unreal(above)
        if not said or any(c.dep_ == "neg" for c in above.children) or tense_status(above) is None:
            return None
        return self._subject(above)

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
