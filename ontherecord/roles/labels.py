"""Titles set as a label before a colon: `Referee: NAME.`, `Umpires: NAME and NAME`.

In: a `Page` and a person's name. Out: the title that labels it. A label opens its line or sentence and nothing but the name
follows, or it would be somebody's turn in a transcript. Missed on purpose: labels in credit lines.
"""

from ontherecord.role_nouns import kind_words
from ontherecord.roles.page import Page
from ontherecord.roles.phrase import Phrase, read_phrase

BEFORE = (".", ";", "•", "*", "|", "(")
AFTER = (".", ";", "|", "(", ")")
LONGEST_LABEL = 4  # tokens: `Director of photography`, `Assistant costume designer`


def label_before(page: Page, begin: int, end: int) -> Phrase | None:
    """The title whose colon stands before the name, or the list of names, of tokens `begin` to `end`."""
    colon = begin - 1
    if page.word(colon) != ":" or not (end in page.breaks or end == len(page.lower) or page.lower[end] in AFTER):
        return None
    for head in range(colon - 1, max(-1, colon - 1 - LONGEST_LABEL), -1):
        if not page.key(head) or head in page.named:
            continue
        phrase = read_phrase(page, head, complement=True)
        if phrase is None or phrase.end != colon or phrase.key in kind_words("praise"):
            continue
        return phrase if page.is_capital(phrase.left) and _opens(page, phrase.left) else None
    return None


def _opens(page: Page, left: int) -> bool:
    return left == 0 or left - 1 in page.breaks or page.lower[left - 1] in BEFORE
