"""Candidates for names: spans that may name somebody, with what the text around each tells.

In: a document's layout, its entities and sentences. Out: `Candidate`s, trimmed of titles, articles and
possessive endings, glued ones parted and cut ones joined. Nothing is decided here about what they name.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from spacy.tokens import Doc

from ontherecord.layout import Layout
from ontherecord.names.credits import find_credits
from ontherecord.names.words import head_kind, is_firm_suffix, is_given, is_initial, is_particle, is_suffix, known_name, names_nothing, title_kind
from ontherecord.records import Sentence

LABELS = ("PERSON", "ORG", "GPE", "LOC", "FAC", "NORP", "PRODUCT", "EVENT", "LAW", "WORK_OF_ART", "LANGUAGE")
BREAKS = frozenset(",;()[]/!?:—–―…>>«»") | {"--", ">>", "|", "―"}
QUOTES = frozenset("\"“”„‟'‘’`") | {"``", "''"}
POSSESSIVE = re.compile(r"(?:[’']s|[’'])$", re.IGNORECASE)
POSSESSIVES = ("’s", "'s", "’S", "'S", "’", "'")
ARTICLES = ("the", "a", "an", "i")
LONGEST_TITLE = 6  # tokens before a name that may all be its title
LONGEST_HEADLINE = 150  # characters; the longest of the 840 headlines of PolNeAR train has 141
VERBAL = ("VBD", "VBZ", "VBP", "VB", "MD")
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


def is_capital(layout: Layout, i: int) -> bool:
    """Whether token `i` starts with a capital letter and is more than the pronoun I."""
    word = layout.words[i]
    return word[0].isupper() and word != "I"


def joined(layout: Layout, i: int) -> bool:
    """Whether token `i` goes on with the word or the line of token `i - 1`: at most spaces between."""
    return i < len(layout.words) and not layout.text[layout.ends[i - 1] : layout.starts[i]].strip(" \xa0") and not layout.words[i].isspace()


def _headlines(layout: Layout, sentences: tuple[Sentence, ...]) -> list[tuple[int, int]]:
    """Sentences in which nearly every word has a capital, the verb too; a list of names is no headline."""
    found = []
    for sentence in sentences:
        if sentence.credit or sentence.end - sentence.start > LONGEST_HEADLINE:
            continue
        words = [w for w in layout.text[sentence.start : sentence.end].split() if len(w) > 3 and w[0].isalpha()]
        capitals = sum(w[0].isupper() for w in words)
        enough = 3 if all(w.isupper() for w in words) else 4
        if capitals >= enough and capitals >= HEADLINE * len(words) and not _has_small_verb(layout, sentence):
            found.append((sentence.start, sentence.end))
    return found


def _has_small_verb(layout: Layout, sentence: Sentence) -> bool:
    first, last = layout.token_at(sentence.start), layout.token_at(sentence.end - 1)
    return any(layout.tag[i] in VERBAL and layout.words[i].islower() and len(layout.words[i]) > 2 for i in range(first, last + 1))


def _pieces(doc: Doc, layout: Layout) -> Iterator[tuple[int, int, str]]:
    """spaCy's entities, parted at commas, dashes and line ends."""
    for ent in doc.ents:
        if ent.label_ not in LABELS:
            continue
        first = ent.start
        for i in range(ent.start, ent.end + 1):
            if i == ent.end or layout.words[i] in BREAKS or layout.words[i].isspace() or _loose_hyphen(layout, i):
                if first < i:
                    yield first, i, ent.label_
                first = i + 1


def _loose_hyphen(layout: Layout, i: int) -> bool:
    return layout.words[i] == "-" and layout.spaced(i)


def _runs(layout: Layout, taken: bytearray) -> Iterator[tuple[int, int, str]]:
    """Runs of capitalised proper nouns that no entity holds."""
    i, n = 0, len(layout.words)
    pos, words = layout.pos, layout.words
    while i < n:
        if pos[i] != "PROPN" or taken[i] or not words[i][0].isupper():
            i += 1
            continue
        first = i
        while i < n and not taken[i] and _goes_on(layout, first, i):
            i += 1
        yield first, i, ""


def _bodies_in_titles(layout: Layout, taken: bytearray) -> Iterator[tuple[int, int, str]]:
    """Organisations and places that only a title names: `City Council President`, `U.S. Sens.`, `Labour MP`."""
    for i, word in enumerate(layout.words):
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
    return hyphen or layout.pos[i] == "PROPN" and word[0].isupper() or is_suffix(word)


