"""Who is who among the people of one article.

In: the forms that name people. Out: persons (one per human being), and for each mention of a name the person
meant. A bare surname or given name goes to the only person who bears it; of several, to the one whom
the article does not always give the full name, or the nearest before; a tie goes to nobody.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from itertools import takewhile

from ontherecord.folding import accents
from ontherecord.names.words import given_name, is_initial, is_particle, is_suffix, known_name, names_nothing, plain

APART = 60  # characters, by judgement (0 to 200 score alike): two bearers named side by side are equally near
NEAR = 600  # characters, by judgement (200 to 2000 score alike): about three paragraphs


@dataclass(slots=True)
class Person:
    """A person while the article is read: folded given names, surname and suffix, and every form seen.

    `relative` marks one who is first named as somebody's: `her daughter Ada Hale`; `child` that somebody is older.
    """

    given: tuple[str, ...]
    surname: tuple[str, ...]
    suffix: str
    nickname: str = ""
    forms: dict[str, int] = field(default_factory=dict)
    places: list[int] = field(default_factory=list)
    relative: bool = False
    child: bool = False

    def keys(self) -> set[str]:
        """Shorter forms that may stand for this person: any words of the name that follow one another."""
        words = [*self.given, *self.surname]
        parts = {" ".join(words[i:j]) for i in range(len(words)) for j in range(i + 1, len(words) + 1) if not is_particle(words[j - 1])}
        with_suffix = {f"{key} {self.suffix}" for key in self.surnames()} if self.suffix else set()
        called = {self.nickname, *_initials(self.forms)}
        return {key for key in parts | with_suffix | called if len(key) > 1 and not names_nothing(key.capitalize())}

    def hidden(self) -> set[str]:
        """The last word, where it is a common word or a month too (An, May): it names only where more than a capital shows it."""
        last = (*self.given, *self.surname)[-1]
        return {last} if len(self.given) + len(self.surname) > 1 and names_nothing(last.capitalize()) else set()

    def surnames(self) -> set[str]:
        """Shorter forms that hold the surname or the first of two, with or without particles before it."""
        words = self.surname
        return {" ".join(words[i:j]) for i in range(len(words)) for j in range(i + 1, len(words) + 1) if not is_particle(words[j - 1])}

    def name(self) -> str:
        """The fullest, then best-accented form, written with capitals and small letters if any is."""
        return max(self.forms, key=lambda f: (len(f.split()), not f.isupper(), accents(f), self.forms[f], f))


def split_name(form: str) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    """(given names, surname, suffix) of a full form, folded; initials and nicknames in quotation marks left out."""
    words = [w.strip("“”\"‘,") for w in form.split() if not w.startswith(("“", '"', "‘", "("))]
    suffix = ""
    while len(words) > 1 and is_suffix(words[-1]):
        suffix = plain(words.pop())
    bare = [w for w in words if not is_initial(w)] or words
    at = _surname_at(bare)
    given = tuple(plain(w) for w in bare[:at])
    if not given and len(words) > len(bare):
        given = (plain(words[0])[0],)
    return given, tuple(plain(w) for w in bare[at:]), suffix


def _nickname(form: str) -> str:
    """The name in quotation marks within a full name, folded."""
    return next((plain(w.strip("“”\"‘’")) for w in form.split()[1:-1] if w[0] in "“\"‘"), "")


def _initials(forms: Iterable[str]) -> set[str]:
    """The two or more initials that stand for a given name, spaced or not: `R. K. Dass` is R.K."""
    found = set()
    for form in forms:
        if "." not in form:
            continue
        letters = re.findall(r"[^\W\d_](?=\.)", " ".join(takewhile(is_initial, form.split())))
        if len(letters) > 1 and not known_name("".join(f"{x}." for x in letters)):
            found |= {plain("".join(f"{x}." for x in letters)), plain(" ".join(f"{x}." for x in letters))}
    return found


def _surname_at(words: list[str]) -> int:
    """Where the surname begins: at the first particle after the first word, else after the given names."""
    if len(words) == 1:
        return 0
    for n in range(1, len(words) - 1):
        if is_particle(words[n]):
            return n if n == 1 or is_particle(words[n]) and words[n].lower() not in ("y", "e") else max(1, n - 1)
    if len(words) > 2:
        named = 1
        while named < len(words) - 1 and len(words) - named > 2 and given_name(words[named]):
            named += 1
        return named if len(words) > 3 else (2 if given_name(words[1]) else 1)
    return 1


def same_person(a: Person, b: Person) -> bool:
    """Whether two full names can be one person's: same surname, no clash of given names or suffix."""
    if a.suffix and b.suffix and a.suffix != b.suffix or bool(a.suffix) != bool(b.suffix):
        return False
    if a.surname[-1:] != b.surname[-1:] and not (set(a.surname) & set(b.surname) and a.given[:1] == b.given[:1]):
        return False
    if not a.given or not b.given:
        return True
    x, y = a.given[0], b.given[0]
    if x == b.nickname or y == a.nickname:
        return True
    return x == y or (len(x) == 1 or len(y) == 1) and x[0] == y[0] or min(len(x), len(y)) >= 3 and (x.startswith(y) or y.startswith(x))


