"""Formats: what each reader makes of small invented files, whole, broken and in archives, and what is said of the rest."""

import bz2
import gzip
import io
import json
import lzma
import random
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_reading import read, write

from ontherecord.records import Article, Reject
from ontherecord.sources import Settings, read_sources
from ontherecord.sources.formats import endings, guess_ending, split_name
from ontherecord.sources.gathered import Gathering

SAID = "“We will mend the old bridge before the winter,” said Ana Ruiz, the mayor of Troy."
MORE = "The council of the town had voted on Monday for a new one, which would cost more than the town has in a year."
TEXT = f"{SAID}\n\n{MORE}"
LONG = "\n\n".join([SAID, MORE, *(f"She said that part {n} of the plan would be told to the council in the week that follows." for n in range(6))])


def pack_zip(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return packed.getvalue()


def pack_tar(files: dict[str, bytes], mode: str = "w") -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode=mode) as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return packed.getvalue()


def page(body: str = LONG, head: str = "", charset: str = "utf-8") -> bytes:
    paragraphs = "".join(f"<p>{p}</p>" for p in body.split("\n\n"))
    html = (f'<!DOCTYPE html><html lang="en-US"><head><meta charset="{charset}"><title>A bridge | The Troy Post</title>{head}</head><body>'
            f"<nav><a href='/'>Home</a></nav><article><h1>A bridge</h1>{paragraphs}</article><footer>All rights reserved</footer></body></html>")
    return html.encode(charset)


def record(kind: str, url: str, headers: str, body: bytes) -> bytes:
    """A WARC record by hand."""
    payload = (headers.encode() + b"\r\n" if headers else b"") + body
    content = "application/http;msgtype=response" if headers else "text/plain"
    head = (f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2022-10-20T00:00:00Z\r\n"
            f"WARC-Record-ID: <urn:uuid:12345678-1234-1234-1234-123456789012>\r\nContent-Type: {content}\r\nContent-Length: {len(payload)}\r\n\r\n")
    return head.encode() + payload + b"\r\n\r\n"


OK = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
RSS = """<?xml version="1.0" encoding="utf-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
 xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>The Troy Post</title><language>en-us</language>{items}</channel></rss>"""
ITEM = """<item><title>A &amp;amp; bridge</title><link>https://example.org/a</link><guid>https://example.org/?p=1</guid>
 <dc:creator>Ben Ek</dc:creator><pubDate>Wed, 19 Oct 2022 17:30:00 -0400</pubDate><description>Short.</description>
 <content:encoded><![CDATA[{html}]]></content:encoded></item>"""
HTML = "".join(f"<p>{p}</p>" for p in TEXT.split("\n\n")) + "<figure><img src='x'><figcaption>The bridge.</figcaption></figure>"
ATOM = f"""<feed xmlns="http://www.w3.org/2005/Atom"><title>The Troy Post</title><entry><title>A bridge</title><id>tag:x,1</id>
<link href="https://example.org/a"/><published>2022-10-19T17:30:00Z</published><author><name>Ben Ek</name></author>
<content type="html">{HTML.replace("<", "&lt;")}</content></entry></feed>"""


def parquet(rows: list[dict[str, object]]) -> bytes:
    import pyarrow
    from pyarrow.parquet import write_table

    packed = io.BytesIO()
    write_table(pyarrow.Table.from_pylist(rows), packed)
    return packed.getvalue()


FIELDS = ("title", "byline", "publication", "published", "url", "language", "dateline")
ROW = {"headline": "A bridge", "body": TEXT, "author": "Ben Ek", "date": "Oct. 19, 2022", "source": "The Troy Post",
       "link": "https://example.org/a", "lang": "en_us", "id": 7, "dateline": "TROY"}
TOLD = {"title": "A bridge", "byline": "Ben Ek", "publication": "The Troy Post", "published": "2022-10-19",
        "url": "https://example.org/a", "language": "en-us", "dateline": "TROY"}
CSV = 'headline,body,author,date,id\nA bridge,"' + TEXT + '",Ben Ek,2022-10-19,7\n'
FRONT = f"---\ntitle: A bridge\nauthor: [Ben Ek, Ida Ng]\ndate: 2022-10-19\n---\n# A bridge\n\n{SAID.replace('said', '**said**')}\n\nThe council of the town\nhad [voted](https://x.org).\n"

