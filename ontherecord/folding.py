"""One way to say that two spellings are the same.

In: text. Out: the text without accents, case or punctuation, to compare; or as a slug, to name a row.
"""

import re
import unicodedata
from hashlib import sha256

from ontherecord.lexicons import read_lexicon

LONGEST = 120  # characters of a slug: addresses and pages repeat it, and no name of anybody is so long
DIGITS = 8

_LETTERS = {ord(letter): plain for letter, plain in read_lexicon("letters")}
_SPECIAL = re.compile(f"[{re.escape(''.join(map(chr, _LETTERS)))}]")
_APOSTROPHES = re.compile("['’‘ʼ]")
_SEPARATORS = re.compile(r"[\W_]+")


def has_letters_to_fold(text: str) -> bool:
    """Whether the text has letters such as Ł and ø."""
    return not text.isascii() and bool(_SPECIAL.search(text))


def fold_letters(text: str) -> str:
    """The text with letters such as Ł and ø written plainly; accents, case and punctuation stay."""
    return text.translate(_LETTERS) if has_letters_to_fold(text) else text  # translating is slow, and most texts have none


def fold(text: str) -> str:
    """The text in lower case without accents, apostrophes or punctuation, words parted by one space."""
    bare = _APOSTROPHES.sub("", fold_accents(text).lower())
    return _SEPARATORS.sub(" ", bare).strip()


def fold_accents(text: str) -> str:
    """The text with plain letters only, case and punctuation kept: `de León` gives `de Leon`."""
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFKD", fold_letters(text))
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def slug(text: str) -> str:
    """The folded text with hyphens for spaces, to name rows by; `unnamed` if nothing is left.

    A long one is cut and ends in digits of its hash, so that it stays the text's own."""
    whole = slug_whole(text)
    if len(whole) <= LONGEST:
        return whole
    digits = sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]
    return f"{whole[: LONGEST - DIGITS - 1].rstrip('-')}-{digits}"


def slug_whole(text: str) -> str:
    """The slug as it is before it is cut: an id is its own."""
    return fold(text).replace(" ", "-") or "unnamed"


def accents(text: str) -> int:
    """How many letters of the text carry an accent or are special letters: of two spellings, the better has more."""
    return sum(a != b for a, b in zip(text, fold_accents(text), strict=False))
