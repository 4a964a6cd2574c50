"""Reading: which files become articles, under which ids, in which encodings, and what is said of the others."""

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ontherecord.records import Article, Reject
from ontherecord.sources import read_sources
from ontherecord.sources.encodings import MAX_CHARACTERS, decode
from ontherecord.sources.faults import Unreadable
from ontherecord.sources.gathered import Gathering

NOBODY = 65534
TEXT = "“No,” said Ana Ruiz.\n"


def write(folder: Path, files: dict[str, str | bytes]) -> Path:
    """Write files below a folder and return it."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def read(*paths: Path) -> tuple[list[Article], list[Reject]]:
    gathering = Gathering()
    rejects = []
    for found in read_sources(paths):
        if isinstance(found, Reject):
            rejects.append(found)
        else:
            gathering.add(found)
    return list(gathering.settle()), rejects


ENCODINGS = [
    pytest.param(TEXT.encode(), "utf-8", TEXT, id="UTF-8"),
    pytest.param(b"\xef\xbb\xbf" + TEXT.encode(), "utf-8-sig", TEXT, id="UTF-8 with a byte order mark"),
    pytest.param(TEXT.encode("utf-16"), "utf-16", TEXT, id="UTF-16, little-endian"),
    pytest.param(b"\xfe\xff" + TEXT.encode("utf-16-be"), "utf-16", TEXT, id="UTF-16, big-endian"),
    pytest.param(TEXT.encode("cp1252"), "windows-1252", TEXT, id="Windows-1252"),
    pytest.param("Zoë’s café — © Ana Ruiz".encode("cp1252"), "windows-1252", "Zoë’s café — © Ana Ruiz", id="Windows-1252, letters and signs"),
    pytest.param("ÉLAN à Évry".encode("cp1252"), "windows-1252", "ÉLAN à Évry", id="Windows-1252, capitals"),
    pytest.param(b"one\r\ntwo\xc2\xa0\x0cthree", "utf-8", "one\r\ntwo\xa0\x0cthree", id="nothing is changed"),
]

REFUSED = [
    pytest.param(b"\x00\x01\x02PK", "binary", id="zero bytes"),
    pytest.param(bytes(range(256)) * 4, "binary", id="every byte"),
    pytest.param(b"\x1f\x8b\x08\x08abc\x00\x03", "binary", id="gzip"),
    pytest.param(b"ab\x01\x02\x03\x04", "binary", id="control characters"),
    pytest.param("Он сказал им нет".encode("koi8-r"), "encoding", id="KOI8-R"),
    pytest.param("彼は言った".encode("shift-jis"), "encoding", id="Shift-JIS"),
    pytest.param("“It isn’t,” he said".encode("mac-roman"), "encoding", id="Mac Roman"),
    pytest.param(TEXT.encode() + b"\xe2\x80 said", "encoding", id="UTF-8 with a fault"),
    pytest.param(b"\xef\xbb\xbf\x93No\x94", "encoding", id="Windows-1252 after a mark of UTF-8"),
    pytest.param(b"\xff\xfea", "encoding", id="half a character of UTF-16"),
]


@pytest.mark.parametrize(("data", "encoding", "text"), ENCODINGS)
def test_encodings(tmp_path: Path, data: bytes, encoding: str, text: str) -> None:
    (article,), rejects = read(write(tmp_path, {"a.txt": data}))
    assert (article.text, article.encoding, rejects) == (text, encoding, [])


@pytest.mark.parametrize(("data", "reason"), REFUSED)
def test_bytes_that_are_no_text(tmp_path: Path, data: bytes, reason: str) -> None:
    articles, (reject,) = read(write(tmp_path / "in", {"a.txt": data}))
    assert articles == []
    assert (reject.source_path, reject.reason) == ("in/a.txt", reason)
    assert reject.detail.startswith("in/a.txt: ") and "; " in reject.detail or ", " in reject.detail


@given(st.binary(max_size=60))
def test_any_bytes_give_a_text_or_a_reason(data: bytes) -> None:
    try:
        text, _ = decode(data, "a.txt")
    except Unreadable as fault:
        assert fault.reason in ("binary", "encoding")
    else:
        assert "\0" not in text
        text.encode()


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0\ufeff"), max_size=60))
def test_text_comes_back_character_for_character(text: str) -> None:
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        try:
            assert decode(text.encode(encoding), "a.txt") == (text, encoding if text or encoding != "utf-16" else "utf-16")
        except Unreadable as fault:
            assert fault.reason == "binary" and any(c < " " or c == "\x7f" for c in text)


FAULTS = [
    pytest.param({"a.txt": ""}, "empty", id="an empty file"),
    pytest.param({"a.txt": " \n\u200b…"}, "empty", id="no word"),
    pytest.param({"a.txt": "a " * (MAX_CHARACTERS // 2) + "b"}, "too-long", id="a character too many"),
    pytest.param({"a.txt": "é" * (MAX_CHARACTERS * 3)}, "too-long", id="too long to be read"),
    pytest.param({"a.pdf": b"%PDF"}, "unsupported", id="another format"),
    pytest.param({"noextension": "text"}, "unsupported", id="no extension"),
    pytest.param({"README.md": "text", ".hidden.txt": "text"}, "empty", id="a folder without articles"),
]


@pytest.mark.parametrize(("files", "reason"), FAULTS)
def test_faults(tmp_path: Path, files: dict[str, str | bytes], reason: str) -> None:
    articles, (reject,) = read(write(tmp_path, files))
    assert (articles, reject.reason) == ([], reason)
    assert tmp_path.name in reject.detail and len(reject.detail.split(";")) > 1


def test_longest_text_is_read(tmp_path: Path) -> None:
    (article,), _ = read(write(tmp_path, {"a.txt": "“" * (MAX_CHARACTERS - 1) + "a"}))
    assert len(article.text) == MAX_CHARACTERS


def test_missing_path(tmp_path: Path) -> None:
    articles, (reject,) = read(tmp_path / "nope")
    assert (articles, reject.reason) == ([], "missing")
    assert reject.detail == f"{tmp_path / 'nope'}: no such file or folder; check the path"


def test_file_that_goes_away_meanwhile(tmp_path: Path) -> None:
    found = read_sources([write(tmp_path, {"a.txt": "one", "b.txt": "two", "c.txt": "three"})])
    assert isinstance(next(found), Article)
    (tmp_path / "b.txt").unlink()
    second, third = found
    assert isinstance(second, Reject) and second.reason == "vanished"
    assert isinstance(third, Article)


def test_loop(tmp_path: Path) -> None:
    folder = write(tmp_path / "in", {"a.txt": "one", "sub/b.txt": "two"})
    (folder / "sub" / "again").symlink_to(folder)
    articles, (reject,) = read(folder)
    assert [a.id for a in articles] == ["a", "sub-b"]
    assert (reject.source_path, reject.reason) == ("in/sub/again", "loop")


def test_link_to_itself(tmp_path: Path) -> None:
    (tmp_path / "a.txt").symlink_to(tmp_path / "a.txt")
    assert [r.reason for r in read(tmp_path)[1]] == ["loop"]


def test_path_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "in", {"a.txt": "one", "metadata.csv": "path,title\na.txt,First\n"})
    monkeypatch.chdir(tmp_path / "in")
    assert read(Path("a.txt")) == read(Path()) == read(Path("../in")) == read(tmp_path / "in")


def test_link_that_leads_nowhere_and_pipe(tmp_path: Path) -> None:
    write(tmp_path, {"a.txt": "one"})
    (tmp_path / "b.txt").symlink_to(tmp_path / "nope")
    os.mkfifo(tmp_path / "c.txt")
    articles, rejects = read(tmp_path)
    assert len(articles) == 1
    assert [r.reason for r in rejects] == ["vanished", "unsupported"]


@pytest.fixture
def as_nobody() -> Iterator[Path]:
    """A folder of a user who is not root, whom no file forbids anything."""
    with tempfile.TemporaryDirectory() as folder:
        if os.geteuid() != 0:
            yield Path(folder)
            return
        os.chown(folder, NOBODY, NOBODY)
        os.seteuid(NOBODY)
        try:
            yield Path(folder)
        finally:
            os.seteuid(0)


def test_no_permission(as_nobody: Path) -> None:
    write(as_nobody, {"a.txt": "one", "b.txt": "two", "sub/c.txt": "three"})
    (as_nobody / "b.txt").chmod(0)
    (as_nobody / "sub").chmod(0)
    articles, rejects = read(as_nobody)
    (as_nobody / "sub").chmod(0o700)
    assert len(articles) == 1
    assert [r.reason for r in rejects] == ["permission", "permission"]


def test_ids_and_order(tmp_path: Path) -> None:
    folder = write(tmp_path / "in", {"b.txt": "one", "2022/a.txt": "two", "2022/x.y.TXT": "three", "ü 1.txt": "four"})
    articles, _ = read(folder)
    assert [(a.id, a.source_path) for a in articles] == [
        ("2022-a", "in/2022/a.txt"),
        ("2022-x.y", "in/2022/x.y.TXT"),
        ("b", "in/b.txt"),
        ("ü 1", "in/ü 1.txt"),
    ]


def test_ids_that_clash_get_digits_of_their_text(tmp_path: Path) -> None:
    articles, _ = read(write(tmp_path, {"a-b.txt": "one", "a/b.txt": "two", "c.txt": "three"}))
    assert [(a.id, a.text) for a in articles] == [("a-b-3fc4ccfe", "two"), ("a-b-7692c3ad", "one"), ("c", "three")]


def test_suffix_that_another_file_claims(tmp_path: Path) -> None:
    articles, _ = read(write(tmp_path, {"a-b.txt": "one", "a/b.txt": "two", "a-b-7692c3ad.txt": "three"}))
    assert len({a.id for a in articles}) == 3


def test_same_text_twice_is_one_article(tmp_path: Path) -> None:
    write(tmp_path, {"old/a.txt": "one", "new/a.txt": "one", "old/b.txt": "two"})
    articles, rejects = read(tmp_path / "old", tmp_path / "new")
    assert [(a.id, a.source_path, a.also) for a in articles] == [("a", "new/a.txt", (("old/a.txt", None),)), ("b", "old/b.txt", ())]
    assert rejects == []


def test_folders_of_one_name(tmp_path: Path) -> None:
    write(tmp_path, {"x/in/a.txt": "one", "y/in/a.txt": "two", "x/in/b.txt": "three", "y/in/b.txt": "three"})
    articles, rejects = read(tmp_path / "x" / "in", tmp_path / "y" / "in")
    assert [(a.id, a.also) for a in articles] == [("a-3fc4ccfe", ()), ("a-7692c3ad", ()), ("b", (("in/b.txt", None),))]
    assert rejects == []


def by_folder(folder: Path) -> list[Path]:
    return [folder]


def by_file(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.txt"), reverse=True)


def both_ways(folder: Path) -> list[Path]:
    return [folder / "a.txt", folder, folder / "." / "b.txt"]


@pytest.mark.parametrize("given", [by_file, both_ways])
def test_how_files_are_given_changes_nothing(tmp_path: Path, given: Callable[[Path], list[Path]]) -> None:
    row = "path,title\na.txt,First\n"
    folder = write(tmp_path / "in", {"a.txt": "one", "b.txt": "two", "metadata.csv": row})
    assert read(*given(folder)) == read(*by_folder(folder))
    assert read(folder)[0][0].title == "First"


def test_name_that_is_no_text(tmp_path: Path) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt")).write_text("one")
    (article,), _ = read(tmp_path)
    assert article.id == "caf\ufffd"


def test_sidecar(tmp_path: Path) -> None:
    columns = "path,title,byline,publication,published,url,language\n"
    outer = columns + 'a.txt,"One,\u2028two",Ana Ruiz,The Paper,2022-10-19,https://example.org/a,en\nsub/b.txt,Outer,,The Paper,,,\n'
    inner = "\ufeffpath,title\r\nb.txt,Inner\r\n"
    (a, b), rejects = read(write(tmp_path, {"a.txt": "one", "sub/b.txt": "two", "metadata.csv": outer, "sub/metadata.csv": inner}))
    assert rejects == []
    assert (a.title, a.byline, a.publication, a.published, a.url, a.language) == (
        "One,\u2028two", "Ana Ruiz", "The Paper", "2022-10-19", "https://example.org/a", "en",
    )
    assert (b.title, b.publication, b.byline) == ("Inner", "The Paper", None)


BAD_ROWS = [
    pytest.param("path,title\nb.txt,T\n", "line 2: no file 'b.txt' in this folder", id="no such file"),
    pytest.param("path,title\n,T\n", "line 2: no file ''", id="no path"),
    pytest.param(f"path,title\n{'b' * 300}.txt,T\n", "line 2: no file 'bbb", id="a path longer than any can be"),
    pytest.param("path,title\na.txt,T\na.txt,U\n", "line 3: 'a.txt' for the second time", id="a path twice"),
    pytest.param("path,title\na.txt,T,U\n", "line 2: 3 cells where the header has 2", id="a comma too many"),
    pytest.param("path,autor\na.txt,T\n", "line 1: unknown column 'autor'; the columns are path,", id="unknown column"),
    pytest.param("title\nT\n", "line 1: no column path", id="no column path"),
    pytest.param("", "line 1: no column path", id="an empty sidecar"),
    pytest.param("path,published\na.txt,Oct 19\n", "line 2: published 'Oct 19' is not a date", id="no ISO date"),
    pytest.param("path,published\na.txt,2022-13-01\n", "line 2: published '2022-13-01'", id="no such month"),
    pytest.param("path,url\na.txt,javascript:1\n", "line 2: url 'javascript:1' is not an address", id="no web address"),
    pytest.param("path,language\na.txt,English\n", "line 2: language 'English'", id="no language code"),
    pytest.param('path,title\na.txt,"T\n', "line 2: a quotation mark that is not closed", id="an open quotation mark"),
    pytest.param('path,"title\na.txt,T\n', "line 1: a quotation mark that is not closed", id="an open quotation mark in the header"),
    pytest.param(b"path,title\na.txt,\x00\n", "binary", id="a binary sidecar"),
]


@pytest.mark.parametrize(("sidecar", "fault"), BAD_ROWS)
def test_faults_of_a_sidecar(tmp_path: Path, sidecar: str | bytes, fault: str) -> None:
    (article,), (reject,) = read(write(tmp_path / "in", {"a.txt": "one", "metadata.csv": sidecar}))
    assert article.title in (None, "T")
    assert (reject.source_path, reject.reason) == ("in/metadata.csv", "metadata")
    assert reject.detail.startswith("in/metadata.csv") and fault in reject.detail


# rows with an odd quotation mark: the titles that are read, and the lines that are told
ODD_MARKS = [
    pytest.param('a.txt,"First\nb.txt,Second\nc.txt,Third\n', [None, "Second", "Third"], [2], id="open to the end"),
    pytest.param('a.txt,"First\nb.txt,"Second"\nc.txt,Third\n', [None, "Second", "Third"], [2], id="open to the next mark"),
    pytest.param('a.txt,"First\nb.txt,Second"\nc.txt,Third\n', [None, 'Second"', "Third"], [2], id="closed by the row that it swallows"),
    pytest.param('a.txt,"First\nb.txt,Second\nc.txt,"Third"\n', [None, "Second", "Third"], [2], id="open to a mark further down"),
    pytest.param('a.txt,First\nb.txt,"Second\nc.txt,"Third', ["First", None, None], [3, 4], id="two that are open"),
    pytest.param('a.txt,"First\r\nb.txt,Second\r\nc.txt,Third\r\n', [None, "Second", "Third"], [2], id="lines as Windows ends them"),
    pytest.param('a.txt,"Big" news\nb.txt,Second\nc.txt,Third\n', [None, "Second", "Third"], [2], id="closed within a cell"),
    pytest.param('a.txt,"First ""one\n\nb.txt,Second\nc.txt,Third\n', [None, "Second", "Third"], [2], id="a doubled mark and an empty line"),
    pytest.param('"a.txt,First\nb.txt,Second\nc.txt,Third\n', [None, "Second", "Third"], [2], id="before the path"),
    pytest.param('a.txt,"First,\nand more"\nb.txt,"The ""second"""\nc.txt,A "third" one\n', ["First, and more", 'The "second"', 'A "third" one'], [],
                 id="marks as they should be"),
]


@pytest.mark.parametrize(("rows", "titles", "told"), ODD_MARKS)
def test_an_open_quotation_mark_swallows_no_row_of_a_sidecar(tmp_path: Path, rows: str, titles: list[str | None], told: list[int]) -> None:
    articles, rejects = read(write(tmp_path / "in", {"a.txt": "one", "b.txt": "two", "c.txt": "three", "metadata.csv": f"path,title\n{rows}"}))
    assert [" ".join(a.title.split()) if a.title else None for a in articles] == titles
    assert [r.detail.split(": ")[0] for r in rejects] == [f"in/metadata.csv line {line}" for line in told]
    assert all(r.reason == "metadata" and r.detail.endswith("; mend the quotation marks there") for r in rejects)
