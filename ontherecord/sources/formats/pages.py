"""HTML: the article of a web page, and what the page tells of it.

Out: the text, title, byline, publication, day or moment, canonical address and language. Finding the article among
the rest of the page is trafilatura's work (Barbaresi, ACL 2021). Left out: captions, embedded posts, comments.
Dates come from what the page states, never from a search through its text.
"""

import re
from typing import TYPE_CHECKING, BinaryIO

from ontherecord.sources.dates import to_iso
from ontherecord.sources.encodings import decode_declared, read_bounded
from ontherecord.sources.faults import Unreadable
from ontherecord.sources.raw import Asked, Fields, Found, RawArticle

if TYPE_CHECKING:
    from lxml.html import HtmlElement

ENDINGS = (".html", ".htm", ".xhtml")
BEGINNING = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head)\b", re.IGNORECASE | re.DOTALL)
MAX_BYTES = 16_000_000  # the largest of ordinary pages have a tenth of this
LEAST_WORDS = 15  # by judgement: a lead sentence has more, a menu that was taken for an article has fewer
HEAD = 4096  # bytes in which a page declares its encoding
DECLARED = re.compile(rb"<(?:meta|\?xml)\b[^>]*?(?:charset|encoding)\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
DECLARATION = re.compile(r"\A\s*<\?xml[^>]*\?>")  # lxml takes no text that still declares an encoding
PRUNED = ["//figcaption", "//*[contains(concat(' ', @class, ' '), ' twitter-tweet ')]", "//*[contains(@class, 'instagram-media')]",
          "//*[contains(@class, 'tiktok-embed')]", "//*[contains(@class, 'fb-post')]"]
MOMENTS = ("//meta[@property='article:published_time']/@content", "//meta[@itemprop='datePublished']/@content",
           "//time[@itemprop='datePublished']/@datetime")
ADDRESSES = ("//link[@rel='canonical']/@href", "//meta[@property='og:url']/@content")
SITE = "//meta[@property='og:site_name' or @name='og:site_name']/@content"
DATES = {"extensive_search": False, "original_date": True, "min_date": "1800-01-01", "max_date": "2199-12-31"}  # no clock in it


def read(stream: BinaryIO, asked: Asked) -> Found:
    """The article of a page."""
    yield read_page(read_bounded(stream, asked.shown, MAX_BYTES), asked.shown)


def read_page(data: bytes, shown: str, *, declared: str | None = None, **place: str | None) -> RawArticle:
    """The article of a page's bytes; `declared` is the encoding that its server told, `place` goes into the article.

    Raises Unreadable where there is no text, or no article in it.
    """
    told = DECLARED.search(data[:HEAD])
    text, encoding = decode_declared(data, shown, told[1].decode("ascii", "replace") if told else declared)
    root = _parse(text)
    fields = {} if root is None else _state(root)
    found = None if root is None else _extract(root)
    body = "" if found is None else _without_title(found.text or "", found.title)
    if len(body.split()) < LEAST_WORDS:
        raise Unreadable("no-article", f"{shown}: no article text in this page; save its text as .txt, or move it away")
    names = {"title": found.title, "byline": found.author, "publication": _site(root, found), "published": found.date}
    return RawArticle(body, encoding, names | fields, **place)


def _parse(text: str) -> "HtmlElement | None":
    from lxml import etree, html

    try:
        return html.document_fromstring(DECLARATION.sub("", text))
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):  # an empty page
        return None


def _extract(root: "HtmlElement"):
    import trafilatura

    return trafilatura.bare_extraction(
        root, with_metadata=True, include_comments=False, include_tables=False, prune_xpath=PRUNED, date_extraction_params=DATES
    )


def _site(root: "HtmlElement", found) -> str | None:
    """The site's name; the host of its address is none, which trafilatura gives where the page states nothing."""
    host = (found.sitename or "").casefold() == (found.hostname or "").casefold()
    return None if host and not root.xpath(SITE) else found.sitename


def _without_title(text: str, title: str | None) -> str:
    """The text without a first line that only repeats the title."""
    first, _, rest = text.partition("\n")
    return rest if title and first.strip() == title.strip() else text


def _state(root: "HtmlElement") -> Fields:
    """What the page itself states more exactly than trafilatura tells it."""
    moments = (to_iso(str(told)) for path in MOMENTS for told in root.xpath(path))
    addresses = (str(told).strip() for path in ADDRESSES for told in root.xpath(path))
    stated: Fields = {
        "published": next(filter(None, moments), None),
        "url": next((address for address in addresses if address.startswith(("http://", "https://"))), None),
        "language": root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang") or root.get("xml:lang"),
    }
    return {name: value for name, value in stated.items() if value}
