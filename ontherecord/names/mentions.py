"""Where the people of an article are named, in full or for short.

In: candidates, and the forms that name people. Out: persons, and the places of their names. Their names are
searched in the whole text, so that one the parser missed, or took for something else, is found wherever it
stands again.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from ontherecord.layout import Layout
from ontherecord.lexicons import read_lexicon, words_of
from ontherecord.names.people import Bearers, Person, choose_person, group_people, split_name
from ontherecord.names.search import find_words
from ontherecord.names.shown import is_shown
from ontherecord.names.beside import nouns_beside
from ontherecord.names.edges import is_capital, joined
from ontherecord.names.spans import Candidate
from ontherecord.names.vocatives import join_called
from ontherecord.names.words import (
    given_name,
    head_kind,
    is_given,
    is_initial,
    is_particle,
    is_suffix,
    names_nothing,
    plain,
    title_kind,
)

HONORIFIC_BACK = 14  # characters before a name in which its Mr. or Mrs. stands
GENDERED = {"honorific_f": True, "honorific_m": False}  # whether the title is a woman's
MALE_BELOW, FEMALE_ABOVE = 20, 80  # per cent of women among a given name's bearers that settle its gender


def find_persons(layout: Layout, candidates: list[Candidate], forms: set[str]) -> list[Person]:
    """The article's people: full names first, then single names that belong to none of them."""
    named = [(c.text(layout), c) for c in candidates if c.text(layout) in forms]
    full = [(form, c.start) for form, c in named if _is_full(form) and not is_initial(form.split()[-1])]
    persons = group_people([(form, place) for form, place in full if not _is_shorter(form, full)])
    _share_surname(layout, named, persons)
    for person in persons:
        called = [c.start for form, c in named if (plain(form),) == person.given]
        kin = _kin_before(layout, min(person.places + called))
        person.relative, person.child = bool(kin), kin in _younger()
    keys = {key for p in persons for key in p.keys() | {plain(f) for f in p.forms}}
    single = [(form, c.start) for form, c in named if not _is_full(form) and (plain(form) not in keys or _is_other(c, form, persons))]
    return join_called(layout.text, persons + group_people(single))


def _is_other(c: Candidate, form: str, persons: list[Person]) -> bool:
    """Whether a surname with Mr. or Mrs. is somebody's who is nowhere named in full: `Mr. Hale` beside Michelle Hale alone."""
    kind = title_kind(c.titles[-1]) if c.titles else None
    if kind not in GENDERED:
        return False
    bearers = [p for p in persons if plain(form) in p.surnames()]
    return bool(bearers) and all(_gender(p) is (not GENDERED[kind]) for p in bearers)


def _is_shorter(form: str, full: list[tuple[str, int]]) -> bool:
    """Whether a form of several words is another's last words: `Zein El Dine`, `Costa e Silva`."""
    tail = " " + plain(form)
    return any(tail in plain(longer) and len(longer.split()) > len(form.split()) for longer, _ in full)


def _share_surname(layout: Layout, named: list[tuple[str, Candidate]], persons: list[Person]) -> None:
    """`Henry and Olive Marsh`: the first is Henry Marsh."""
    for (form, c), (after, d) in pairwise(named):
        lone = " " not in form or form.count(" ") == 1 and is_initial(form.split()[1])
        if lone and is_given(form.split()[0]) and _is_full(after) and layout.text[c.end : d.start] in (" and ", " & "):
            surname = split_name(after)[1]
            whole = f"{form} {' '.join(after.split()[-len(surname) :])}"
            if not any(plain(form) in p.keys() for p in persons):
                persons.append(Person((plain(form.split()[0]),), surname, "", forms={whole: 1}, places=[c.start]))


def _kin_before(layout: Layout, start: int) -> str:
    """The kin noun before a name, if any: `her daughter Ada Hale`, `his wife, Augusta`."""
    i = layout.token_at(start) - 1
    i -= i > 0 and layout.words[i] == ","
    return layout.lower[i] if i >= 0 and layout.lower[i] in _kin() else ""


@cache
def _younger() -> frozenset[str]:
    """Kin nouns for somebody younger than the one whose kin it is."""
    return frozenset(noun for noun, inverse in read_lexicon("inverse_kin") if inverse in ("father", "mother", "uncle", "aunt"))


@cache
def _kin() -> frozenset[str]:
    return frozenset(noun for noun, _, kin in read_lexicon("people_nouns") if kin == "yes")


def _is_full(form: str) -> bool:
    """Whether the form has a given name (or an initial) and a surname."""
    words = [w for w in form.split() if not is_suffix(w)]
    return len(words) > 1 and not is_particle(words[0])


