"""Organisations and places: which forms are the same one's, and where they stand.

In: candidates with their kinds. Out: (name, kind, places) of each. Forms of one spelling, an abbreviation known to
every reader, an acronym and a short form (`the Council`) fall together.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from ontherecord.folding import accents
from ontherecord.layout import Layout
from ontherecord.lexicons import words_of
from ontherecord.names.kinds import DISTRICT, PARTY_STATE, is_human
from ontherecord.names.search import find_words
from ontherecord.names.edges import is_capital, joined
from ontherecord.names.spans import Candidate
from ontherecord.names.words import calm, head_kind, is_firm_suffix, is_given, is_people, known_name, names_nothing, plain, state_of, title_kind
from ontherecord.records import EntityKind, Span

Votes = dict[str, Counter[EntityKind]]
PARTS = ("nsubj", "nsubjpass", "dobj", "pobj", "poss", "conj")
FIRM_WORDS = 3  # of a firm's name that its first word may stand for, by judgement
LONGEST_IN_HEADLINE = 3  # words; a longer run of capitals in a headline is no name


def link_others(layout: Layout, text: str, others: list[tuple[Candidate, EntityKind]], taken: bytearray) -> Iterator[tuple[str, EntityKind, list[Span]]]:
    """(name, kind, places) of each organisation and place."""
    votes: Votes = defaultdict(Counter)
    for c, kind in others:
        if not (c.headline and len(c.words(layout)) > LONGEST_IN_HEADLINE):
            votes[c.text(layout)][kind] += 1
    places = _find_forms(layout, text, votes, others, taken)
    groups = _group_forms(places, votes)
    for forms in groups:
        spots = sorted({spot for form in forms for spot in places[form]})
        if spots:
            kind = max(sorted({k for f in forms for k in votes[f]}), key=lambda k: sum(votes[f][k] for f in forms))
            name = _full_name(forms, votes)
            yield name if kind == "ORG" else calm(name), kind, spots


def _find_forms(layout: Layout, text: str, votes: Votes, others: list[tuple[Candidate, EntityKind]], taken: bytearray) -> dict[str, list[Span]]:
    """Where each form stands: at its candidates, and wherever else its very words stand and nothing else does."""
    places: dict[str, list[Span]] = {form: [] for form in votes}
    for c, _ in others:
        if c.text(layout) in votes and not any(taken[c.start : c.end]):
            places[c.text(layout)].append((c.start, c.end))
            taken[c.start : c.end] = b"\1" * (c.end - c.start)
    for match in PARTY_STATE.finditer(layout.text):
        form = match.group(1)
        if state_of(form) and not any(taken[match.start(1) : match.end(1)]):
            votes[form]["GPE"] += 1
            places.setdefault(form, []).append(match.span(1))
            taken[match.start(1) : match.end(1)] = b"\1" * len(form)
    for match in DISTRICT.finditer(layout.text):
        if not any(taken[match.start() : match.end()]):
            votes[match.group()]["LOC"] += 1
            places.setdefault(match.group(), []).append(match.span())
            taken[match.start() : match.end()] = b"\1" * len(match.group())
    for start, end in [*_plural_openers(layout, text, votes), *_first_words(layout, text, votes), *_last_words(layout, text, votes)]:
        if not any(taken[start:end]):
            votes[layout.text[start:end]]["ORG"] += 1
            places.setdefault(layout.text[start:end], []).append((start, end))
            taken[start:end] = b"\1" * (end - start)
    again = {plain(form): form for form in sorted(votes) if len(form) > 2}
    for start, end in find_words(text, again):
        if text[start - 1 : start] not in ("'", ".") and not any(taken[start:end]) and _is_name_here(layout, start, end, again[text[start:end]]):
            places.setdefault(layout.text[start:end], []).append((start, end))
            votes[layout.text[start:end]] += votes[again[text[start:end]]]
            taken[start:end] = b"\1" * (end - start)
    return places


def _plural_openers(layout: Layout, text: str, votes: Votes) -> Iterator[Span]:
    """Where a team's last word, tagged as a common noun, opens a sentence as its subject: `Rovers have won once`."""
    last = {plain(form.split()[-1]) for form in votes if " " in form and votes[form]["ORG"] and form[-1] == "s" and head_kind(form.split()[-1]) == "ORG"}
    for start, end in find_words(text, last):
        i = layout.token_at(start)
        opens = i == 0 or layout.sent[i - 1] != layout.sent[i] or layout.words[i - 1].isspace()
        verb = i + 1 < len(layout.words) and (layout.pos[i + 1] in ("VERB", "AUX") or is_human(layout.lower[i + 1]))
        if opens and verb and layout.words[i].istitle() and layout.tag[i] in ("NNS", "NNPS") and layout.lower[i] not in layout.small:
            yield start, end


