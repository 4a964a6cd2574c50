"""A parsed document as the rules for roles read it: tokens as plain lists, and the names that stand on them.

In: a document, its sentences and names. Out: a `Page` that answers questions about tokens by number. Names in credit
lines are left out: bylines give no roles.
"""

from bisect import bisect_right
from functools import cached_property

from spacy.tokens import Doc

from ontherecord.layout import Layout, lay_out
from ontherecord.records import Mention, Names, Sentence
from ontherecord.role_nouns import is_plural, kind_words, may_end_role, noun_keys, phrase_key, role_key

HYPHENS = ("-", "‑", "–")
FINITE = ("VBD", "VBZ", "VBP", "MD")
TURNED = "turned"  # `captain-turned-pundit`: one word, two titles
NOUNS = ("NN", "NNS", "NNP", "NNPS")
INSIDE = (*NOUNS, "JJ", "JJR", "JJS", "VBN", "VBG", "FW", "AFX")


class Page:
    """A document's tokens as plain lists, and the names that stand on them."""

    def __init__(self, doc: Doc, sentences: tuple[Sentence, ...], names: Names) -> None:
        self.doc = doc
        self.chains = names.chains
        layout = lay_out(doc)
        self.lower, self.tags, self.offsets = layout.lower, _tags(layout), layout.starts
        credits = [(s.start, s.end) for s in sentences if s.credit]
        self.names = [m for m in names.mentions if not any(s <= m.start < e for s, e in credits)]
        self.first: dict[int, Mention] = {}
        self.named: dict[int, Mention] = {}
        for mention in self.names:
            begin, end = self.tokens(mention)
            self.first[begin] = mention
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
        while i >= 2 and self.lower[i - 1] in HYPHENS and self.lower[i - 2] != TURNED and not self.doc[i - 1].whitespace_ and not self.doc[i - 2].whitespace_:
            i -= 2
        if self.lower[i] == "." and i and not self.doc[i - 1].whitespace_ and (not self._begins_sentence(i + 1) or self._is_short_title(i - 1)):
            i = self.word_start(i - 1)
        return i

    def _is_short_title(self, i: int) -> bool:
        """`Sgt. NAME`, where the parser ends a sentence after the abbreviation."""
        return self.is_capital(i) and f"{self.lower[i]}." in noun_keys() and i + 2 in self.first

    def _begins_sentence(self, i: int) -> bool:
        return i < len(self.lower) and bool(self.doc[i].is_sent_start)

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
            return words[0] if self._is_position(i) else None
        at = start
        for _ in range(2):
            if at < 1 or at - 1 in self.breaks or self.tag(at - 1) == "IN":
                break
            begin = self.word_start(at - 1)
            words.insert(0, self.joined(begin, at))
            at = begin
        return phrase_key(words) or (self.lower[i] if self._is_position(i) else None)

    def _is_position(self, i: int) -> bool:
        """`centre NAME`: a player only right before a name, elsewhere a thing or place."""
        worn = self.lower[i] in kind_words("position") and self.tags[i] in NOUNS and self.is_person(self.first.get(i + 1))
        return worn and self.tag(i - 1) not in ("NN", "NNS", "HYPH", "DT")

    def is_plural(self, i: int) -> bool:
        """Whether the word that ends at token `i` is a role noun in the plural."""
        return is_plural(self.joined(self.word_start(i), i + 1))


def _tags(layout: Layout) -> list[str]:
    """The tags, a noun's for the ending that the tagger takes for an adjective: `minister-designate`, `co-owner`."""
    if layout.small.isdisjoint(HYPHENS):
        return layout.tag
    lower, tags = layout.lower, layout.tag
    behind = [i for i in range(1, len(lower)) if lower[i - 1] in HYPHENS and tags[i] == "JJ"]
    endings = [i for i in behind if f"-{lower[i]}" in kind_words("suffix_in") or role_key(lower[i])]
    if endings:
        tags = list(tags)
        for i in endings:
            tags[i] = "NN"
    return tags
