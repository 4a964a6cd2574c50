"""Texts of all articles -> which of them are one text at bottom: wire copy, cut, retitled or lightly edited.

In: the articles. Out: the group of each that shares one. Texts are compared by their runs of five words (shingles);
of these, those whose hash divides by eight stand for all (Broder, "On the resemblance and containment of documents",
1997), and a text belongs to a group where two fifths of its shingles stand in the group's longest text. No chains
through a third text; shared quotes alone are less. Independent of order: the longest text always comes first. Runs
that a hundred groups hold are boilerplate and find nobody. Missed on purpose: rewritten texts, and texts of a few words.
"""

import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from zlib import crc32

import numpy as np

from ontherecord.records import Article

RUN = 5  # words
SAMPLED = 8  # one shingle in so many is kept; a short article has thirty left
LEAST_SHINGLES = 16  # of a text that can be told from others at all
CONTAINED = 0.4  # of the shorter text; 927 articles on one campaign: no pair between 0.25 (shared quotes) and 0.51 (one text)
WORTH_TRYING = 0.2  # of the sampled shingles; half of what is needed, since a sample errs
BOILERPLATE = 100  # groups
TRIED = 3  # of the groups that share most shingles with a text, so many are compared in full
HELD = 2_000_000  # shingles in memory, 16 MB: those of 4,000 articles of 500 words
WORD = re.compile(r"\w+")
MIX = np.uint64(0x9E3779B97F4A7C15)  # an odd number without pattern: 2 ** 64 divided by the golden ratio
SHIFT = np.uint64(29)


class _Shingles:
    """The shingles of each text, by its number; of those asked for last they need not be made again."""

    def __init__(self, articles: Sequence[Article]) -> None:
        self._articles = articles
        self._held: dict[int, np.ndarray] = {}
        self._size = 0

    def __call__(self, number: int) -> np.ndarray:
        found = self._held.pop(number, None)
        if found is None:
            found = shingles_of(self._articles[number].text)
            self._size += len(found)
        self._held[number] = found
        while self._size > HELD:
            self._size -= len(self._held.pop(next(iter(self._held))))
        return found


def find_wire_groups(articles: Sequence[Article]) -> dict[str, str]:
    """The group of each article that has one, by article id: the id of the longest text in it."""
    ids = [article.id for article in articles]
    read = _Shingles(articles)
    sampled, ends, order = _sample_shingles(read, ids)
    several = _several(sampled)
    holders: dict[int, list[int]] = defaultdict(list)
    members: dict[int, list[int]] = {}
    for number in order:
        own = sampled[ends[number] : ends[number + 1]]
        shared = own[_stand_in(own, several)].tolist()
        met = Counter(chain.from_iterable([_few(holders.get(shingle, ())) for shingle in shared]))
        worth = [leader for leader, count in met.items() if count >= WORTH_TRYING * len(own)]
        leader = _leader_of(read, number, sorted(worth, key=lambda leader: (-met[leader], ids[leader]))[:TRIED])
        if leader is not None:
            members.setdefault(leader, []).append(number)
            continue
        for shingle in shared:
            holders[shingle].append(number)
    return {ids[n]: ids[leader] for leader, found in members.items() for n in (leader, *found)}


def shingles_of(text: str) -> np.ndarray:
    """The hashes of all runs of five words in a text, each once, in ascending order."""
    words = WORD.findall(text.casefold())
    hashes = np.fromiter(map(_hash_word, words), dtype=np.uint64, count=len(words))
    count = max(0, len(words) - RUN + 1)
    runs = np.zeros(count, dtype=np.uint64)
    for place in range(RUN):
        runs ^= hashes[place : place + count]
        runs *= MIX
        runs ^= runs >> SHIFT
    runs.sort()
    return runs[np.append(runs[1:] != runs[:-1], True)] if count else runs


@lru_cache(maxsize=100_000)
def _hash_word(word: str) -> int:
    return crc32(word.encode())


def _sample_shingles(read: _Shingles, ids: Sequence[str]) -> tuple[np.ndarray, np.ndarray, list[int]]:
    """The sampled shingles of all texts in one array, where each text's begin and end in it, and all texts, longest first."""
    sampled = array("Q")
    ends = array("Q", [0])
    sizes: list[int] = []
    for number in range(len(ids)):
        shingles = read(number)
        kept = shingles[shingles % SAMPLED == 0] if len(shingles) >= LEAST_SHINGLES else shingles[:0]
        sampled.frombytes(kept.tobytes())
        ends.append(len(sampled))
        sizes.append(len(shingles))
    order = sorted(range(len(sizes)), key=lambda number: (-sizes[number], ids[number]))
    return np.frombuffer(sampled, dtype=np.uint64), np.frombuffer(ends, dtype=np.uint64).astype(np.int64), order


def _several(sampled: np.ndarray) -> np.ndarray:
    """The shingles that more than one text has, ascending."""
    ordered = np.sort(sampled)
    return np.unique(ordered[1:][ordered[1:] == ordered[:-1]])


def _stand_in(found: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Which of a few stand in an ascending array, however long it is."""
    if not len(values):
        return np.zeros(len(found), dtype=bool)
    return values[np.minimum(np.searchsorted(values, found), len(values) - 1)] == found


def _few(leaders: Sequence[int]) -> Sequence[int]:
    return leaders if len(leaders) < BOILERPLATE else ()


def _leader_of(read: _Shingles, number: int, leaders: Sequence[int]) -> int | None:
    """The group's longest text that holds enough of this one; of several the one that holds most."""
    if not leaders:
        return None
    own = read(number)
    held = [(_stand_in(own, read(leader)).mean(), leader) for leader in leaders]
    share, leader = max(held, key=lambda one: one[0])
    return leader if share >= CONTAINED else None