def _first_words(layout: Layout, text: str, votes: Votes) -> Iterator[Span]:
    """Where the first word of a firm's name stands for it: `Arrow denied` beside `Arrow Lines`."""
    firms = [form.split() for form in votes if " " in form and votes[form]["ORG"]]
    first = {plain(words[0]) for words in firms if _is_firm(words)} - {plain(form) for form in votes}
    for start, end in find_words(text, first):
        i = layout.token_at(start)
        alone = not is_capital(layout, i + 1) if i + 1 < len(layout.words) else True
        after_name = i and joined(layout, i) and is_capital(layout, i - 1) and layout.sent[i - 1] == layout.sent[i] and layout.pos[i - 1] == "PROPN"
        if layout.tag[i] == "NNP" and layout.dep[i] in PARTS and layout.words[i].istitle() and alone and not after_name:
            yield start, end


def _last_words(layout: Layout, text: str, votes: Votes) -> Iterator[Span]:
    """Where the last word of a body's name stands for it behind `the`, or a club's anywhere: `the Guild` beside `Lantern Guild`."""
    last = {plain(form.split()[-1]) for form in votes if " " in form and votes[form]["ORG"] and form.split()[-1].isalpha() and not known_name(form)} - {plain(form) for form in votes}
    for start, end in find_words(text, last):
        i = layout.token_at(start)
        the = (i > 0 and layout.lower[i - 1] == "the" or layout.words[i] in words_of("name_parts", "club")) and layout.words[i].istitle() and layout.tag[i] in ("NNP", "NNPS")
        after = layout.words[i + 1] if i + 1 < len(layout.words) else ""
        if the and layout.dep[i] in PARTS and not (after[:1].isupper() or after in ("of", "for") or title_kind(layout.words[i]) in ("office", "rank")):
            yield start, end


def _is_firm(words: list[str]) -> bool:
    """Whether a name is a firm's that its first word may stand for: not `Harlow Council`, `National Grain Board`."""
    first = words[0]
    told = first.istitle() and first.isalpha() and not (names_nothing(first) or is_people(first) or is_given(first) or known_name(first) or title_kind(first) or head_kind(first))
    return told and _ends_firm(words[-1])


def _may_shorten(form: str, longer: str) -> bool:
    """Whether a lone word may stand for a longer name: no acronym, people, office, or owner (`Associated Press’ Twitter`)."""
    plain_word = form.isalpha() and not form.isupper() and not (title_kind(form) or is_people(form) or known_name(form) or known_name(longer) or head_kind(form))
    return plain_word and not any(ch in "’'&" or ch.isdigit() for ch in longer)


def _ends_firm(head: str) -> bool:
    """Whether the last word of a name leaves it a firm's: no council, no club."""
    return head_kind(head) is None or is_firm_suffix(head) or head in words_of("name_parts", "trade")


