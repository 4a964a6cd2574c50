"""Chains: which mentions name the same person, organisation or place.

In: candidates and the forms that name people. Out: chains and name mentions. Known forms are searched in the
whole text, so that a name the parser missed, or took for something else, is found wherever it stands again.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise

from ontherecord.folding import accents
from ontherecord.layout import Layout
from ontherecord.lexicons import words_of
from ontherecord.names.kinds import DISTRICT, PARTY_STATE, other_kind
from ontherecord.names.people import Bearers, Person, choose_person, group_people, split_name
from ontherecord.names.spans import Candidate, is_capital, joined
from ontherecord.names.words import given_name, head_kind, is_firm_suffix, is_given, is_initial, is_particle, is_suffix, known_name, names_nothing, plain, plain_text, state_of, title_kind
from ontherecord.records import Chain, EntityKind, Mention, Names

LONGEST_ACRONYM = 4  # letters, for people and places
HONORIFIC_BACK = 14  # characters before a name in which its Mr. or Mrs. stands
MALE_BELOW, FEMALE_ABOVE = 20, 80  # per cent of women among a given name's bearers that settle its gender


def link_names(layout: Layout, candidates: list[Candidate], forms: set[str]) -> Names:
    """Chains numbered by first mention, and name mentions in order; people first, then what is left."""
    persons = find_persons(layout, candidates, forms)
    keys = {key for person in persons for key in person.keys() | {plain(f) for f in person.forms}}
    body = {plain(_text(layout, c)) for c in candidates if not c.headline}
    kinds = {c: other_kind(layout, c) for c in candidates if _text(layout, c) not in forms}
    longer = _cover(len(layout.text), [(c.start, c.end) for c in _blockers(layout, kinds, body)])
    folded = plain_text(layout.text)
    places = {c.start for c in kinds if _is_place_here(layout, c)}
    people = [m for m in find_people_mentions(layout, folded, persons, longer) if m[0] not in places]
    others = [
        (c, kind)
        for c, kind in kinds.items()
        if kind and (c.start in places or not _is_persons(_text(layout, c), keys)) and _stands_in_body(layout, c, body)
    ]
    taken = _cover(len(layout.text), [(s, e) for s, e, _ in people])
    chains = [Chain(_calm(p.name()), "PERSON") for p in persons]
    mentions = [Mention(s, e, "name", n) for s, e, n in people]
    for name, kind, places in link_others(layout, folded, others, taken):
        mentions += [Mention(s, e, "name", len(chains)) for s, e in places]
        chains.append(Chain(name, kind))
    return _ordered(chains, mentions)


def _calm(name: str) -> str:
    """A name that stands in capitals only, as in a dateline or before a colon, in usual letters."""
    return name.title() if name.isupper() and len(name) > LONGEST_ACRONYM else name


def _stands_in_body(layout: Layout, c: Candidate, body: set[str]) -> bool:
    """Whether a candidate stands outside headlines too, or needs no more proof: a headline's capitals prove nothing."""
    form = _text(layout, c)
    sure = known_name(form) or c.label == "GPE" or " " in form and head_kind(form.split()[-1]) == "ORG"
    return not c.headline or bool(sure) or plain(form) in body


def _ordered(chains: list[Chain], mentions: list[Mention]) -> Names:
    mentions = sorted(mentions, key=lambda m: (m.start, m.end))
    numbers: dict[int, int] = {}
    for mention in mentions:
        numbers.setdefault(mention.chain, len(numbers))
    return Names(tuple(chains[n] for n in numbers), tuple(Mention(m.start, m.end, m.kind, numbers[m.chain]) for m in mentions))


def _text(layout: Layout, c: Candidate) -> str:
    return layout.text[c.start : c.end]


def _cover(length: int, spans: Iterable[tuple[int, int]]) -> bytearray:
    cover = bytearray(length)
    for start, end in spans:
        cover[start:end] = b"\1" * (end - start)
    return cover


def _is_place_here(layout: Layout, c: Candidate) -> bool:
    """Whether a place that shares its name with a person is the place: `Georgia Brown left Georgia`, `in Washington`."""
    known = known_name(_text(layout, c))
    if c.label != "GPE" or c.titles or not known or known[1] != "GPE":
        return False
    return c.first > 0 and layout.pos[c.first - 1] == "ADP" or layout.dep[c.last - 1] in ("dobj", "pobj", "npadvmod", "appos")


