"""Names in bylines, agency lines and datelines, whose form alone tells what they are.

In: layout and sentences. Out: pieces (first token, last token, label). The parser has little to go by in
such lines: they hold no verb.
"""

import re
from collections.abc import Iterator

from ontherecord.datelines import match_dateline
from ontherecord.layout import Layout
from ontherecord.lexicons import words_of
from ontherecord.names.words import given_name, head_kind, known_name
from ontherecord.records import Sentence

PARTS = re.compile(r"\b(?:[Bb]y|and|for|with|of|from|in|the)\b|[,;:|/&()]")


def find_credits(layout: Layout, sentences: tuple[Sentence, ...]) -> Iterator[tuple[int, int, str]]:
    """The names of credit lines: people of a byline, the agency, the places of a dateline."""
    for sentence in sentences:
        if not sentence.credit:
            continue
        line = layout.text[sentence.start : sentence.end]
        dateline = match_dateline(line + " ")
        spans = _dateline_spans(dateline) if dateline else _byline_spans(line)
        for start, end, label in spans:
            yield layout.token_at(sentence.start + start), layout.token_at(sentence.start + end - 1) + 1, label


def _dateline_spans(match: re.Match[str]) -> Iterator[tuple[int, int, str]]:
    groups = match.re.groupindex
    if "agency" in groups and match.group("agency"):
        yield *match.span("agency"), "ORG"
    if "place" in groups and match.group("place"):
        at = match.start("place")
        for part in match.group("place").split(", "):
            yield at, at + len(part), "GPE"
            at += len(part) + 2


def _byline_spans(line: str) -> Iterator[tuple[int, int, str]]:
    """Runs of capitals between by, and, commas; the last word tells an agency from a writer."""
    at = 0
    for cut in [*PARTS.finditer(line), None]:
        start, end = at, cut.start() if cut else len(line)
        at = cut.end() if cut else at
        whole = line[start:end].split()
        words = list(whole)
        while words and words[-1].strip(".") in words_of("credits", "writer"):
            words.pop()
        if not words or cut and cut.group().lower() == "by" or not all(w[0].isupper() for w in words):
            continue
        if len(words) < len(whole) and _is_beat(words):
            continue
        begin = start + len(line[start:end]) - len(line[start:end].lstrip(" .*_"))
        stop = line.index(words[-1].rstrip("."), begin + len(" ".join(words[:-1]))) + len(words[-1].rstrip("."))
        agency = head_kind(words[-1]) == "ORG" or words[-1] in words_of("credits", "agency")
        yield begin, stop, "ORG" if agency else "PERSON"


def _is_beat(words: list[str]) -> bool:
    """Whether the words before `Correspondent` or `Editor` say what is written about: neither a writer nor a place nor an agency."""
    named = known_name(" ".join(words)) or head_kind(words[-1]) == "ORG" or words[-1] in words_of("credits", "agency")
    return not named and (len(words) == 1 or given_name(words[0]) is None)
