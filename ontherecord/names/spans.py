"""Candidates for names: spans that may name somebody, with what the text around each tells.

In: a document's layout, its entities and sentences. Out: `Candidate`s, trimmed of titles, articles and
possessive endings, glued ones parted and cut ones joined. Nothing is decided here about what they name.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from spacy.tokens import Doc

from ontherecord.layout import Layout
from ontherecord.lexicons import words_of
from ontherecord.names.credits import find_credits
from ontherecord.names.edges import (
    POSSESSIVE,
    drop_city,
    inner_title,
    is_capital,
    is_personal,
    join_front,
    join_head,
    join_name,
    joined,
    name_after,
    skip_titles,
    titles_before,
    trim,
)
from ontherecord.names.things import THING, bears_name, is_shop, sign_label, verse_end
from ontherecord.names.words import head_kind, is_firm_suffix, is_given, is_suffix, known_name, title_kind
from ontherecord.records import Sentence

LABELS = ("PERSON", "ORG", "GPE", "LOC", "FAC", "NORP", "PRODUCT", "EVENT", "LAW", "WORK_OF_ART", "LANGUAGE")
BREAKS = frozenset(",;()[]/!?:—–―…>>«»") | {"--", ">>", "|", "―"}
LONGEST_HEADLINE = 150  # characters; the longest of the 840 headlines of PolNeAR train has 141
VERBAL = ("VBD", "VBZ", "VBP", "VB", "MD")
LISTED = re.compile(r"; \d")  # `1, Ann Hale (2:04); 2, Obi Reed`
HEADLINE = 0.7  # share of capitalised words above which a sentence is set as a headline


@dataclass(frozen=True, slots=True)
class Candidate:
    """Tokens first..last (half-open) that may be a name; `label` is spaCy's, or "" for a bare run of capitals."""

    first: int
    last: int
    start: int
    end: int
    label: str
    titles: tuple[str, ...] = ()
    headline: bool = False

    def text(self, layout: Layout) -> str:
        """The words of the span as written."""
        return layout.text[self.start : self.end]

    def words(self, layout: Layout) -> list[str]:
        """The words of the span as white space parts them: a hyphenated name is one."""
        return layout.text[self.start : self.end].split()


def find_candidates(doc: Doc, layout: Layout, sentences: tuple[Sentence, ...]) -> list[Candidate]:
    """Candidates in order of position, none overlapping another."""
    headlines = _headlines(layout, sentences)
    taken = bytearray(len(layout.words))
    found: list[Candidate] = []

    def keep(pieces: Iterable[tuple[int, int, str]]) -> None:
        for first, last, label in pieces:
            candidate = None if any(taken[first:last]) else _shape(layout, first, last, label, taken, headlines)
            if candidate and not any(taken[candidate.first : candidate.last]):
                found.append(candidate)
                taken[candidate.first : candidate.last] = b"\1" * (candidate.last - candidate.first)

    keep(find_credits(layout, sentences))
    keep(_pieces(doc, layout))
    keep(_runs(layout, taken))
    keep(_bodies_in_titles(layout, taken))
    return _share_titles(layout, sorted(found, key=lambda c: c.start))


def _share_titles(layout: Layout, found: list[Candidate]) -> list[Candidate]:
    """`Senators Smith and Jones`: a title in the plural is everybody's in the row."""
    for n in range(1, len(found)):
        before, here = found[n - 1], found[n]
        between = layout.text[before.end : here.start]
        if before.titles and not here.titles and before.titles[-1].rstrip(".").endswith("s") and between in (" and ", ", ", ", and ", " & "):
            found[n] = replace(here, titles=before.titles)
    return found