def _is_persons(form: str, keys: set[str]) -> bool:
    """Whether the form is a person's short name, or the family's: `the Clintons`."""
    return plain(form) in keys or plain(form).removesuffix("s") in keys


def _blockers(layout: Layout, kinds: dict[Candidate, EntityKind | None], body: set[str]) -> Iterator[Candidate]:
    """Longer names and titles of works, inside which a person's name is no mention of the person."""
    for c, kind in kinds.items():
        form = _text(layout, c)
        if " " not in form or not kind and c.label in ("ORG", "GPE", "LOC", "FAC", "PERSON", ""):
            continue
        if not c.headline or plain(form) in body or known_name(form):
            yield c


def find_persons(layout: Layout, candidates: list[Candidate], forms: set[str]) -> list[Person]:
    """The article's people: full names first, then single names that belong to none of them."""
    named = [(_text(layout, c), c) for c in candidates if _text(layout, c) in forms]
    full = [(form, c.start) for form, c in named if _is_full(form) and not is_initial(form.split()[-1])]
    persons = group_people([(form, place) for form, place in full if not _is_shorter(form, full)])
    _share_surname(layout, named, persons)
    keys = {key for p in persons for key in p.keys() | {plain(f) for f in p.forms}}
    single = [(form, c.start) for form, c in named if not _is_full(form) and plain(form) not in keys]
    return persons + group_people(single)


def _is_shorter(form: str, full: list[tuple[str, int]]) -> bool:
    """Whether a form of several words is another's last words: `Zein El Dine`, `Costa e Silva`."""
    tail = " " + plain(form)
    return any(tail in plain(longer) and len(longer.split()) > len(form.split()) for longer, _ in full)


def _share_surname(layout: Layout, named: list[tuple[str, Candidate]], persons: list[Person]) -> None:
    """`James and Olive Meehan`: the first is James Meehan."""
    for (form, c), (after, d) in pairwise(named):
        lone = " " not in form or form.count(" ") == 1 and is_initial(form.split()[1])
        if lone and is_given(form.split()[0]) and _is_full(after) and layout.text[c.end : d.start] in (" and ", " & "):
            surname = split_name(after)[1]
            whole = f"{form} {' '.join(after.split()[-len(surname) :])}"
            if not any(plain(form) in p.keys() for p in persons):
                persons.append(Person((plain(form.split()[0]),), surname, "", forms={whole: 1}, places=[c.start]))


def _is_full(form: str) -> bool:
    """Whether the form has a given name (or an initial) and a surname."""
    words = [w for w in form.split() if not is_suffix(w)]
    return len(words) > 1 and not is_particle(words[0])


def find_people_mentions(layout: Layout, text: str, persons: list[Person], longer: bytearray) -> Iterator[tuple[int, int, int]]:
    """(start, end, person) wherever a full or short form of a person's name stands."""
    full = {plain(form): n for n, p in enumerate(persons) for form in p.forms}
    keys = {key for key in set(full).union(*(p.keys() for p in persons)) if key in text}
    if not keys:
        return
    surnames = {key for p in persons for key in p.surnames()}
    genders = [_gender(p) for p in persons]
    matches = []
    bare: dict[str, list[int]] = defaultdict(list)
    for start, end in find_words(text, keys):
        key = text[start:end]
        if longer[start] or not _looks_like_name(layout, start, end):
            continue
        whole = key in full and len(key.split()) > 1
        if whole or _stands_alone(layout, start, end, key, key in surnames):
            matches.append((start, end, key, whole))
            if not whole:
                bare[key].append(start)
    bearers = Bearers(persons, genders, bare)
    styled = [(key, _honorific(text, start), start) for start, _, key, whole in matches if not whole]
    for key, female, start in styled:
        if female is not None and (person := choose_person(bearers, key, start, female)) is not None:
            bearers.styled[key].add(person)
    for start, end, key, whole in matches:
        person = full[key] if whole else choose_person(bearers, key, start, _honorific(text, start))
        if person is not None:
            yield start, end, person