FORMATS = [
    pytest.param("a.md", FRONT, "a", f"{SAID}\n\nThe council of the town had voted.",
                 {"title": "A bridge", "byline": "Ben Ek, Ida Ng", "published": "2022-10-19"}, None, id="Markdown with YAML"),
    pytest.param("a.markdown", f'+++\ntitle = "A bridge"\ndate = 2022-10-19T17:30:00Z\n+++\n{SAID}\n', "a", SAID,
                 {"title": "A bridge", "published": "2022-10-19T17:30:00+00:00"}, None, id="Markdown with TOML"),
    pytest.param("a.md", f"# A bridge\n\n{SAID}\n", "a", SAID, {"title": "A bridge"}, None, id="Markdown without front matter"),
    pytest.param("a.md", f"---\ntitle: B\n---\n# A bridge\n\n{SAID}", "a", f"A bridge\n\n{SAID}", {"title": "B"}, None, id="a heading that is not the title"),
    pytest.param("a.json", json.dumps(ROW), "a", TEXT, TOLD, None, id="JSON, one article"),
    pytest.param("a.json", json.dumps([ROW], indent=1), "a-7", TEXT, TOLD, "item 1", id="JSON, a list"),
    pytest.param("a.json", json.dumps({"status": "ok", "articles": [ROW]}), "a-7", TEXT, TOLD, "item 1", id="JSON, a list in an object"),
    pytest.param("a.json", json.dumps({"response": {"total": 1, "results": [ROW]}}, indent=2), "a-7", TEXT, TOLD, "item 1", id="JSON, a list deeper"),
    pytest.param("a.json", json.dumps({"content": {"rendered": HTML}, "title": {"rendered": "A <i>bridge</i>"}, "id": 7}), "a", TEXT,
                 {"title": "A bridge"}, None, id="JSON, as WordPress gives it"),
    pytest.param("a.json", json.dumps({"paragraphs": TEXT.split("\n\n"), "authors": [{"name": "Ben Ek"}, {"name": "Ida Ng"}]}), "a", TEXT,
                 {"byline": "Ben Ek, Ida Ng"}, None, id="JSON, paragraphs and people in lists"),
    pytest.param("a.jsonl", json.dumps(ROW) + "\n\n", "a-7", TEXT, TOLD, "line 1", id="JSON Lines"),
    pytest.param("a.ndjson", "\ufeff" + json.dumps(ROW), "a-7", TEXT, TOLD, "line 1", id="JSON Lines with a mark"),
    pytest.param("a.csv", CSV, "a-7", TEXT, {"title": "A bridge", "byline": "Ben Ek", "published": "2022-10-19"}, "row 2", id="CSV"),
    pytest.param("a.csv", "\ufeff" + CSV.replace(",", ";", 4).replace('A bridge,"', 'A bridge;"').replace('",Ben Ek,2022-10-19,7', '";Ben Ek;2022-10-19;7'), "a-7", TEXT,
                 {"title": "A bridge", "byline": "Ben Ek", "published": "2022-10-19"}, "row 2", id="CSV with semicolons and a mark"),
    pytest.param("a.tsv", f"id\ttext\n7\t{SAID}\n", "a-7", SAID, {}, "row 2", id="TSV"),
    pytest.param("a.parquet", parquet([ROW]), "a-7", TEXT, TOLD, "row 1", id="Parquet"),
    pytest.param("a.rss", RSS.format(items=ITEM.format(html=HTML)), "a-example.org-?p=1", TEXT,
                 {"title": "A & bridge", "byline": "Ben Ek", "publication": "The Troy Post", "published": "2022-10-19T17:30:00-04:00",
                  "url": "https://example.org/a", "language": "en-us"}, "entry 1", id="RSS"),
    pytest.param("a.atom", ATOM, "a-tag:x,1", TEXT, {"title": "A bridge", "byline": "Ben Ek", "publication": "The Troy Post",
                                                     "published": "2022-10-19T17:30:00+00:00", "url": "https://example.org/a"}, "entry 1", id="Atom"),
    pytest.param("a.html", page(), "a", "\n".join(LONG.split("\n\n")), {"title": "A bridge", "language": "en-US"}, None, id="HTML"),
    pytest.param("a.warc", record("request", "https://example.org/a", "GET / HTTP/1.1\r\n", b"") + record("response", "https://example.org/a", OK, page()),
                 "a-example.org-a", "\n".join(LONG.split("\n\n")), {"title": "A bridge", "url": "https://example.org/a",
                                                               "language": "en-US"}, "record 2", id="WARC"),
    pytest.param("a.warc", record("conversion", "https://example.org/a", "", TEXT.encode()), "a-example.org-a", TEXT, {"url": "https://example.org/a"},
                 "record 1", id="WARC, extracted text"),
    pytest.param("a.txt.gz", gzip.compress(TEXT.encode()), "a", TEXT, {}, None, id="gzip"),
    pytest.param("a.jsonl.gz", gzip.compress(json.dumps(ROW).encode()), "a-7", TEXT, TOLD, "line 1", id="gzip of JSON Lines"),
    pytest.param("a.txt.bz2", bz2.compress(TEXT.encode()), "a", TEXT, {}, None, id="bzip2"),
    pytest.param("a.txt.xz", lzma.compress(TEXT.encode()), "a", TEXT, {}, None, id="xz"),
    pytest.param("a.parquet.gz", gzip.compress(parquet([ROW])), "a-7", TEXT, TOLD, "row 1", id="gzip of Parquet"),
    pytest.param("a.zip", pack_zip({"2022/b.txt": TEXT.encode(), "README.md": b"x", "__MACOSX/b.txt": b"x"}), "a-2022-b", TEXT, {}, "2022/b.txt", id="ZIP"),
    pytest.param("a.zip", pack_zip({"b.zip": pack_zip({"c.jsonl.gz": gzip.compress(json.dumps(ROW).encode())})}), "a-b-c-7", TEXT, TOLD,
                 "b.zip, c.jsonl.gz, line 1", id="ZIP in ZIP"),
    pytest.param("a.tar", pack_tar({"b.txt": TEXT.encode()}), "a-b", TEXT, {}, "b.txt", id="TAR"),
    pytest.param("a.tar.gz", pack_tar({"b/c.html": page()}, "w:gz"), "a-b-c", "\n".join(LONG.split("\n\n")),
                 {"title": "A bridge", "language": "en-US"}, "b/c.html", id="TAR with gzip"),
    pytest.param("a.tgz", pack_tar({"../b.txt": TEXT.encode()}, "w:gz"), "a-b", TEXT, {}, "b.txt", id="a path that leads out"),
]


