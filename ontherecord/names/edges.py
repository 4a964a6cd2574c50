"""Where a name begins and ends: titles parted off, edges trimmed, cut names joined.

In: layout and a piece of it, as token numbers. Out: the same with better ends. spaCy glues titles to names
(`Councilmember Jane Doe`), cuts surnames off and takes possessive endings in.
"""

import re
from functools import cache

from ontherecord.layout import Layout
from ontherecord.lexicons import words_of
from ontherecord.names.words import (
    head_kind,
    is_firm_suffix,
    is_given,
    is_initial,
    is_particle,
    is_suffix,
    known_name,
    names_nothing,
    ties_to_name,
    title_kind,
)
from ontherecord.role_nouns import noun_keys


QUOTES = frozenset("\"“”„‟'‘’`") | {"``", "''"}
POSSESSIVE = re.compile(r"(?:[’']s|[’'])$", re.IGNORECASE)
SCORE = re.compile(r"\d{1,3}[-–]\d{1,3}")
POSSESSIVES = ("’s", "'s", "’S", "'S", "’", "'")
ARTICLES = ("the", "a", "an", "i")
LONGEST_TITLE = 6  # tokens before a name that may all be its title


def is_capital(layout: Layout, i: int) -> bool:
    """Whether token `i` starts with a capital letter and is more than the pronoun I."""
    word = layout.words[i]
    return word[0].isupper() and word != "I"


def joined(layout: Layout, i: int) -> bool:
    """Whether token `i` goes on with the word or the line of token `i - 1`: at most spaces between."""
    return i < len(layout.words) and not layout.text[layout.ends[i - 1] : layout.starts[i]].strip(" \xa0") and not layout.words[i].isspace()


def join_head(layout: Layout, first: int, last: int, taken: bytearray, label: str, headline: bool) -> tuple[int, str]:
    """Add the last word that tells what a name is, where it was cut off: `John Birch` Society, `Boston Center` for the Arts."""
    words, n = layout.words, len(layout.words)
    if words[first] in ("St", "St.", "Saint") and last < n and words[last] in ("’s", "'s") and last + 1 < n and (head := head_kind(words[last + 1])):
        return last + 2, head if head == "LOC" else "ORG"
    while last < n and joined(layout, last) and not taken[last] and is_capital(layout, last) and layout.pos[last] == "PROPN":
        head = head_kind(words[last])
        further = label == "ORG" and not headline and not (names_nothing(words[last]) or title_kind(words[last]) or is_given(words[last]) or known_name(words[last]))
        if not (head in ("ORG", "LOC") and (title_kind(words[last]) is None or title_kind(words[last]) == "body") or further):
            break
        label = head if head in ("ORG", "LOC") else label
        last += 1
    if last + 1 < n and words[last] in POSSESSIVES and last - first == 1 and first and layout.lower[first - 1] == "the" and words[last + 1] in words_of("name_parts", "inn"):
        return last + 2, "LOC"  # `the Nag’s Head`
    if last + 1 < n and words[last] in POSSESSIVES and title_kind(words[last - 1]) in ("office", "rank") and is_capital(layout, last + 1) and head_kind(words[last + 1]) == "ORG":
        return last + 2, "ORG"  # `Marlow County Sheriff’s Office`
    if last + 1 < n and words[last] == "," and is_firm_suffix(words[last + 1]):
        return last + 2, "ORG"
    if label in ("ORG", "FAC", "LOC") and not headline and head_kind(words[last - 1]) == "ORG":
        last, label = _join_object(layout, last, taken), "ORG"
    return last, label


def join_front(layout: Layout, first: int, last: int, taken: bytearray, label: str) -> tuple[int, str]:
    """Add the first words of a place (`Lower` Cray) or an office (`Marlow County Attorney` General’s Office) that were cut off."""
    words, i = layout.words, first
    if i and joined(layout, i) and not taken[i - 1] and words[i - 1] in words_of("name_parts", "place") and layout.pos[i - 1] == "PROPN":
        return i - 1, "GPE"
    if last - first > 2 and words[first + 1] in POSSESSIVES and title_kind(words[first]) and head_kind(words[last - 1]) == "ORG":
        while i and joined(layout, i) and not taken[i - 1] and is_capital(layout, i - 1) and layout.pos[i - 1] == "PROPN":
            i -= 1
    return i, label


