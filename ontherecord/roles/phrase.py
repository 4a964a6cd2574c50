"""Where a title begins before its noun, and what its modifiers tell.

In: a `Page`, and the noun that names a role. Out: a `Phrase`: the tokens that are the title, its key, and the status that
words like `former`, `acting` or `-elect` give it. Reads tokens and tags rather than the tree, which errs in the long noun
phrases that titles are.
"""

from dataclasses import dataclass
from functools import cache

from ontherecord.lexicons import read_lexicon
from ontherecord.records import Mention, Status
from ontherecord.role_nouns import kind_words, noun_keys, phrase_key, role_key
from ontherecord.roles.complement import read_complement
from ontherecord.roles.page import HYPHENS, INSIDE, NOUNS, TURNED, Page

MODIFIERS = ("amod", "compound", "nmod")
EX = ("ex", "then")  # prefixes that are no part of a title
APOSTROPHES = ("'", "’")
LONGEST_WORN = 6  # tokens before a name that may be another title of its bearer
OUTSIDE_DEPS = ("nsubj", "nsubjpass", "dobj", "npadvmod", "dative", "pobj")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A title: tokens `start` to `end`, its head noun, `left` where its determiner or a dropped modifier begins."""

    start: int
    end: int
    head: int
    left: int
    key: str
    status: Status | None = None
    unreal: bool = False
    possessor: int | None = None
    demonym: str | None = None


@cache
def status_words() -> dict[str, tuple[str, str]]:
    """Modifier in lower case -> (status, whether the title keeps it)."""
    return {row[0]: (row[1], row[2]) for row in read_lexicon("role_status")}


@cache
def _naming_verbs() -> frozenset[str]:
    """Verbs whose object may be followed by the title they give it: `appointed NAME director`."""
    return frozenset(row[0] for row in read_lexicon("role_verbs") if row[1] == "attr" and row[2] == "object")


@cache
def _demonyms() -> dict[str, str]:
    """Adjective of a country in lower case -> the country's name."""
    return {row[0].lower(): row[1] for row in read_lexicon("demonyms")}