def _shape(layout: Layout, first: int, last: int, label: str, taken: bytearray, headlines: list[tuple[int, int]]) -> Candidate | None:
    """The candidate for a piece: titles parted off, edges trimmed, a cut name joined; None if nothing is left."""
    first, last = _trim(layout, first, last, label)
    stripped = _skip_titles(layout, first, last)
    if stripped > first and (stripped == last or _is_personal(layout, stripped, last, label)):
        if stripped == last and label in ("ORG", "GPE") and (known_name(layout.text[layout.starts[first] : layout.ends[last - 1]])):
            stripped = first
        elif stripped == last:
            first, last = _name_after(layout, last, taken)
            label, stripped = label if label == "PERSON" else "", first
        first = stripped
    first, last = _trim(layout, first, last, label)
    if first >= last:
        return None
    titles = _titles_before(layout, first)
    headline = any(s <= layout.starts[first] < e for s, e in headlines)
    given = is_given(layout.words[first]) and label not in ("WORK_OF_ART", "LAW", "EVENT")
    if not headline and (label in ("PERSON", "") or titles or given):
        first, last = _join(layout, first, last, taken, label)
    if not titles or label not in ("PERSON", "") or last + 1 < len(layout.words) and is_firm_suffix(layout.words[last + 1]):
        last, label = _join_head(layout, first, last, taken, label, headline)
    first, last = _trim(layout, first, last, label)
    last = _drop_city(layout, first, last, label)
    if first >= last:
        return None
    start, end = layout.starts[first], layout.ends[last - 1]
    bare = POSSESSIVE.sub("", layout.text[start:end])
    end = start + len(bare) if bare else end
    return Candidate(first, last, start, end, label, titles, headline)


def _join_head(layout: Layout, first: int, last: int, taken: bytearray, label: str, headline: bool) -> tuple[int, str]:
    """Add the last word that tells what a name is, where it was cut off: `John Birch` Society, `Boston Center` for the Arts."""
    words, n = layout.words, len(layout.words)
    if words[first] in ("St", "St.", "Saint") and last < n and words[last] in ("’s", "'s") and last + 1 < n and head_kind(words[last + 1]):
        last += 1
    while last < n and joined(layout, last) and not taken[last] and is_capital(layout, last) and layout.pos[last] == "PROPN":
        head = head_kind(words[last])
        further = label == "ORG" and not headline and not (names_nothing(words[last]) or title_kind(words[last]) or is_given(words[last]) or known_name(words[last]))
        if not (head in ("ORG", "LOC") and (title_kind(words[last]) is None or title_kind(words[last]) == "body") or further):
            break
        label = head if head in ("ORG", "LOC") else label
        last += 1
    if last + 1 < n and words[last] == "," and is_firm_suffix(words[last + 1]):
        return last + 2, "ORG"
    if label in ("ORG", "FAC", "LOC") and not headline and head_kind(words[last - 1]) == "ORG":
        last, label = _join_object(layout, last, taken), "ORG"
    return last, label


def _join_object(layout: Layout, last: int, taken: bytearray) -> int:
    """Where `for the Arts`, `of Appeals for the District of Columbia Circuit` ends that belongs to an organisation's name."""
    words, n = layout.words, len(layout.words)
    while last + 1 < n and words[last] in ("of", "for"):
        end = at = last + 2 if words[last + 1] == "the" else last + 1
        while end < n and joined(layout, end) and not taken[end] and is_capital(layout, end) and layout.pos[end] == "PROPN":
            if title_kind(words[end]) not in (None, "modifier"):
                break
            end += 1
        if end == at:
            break
        last = end
    return last


def _trim(layout: Layout, first: int, last: int, label: str) -> tuple[int, int]:
    """Without articles, small words, marks and possessive endings at the edges, and without what follows a possessive in small letters."""
    words = layout.words
    for i in range(first + 1, last):
        if words[i] in POSSESSIVES and not any(words[j][0].isupper() for j in range(i, last)):
            last = i
            break
    while first < last and (words[first].lower() in ARTICLES or not words[first][0].isalnum() or words[first].islower() and not _may_begin(layout, first, last)):
        first += 1
    while first < last and (not words[last - 1][0].isalnum() or words[last - 1].islower() or words[last - 1] in POSSESSIVES):
        if label == "PERSON" and last - first > 2 and words[last - 2] == "-" and not layout.spaced(last - 1):
            break  # Ban Ki-moon
        if words[last - 1] == "." and (is_initial(words[last - 2]) or is_suffix(words[last - 2] + ".")):
            break
        last -= 1
    return first, last


def _may_begin(layout: Layout, first: int, last: int) -> bool:
    """Whether a word in small letters may begin a name: `de León`, `al-Mazrouq`."""
    word = layout.words[first]
    return is_particle(word) and any(is_capital(layout, i) for i in range(first, min(last, first + 4)))


