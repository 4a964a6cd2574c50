"""Who is who among the people of one article.

In: the forms that name people. Out: persons (one per human being), and for each mention of a name the person
meant. A bare surname or given name goes to the only person who bears it; of several, to the one whom
the article does not always give the full name, or the nearest before; a tie goes to nobody.
"""

from dataclasses import dataclass, field

from ontherecord.folding import accents
from ontherecord.names.words import given_name, is_initial, is_particle, is_suffix, plain

NEAR = 600  # characters; a surname shared by two people means the one named in full within about three paragraphs


@dataclass(slots=True)
class Person:
    """A person while the article is read: folded given names, surname and suffix, and every form seen."""

    given: tuple[str, ...]
    surname: tuple[str, ...]
    suffix: str
    forms: dict[str, int] = field(default_factory=dict)
    places: list[int] = field(default_factory=list)

    def keys(self) -> set[str]:
        """Folded shorter forms that may stand for this person."""
        keys = set(self.given) | {" ".join(self.given)} | self.surnames()
        return {k for k in keys if len(k) > 1}

    def surnames(self) -> set[str]:
        """Folded surnames: whole, without particles, and each part of a double one."""
        bare = [w for w in self.surname if not is_particle(w)]
        keys = {" ".join(self.surname), " ".join(bare)}
        keys.update(" ".join(self.surname[n:]) for n in range(len(self.surname)))
        keys.update(" ".join(self.surname[:n]) for n in range(1, len(self.surname)))
        return {k for k in keys | set(bare) if k and not all(is_particle(w) for w in k.split())}

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
        given = (plain(words[0]),)
    return given, tuple(plain(w) for w in bare[at:]), suffix


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
    return x == y or (len(x) == 1 or len(y) == 1) and x[0] == y[0] or min(len(x), len(y)) >= 3 and (x.startswith(y) or y.startswith(x))


def group_people(full: list[tuple[str, int]]) -> list[Person]:
    """Persons from full forms and where each stands, in order of appearance."""
    people: list[Person] = []
    for form, place in full:
        given, surname, suffix = split_name(form)
        new = Person(given, surname, suffix)
        person = next((p for p in people if same_person(p, new)), None)
        if person is None:
            people.append(new)
            person = new
        elif len(new.given) > len(person.given) or len(new.surname) > len(person.surname):
            person.given, person.surname = max(person.given, new.given, key=len), max(person.surname, new.surname, key=len)
        person.forms[form] = person.forms.get(form, 0) + 1
        person.places.append(place)
    return people


def choose_person(people: list[Person], form: str, place: int, female: bool | None, genders: list[bool | None]) -> int | None:
    """The person whom a short form at `place` means; None for a tie. `female` is what an honorific tells."""
    key = plain(form)
    by_surname = [n for n, p in enumerate(people) if key in p.surnames() or with_suffix(p) == key]
    fits = by_surname or [n for n, p in enumerate(people) if key in p.keys()]
    if female is not None:
        fits = [n for n in fits if genders[n] in (None, female)]
        sure = [n for n in fits if genders[n] is female]
        fits = sure or fits
    if len(fits) <= 1:
        return fits[0] if fits else None
    return _of_several(people, fits, place)


def with_suffix(person: Person) -> str:
    """The surname with its suffix, folded: `Tate Jr.`"""
    return " ".join((*person.surname, person.suffix)).strip()


def _of_several(people: list[Person], fits: list[int], place: int) -> int | None:
    """Of several bearers: the one not always named in full, else the nearest named before."""
    often_full = [n for n in fits if sum(len(f.split()) > 1 for f in people[n].forms) and len(people[n].places) > 1]
    first = min(fits, key=lambda n: people[n].places[0] if people[n].places else 0)
    later = [n for n in fits if n != first]
    if all(n in often_full or people[n].places[0] > place for n in later):
        return first
    before = sorted(((max(p for p in people[n].places if p <= place), n) for n in fits if any(p <= place for p in people[n].places)), reverse=True)
    if not before or place - before[0][0] > NEAR or len(before) > 1 and before[0][0] - before[1][0] < 60:
        return None
    return before[0][1]