def find_words(text: str, keys: Iterable[str]) -> list[tuple[int, int]]:
    """Where the keys stand as whole words, in order; the longest of those that overlap. No pattern is compiled: that cost more than the search."""
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


def _gender(person: Person) -> bool | None:
    """Whether the person's given name is a woman's; None if it may be either."""
    found = given_name(person.given[0]) if person.given else None
    return None if found is None or MALE_BELOW < found[0] < FEMALE_ABOVE else found[0] >= FEMALE_ABOVE


def _honorific(text: str, start: int) -> bool | None:
    """Whether the title right before is a woman's (True) or a man's; None if it tells neither."""
    before = text[max(0, start - HONORIFIC_BACK) : start].split()
    kind = title_kind(before[-1]) if before else None
    return {"honorific_f": True, "honorific_m": False}.get(kind or "")


def _looks_like_name(layout: Layout, start: int, end: int) -> bool:
    """Whether every word but particles has a capital."""
    words = [w.strip("“”\"‘(") for w in layout.text[start:end].split()]
    return all(w[:1].isupper() or is_particle(w.split("-")[0]) for w in words) and any(part[:1].isupper() for part in words[-1].split("-"))


def _stands_alone(layout: Layout, start: int, end: int, key: str, surname: bool) -> bool:
    """Whether a single name is not a common word and not part of somebody else's longer name."""
    i, j = layout.token_at(start), layout.token_at(end - 1)
    if _goes_further(layout, j, surname, bool(title_kind(key))) or _begins_before(layout, i, surname):
        return False
    if layout.pos[i] == "PROPN" or not surname and layout.pos[i] in ("AUX", "SCONJ", "PRON", "DET"):
        return layout.pos[i] == "PROPN"
    if j + 1 < len(layout.words) and layout.words[j + 1] in words_of("reporting"):
        return True
    return not _opens_sentence(layout, i) or key not in layout.small


def _goes_further(layout: Layout, j: int, surname: bool, is_title: bool) -> bool:
    """Whether the words after a short form make it the beginning of another name."""
    if j + 1 >= len(layout.words) or not joined(layout, j + 1) or not layout.words[j][-1].isalnum():
        return False
    after = layout.words[j + 1]
    if not is_capital(layout, j + 1) or layout.pos[j + 1] != "PROPN" or names_nothing(after):
        return False
    return head_kind(after) in ("ORG", "LOC") or is_title or not surname and not title_kind(after)


def _begins_before(layout: Layout, i: int, surname: bool) -> bool:
    """Whether the words before a short form make it the end of another name."""
    if i == 0 or not joined(layout, i) or not is_capital(layout, i - 1) or layout.sent[i - 1] != layout.sent[i]:
        return False
    before = layout.words[i - 1]
    return (is_given(before) or is_initial(before)) and layout.pos[i - 1] == "PROPN" and not title_kind(before)


def _opens_sentence(layout: Layout, i: int) -> bool:
    return i == 0 or layout.sent[i - 1] != layout.sent[i] or not layout.words[i - 1][0].isalnum()


def link_others(layout: Layout, text: str, others: list[tuple[Candidate, EntityKind]], taken: bytearray) -> Iterator[tuple[str, EntityKind, list[tuple[int, int]]]]:
    """(name, kind, places) of each organisation and place."""
    votes: dict[str, Counter[EntityKind]] = defaultdict(Counter)
    for c, kind in others:
        if not (c.headline and len(c.words(layout)) > 3):
            votes[_text(layout, c)][kind] += 1
    places = _find_forms(layout, text, votes, others, taken)
    groups = _group_forms(places, votes)
    for forms in groups:
        spots = sorted({spot for form in forms for spot in places[form]})
        if spots:
            kind = max(sorted({k for f in forms for k in votes[f]}), key=lambda k: sum(votes[f][k] for f in forms))
            name = _full_name(forms, votes)
            yield name if kind == "ORG" else _calm(name), kind, spots


