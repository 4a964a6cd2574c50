"""Counting and rounding that all scorers share.

In: counts. Out: ratios with four digits (None of nothing), and what went wrong, in words, by sort of error.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

Numbers = dict[str, object]
DIGITS = 4


@dataclass(slots=True)
class Tally:
    """Counts by name, and the errors behind them as (sort, article, words) in the order they were met."""

    counts: Counter = field(default_factory=Counter)
    errors: list[tuple[str, str, str]] = field(default_factory=list)

    def add(self, name: str, n: int = 1) -> None:
        self.counts[name] += n

    def ratio(self, part: str, whole: str) -> float | None:
        return ratio(self.counts[part], self.counts[whole])


def ratio(part: int, whole: int) -> float | None:
    """The share, rounded; None where there is nothing to take a share of."""
    return round(part / whole, DIGITS) if whole else None


def rates(right: int, predicted: int, found: int, gold: int) -> dict[str, float]:
    """Precision, recall and their harmonic mean; `right` counts predictions, `found` counts gold."""
    precision = right / predicted if predicted else 0.0
    recall = found / gold if gold else 0.0
    both = precision + recall
    f1 = 2 * precision * recall / both if both else 0.0
    return {"P": round(precision, DIGITS), "R": round(recall, DIGITS), "F1": round(f1, DIGITS)}


def error_lines(errors: Iterable[tuple[str, str, str]], sort: str = "", limit: int | None = None) -> list[str]:
    """The errors whose sort begins with `sort`, as lines for people to read."""
    chosen = [f"{kind} | {article} | {words}" for kind, article, words in errors if kind.startswith(sort)]
    return chosen[:limit]


def flatten(numbers: Numbers, above: str = "") -> dict[str, object]:
    """Nested numbers as one level, the names joined by dots."""
    flat: dict[str, object] = {}
    for name, value in numbers.items():
        flat |= flatten(value, f"{above}{name}.") if isinstance(value, dict) else {above + name: value}
    return flat
