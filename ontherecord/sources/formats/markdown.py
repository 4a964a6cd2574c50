"""Markdown: front matter in YAML or TOML, and an article in paragraphs.

Out: the text as a reader sees it, without marks; a line that is wrapped in the file is one line. Left out: code,
pictures, raw HTML. A heading of the first rank that opens the text is the title, where the front matter tells none.
"""

import re
import tomllib
from typing import TYPE_CHECKING, BinaryIO

import yaml

from ontherecord.sources.encodings import decode, read_bounded
from ontherecord.sources.faults import Unreadable
from ontherecord.sources.fields import read_record
from ontherecord.sources.raw import Asked, Fields, Found, RawArticle

if TYPE_CHECKING:
    from markdown_it.token import Token

ENDINGS = (".md", ".markdown")
FRONT = re.compile(r"\s*(?P<fence>---|\+\+\+)[ \t]*\r?\n(?P<matter>.*?)^(?P=fence)[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.MULTILINE)
BEGINNING = re.compile(rb"(?:\xef\xbb\xbf)?(?:---|\+\+\+)[ \t]*\r?\n[\w-]+ *[:=]")
BREAKS = {"softbreak": " ", "hardbreak": "\n"}


def read(stream: BinaryIO, asked: Asked) -> Found:
    """The article of a Markdown file."""
    source, encoding = decode(read_bounded(stream, asked.shown), asked.shown)
    front = FRONT.match(source)
    told = _read_matter(front["fence"], front["matter"], asked.shown) if front else {}
    heading, text = read_body(source[front.end() :] if front else source)
    article = read_record({**told, "text": "."}, asked, encoding, None)
    fields: Fields = article.fields if article else {}
    if heading and not fields.get("title"):
        fields["title"] = heading
    elif heading and heading != fields["title"]:
        text = f"{heading}\n\n{text}"
    yield RawArticle(text, encoding, fields)


def read_body(source: str) -> tuple[str | None, str]:
    """The heading that opens a Markdown text, or None, and the text below it."""
    from markdown_it import MarkdownIt

    tokens = MarkdownIt("commonmark").enable("table").parse(source)
    paragraphs = [_text_of(token) for token in tokens if token.type == "inline"]
    opens = bool(tokens) and (tokens[0].type, tokens[0].tag) == ("heading_open", "h1") and bool(paragraphs)
    heading = " ".join(paragraphs[0].split()) if opens else None
    return heading or None, "\n\n".join(text for text in paragraphs[opens:] if text.strip())


def _text_of(token: "Token") -> str:
    return "".join(BREAKS.get(part.type) or (part.content if part.type in ("text", "code_inline") else "") for part in token.children or ())


def _read_matter(fence: str, matter: str, shown: str) -> Fields:
    """The fields of a front matter; raise Unreadable where it is broken."""
    try:
        told = yaml.safe_load(matter) if fence == "---" else tomllib.loads(matter)
    except (yaml.YAMLError, tomllib.TOMLDecodeError, ValueError, RecursionError) as error:
        fault = " ".join(str(error).split())
        raise Unreadable("front-matter", f"{shown}: its front matter is broken ({fault}); mend or remove it") from error
    return {str(key): value for key, value in told.items()} if isinstance(told, dict) else {}
