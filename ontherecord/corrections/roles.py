"""Roles that people have taken out.

In: corrections, the entities there are, and the rows of one article after the other. Out: rows without these roles and their mentions,
and what became of each correction. Roles whose titles have one head noun are one role in the database, and go together. A role is
taken out before others are added by hand, so that a right one can take the place of a wrong one.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from ontherecord.corrections.entities import Corrected, tell_absent
from ontherecord.corrections.entries import Correction, DropRole
from ontherecord.corrections.outcomes import Outcome, Outcomes
from ontherecord.folding import fold, slug
from ontherecord.linking import Entity
from ontherecord.role_nouns import noun_keys, phrase_key

Row = dict[str, object]
AFTER_HEAD = frozenset(("of", "for", "at", "in", "to", "on", "from", "with"))  # what begins a title's complement
TOLD = 5  # titles that suffice to see which is meant


class RoleDrops:
    """The roles to take out, and what is found of them; `known` holds all entities that there are in the end by id."""

    def __init__(self, corrections: Sequence[Correction], corrected: Corrected, known: Mapping[str, Entity]) -> None:
        self._drops = [(c.id, c.entry) for c in corrections if isinstance(c.entry, DropRole)]
        self._find, self._known = corrected.find_id, known
        self._articles: set[str] = set()
        self._applied: set[str] = set()
        self._others: dict[str, set[str]] = defaultdict(set)

    def apply(self, article: str, rows: Mapping[str, list[Row]]) -> dict[str, list[Row]]:
        """The rows of an article without the roles that are wrong there."""
        self._articles.add(article)
        wrong: set[str] = set()
        for id_, entry in self._drops:
            if entry.article in (None, article):
                wrong |= self._find_wrong(id_, entry, rows["roles"])
        if not wrong:
            return dict(rows)
        return {**rows, "roles": [row for row in rows["roles"] if row["id"] not in wrong],
                "role_mentions": [row for row in rows["role_mentions"] if row["role_id"] not in wrong]}

    def outcomes(self) -> Outcomes:
        """What became of each correction, once all articles have been seen; nothing of one whose article is none of them."""
        return {i: self._tell(i, entry) for i, entry in self._drops if entry.article is None or entry.article in self._articles}

    def _find_wrong(self, id_: str, entry: DropRole, roles: Sequence[Row]) -> set[str]:
        entity = self._find(entry.entity)
        held = [row for row in roles if row["entity_id"] == entity]
        wrong = {row["id"] for row in held if self._is_meant(row, entry)}
        if wrong:
            self._applied.add(id_)
        self._others[id_] |= {row["title"] for row in held}
        return wrong

    def _is_meant(self, role: Row, entry: DropRole) -> bool:
        of, status = role["organization_id"], role["status"]
        if entry.organization is not None and self._find(entry.organization) != of or entry.status not in (None, status):
            return False
        return fold(entry.title) == fold(role["title"]) or role["id"] == role_id(role["entity_id"], entry.title, of, status)

    def _tell(self, id_: str, entry: DropRole) -> Outcome:
        entity = self._find(entry.entity)
        for one in filter(None, (entry.entity, entry.organization)):
            if self._find(one) not in self._known:
                return Outcome("lost", tell_absent(one, self._known))
        if id_ in self._applied:
            return Outcome("applied", None, entity)
        if others := sorted(self._others[id_])[:TOLD]:
            return Outcome("lost", f"no such role is found, but {', '.join(others)}; give the title of one, or take the entry out", entity)
        return Outcome("unneeded", "no such role is found", entity)


def role_id(entity: str, title: str, organization: str | None, status: str) -> str:
    """The id under which the roles of one head noun fall together."""
    return "-".join([entity, slug(_head(title)), *([organization] if organization else []), status])


def _head(title: str) -> str:
    """The head noun under which titles fall together, `secretary of state` being one: that of the words before `of` or `for`."""
    words = title.lower().split()
    end = next((n for n, word in enumerate(words) if n and word in AFTER_HEAD), len(words))
    around = noun_keys().get(" ".join(words[end - 1 : end + 2])) if end < len(words) else None
    return around or phrase_key(words[:end]) or words[end - 1]
