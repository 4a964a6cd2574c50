"""Words searched in a text.

In: a text and words in the same letters (see `plain_text`). Out: where they stand as whole words. No pattern is
compiled: for a few dozen names that cost more than the search.
"""

from collections.abc import Iterable


def find_words(text: str, keys: Iterable[str]) -> list[tuple[int, int]]:
    """Where the keys stand as whole words, in order; the longest of those that overlap."""
    covered, found = bytearray(len(text)), []
    for key in sorted(keys, key=lambda k: (-len(k), k)):
        start = text.find(key)
        while start >= 0:
            end = start + len(key)
            if not covered[start] and not covered[end - 1] and _is_whole(text, start, end):
                covered[start:end] = b"\1" * len(key)
                found.append((start, end))
            start = text.find(key, end)
    return sorted(found)


def _is_whole(text: str, start: int, end: int) -> bool:
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    if before and (before[-1].isalnum() or before[-1] in "-_" or before[-1] == "'" and before[0].isalnum() and len(before) == 2):
        return False
    return not after or not (after[0].isalnum() or after[0] == "_" or after[0] == "-" and after[1:].isalnum())
