"""Dates as files write them -> ISO 8601.

In: a date in words or numbers. Out: the day, or the moment where the time of day is told too, with its offset
where that is. None for what is no date, lacks a part, or can be read as two days (03/04/2022): nothing is guessed.
"""

import re
from datetime import UTC, date, datetime

ZONES = {  # RFC 822 and RFC 5322 define these for mail and feeds; minutes east of Greenwich
    "UT": 0, "UTC": 0, "GMT": 0, "Z": 0, "EST": -300, "EDT": -240, "CST": -360, "CDT": -300, "MST": -420, "MDT": -360, "PST": -480, "PDT": -420,
}
LONGEST = 60  # characters; no date is longer
ISO_DAY = re.compile(r"\d{4}-\d\d-\d\d")
COMPACT_DAY = re.compile(r"(?:19|20)\d{6}")
EPOCH = re.compile(r"\d{9,10}(?:\.\d+)?|\d{12,13}")  # seconds or milliseconds since 1970
SLASHED = re.compile(r"(?<!\d)(\d{1,2})([/.-])(\d{1,2})\2(?:\d{4}|\d\d)(?!\d)")
BOTH_WAYS = 12  # up to here a number can be a day or a month
FIRST, SECOND = datetime(2000, 1, 1, 1, 1), datetime(2004, 2, 2, 2, 2)  # what stands in for parts that are not told


def to_iso(written: object) -> str | None:
    """The ISO 8601 form of a date, or None where it is none or not a whole one."""
    if isinstance(written, (date, datetime)):
        return _told(written)
    text = " ".join(str(written).split()) if isinstance(written, (str, int, float)) and not isinstance(written, bool) else ""
    if not text or len(text) > LONGEST:
        return None
    try:
        return _read_numbers(text) or _read_words(text)
    except (ValueError, OverflowError, ArithmeticError, TypeError):  # what dateutil raises on what is no date
        return None


def _read_numbers(text: str) -> str | None:
    if EPOCH.fullmatch(text):
        seconds = float(text) / (1000 if len(text) > 11 and "." not in text else 1)
        return _told(datetime.fromtimestamp(seconds, UTC))
    if COMPACT_DAY.fullmatch(text):
        return datetime.strptime(text, "%Y%m%d").date().isoformat()
    if ISO_DAY.match(text):
        return date.fromisoformat(text).isoformat() if ISO_DAY.fullmatch(text) else _told(datetime.fromisoformat(text))
    return None


def _read_words(text: str) -> str | None:
    """Read it twice with other parts filled in: what differs was not told."""
    from dateutil import parser

    days = SLASHED.search(text)
    if days and max(int(days[1]), int(days[3])) <= BOTH_WAYS and days[1].zfill(2) != days[3].zfill(2):
        return None
    zones = {name: 60 * minutes for name, minutes in ZONES.items()}
    one, other = (parser.parse(text, default=default, tzinfos=zones) for default in (FIRST, SECOND))
    if one.date() != other.date():
        return None
    return _told(one) if one.time() == other.time() else one.date().isoformat()


def _told(moment: date | datetime) -> str:
    return moment.replace(microsecond=0).isoformat() if isinstance(moment, datetime) else moment.isoformat()