def _headlines(layout: Layout, sentences: tuple[Sentence, ...]) -> list[tuple[int, int]]:
    """Sentences in which nearly every word has a capital, the verb too; a list of names is no headline."""
    found = []
    for sentence in sentences:
        if sentence.credit or sentence.end - sentence.start > LONGEST_HEADLINE or LISTED.search(layout.text, sentence.start, sentence.end):
            continue
        words = [w for w in layout.text[sentence.start : sentence.end].split() if len(w) > 3 and w[0].isalpha()]
        capitals = sum(w[0].isupper() for w in words)
        enough = 3 if all(w.isupper() for w in words) else 4
        if capitals >= enough and capitals >= HEADLINE * len(words) and not _has_small_verb(layout, sentence):
            found.append((sentence.start, sentence.end))
    return found


def _has_small_verb(layout: Layout, sentence: Sentence) -> bool:
    first, last = layout.token_at(sentence.start), layout.token_at(sentence.end - 1)
    small = [i for i in range(first, last + 1) if layout.tag[i] in VERBAL and layout.words[i].islower()]
    return any(len(layout.words[i]) > 2 or i < last and layout.tag[i + 1] in ("VBG", "VBN") for i in small)  # `is asking`


def _pieces(doc: Doc, layout: Layout) -> Iterator[tuple[int, int, str]]:
    """spaCy's entities, parted at commas, dashes and line ends."""
    for ent in doc.ents:
        if ent.label_ not in LABELS:
            continue
        first = ent.start
        for i in range(ent.start, ent.end + 1):
            if first < i < ent.end - 1 and layout.words[i] == "in" and _has_place(layout, first, i, ent.end):
                yield first, i, ent.label_
                first = i + 1
            if i == ent.end or layout.words[i] in BREAKS or layout.words[i].isspace() or _loose_hyphen(layout, i):
                if first < i:
                    yield first, i, ent.label_
                first = i + 1


def _has_place(layout: Layout, first: int, i: int, end: int) -> bool:
    """Whether `in` at `i` leads from a whole name to where it is: `the Hall of Brass in Leeds`, not `Institute for Women in Science`."""
    whole = any(head_kind(layout.words[j]) in ("ORG", "LOC") for j in range(first, i))
    return whole and "for" not in layout.lower[first:i] and not head_kind(layout.words[end - 1])


def _loose_hyphen(layout: Layout, i: int) -> bool:
    return layout.words[i] == "-" and layout.spaced(i)


def _runs(layout: Layout, taken: bytearray) -> Iterator[tuple[int, int, str]]:
    """Runs of capitalised proper nouns that no entity holds."""
    i, n = 0, len(layout.words)
    pos, words = layout.pos, layout.words
    while i < n:
        if taken[i] or not words[i][0].isupper() or pos[i] != "PROPN" and not _counts_name(layout, i):
            i += 1
            continue
        first = i - 2 if i > 1 and _tied_before(layout, i, taken) else i
        while i < n and not taken[i] and _goes_on(layout, first, i):
            i += 1
        i += i < n and layout.words[i - 1] == "-" and i - first > 2 and words[i][0].isalpha()  # Park Soo-min
        yield first, i, ""


def _tied_before(layout: Layout, i: int, taken: bytearray) -> bool:
    """Whether a hyphen ties a capitalised word, tagged as a common one, to the name at `i`: `Lift-Rite`."""
    tied = layout.words[i - 1] == "-" and not layout.spaced(i) and not layout.spaced(i - 1)
    return tied and not any(taken[i - 2 : i]) and layout.words[i - 2].istitle() and layout.pos[i - 2] == "NOUN"


def _counts_name(layout: Layout, i: int) -> bool:
    """Whether a number within a sentence opens a name: `Two Kettles`."""
    inner = i and layout.sent[i - 1] == layout.sent[i] and layout.words[i - 1][0].isalpha()
    return bool(inner) and layout.tag[i] == "CD" and layout.words[i].istitle() and joined(layout, i + 1) and is_capital(layout, i + 1)


