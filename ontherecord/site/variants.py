"""What one report of an utterance leaves out of the longest.

In: the longest variant and another, as text. Out: the missing words. Compared word by word without case and
punctuation, so that a reporter's `[the]`, commas and quotation marks make no difference. Where a variant has
quotation marks only the words within them count: those around them are the reporter's.
"""

import re
from difflib import SequenceMatcher

from ontherecord.folding import fold

# Comparing takes the square of the length, and anyone can call this from SQL; no utterance is so long.
MAX_WORDS = 2000

_QUOTED = re.compile(r"[“\"„«]([^“”\"„«»]+)[”\"»]?")


def left_out(longest: str | None, variant: str | None) -> str | None:
    """The runs of words that the variant lacks, joined by ` … `; None where it lacks none."""
    words, others = _said(longest), _said(variant)
    matcher = SequenceMatcher(None, [fold(w) for w in words], [fold(w) for w in others], autojunk=False)
    missing = [
        " ".join(words[start:end])
        for tag, start, end, _, _ in matcher.get_opcodes()
        if tag in ("delete", "replace") and any(fold(w) for w in words[start:end])
    ]
    return " … ".join(missing) or None


def _said(variant: str | None) -> list[str]:
    text = str(variant or "")
    return " ".join(_QUOTED.findall(text) or [text]).split()[:MAX_WORDS]
