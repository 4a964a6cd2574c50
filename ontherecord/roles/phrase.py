"""Where a title begins and ends around its head noun, and what its modifiers tell.

In: a parsed document with its names, and the head noun. Out: a `Phrase`: the tokens that are the title, its key, and the
status that words like `former`, `acting` or `-elect` give it. Reads tokens and tags rather than the tree, which errs in the
long noun phrases that titles are.
"""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cache, cached_property

from spacy.attrs import IDX, LOWER, TAG
from spacy.tokens import Doc

from ontherecord.lexicons import read_lexicon
from ontherecord.records import Mention, Names, Sentence, Status
from ontherecord.roles.nouns import kind_words, may_end_role, noun_keys, phrase_key, role_key

HYPHENS = ("-", "‑", "–")
FINITE = ("VBD", "VBZ", "VBP", "MD")
NOUNS = ("NN", "NNS", "NNP", "NNPS")
INSIDE = (*NOUNS, "JJ", "JJR", "JJS", "VBN", "VBG", "FW", "AFX")
LONGEST_TITLE = 16  # tokens after the head; the longest title in the people gold has 12
MODIFIERS = ("amod", "compound", "nmod")
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


class Page:
    """A document's tokens as plain lists, and the names that stand on them."""

    def __init__(self, doc: Doc, sentences: tuple[Sentence, ...], names: Names) -> None:
        self.doc = doc
        self.chains = names.chains
        strings = doc.vocab.strings
        lowers, tags, offsets = (column.tolist() for column in doc.to_array([LOWER, TAG, IDX]).T)
        texts = {key: strings[key] for key in {*lowers, *tags} - {0}} | {0: ""}
        self.lower: list[str] = [texts[key] for key in lowers]
        self.tags: list[str] = [texts[key] for key in tags]
        self.offsets: list[int] = offsets
        credits = [(s.start, s.end) for s in sentences if s.credit]
        self.names = [m for m in names.mentions if not any(s <= m.start < e for s, e in credits)]
        self.first: dict[int, Mention] = {}
        self.last: dict[int, Mention] = {}
        self.named: dict[int, Mention] = {}
        for mention in self.names:
            begin, end = self.tokens(mention)
            self.first[begin] = self.last[end - 1] = mention
            self.named.update((i, mention) for i in range(begin, end))

    def tokens(self, mention: Mention) -> tuple[int, int]:
        """The token range that a mention covers."""
        return bisect_right(self.offsets, mention.start) - 1, bisect_right(self.offsets, mention.end - 1)

    def is_person(self, mention: Mention | None) -> bool:
        """Whether a mention is a person's."""
        return mention is not None and self.chains[mention.chain].kind == "PERSON"

    @cached_property
    def breaks(self) -> frozenset[int]:
        """Tokens that hold a line break."""
        return frozenset(i for i, low in enumerate(self.lower) if "\n" in low)

    def tag(self, i: int) -> str:
        """The tag at a token, empty outside the document and at line breaks."""
        return self.tags[i] if 0 <= i < len(self.tags) and i not in self.breaks else ""

    def word(self, i: int) -> str:
        """The token at `i` in lower case, empty outside the document."""
        return self.lower[i] if 0 <= i < len(self.lower) else ""

    def is_capital(self, i: int) -> bool:
        """Whether the token at `i` opens with a capital."""
        return self.doc[i].text[:1].isupper()

    def word_start(self, i: int) -> int:
        """The first token of the hyphenated word that ends at `i`."""
        while i >= 2 and self.lower[i - 1] in HYPHENS and not self.doc[i - 1].whitespace_ and not self.doc[i - 2].whitespace_:
            i -= 2
        if self.lower[i] == "." and i and not self.doc[i - 1].whitespace_:
            i = self.word_start(i - 1)
        return i

    def word_end(self, i: int) -> int:
        """The last token of the hyphenated word that begins with or holds `i`."""
        while i + 2 < len(self.lower) and self.lower[i + 1] in HYPHENS and not self.doc[i].whitespace_ and not self.doc[i + 1].whitespace_:
            i += 2
        return i

    def joined(self, start: int, end: int) -> str:
        """The lower-case text of a word of tokens `start` to `end` (exclusive), without the spaces in it."""
        return self.lower[start] if end - start == 1 else "".join(self.lower[start:end])

    def key(self, i: int) -> str | None:
        """The role key of the word that ends at token `i`, with the words before it that belong to it."""
        start = self.word_start(i)
        words = [self.joined(start, i + 1)]
        if not may_end_role(words[0]):
            return None
        at = start
        for _ in range(2):
            if at < 1 or at - 1 in self.breaks or self.tag(at - 1) == "IN":
                break
            begin = self.word_start(at - 1)
            words.insert(0, self.joined(begin, at))
            at = begin
        return phrase_key(words)