def _find_forms(layout: Layout, text: str, votes: dict[str, Counter[EntityKind]], others: list[tuple[Candidate, EntityKind]], taken: bytearray) -> dict[str, list[tuple[int, int]]]:
    """Where each form stands: at its candidates, and wherever else its very words stand and nothing else does."""
    places: dict[str, list[tuple[int, int]]] = {form: [] for form in votes}
    for c, _ in others:
        if _text(layout, c) in votes and not any(taken[c.start : c.end]):
            places[_text(layout, c)].append((c.start, c.end))
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
    again = {plain(form): form for form in sorted(votes) if len(form) > 2}
    for start, end in find_words(text, again):
        if text[start - 1 : start] not in ("'", ".") and not any(taken[start:end]) and _is_name_here(layout, start, end, again[text[start:end]]):
            places.setdefault(layout.text[start:end], []).append((start, end))
            votes[layout.text[start:end]] += votes[again[text[start:end]]]
            taken[start:end] = b"\1" * (end - start)
    return places


def _is_name_here(layout: Layout, start: int, end: int, form: str) -> bool:
    """Whether the words of a known form are a name at this place, and no part of a longer one."""
    i, j = layout.token_at(start), layout.token_at(end - 1)
    more = j + 1 < len(layout.words) and joined(layout, j + 1) and is_capital(layout, j + 1) and layout.pos[j + 1] == "PROPN" and head_kind(layout.words[j + 1])
    here = layout.text[start:end]
    alike = here == form or here.isupper() or " " in form and all(a[0].isupper() == b[0].isupper() for a, b in zip(here.split(), form.split(), strict=True))
    return alike and (layout.pos[i] == "PROPN" or " " in form) and not more


def _group_forms(places: dict[str, list[tuple[int, int]]], votes: dict[str, Counter[EntityKind]]) -> list[list[str]]:
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


def _canonical(form: str, votes: dict[str, Counter[EntityKind]]) -> str:
    known = known_name(form)
    full = known[0] if known else _state(form, votes)
    return re.sub(r"^the ", "", plain(full or form).replace(".", ""))


def _fuller_form(form: str, order: list[str], votes: dict[str, Counter[EntityKind]], places: dict[str, list[tuple[int, int]]]) -> str | None:
    """The longer form that `form` is short for: the nearest before its first place, else the first after."""
    fits = [f for f in order if f.count(" ") > form.count(" ") and _shortens(form, f, votes)]
    if not fits or len({_canonical(f, votes) for f in fits}) > 1 and known_name(form):
        return None
    at = min(places[form])
    before = [(max(p for p in places[f] if p < at), f) for f in fits if min(places[f]) < at]
    return max(before)[1] if before else min((min(places[f]), f) for f in fits)[1]


def _shortens(form: str, longer: str, votes: dict[str, Counter[EntityKind]]) -> bool:
    """Whether `form` is an acronym of the longer name, its last words, or its first without a place."""
    words, full = plain(form).split(), plain(longer).split()
    if not votes[longer]["ORG"]:
        return False
    if form.isupper() and len(words) == 1 and len(form) > 1 and not _state(form, votes):
        capitals = "".join(w[0] for w in longer.split() if w[0].isupper()).lower()
        if plain(form).replace(".", "") == capitals:
            return True
    if full[-len(words) :] == words:
        return head_kind(form.split()[-1]) == "ORG"
    rest = " ".join(longer.split()[len(words) :])
    added = is_firm_suffix(rest) or (known_name(rest) or ("", ""))[1] == "GPE"
    return full[: len(words)] == words and added and votes[form]["ORG"] > 0


def _state(form: str, votes: dict[str, Counter[EntityKind]]) -> str | None:
    """The US state that the form abbreviates; `VA` is none where it is an organisation."""
    if form.endswith(".") or form.isupper() and len(form) == 2 and not votes[form]["ORG"]:
        return state_of(form)
    return None


def _full_name(forms: list[str], votes: dict[str, Counter[EntityKind]]) -> str:
    """The fullest, then best-accented form; an abbreviation known to every reader is written out."""
    known = next((known_name(f)[0] for f in forms if known_name(f)), None)
    best = max(forms, key=lambda f: (len(f.split()), not f.isupper(), accents(f), len(f), f))
    return known if known and len(known) > len(best) else _state(best, votes) or best
