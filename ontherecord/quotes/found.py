"""What the finding of contents hands to those who look for its source and act.

In: nothing. Out: `Found`, one attribution before its source and act are known.
"""

from dataclasses import dataclass

from ontherecord.records import Span


@dataclass(frozen=True, slots=True)
class Found:
    """Attributed content and its cue.

    `spans` hold the content piece by piece, quotation marks included; `cue` is the words that attribute
    it, `head` the token index of the cue's head (-1 where the quote has no cue). `chance` is what the fitted
    weights give it, 1 where a rule found it; `confidence.py` makes of both the probability that it is right.
    """

    spans: tuple[Span, ...]
    cue: Span | None
    head: int
    rule: str
    chance: float = 1.0