@cache
def _status_words() -> dict[str, tuple[str, str]]:
    return {row[0]: (row[1], row[2]) for row in read_lexicon("role_status")}


@cache
def naming_verbs() -> frozenset[str]:
    """Verbs whose object may be followed by the title they give it: `appointed NAME director`."""
    return frozenset(row[0] for row in read_lexicon("role_verbs") if row[1] == "attr" and row[2] == "object")


@cache
def demonyms() -> dict[str, str]:
    """Adjective of a country, as written -> the country's name."""
    return dict(read_lexicon("demonyms"))  # type: ignore[arg-type]


class _Left:
    """Walks from a head noun to the left over its modifiers, gathering what they tell."""

    def __init__(self, page: Page, head: int) -> None:
        self.page = page
        self.at = self.start = page.word_start(head)
        self.status: Status | None = None
        self.unreal = False
        self.possessor: int | None = None
        self.demonym: str | None = None
        for low in page.lower[self.at : head + 1 : 2]:
            self._note(low)
        if self.start < head and page.lower[self.start] in ("ex", "then"):
            self.start += 2
        self.head = head
        while self._step():
            pass
        if page.word(self.at - 1) in kind_words("determiner"):
            self.at -= 1
            if page.tag(self.at - 1) == "RB" and self._note(page.word(self.at - 1)):  # `then the governor`
                self.at -= 1

    def _note(self, low: str) -> str | None:
        status, title = _status_words().get(low, (None, None))
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
        page, p = self.page, self.at - 1
        if p < 0 or p in page.breaks:
            return False
        if (mention := page.named.get(p)) is not None:
            return self._over_name(mention)
        tag, low = page.tags[p], page.lower[p]
        begin = page.word_start(p)
        whole = page.joined(begin, p + 1)
        if self._opens_rank(whole):
            return self._take(begin, keep=True)
        title = next((t for w in (whole, low, page.lower[begin]) if (t := self._note(w))), None)
        if title:
            return self._take(begin, keep=title == "keep")
        if whole in demonyms_lower() and page.is_capital(p):
            self.demonym = demonyms_lower()[whole]
            return self._take(begin, keep=False)
        if whole in kind_words("drop") or low in kind_words("drop") and begin < p:
            return self._take(begin, keep=False)
        if tag == "POS":
            return self._over_possessive(p)
        if low == "&" or low == "and" and self._joins_capitals(p):
            return self._take(p, keep=True)
        if tag == "CD":
            return page.tag(p - 1) in NOUNS and page.word(p - 1) not in kind_words("time") and self._take(p, keep=True)
        if tag not in INSIDE or whole in kind_words("time") or whole in kind_words("honorific"):
            return False
        if tag in ("VBG", "VBN") and page.doc[p].dep_ not in MODIFIERS:
            return False
        if tag in NOUNS and not page.is_capital(p) and page.doc[p].dep_ in OUTSIDE_DEPS and page.doc[p].head.i < p:
            return False
        return self._take(begin, keep=True)

    def _over_name(self, mention: Mention) -> bool:
        begin = self.page.tokens(mention)[0]
        if not self.page.is_person(mention):
            return self._take(begin, keep=True)
        if self.page.doc[self.at - 1].dep_ in ("compound", "nmod", "amod", "poss") and self.at == self.start:
            return self.page.doc[begin - 1].lemma_ not in naming_verbs() and self._take(begin, keep=True)
        return False

    def _over_possessive(self, p: int) -> bool:
        """`plant’s owner`: a single common noun in the genitive belongs to the title, a name does not."""
        self.possessor = p - 1
        plain = self.page.tag(p - 1) == "NN" and not self.page.is_capital(p - 1) and self.page.tag(p - 2) in ("DT", "PRP$")
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


