"""Names that label turns: initials (`AHQ:` for Ada Holm-Quist, `DR:` for the Delta Review), and the body that asks.

In: layout, people, and the candidates for bodies. Out: places of people's initials, and candidates for bodies. A label stands at
the beginning of a line before a colon; only where two or more lines have labels that name somebody is it one. Missed on
purpose: initials that fit two, and labels of a single turn.
"""

import re
from dataclasses import dataclass

from ontherecord.layout import Layout
from ontherecord.names.people import Person
from ontherecord.names.spans import Candidate
from ontherecord.names.words import plain

LABEL = re.compile(r"^[ \t“\"]*([A-ZÀ-Þ][^\n:“”\"]{0,38}[^\s:]): ", re.MULTILINE)
INITIALS = re.compile(r"(?:[A-ZÀ-Þ]\.?){2,4}")
PARTS = re.compile(r"[\s-]+")
TURNS = 2  # labelled lines that make a conversation

Label = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Turns:
    """What labels name: (start, end, person) for initials, and candidates for bodies."""

    people: tuple[tuple[int, int, int], ...] = ()
    bodies: tuple[Candidate, ...] = ()


def read_turns(layout: Layout, persons: list[Person], bodies: set[str]) -> Turns:
    """What the labels of a conversation name besides the names that the whole article has found; nothing where it is none."""
    labels = [(*match.span(1), match[1]) for match in LABEL.finditer(layout.text)]
    if len(labels) < TURNS:
        return Turns()
    askers = [label for label in labels if _stands_in_prose(layout, label)]
    keys = {key for person in persons for key in person.keys() | {plain(form) for form in person.forms}}
    named = [label for label in labels if plain(label[2]) in keys]
    people, others = _find_initials(labels, persons, bodies | {words for _, _, words in askers})
    if not (people or named) or len(people) + len(named) + len(others) + len(askers) < TURNS:
        return Turns()
    found = [Candidate(layout.token_at(start), layout.token_at(end - 1) + 1, start, end, "ORG") for start, end, _ in askers + others]
    return Turns(tuple(people), tuple(found))


def _stands_in_prose(layout: Layout, label: Label) -> bool:
    """Whether a label of several words names a body in the prose too: `met the Harbour Review`, then `Harbour Review: Why?`"""
    words = label[2].split()
    return len(words) > 1 and all(word[0].isupper() for word in words) and f" the {label[2]}" in layout.text


def _find_initials(labels: list[Label], persons: list[Person], bodies: set[str]) -> tuple[list[tuple[int, int, int]], list[Label]]:
    """Where initials label a person's turn, and the labels that are a body's initials; none that fit two."""
    people = [(n, _letters(form)) for n, person in enumerate(persons) for form in person.forms if " " in form]
    known = [_letters(body) for body in bodies if " " in body]
    found: list[tuple[int, int, int]] = []
    others: list[Label] = []
    for start, end, words in labels:
        letters = words.replace(".", "")
        fits = {n for n, initials in people if letters in initials}
        if not INITIALS.fullmatch(words) or len(fits) + sum(letters in initials for initials in known) != 1:
            continue
        if fits:
            found.append((start, end, fits.pop()))
        else:
            others.append((start, end, words))
    return found, others


def _letters(name: str) -> set[str]:
    """The initials by which a name may be called: of every part, of every word, of the first and the last."""
    words = [word for word in name.replace(".", " ").split() if word[0].isupper()]
    parts = [part for part in PARTS.split(" ".join(words)) if part[:1].isupper()]
    ends = [words[0], words[-1]] if words else []
    return {"".join(word[0] for word in some) for some in (words, parts, ends) if len(some) > 1}
