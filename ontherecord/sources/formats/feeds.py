"""RSS and Atom: an article per entry that holds its full text.

Most feeds only tell the beginning of each article; such an entry is refused, and names the page to save instead.
A description counts as full text where it has paragraphs and the length of an article.
"""

import io
import re
from typing import TYPE_CHECKING, Any, BinaryIO

from ontherecord.sources.dates import to_iso
from ontherecord.sources.encodings import read_bounded
from ontherecord.sources.faults import Unreadable
from ontherecord.sources.fragments import text_of_fragment
from ontherecord.sources.raw import Asked, Fields, Found, RawArticle, Refusal

if TYPE_CHECKING:
    from feedparser import FeedParserDict

ENDINGS = (".rss", ".atom", ".xml", ".rdf")
BEGINNING = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:\?xml|rss|feed|rdf:RDF)\b", re.IGNORECASE)
MAX_BYTES = 64_000_000  # a feed is held whole
LEAST_WORDS = 100  # a description of fewer is a summary
GOES_ON = re.compile(r"(?:…|\.\.\.|\[(?:…|\.\.\.|&hellip;|\+)\]?)\s*$|\b(?:read|continue|see) (?:more|reading)\W*$", re.IGNORECASE)


def read(stream: BinaryIO, asked: Asked) -> Found:
    """The articles of a feed."""
    import feedparser

    data = read_bounded(stream, asked.shown, MAX_BYTES)
    feed = feedparser.parse(io.BytesIO(data), sanitize_html=True, resolve_relative_uris=False)
    if not feed.version and not feed.entries:
        raise Unreadable("no-feed", f"{asked.shown}: XML, but neither RSS nor Atom; save the articles in a format that is read")
    for number, entry in enumerate(feed.entries, 1):
        yield _read_entry(entry, feed, f"entry {number}", asked)
    fault = feed.get("bozo_exception")
    if hasattr(fault, "getLineNumber"):
        line, told = fault.getLineNumber(), fault.getMessage()
        yield Refusal("bad-xml", f"{asked.shown}, line {line}: bad XML ({told}); entries after it may be missing, mend it there")


def _read_entry(entry: "FeedParserDict", feed: "FeedParserDict", place: str, asked: Asked) -> RawArticle | Refusal:
    text = _full_text(entry)
    if not text:
        where = entry.get("link") or "its page"
        return Refusal("summary", f"{asked.shown}, {place}: the feed holds only a summary; save {where} as .html instead")
    item = entry.get("id") or entry.get("link")
    return RawArticle(text, feed.get("encoding") or "utf-8", _tell(entry, feed.feed), item, place)


def _full_text(entry: "FeedParserDict") -> str:
    """The longest content of an entry; else its description, if that is more than a summary."""
    contents = [text_of_fragment(content.get("value") or "") for content in entry.get("content", ())]
    if text := max(contents, key=len, default=""):
        return "" if GOES_ON.search(text) and len(text.split()) < LEAST_WORDS else text
    text = text_of_fragment(entry.get("summary") or "")
    whole = len(text.split()) >= LEAST_WORDS and "\n" in text and not GOES_ON.search(text)
    return text if whole else ""


def _tell(entry: "FeedParserDict", channel: "FeedParserDict") -> Fields:
    """The fields of an entry, and those that its feed tells of all."""
    authors = [author.get("name") for author in entry.get("authors", ()) if author.get("name")]
    source: Any = entry.get("source") or {}
    return {
        "title": text_of_fragment(entry.get("title") or ""),
        "byline": ", ".join(authors) or entry.get("author"),
        "publication": source.get("title") or channel.get("publisher") or channel.get("title"),
        "published": to_iso(entry.get("published")),
        "url": entry.get("link"),
        "language": (entry.get("content") or [{}])[0].get("language") or channel.get("language"),
    }
