"""Bytes to text, in the encodings that explain them.

In: bytes, or a stream of them. Out: text, character for character, a byte order mark aside, and the name of the
encoding. Refused: what is binary or written in an encoding that is not read. A Windows-1252 text is told from
others by its odd characters standing where English puts them; a language written mostly outside ASCII is not
recognised, on purpose, unless the file declares its encoding.
"""

import codecs
import io
import re
from typing import BinaryIO, TextIO

from ontherecord.sources.faults import Unreadable

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
MAX_BROKEN_SHARE = 0.001  # of a page's characters, by judgement: one cut in a comment, not another encoding
ESCAPED = re.compile("[\udc80-\udcff]")  # bytes of a stream that are not UTF-8, see open_text
# What pages declare and what browsers take it for (WHATWG Encoding Standard).
TAKEN_FOR = {"ascii": "windows-1252", "iso8859-1": "windows-1252", "cp1252": "windows-1252", "gb2312": "gb18030", "gbk": "gb18030"}


def read_bounded(stream: BinaryIO, shown: str, limit: int = MAX_BYTES) -> bytes:
    """All bytes of a stream; raise Unreadable where there are more than `limit`."""
    data = stream.read(limit + 1)
    if len(data) > limit:
        raise too_long(shown)
    return data


def decode(data: bytes, shown: str) -> tuple[str, str]:
    """Decode a file's bytes; raise Unreadable where no encoding that is read explains them."""
    text, encoding = _decode_marked(data, shown) or _decode_plain(data, shown)
    if "\0" in text or len(CONTROLS.findall(text)) > MAX_CONTROL_SHARE * len(text):
        raise _binary(shown)
    return text, encoding


def decode_declared(data: bytes, shown: str, declared: str | None) -> tuple[str, str]:
    """Decode a page that declares its encoding: its mark goes first, then UTF-8 that holds, then what it declares."""
    if data.startswith(tuple(MARKS)):
        return decode(data, shown)
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        name = declared and _known_encoding(declared)
    try:
        if name and name != "utf-8":
            return data.decode(name), name
    except UnicodeDecodeError:
        pass
    try:
        return decode(data, shown)
    except Unreadable:
        return _decode_damaged(data, shown)


def _decode_damaged(data: bytes, shown: str) -> tuple[str, str]:
    """Decode a page of UTF-8 with a few broken bytes in it, as browsers do; raise Unreadable where they are many."""
    text = data.decode("utf-8", "replace")
    if "\0" in text or text.count("\ufffd") > MAX_BROKEN_SHARE * len(text):
        raise Unreadable("encoding", f"{shown}: in no encoding that is read; save it as UTF-8")
    return text, "utf-8, broken bytes replaced"


def open_text(stream: BinaryIO) -> tuple[TextIO, str]:
    """A stream of bytes as a stream of text, and the encoding that its beginning tells.

    What is not UTF-8 in it comes as lone surrogates, which `mend_escaped` decodes piece by piece.
    """
    head = stream.peek(4)[:4] if hasattr(stream, "peek") else b""
    encoding = next((name for mark, name in MARKS.items() if head.startswith(mark)), "utf-8")
    errors = "replace" if encoding == "utf-16" else "surrogateescape"
    return io.TextIOWrapper(stream, encoding=encoding, errors=errors, newline=""), encoding


def mend_escaped(text: str, encoding: str, shown: str) -> tuple[str, str]:
    """A piece of such a stream with its odd bytes decoded, and the encoding that explains it."""
    if not ESCAPED.search(text):
        return text, encoding
    return decode(text.encode("utf-8", "surrogateescape"), shown)


def _known_encoding(declared: str) -> str | None:
    """The encoding to try for a declared one, or None where nobody knows it."""
    try:
        name = codecs.lookup(declared.strip(" '\"")).name
        b"".decode(name)  # names of codecs that make no text are none
    except (LookupError, ValueError):
        return None
    return TAKEN_FOR.get(name, name)


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


def too_long(shown: str) -> Unreadable:
    return Unreadable("too-long", f"{shown}: more than {MAX_CHARACTERS:,} characters; split it into articles")