@pytest.mark.parametrize(("name", "data", "id", "text", "told", "locator"), FORMATS)
def test_formats(tmp_path: Path, name: str, data: str | bytes, id: str, text: str, told: dict[str, str], locator: str | None) -> None:
    (article,), rejects = read(write(tmp_path / "in", {name: data}))
    assert (article.text, rejects) == (text, [])
    assert {field: value for field in FIELDS if (value := getattr(article, field))} == told
    assert (article.id, article.locator, article.source_path) == (id, locator, f"in/{name}")


FRENCH = "Le conseil municipal de la ville a voté lundi pour la construction d’un nouveau pont, a déclaré la maire, qui ne veut pas attendre. " * 2
GERMAN = "Der Rat der Stadt hat am Montag für den Bau einer neuen Brücke gestimmt, sagte die Bürgermeisterin, die nicht warten will. " * 2
FAULTS = [
    pytest.param("a.jsonl", "\n".join([json.dumps(ROW)] * 16 + ['{"text": "x']), "bad-json", "in/a.jsonl, line 17: bad JSON", id="bad JSON on line 17"),
    pytest.param("a.json", '[{"text": "one"},\n\n{"text": }]', "bad-json", "in/a.json, line 3: bad JSON", id="bad JSON in a list"),
    pytest.param("a.json", '{\n"text": "one",\n]', "bad-json", "in/a.json, line 3: bad JSON", id="bad JSON in an object"),
    pytest.param("a.json", "[" * 100_000, "bad-json", "in/a.json", id="JSON nested beyond reason"),
    pytest.param("a.json", '["one"]', "no-text", "item 1: no object", id="a list of no objects"),
    pytest.param("a.json", '{"story_text": "one"}', "no-text", "--map text=FIELD (its fields: story_text)", id="JSON without a text"),
    pytest.param("a.json", json.dumps({"content": "One said… [+812 chars]"}), "summary", "only the beginning", id="JSON with the beginning only"),
    pytest.param("a.json", "", "empty", "in/a.json: empty", id="an empty file of JSON"),
    pytest.param("a.csv", "a,b\n1,2\n", "no-text", "--map text=COLUMN (its columns: a, b)", id="CSV without a text"),
    pytest.param("a.csv", "id,text\n1,\n", "no-text", "row 2: its cell of text is empty", id="an empty cell"),
    pytest.param("a.csv", "id,text\n1,one, two\n", "bad-csv", "row 2: 3 cells where the header has 2", id="a comma too many"),
    pytest.param("a.csv", 'id,text\n1,"one\n2,two\n', "bad-csv", "in/a.csv, line 2: a quotation mark that is not closed, or not doubled within a cell, so lines 2 to 3 are left out",
                 id="an open quotation mark"),
    pytest.param("a.csv", 'id,text\n1,one\n2,"tw', "bad-csv", "in/a.csv, line 3: a quotation mark that is not closed, or not doubled within a cell, so the row is left out",
                 id="half a table"),
    pytest.param("a.csv", 'id,text\n1,one\n2,"' + "two " * 2_500_000, "bad-csv", "in/a.csv, line 3: field larger", id="an open quotation mark without end"),
    pytest.param("a.csv", "", "no-text", "its columns: none", id="an empty table"),
    pytest.param("a.parquet", b"PAR1 nonsense PAR1", "broken", "a broken Parquet file", id="a broken Parquet file"),
    pytest.param("a.parquet", parquet([{"a": 1}]), "no-text", "its columns: a", id="Parquet without a text"),
    pytest.param("a.md", "---\ntitle: [\n---\nText", "front-matter", "mend or remove it", id="broken front matter"),
    pytest.param("a.rss", RSS.format(items="<item><title>A</title><description>Short.</description></item>"), "summary", "entry 1: the feed holds only a summary",
                 id="a feed of summaries"),
    pytest.param("a.xml", "<note>one</note>", "no-feed", "neither RSS nor Atom", id="other XML"),
    pytest.param("a.html", "<html><body><a href='/'>Home</a></body></html>", "no-article", "no article text", id="a page of links"),
    pytest.param("a.html", "", "no-article", "no article text", id="an empty page"),
    pytest.param("a.warc", record("response", "https://x.org/", OK, page())[:-3000], "broken-archive", "in/a.warc", id="a broken web archive"),
    pytest.param("a.warc", "WARC/1.0 nonsense", "broken-archive", "in/a.warc", id="no web archive"),
    pytest.param("a.warc", record("response", "https://x.org/", OK, b"<html></html>"), "no-article", "record 1: no article", id="a page without an article"),
    pytest.param("a.txt.gz", gzip.compress(TEXT.encode())[:-20], "broken-archive", "broken after what was read", id="half a gzip file"),
    pytest.param("a.txt.gz", b"nonsense", "broken-archive", "in/a.txt.gz: no gzip file, though its name says so; fetch or make it again", id="no gzip file"),
    pytest.param("a.gz", b"nonsense", "broken-archive", "in/a.gz: no gzip file, though its name says so; fetch", id="no gzip file, of one knows not what"),
    pytest.param("a.bz2", b"By Ben Ek", "broken-archive", "in/a.bz2: no bzip2 file, though its name says so", id="no bzip2 file"),
    pytest.param("a.tar.xz", b"nonsense", "broken-archive", "in/a.tar.xz: no xz file, though its name says so", id="no xz file"),
    pytest.param("a.gz", gzip.compress(TEXT.encode())[:-20], "broken-archive", "in/a.gz: no whole gzip file (", id="half a gzip file of one knows not what"),
    pytest.param("a.bz2", bz2.compress(TEXT.encode())[:-20], "broken-archive", "in/a.bz2: no whole bzip2 file (", id="half a bzip2 file of one knows not what"),
    pytest.param("a.xz", lzma.compress(TEXT.encode())[:-20], "broken-archive", "in/a.xz: no whole xz file (", id="half an xz file of one knows not what"),
    pytest.param("a.gz", gzip.compress(TEXT.encode())[:30] + b"x" * 90, "broken-archive", "in/a.gz: no whole gzip file (", id="a broken gzip file of one knows not what"),
    pytest.param("a.txt.gz", b"", "empty", "in/a.txt.gz: empty, no gzip file", id="an empty file in the place of a gzip file"),
    pytest.param("a.txt.bz2", bz2.compress(b""), "empty", "no word in it", id="bzip2 of nothing"),
    pytest.param("a.txt.bz2", bz2.compress(TEXT.encode())[:40] + b"x" * 40, "broken-archive", "in/a.txt.bz2", id="a broken bzip2 file"),
    pytest.param("a.parquet", b"PAR1" + parquet([ROW])[4:-600] + b"PAR1", "broken", "in/a.parquet", id="Parquet with its middle gone"),
    pytest.param("a.zip", pack_zip({"b.txt": TEXT.encode()})[:-30], "broken-archive", "a broken ZIP archive", id="half a ZIP archive"),
    pytest.param("a.zip", pack_zip({"b.txt": TEXT.encode()}).replace(b"b.txt", b"c.txt", 1), "broken-archive", "cannot be unpacked", id="a ZIP archive at odds with itself"),
    pytest.param("a.zip", pack_zip({"b.pdf": b"%PDF"}), "unsupported", "in/a.zip, b.pdf: a .pdf file", id="another format in an archive"),
    pytest.param("a.tar", b"nonsense" * 100, "broken-archive", "in/a.tar: no whole TAR archive (", id="no TAR archive"),
    pytest.param("a.tgz", gzip.compress(TEXT.encode())[:-20], "broken-archive", "in/a.tgz: no whole TAR archive (", id="half a TAR archive"),
    pytest.param("a.gz", gzip.compress(b"x"), "unsupported", "in/a.gz: holds a file without an ending", id="gzip of one knows not what"),
    pytest.param("a.pdf.gz", gzip.compress(b"%PDF"), "unsupported", "in/a.pdf.gz: holds a .pdf file", id="gzip of another format"),
    pytest.param("a.txt", FRENCH, "language", "its language is fr", id="French"),
    pytest.param("a.jsonl", json.dumps({"text": GERMAN}), "language", "in/a.jsonl, line 1: its language is de", id="German"),
    pytest.param("a.txt.gz", gzip.compress(b"a" * 9_000_000), "too-long", "in/a.txt.gz", id="a text that swells"),
]