def _bodies_in_titles(layout: Layout, taken: bytearray) -> Iterator[tuple[int, int, str]]:
    """Organisations and places that only a title names: `City Council President`, `U.S. Sens.`, `Labour MP`."""
    for i, word in enumerate(layout.words):
        if len(word) == 1 and word in words_of("name_parts", "platform") and i > 1 and not taken[i] and layout.lower[i - 1] in ("on", "via") and not layout.words[i + 1 : i + 2] == ["-"]:
            yield i, i + 1, "ORG"
        if taken[i] or not word[0].isupper() or layout.pos[i] != "PROPN":
            continue
        known = known_name(word)
        if known and known[1] in ("GPE", "ORG"):
            yield i, i + 1, known[1]
        elif title_kind(word) == "body" and i + 1 < len(taken) and joined(layout, i + 1) and title_kind(layout.words[i + 1]) in ("office", "modifier"):
            first = i
            while first and not taken[first - 1] and joined(layout, first) and is_capital(layout, first - 1) and layout.pos[first - 1] == "PROPN":
                first -= 1
            yield first, i + 1, "ORG"


def _goes_on(layout: Layout, first: int, i: int) -> bool:
    if i == first:
        return True
    word = layout.words[i]
    if not joined(layout, i):
        return False
    hyphen = (word == "-" and not layout.spaced(i)) or layout.words[i - 1] == "-"
    counted = i == first + 1 and layout.tag[first] == "CD" and is_capital(layout, i)
    return hyphen or counted or layout.pos[i] == "PROPN" and word[0].isupper() or is_suffix(word)


def _shape(layout: Layout, first: int, last: int, label: str, taken: bytearray, headlines: list[tuple[int, int]]) -> Candidate | None:
    """The candidate for a piece: titles parted off, edges trimmed, a cut name joined; None if nothing is left."""
    first, last = trim(layout, first, last, label)
    if verse := verse_end(layout, first, last):
        last, label = verse, THING
    stripped = skip_titles(layout, first, last)
    if stripped > first and (stripped == last or is_personal(layout, stripped, last, label)):
        if stripped == last and label in ("ORG", "GPE") and (known_name(layout.text[layout.starts[first] : layout.ends[last - 1]])):
            stripped = first
        elif stripped == last:
            first, last = name_after(layout, last, taken)
            label, stripped = label if label == "PERSON" else "", first
        first = stripped
    first, last = trim(layout, first, last, label)
    if first >= last:
        return None
    titles = titles_before(layout, first)
    headline = any(s <= layout.starts[first] < e for s, e in headlines)
    given = is_given(layout.words[first]) and label not in ("WORK_OF_ART", "LAW", "EVENT")
    if not headline and (label in ("PERSON", "") or titles or given):
        first, last = join_name(layout, first, last, taken, label)
    if not titles or label not in ("PERSON", "") or last + 1 < len(layout.words) and is_firm_suffix(layout.words[last + 1]):
        last, label = join_head(layout, first, last, taken, label, headline)
    first, last = trim(layout, first, last, label)
    if label in ("ORG", "GPE", "LOC"):
        first, label = join_front(layout, first, last, taken, label)
    last = drop_city(layout, first, last, label)
    if first >= last:
        return None
    if (name := inner_title(layout, first, last)) > first:
        label = "GPE" if layout.words[name - 1] == "of" and label != "PERSON" else "PERSON"
        first, titles = name, titles_before(layout, name)
    if is_shop(layout, first, last):
        return Candidate(first, last + 1, layout.starts[first], layout.ends[last], "ORG", (), headline)
    if first and not titles and bears_name(layout, first, "weather", "ship"):
        first, label = first - 1, THING
    if titles and (thing := sign_label(layout, first, last, titles)):
        first, label, titles = first - len(titles), thing, ()
    start, end = layout.starts[first], layout.ends[last - 1]
    bare = POSSESSIVE.sub("", layout.text[start:end])
    end = start + len(bare) if bare else end
    return Candidate(first, last, start, end, label, titles, headline)
