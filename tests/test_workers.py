"""Who annotates: what is kept, what is passed over, and what happens to a text that no stage can bear."""

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from spacy.language import Language
from spacy.tokens import Doc

from ontherecord import annotate, parse, shards, workers
from ontherecord.records import Annotated, Article
from ontherecord.store import Store, hash_text
from ontherecord.version import DEFAULT_MODEL, ModelError
from ontherecord.workers import WorkerLost, annotate_all

NOTHING = Annotated((), (), (), (), ())
TEXTS = ["“No,” said Ana Ruiz.", "Ana Ruiz, the mayor, came.", "A poisoned text.", "The council met on Monday."]
POISON = TEXTS[2]


def articles(texts: Iterable[str]) -> list[Article]:
    return [Article(f"a{i}", f"in/a{i}.txt", text) for i, text in enumerate(texts)]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path, "v1")


@pytest.fixture(autouse=True)
def loaded(nlp: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pipeline that the other tests use; any other name is loaded as ever."""
    load = workers.load_model
    for room in (workers, shards):
        monkeypatch.setattr(room, "load_model", lambda name: nlp if name == DEFAULT_MODEL else load(name))


def test_every_text_is_kept_once(store: Store) -> None:
    done: list[int] = []
    assert annotate_all(articles([*TEXTS, TEXTS[0]]), model=DEFAULT_MODEL, workers=1, store=store, progress=done.append) == []
    assert sum(done) == len(TEXTS)
    assert all(store.get(hash_text(text)) for text in TEXTS)


@pytest.mark.parametrize("count", [1, 2])
def test_nothing_to_do_loads_no_model(store: Store, count: int) -> None:
    for text in TEXTS:
        store.put(hash_text(text), NOTHING)
    assert annotate_all(articles(TEXTS), model="no_such_model", workers=count, store=store) == []


def test_damaged_annotation_is_made_again(store: Store) -> None:
    store.put(hash_text(TEXTS[0]), NOTHING)
    store.path(hash_text(TEXTS[0])).write_bytes(b"")
    annotate_all(articles(TEXTS[:1]), model=DEFAULT_MODEL, workers=1, store=store)
    assert store.get(hash_text(TEXTS[0])) not in (None, NOTHING)


def fail_in_a_stage(monkeypatch: pytest.MonkeyPatch) -> None:
    real = annotate.annotate

    def stage(doc: Doc) -> Annotated:
        if doc.text == POISON:
            raise ValueError("too bitter")
        return real(doc)

    monkeypatch.setattr(annotate, "annotate", stage)


def fail_in_the_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    real = parse.parse

    def batch(nlp: Language, texts: Iterable[str]) -> Iterator[Doc]:
        texts = list(texts)
        for doc in real(nlp, texts):
            if POISON in texts:
                raise ValueError("too bitter")
            yield doc

    monkeypatch.setattr(parse, "parse", batch)


@pytest.mark.parametrize("fail", [fail_in_a_stage, fail_in_the_parser])
def test_one_bad_text_never_stops_the_others(store: Store, monkeypatch: pytest.MonkeyPatch, fail) -> None:
    fail(monkeypatch)
    (reject,) = annotate_all(articles(TEXTS), model=DEFAULT_MODEL, workers=1, store=store)
    assert (reject.source_path, reject.reason) == ("in/a2.txt", "annotate-failed")
    assert reject.detail == "in/a2.txt: ValueError: too bitter; move it away and report the text"
    assert [store.has(hash_text(text)) for text in TEXTS] == [True, True, False, True]


def test_full_disk_is_no_bad_text(store: Store) -> None:
    store.path(hash_text(TEXTS[0])).mkdir(parents=True)
    with pytest.raises(OSError):
        annotate_all(articles(TEXTS), model=DEFAULT_MODEL, workers=1, store=store)


def test_package_that_is_no_pipeline(store: Store) -> None:
    with pytest.raises(ModelError, match="--model click: "):
        annotate_all(articles(TEXTS), model="click", workers=1, store=store)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere each process loads its own")
@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_processes_share_what_is_loaded_once(nlp: Language, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    @cache
    def load(name: str) -> Language:
        (store.root / f"loaded-{os.getpid()}").touch()
        return nlp

    for room in (workers, shards):
        monkeypatch.setattr(room, "load_model", load)
    assert annotate_all(articles(TEXTS), model=DEFAULT_MODEL, workers=2, store=store) == []
    assert all(store.get(hash_text(text)) for text in TEXTS)
    assert [path.name for path in store.root.glob("loaded-*")] == [f"loaded-{os.getpid()}"]


@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")  # the thread that kills is this test's own
def test_killed_worker_is_told(store: Store) -> None:
    def kill_one() -> None:
        while not (children := multiprocessing.active_children()):
            time.sleep(0.01)
        os.kill(children[0].pid, signal.SIGKILL)

    killer = threading.Thread(target=kill_one)
    killer.start()
    with pytest.raises(WorkerLost, match="fewer --workers"):
        annotate_all(articles(TEXTS), model=DEFAULT_MODEL, workers=2, store=store)
    killer.join()