@pytest.mark.parametrize(("name", "data", "reason", "said"), FAULTS)
def test_faults(tmp_path: Path, name: str, data: str | bytes, reason: str, said: str) -> None:
    _, (reject,) = read(write(tmp_path / "in", {name: data}))
    assert (reject.source_path, reject.reason) == (f"in/{name}", reason)
    assert said in reject.detail and ";" in reject.detail


def test_archives_within_archives_end_somewhere(tmp_path: Path) -> None:
    data = pack_zip({"a.txt": TEXT.encode()})
    for _ in range(12):
        data = pack_zip({"a.zip": data})
    articles, (reject,) = read(write(tmp_path, {"a.zip": data}))
    assert (articles, reject.reason) == ([], "too-deep")


def test_the_rest_of_a_container_goes_on(tmp_path: Path) -> None:
    lines = [json.dumps({"id": 1, "text": "one"}), "{", json.dumps({"text": ""}), json.dumps({"id": 2, "text": "two"})]
    archive = pack_zip({"a.gz": b"x", "b.txt.gz": b"x", "c.jsonl": "\n".join(lines).encode(), "d.txt": b"\0\1\2", "e.txt": b"three"})
    articles, rejects = read(write(tmp_path, {"a.zip": archive}))
    assert [a.text for a in articles] == ["one", "two", "three"]
    assert [r.reason for r in rejects] == ["broken-archive", "broken-archive", "bad-json", "no-text", "binary"]


