"""From a title's tokens to the `Role` record, with the organisation that the title names.

In: a `Phrase` and the chain that holds it. Out: a `Role`. The organisation is a name in the title (an organisation before a
place, then the nearest to the noun), the genitive before it, a demonym's country, or the place in brackets or after `of` behind
the name. Missed on purpose: bodies that a title only implies.
"""

from ontherecord.records import Mention, Role, Status
from ontherecord.role_nouns import singular
from ontherecord.roles.page import Page
from ontherecord.roles.phrase import Phrase

PARTIES = ("r", "d", "i")  # before the state: `R-Wis.`


def make_role(page: Page, phrase: Phrase, chain: int, status: Status | None = None, near: Mention | None = None) -> Role:
    """The role that a phrase gives to a chain; `status` overrules the phrase's, `near` is the name it stands at."""
    span = page.doc[phrase.start : phrase.end]
    return Role(
        start=span.start_char,
        end=span.end_char,
        chain=chain,
        title=_title(page, phrase),
        head=phrase.key,
        status=status or phrase.status or "current",
        organization=find_organization(page, phrase, near),
    )


def _title(page: Page, phrase: Phrase) -> str:
    """The title as written but for white space and the plural of a title that several share: Minister for `Ministers A and B`."""
    text, noun = page.doc[phrase.start : phrase.end].text, page.doc[phrase.head]
    at = noun.idx - page.offsets[phrase.start]
    return " ".join((text[:at] + singular(noun.text) + text[at + len(noun) :]).split())


def find_organization(page: Page, phrase: Phrase, near: Mention | None) -> int | None:
    """The chain of the organisation or place that the title names or that stands by it."""
    inside = {id(m): m for i in range(phrase.start, phrase.end) if (m := page.named.get(i)) is not None}
    choices = sorted(inside.values(), key=lambda m: (page.chains[m.chain].kind != "ORG", abs(m.start - page.offsets[phrase.head])))
    for mention in choices:
        if not page.is_person(mention):
            return mention.chain
    if phrase.possessor is not None:
        mention = page.named.get(phrase.possessor)
        if mention is not None and not page.is_person(mention):
            return mention.chain
    if phrase.demonym:
        return next((c for c, chain in enumerate(page.chains) if chain.name == phrase.demonym), None)
    return _behind(page, near) if near is not None else None


def _behind(page: Page, near: Mention) -> int | None:
    """`President NAME of Guatemala`, `Sen. NAME (R-Texas)`, `Rep. NAME, R-Wis.`: the place behind a name."""
    end = page.tokens(near)[1]
    party = page.word(end) in ("(", ",") and page.word(end + 1)[:1] in PARTIES and page.word(end + 2) == "-"
    opens = party or page.word(end) == "of"
    for i in range(end + 1, end + 5) if opens else ():
        mention = page.named.get(i)
        if mention is not None:
            return mention.chain if page.chains[mention.chain].kind in ("GPE", "ORG") else None
        if page.word(i) in (",", ")", "and"):
            return None
    return None
