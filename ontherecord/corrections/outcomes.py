"""What became of each correction, and the rows that tell it.

In: corrections and outcomes. Out: the rows of the table `corrections`, in the file's order.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ontherecord.corrections.entries import Correction, action_of, article_of, tell_change, tell_target

Row = dict[str, object]
Outcomes = dict[str, "Outcome"]
FAILED = ("partial", "lost")  # what the curator should look at


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a correction, and the rows that it is about, where they are there; `detail` says why it is not plainly applied."""

    status: Literal["applied", "reattached", "partial", "unneeded", "lost"]
    detail: str | None = None
    entity_id: str | None = None
    quote_id: str | None = None


APPLIED = Outcome("applied")


def tell_overridden(later: Correction) -> Outcome:
    """What has become of an entry that a later one contradicts: the later one holds."""
    return Outcome("lost", f"line {later.line} has an entry about the same; keep one of them")


def correction_rows(corrections: Sequence[Correction], outcomes: Mapping[str, Outcome], articles: frozenset[str]) -> list[Row]:
    """One row per correction; `articles` are the ids of all articles there are."""
    return [_row(correction, outcomes, articles) for correction in corrections]


def _row(correction: Correction, outcomes: Mapping[str, Outcome], articles: frozenset[str]) -> Row:
    entry, article = correction.entry, article_of(correction.entry)
    lost = Outcome("lost", f"no article {article}; if it has another id now, give that, else take the entry out")
    outcome = outcomes.get(correction.id, lost)
    return {
        "id": correction.id,
        "action": action_of(entry),
        "target": tell_target(entry),
        "change": tell_change(entry),
        "who": entry.who,
        "why": entry.why,
        "when": entry.when.isoformat(),
        "status": outcome.status,
        "detail": outcome.detail,
        "entity_id": outcome.entity_id,
        "article_id": article if article in articles else None,
        "quote_id": outcome.quote_id,
    }
