"""What follows a role's noun and belongs to its title: `of the Seed Library`, `for policy at the Cato Institute`.

In: a `Page` and the noun. Out: where the title ends. Reads tags, not the tree, which hangs prepositional phrases at will.
Missed on purpose: where somebody works (`a vet in Tarnbrook`), since when, and relative clauses.
"""

from ontherecord.role_nouns import kind_words
from ontherecord.roles.page import FINITE, INSIDE, NOUNS, Page

LONGEST_TITLE = 16  # tokens after the head; the longest title in the people gold has 12
LONGEST_JOINED = 6  # tokens of a noun phrase after `and` in a complement
EMERITUS = ("emeritus", "emerita")
IN_OBJECT = ("DT", "PRP$", "JJ", "JJS", "POS", "HYPH", "CD", "VBG", "VBN", "AFX")


def read_complement(page: Page, head: int) -> int:
    """The end (exclusive) of the title with the prepositional phrases that tell of what or where."""
    end = head + 1
    if page.word(end) in EMERITUS:
        end += 1
    elif f"-{page.word(end)}-{page.word(end + 1)}" in kind_words("suffix_in"):
        end += 2  # `editor in chief`, `editor at large`
    while end - head < LONGEST_TITLE and page.word(end) in kind_words("link"):
        after = _read_object(page, end, further=end > head + 1)
        if after == end:
            break
        end = after
    succeeds = page.word(end) == "to" and page.word(end + 1) in kind_words("succession")
    if succeeds and end == head + 1 and page.key(head) in kind_words("candidate"):
        return max(_read_object(page, end + 1), end + 2)  # `nominee to replace NAME`
    return end


def _read_object(page: Page, link: int, *, further: bool = False) -> int:
    """The end of the noun phrase after the preposition at `link`; `link` itself where none belongs to a title.

    A `further` phrase, behind another one, has to name something, or it tells of the occasion.
    """
    if page.tag(link + 1) == "DT" and page.word(link + 1)[:2] == "th" and page.word(link + 1) != "the":
        return link  # `member of that group`
    i, last, kinds = link + 1, link, {}
    while i < len(page.lower) and i not in page.breaks:
        mention = page.first.get(i)
        if mention is not None:
            last = i = page.tokens(mention)[1]
            kinds[page.chains[mention.chain].kind] = i
            continue
        tag = page.tags[i]
        if page.lower[i] in kind_words("time") or tag == "CD" and last == link and page.tag(i + 1) not in NOUNS:
            return last
        if tag in NOUNS:
            last = i + 1
        elif tag not in IN_OBJECT and not _joins_word(page, i) and not _joins(page, i, last):
            break
        i += 1
    return last if _may_follow(page, link, last, kinds, further=further) else link


def _may_follow(page: Page, link: int, last: int, kinds: dict[str, int], *, further: bool) -> bool:
    """Whether the preposition leads on to what somebody is in charge of, and not to a place, time or occasion."""
    word = page.lower[link]
    if word == "in" and not kinds and page.key(link - 1) in kind_words("learned"):
        return page.tag(link + 1) in NOUNS  # `lecturer in transport`
    if word == "in" or word == "on" and page.key(link - 1) not in kind_words("topic"):
        return kinds.get("ORG") == last
    if word == "at" and "ORG" not in kinds and last in kinds.values() and page.key(link - 1) in kind_words("placed"):
        return False  # `a lock keeper at Saint-Vaury`
    if word == "from" and ("PERSON" in kinds or "ORG" not in kinds and page.key(link - 1) not in kind_words("represents")):
        return False  # where somebody comes from, unless they sit for it
    names = bool(kinds) or any(page.tags[i] in NOUNS and page.is_capital(i) for i in range(link + 1, last))
    return names or word not in ("with", "from") and not (further and word not in ("of", "for"))


def _joins_word(page: Page, i: int) -> bool:
    return page.lower[i] in ("&", "-", "–") and not page.doc[i].whitespace_


def _joins(page: Page, i: int, last: int) -> bool:
    """`Arts and Sciences`: a conjunction between nouns of one complement, not between two titles."""
    if page.lower[i] not in ("and", "&") or last != i:
        return False
    ahead = nxt = i + 1
    while page.tag(ahead) in INSIDE and ahead - nxt < LONGEST_JOINED:
        if page.key(ahead) or page.is_person(page.named.get(ahead)):
            return False
        ahead += 1
    return ahead > nxt and page.is_capital(i - 1) == page.is_capital(nxt) and page.tag(ahead) not in FINITE
