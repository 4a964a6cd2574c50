"""Numbers and rules as words that a reader understands.

In: a confidence, the name of a rule, kinds of acts, or words to cite. Out: words.
"""

import re
from collections import Counter
from collections.abc import Iterable

SURENESS = ((0.95, "almost certain"), (0.85, "very likely"), (0.7, "likely"), (0.5, "more likely than not"), (0.0, "doubtful"))
KINDS = {
    "direct": "in quotation marks throughout",
    "mixed": "partly in quotation marks",
    "indirect": "in the reporter's words",
}
# What the marks in an article are called; `speech` and `writing` are quotes, and only those are counted as such.
ACTS = {"speech": "quote", "writing": "quote", "thought": "thought", "evidence": "finding"}
ACTS_EXPLAINED = {
    "speech": "said",
    "writing": "written",
    "thought": "what somebody is said to think, not to have said; in no count of quotes",
    "evidence": "what a document, poll, study or picture is said to show; in no count of quotes",
}
SINGLE = {"“": "‘", "”": "’", '"': "'"}
DOUBLE = re.compile(f"[{''.join(SINGLE)}]")
ENTITY_KINDS = {"PERSON": "person", "ORG": "organisation", "GPE": "country, state or city", "LOC": "place or building"}

CUES = {":": "a colon"}
# The rules of `ontherecord/quotes/turns.py` and `speakers.py`; one that is not here is shown by its own name.
RULES = {
    "cue": "a word that attributes it",
    "label": "the speaker’s name and a colon before it",
    "credit": "a name after a dash below it",
    "lead-in": "the words before it that lead in to it",
    "turn": "going on with the quote before it",
    "alone": "quotation marks alone",
}
SPEAKER_RULES = {
    "name": "the name itself",
    "named": "a name beside the words that stand for the source",
    "pronoun": "a pronoun, and whom it stands for",
    "relative": "a relative clause (who said)",
    "author": "the author’s own I or we",
    "description": "a description, and whom it stands for",
    "medium": "whose statement, post or letter it is",
    "carried": "the speaker of the quote before it",
    "pair": "two people named together, or one of them",
    "nearest": "the only one of that age, people or kind named right before it",
    "titled": "a title or kind of body that only one of those named bears",
    "unnamed": "nobody: the source is not named",
    "definite": "nobody: it is not certain who is described",
    "unresolved": "nobody: it is not certain who is meant",
    "corrected": "a person",
    "no-source": "nobody: no words name a source",
}


def sureness(confidence: float | None, rule: str | None = None) -> str:
    """A probability in words with its number; `not measured` for None, and no probability of what a person corrected."""
    if rule == "corrected":
        return "put right by hand"
    if confidence is None:
        return "not measured"
    words = next(words for least, words in SURENESS if confidence >= least or least == 0.0)
    return f"{words} ({confidence:.0%})"


def count_acts(acts: Iterable[str]) -> str:
    """How many quotes there are, and thoughts and findings apart: `2 quotes, 1 thought`."""
    counts = {"quote": 0} | dict(Counter(ACTS[act] for act in sorted(acts, key=list(ACTS).index)))
    return ", ".join(f"{n:,} {word}{'s' if n != 1 else ''}" for word, n in counts.items())


def within_quotes(text: str) -> str:
    """Words to be set between double quotation marks: without a pair of their own around them, single ones inside."""
    bare = text[1:-1] if len(text) > 2 and text[0] in "“\"" and text[-1] in "”\"" and not DOUBLE.search(text[1:-1]) else text
    return DOUBLE.sub(lambda mark: SINGLE[mark[0]], bare)


def cue_words(cue: str) -> str:
    """The cue or its verb as it is shown: a punctuation mark by its name."""
    return CUES.get(cue, cue)


def rule_words(rule: str | None) -> str:
    """How a quote was found, in words."""
    return _in_words(rule, RULES)


def speaker_rule_words(rule: str | None) -> str:
    """How a speaker was found, or why none was, in words."""
    return _in_words(rule, SPEAKER_RULES)


def _in_words(rule: str | None, known: dict[str, str]) -> str:
    if not rule:
        return "no rule applied"
    return known.get(rule, rule.replace("-", " ").replace("_", " "))
