"""Texts of all articles -> which of them are one text at bottom: wire copy, cut, retitled or lightly edited.

In: the articles. Out: the group of each that shares one. Texts are compared by their runs of five words (shingles);
of these, those whose hash divides by eight stand for all (Broder, "On the resemblance and containment of documents",
1997), and a text belongs to a group where two fifths of its shingles stand in the group's longest text. No chains
through a third text; shared quotes alone are less. Independent of order: the longest text always comes first. Runs
that a hundred groups hold are boilerplate and find nobody. Missed on purpose: rewritten texts, and texts of a few words.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
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
WORD = re.compile(r"\w+")
MIX = np.uint64(0x9E3779B97F4A7C15)  # an odd number without pattern: 2 ** 64 divided by the golden ratio


def find_wire_groups(articles: Sequence[Article]) -> dict[str, str]:
    """The group of each article that has one, by article id: the id of the longest text in it."""
    shared, sizes, order = _shared_shingles(articles)
    holders: dict[int, list[int]] = defaultdict(list)
    members: dict[int, list[int]] = {}
    for number in order:
        met = Counter(leader for shingle in shared[number] for leader in _few(holders.get(shingle, ())))
        worth = [leader for leader, count in met.items() if count >= WORTH_TRYING * sizes[number]]
        leader = _leader_of(articles, number, sorted(worth, key=lambda leader: (-met[leader], articles[leader].id))[:TRIED])
        if leader is not None:
            members[leader].append(number)
            continue
        members[number] = []
        for shingle in shared[number]:
            holders[shingle].append(number)
    return {articles[n].id: articles[leader].id for leader, found in members.items() if found for n in (leader, *found)}


def shingles_of(text: str) -> np.ndarray:
    """The hashes of all runs of five words in a text, each once, in ascending order."""
    words = WORD.findall(text.casefold())
    hashes = np.fromiter((crc32(word.encode()) for word in words), dtype=np.uint64, count=len(words))
    count = max(0, len(words) - RUN + 1)
    runs = np.zeros(count, dtype=np.uint64)
    for place in range(RUN):
        runs = (runs ^ hashes[place : place + count]) * MIX
        runs ^= runs >> np.uint64(29)
    return np.unique(runs)


def _shared_shingles(articles: Sequence[Article]) -> tuple[list[list[int]], list[int], list[int]]:
    """Of each text the sampled shingles that another has too, and how many it has; all texts' numbers, longest first."""
    sampled: list[np.ndarray] = []
    ranks: list[tuple[int, str, int]] = []
    for number, article in enumerate(articles):
        shingles = shingles_of(article.text)
        sampled.append(shingles[shingles % SAMPLED == 0] if len(shingles) >= LEAST_SHINGLES else shingles[:0])
        ranks.append((-len(shingles), article.id, number))
    values, counts = np.unique(np.concatenate([*sampled, np.zeros(0, np.uint64)]), return_counts=True)
    several = values[counts > 1]
    shared = [found[_stand_in(found, several)].tolist() for found in sampled]
    return shared, [len(found) for found in sampled], [number for *_, number in sorted(ranks)]


def _stand_in(found: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Which of a few stand in an ascending array, however long it is."""
    if not len(values):
        return np.zeros(len(found), dtype=bool)
    return values[np.minimum(np.searchsorted(values, found), len(values) - 1)] == found


def _few(leaders: Sequence[int]) -> Sequence[int]:
    return leaders if len(leaders) < BOILERPLATE else ()


def _leader_of(articles: Sequence[Article], number: int, leaders: Sequence[int]) -> int | None:
    """The group's longest text that holds enough of this one; of several the one that holds most."""
    if not leaders:
        return None
    own = shingles_of(articles[number].text)
    held = [(_stand_in(own, shingles_of(articles[leader].text)).mean(), leader) for leader in leaders]
    share, leader = max(held, key=lambda one: one[0])
    return leader if share >= CONTAINED else None
