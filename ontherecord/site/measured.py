"""The measured accuracy of the table `about` as tables for people.

In: facts by key, as `ontherecord.accuracy` tells them. Out: each measurement with its rows in words, and the other facts. A
name without words here is shown as it is.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

PREFIX = "accuracy_"
DETAILS = ("corpus", "date", "command")
TITLES = {
    "quotes": "Quotes and the words of their sources",
    "people": "People, speakers, pronouns and roles",
    "calibration_confidence": "Does the probability that it is a quote hold?",
    "calibration_speaker_confidence": "Does the probability of the speaker hold, judged by the words of the source?",
    "calibration_speaker_confidence_people": "Does the probability of the speaker hold, judged by the person found?",
}
WORDS = {
    "content match": "about these words (F1)", "exact": "exactly these words (F1)", "source right on matched": "of the found: source right",
    "end to end": "and the right source (F1)", "gold": "quotes there are", "found": "quotes found", "matched": "of these, right",
    "rows": "how many", "stated": "stated on average", "right": "right in fact",
    "articles": "articles read closely", "absent": "of these articles, missing from what was measured",
    "mentions_person.P": "names of people: of those found, right", "mentions_person.R": "names of people: of all, found",
    "mentions_person.F1": "names of people: both in one (F1)", "mentions_all.P": "all names: of those found, right",
    "mentions_all.R": "all names: of all, found", "mentions_all.F1": "all names: both in one (F1)",
    "linked": "of the names found, linked to the right one", "split": "errors: one person, organisation or place in two rows or more",
    "merged": "errors: one row for two or more of them", "speakers.all": "quotes whose source is a person or organisation with a name", "speakers.found": "of these quotes, with a speaker found",
    "speakers.right": "of the speakers found, right", "speakers.name": "speakers found by a name, right",
    "speakers.pronoun": "speakers found by a pronoun, right", "speakers.description": "speakers found by a description, right",
    "speakers.unnamed": "quotes whose source has no name, rightly left without one", "pronouns.right": "pronouns of people with names, linked to the right one",
    "pronouns.false": "pronouns of people without names, wrongly linked to a name", "roles.recall": "of all roles, found with the right status",
    "roles.any_status": "of all roles, found", "roles.precision": "of the roles found, right",
}

_CELL = re.compile(r"(?:(.*) )?(\S+)")
_SHARE = re.compile(r"-?[01]\.\d{3}")


@dataclass(frozen=True, slots=True)
class Measured:
    """A measurement: `columns` are those of numbers, `rows` a name and a number for each column."""

    title: str
    corpus: str
    date: str
    command: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


def read_measured(facts: Mapping[str, str]) -> tuple[list[Measured], dict[str, str]]:
    """The measurements in order of name, and the facts that belong to none."""
    ending = f"_{DETAILS[0]}"
    names = [key.removeprefix(PREFIX).removesuffix(ending) for key in facts if key.startswith(PREFIX) and key.endswith(ending)]
    rest = dict(facts)
    found = {}
    for name in sorted(names, key=len, reverse=True):  # a name may begin with another
        start = f"{PREFIX}{name}_"
        found[name] = {key.removeprefix(start): rest.pop(key) for key in facts if key in rest and key.startswith(start)}
    order = [*TITLES, *sorted(found)]
    return [_measurement(name, found[name]) for name in sorted(found, key=order.index)], rest


def _measurement(name: str, told: dict[str, str]) -> Measured:
    corpus, date, command = (told.pop(detail, "") for detail in DETAILS)
    order = [*WORDS, *told]
    rows = [(row, [_CELL.fullmatch(cell).groups() for cell in told[row].split(", ")]) for row in sorted(told, key=order.index)]
    columns = dict.fromkeys(column for _, cells in rows for column, _ in cells)
    shown = tuple((_words(row), tuple(_number(dict(cells).get(column)) for column in columns)) for row, cells in rows)
    return Measured(TITLES.get(name, _words(name)), corpus, date, command, tuple(_words(column or "") for column in columns), shown)


def _words(name: str) -> str:
    return WORDS.get(name) or name.replace("_", " ")


def _number(cell: str | None) -> str:
    """A share in percent, a count as it is."""
    if cell is None:
        return ""
    return f"{100 * float(cell):.1f}%" if _SHARE.fullmatch(cell) else cell
