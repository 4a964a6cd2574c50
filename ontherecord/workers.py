"""Who runs the annotation: this process, several on this machine, or a cluster (`cluster.py`).

In: articles. Out: their annotations, in the store; rejects for those that no stage could bear. Texts that the
store holds are passed over, and where nothing is left no model is loaded. Each finished text is kept at
once, so whatever stops the run, the next one goes on from there. Who ran what changes no result.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import chain
from multiprocessing import connection, get_context, parent_process
from multiprocessing.context import BaseContext

from ontherecord.records import Article, Reject
from ontherecord.shards import SHARDS_AHEAD, Done, Failures, Shard, WorkerLost, annotate_shard, gather_shards, keep_ahead, load_model, work
from ontherecord.store import Store

Progress = Callable[[int], None]


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
    for done, failed in _run(gather_shards(articles, store, places), model, workers, dask, store):
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


def _run_here(shards: Iterator[Shard], model: str, store: Store) -> Iterator[Done]:
    """Annotate in this process; the model is loaded when the first shard comes."""
    for shard in shards:
        for key, fault in annotate_shard(model, shard, store):
            yield 1, {key: fault} if fault else {}


def _run_in_processes(shards: Iterator[Shard], model: str, workers: int, store: Store) -> Iterator[Done]:
    """Annotate in processes of their own, a few shards ahead; nothing is loaded or started where there is no shard."""
    first = next(shards, None)
    if first is None:
        return
    pool = ProcessPoolExecutor(workers, mp_context=_prepare(model), initializer=_start_worker)
    try:
        submit = lambda shard: pool.submit(work, model, shard, store)  # noqa: E731
        yield from keep_ahead(submit, chain([first], shards), lambda: workers * SHARDS_AHEAD)
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


def _start_worker() -> None:
    """Leave Ctrl-C to the parent, which lets shards at work be finished, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
