"""Numbers and rules as words that a reader understands.

In: a confidence or the name of a rule. Out: words.
"""

SURENESS = ((0.95, "almost certain"), (0.85, "very likely"), (0.7, "likely"), (0.5, "more likely than not"), (0.0, "doubtful"))
KINDS = {
    "direct": "in quotation marks throughout",
    "mixed": "partly in quotation marks",
    "indirect": "in the reporter's words",
}
ENTITY_KINDS = {"PERSON": "person", "ORG": "organisation", "GPE": "country, state or city", "LOC": "place or building"}


def sureness(confidence: float | None) -> str:
    """A probability in words with its number; `not measured` for None."""
    if confidence is None:
        return "not measured"
    words = next(words for least, words in SURENESS if confidence >= least or least == 0.0)
    return f"{words} ({confidence:.0%})"


def rule_words(rule: str | None) -> str:
    """The name of a rule with spaces; `no rule applied` for None."""
    return rule.replace("-", " ").replace("_", " ") if rule else "no rule applied"