class _Left:
    """Walks from a head noun to the left over its modifiers, gathering what they tell."""

    def __init__(self, page: Page, head: int) -> None:
        self.page = page
        self.at = self.start = page.word_start(head)
        self.status: Status | None = None
        self.unreal = False
        self.possessor: int | None = None
        self.demonym: str | None = None
        for low in page.lower[self.at : head + 1 : 2] if self.at < head else ():  # a caretaker is no acting one
            self._note(low)
        if self.start < head and page.lower[self.start] in EX:
            self.start += 2
        self.head = head
        while self._step():
            pass
        if page.word(self.at - 1) in kind_words("determiner"):
            self.at -= 1
            if page.tag(self.at - 1) == "RB" and self._note(page.word(self.at - 1)):  # `then the governor`
                self.at -= 1

    def _note(self, low: str) -> str | None:
        status, title = status_words().get(low, (None, None))
        if status == "unreal":
            self.unreal = True
        elif status and (self.status is None or status != "current"):
            self.status = status  # type: ignore[assignment]
        return title

    def _take(self, begin: int, *, keep: bool) -> bool:
        if keep and self.start == self.at:
            self.start = begin
        self.at = begin
        return True

    def _step(self) -> bool:
        """Take the word to the left if it modifies the noun; whether there may be more."""
        page, p = self.page, self.at - 1
        if p < 0 or p in page.breaks:
            return False
        if (mention := page.named.get(p)) is not None:
            return self._over_name(mention)
        begin = page.word_start(p)
        if page.lower[begin] in EX and begin < p or page.lower[p] in HYPHENS and page.word(p - 1) in EX:
            return self._over_prefix(begin if begin < p else p - 1)
        told = self._told_by(page.joined(begin, p + 1), begin, p)
        if told is not None:
            return self._take(begin, keep=told)
        tag, low = page.tags[p], page.lower[p]
        if low == TURNED:
            return False
        if tag == "POS" or low in APOSTROPHES and page.doc[p].dep_ == "case":
            return self._over_possessive(p)
        if low == "&" or low == "and" and self._joins_capitals(p):
            return self._take(p, keep=True)
        if tag == "CD":
            return page.tag(p - 1) in NOUNS and page.word(p - 1) not in kind_words("time") and self._take(p, keep=True)
        return self._modifies(p, page.joined(begin, p + 1)) and self._take(begin, keep=True)

    def _over_prefix(self, begin: int) -> bool:
        """`Ex-police chief`, `ex-{Chelsea} striker`: the prefix is dropped, what hangs on it stays."""
        self._note(self.page.lower[begin])
        inner = begin + 2
        if inner < self.at:
            word = self.page.joined(inner, self.at)
            plain = word in _demonyms() or not self.page.is_capital(inner)  # `ex-New York mayor` is no new one
            told = self._told_by(word, inner, self.at - 1) if plain else None
            self._take(inner, keep=self._modifies(self.at - 1, word) if told is None else told)
        return self._take(begin, keep=False)

    def _told_by(self, word: str, begin: int, p: int) -> bool | None:
        """Whether a word that a lexicon knows is kept in the title; None for any other."""
        page = self.page
        if self._opens_rank(word):
            return True
        if word in kind_words("made") and page.doc[p].dep_ not in MODIFIERS:
            return None  # `was elected mayor`
        title = next((t for w in (word, page.lower[p], page.lower[begin]) if (t := self._note(w))), None)
        if title:
            return title == "keep"
        if word in _demonyms() and page.is_capital(p):
            self.demonym = _demonyms()[word]
            return False
        drop = kind_words("drop")
        return False if word in drop or begin < p and page.lower[p] in drop else None

    def _modifies(self, p: int, word: str) -> bool:
        """Whether tag and tree let the word at `p` be a modifier; lower-case nouns may be another phrase's end."""
        page = self.page
        tag, token = page.tags[p], page.doc[p]
        if word.endswith("ed") and page.is_person(page.named.get(p - 1)):
            return False  # `NAME unseated Mayor NAME`, with an adjective's tag
        if tag not in INSIDE or word in kind_words("time") or word in kind_words("honorific"):
            return False
        if tag in ("VBG", "VBN"):
            return token.dep_ in MODIFIERS
        return not (tag in NOUNS and not page.is_capital(p) and token.dep_ in OUTSIDE_DEPS and token.head.i < p)

    def _over_name(self, mention: Mention) -> bool:
        begin = self.page.tokens(mention)[0]
        if not self.page.is_person(mention):
            return self._take(begin, keep=True)
        if self.page.doc[self.at - 1].dep_ in ("compound", "nmod", "amod", "poss") and self.at == self.start:
            return not self._is_named_so(begin) and self._take(begin, keep=True)
        return False

    def _is_named_so(self, begin: int) -> bool:
        """Whether a verb of naming governs the name, past the titles before it: `named banker NAME`."""
        at = begin - 1
        while at > 0 and begin - at < LONGEST_WORN and (self.page.tag(at) in INSIDE or self.page.lower[at] in HYPHENS) and self.page.doc[at].lemma_ not in _naming_verbs():
            at -= 1
        return self.page.doc[at].lemma_ in _naming_verbs()

    def _over_possessive(self, p: int) -> bool:
        """`plant’s owner`, `pickers’ foreman`: a single common noun in the genitive belongs to the title, a name does not."""
        self.possessor = p - 1
        owner = self.page.tag(p - 1)
        plain = not self.page.is_capital(p - 1) and (owner == "NNS" or owner == "NN" and self.page.tag(p - 2) in ("DT", "PRP$"))
        if plain and self.start == self.at:
            self._take(p - 1, keep=True)
        return False

    def _opens_rank(self, word: str) -> bool:
        """`Mrs Justice`, `Lord Chief Justice`: an honorific that is part of a rank."""
        nxt = self.page.word(self.at)
        return f"{word} {nxt}" in noun_keys() or f"{word} {nxt} {self.page.word(self.at + 1)}" in noun_keys()

    def _joins_capitals(self, p: int) -> bool:
        page = self.page
        sides = page.tag(p - 1) in NOUNS and page.is_capital(p - 1) and page.is_capital(p + 1)
        return sides and p - 1 not in page.named and not role_key(page.word(p - 1)) and p + 1 < self.head


def read_phrase(page: Page, head: int, *, complement: bool) -> Phrase | None:
    """The title whose head noun is the word ending at token `head`, or None if that names no role.

    With `complement`, the title also holds what follows the noun (`of the Seed Library`).
    """
    key = page.key(head)
    if key is None or f"{page.word(head - 1)} {page.word(head)}" in kind_words("body"):
        return None
    if key in kind_words("stance") and page.word(head + 1) == "of":
        return None
    walk = _Left(page, head)
    end = read_complement(page, head) if complement else head + 1
    status = walk.status
    if status in (None, "current") and key in kind_words("candidate"):
        status = "candidate"
    if status is None and turned_at(page, end) is not None:
        status = "former"
    key = _key_with_complement(page, head) or key
    return Phrase(walk.start, end, head, walk.at, key, status, walk.unreal, walk.possessor, walk.demonym)


def turned_at(page: Page, end: int) -> int | None:
    """Where the second title begins after a first that ends at `end`: `captain turned pundit`, `captain-turned-pundit`."""
    at = end + (page.word(end) in HYPHENS)
    if page.word(at) != TURNED:
        return None
    after = at + 1 + (page.word(at + 1) in HYPHENS)
    return after if page.tag(after) in INSIDE else None


def _key_with_complement(page: Page, head: int) -> str | None:
    """`secretary of state` and the like, whose noun comes first."""
    key = phrase_key([page.word(head), page.word(head + 1), page.word(head + 2)]) if page.word(head + 1) in ("of", "in") else None
    return key if key and " " in key else None
