"""What stands beside a name and tells who is meant: `developer Ann Hale`, `Hale, the developer`.

In: layout and the place of a name. Out: the nouns that say what its bearer is, in small letters. Used where several people
share a name; nothing here gives anybody a role.
"""

from ontherecord.layout import Layout

ARTICLES = ("a", "an", "the")
INNER = ("ADJ", "NOUN", "PROPN")
LONGEST = 6  # tokens of an apposition up to its noun


def nouns_beside(layout: Layout, start: int, end: int) -> set[str]:
    """The noun right before a name, and the one that an apposition behind it is about."""
    first, last = layout.token_at(start), layout.token_at(end - 1)
    found = {layout.lower[first - 1]} if first and layout.pos[first - 1] == "NOUN" else set()
    return found | _behind(layout, last + 1)


def _behind(layout: Layout, comma: int) -> set[str]:
    words, size = layout.words, len(layout.words)
    if comma + 2 >= size or words[comma] != "," or layout.lower[comma + 1] not in ARTICLES:
        return set()
    at = comma + 2
    while at < min(size, comma + LONGEST) and layout.pos[at] in INNER:
        at += 1
    return {layout.lower[at - 1]} if layout.pos[at - 1] == "NOUN" else set()
