"""What the words around a run of capitals tell that the parser took for no name: `the fete at Lower Cray`, `coxswain of Harbour Eight`.

In: layout and a candidate without a label that counts. Out: the kind that its place in the sentence tells, or None; and whether a place or body is meant rather than a person. Missed
on purpose: runs that nothing but their capitals shows to be names.
"""

from functools import cache

from ontherecord.layout import Layout
from ontherecord.lexicons import read_lexicon, words_of
from ontherecord.names.edges import POSSESSIVES, QUOTES, joined
from ontherecord.names.spans import Candidate
from ontherecord.names.words import head_kind, is_given, is_people, names_nothing
from ontherecord.records import EntityKind
from ontherecord.role_nouns import noun_keys

NAME_TAGS = ("NNP", "NNPS")
UNSURE = ("", "EVENT", "PRODUCT", "WORK_OF_ART")
ARTICLES = ("a", "an", "the")
ITS_WITHIN = 8  # tokens behind a subject, by judgement
ACRONYM = 5  # letters, at most, of a lone word in capitals


def told_by_context(layout: Layout, c: Candidate, words: list[str]) -> EntityKind | None:
    """The kind of a run that a preposition of place, an officer, or a verb of saying shows to be a name."""
    if c.label not in UNSURE or c.headline or not _may_be_name(layout, c, words):
        return None
    if not c.first:
        return _by_saying(layout, c)
    return _by_officer(layout, c) or _by_place(layout, c, words) or _by_post(layout, c) or _by_saying(layout, c)


def _may_be_name(layout: Layout, c: Candidate, words: list[str]) -> bool:
    """Whether the run is tagged as a name, whole, and no day, people, law or shout."""
    tagged = all(layout.tag[i] in NAME_TAGS or layout.words[i] == "-" or layout.tag[i] == "HYPH" for i in range(c.first, c.last - 1)) or layout.words[c.first].istitle()
    shouted = all(w.isupper() for w in words) and (len(words) > 1 or len(words[0]) > ACRONYM)
    quoted = c.first > 0 and layout.words[c.first - 1] in QUOTES and c.label != ""
    return (
        tagged
        and (layout.tag[c.last - 1] in NAME_TAGS or layout.tag[c.first] == "CD")
        and layout.words[c.last - 1][-1].isalnum()
        and c.end == layout.ends[c.last - 1]
        and not (shouted or quoted or any(names_nothing(w) or is_people(w) and layout.tag[c.last - 1] == "NNPS" for w in words) or head_kind(words[-1]) == "NONE")
        and not (c.last < len(layout.words) and joined(layout, c.last) and layout.words[c.last][0].isupper())
    )


def _by_place(layout: Layout, c: Candidate, words: list[str]) -> EntityKind | None:
    """A place after `in`, `west of`; a house after `outside the`; who employs somebody after `at`."""
    before = layout.lower[c.first - 1]
    if layout.dep[c.last - 1] != "pobj" or c.last < len(layout.words) and layout.words[c.last] in POSSESSIVES:
        return None
    if before == "the" and c.first > 1:
        further = layout.lower[c.first - 2]
        housed = further in words_of("name_parts", "where the") or further == "of" and _stands_in(layout, c)
        return "LOC" if housed and len(words) > 1 else None
    if before == "of" and c.first > 1:
        return "GPE" if layout.lower[c.first - 2] in words_of("name_parts", "part") else None
    if before not in words_of("name_parts", "where") or c.label in ("PRODUCT", "WORK_OF_ART"):
        return None
    employs = before == "at" and (_is_officer(layout, c.first - 2) or layout.lower[layout.head[c.first - 1]] in ("job", "work", "worked", "works"))
    if words[0].isupper():
        return "ORG" if before == "at" else None
    return "ORG" if employs else "GPE"


def _stands_in(layout: Layout, c: Candidate) -> bool:
    """Whether the run is followed by where it stands: `of the Red Hind in Leeds`."""
    return c.last + 1 < len(layout.words) and layout.words[c.last] in ("in", "on", "near", "at") and layout.tag[c.last + 1] in NAME_TAGS


def _by_officer(layout: Layout, c: Candidate) -> EntityKind | None:
    """What `president of`, `a driver with` is followed by, where it is no office's field or work."""
    i = c.first - 1 - (layout.lower[c.first - 1] == "the")
    if any(w.isdigit() for w in layout.text[c.start : c.end]) or i < 1 or layout.lower[i] not in ("of", "at", "for", "with", "behind") or layout.dep[c.last - 1] != "pobj" or not _is_officer(layout, i - 1):
        return None
    officer = layout.lower[i - 1]
    if officer in words_of("name_parts", "maker"):
        return None
    return "GPE" if officer in words_of("name_parts", "local") else "ORG"


def _by_post(layout: Layout, c: Candidate) -> EntityKind | None:
    """Where something is posted, and what is edited or told: `posts on Hivemind`, `who edits the Owl`."""
    i, before = c.last - 1, layout.lower[c.first - 1]
    if before == "on" and layout.dep[i] == "pobj":
        return "ORG" if layout.lemma[layout.head[c.first - 1]] in words_of("name_parts", "posting") else None
    press = before == "the" and layout.dep[i] == "dobj" and layout.lemma[layout.head[i]] in ("edit", "publish", "tell")
    return "ORG" if press else None


def _by_saying(layout: Layout, c: Candidate) -> EntityKind | None:
    """Who says something, and is no person: `Lift-Rite, the contractor, said`."""
    i, after = c.last - 1, layout.words[c.last : c.last + 2]
    listed = after[:1] == [","] and (len(after) < 2 or after[1] not in ARTICLES) or len(after) == 2 and after[1] in ".!?"  # `Enough said.`
    return "ORG" if layout.dep[i] == "nsubj" and layout.words[layout.head[i]] in words_of("reporting") and not listed else None


def _is_officer(layout: Layout, i: int) -> bool:
    return i >= 0 and layout.words[i].islower() and (layout.words[i] in _officers() or layout.lemma[i] in _officers())


@cache
def _officers() -> frozenset[str]:
    return frozenset(noun_keys()) | {row[0] for row in read_lexicon("people_nouns")}


def leads_to_place(layout: Layout, c: Candidate) -> bool:
    """Whether the words beside a name tell a place: `the mayor of Quern`, `Quern’s mayor`, `the road to Quern`, `drove to Quern`."""
    if c.titles or c.first < 2:
        return False
    lone = " " not in c.text(layout)
    before, further, after = layout.lower[c.first - 1], layout.lower[c.first - 2], layout.lower[c.last : c.last + 2]
    if len(after) > 1 and after[0] in POSSESSIVES and after[1] in words_of("name_parts", "of a place"):
        return lone
    if before in ("of", "to") and further in words_of("name_parts", "local") or before == "to" and further in words_of("name_parts", "way"):
        return lone
    return before == "to" and layout.dep[c.last - 1] == "pobj" and (lone or not is_given(layout.words[c.first])) and layout.lemma[layout.head[c.first - 1]] in words_of("name_parts", "motion")


def owns_its(layout: Layout, c: Candidate) -> bool:
    """Whether a subject that no given name opens acts on what is its own: `Quern recalled its envoy`."""
    i = c.last - 1
    if layout.dep[i] not in ("nsubj", "nsubjpass") or c.titles or " " in c.text(layout) and is_given(layout.words[c.first]):
        return False
    ahead = range(c.last, min(c.last + ITS_WITHIN, len(layout.words) - 1))
    return any(layout.lower[j] == "its" and layout.sent[j] == layout.sent[i] and layout.head[layout.head[j]] == layout.head[i] for j in ahead)
