"""What the filters of the search mean: whose quotes, of which kind, where and when.

In: the database and what was typed. Out: the filters as the search takes them, and of each that means nothing what to tell.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from datasette.database import Database

from ontherecord.schema import QUOTE_KINDS
from ontherecord.site.queries import fetch_one

# Characters of what was typed that are repeated to who typed it.
REPEATED = 80
PUBLICATION = """
    select id, name from publications where id = :typed or folded(name) in (folded(:typed), 'the ' || folded(:typed))
    order by id = :typed desc, id limit 1
"""
_DAY = re.compile(r"\d{4}(-\d\d(-\d\d)?)?", re.ASCII)


@dataclass(slots=True)
class Wanted:
    """The filters as the search takes them, the speaker's row and the publication's, and by filter what is wrong with it."""

    asked: dict[str, str]
    speaker: dict | None = None
    publication: dict | None = None
    faults: dict[str, str] = field(default_factory=dict)


async def read_filters(db: Database, asked: Mapping[str, str]) -> Wanted:
    """Who and what is meant by the filters, of which the empty ones mean nothing."""
    wanted = Wanted(dict(asked))
    if asked["speaker"]:
        wanted.speaker = await fetch_one(db, "select id, name from entities where id = (select find_entity(?))", asked["speaker"])
        wanted.faults |= {} if wanted.speaker else {"speaker": f"No speaker like {_repeat(asked['speaker'])}."}
    if asked["publication"]:
        wanted.publication = await fetch_one(db, PUBLICATION, typed=asked["publication"])
        wanted.faults |= {} if wanted.publication else {"publication": f"No publication like {_repeat(asked['publication'])}."}
    if wanted.publication:
        wanted.asked["publication"] = wanted.publication["id"]
    wanted.asked["kind"] = asked["kind"].lower()
    if asked["kind"] and wanted.asked["kind"] not in QUOTE_KINDS:
        wanted.faults["kind"] = f"No kind of quote like {_repeat(asked['kind'])}: there are {', '.join(QUOTE_KINDS)}."
    wanted.faults |= _find_faults_of_dates(asked)
    return wanted


def _find_faults_of_dates(asked: Mapping[str, str]) -> dict[str, str]:
    faults = {
        name: f"No date like {_repeat(asked[name])}: write a day as 2016-10-31, a month as 2016-10, a year as 2016."
        for name in ("since", "until")
        if asked[name] and not _is_date(asked[name])
    }
    if not faults and asked["until"] and asked["since"] > asked["until"] + "~":
        faults["until"] = f"Nothing is both from {asked['since']} on and up to {asked['until']}."
    return faults


def _is_date(typed: str) -> bool:
    """Whether it is a day of the calendar, or a month or year."""
    if not _DAY.fullmatch(typed):
        return False
    try:
        date.fromisoformat(typed + "-01-01"[len(typed) - 4 :] if len(typed) < 10 else typed)
    except ValueError:
        return False
    return True


def _repeat(typed: str) -> str:
    return f"“{typed[:REPEATED]}{'…' if len(typed) > REPEATED else ''}”"