def test_a_table_goes_on_after_odd_quotation_marks(tmp_path: Path) -> None:
    rows = 'id,text\n1,"one\n\n2,"two"\n3,"three ""or so""\n\nand more"\n4,"four" or five\n5,5"\n'
    articles, (reject,) = read(write(tmp_path / "in", {"a.csv": rows}))
    assert [(a.id, a.text) for a in articles] == [("a-3", 'three "or so"\n\nand more'), ("a-4", "four or five"), ("a-5", '5"')]
    assert reject.reason == "bad-csv" and "in/a.csv, line 2: " in reject.detail and "so lines 2 to 4 are left out; mend" in reject.detail


def test_encrypted_archive(tmp_path: Path) -> None:
    data = bytearray(pack_zip({"a.txt": TEXT.encode()}))
    data[data.index(b"PK\x01\x02") + 8] |= 1
    _, (reject,) = read(write(tmp_path, {"a.zip": bytes(data)}))
    assert reject.reason == "encrypted"


def test_items_without_an_id_are_called_by_their_text(tmp_path: Path) -> None:
    one, two = ({"text": "one"}, {"text": "two"})
    first, _ = read(write(tmp_path / "x", {"a.jsonl": json.dumps(one) + "\n" + json.dumps(two)}))
    second, _ = read(write(tmp_path / "y", {"a.jsonl": json.dumps(two) + "\n" + json.dumps(one)}))
    assert [a.id for a in first] == [a.id for a in second] == ["a-3fc4ccfe745870e2", "a-7692c3ad3540bb80"]


