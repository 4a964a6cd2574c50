"""Annotation on a Dask cluster that is there already (the extra `dask`).

In: shards of texts, and the address of a scheduler. Out: their annotations, in a store that all workers see. A worker
that dies is no loss: what it had kept is kept, and the scheduler gives the rest of its shard to another. Workers
must have this very code and model; one that has not is told by its address, and nothing it makes is kept.
"""

import logging
from collections.abc import Iterator
from functools import cache
from itertools import chain
from threading import Lock
from typing import TYPE_CHECKING

from ontherecord.shards import SHARDS_AHEAD, Done, Shard, WorkerLost, keep_ahead, work
from ontherecord.store import Store
from ontherecord.version import ModelError, pipeline_version

if TYPE_CHECKING:
    from distributed import Client

PATIENCE = 30  # seconds until a scheduler that does not answer is given up
_alone = Lock()  # spaCy is not made for threads: a worker that has several annotates with one at a time


class ClusterError(WorkerLost):
    """The cluster does not answer, has no worker, or has one with other code."""


def run_on_cluster(shards: Iterator[Shard], model: str, address: str, store: Store) -> Iterator[Done]:
    """Annotate on the cluster, a few shards ahead; where there is no shard, nobody is asked for anything."""
    first = next(shards, None)
    if first is None:
        return
    with _connect(address) as client:
        yield from _run(client, first, shards, model, store)


def _run(client: "Client", first: Shard, shards: Iterator[Shard], model: str, store: Store) -> Iterator[Done]:
    from distributed import CancelledError, KilledWorker
    from distributed.comm import CommClosedError

    submit = lambda shard: client.submit(work_apart, model, shard, store, pure=False)  # noqa: E731
    try:
        yield from keep_ahead(submit, chain([first], shards), lambda: SHARDS_AHEAD * max(1, len(client.nthreads())))
    except KilledWorker as error:
        raise WorkerLost("workers died on one shard again and again, perhaps for want of memory; what they finished is kept") from error
    except (CancelledError, CommClosedError) as error:
        raise ClusterError("the scheduler went away; what its workers finished is kept, build again when it is back") from error


def work_apart(model: str, shard: Shard, store: Store) -> Done:
    """What a worker of the cluster does with a shard; what another had done of it before it died is passed over."""
    with _alone:
        if _version(model) != store.version:
            from distributed import get_worker

            raise ClusterError(f"the worker at {get_worker().address} has other code or another model; install there what is installed here")
        _, failures = work(model, [(key, text) for key, text in shard if not store.is_whole(key)], store)
    return len(shard), failures


def _connect(address: str) -> "Client":
    """A client of the scheduler; ClusterError says what keeps it from being one."""
    try:
        from distributed import Client
    except ImportError as error:
        raise ClusterError("--dask needs the extra: pip install 'ontherecord[dask]'") from error
    if "://" not in address:  # distributed takes it for a host and never lets go of it
        raise ClusterError(f"--dask {address}: not an address; give it as tcp://host:8786")
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # what goes wrong is raised here, and told once
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterError(f"--dask {address}: no scheduler answers there; start one, or leave --dask out") from error
    if not client.nthreads():
        client.close()
        raise ClusterError(f"--dask {address}: the scheduler has no workers; start some with `dask worker {address}`")
    return client


@cache
def _version(model: str) -> str | None:
    """The version of the pipeline on this machine."""
    try:
        return pipeline_version(model)
    except ModelError:
        return None
