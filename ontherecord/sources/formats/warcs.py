"""WARC: the pages of a web archive, an article per page that holds one.

Read are answers with status 200 and stored resources that are HTML, and the plain text of conversion records. What
is no page (pictures, styles, requests, redirects) is passed over without a word. The day of capture is not taken
for the day of publication.
"""

import re
from typing import TYPE_CHECKING, BinaryIO

from ontherecord.sources.encodings import MAX_BYTES, decode, too_long
from ontherecord.sources.faults import Unreadable
from ontherecord.sources.formats import pages
from ontherecord.sources.raw import Asked, Found, RawArticle, Refusal

if TYPE_CHECKING:
    from warcio.recordloader import ArcWarcRecord

ENDINGS = (".warc",)
BEGINNING = re.compile(rb"WARC/\d")
PAGE_TYPES = ("text/html", "application/xhtml+xml")
CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w.:-]+)", re.IGNORECASE)


def read(stream: BinaryIO, asked: Asked) -> Found:
    """The articles of a web archive, record by record."""
    from warcio.archiveiterator import ArchiveIterator
    from warcio.exceptions import ArchiveLoadFailed

    number = 0
    try:
        for number, record in enumerate(ArchiveIterator(stream), 1):
            if record.rec_type is None:
                raise ArchiveLoadFailed(f"record {number} has no type")
            kind = _content_type(record)
            if kind.startswith(PAGE_TYPES) or record.rec_type == "conversion":
                yield _read_record(record, kind, f"record {number}", asked)
    except ArchiveLoadFailed as error:
        fault = " ".join(str(error).split())
        raise Unreadable("broken-archive", f"{asked.shown}: broken after what was read ({fault}); fetch it again") from error
    if not number:
        raise Unreadable("broken-archive", f"{asked.shown}: no record in it; fetch it again")


def _content_type(record: "ArcWarcRecord") -> str:
    """The type of what a record holds, in small letters; empty where it is no answer with a body."""
    if record.rec_type == "response":
        if record.http_headers is None or record.http_headers.get_statuscode() != "200":
            return ""
        return (record.http_headers.get_header("Content-Type") or "").lower()
    if record.rec_type in ("resource", "conversion"):
        return (record.rec_headers.get_header("Content-Type") or "").lower()
    return ""


def _read_record(record: "ArcWarcRecord", kind: str, place: str, asked: Asked) -> RawArticle | Refusal:
    shown = f"{asked.shown}, {place}"
    url = record.rec_headers.get_header("WARC-Target-URI")
    try:
        data = record.content_stream().read(pages.MAX_BYTES + 1)
        if len(data) > (MAX_BYTES if record.rec_type == "conversion" else pages.MAX_BYTES):
            raise too_long(shown)
        if getattr(record.raw_stream, "limit", 0) > 0:  # of the length that the record promises, so much never came
            raise Unreadable("broken-archive", f"{shown}: the archive ends within it; fetch it again")
        if record.rec_type == "conversion":
            return RawArticle(*decode(data, shown), {"url": url}, url, place)
        declared = CHARSET.search(kind)
        page = pages.read_page(data, shown, declared=declared[1] if declared else None, item=url, locator=place)
    except Unreadable as fault:
        return Refusal(fault.reason, f"{fault} ({url})")
    page.fields.setdefault("url", url)
    return page