def test_items_of_one_id(tmp_path: Path) -> None:
    rows = "id,text\n1,one\n1,two\n1,one\n"
    articles, rejects = read(write(tmp_path / "in", {"a.csv": rows}))
    assert [(a.id, a.also) for a in articles] == [("a-1-3fc4ccfe", ()), ("a-1-7692c3ad", (("in/a.csv", "row 4"),))]
    assert rejects == []


def test_map(tmp_path: Path) -> None:
    write(tmp_path, {"a.csv": "words,text,hed\none,two,H\n", "b.json": json.dumps({"x": {"y": "three"}, "words": None})})
    asked = Settings({"text": "words", "title": "hed"})
    assert [(a.text, a.title) for a in read_sources([tmp_path / "a.csv"], asked) if isinstance(a, Article)] == [("one", "H")]
    (article,) = read_sources([tmp_path / "b.json"], Settings({"text": "x.y"}))
    assert isinstance(article, Article) and article.text == "three"


def test_sidecar_wins(tmp_path: Path) -> None:
    sidecar = "path,title,publication\na.html,Another,The Post\nb.jsonl,,The Post\n"
    (a, b), _ = read(write(tmp_path, {"a.html": page(), "b.jsonl": json.dumps(ROW), "metadata.csv": sidecar}))
    assert (a.title, a.publication, a.language) == ("Another", "The Post", "en-US")
    assert (b.title, b.publication) == ("A bridge", "The Post")


def test_sidecars_in_an_archive(tmp_path: Path) -> None:
    outer, inner = b"path,title,byline\n2022/b.txt,Outer,Ben Ek\n", b"path,title\nb.txt,Inner\nc.txt,None\n"
    archive = pack_zip({"2022/b.txt": TEXT.encode(), "metadata.csv": outer, "2022/metadata.csv": inner})
    (article,), (reject,) = read(write(tmp_path / "in", {"a.zip": archive, "metadata.csv": "path,title,publication\na.zip,Z,The Post\n"}))
    assert (article.title, article.byline, article.publication) == ("Inner", "Ben Ek", "The Post")
    assert (reject.reason, reject.detail[:67]) == ("metadata", "in/a.zip, 2022/metadata.csv line 3: no file 'c.txt' in this folder;")


HEADS = [
    pytest.param('<meta property="article:published_time" content="2022-10-19T17:30:00-04:00">', "published", "2022-10-19T17:30:00-04:00", id="moment"),
    pytest.param('<meta name="author" content="Ben Ek">', "byline", "Ben Ek", id="author"),
    pytest.param('<link rel="canonical" href="https://example.org/a">', "url", "https://example.org/a", id="canonical address"),
    pytest.param('<link rel="canonical" href="/a">', "url", None, id="an address that leads nowhere"),
    pytest.param('<meta property="og:site_name" content="The Post">', "publication", "The Post", id="site"),
    pytest.param('<link rel="canonical" href="https://example.org/a">', "publication", None, id="a host is no publication"),
    pytest.param("", "published", None, id="no date is guessed"),
]


@pytest.mark.parametrize(("head", "field", "value"), HEADS)
def test_what_a_page_tells(tmp_path: Path, head: str, field: str, value: str | None) -> None:
    (article,), _ = read(write(tmp_path, {"a.html": page(head=head)}))
    assert getattr(article, field) == value


