"""Where the reports of an utterance agree, and what one report leaves out of the longest.

In: the longest variant and another, as text. Out: the missing words; how many words both have; or the variant cut in
pieces, with what it shares marked and what it lacks at its place. Compared word by word without case and
punctuation, so that a reporter's `[the]`, commas and quotation marks make no difference. Where a variant has
quotation marks only the words within them count: those around them are the reporter's.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import groupby

from ontherecord.folding import fold
from ontherecord.utterances import LEAST_WORDS, WORD

# Comparing takes the square of the length, and anyone can call this from SQL; no utterance is so long. The same is why stretches in
# quotation marks are not found by `ontherecord.marks`, which takes longer over marks that never close.
MAX_WORDS = 2000
MAX_CHARACTERS = 20_000
# The share of its words that a variant must have from the longest for the two to be set side by side word by word. By judgement:
# of less, what lies between the words that both have says nothing of what was left out.
CLOSE = 0.5
# Missing words of one place that are shown; of more, so many at either end.
MISSING = 60
ENDS = 20
# Characters of a variant that are shown, with what is missing; the quote's own page has all.
SHOWN = 1500

_QUOTED = re.compile(r"[“\"„«]([^“”\"„«»]+)")
_SINGLE = re.compile(r"(?<!\w)['‘](?=\w)")
_SINGLE_END = re.compile(r"['’](?!\w)")
_REST = re.compile(r"[^\w\s“”\"'‘’„«»()\[\]]*")


@dataclass(frozen=True, slots=True)
class Word:
    """A word that was said: its place in the text, its folded form, and in which stretch of quotation marks it stands."""

    start: int
    end: int
    folded: str
    stretch: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a variant: `kind` is shared, own (not shared, or the reporter's) or missing, which only the longest has."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """A variant beside the longest: its pieces, how many of its `words` both have, and how many it lacks.

    `close`: enough is shared to show at its place what is missing; `whole`: nothing is missing, and it has no words of its own.
    """

    pieces: tuple[Piece, ...]
    words: int
    shared: int
    missing: int
    close: bool

    @property
    def whole(self) -> bool:
        """Whether it has the words of the longest, no more and no fewer."""
        return not self.missing and self.shared == self.words

    @property
    def struck(self) -> bool:
        """Whether missing words are shown at their place."""
        return self.close and self.missing > 0


def left_out(longest: str | None, variant: str | None) -> str | None:
    """The runs of words that the variant lacks, joined by ` … `; None where it lacks none."""
    text, other = _given(longest), _given(variant)
    words, others = _words(text), _words(other)
    runs = [_text_of(text, words[start:end]) for start, end, _, _ in _gaps(_match(words, others), len(words), len(others)) if end > start]
    return " … ".join(runs) or None


def words_shared(longest: str | None, variant: str | None) -> int:
    """How many words stand in both in runs that are evidence of one utterance."""
    words, others = _words(_given(longest)), _words(_given(variant))
    return sum(size for _, _, size in _runs(_match(words, others), len(others)))


def compare(longest: str, variant: str) -> Comparison:
    """The variant in pieces, beside the longest."""
    words, others = _words(longest), _words(variant)
    blocks = _match(words, others)
    runs = _runs(blocks, len(others))
    shared = sum(size for _, _, size in runs)
    close = shared >= CLOSE * len(others)
    shown = blocks if close else runs
    gaps = [gap for gap in _gaps(blocks, len(words), len(others)) if gap[1] > gap[0]]
    missing = {start: _shorten(longest, words[first:last]) for first, last, start, _ in gaps} if close else {}
    marked = {n for _, start, size in shown for n in range(start, start + size)}
    return Comparison(_cut(variant, others, marked, missing), len(others), len(marked), sum(last - first for first, last, _, _ in gaps), close)


def mark_longest(longest: str, variants: Iterable[str]) -> tuple[Piece, ...]:
    """The longest variant in pieces, what any of the others shares with it marked."""
    words = _words(longest)
    marked = set()
    for variant in variants:
        others = _words(variant)
        marked |= {n for start, _, size in _runs(_match(words, others), len(others)) for n in range(start, start + size)}
    return _cut(longest, words, marked, {})


def _given(text: str | None) -> str:
    return str(text or "")[:MAX_CHARACTERS]


@lru_cache(256)  # the longest is compared with all others
def _words(text: str) -> tuple[Word, ...]:
    stretches = [quoted.span(1) for quoted in _QUOTED.finditer(text)] or [_single(text)]
    found = ((word, n) for n, stretch in enumerate(stretches) for word in WORD.finditer(text, *stretch))
    return tuple([Word(*word.span(), fold(word[0]), n) for word, n in found][:MAX_WORDS])


def _single(text: str) -> tuple[int, int]:
    """What stands between the first single mark that opens and the last that closes; the whole text where there are none."""
    opening = _SINGLE.search(text)
    closings = [mark.start() for mark in _SINGLE_END.finditer(text, opening.end())] if opening else []
    return (opening.end(), closings[-1]) if closings else (0, len(text))


def _match(words: tuple[Word, ...], others: tuple[Word, ...]) -> list[tuple[int, int, int]]:
    """Where both have the same words: their place in the one and in the other, and how many."""
    matcher = SequenceMatcher(None, [word.folded for word in words], [word.folded for word in others], autojunk=False)
    return [(block.a, block.b, block.size) for block in matcher.get_matching_blocks() if block.size]


def _runs(blocks: list[tuple[int, int, int]], length: int) -> list[tuple[int, int, int]]:
    """The blocks that are long enough to be no chance, or all that a variant of this length has."""
    return [block for block in blocks if block[2] >= min(LEAST_WORDS, length)]


def _gaps(blocks: list[tuple[int, int, int]], length: int, other_length: int) -> list[tuple[int, int, int, int]]:
    """What lies between the blocks: from which word to which in the one, and in the other."""
    edges = [(0, 0, 0), *blocks, (length, other_length, 0)]
    return [(a + size, b, c + size, d) for (a, c, size), (b, d, _) in zip(edges, edges[1:], strict=False)]


def _cut(text: str, words: tuple[Word, ...], marked: set[int], missing: dict[int, str]) -> tuple[Piece, ...]:
    """The text with the marked words as shared pieces; `missing` says what is missing before the word of a number."""
    pieces, at = [], 0

    def add(kind: str, end: int) -> None:
        nonlocal at
        if end > at:
            pieces.append(Piece(kind, text[at:end]))
            at = end

    for n, word in enumerate(words):
        if n in missing and n:
            pieces += [Piece("own", " "), Piece("missing", missing[n])]
        joins = n in marked and n - 1 in marked and n not in missing and words[n - 1].stretch == word.stretch
        add("shared" if joins else "own", word.start)
        if n in missing and not n:
            pieces += [Piece("missing", missing[n]), Piece("own", " ")]
        add("shared" if n in marked else "own", _REST.match(text, word.end).end())
    if len(words) in missing:
        pieces += [Piece("own", " "), Piece("missing", missing[len(words)])]
    add("own", len(text))
    return _merged(pieces)


def _merged(pieces: list[Piece]) -> tuple[Piece, ...]:
    """The pieces, neighbours of one kind as one, cut where so much is shown."""
    merged, room = [], SHOWN
    for kind, alike in groupby(pieces, key=lambda piece: piece.kind):
        text = "".join(piece.text for piece in alike)
        merged.append(Piece(kind, text if len(text) <= room else text[:room] + "…"))
        room -= len(text)
        if room < 0:
            break
    return tuple(merged)


def _shorten(text: str, words: tuple[Word, ...]) -> str:
    if len(words) <= MISSING:
        return _text_of(text, words)
    between = f" … ({len(words) - 2 * ENDS} words) … "
    return _text_of(text, words[:ENDS]) + between + _text_of(text, words[-ENDS:])


def _text_of(text: str, words: tuple[Word, ...]) -> str:
    """The words as written, without the reporter's own between them."""
    parts, start = [], 0
    for n in range(1, len(words) + 1):
        if n == len(words) or words[n].stretch != words[n - 1].stretch:
            parts.append(text[words[start].start : _REST.match(text, words[n - 1].end).end()])
            start = n
    return " ".join(parts)