def group_people(full: list[tuple[str, int]]) -> list[Person]:
    """Persons from full forms and where each stands, in order of appearance."""
    people: list[Person] = []
    for form, place in full:
        given, surname, suffix = split_name(form)
        new = Person(given, surname, suffix, _nickname(form))
        person = next((p for p in people if same_person(p, new)), None)
        if person is None:
            people.append(new)
            person = new
        elif len(new.given) > len(person.given) or len(new.surname) > len(person.surname):
            person.given, person.surname = max(person.given, new.given, key=len), max(person.surname, new.surname, key=len)
        person.forms[form] = person.forms.get(form, 0) + 1
        person.places.append(place)
    return people


@dataclass(slots=True)
class Bearers:
    """What tells people who share a name apart: genders, titles, the places of each short form, who is called Mr. or Mrs. with it."""

    people: list[Person]
    genders: list[bool | None]
    bare: dict[str, list[int]]
    styled: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    titled: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))


def choose_person(bearers: Bearers, key: str, place: int, female: bool | None, titles: Collection[str] = ()) -> int | None:
    """The person whom a folded short form at `place` means; None for a tie.

    `female` is what an honorific before it tells, `titles` what is said beside it: an office, a trade.
    """
    fits = _bearers(bearers.people, key)
    if female is not None:
        able = [n for n in fits if bearers.genders[n] in (None, female)]
        fits = [n for n in able if bearers.genders[n] is female] or able
    elif len(fits) > 1 and (aged := [n for n in fits if people_of_age(bearers.people[n], titles)]):
        fits = aged
    elif len(fits) > 1:
        plain_called = [n for n in fits if (n not in bearers.styled[key] or not bearers.people[n].given) and bearers.people[n].places[0] <= place]
        fits = [n for n in fits if any(n in bearers.titled[title] for title in titles)] or plain_called or fits
    if len(fits) <= 1:
        return fits[0] if fits else None
    return _of_several(bearers.people, fits, place, bearers.bare.get(key, []))


def people_of_age(person: Person, titles: Collection[str]) -> bool:
    """Whether `the elder` or `the younger` before a shared name means this person."""
    return "elder" in titles and not person.child or "younger" in titles and person.child


def _bearers(people: list[Person], key: str) -> list[int]:
    """Those who bear the form: as last surname with suffix, else as a surname, else in any other way."""
    with_suffix = [n for n, p in enumerate(people) if p.suffix and key.endswith(p.suffix) and key.split()[0] in p.surname]
    last = [n for n, p in enumerate(people) if p.surname and (key == " ".join(p.surname) or key == p.surname[-1])]
    return with_suffix or last or [n for n, p in enumerate(people) if key in p.surnames()] or [n for n, p in enumerate(people) if key in p.keys()]


def _of_several(people: list[Person], fits: list[int], place: int, bare: list[int]) -> int | None:
    """Of several bearers: the one who had the short form to himself first or is alone not always named in full, else the nearest.

    Somebody's relative, introduced as such, is called by the full name where the other stood first.
    """
    lone = [n for n in fits if not people[n].given]
    if len(lone) == 1:
        return lone[0]
    first = min(fits, key=lambda n: people[n].places[0])
    if not people[first].relative and all(people[n].relative for n in fits if n != first):
        return first
    others = min(people[n].places[0] for n in fits if n != first)
    if any(people[first].places[0] < b < others for b in bare) or bare and bare[0] < people[first].places[0]:
        return first
    if all(len(people[n].places) > 1 for n in fits if n != first) and len(fits) < len(bare):
        return first
    before = sorted(((max(p for p in people[n].places if p <= place), n) for n in fits if people[n].places[0] <= place), reverse=True)
    if not before or place - before[0][0] > NEAR or len(before) > 1 and before[0][0] - before[1][0] < APART:
        return None
    return before[0][1]