def _is_name_here(layout: Layout, start: int, end: int, form: str) -> bool:
    """Whether the words of a known form are a name at this place, and no part of a longer one."""
    i, j = layout.token_at(start), layout.token_at(end - 1)
    more = j + 1 < len(layout.words) and joined(layout, j + 1) and is_capital(layout, j + 1) and layout.pos[j + 1] == "PROPN" and head_kind(layout.words[j + 1])
    here = layout.text[start:end]
    alike = here == form or here.isupper() or " " in form and all(a[0].isupper() == b[0].isupper() for a, b in zip(here.split(), form.split(), strict=True))
    return alike and (layout.pos[i] == "PROPN" or " " in form) and not more


def _group_forms(places: dict[str, list[Span]], votes: Votes) -> list[list[str]]:
    """Forms of the same organisation or place together: spelling, abbreviation, acronym, short form."""
    order = sorted((f for f in places if places[f]), key=lambda f: min(places[f]))
    parent = {f: f for f in order}

    def root(form: str) -> str:
        while parent[form] != form:
            form = parent[form]
        return form

    canon: dict[str, str] = {}
    for form in order:
        first = canon.setdefault(_canonical(form, votes), form)
        parent[root(form)] = root(first)
    for form in order:
        if not (form.isupper() or head_kind(form.split()[-1]) == "ORG" or votes[form]["ORG"]):
            continue  # only organisations are shortened
        fuller = _fuller_form(form, order, votes, places)
        if fuller:
            parent[root(form)] = root(fuller)
    groups: dict[str, list[str]] = defaultdict(list)
    for form in order:
        groups[root(form)].append(form)
    return list(groups.values())


def _canonical(form: str, votes: Votes) -> str:
    known = known_name(form)
    full = known[0] if known else _state(form, votes)
    return re.sub(r"^the ", "", plain(full or form).replace(".", ""))


def _fuller_form(form: str, order: list[str], votes: Votes, places: dict[str, list[Span]]) -> str | None:
    """The longer form that `form` is short for: the nearest before its first place, else the first after."""
    fits = [f for f in order if f.count(" ") > form.count(" ") and _shortens(form, f, votes)]
    if not fits or len({_canonical(f, votes) for f in fits}) > 1 and known_name(form):
        return None
    at = min(places[form])
    before = [(max(p for p in places[f] if p < at), f) for f in fits if min(places[f]) < at]
    return max(before)[1] if before else min((min(places[f]), f) for f in fits)[1]


def _shortens(form: str, longer: str, votes: Votes) -> bool:
    """Whether `form` is an acronym of the longer name, its last words, or its first without a place."""
    words, full = plain(form).split(), plain(longer).split()
    if not votes[longer]["ORG"]:
        return False
    if form.isupper() and len(words) == 1 and len(form) > 1 and not _state(form, votes):
        capitals = "".join(w[0] for w in longer.split() if w[0].isupper()).lower()
        if plain(form).replace(".", "") == capitals:
            return True
    if full[-len(words) :] == words:
        return head_kind(form.split()[-1]) == "ORG" or len(words) == 1 and votes[form]["ORG"] > 0 and _may_shorten(form, longer)
    rest = " ".join(longer.split()[len(words) :])
    begun = rest and len(words) == 1 and len(full) <= FIRM_WORDS and rest not in votes and not known_name(rest)
    begun = begun and _ends_firm(rest.split()[-1]) and _may_shorten(form, longer)  # `Arrow` for `Arrow Lines`
    added = is_firm_suffix(rest) or begun or (known_name(rest) or ("", ""))[1] == "GPE"
    return full[: len(words)] == words and added and votes[form]["ORG"] > 0


def _state(form: str, votes: Votes) -> str | None:
    """The US state that the form abbreviates; `VA` is none where it is an organisation."""
    if form.endswith(".") or form.isupper() and len(form) == 2 and not votes[form]["ORG"]:
        return state_of(form)
    return None


def _full_name(forms: list[str], votes: Votes) -> str:
    """The fullest, then best-accented form; an abbreviation known to every reader is written out."""
    known = next((known_name(f)[0] for f in forms if known_name(f)), None)
    best = max(forms, key=lambda f: (len(f.split()), not f.isupper(), accents(f), len(f), f))
    return known if known and len(known) > len(best) else _state(best, votes) or best