def _skip_titles(layout: Layout, first: int, last: int) -> int:
    """The first token that is no title; modifiers count only where a title follows them."""
    i = after = first
    while i < last and (layout.words[i] == "." or layout.words[i] == "-" or (kind := title_kind(layout.words[i]))):
        i += 1
        if layout.words[i - 1] in ".-" or kind not in ("modifier", "body"):
            after = i
    return after


def _is_personal(layout: Layout, first: int, last: int, label: str) -> bool:
    """Whether what follows a title within an entity is a person's name: not `General Motors`, `Attorney General's Office`."""
    if head_kind(layout.words[last - 1]):
        return False
    strong = title_kind(layout.words[first - 1]) in ("honorific", "honorific_m", "honorific_f")
    return label == "PERSON" or strong or is_given(layout.words[first])


def _name_after(layout: Layout, i: int, taken: bytearray) -> tuple[int, int]:
    """The run of capitals after a title that an entity held alone."""
    last = i
    while last < len(layout.words) and joined(layout, last) and not taken[last] and is_capital(layout, last) and not title_kind(layout.words[last]):
        last += 1
    return i, last


def _titles_before(layout: Layout, first: int) -> tuple[str, ...]:
    """The titles directly before a name, the nearest last; in lower case only offices and ranks count."""
    i, found = first, []
    while i > 0 and first - i < LONGEST_TITLE and joined(layout, i) and layout.sent[i - 1] == layout.sent[first]:
        word = layout.words[i - 1]
        if word != "." and not (title_kind(word) and (word[0].isupper() or title_kind(word) in ("office", "rank"))):
            break
        if word != ".":
            found.append(word)
        i -= 1
    while found and title_kind(found[-1]) in ("modifier", "body"):
        found.pop()
    return tuple(reversed(found))


def _join(layout: Layout, first: int, last: int, taken: bytearray, label: str) -> tuple[int, int]:
    """Add what was cut off a person's name: further capitals, particles with a capital after them, Jr."""
    words, n = layout.words, len(layout.words)
    while last < n and joined(layout, last) and not taken[last]:
        word = words[last]
        if POSSESSIVE.search(words[last - 1]) and not words[last - 1][-1].isalnum():
            break
        step = _step(layout, last)
        if step and word in QUOTES:
            last += step
            continue
        if not step or head_kind(words[last + step - 1]) or known_name(word) or word[0].isupper() and layout.pos[last] not in ("PROPN", "NOUN", "X", "ADJ", "PART"):
            break
        if not is_suffix(word) and (names_nothing(words[last + step - 1]) or title_kind(words[last + step - 1])):
            break
        last += step
    if label == "PERSON":
        while first > 0 and joined(layout, first) and not taken[first - 1]:
            word = words[first - 1]
            if not (is_initial(word) and word != "I" or is_capital(layout, first - 1) and is_given(word) and layout.pos[first - 1] == "PROPN") or title_kind(word) or names_nothing(word):
                break
            first -= 1
    return first, last


def _step(layout: Layout, i: int) -> int:
    """How many tokens from `i` go on with a person's name: a capital, particles and a capital, a hyphen and more."""
    words, n = layout.words, len(layout.words)
    if words[i] == "-" and not layout.spaced(i) and i + 1 < n and not layout.spaced(i + 1) and words[i + 1][0].isalpha():
        return 2
    if words[i] in QUOTES:
        return _nickname(layout, i)
    if is_suffix(words[i]) or is_capital(layout, i) and words[i][0].isalpha():
        return 1
    j = i
    while j < n and j - i < 3 and is_particle(words[j]) and words[j][0].islower() and joined(layout, j):
        j += 1
    if i < j < n and joined(layout, j) and is_capital(layout, j):
        return j - i + 1
    return 0


def _nickname(layout: Layout, i: int) -> int:
    """How many tokens a nickname in quotation marks and the capital after it take: `“Red” Baker`, or `” Baker` where it was cut."""
    words, n = layout.words, len(layout.words)
    if i + 3 < n and is_capital(layout, i + 1) and words[i + 2] in QUOTES and layout.spaced(i) and is_capital(layout, i + 3) and layout.pos[i + 3] == "PROPN":
        return 4
    opened = words[i - 2] in QUOTES and layout.spaced(i - 2) if i > 2 else False
    return 2 if opened and i + 1 < n and layout.spaced(i + 1) and is_capital(layout, i + 1) and layout.pos[i + 1] == "PROPN" else 0


def _drop_city(layout: Layout, first: int, last: int, label: str) -> int:
    """`Los Angeles City` before a title or a hall is the place and the first word of the title."""
    if label in ("GPE", "LOC") and last - first > 1 and layout.words[last - 1] in ("City", "County", "State") and last < len(layout.words):
        if joined(layout, last) and title_kind(layout.words[last]) and not known_name(layout.text[layout.starts[first] : layout.ends[last - 1]]):
            return last - 1
    return last
