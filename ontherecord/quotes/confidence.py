"""How sure a quote and its source are said to be: from raw chances to the shares that turn out right.

In: the rule that found something, and the chance that its fitted weights gave it. Out: the confidence that is stated: the
chance's log-odds on a straight line, one for each rule or kind of rule (Platt, Advances in Large Margin Classifiers, 1999).
`benchmarks/fit_confidence.py` fits the lines on PolNeAR's train part, on chances from weights that had not seen the
article at hand. What is found stands or falls by the raw chance, so no line changes what is found.
"""

import json
from functools import cache
from importlib.resources import files
from math import exp, log

DIGITS = 4  # so that one machine's last bits are another's
EDGE = 0.003  # chances nearer to 0 or 1 count as this near; on PolNeAR train sources with nearer ones are no more often right
CHOSEN = "chosen"  # the line of all rules whose words the weights of `sources.py` choose
Line = tuple[float, float]  # slope and offset; a rule without fitted chances has slope 0


def state(line: Line, chance: float) -> float:
    """The confidence that a line makes of a raw chance."""
    slope, offset = line
    return round(1 / (1 + exp(-slope * log_odds(chance) - offset)), DIGITS)


def log_odds(chance: float) -> float:
    """The log-odds of a chance, kept off 0 and 1."""
    kept = min(max(chance, EDGE), 1 - EDGE)
    return log(kept / (1 - kept))


def state_quote(rule: str, chance: float) -> float:
    """The probability that this is a quote with about this content."""
    return state(lines()["quote"][rule], chance)


def state_source(rule: str, chance: float) -> float:
    """The probability that the words of the source are right, if the quote is."""
    return state(lines()["source"].get(rule) or lines()["source"][CHOSEN], chance)


@cache
def lines() -> dict[str, dict[str, Line]]:
    """The fitted line of each rule, those of quotes and those of sources."""
    return json.loads(files("ontherecord").joinpath("models", "confidence.json").read_text(encoding="utf-8"))
