"""Who is the source of each attribution: the words that name it.

In: a parsed document and the attributions found in it. Out: for each the span of the source's words, the
rule that led to it and the probability that it is right. A conditional logit over the candidate words of
the cue's sentence and "nobody is named" (`candidates.py`) chooses; its weights are fitted on PolNeAR
(Newell, Margolin and Ruths, LREC 2018) by `benchmarks/fit_sources.py`. An attribution without a cue takes
what stands around it (`credits.py`).

Missed on purpose: sources named in another sentence than the cue.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import numpy as np
from spacy.tokens import Doc

from ontherecord.quotes.candidates import NOBODY, Candidates, find_candidates
from ontherecord.quotes.credits import UNKNOWN, Source, fill_sources
from ontherecord.quotes.found import Found
from ontherecord.quotes.layout import DEPS, Layout, lay_out
from ontherecord.records import Span

CLAUSES = (DEPS["relcl"], DEPS["acl"])


def find_sources(doc: Doc, found: Sequence[Found]) -> list[Source]:
    """Find the source of each attribution: its span or None, the rule, and the chance that it is right."""
    layout = lay_out(doc)
    candidates = find_candidates(layout, found)
    sources = [UNKNOWN] * len(found)
    for pair, chance in zip(*choose(candidates, weights()), strict=True):
        place, word = int(candidates.group[pair]), int(candidates.token[pair])
        span = None if word == NOBODY else extent(layout, word, found[place])
        sources[place] = (span, rule_of(layout, word, found[place].head), float(chance))
    return fill_sources(doc.text, found, sources) if any(one.head < 0 for one in found) else sources


@cache
def weights() -> np.ndarray:
    """The fitted weight of every position of the table."""
    with files("ontherecord").joinpath("models", "sources.npz").open("rb") as file:
        return np.load(file, allow_pickle=False)["weights"].astype(np.float32)


def choose(candidates: Candidates, table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The best pair of each attribution, and its probability among the attribution's pairs."""
    group = candidates.group
    if not len(group):
        return np.empty(0, np.int64), np.empty(0)
    first = np.flatnonzero(np.diff(group, prepend=-1))
    score = table[candidates.features].sum(axis=1, dtype=np.float64)
    sizes = np.diff(np.append(first, len(group)))
    weight = np.exp(score - np.repeat(np.maximum.reduceat(score, first), sizes))
    chance = weight / np.repeat(np.add.reduceat(weight, first), sizes)
    order = np.lexsort((np.arange(len(group)), -chance, group))
    best = order[first]
    return best, chance[best]


def extent(layout: Layout, word: int, one: Found) -> Span:
    """The characters of the noun phrase that `word` heads.

    It ends before a loose clause (`Doe, speaking on Friday,`), before the clause that holds the cue (`the man who
    said`), and where cue, content or line begin; marks and the possessive at its edges are left out.
    """
    low, high = int(layout.left[word]), int(layout.right[word])
    for child in clauses(layout, word, high):
        before = int(layout.left[child]) - 1
        if before >= word and (not layout.word[before] or holds(layout, child, one)):
            high = min(high, before)
    closed = barriers(layout, one, low, high)
    low = max([at + 1 for at in closed if at < word], default=low)
    high = min([at - 1 for at in closed if at > word], default=high)
    while low < word and not (layout.word[low] and layout.dep[low] != DEPS["cc"]):
        low += 1
    while high > word and not (layout.word[high] and layout.dep[high] not in (DEPS["case"], DEPS["cc"])):
        high -= 1
    return int(layout.start[low]), int(layout.end[high])


def clauses(layout: Layout, word: int, high: int) -> list[int]:
    """The clauses that depend on `word` and follow it."""
    inside = np.arange(word + 1, high + 1)
    return inside[(layout.head[inside] == word) & np.isin(layout.dep[inside], CLAUSES)].tolist()


def holds(layout: Layout, child: int, one: Found) -> bool:
    """Whether the cue stands in the subtree of `child`."""
    return bool(layout.left[child] <= one.head <= layout.right[child])


def barriers(layout: Layout, one: Found, low: int, high: int) -> list[int]:
    """Tokens from `low` to `high` that no source may contain."""
    start, end = layout.start[low : high + 1], layout.end[low : high + 1]
    closed = layout.newline[low : high + 1] | layout.credit[low : high + 1]
    for begin, finish in (*one.spans, *([one.cue] if one.cue else [])):
        closed |= (start < finish) & (end > begin)
    return (np.flatnonzero(closed) + low).tolist()


def rule_of(layout: Layout, word: int, cue: int) -> str:
    """Name the way from the cue to the word, for people who ask why."""
    if word == NOBODY:
        return "nobody"
    owner = int(layout.head[word])
    if layout.subject[owner] == word:
        return "subject" if owner == cue else "subject-shared"
    if owner == cue:
        return "modifier"
    return "object" if layout.dep[word] == DEPS["pobj"] else "nearby"
