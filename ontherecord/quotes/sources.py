"""Who is the source of each attribution: the words that name it.

In: a parsed document and the attributions found in it. Out: for each the span of the source's words, the
rule that led to it and the probability that it is right. A conditional logit over the candidate words of
the cue's sentence and "nobody is named" (`candidates.py`) chooses; its weights are fitted on PolNeAR
(Newell, Margolin and Ruths, LREC 2018) by `benchmarks/fit_sources.py`. An attribution without a cue takes
what stands around it (`credits.py`).

Missed on purpose: sources named in another sentence than the cue.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files

import numpy as np
from spacy.strings import get_string_id
from spacy.symbols import PERSON, PROPN
from spacy.tokens import Doc

from ontherecord.quotes import hearsay
from ontherecord.quotes.candidates import NOBODY, Candidates, find_candidates
from ontherecord.quotes.credits import UNKNOWN, Source, fill_sources
from ontherecord.quotes.found import Found
from ontherecord.layout import lay_out
from ontherecord.quotes.acts import acts
from ontherecord.quotes.arrays import DEPS, Arrays, read_arrays
from ontherecord.records import Span

NEAR = 12  # tokens from a quote to its verb, a name and a title between commas apart
GOES_ON = (",", "?", "!", "—", "–", "…", "...")  # what ends a quote whose sentence goes on
CLOSING_MARKS = "\"”»'’"
BRACKETED = 12  # tokens; a bracket after a name (party and place) is shorter
OPENING, CLOSING = (np.uint64(get_string_id(mark)) for mark in "()")
REFLEXIVE = ("self", "selves")
CLAUSES = (DEPS["relcl"], DEPS["acl"])


def find_sources(doc: Doc, found: Sequence[Found], arrays: Arrays | None = None, *, table: np.ndarray | None = None) -> list[Source]:
    """Find the source of each attribution: its span or None, the rule, and the chance that it is right.

    `arrays` saves reading the document again where that is done already; `table` holds other weights than those that
    come with the package.
    """
    arrays = arrays or read_arrays(doc)
    cued = [one if one.head >= 0 else replace(one, head=telling_verb(doc, arrays, one)) for one in found]
    candidates = find_candidates(arrays, cued)
    sources = [UNKNOWN] * len(found)
    for pair, chance in zip(*choose(candidates, weights() if table is None else table), strict=True):
        place, word = int(candidates.group[pair]), int(candidates.token[pair])
        word = corrected(doc, arrays, cued[place], word)
        span = None if word == NOBODY else extent(arrays, word, cued[place])
        sources[place] = (span, rule_of(arrays, word, cued[place].head), float(chance))
    return fill_sources(doc, cued, sources) if any(one.head < 0 for one in cued) else sources


def corrected(doc: Doc, arrays: Arrays, one: Found, word: int) -> int:
    """The word that the cue's construction names for sure, whatever the weights say; else the word given."""
    cue, subject = doc[one.head], int(arrays.subject[one.head])
    if cue.dep_ in ("xcomp", "ccomp") and arrays.passive[cue.head.i] and hearsay.introduces(cue.head, cue):
        above = int(arrays.subject[cue.head.i])
        return above if above >= 0 else word  # `Doe is said to have called`
    if subject >= 0 and arrays.passive[one.head] and arrays.dep[subject] == DEPS["nsubjpass"]:
        if hearsay.as_saying(cue):
            return subject  # `Doe was quoted by the Times as saying`
        if word == subject and hearsay.is_told(cue) and not within(arrays, one, subject):
            return NOBODY  # `Doe was told that`
    if word >= 0 and doc[word].lower_ in hearsay.RELATIVES:
        others = [t.i for t in cue.children if t.dep_ == "nsubj" and word < t.i < one.head and not t.lower_.endswith(REFLEXIVE)]
        return others[-1] if others else word  # `who the police say left`
    return word


def within(arrays: Arrays, one: Found, word: int) -> bool:
    """Whether a word stands in the attributed content."""
    return any(begin <= arrays.start[word] < finish for begin, finish in one.spans)