def find_people_mentions(layout: Layout, text: str, persons: list[Person], longer: bytearray) -> Iterator[tuple[int, int, int]]:
    """(start, end, person) wherever a full or short form of a person's name stands."""
    full = {plain(form): n for n, p in enumerate(persons) for form in p.forms}
    hidden = set().union(*(p.hidden() for p in persons)) - set(full)
    keys = {key for key in set(full).union(hidden, *(p.keys() for p in persons)) if key in text}
    if not keys:
        return
    surnames = {key for p in persons for key in p.surnames()}
    genders = [_gender(p) for p in persons]
    matches = []
    bare: dict[str, list[int]] = defaultdict(list)
    for start, end in find_words(text, keys):
        key = text[start:end]
        if longer[start] or not _looks_like_name(layout, start, end) or key in hidden and not is_shown(layout, layout.token_at(start)):
            continue
        whole = key in full and len(key.split()) > 1
        if whole or key in hidden or _stands_alone(layout, start, end, key, key in surnames):
            matches.append((start, end, key, whole))
            if not whole:
                bare[key].append(start)
    bearers = Bearers(persons, genders, bare)
    for start, end, key, whole in matches:
        if whole:
            for title in _titles(layout, text, start, end):
                bearers.titled[title].add(full[key])
    styled = [(key, _honorific(text, start), start) for start, _, key, whole in matches if not whole]
    for key, female, start in styled:
        if female is not None and (person := choose_person(bearers, key, start, female)) is not None:
            bearers.styled[key].add(person)
    for start, end, key, whole in matches:
        person = full[key] if whole else choose_person(bearers, key, start, _honorific(text, start), _titles(layout, text, start, end))
        if person is not None:
            yield start, end, person


def _gender(person: Person) -> bool | None:
    """Whether the person's given name is a woman's; None if it may be either."""
    found = given_name(person.given[0]) if person.given else None
    return None if found is None or MALE_BELOW < found[0] < FEMALE_ABOVE else found[0] >= FEMALE_ABOVE


def _honorific(text: str, start: int) -> bool | None:
    """Whether the title right before is a woman's (True) or a man's; None if it tells neither."""
    before = text[max(0, start - HONORIFIC_BACK) : start].split()
    word = before[-1] if before else ""
    ended = word.endswith(".") and word.capitalize() not in words_of("abbreviations", "title")  # `admired King. Hale`
    kind = None if ended else title_kind(word)
    return GENDERED.get(kind or "")


def _titles(layout: Layout, text: str, start: int, end: int) -> set[str]:
    """The office or rank right before a name, and what else beside it tells whose it is: `president hale`, `hale, the tailor`."""
    before = text[max(0, start - HONORIFIC_BACK) : start].split()
    word = before[-1].rstrip(".") if before else ""
    aged = {word} & {"elder", "younger"}
    return nouns_beside(layout, start, end) | aged | ({word} if title_kind(word) in ("office", "rank") else set())


def _looks_like_name(layout: Layout, start: int, end: int) -> bool:
    """Whether every word but particles has a capital."""
    words = [w.strip("“”\"‘(") for w in layout.text[start:end].split()]
    return all(w[:1].isupper() or is_particle(w.split("-")[0]) for w in words) and any(part[:1].isupper() for part in words[-1].split("-"))


def _stands_alone(layout: Layout, start: int, end: int, key: str, surname: bool) -> bool:
    """Whether a single name is not a common word and not part of somebody else's longer name."""
    i, j = layout.token_at(start), layout.token_at(end - 1)
    if _goes_further(layout, j, surname, bool(title_kind(key))) or _begins_before(layout, i, surname):
        return False
    if layout.pos[i] == "PROPN" or not surname and layout.pos[i] in ("AUX", "SCONJ", "PRON", "DET"):
        return layout.pos[i] == "PROPN"
    if j + 1 < len(layout.words) and layout.words[j + 1] in words_of("reporting"):
        return True
    return not _opens_sentence(layout, i) or key not in layout.small


def _goes_further(layout: Layout, j: int, surname: bool, is_title: bool) -> bool:
    """Whether the words after a short form make it the beginning of another name."""
    if j + 1 >= len(layout.words) or not joined(layout, j + 1) or not layout.words[j][-1].isalnum():
        return False
    after = layout.words[j + 1]
    if not is_capital(layout, j + 1) or layout.pos[j + 1] != "PROPN" or names_nothing(after):
        return False
    return head_kind(after) in ("ORG", "LOC") or is_title or not surname and not title_kind(after)


def _begins_before(layout: Layout, i: int, surname: bool) -> bool:
    """Whether the words before a short form make it the end of another name."""
    if i == 0 or not joined(layout, i) or not is_capital(layout, i - 1) or layout.sent[i - 1] != layout.sent[i]:
        return False
    before = layout.words[i - 1]
    return (is_given(before) or is_initial(before)) and layout.pos[i - 1] == "PROPN" and not title_kind(before)


def _opens_sentence(layout: Layout, i: int) -> bool:
    return i == 0 or layout.sent[i - 1] != layout.sent[i] or not layout.words[i - 1][0].isalnum()
