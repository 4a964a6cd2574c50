"""Annotation on a Dask cluster: a real scheduler and real workers, one of which dies on the way."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import build_db
from ontherecord.records import Annotated, Article
from ontherecord.store import Store, hash_text
from ontherecord.version import DEFAULT_MODEL
from ontherecord.workers import WorkerLost, annotate_all

pytest.importorskip("distributed", reason="the extra dask is not installed: pip install -e .[dask]")

ARTICLES = 18
SENTENCE = "The council met for the {}th time and heard Björn Ek, the treasurer, on the bridge."
QUIET = {"DASK_DISTRIBUTED__ADMIN__LOW_LEVEL_LOG_LENGTH": "0", "OMP_NUM_THREADS": "1"}


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Enough articles for several shards."""
    folder = tmp_path_factory.mktemp("given") / "in"
    folder.mkdir()
    for n in range(ARTICLES):
        more = " ".join(SENTENCE.format(n * 100 + i) for i in range(50))
        (folder / f"a{n}.txt").write_text(f"“We need {n + 2} votes,” said Ana Ruiz, the mayor.\n\n{more}\n", encoding="utf-8")
    return folder


@pytest.fixture
def start() -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Start a part of Dask as a process; it is ended after the test."""
    started: list[subprocess.Popen[bytes]] = []

    def run(part: str, *args: object) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{part}", *map(str, args), "--no-dashboard"]
        started.append(subprocess.Popen(command, cwd=build_db.ROOT, env=os.environ | QUIET, stderr=subprocess.DEVNULL))
        return started[-1]

    run.started = started
    yield run
    for process in reversed(started):
        process.kill()
        process.wait()


@pytest.fixture
def scheduler(start: Callable[..., subprocess.Popen[bytes]], tmp_path: Path) -> str:
    """The address of a scheduler that has no workers yet."""
    told = tmp_path / "scheduler.json"
    start("scheduler", "--host", "127.0.0.1", "--port", 0, "--scheduler-file", told)
    while not told.exists() or not told.read_text().strip():
        time.sleep(0.05)
    from distributed import Client

    with Client(scheduler_file=str(told), set_as_default=False) as client:
        return client.scheduler.address


def start_worker(start: Callable[..., subprocess.Popen[bytes]], scheduler: str) -> subprocess.Popen[bytes]:
    """One more worker, once the scheduler knows it."""
    from distributed import Client

    worker = start("worker", scheduler, "--nthreads", 1, "--no-nanny", "--host", "127.0.0.1")
    with Client(scheduler, set_as_default=False) as client:
        client.wait_for_workers(len(start.started) - 1, timeout=60)
    return worker


def test_worker_killed_on_the_way_changes_no_byte(given: Path, scheduler: str, start: Callable, tmp_path: Path) -> None:
    workers = [start_worker(start, scheduler) for _ in range(2)]
    there = [sys.executable, str(build_db.ROOT / "build_db.py"), str(given), "--dask", scheduler,
             "--db", str(tmp_path / "there.db"), "--store", str(tmp_path / "shared")]
    running = subprocess.Popen(there, stderr=subprocess.PIPE, text=True)
    kept = lambda: len(list((tmp_path / "shared").rglob("*.json")))  # noqa: E731
    while running.poll() is None and not kept():
        time.sleep(0.01)
    workers[0].send_signal(signal.SIGKILL)
    assert kept() < ARTICLES
    _, stderr = running.communicate(timeout=120)
    assert (running.returncode, kept()) == (0, ARTICLES), stderr
    here = [*there[:3], "--db", str(tmp_path / "here.db"), "--store", str(tmp_path / "own")]
    assert subprocess.run(here, timeout=120).returncode == 0
    assert (tmp_path / "here.db").read_bytes() == (tmp_path / "there.db").read_bytes()


def test_scheduler_that_goes_away(given: Path, scheduler: str, start: Callable, tmp_path: Path) -> None:
    start_worker(start, scheduler)
    command = [sys.executable, str(build_db.ROOT / "build_db.py"), str(given), "--dask", scheduler,
               "--db", str(tmp_path / "out.db"), "--store", str(tmp_path / "store")]
    soon = {"DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "1s"}
    running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=os.environ | soon)
    while running.poll() is None and not list((tmp_path / "store").rglob("*.json")):
        time.sleep(0.01)
    start.started[0].kill()
    _, stderr = running.communicate(timeout=120)
    assert running.returncode == 1 and not (tmp_path / "out.db").exists()
    assert "the scheduler went away" in stderr and "Traceback" not in stderr, stderr


def annotate(store: Store, address: str) -> None:
    annotate_all([Article("a", "a.txt", "“No,” said Ana Ruiz.")], model=DEFAULT_MODEL, workers=1, store=store, dask=address)


def test_worker_with_other_code_is_told(scheduler: str, start: Callable, tmp_path: Path) -> None:
    start_worker(start, scheduler)
    from distributed import Client

    with Client(scheduler, set_as_default=False) as client:
        client.wait_for_workers(1, timeout=60)
    with pytest.raises(WorkerLost, match="the worker at tcp://.* has other code"):
        annotate(Store(tmp_path, "of another pipeline"), scheduler)
    assert not list(tmp_path.rglob("*.json.*"))


def test_scheduler_without_workers(scheduler: str, tmp_path: Path) -> None:
    with pytest.raises(WorkerLost, match="no workers; start some"):
        annotate(Store(tmp_path, "v1"), scheduler)


def test_no_scheduler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ontherecord.cluster.PATIENCE", 1)
    with pytest.raises(WorkerLost, match="no scheduler answers"):
        annotate(Store(tmp_path, "v1"), "tcp://127.0.0.1:9")
    with pytest.raises(WorkerLost, match="no scheduler answers"):
        annotate(Store(tmp_path, "v1"), "nonsense://")
    with pytest.raises(WorkerLost, match="not an address"):
        annotate(Store(tmp_path, "v1"), "nonsense")


def test_nothing_new_asks_nobody(tmp_path: Path) -> None:
    store = Store(tmp_path, "v1")
    store.put(hash_text("“No,” said Ana Ruiz."), Annotated((), (), (), (), ()))
    annotate(store, "tcp://127.0.0.1:9")
