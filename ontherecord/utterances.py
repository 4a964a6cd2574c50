"""Quotes of all articles -> the same words reported by several.

In: each quote's speaker and the words of its spans. Out: utterances, each with the quotes that share it.
Two quotes share an utterance where a run of at least four quoted words stands in both, that holds two
words of meaning or is all that one of them quotes. Every quote of an utterance shares such a run with
every other: a chain through a third does not suffice. So that a slogan does not compare all that somebody ever said: runs that
a hundred utterances of a speaker hold find nobody, and a wording is compared with the hundred longest of an utterance.
Translations and paraphrases are not found.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Set
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import chain

from ontherecord.folding import fold, slug
from ontherecord.lexicons import words_of
from ontherecord.marks import find_quoted

LEAST_WORDS = 4  # the contract's: a run shorter than this is no evidence of one utterance
MANY = 100  # utterances that hold a run, wordings of an utterance; by judgement, no report comes near
LEAST_CONTENT_WORDS = 2  # "I am going to" alone is shared by quotes that have nothing to do with each other
FUNCTION_WORDS = words_of("function_words")
Words = tuple[str, ...]
WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Said:
    """A quote as this room sees it: `spans` holds the text of each span, `speaker` the speaker's key."""

    quote_id: str
    speaker: str
    spans: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Utterance:
    """Words that several quotes report: the id of the quote with most of them, and of all that share them."""

    speaker: str
    longest: str
    quotes: tuple[str, ...]


def find_utterances(said: Iterable[Said]) -> tuple[Utterance, ...]:
    """Group the quotes of each speaker that share words; a quote belongs to one utterance at most."""
    by_speaker: dict[str, list[Said]] = defaultdict(list)
    for quote in said:
        by_speaker[quote.speaker].append(quote)
    return tuple(u for speaker in sorted(by_speaker) for u in _utterances_of(speaker, by_speaker[speaker]))


def quoted_words(spans: Iterable[str]) -> Words:
    """The folded words that stand in quotation marks in any of the texts, in order."""
    stretches = (span[q.start : q.end] for span in spans for q in find_quoted(span))
    return tuple([word for stretch in stretches for word in map(_fold_word, WORD.findall(stretch))])


@lru_cache(maxsize=100_000)
def _fold_word(word: str) -> str:
    return fold(word)


def utterance_id(speaker: str, text: str) -> str:
    """An id that depends on the speaker's key and the words alone."""
    return f"{slug(speaker)}-u{sha256(' '.join(quoted_words([text])).encode()).hexdigest()[:8]}"


def _utterances_of(speaker: str, said: list[Said]) -> Iterable[Utterance]:
    """Longest first, each wording joins the first group with all of whose members it shares words."""
    quotes: dict[Words, list[str]] = defaultdict(list)
    for quote in said:
        quotes[quoted_words(quote.spans)].append(quote.quote_id)
    order = sorted((words for words in quotes if len(words) >= LEAST_WORDS), key=lambda words: (-len(words), min(quotes[words])))
    runs = {words: _runs_of(words) for words in order}
    held = Counter(chain.from_iterable(runs.values()))
    groups: list[list[Words]] = []
    holders: dict[Words, set[int]] = defaultdict(set)
    for words in order:
        shared = [run for run in runs[words] if held[run] > 1]
        near = sorted({number for run in shared for number in _few(holders[run])})
        home = next((number for number in near if all(shares_words(other, words) for other in groups[number][:MANY])), len(groups))
        if home == len(groups):
            groups.append([])
        groups[home].append(words)
        for run in shared:
            holders[run].add(home)
    for group in groups:
        ids = [quote_id for words in group for quote_id in sorted(quotes[words])]
        if len(ids) > 1:
            yield Utterance(speaker, ids[0], tuple(sorted(ids)))


def _runs_of(words: Words) -> frozenset[Words]:
    """Every run of the least length that can be evidence."""
    return frozenset([words[start : start + LEAST_WORDS] for start in range(len(words) - LEAST_WORDS + 1)])


def _few(groups: Set[int]) -> Set[int]:
    return groups if len(groups) < MANY else frozenset()


def shares_words(one: Words, other: Words) -> bool:
    """Whether the longest run that stands in both is evidence of one utterance."""
    run = _longest_run(one, other)
    whole = len(run) == min(len(one), len(other))
    content_words = sum([word not in FUNCTION_WORDS for word in run])
    return len(run) >= LEAST_WORDS and (whole or content_words >= LEAST_CONTENT_WORDS)


def _longest_run(one: Words, other: Words) -> Words:
    """The longest run that stands in both, in `one` the first of several; empty where it is too short to be evidence."""
    places = _places_of(other)
    best = ()
    for i in range(len(one) - LEAST_WORDS + 1):
        for j in places.get(one[i : i + LEAST_WORDS], ()):
            limit = min(len(one) - i, len(other) - j)
            if limit > len(best):
                size = next((n for n in range(LEAST_WORDS, limit) if one[i + n] != other[j + n]), limit)
                best = max(best, one[i : i + size], key=len)
    return best


@lru_cache(maxsize=1)  # one wording is compared with many
def _places_of(words: Words) -> dict[Words, list[int]]:
    """Where each run of the least length begins."""
    places: dict[Words, list[int]] = defaultdict(list)
    for start in range(len(words) - LEAST_WORDS + 1):
        places[words[start : start + LEAST_WORDS]].append(start)
    return places
