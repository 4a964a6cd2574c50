"""A long article in parts, so that no page grows with the article.

In: the text, where its sentences start, and where its quotes and mentions do. Out: parts, which follow each other without
a gap; a short article is one. A part ends before a paragraph where it can, else before a sentence, else between words.
Weights are guessed from above, because what a page weighs is only known when it is written.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from markupsafe import escape

# Bytes of a part. A page has 300,000 at most; beside the text there are a frame and lists of bounded length, 40,000 together,
# and names may be longer than guessed.
LIMIT = 220_000
# Bytes of markup, guessed: 84 articles have 144 for each mention, and 1003 for each quote with its entry in the list, without the
# id of the article, which stands in that four times.
MENTION = 180
SENTENCE = 45
QUOTE = 1050
IDS = 4
# A sentence of more characters may be cut between two words: read by machine, a table can be one sentence.
LONGEST = 5000

_SPACE = re.compile(r"\s")


def cut_parts(
    text: str, sentences: Sequence[tuple[int, int]], quotes: Sequence[int], mentions: Sequence[int], *, id_length: int = 0
) -> list[tuple[int, int]]:
    """Where each part starts and ends; `sentences` are pairs of start and paragraph, the others starts, all in order.

    `id_length` is that of the article's id in an address.
    """
    paragraphs = {start for (start, number), (_, before) in zip(sentences[1:], sentences, strict=False) if number != before}
    cuts, weight, good, since_good = [0], 0, 0, 0
    for start, end in _pieces(text, [start for start, _ in sentences]):
        if start in paragraphs:
            good, since_good = start, 0
        heavy = _weigh(text, start, end, quotes, mentions, QUOTE + IDS * id_length)
        if weight + heavy > LIMIT and start > cuts[-1]:
            fits = good > cuts[-1] and since_good < LIMIT // 2
            cuts.append(good if fits else start)
            weight = since_good if fits else 0
        weight += heavy
        since_good += heavy
    return list(zip(cuts, [*cuts[1:], len(text)], strict=True))


def find_part(parts: Sequence[tuple[int, int]], typed: str | None) -> int:
    """The number of the part in which the character at this offset stands, from 1; the first where it is no number."""
    given = (typed or "").strip()
    offset = int(given[:9]) if given.isascii() and given.isdigit() else 0
    return max(1, bisect_right([start for start, _ in parts], offset))


def _pieces(text: str, starts: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The text cut before every sentence, and within long ones."""
    edges = sorted({0, *(start for start in starts if start < len(text)), len(text)})
    for left, right in zip(edges, edges[1:], strict=False):
        while right - left > LONGEST:
            space = _SPACE.search(text, left + LONGEST // 2, left + LONGEST)
            cut = space.end() if space else left + LONGEST
            yield left, cut
            left = cut
        yield left, right


def _weigh(text: str, start: int, end: int, quotes: Sequence[int], mentions: Sequence[int], quote: int) -> int:
    """About how many bytes a piece of the text takes on a page."""
    of_quotes, of_mentions = (bisect_left(starts, end) - bisect_left(starts, start) for starts in (quotes, mentions))
    return len(escape(text[start:end]).encode()) + SENTENCE + quote * of_quotes + MENTION * of_mentions
