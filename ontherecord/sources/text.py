"""Plain text files: bytes to text, in the encodings that explain them.

In: a file. Out: its text, character for character, a byte order mark aside, and the name of its encoding.
Refused: what is empty, binary, too long, or written in an encoding that is not read. A Windows-1252 text
is told from others by its odd characters standing where English puts them; a language written mostly
outside ASCII is not recognised, on purpose.
"""

import codecs
import re
from pathlib import Path

from ontherecord.sources.faults import Unreadable, refuse

MAX_CHARACTERS = 1_000_000  # spaCy refuses longer texts (its error E088)
MAX_BYTES = 4 * MAX_CHARACTERS + 4  # no character takes more than four bytes in UTF-8 or UTF-16
MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
CONTROLS = re.compile(r"[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f]")
MAX_CONTROL_SHARE = 0.01  # a stray form feed or bell is text, a hundredth of them is not
MULTIBYTE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
HIGH = re.compile(r"[^\x00-\x7f]")
# What Windows-1252 puts above ASCII and an English text uses, and a capital that does not follow a small letter.
PLAUSIBLE = re.compile(r"[‘’“”‚„‹›«»–—…•·†‡€£¥¢™®©§¶°ªº¹²³¼½¾±×÷¡¿\xa0\xad]|[ß-öø-ÿšžœƒ]|(?<![a-zß-öø-ÿ])[À-ÖØ-ÞŠŽŒŸ]")
MAX_HIGH_SHARE = 0.3  # one short sentence in quotation marks with an accented name stays below


def read_text(path: Path, shown: str) -> tuple[str, str]:
    """Read a file called `shown` and return its text and encoding; raise Unreadable where there is none."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        fault = refuse(shown, error, "vanished")
        raise Unreadable(fault.reason, fault.detail) from error
    if len(data) > MAX_BYTES:
        raise _too_long(shown)
    text, encoding = decode(data, shown)
    if len(text) > MAX_CHARACTERS:
        raise _too_long(shown)
    if not any(map(str.isalnum, text)):
        raise Unreadable("empty", f"{shown}: empty, no word in it; remove it or put the article's text in")
    return text, encoding


def decode(data: bytes, shown: str) -> tuple[str, str]:
    """Decode a file's bytes; raise Unreadable where no encoding that is read explains them."""
    text, encoding = _decode_marked(data, shown) or _decode_plain(data, shown)
    if "\0" in text or len(CONTROLS.findall(text)) > MAX_CONTROL_SHARE * len(text):
        raise _binary(shown)
    return text, encoding


def _decode_marked(data: bytes, shown: str) -> tuple[str, str] | None:
    """Decode bytes that begin with a byte order mark."""
    encoding = next((name for mark, name in MARKS.items() if data.startswith(mark)), None)
    if encoding is None:
        return None
    try:
        return data.decode(encoding), encoding
    except UnicodeDecodeError as error:
        raise Unreadable("encoding", f"{shown}: not {encoding} at byte {error.start}; save it as UTF-8") from error


def _decode_plain(data: bytes, shown: str) -> tuple[str, str]:
    """Decode bytes as UTF-8, else as Windows-1252 where that explains them."""
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError as error:
        if b"\0" in data:
            raise _binary(shown) from error
        text = _decode_windows(data)
        if text is None:
            raise Unreadable("encoding", f"{shown}: not UTF-8 at byte {error.start}; save it as UTF-8") from error
        return text, "windows-1252"


def _decode_windows(data: bytes) -> str | None:
    """The text in Windows-1252, or None where its odd characters do not read like English in that encoding."""
    if MULTIBYTE.search(data):  # UTF-8 with a fault in it
        return None
    try:
        text = data.decode("windows-1252")
    except UnicodeDecodeError:
        return None
    high = len(HIGH.findall(text))
    return text if high == len(PLAUSIBLE.findall(text)) and high <= MAX_HIGH_SHARE * len(text) else None


def _binary(shown: str) -> Unreadable:
    return Unreadable("binary", f"{shown}: binary, not text; save the article as plain text in UTF-8")


def _too_long(shown: str) -> Unreadable:
    return Unreadable("too-long", f"{shown}: more than {MAX_CHARACTERS:,} characters; split it into articles")
