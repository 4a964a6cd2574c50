"""Who runs the annotation: this process, several on this machine, or a cluster (`cluster.py`).

In: articles. Out: their annotations, in the store; rejects for those that no stage could bear. Texts that the
store holds are passed over, and where nothing is left no model is loaded. Each finished text is kept at
once, so whatever stops the run, the next one goes on from there. Who ran what changes no result.
"""

import gc
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from itertools import chain
from multiprocessing import connection, get_context, parent_process
from multiprocessing.context import BaseContext
from typing import TYPE_CHECKING

from ontherecord.records import Annotated, Article, Reject
from ontherecord.store import Store, hash_text
from ontherecord.version import ModelError

if TYPE_CHECKING:
    from spacy.language import Language

SHARD_CHARACTERS = 15_000  # under a second of work: the last one keeps nobody waiting, and is large beside the hand-over
SHARDS_AHEAD = 2  # per worker, so that none waits and few texts are in memory

Shard = list[tuple[str, str]]  # keys and texts
Failures = dict[str, str]  # keys and faults
Done = tuple[int, Failures]  # how many texts were done, and which failed
Progress = Callable[[int], None]


class WorkerLost(Exception):
    """A worker process was ended from outside; what it had finished is kept."""


def annotate_all(
    articles: Iterable[Article], *, model: str, workers: int, store: Store, dask: str | None = None,
    progress: Progress = lambda done: None,
) -> list[Reject]:
    """Annotate the articles that the store does not hold, and call `progress` with the number done each time.

    `dask` is the address of a scheduler, whose cluster then annotates. Returns a reject per article whose
    annotation failed. Raises ModelError, WorkerLost, or OSError from the store.
    """
    places: dict[str, str] = {}
    failures: Failures = {}
    for done, failed in _run(_shards(articles, store, places), model, workers, dask, store):
        failures |= failed
        progress(done)
    return [
        Reject(place, "annotate-failed", f"{place}: {failures[key]}; move it away and report the text")
        for key, place in places.items()
        if key in failures
    ]


def _run(shards: Iterator[Shard], model: str, workers: int, dask: str | None, store: Store) -> Iterator[Done]:
    if dask is not None:
        from ontherecord.cluster import run_on_cluster

        return run_on_cluster(shards, model, dask, store)
    return _run_here(shards, model, store) if workers <= 1 else _run_in_processes(shards, model, workers, store)


def _shards(articles: Iterable[Article], store: Store, places: dict[str, str]) -> Iterator[Shard]:
    """Gather the texts that are not in the store, each once, and note in `places` where they come from."""
    shard: Shard = []
    size = 0
    for article in articles:
        key = hash_text(article.text)
        if key in places or store.is_whole(key):
            continue
        places[key] = article.source_path
        shard.append((key, article.text))
        size += len(article.text)
        if size >= SHARD_CHARACTERS:
            yield shard
            shard, size = [], 0
    if shard:
        yield shard


def _run_here(shards: Iterator[Shard], model: str, store: Store) -> Iterator[Done]:
    """Annotate in this process; the model is loaded when the first shard comes."""
    for shard in shards:
        for key, fault in annotate_shard(load_model(model), shard, store):
            yield 1, {key: fault} if fault else {}


def _run_in_processes(shards: Iterator[Shard], model: str, workers: int, store: Store) -> Iterator[Done]:
    """Annotate in processes of their own, a few shards ahead; nothing is loaded or started where there is no shard."""
    first = next(shards, None)
    if first is None:
        return
    ahead: deque[Future[Done]] = deque()
    pool = ProcessPoolExecutor(workers, mp_context=_prepare(model), initializer=_start_worker)
    try:
        for shard in chain([first], shards):
            ahead.append(pool.submit(work, model, shard, store))
            if len(ahead) == workers * SHARDS_AHEAD:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()
    except BrokenProcessPool as error:
        raise WorkerLost("a worker process was ended, perhaps for want of memory; build again with fewer --workers") from error
    finally:
        pool.shutdown(cancel_futures=True)


def _prepare(model: str) -> BaseContext:
    """How worker processes are made: on Linux as forks of this one, which loads the model once for all of them."""
    if sys.platform != "linux":  # elsewhere the system's own libraries bear no fork
        return get_context("spawn")
    load_model(model)
    return get_context("fork")


def work(model: str, shard: Shard, store: Store) -> Done:
    """What a worker process does with a shard."""
    results = list(annotate_shard(load_model(model), shard, store))
    return len(results), {key: fault for key, fault in results if fault}


def _start_worker() -> None:
    """Leave Ctrl-C to the parent, which lets shards at work be finished, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def annotate_shard(nlp: "Language", shard: Shard, store: Store) -> Iterator[tuple[str, str | None]]:
    """Annotate texts into the store; yield each key, with the fault where there was one."""
    results = _annotate(nlp, [text for _, text in shard])
    for (key, _), result in zip(shard, results, strict=True):
        if isinstance(result, Exception):
            yield key, f"{type(result).__name__}: {result}"
        else:
            store.put(key, result)
            yield key, None


def _annotate(nlp: "Language", texts: Sequence[str]) -> Iterator[Annotated | Exception]:
    """One result per text, in order; where the parser fails on a batch, each remaining text is tried alone."""
    from ontherecord.annotate import annotate_texts

    done = 0
    try:
        for result in annotate_texts(nlp, texts):
            done += 1
            yield result
    except Exception as error:  # noqa: BLE001 - whatever a text does to spaCy, the others go on
        if len(texts) == 1:
            yield error
        else:
            for text in texts[done:]:
                yield from _annotate(nlp, [text])


@cache
def load_model(model: str) -> "Language":
    """The pipeline, loaded once per process; whatever keeps it from loading is said as a ModelError."""
    from ontherecord.parse import load_pipeline

    try:
        nlp = load_pipeline(model)
    except ModelError:
        raise
    except Exception as error:  # noqa: BLE001 - packages that are no spaCy pipelines fail in many ways
        raise ModelError(f"--model {model}: no English spaCy pipeline with a parser ({error}); leave --model out") from error
    gc.freeze()  # it stays: the collector need not go over it again and again, nor write into what forks share
    return nlp
