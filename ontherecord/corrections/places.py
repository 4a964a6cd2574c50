"""Where the words that an entry names stand, whatever has become of offsets and ids.

In: a text and a selector; the start and end of what was found in the text. Out: places, and which find is meant. Kinds
of quotation marks, dashes and white space are not told apart, for people retype them; letters are. Words that were
changed, however little, are not found.
"""

import re
from collections.abc import Callable, Sequence

from ontherecord.corrections.entries import Selector
from ontherecord.records import Span

ALIKE = ('"“”„«»', "'’‘ʼ", "-–—")
JOINT = " … "  # between the pieces of a quote in its column `text`
# Characters between two pieces of a quote: an attribution or the space between paragraphs, not half an article.
LONGEST_GAP = 1_000
# As the benchmarks pair contents: two that share half of the characters that either holds are about the same.
LEAST_SHARED = 0.5

_CLASSES = {mark: f"[{re.escape(group)}]" for group in ALIKE for mark in group}


def find_places(text: str, selector: Selector) -> list[Span]:
    """Where the words stand between their surroundings; where they stand so nowhere, their only place in the text, if it is."""
    for exact in (_whole(_words, selector.exact), _whole(_pieces, selector.exact)):
        if found := _find(text, f"{_words(selector.prefix)}\\s*", exact, f"\\s*{_words(selector.suffix)}"):
            return found
        if len(found := _find(text, "", exact, "")) == 1:
            return found
    return []


def choose(places: Sequence[Span], finds: Sequence[Span]) -> list[int]:
    """Which find is meant, as indexes: none, one, or several that fit equally well."""
    shares = [max((_share(place, find) for place in places), default=0.0) for find in finds]
    best = max(shares, default=0.0)
    return [n for n, share in enumerate(shares) if share == best] if best >= LEAST_SHARED else []


def match_pieces(text: str, places: Sequence[Span], pieces: Sequence[Span]) -> list[int]:
    """Which pieces are wholly the words of a place, marks and white space at the ends apart, as indexes."""
    bare = {_bare(text, place) for place in places} - {None}
    return [n for n, piece in enumerate(pieces) if _bare(text, piece) in bare]


def nearest(places: Sequence[Span], finds: Sequence[Span]) -> int | None:
    """The find that shares most with a place, however little, as an index."""
    shares = [max((_share(place, find) for place in places), default=0.0) for find in finds]
    return shares.index(max(shares)) if any(shares) else None


def _find(text: str, before: str, exact: str, after: str) -> list[Span]:
    """Every place of the words, those that overlap too: so all is in a lookahead, which consumes nothing."""
    return sorted({match.span(1) for match in re.finditer(f"(?={before}({exact}){after})", text, re.DOTALL)})


def _whole(pattern: Callable[[str], str], exact: str) -> str:
    """The pattern of words that neither begin nor end within a longer word."""
    bare = exact.strip()
    return (r"\b" if bare[0].isalnum() else "") + pattern(bare) + (r"\b" if bare[-1].isalnum() else "")


def _words(told: str) -> str:
    return r"\s+".join("".join(_CLASSES.get(c, re.escape(c)) for c in word) for word in told.split())


def _pieces(exact: str) -> str:
    return f".{{1,{LONGEST_GAP}}}?".join(_words(piece) for piece in exact.split(JOINT))


def _bare(text: str, span: Span) -> Span | None:
    """A span from its first letter or digit to its last."""
    inner = [n for n in range(*span) if text[n].isalnum()]
    return (inner[0], inner[-1] + 1) if inner else None


def _share(one: Span, other: Span) -> float:
    shared = min(one[1], other[1]) - max(one[0], other[0])
    return max(0, shared) / (max(one[1], other[1]) - min(one[0], other[0]))
