"""Whether a name that is a common word or a month too names somebody where it stands: `An said`, `Mrs. May`.

In: layout and a token. Out: whether more than its capital shows a name. Missed on purpose: whatever else begins a sentence (`May was wet`).
"""

from ontherecord.layout import Layout
from ontherecord.lexicons import words_of
from ontherecord.names.edges import POSSESSIVES, QUOTES
from ontherecord.names.words import title_kind

SUBJECTS = ("nsubj", "nsubjpass")
TITLES = ("office", "rank", "honorific", "honorific_f", "honorific_m")


def is_shown(layout: Layout, i: int) -> bool:
    """Whether a title, a verb of saying, or the place of an article that is none shows the token to be a name."""
    after = layout.words[i + 1] if i + 1 < len(layout.words) else ""
    if layout.tag[i] == "DT":
        return _speaks(layout, i, after) or layout.dep[i] in SUBJECTS or after in POSSESSIVES
    named = layout.tag[i] == "NNP" and layout.words[i] in words_of("no_names", "word")
    return named or _is_titled(layout, i) or _speaks(layout, i, after)


def _is_titled(layout: Layout, i: int) -> bool:
    back = i - 1 - (i > 1 and layout.words[i - 1] == ".")
    return back >= 0 and layout.sent[back] == layout.sent[i] and layout.words[back][0].isupper() and title_kind(layout.words[back]) in TITLES


def _speaks(layout: Layout, i: int, after: str) -> bool:
    """`An said`, `“No,” said An.`, `An was asked`."""
    if after in words_of("reporting") or layout.dep[i] in SUBJECTS and layout.words[layout.head[i]] in words_of("reporting"):
        return True
    ends = not after or not after[0].isalnum()
    return ends and i > 1 and layout.words[i - 1] in words_of("reporting") and (layout.words[i - 2] in QUOTES or layout.words[i - 2] == ",")
