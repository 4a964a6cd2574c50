"""Texts in other languages, which the parser would take for bad English.

In: a text. Out: the language that it is written in, where that is surely another one. English is told by its
function words alone, so the detector (py3langid, which carries its model) is only loaded where these are few.
Missed on purpose: texts too short to tell, and texts partly in English.
"""

import re
from functools import cache
from typing import TYPE_CHECKING

from ontherecord.lexicons import words_of

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

LOOKED_AT = 3_000  # characters; more of a text tells nothing new
LEAST_LETTERS = 120  # shorter texts are given the benefit of the doubt
ENGLISH_SHARE = 0.25  # of the words; the least among 977 English articles, lists of results included, was exactly this
LEAST_CERTAIN = 0.9  # the most that the detector said wrongly was 0.81, of a paragraph of 100 names
WORD = re.compile(r"[^\W\d_]+")


def other_language(text: str) -> str | None:
    """The ISO 639-1 code of the language a text is written in, or None where it is English or one cannot tell."""
    words = WORD.findall(text[:LOOKED_AT].lower())
    if sum(map(len, words)) < LEAST_LETTERS:
        return None
    if sum(map(words_of("function_words").__contains__, words)) >= ENGLISH_SHARE * len(words):
        return None
    language, certain = _identifier().classify(" ".join(words))
    return language if language != "en" and certain >= LEAST_CERTAIN else None


@cache
def _identifier() -> "LanguageIdentifier":
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
