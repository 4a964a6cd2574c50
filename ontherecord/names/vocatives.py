"""Given names by which the speakers of a transcript call one another: `PENCE: This is America, Chris.`

In: a text and its people. Out: the people, the given name and the surname that label and answer show to be one person's made
one. Only where the turn before or after is labelled with a bare surname, and always the same one.
Missed on purpose: given names in a round of several whose surnames alone are known.
"""

import re
from bisect import bisect_right

from ontherecord.names.people import Person
from ontherecord.names.words import calm, is_given, plain

LABEL = re.compile(r"^[\s\"“]*([A-ZÀ-Þ][A-ZÀ-Þ.’'-]+): ", re.MULTILINE)
CALLED = re.compile(r"(?:^|[,.?!…—–-]) *$")
CALLING = re.compile(r"[,.?!…]")


def join_called(text: str, people: list[Person]) -> list[Person]:
    """The people, those known by a surname alone joined with the given name that others call them by."""
    turns = [(match.start(), plain(match[1])) for match in LABEL.finditer(text)]
    if len({label for _, label in turns}) < 2:
        return people
    surnames = {person.surname[0]: person for person in people if not person.given and len(person.surname) == 1}
    joined: dict[int, Person] = {}
    for person in surnames.values():
        form = next(iter(person.forms))
        called = {_partner(text, turns, place, len(form)) for place in person.places} if is_given(form) else set()
        other = surnames.get(called.pop() or "") if len(called) == 1 else None
        if other is not None and other is not person and id(other) not in joined:
            joined[id(other)] = person
    gone = {id(person) for person in joined.values()}
    return [_with_given(person, joined[id(person)]) if id(person) in joined else person for person in people if id(person) not in gone]


def _partner(text: str, turns: list[tuple[int, str]], place: int, length: int) -> str | None:
    """Who is called by a name at a place: the speaker of the turn before, else of the turn after; None if nobody is called there."""
    paragraph = text.rfind("\n", 0, place) + 1
    at = bisect_right(turns, (place, "")) - 1
    if at < 0 or not CALLED.search(text[paragraph:place]) or not CALLING.match(text, place + length):
        return None
    speaker = turns[at][1]
    near = [turns[n][1] for n in (at - 1, at + 1) if 0 <= n < len(turns) and turns[n][1] != speaker]
    return near[0] if near else None


def _with_given(person: Person, given: Person) -> Person:
    form, surname = next(iter(given.forms)), calm(next(iter(person.forms)))
    forms = {f"{form} {surname}": 1, **person.forms, **given.forms}
    return Person(given.surname, person.surname, person.suffix, forms=forms, places=sorted(person.places + given.places))