@cache
def demonyms_lower() -> dict[str, str]:
    """Like `demonyms`, keyed in lower case."""
    return {key.lower(): place for key, place in demonyms().items()}


def read_phrase(page: Page, head: int, *, complement: bool) -> Phrase | None:
    """The title whose head noun is the word ending at token `head`, or None if that names no role.

    With `complement`, the title also holds what follows the noun (`of the Seed Library`).
    """
    key = page.key(head)
    if key is None:
        return None
    walk = _Left(page, head)
    end = read_complement(page, head) if complement else head + 1
    status = walk.status
    if status in (None, "current") and key in kind_words("candidate"):
        status = "candidate"
    key = _key_with_complement(page, head) or key
    return Phrase(walk.start, end, head, walk.at, key, status, walk.unreal, walk.possessor, walk.demonym)


def _key_with_complement(page: Page, head: int) -> str | None:
    """`secretary of state` and the like, whose noun comes first."""
    key = phrase_key([page.word(head), page.word(head + 1), page.word(head + 2)]) if page.word(head + 1) in ("of", "in") else None
    return key if key and " " in key else None


def read_complement(page: Page, head: int) -> int:
    """The end (exclusive) of the title with the prepositional phrases that tell of what or where."""
    end = head + 1
    if page.word(end) == "emeritus":
        end += 1
    elif f"-{page.word(end)}-{page.word(end + 1)}" in kind_words("suffix_in"):
        end += 2  # `editor in chief`, `editor at large`
    while end - head < LONGEST_TITLE and page.word(end) in kind_words("link"):
        after = _read_object(page, end, further=end > head + 1)
        if after == end:
            break
        end = after
    if end == head + 1 and page.word(end) == "to" and page.word(end + 1) in kind_words("succession") and page.key(head) in kind_words("candidate"):
        return max(_read_object(page, end + 1), end + 2)
    return end


def _read_object(page: Page, link: int, *, further: bool = False) -> int:
    """The end of the noun phrase after the preposition at `link`; `link` itself where none belongs to a title.

    A `further` phrase, behind another one, has to name something, or it tells of the occasion.
    """
    if page.tag(link + 1) == "DT" and page.word(link + 1)[:2] == "th" and page.word(link + 1) != "the":
        return link  # `member of that group`
    i, last, org, capital, person = link + 1, link, 0, False, False
    while i < len(page.lower) and i not in page.breaks:
        mention = page.first.get(i)
        if mention is not None:
            i = page.tokens(mention)[1]
            last, capital = i, True
            org = i if page.chains[mention.chain].kind == "ORG" else org
            person = person or page.is_person(mention)
            continue
        tag, low = page.tags[i], page.lower[i]
        if low in kind_words("time") or tag == "CD" and last == link and page.tag(i + 1) not in NOUNS:
            return last
        if tag in NOUNS:
            last, capital = i + 1, capital or page.is_capital(i)
        elif not (tag in ("DT", "PRP$", "JJ", "JJS", "POS", "HYPH", "CD", "VBG", "VBN", "AFX") or low in ("&", "-", "–") and not page.doc[i].whitespace_ or _joins(page, i, last)):
            break
        i += 1
    word = page.lower[link]
    topical = word == "on" and page.key(link - 1) in kind_words("topic")
    if word in ("in", "on") and org != last and not topical or word == "from" and person:
        return link
    if not capital and (word in ("with", "from") or further and word not in ("of", "for")):
        return link
    return last


def _joins(page: Page, i: int, last: int) -> bool:
    """`Arts and Sciences`: a conjunction between nouns of one complement, not between two titles."""
    if page.lower[i] not in ("and", "&") or last != i:
        return False
    nxt = i + 1
    ahead = nxt
    while page.tag(ahead) in INSIDE and ahead - nxt < 6:
        if page.key(ahead) or page.is_person(page.named.get(ahead)):
            return False
        ahead += 1
    same_case = page.is_capital(i - 1) == page.is_capital(nxt) if nxt < len(page.lower) else False
    return ahead > nxt and same_case and page.tag(ahead) not in FINITE
