"""Text that was decoded wrongly before it came here.

In: a text. Out: the text as it was meant, and whether anything was mended. Only whole lines that read as UTF-8
taken for another encoding are changed (ftfy's `fix_encoding`); quotation marks, ligatures and widths stay. Missed on
purpose: what would mend to letters that are not Latin, which in English is oftener a slip of the keyboard (”é).
"""

import re
import unicodedata

MENDED = "mojibake mended"
SIGN = re.compile(r"[^\x00-\x7f]{2}|[\x80-\x9f]|[ÂÃâ] ")  # without one of these ftfy finds nothing; to look for them is cheap


def mend_mojibake(text: str) -> tuple[str, bool]:
    """The text with its mojibake decoded again, and whether there was any."""
    if not SIGN.search(text):
        return text, False
    from ftfy.badness import is_bad

    if not is_bad(text):
        return text, False
    mended = "".join(_mend_line(line) if is_bad(line) else line for line in text.splitlines(keepends=True))
    return mended, mended != text


def _mend_line(line: str) -> str:
    from ftfy import fix_encoding

    mended = fix_encoding(line)
    new = set(mended).difference(line)
    return mended if all(_is_latin(character) for character in new if character.isalpha()) else line


def _is_latin(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith("LATIN")
