"""One title for several names: `Ministers A and B`, `A and B, co-chairs of the trust,`.

In: a `Page` and a name. Out: the list that the name opens, and what an appositive in the plural says of all in it. Missed on
purpose: titles in the plural that a verb gives (`A and B are nurses`).
"""

from ontherecord.records import Mention
from ontherecord.roles.behind import CLOSERS, DASHES, after_brackets, noun_run
from ontherecord.roles.page import Page
from ontherecord.roles.phrase import Phrase, read_phrase

ALL = ("both", "all")


def list_from(page: Page, mention: Mention) -> list[Mention]:
    """The name and all names that commas and `and` string to it."""
    listed, at = [mention], page.tokens(mention)[1]
    while True:
        at = after_brackets(page, at)
        begin = at
        while page.word(at) in (",", "and", "&"):
            at += 1
        following = page.first.get(at)
        if at == begin or following is None or not page.is_person(following):
            return listed
        listed.append(following)
        at = page.tokens(following)[1]


def holders(page: Page, phrase: Phrase, mention: Mention) -> list[Mention]:
    """Who holds a title before a name: the name; for a plural all in the list it opens, or nobody if there is no list."""
    if not page.is_plural(phrase.head):
        return [mention]
    listed = list_from(page, mention)
    return listed if len(listed) > 1 else []


def title_of_all(page: Page, listed: list[Mention]) -> Phrase | None:
    """The title in the plural that stands in apposition to a list of names."""
    begin, end = page.tokens(listed[-1])
    at = after_brackets(page, end)
    if len(listed) < 2 or page.word(begin - 1) not in ("and", "&") or page.word(at) not in (",", *DASHES):
        return None
    at += 1 + (page.word(at + 1) in ALL)
    head = noun_run(page, at)
    phrase = read_phrase(page, head, complement=True) if head is not None and page.is_plural(head) else None
    closed = phrase is not None and phrase.left <= head and (page.word(phrase.end) in CLOSERS or phrase.end in page.breaks)
    return phrase if closed else None
