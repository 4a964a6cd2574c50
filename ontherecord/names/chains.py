"""Chains: which mentions name the same person, organisation or place.

In: candidates and the forms that name people. Out: chains and name mentions, numbered by where they first stand.
"""

from collections.abc import Iterable, Iterator

from ontherecord.layout import Layout
from ontherecord.names.contexts import leads_to_place, owns_its
from ontherecord.names.kinds import is_human, names_thing, other_kind
from ontherecord.names.mentions import find_people_mentions, find_persons
from ontherecord.names.others import link_others
from ontherecord.names.spans import Candidate
from ontherecord.names.things import THING
from ontherecord.names.turns import read_turns
from ontherecord.names.words import calm, head_kind, known_name, names_nothing, plain, plain_text
from ontherecord.records import Chain, EntityKind, Mention, Names

OBJECT_WITHIN = 6  # tokens behind a verb in which its object stands, by judgement


def link_names(layout: Layout, candidates: list[Candidate], forms: set[str]) -> Names:
    """Chains numbered by first mention, and name mentions in order; people first, then what is left."""
    persons = find_persons(layout, candidates, forms)
    keys = {key for person in persons for key in person.keys() | {plain(f) for f in person.forms}}
    body = {plain(c.text(layout)) for c in candidates if not c.headline}
    kinds = {c: other_kind(layout, c) for c in candidates if c.text(layout) not in forms or _is_lone_place(layout, c)}
    longer = _cover(len(layout.text), [(c.start, c.end) for c in _blockers(layout, kinds, body)])
    folded = plain_text(layout.text)
    places = {c.start for c in candidates if _is_place_here(layout, c)}
    firms = {c.start for c in candidates if owns_its(layout, c) and any(kind == "ORG" and d.text(layout).startswith(f"{c.text(layout)} ") for d, kind in kinds.items())}
    kinds |= {c: "ORG" for c in candidates if c.start in firms}
    kinds |= {c: "GPE" for c in candidates if c.start in places}
    people = [m for m in find_people_mentions(layout, folded, persons, longer) if m[0] not in places | firms]
    others = [
        (c, kind)
        for c, kind in kinds.items()
        if kind and (c.start in places | firms or not _is_persons(c.text(layout), keys)) and _stands_in_body(layout, c, body)
    ]
    turns = read_turns(layout, persons, {c.text(layout) for c, kind in others if kind == "ORG"})
    people += turns.people
    others += [(c, "ORG") for c in turns.bodies]
    taken = _cover(len(layout.text), [(s, e) for s, e, _ in people])
    chains = [Chain(calm(p.name()), "PERSON") for p in persons]
    mentions = [Mention(s, e, "name", n) for s, e, n in people]
    for name, kind, places in link_others(layout, folded, others, taken):
        mentions += [Mention(s, e, "name", len(chains)) for s, e in places]
        chains.append(Chain(name, kind))
    return _ordered(chains, mentions)


def _stands_in_body(layout: Layout, c: Candidate, body: set[str]) -> bool:
    """Whether a candidate stands outside headlines too, or needs no more proof: a headline's capitals prove nothing."""
    form = c.text(layout)
    sure = known_name(form) or c.label == "GPE" or " " in form and head_kind(form.split()[-1]) == "ORG"
    return not c.headline or bool(sure) or plain(form) in body


def _ordered(chains: list[Chain], mentions: list[Mention]) -> Names:
    mentions = sorted(mentions, key=lambda m: (m.start, m.end))
    numbers: dict[int, int] = {}
    for mention in mentions:
        numbers.setdefault(mention.chain, len(numbers))
    return Names(tuple(chains[n] for n in numbers), tuple(Mention(m.start, m.end, m.kind, numbers[m.chain]) for m in mentions))


def _cover(length: int, spans: Iterable[tuple[int, int]]) -> bytearray:
    cover = bytearray(length)
    for start, end in spans:
        cover[start:end] = b"\1" * (end - start)
    return cover


def _is_place_here(layout: Layout, c: Candidate) -> bool:
    """Whether a place that shares its name with a person is the place: `Georgia Brown left Georgia`, `Lincoln, Nebraska`, `Exeter, in Devon`."""
    if _is_lone_place(layout, c):
        return True
    known = known_name(c.text(layout))
    if c.label != "GPE" or c.titles or not (known and known[1] == "GPE" or c.first and _is_where(layout, c)):
        return False
    first = layout.head[c.last - 1]
    if layout.dep[c.last - 1] == "conj" and layout.dep[first] == "pobj" and layout.pos[layout.head[first]] == "ADP" and layout.lower[layout.head[first]] == "in":
        return True  # `in Lima or Georgia`
    if not known:
        return True
    return c.first > 0 and layout.pos[c.first - 1] == "ADP" or layout.dep[c.last - 1] in ("dobj", "pobj", "npadvmod", "appos")


def _is_where(layout: Layout, c: Candidate) -> bool:
    """Whether somebody is in it, near it, on the way to it, or writes from it: `flying to Florence`, `the Berlin correspondent`."""
    before = layout.lower[c.first - 1]
    if " " in c.text(layout) or before != "the" and layout.dep[c.last - 1] not in ("pobj", "conj"):
        return False
    if before == "to":
        return leads_to_place(layout, c)
    if before == "the":
        return c.last < len(layout.words) and is_human(layout.lower[c.last])
    return before in ("in", "near") and _may_be_where(layout, layout.head[c.first - 1])


def _may_be_where(layout: Layout, i: int) -> bool:
    """Whether what `in` belongs to may be in a place: a verb that lacks an object, or somebody: `will race in Lima`, `a nurse in Lima`."""
    if layout.pos[i] != "VERB":
        return is_human(layout.lower[i])
    return not any(layout.dep[j] == "dobj" and layout.head[j] == i for j in range(i + 1, min(i + OBJECT_WITHIN, len(layout.words))))


def _is_lone_place(layout: Layout, c: Candidate) -> bool:
    return not c.titles and " " not in c.text(layout) and not names_nothing(c.text(layout)) and _is_placed(layout, c)


def _is_placed(layout: Layout, c: Candidate) -> bool:
    """Whether the state after a lone name, or the place before `, in`, tells that it is a place."""
    after = known_name(layout.words[c.last + 1]) if layout.words[c.last : c.last + 1] == [","] and c.last + 1 < len(layout.words) else None
    return bool(after and after[1] == "GPE") or c.first > 2 and layout.words[c.first - 2 : c.first] == [",", "in"] and layout.pos[c.first - 3] == "PROPN"


def _is_persons(form: str, keys: set[str]) -> bool:
    """Whether the form is a person's short name, or the family's: `the Marshes`."""
    return plain(form) in keys or plain(form).removesuffix("s") in keys


def _blockers(layout: Layout, kinds: dict[Candidate, EntityKind | None], body: set[str]) -> Iterator[Candidate]:
    """Longer names and titles of works, inside which a person's name is no mention of the person."""
    things = {c.text(layout).split()[-1] for c in kinds if c.label == THING}
    for c, kind in kinds.items():
        form = c.text(layout)
        if form in things and c.first and layout.lower[c.first - 1] == "the":
            yield c  # `the Marigold`, of the tug Marigold
        if " " not in form or not kind and c.label in ("ORG", "GPE", "LOC", "FAC", "PERSON", "") and not names_thing(form.split()):
            continue
        if not c.headline or plain(form) in body or known_name(form):
            yield c