def _join_object(layout: Layout, last: int, taken: bytearray) -> int:
    """Where `for the Arts`, `of Appeals for the District of Columbia Circuit` ends that belongs to an organisation's name."""
    words, n = layout.words, len(layout.words)
    while last + 1 < n and words[last] in ("of", "for"):
        end = at = last + 2 if words[last + 1] == "the" else last + 1
        while end < n and joined(layout, end) and not taken[end] and is_capital(layout, end) and layout.pos[end] == "PROPN":
            if title_kind(words[end]) not in (None, "modifier"):
                break
            end += 1
        if end == at:
            break
        last = end
    return last


def trim(layout: Layout, first: int, last: int, label: str) -> tuple[int, int]:
    """Without articles, small words, marks and possessive endings at the edges, and without what follows a possessive in small letters."""
    words = layout.words
    for i in range(first + 1, last):
        if words[i] in POSSESSIVES and not any(words[j][0].isupper() for j in range(i, last)):
            last = i
            break
    if last - first > 3 and SCORE.fullmatch(layout.text[layout.starts[last - 3] : layout.ends[last - 1]]):
        last -= 3  # `Stoke 2-1`
    while first < last and (words[first].lower() in ARTICLES or not words[first][0].isalnum() or words[first].islower() and not _may_begin(layout, first, last)):
        first += 1
    while first < last and (not words[last - 1][0].isalnum() or words[last - 1].islower() or words[last - 1] in POSSESSIVES):
        if label not in ("GPE", "LOC", "NORP") and last - first > 3 and words[last - 2] == "-" and not layout.spaced(last - 1) and not ties_to_name(words[last - 1]):
            break  # Park Soo-min
        if words[last - 1] == "." and (is_initial(words[last - 2]) or is_suffix(words[last - 2] + ".")):
            break
        last -= 1
    return first, last


def _may_begin(layout: Layout, first: int, last: int) -> bool:
    """Whether a word in small letters may begin a name: `de Souza`, `al-Mazrouq`."""
    word = layout.words[first]
    return is_particle(word) and any(is_capital(layout, i) for i in range(first, min(last, first + 4)))


def skip_titles(layout: Layout, first: int, last: int) -> int:
    """The first token that is no title; modifiers count only where a title follows them."""
    i = after = first
    while i < last and (layout.words[i] == "." or layout.words[i] == "-" or (kind := title_kind(layout.words[i]))):
        i += 1
        if layout.words[i - 1] in ".-" or kind not in ("modifier", "body"):
            after = i
    return after


def inner_title(layout: Layout, first: int, last: int) -> int:
    """Where the name begins that a trade opens, or a title within parts from a body: `Hill Elementary Principal Jane Doe`."""
    words = layout.words
    if last - first > 2 and words[first].lower() in noun_keys() and is_given(words[first + 1]) and not is_given(words[first]):
        return first + 1  # `Farmer Jane Doe`
    if last - first == 3 and first > 1 and " ".join(words[first - 2 : first + 1]).lower() in _long_offices() and is_given(words[first + 1]):
        return first + 1  # `Secretary of State Jane Doe`, cut at `of`
    if last - first > 2 and words[first + 1] == "of" and words[first].lower() in words_of("name_parts", "local") and is_capital(layout, first + 2):
        return first + 2  # `Bishop of Ely`
    for k in range(last - 3, first + 1, -1):
        if title_kind(words[k]) in ("office", "rank") and is_capital(layout, k) and is_given(words[k + 1]) and not head_kind(words[last - 1]):
            return k + 1
    return first


@cache
def _long_offices() -> frozenset[str]:
    return frozenset(noun for noun in noun_keys() if " of " in noun)


def is_personal(layout: Layout, first: int, last: int, label: str) -> bool:
    """Whether what follows a title within an entity is a person's name: not `General Motors`, `Attorney General's Office`."""
    if head_kind(layout.words[last - 1]):
        return False
    strong = title_kind(layout.words[first - 1]) in ("honorific", "honorific_m", "honorific_f")
    return label == "PERSON" or strong or is_given(layout.words[first])


def name_after(layout: Layout, i: int, taken: bytearray) -> tuple[int, int]:
    """The run of capitals after a title that an entity held alone."""
    last = i
    while last < len(layout.words) and joined(layout, last) and not taken[last] and is_capital(layout, last) and not title_kind(layout.words[last]):
        last += 1
    return i, last


