"""Incremental, and never lost: 50 invented articles in any order and split, a build killed at 20 random points, two at once."""

import hashlib
import json
import multiprocessing
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from spacy.language import Language

import build_db
from benchmarks.invented import write_invented
from ontherecord import shards, workers

ARTICLES = 50
KILLED = 20
SEED = 3


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of invented articles."""
    return write_invented(tmp_path_factory.mktemp("given") / "in", ARTICLES)


@pytest.fixture(autouse=True)
def loaded(nlp: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pipeline that the other tests use: what is tested here is not how it is loaded."""
    monkeypatch.setattr(shards, "load_model", lambda name: nlp)


def build(folder: Path, *sources: Path, store: Path, db: str = "out.db") -> bytes:
    """Build in this process and return the database."""
    options = [*sources, "--db", folder / db, "--store", store, "--silent"]
    result = CliRunner().invoke(build_db.main, list(map(str, options)))
    assert (result.exit_code, result.output) == (0, ""), result.exc_info
    return (folder / db).read_bytes()


@pytest.fixture(scope="module")
def whole(given: Path, nlp: Language, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where one build of all articles has left its database and its store."""
    folder = tmp_path_factory.mktemp("whole")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shards, "load_model", lambda name: nlp)
        build(folder, given, store=folder / "store")
    return folder


def test_any_order_and_any_split_into_runs(given: Path, whole: Path, tmp_path: Path) -> None:
    files = sorted(given.rglob("*.txt"))
    random.Random(SEED).shuffle(files)
    for count in (3, 17, 18, 40):
        build(tmp_path, *files[:count], store=tmp_path / "store", db="part.db")
    one_more = build(tmp_path, *files, store=tmp_path / "store")
    assert one_more == build(tmp_path, *reversed(files), store=whole / "store")
    assert build(tmp_path, given, store=tmp_path / "store") == (whole / "out.db").read_bytes()


def test_removed_articles_leave_no_trace(given: Path, whole: Path, tmp_path: Path) -> None:
    shutil.copytree(given, tmp_path / "in")
    build(tmp_path, tmp_path / "in", store=whole / "store")
    for file in sorted(given.rglob("*.txt"))[::3]:
        (tmp_path / "in" / file.relative_to(given)).unlink()
    after = build(tmp_path, tmp_path / "in", store=whole / "store")
    shutil.rmtree(tmp_path / ".ontherecord")
    (tmp_path / "out.db").unlink()
    assert after == build(tmp_path, tmp_path / "in", store=tmp_path / "store")


def test_only_what_changed_is_annotated(given: Path, whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(given, tmp_path / "in")
    changed = next((tmp_path / "in").rglob("*.txt"))
    changed.write_text(changed.read_text(encoding="utf-8").replace("the", "that"), encoding="utf-8")
    seen: list[str] = []
    annotate = workers.annotate_shard
    monkeypatch.setattr(workers, "annotate_shard", lambda model, shard, store: seen.extend(text for _, text in shard) or annotate(model, shard, store))
    build(tmp_path, tmp_path / "in", store=whole / "store")
    assert seen == [changed.read_text(encoding="utf-8")]


def test_nothing_new_loads_no_model(given: Path, whole: Path) -> None:
    before = (whole / "out.db").read_bytes()
    arguments = [str(given), "--db", str(whole / "out.db"), "--store", str(whole / "store"), "--workers", "2"]
    code = f"import build_db, sys; build_db.main({arguments}, standalone_mode=False); assert 'spacy' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code], cwd=build_db.ROOT, timeout=60).returncode == 0
    assert (whole / "out.db").read_bytes() == before


def start(work: Callable[[], object]) -> multiprocessing.Process:
    """Do it in a fork of this process, which has the model already."""
    process = multiprocessing.get_context("fork").Process(target=work)
    process.start()
    return process


@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_killed_at_twenty_random_points(given: Path, whole: Path, tmp_path: Path) -> None:
    """The old database is whole or replaced by the whole new one, finished annotations are kept, the end is the same."""
    store, chance = tmp_path / "store", random.Random(SEED)
    old = build(tmp_path, next(given.rglob("*.txt")), store=tmp_path / "other")
    new = (whole / "out.db").read_bytes()
    began = time.monotonic()
    build(tmp_path, given, store=whole / "store", db="timed.db")
    assembling = time.monotonic() - began
    kept = -1
    for number in range(KILLED):
        if number == KILLED // 2:  # the second half is killed while assembling and publishing
            shutil.copytree(whole / "store", store, dirs_exist_ok=True)
        process = start(lambda: build(tmp_path, given, store=store))
        if number < KILLED // 2:
            wait_for(lambda: count(store) > kept or not process.is_alive())
            time.sleep(chance.uniform(0, 0.02))
        else:
            time.sleep(chance.uniform(0, assembling * 1.2))
        os.kill(process.pid, signal.SIGKILL)
        process.join()
        assert (tmp_path / "out.db").read_bytes() in (old, new)
        assert not (tmp_path / "inspect-data.json").exists() or told_hash(tmp_path) == hash_of(tmp_path / "out.db")
        assert count(store) >= kept
        kept = count(store)
    assert build(tmp_path, given, store=store) == new
    assert told_hash(tmp_path) == hash_of(tmp_path / "out.db")
    assert not list((tmp_path / ".ontherecord").glob("*.unfinished"))


@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_builds_at_once_do_not_harm_each_other(given: Path, whole: Path, tmp_path: Path) -> None:
    files = sorted(given.rglob("*.txt"))
    jobs = [(files[:12], "out.db"), (files[:12], "out.db"), (files[6:15], "part.db")]
    running = [start(lambda s=sources, n=name: build(tmp_path, *s, store=tmp_path / "store", db=n)) for sources, name in jobs]
    for process in running:
        process.join()
        assert process.exitcode == 0
    assert told_hash(tmp_path) == hash_of(tmp_path / "out.db")
    for sources, name in jobs[1:]:
        assert (tmp_path / name).read_bytes() == build(tmp_path, *sources, store=whole / "store", db="again.db")


def wait_for(met: Callable[[], bool]) -> None:
    while not met():
        time.sleep(0.005)


def count(store: Path) -> int:
    return len(list(store.rglob("*.json")))


def told_hash(folder: Path) -> str:
    return json.loads((folder / "inspect-data.json").read_bytes())["out"]["hash"]


def hash_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
