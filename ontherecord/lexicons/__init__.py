"""Word lists as data: one TSV per list, each with a comment that says where it comes from.

In: the list's name. Out: its rows. A row of the wrong width stops the load, so a slip in a list is found
by the first test and not by a quiet miss.
"""

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent


@cache
def read_lexicon(name: str) -> tuple[tuple[str, ...], ...]:
    """The rows of `lexicons/<name>.tsv` without comments and header; ValueError names a malformed line."""
    return read_rows(FOLDER / f"{name}.tsv")


def read_rows(path: Path) -> tuple[tuple[str, ...], ...]:
    """The rows of a list, wherever it lies."""
    lines = [(n, line) for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if line and not line.startswith("#")]
    width = lines[0][1].count("\t")
    for number, line in lines:
        if line.count("\t") != width:
            raise ValueError(f"{path}:{number}: {line.count(chr(9)) + 1} columns, the header has {width + 1}")
    return tuple(tuple(line.split("\t")) for _, line in lines[1:])


@cache
def words_of(name: str, *kinds: str) -> frozenset[str]:
    """The first column of a two-column lexicon, of the given kinds only."""
    return frozenset(row[0] for row in read_lexicon(name) if not kinds or row[1] in kinds)