def titles_before(layout: Layout, first: int) -> tuple[str, ...]:
    """The titles directly before a name, the nearest last; in lower case only offices and ranks count."""
    i, found = first, []
    while i > 0 and first - i < LONGEST_TITLE and joined(layout, i) and (layout.sent[i - 1] == layout.sent[first] or _is_cut_title(layout, i)):
        word = layout.words[i - 1]
        if word != "." and not (title_kind(word) and (word[0].isupper() or title_kind(word) in ("office", "rank"))):
            break
        if word != ".":
            found.append(word)
        i -= 1
    while found and title_kind(found[-1]) in ("modifier", "body"):
        found.pop()
    return tuple(reversed(found))


def _is_cut_title(layout: Layout, i: int) -> bool:
    """Whether the parser ended a sentence within a title and its name: `MS. HALE`."""
    back = i - 1 - (layout.words[i - 1] == "." and i > 1)
    dotted = "." in (layout.words[i], layout.words[i - 1][-1])
    word = layout.words[back].rstrip(".").capitalize() + "."
    return dotted and word in words_of("abbreviations", "title") and (title_kind(word) or "").startswith("honorific")


def join_name(layout: Layout, first: int, last: int, taken: bytearray, label: str) -> tuple[int, int]:
    """Add what was cut off a person's name: further capitals, particles with a capital after them, Jr."""
    words, n = layout.words, len(layout.words)
    while last < n and joined(layout, last) and not taken[last]:
        word = words[last]
        if POSSESSIVE.search(words[last - 1]) and not words[last - 1][-1].isalnum():
            break
        step = _step(layout, last)
        if step and word in QUOTES:
            last += step
            continue
        if not step or head_kind(words[last + step - 1]) or known_name(word) or word[0].isupper() and layout.pos[last] not in ("PROPN", "NOUN", "X", "ADJ", "PART"):
            break
        if not is_suffix(word) and (names_nothing(words[last + step - 1]) or title_kind(words[last + step - 1])):
            break
        last += step
    if label == "PERSON":
        while first > 0 and joined(layout, first) and not taken[first - 1]:
            word = words[first - 1]
            if not (is_initial(word) and word != "I" or is_capital(layout, first - 1) and is_given(word) and layout.pos[first - 1] == "PROPN") or title_kind(word) or names_nothing(word):
                break
            first -= 1
    return first, last


def _step(layout: Layout, i: int) -> int:
    """How many tokens from `i` go on with a person's name: a capital, particles and a capital, a hyphen and more."""
    words, n = layout.words, len(layout.words)
    if words[i] == "-" and not layout.spaced(i) and i + 1 < n and not layout.spaced(i + 1) and words[i + 1][0].isalpha():
        return 2
    if words[i] in QUOTES:
        return _nickname(layout, i)
    if is_suffix(words[i]) or is_capital(layout, i) and words[i][0].isalpha():
        return 1
    j = i
    while j < n and j - i < 3 and is_particle(words[j]) and words[j][0].islower() and joined(layout, j):
        j += 1
    if i < j < n and joined(layout, j) and is_capital(layout, j):
        return j - i + 1
    return 0


def _nickname(layout: Layout, i: int) -> int:
    """How many tokens a nickname in quotation marks and the capital after it take: `“Red” Baker`, or `” Baker` where it was cut."""
    words, n = layout.words, len(layout.words)
    if i + 3 < n and is_capital(layout, i + 1) and words[i + 2] in QUOTES and layout.spaced(i) and is_capital(layout, i + 3) and layout.pos[i + 3] == "PROPN":
        return 4
    opened = words[i - 2] in QUOTES and layout.spaced(i - 2) if i > 2 else False
    return 2 if opened and i + 1 < n and layout.spaced(i + 1) and is_capital(layout, i + 1) and layout.pos[i + 1] == "PROPN" else 0


def drop_city(layout: Layout, first: int, last: int, label: str) -> int:
    """`Los Angeles City` before a title or a hall is the place and the first word of the title."""
    if label in ("GPE", "LOC") and last - first > 1 and layout.words[last - 1] in ("City", "County", "State") and last < len(layout.words):
        if joined(layout, last) and title_kind(layout.words[last]) and not known_name(layout.text[layout.starts[first] : layout.ends[last - 1]]):
            return last - 1
    return last
