"""JSON and JSON Lines: an article per object.

In: a line per object; a list of objects; an object that is an article; or one that holds a list of them (`articles`,
`results`, `data`). Lists and lines pass through one by one; only an object around a list is held whole.
"""

import json
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import BinaryIO, TextIO

from ontherecord.sources.encodings import MAX_CHARACTERS, mend_escaped, open_text, too_long
from ontherecord.sources.faults import Unreadable
from ontherecord.sources.fields import find_columns, is_cut_off, read_record
from ontherecord.sources.raw import Asked, Found, RawArticle, Refusal

ENDINGS = (".json", ".jsonl", ".ndjson")
BEGINNING = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:\{\s*(?:\"|\})|\[\s*(?:\{|\]))")
LINES = (".jsonl", ".ndjson")
MAX_ITEM = 8 * MAX_CHARACTERS  # characters of an object; an article with all its escapes and fields is shorter
MAX_WHOLE = 16 * MAX_ITEM  # of an object that holds a list
CHUNK = 1 << 16
BETWEEN = re.compile(r"[\s,]*")


def read(stream: BinaryIO, asked: Asked) -> Found:
    """The articles of a JSON file, whichever of the shapes it has."""
    lines, encoding = open_text(stream)
    filled = _filled_lines(lines)
    number, first = next(filled, (0, ""))
    if not first:
        raise Unreadable("empty", f"{asked.shown}: empty, no word in it; remove it or put articles in")
    in_lines = asked.name.lower().endswith(LINES)
    if not in_lines and first.lstrip("\ufeff \t").startswith("["):
        yield from _read_list(lines, first, number, encoding, asked)
        return
    several = [(number, first)]
    if not in_lines and _is_object(first) and (second := next(filled, None)):
        several.append(second)
    if in_lines or len(several) > 1:
        yield from _read_lines(chain(several, filled), encoding, asked)
    else:
        yield from _read_whole(first + lines.read(MAX_WHOLE), number, encoding, asked)


def _filled_lines(lines: TextIO) -> Iterator[tuple[int, str]]:
    """The lines that hold anything, with their numbers; a line too long ends where MAX_ITEM ends, the rest is passed over."""
    number = 0
    while line := lines.readline(MAX_ITEM):
        number += 1
        if line.strip("\ufeff \t\r\n"):
            yield number, line
        while line and not line.endswith("\n") and len(line) == MAX_ITEM:
            line = lines.readline(MAX_ITEM)


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line.lstrip("\ufeff")), dict)
    except (ValueError, RecursionError):
        return False


def _read_lines(numbered: Iterable[tuple[int, str]], encoding: str, asked: Asked) -> Found:
    for number, line in numbered:
        if len(line) == MAX_ITEM:
            fault = too_long(f"{asked.shown}, line {number}")
            yield Refusal(fault.reason, str(fault))
        else:
            yield from _read_text(line.lstrip("\ufeff"), f"line {number}", encoding, asked)


def _read_text(text: str, place: str, encoding: str, asked: Asked) -> Found:
    """What one piece of JSON holds."""
    shown = f"{asked.shown}, {place}"
    try:
        text, encoding = mend_escaped(text, encoding, shown)
        yield _read_object(json.loads(text), place, encoding, asked)
    except Unreadable as fault:
        yield Refusal(fault.reason, str(fault))
    except (ValueError, RecursionError) as error:
        yield Refusal("bad-json", f"{shown}: bad JSON ({error}); mend or remove it")


def _read_object(value: object, place: str | None, encoding: str, asked: Asked) -> RawArticle | Refusal:
    shown = f"{asked.shown}, {place}" if place else asked.shown
    if not isinstance(value, dict):
        return Refusal("no-text", f"{shown}: no object with the fields of an article; write it as {{\"text\": …}}")
    article = read_record(value, asked, encoding, place)
    if article is None:
        names = ", ".join(map(str, list(value)[:20])) or "none"
        return Refusal("no-text", f"{shown}: no text; if one of its fields holds it, say --map text=FIELD (its fields: {names})")
    if is_cut_off(article.text):
        return Refusal("summary", f"{shown}: only the beginning of the article; put its full text in")
    return article


def _read_whole(text: str, number: int, encoding: str, asked: Asked) -> Found:
    """What a file holds that is one object over several lines."""
    if len(text) >= MAX_WHOLE:
        raise too_long(asked.shown)
    text, encoding = mend_escaped(text.lstrip("\ufeff"), encoding, asked.shown)
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        line = number - 1 + error.lineno
        raise Unreadable("bad-json", f"{asked.shown}, line {line}: bad JSON ({error.msg}); mend it there") from error
    except (ValueError, RecursionError) as error:
        raise Unreadable("bad-json", f"{asked.shown}: bad JSON ({error}); mend it") from error
    yield from _read_wrapped(value, encoding, asked)


def _read_wrapped(value: object, encoding: str, asked: Asked) -> Found:
    """The articles in the list that an object holds; else the object is the article."""
    held = value
    while isinstance(held, dict):
        names = find_columns(held, asked)
        inner = [held[name] for name in names.get("items", ()) if isinstance(held[name], (list, dict))]
        if "text" in names and isinstance(held.get(names["text"][0]), str) or not inner:
            break
        held = inner[0]
    if isinstance(held, list):
        for number, item in enumerate(held, 1):
            yield _read_object(item, f"item {number}", encoding, asked)
    else:
        yield _read_object(value, None, encoding, asked)


def _read_list(lines: TextIO, first: str, number: int, encoding: str, asked: Asked) -> Found:
    """The articles of a list, each decoded when its end has been read."""
    for place, item in enumerate(_items(lines, first.lstrip("\ufeff \t")[1:], number, asked), 1):
        yield from _read_text(item, f"item {place}", encoding, asked)


def _items(lines: TextIO, buffer: str, number: int, asked: Asked) -> Iterator[str]:
    """The pieces of JSON between the commas of a list; `number` counts the lines that are done with."""
    decoder = json.JSONDecoder()
    at, more = 0, CHUNK
    while True:
        at = BETWEEN.match(buffer, at).end()
        if buffer.startswith("]", at):
            return
        try:
            end = decoder.raw_decode(buffer, at)[1]
        except (ValueError, RecursionError) as error:
            added = lines.read(more) if len(buffer) - at < MAX_ITEM and isinstance(error, ValueError) else ""
            if not added:
                line = number + buffer.count("\n", 0, getattr(error, "pos", at))
                raise Unreadable("bad-json", f"{asked.shown}, line {line}: bad JSON ({error}); mend it there") from error
            number += buffer.count("\n", 0, at)
            buffer, at, more = buffer[at:] + added, 0, 2 * more
            continue
        yield buffer[at:end]
        at, more = end, CHUNK