def test_what_a_page_puts_beside_its_article(tmp_path: Path) -> None:
    beside = ('<figure><img src="x"><figcaption>The bridge at dawn.</figcaption></figure><blockquote class="twitter-tweet"><p>Not now!</p>'
              "&mdash; Ana Ruiz (@ruiz)</blockquote><script>var x = 1</script>")
    (article,), _ = read(write(tmp_path, {"a.html": page().replace(b"</h1>", b"</h1>" + beside.encode())}))
    assert "dawn" not in article.text and "Not now" not in article.text and "var x" not in article.text
    assert SAID in article.text


CODED = [
    pytest.param("a.html", page(LONG.replace("Ana", "Zoë"), charset="windows-1252"), "windows-1252", "Zoë", id="a page in Windows-1252"),
    pytest.param("a.html", page(LONG.replace("Ana", "Zoë")).replace(b"utf-8", b"iso-8859-1"), "utf-8", "Zoë", id="a page that declares wrongly"),
    pytest.param("a.html", page(LONG.replace("Ana", "Łukasz").replace("“", '"').replace("”", '"'), charset="iso-8859-2"), "iso8859-2", "Łukasz", id="a page in Latin-2"),
    pytest.param("a.html", page(LONG.replace("Ana", "Zoë") + " word" * 300).replace(b"rights", b"r\xffghts"), "utf-8, broken bytes replaced", "Zoë",
                 id="a page with a broken byte"),
    pytest.param("a.csv", "text\nZoë said no and that the old bridge was safe\n".encode("cp1252"), "windows-1252", "Zoë", id="a table in Windows-1252"),
    pytest.param("a.jsonl", json.dumps(ROW | {"text": "Zoë said no"}, ensure_ascii=False).encode("utf-16"), "utf-16", "Zoë", id="JSON Lines in UTF-16"),
    pytest.param("a.txt", "“No,” said ZoÃ« Ruiz.\nâ€œNo.â€\x9d", "utf-8, mojibake mended", "“No,” said Zoë Ruiz.\n“No.”", id="mojibake"),
    pytest.param("a.txt", "\"It's\" ‘so’ ﬁne…", "utf-8", "\"It's\" ‘so’ ﬁne…", id="quotation marks and ligatures are left alone"),
]


@pytest.mark.parametrize(("name", "data", "encoding", "words"), CODED)
def test_encodings_are_found(tmp_path: Path, name: str, data: str | bytes, encoding: str, words: str) -> None:
    (article,), rejects = read(write(tmp_path, {name: data}))
    assert (article.encoding, rejects) == (encoding, [])
    assert words in article.text


@pytest.mark.parametrize("text", ["Non.", "Bonjour, Ana Ruiz", "Ana Ruiz, Ben Ek, Ida Ng, Carol Stein, Dov Łęcki, Ella Park and others. " * 3])
def test_short_and_odd_texts_are_not_called_foreign(tmp_path: Path, text: str) -> None:
    (article,), _ = read(write(tmp_path, {"a.txt": text}))
    assert article.text == text


def test_what_no_database_can_hold_is_taken_out(tmp_path: Path) -> None:
    (article,), _ = read(write(tmp_path, {"a.json": '{"text": "on\\u0000e \\ud83d tw\\ud83d\\ude00o", "title": "T\\u0000"}'}))
    assert (article.text, article.title) == ("one \ufffd tw\U0001f600o", "T")


