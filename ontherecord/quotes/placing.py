"""Where an attribution stands in the text: token positions become spans of characters.

In: a document's tokens and pieces of content as token bounds. Out: spans with whole quotation marks and a closing
question or exclamation mark, without other punctuation at their ends; the words of the cue; the kind.
"""

from collections.abc import Sequence

from spacy.symbols import prep, prt

from ontherecord.lexicons import words_of
from ontherecord.quotes.features import Tokens
from ontherecord.records import QuoteKind, Span

KEPT_STOPS = "?!"
LONGEST_ADDRESSEE = 10  # tokens; after more of them stands another clause


def without_addressee(tokens: Tokens, head: int, piece: list[int]) -> list[int]:
    """The pieces of what somebody is told to do without who is told: `asked reporters [to leave]`, but `ordered [all to leave]`."""
    doc, (start, end) = tokens.doc, piece[:2]
    lemma = doc[head].lemma_.lower()
    if lemma == "order" or lemma not in words_of("naming", "addressing") or start <= head:
        return piece
    for at in range(start + 1, min(end - 1, start + LONGEST_ADDRESSEE)):
        if doc[at].tag_ == "TO":
            does = doc[at].head.head.i == head and not any(child.dep_ == "auxpass" for child in doc[at].head.children)
            begin = at - 1 if doc[at - 1].lower_ in ("not", "never") else at
            return [begin, *piece[1:]] if does and begin > start else piece
        if doc[at].pos_ == "VERB" and doc[at].dep_ != "amod" or int(tokens.stretch[at]) >= 0:
            return piece
    return piece


def written_spans(tokens: Tokens, piece: Sequence[int]) -> tuple[Span, ...]:
    """The character spans of one content."""
    bounds = [(piece[k], piece[k + 1]) for k in (0, 2) if piece[k] >= 0]
    return tuple(_written(tokens, start, end) for start, end in bounds)


def _written(tokens: Tokens, start: int, end: int) -> Span:
    first, last = int(tokens.start[start]), int(tokens.end[end - 1])
    text = tokens.text
    at, until = int(tokens.stretch[start]), int(tokens.stretch[end - 1])
    if at >= 0 and int(tokens.stretches[at, 0]) == start:
        first = tokens.quoted[at].start
    if until >= 0 and int(tokens.stretches[until, 1]) == end:
        last = max(last, tokens.quoted[until].end)
    while text[last : last + 1] and text[last] in KEPT_STOPS:
        last += 1
    if text.count("(", first, last) > text.count(")", first, last) and text[last : last + 1] == ")":
        last += 1
    return first, last


def cue_span(tokens: Tokens, head: int) -> Span:
    """The words of a cue: its head with a particle right after it, or `to` after `according`."""
    last = head
    after = head + 1
    if after < len(tokens) and int(tokens.head[after]) == head:
        particle = int(tokens.dep[after]) == prt
        according = int(tokens.dep[after]) == prep and int(tokens.lower[head]) == tokens.doc.vocab.strings["according"]
        last = after if particle or according else head
    return int(tokens.start[head]), int(tokens.end[last])


def kind_of(tokens: Tokens, spans: Sequence[Span]) -> QuoteKind:
    """direct if all words of the content stand in quotation marks, mixed if some do, indirect if none."""
    words = sum(_letters(tokens.text, *span) for span in spans)
    marked = sum(_letters(tokens.text, max(a, q.start), min(b, q.end)) for a, b in spans for q in tokens.quoted if q.start < b and a < q.end)
    if not marked:
        return "indirect"
    return "direct" if marked == words else "mixed"


def _letters(text: str, start: int, end: int) -> int:
    """How many letters and digits a span has."""
    return sum(map(str.isalnum, text[start:end]))
