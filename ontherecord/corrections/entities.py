"""Corrections of entities: who is who, under which name, of which kind.

In: the entities that linking has made, and corrections. Out: the entities as people have mended them. Entries count in the
file's order; the id of a merged entity stands for the one it was merged into in all that follows. Splitting goes
article by article: what one article's names are taken for within it is not undone here.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from ontherecord.corrections.entries import (
    AboutEntity, Aliases, Correction, Kind, Merge, Rename, Split, Wikidata,
)
from ontherecord.corrections.outcomes import APPLIED, Outcome, Outcomes, tell_overridden
from ontherecord.linking import Entity, Linked

SET_BY = {Rename: "name", Kind: "kind", Wikidata: "wikidata_id"}  # the field of an entity that an entry sets


@dataclass(frozen=True, slots=True)
class Corrected:
    """Linked entities after correction; `merged` leads from ids that are gone, `aliases` are (entity id, spelling)."""

    linked: Linked
    merged: Mapping[str, str]
    aliases: tuple[tuple[str, str], ...]
    outcomes: Outcomes

    def find_id(self, entity_id: str) -> str:
        """The id that an entry's id stands for; it need not be there."""
        return _follow(self.merged, entity_id)


def correct_entities(linked: Linked, corrections: Sequence[Correction]) -> Corrected:
    """Apply every correction of an entity."""
    work = _Work(linked)
    outcomes = _apply_all(work, [c for c in corrections if isinstance(c.entry, AboutEntity)])
    chains = {article: tuple(work.find(i) for i in ids) for article, ids in work.chains.items()}
    named = {entity for ids in chains.values() for entity in ids}
    entities = tuple(work.entities[i] for i in sorted(work.entities) if i in named)
    aliases = {(work.find(entity), spelling) for entity, spelling in work.aliases}
    for correction in corrections:
        if correction.id in outcomes and (entity := work.find(correction.entry.entity)) in named:
            outcomes[correction.id] = replace(outcomes[correction.id], entity_id=entity)
    return Corrected(Linked(entities, chains), work.merged, tuple(sorted(a for a in aliases if a[0] in named)), outcomes)


def tell_absent(entity_id: str, known: Iterable[str]) -> str:
    """That an entity is not there, with ids that may be meant."""
    words = set(entity_id.split("-"))
    near = get_close_matches(entity_id, sorted(i for i in known if words & set(i.split("-"))), n=3)
    remedy = f"perhaps {' or '.join(near)} is meant" if near else "give the id of one that is, or take the entry out"
    return f"no entity {entity_id} in these articles; {remedy}"


def _apply_all(work: "_Work", corrections: Sequence[Correction]) -> Outcomes:
    """Apply one after the other, and tell of those whose name, kind or item a later one takes away again."""
    outcomes: Outcomes = {}
    setting: dict[tuple[str, type], Correction] = {}
    for correction in corrections:
        entry, entity = correction.entry, work.find(correction.entry.entity)
        outcomes[correction.id] = outcome = work.apply(entry)
        if outcome.status == "lost":
            continue
        for kind, field in SET_BY.items():
            earlier = setting.get((entity, kind)) if isinstance(entry, Merge | kind) else None
            if earlier and getattr(earlier.entry, field) != getattr(work.entities[work.find(entity)], field):
                outcomes[earlier.id] = _tell_merged(correction, field) if isinstance(entry, Merge) else tell_overridden(correction)
        if type(entry) in SET_BY:
            setting[entity, type(entry)] = correction
    return outcomes


def _tell_merged(merge: Correction, field: str) -> Outcome:
    into = merge.entry.into
    return Outcome("lost", f"line {merge.line} merges it into {into}, whose {field} stays; give {into} as `entity`, or take the entry out")


class _Work:
    """Entities and chains while entries are applied to them one after the other."""

    def __init__(self, linked: Linked) -> None:
        self.entities = {entity.id: entity for entity in linked.entities}
        self.chains = dict(linked.chains)
        self.merged: dict[str, str] = {}
        self.aliases: list[tuple[str, str]] = []

    def find(self, entity_id: str) -> str:
        return _follow(self.merged, entity_id)

    def apply(self, entry: AboutEntity) -> Outcome:
        entity = self.entities.get(self.find(entry.entity))
        if entity is None:
            return Outcome("lost", tell_absent(entry.entity, self.entities))
        match entry:
            case Merge():
                return self._merge(entity, entry)
            case Split():
                return self._split(entity, entry)
            case Rename():
                return self._change(entity, name=entry.name)
            case Kind():
                return self._change(entity, kind=entry.kind)
            case Wikidata():
                return self._change(entity, wikidata_id=entry.wikidata_id)
            case Aliases():
                self.aliases += [(entity.id, spelling) for spelling in entry.aliases]
                return APPLIED

    def _merge(self, entity: Entity, entry: Merge) -> Outcome:
        into = self.find(entry.into)
        if into not in self.entities:
            return Outcome("lost", tell_absent(entry.into, self.entities))
        if into == entity.id:
            return Outcome("unneeded", "they are one already")
        del self.entities[entity.id]
        self.merged[entity.id] = into
        return APPLIED

    def _split(self, entity: Entity, entry: Split) -> Outcome:
        into = self.find(entry.into)
        there = [a for a in entry.articles if any(self.find(i) == entity.id for i in self.chains.get(a, ()))]
        if into == entity.id:
            return Outcome("lost", f"{entry.into} is the entity itself; give another id")
        if not there:
            return Outcome("lost", f"{entity.id} is not named in {', '.join(entry.articles)}; give articles that name it")
        new = self.entities.setdefault(into, Entity(into, entry.name or entity.name, entity.kind))
        for article in there:
            self.chains[article] = tuple(into if self.find(i) == entity.id else i for i in self.chains[article])
        if missed := [article for article in entry.articles if article not in there]:
            return Outcome("partial", f"{entity.id} is not named in {', '.join(missed)}; take that out")
        if entry.name not in (None, new.name):
            return Outcome("partial", f"{into} was there, as {new.name}; take `name` out, or give an id that is new")
        return APPLIED

    def _change(self, entity: Entity, **changed: str) -> Outcome:
        new = replace(entity, **changed)
        self.entities[entity.id] = new
        return Outcome("unneeded", "it is so already") if new == entity else APPLIED


def _follow(merged: Mapping[str, str], entity_id: str) -> str:
    while entity_id in merged:
        entity_id = merged[entity_id]
    return entity_id