def telling_verb(doc: Doc, arrays: Arrays, one: Found) -> int:
    """The verb of saying that goes on with a cueless quote's sentence (`“I did,” Doe said.`), or -1."""
    start, end = one.spans[-1]
    if not lay_out(doc).text[start:end].rstrip(CLOSING_MARKS).endswith(GOES_ON):
        return -1
    first = int(np.searchsorted(arrays.start, end))
    for at in range(first, min(first + NEAR, len(doc))):
        if arrays.newline[at] or arrays.quoted[at] or doc[at].is_sent_start and at > first:
            return -1
        if doc[at].pos_ == "VERB" and acts("cue").get(doc[at].lemma_.lower()) in ("speech", "writing"):
            return at
    return -1


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


def extent(arrays: Arrays, word: int, one: Found) -> Span:
    """The characters of the noun phrase that `word` heads.

    It ends before a loose clause (`Doe, speaking on Friday,`), before the clause that holds the cue (`the man who
    said`), and where cue, content or line begin; marks and the possessive at its edges are left out.
    """
    low, high = int(arrays.left[word]), int(arrays.right[word])
    for child in clauses(arrays, word, high):
        before = int(arrays.left[child]) - 1
        if before >= word and (not arrays.word[before] or holds(arrays, child, one)):
            high = min(high, before)
    closed = barriers(arrays, one, low, high)
    low = max([at + 1 for at in closed if at < word], default=low)
    high = min([at - 1 for at in closed if at > word], default=high)
    while low < word and not (arrays.word[low] and arrays.dep[low] != DEPS["cc"]):
        low += 1
    while high > word and not (arrays.word[high] and arrays.dep[high] not in (DEPS["case"], DEPS["cc"])):
        high -= 1
    high = rest_of_name(arrays, high, one)
    return int(arrays.start[low]), int(arrays.end[high])


def rest_of_name(arrays: Arrays, high: int, one: Found) -> int:
    """The last token of a person's name that the parser broke (`Dan` | `O’Dea`), or of a bracket left open."""
    last, size = high, len(arrays.head)
    while last + 1 < size and arrays.pos[last + 1] == PROPN and arrays.entity[last + 1] == arrays.entity[last] == PERSON:
        last += 1
    brackets = arrays.lower[max(high - BRACKETED, 0) : high + 1]
    if last + 1 < size and arrays.lower[last + 1] == CLOSING and (brackets == OPENING).sum() > (brackets == CLOSING).sum():
        last += 1
    return high if barriers(arrays, one, high + 1, last) else last


def clauses(arrays: Arrays, word: int, high: int) -> list[int]:
    """The clauses that depend on `word` and follow it."""
    of, dep = arrays.head[word + 1 : high + 1], arrays.dep[word + 1 : high + 1]
    found = (of == word) & ((dep == CLAUSES[0]) | (dep == CLAUSES[1]))
    return (np.flatnonzero(found) + word + 1).tolist()


def holds(arrays: Arrays, child: int, one: Found) -> bool:
    """Whether the cue stands in the subtree of `child`."""
    return bool(arrays.left[child] <= one.head <= arrays.right[child])


def barriers(arrays: Arrays, one: Found, low: int, high: int) -> list[int]:
    """Tokens from `low` to `high` that no source may contain."""
    start, end = arrays.start[low : high + 1], arrays.end[low : high + 1]
    closed = arrays.newline[low : high + 1] | arrays.credit[low : high + 1]
    for begin, finish in (*one.spans, *([one.cue] if one.cue else [])):
        closed |= (start < finish) & (end > begin)
    return (np.flatnonzero(closed) + low).tolist()


def rule_of(arrays: Arrays, word: int, cue: int) -> str:
    """Name the way from the cue to the word, for people who ask why."""
    if word == NOBODY:
        return "nobody"
    owner = int(arrays.head[word])
    if arrays.subject[owner] == word or owner == cue and arrays.dep[word] == DEPS["nsubj"]:
        return "subject" if owner == cue else "subject-shared"
    if owner == cue:
        return "modifier"
    return "object" if arrays.dep[word] == DEPS["pobj"] else "nearby"
