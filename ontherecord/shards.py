"""Shards: a few texts at a time, annotated into the store by whoever runs them.

In: articles; out: the texts among them that the store does not hold, by the handful. And what is done with a
handful, in this process, a worker's or a cluster's: each finished text is kept at once, a text that no stage could
bear gives its fault and stops no other.
"""

import gc
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Protocol

from ontherecord.records import Annotated, Article
from ontherecord.store import Store, hash_text
from ontherecord.version import ModelError

if TYPE_CHECKING:
    from spacy.language import Language

SHARD_CHARACTERS = 15_000  # under a second of work: the last one keeps nobody waiting, and is large beside the hand-over
SHARDS_AHEAD = 2  # per worker, so that none waits and few texts are in memory

Shard = list[tuple[str, str]]  # keys and texts
Failures = dict[str, str]  # keys and faults
Done = tuple[int, Failures]  # how many texts were done, and which failed


class Awaited(Protocol):
    """What a shard that was submitted comes to, as pools and clusters give it."""

    def result(self) -> Done: ...


class WorkerLost(Exception):
    """A worker process was ended from outside; what it had finished is kept."""


def gather_shards(articles: Iterable[Article], store: Store, places: dict[str, str]) -> Iterator[Shard]:
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


def keep_ahead(submit: Callable[[Shard], Awaited], shards: Iterable[Shard], most: Callable[[], int]) -> Iterator[Done]:
    """Submit shards while fewer than `most` are under way, and yield what they come to in the order of the shards."""
    ahead: deque[Awaited] = deque()
    for shard in shards:
        ahead.append(submit(shard))
        while len(ahead) >= most():
            yield ahead.popleft().result()
    while ahead:
        yield ahead.popleft().result()


def work(model: str, shard: Shard, store: Store) -> Done:
    """What a worker process does with a shard."""
    results = list(annotate_shard(model, shard, store))
    return len(results), {key: fault for key, fault in results if fault}


def annotate_shard(model: str, shard: Shard, store: Store) -> Iterator[tuple[str, str | None]]:
    """Annotate texts into the store; yield each key, with the fault where there was one."""
    results = _annotate(load_model(model), [text for _, text in shard])
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
