"""Things that bear a person's name: inns, ships, storms, breeds, and verses of the Bible's books.

In: layout and a piece of it, as token numbers. Out: what tells that the piece names a thing. Missed on purpose: houses and
boats called by a bare name.
"""

import re

from ontherecord.layout import Layout
from ontherecord.lexicons import words_of
from ontherecord.names.edges import POSSESSIVES, is_capital, joined

THING = "THING"  # the label of a ship, a breed or a verse, which is no entity
APPOSED = 5  # tokens behind a name in which `, a listed pub` tells what it is
VERSE = re.compile(r"\d{1,3}:\d{1,3}")


def verse_end(layout: Layout, first: int, last: int) -> int:
    """Where a book of the Bible with chapter and verse ends (`Mark 4:35`); 0 if it is none."""
    numbers = [i for i in range(first + 1, min(last + 1, len(layout.words))) if ":" in layout.words[i] and VERSE.match(layout.words[i])]
    return numbers[0] + 1 if numbers and layout.words[numbers[0] - 1] in words_of("name_parts", "scripture") else 0


def bears_name(layout: Layout, first: int, *kinds: str) -> bool:
    """Whether the word right before is what bears the name: `Storm` Agnes, the `trawler` Ida May."""
    return layout.words[first - 1] in words_of("name_parts", *kinds) and joined(layout, first) and is_capital(layout, first) and layout.sent[first - 1] == layout.sent[first]


def is_shop(layout: Layout, first: int, last: int) -> bool:
    """Whether a possessive is the whole name of a shop or the like: `a shop, Barnaby’s, closed`."""
    words, house = layout.words, words_of("name_parts", "house", "shop")
    if last - first != 1 or first < 2 or words[first - 1] != "," or layout.lower[first - 2] not in house:
        return False
    return last + 1 < len(words) and words[last] in POSSESSIVES and words[last + 1] in ",.;"


def sign_label(layout: Layout, first: int, last: int, titles: tuple[str, ...]) -> str:
    """The label of an inn or ship that bears a title and a name (`the General Elphick`), or of a breed (`a King Charles spaniel`); "" for a person."""
    before = first - len(titles) - 1
    if last - first > 1 or len(titles) > 1 or titles[0] not in words_of("name_parts", "sign") or before < 0:
        return ""
    compound = layout.dep[last - 1] == "compound"
    if layout.lower[before] == "the" and not compound:
        apposed = set(layout.lower[last + 2 : last + APPOSED]) if layout.words[last : last + 1] == [","] and layout.lower[last + 1 : last + 2] in (["a"], ["an"], ["the"]) else set()
        if apposed & words_of("name_parts", "house"):
            return "FAC"
        ship = bool(apposed & words_of("name_parts", "ship")) or any(w in words_of("name_parts", "ship") for w in layout.lower[max(0, before - 3) : before])
        followed = last < len(layout.words) and layout.words[last] == ","
        return THING if ship or titles[0] == "Lady" and not followed else "" if followed else "FAC"
    return THING if layout.lower[before] in ("a", "an") and compound else ""