def stdin(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    class Given:
        buffer = io.BufferedReader(io.BytesIO(data))

    monkeypatch.setattr("sys.stdin", Given)


STANDARD_INPUT = [
    pytest.param(TEXT.encode(), None, "stdin", id="text"),
    pytest.param(FRONT.encode(), None, "stdin", id="Markdown"),
    pytest.param(json.dumps(ROW).encode() + b"\n" + json.dumps(ROW).encode(), None, "stdin-7", id="JSON Lines"),
    pytest.param(json.dumps([ROW]).encode(), None, "stdin-7", id="JSON"),
    pytest.param(page(), None, "stdin", id="HTML"),
    pytest.param(ATOM.encode(), None, "stdin-tag:x,1", id="Atom"),
    pytest.param(parquet([ROW]), None, "stdin-7", id="Parquet"),
    pytest.param(record("conversion", "https://example.org/a", "", TEXT.encode()), None, "stdin-example.org-a", id="WARC"),
    pytest.param(pack_zip({"b.txt": TEXT.encode()}), None, "stdin-b", id="ZIP"),
    pytest.param(CSV.encode(), ".csv", "stdin-7", id="CSV, which must be said"),
]


@pytest.mark.parametrize(("data", "format", "id"), STANDARD_INPUT)
def test_standard_input(monkeypatch: pytest.MonkeyPatch, data: bytes, format: str | None, id: str) -> None:
    stdin(monkeypatch, data)
    gathering = Gathering()
    for found in read_sources([Path("-")], Settings(format=format)):
        assert isinstance(found, Article), found
        gathering.add(found)
    (article,) = gathering.settle()
    assert (article.id, article.source_path) == (id, "stdin")


NAMES = [("a.txt", "a", ".txt"), ("x.y.TXT", "x.y", ".TXT"), ("a.json.gz", "a", ".gz"), ("v1.2.gz", "v1.2", ".gz"), ("a", "a", ""), ("b/a.tar.gz", "b/a", ".gz")]


@pytest.mark.parametrize(("name", "stem", "ending"), NAMES)
def test_names(name: str, stem: str, ending: str) -> None:
    assert split_name(name) == (stem, ending)


def test_a_large_list_is_read_item_by_item(tmp_path: Path) -> None:
    rows = [{"id": n, "text": f"text {n} " + "word " * 200} for n in range(3_000)]
    write(tmp_path, {"a.json": json.dumps(rows), "b.json": json.dumps(rows, indent=1)})
    for name in ("a.json", "b.json"):
        found = list(read_sources([tmp_path / name]))
        assert [a.id for a in found if isinstance(a, Article)] == [f"{name[0]}-{n}" for n in range(3_000)]


SAMPLES = {f"{n}-{param.values[0]}": param.values[1] if isinstance(param.values[1], bytes) else param.values[1].encode() for n, param in enumerate(FORMATS)}
ROUNDS = 6  # per sample; enough to go through every reader in a few seconds


@pytest.mark.parametrize("name", SAMPLES)
def test_readers_bear_anything(tmp_path: Path, name: str) -> None:
    """Cut, flip and shuffle a good file: whatever comes is articles and rejects that can be stored, twice the same."""
    chance = random.Random(name)
    for _ in range(ROUNDS):
        data = bytearray(SAMPLES[name])
        for _ in range(chance.randint(1, 8)):
            at = chance.randrange(len(data))
            kind = chance.randrange(4)
            if kind == 0:
                data[at] = chance.randrange(256)
            elif kind == 1:
                del data[at : at + chance.randint(1, 40)]
            elif kind == 2:
                data[at:at] = chance.choice([b"\0", b"\xff\xfe", b"<", b'"', b"{[", b"\r\n", b"\xed\xa0\x80", b"&#0;", b"]]>"])
            else:
                data = data[: at + 1]
            data = data or bytearray(b" ")
        _check_storable(tmp_path, name, bytes(data))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(endings()), st.binary(max_size=80) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "replace")))
def test_readers_bear_noise(tmp_path: Path, ending: str, data: bytes) -> None:
    _check_storable(tmp_path, f"noise{ending}", data)
    assert guess_ending(data) in endings()


def _check_storable(folder: Path, name: str, data: bytes) -> None:
    path = folder / name
    path.write_bytes(data)
    found = list(read_sources([path]))
    assert found == list(read_sources([path]))
    for one in found:
        told = [one.detail, one.reason] if isinstance(one, Reject) else [one.text, *(getattr(one, field) or "" for field in FIELDS)]
        for text in told:
            assert "\0" not in text
            text.encode()


ORDERS: list[Callable[[list[Path]], list[Path]]] = [lambda paths: paths, lambda paths: paths[::-1], lambda paths: [*paths[3:], *paths, *paths[:2]]]


@pytest.mark.parametrize("order", ORDERS)
def test_order_changes_nothing(tmp_path: Path, order: Callable[[list[Path]], list[Path]]) -> None:
    folder = write(tmp_path, {name: data for name, data in SAMPLES.items()})
    paths = sorted(folder.iterdir())
    assert read(*order(paths)) == read(*paths)


def test_docs_name_every_ending_and_reason() -> None:
    told = (Path(__file__).parents[1] / "docs" / "sources.md").read_text(encoding="utf-8")
    assert [ending for ending in endings() if f"`{ending}`" not in told] == []
    assert [reason for param in FAULTS if f"`{(reason := param.values[2])}`" not in told] == []
