"""Corrections of one article's quotes and roles, found again by their words.

In: an article's text, its rows, the corrections that name it, and the entities there are. Out: the rows as people have
mended them, and what became of each correction. A quote is the one that has the words named as a whole piece, else the one
that shares most characters with them, half at least; a check holds only for a quote that still has these words and speakers. Of
entries that contradict each other about one quote, whatever words of it they name, the last one holds.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ontherecord.corrections.entities import Corrected, tell_absent
from ontherecord.corrections.entries import AddRole, Check, Correction, Drop, Selector, Speaker
from ontherecord.corrections.outcomes import Outcome, Outcomes, tell_overridden
from ontherecord.corrections.places import choose, find_places, match_pieces, nearest
from ontherecord.corrections.roles import role_id
from ontherecord.folding import fold
from ontherecord.linking import Entity
from ontherecord.records import Span

Row = dict[str, object]
RULE = "corrected"
CHANGED = ("quotes", "quote_spans", "quote_speakers", "roles", "role_mentions")
NO_WORDS = "its words do not stand in the article; copy them again, or take the entry out"


class _Lost(Exception):
    """Why a correction cannot be applied."""


@dataclass(slots=True)
class _Page:
    """An article's rows while corrections are applied to them."""

    text: str
    rows: dict[str, list[Row]]
    corrected: Corrected
    known: Mapping[str, Entity]

    def entity(self, entity_id: str) -> str:
        found = self.corrected.find_id(entity_id)
        if found not in self.known:
            raise _Lost(tell_absent(entity_id, self.known))
        return found

    def entities(self, ids: Sequence[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.entity(i) for i in ids))


def correct_article(
    text: str, rows: Mapping[str, list[Row]], corrections: Sequence[Correction], corrected: Corrected, known: Mapping[str, Entity]
) -> tuple[dict[str, list[Row]], Outcomes]:
    """Apply the corrections of one article; `known` holds all entities that there are in the end by id."""
    page = _Page(text, {**rows, **{table: [dict(row) for row in rows[table]] for table in CHANGED}}, corrected, known)
    outcomes: Outcomes = {}
    for correction in corrections:
        try:
            outcomes[correction.id] = _apply(page, correction.entry)
        except _Lost as lost:
            outcomes[correction.id] = Outcome("lost", str(lost))
    outcomes |= _find_overridden(page, corrections, outcomes)
    left = {row["id"] for row in page.rows["quotes"]}
    return page.rows, {i: o if o.quote_id in left else replace(o, quote_id=None) for i, o in outcomes.items()}


def _find_overridden(page: _Page, corrections: Sequence[Correction], outcomes: Outcomes) -> Outcomes:
    """What has become of entries that a later one about their quote contradicts."""
    last: dict[str, Correction] = {}
    overridden: Outcomes = {}
    for correction in reversed(corrections):
        quote = outcomes[correction.id].quote_id
        if quote in last and _contradict(page, correction.entry, last[quote].entry):
            overridden[correction.id] = replace(tell_overridden(last[quote]), quote_id=quote)
        elif quote and isinstance(correction.entry, Speaker | Drop):
            last.setdefault(quote, correction)
    return overridden


def _contradict(page: _Page, entry: Speaker | Drop | Check, last: Speaker | Drop) -> bool:
    if isinstance(entry, Drop) or isinstance(last, Drop):
        return True
    one, other = page.entities(entry.speakers), page.entities(last.speakers)
    return set(one) != set(other) if isinstance(entry, Check) else one != other


def _apply(page: _Page, entry: Speaker | Drop | Check | AddRole) -> Outcome:
    match entry:
        case Speaker():
            return _right_speaker(page, entry)
        case Drop():
            return _drop(page, entry)
        case Check():
            return _check(page, entry)
        case AddRole():
            return _add_role(page, entry)


def _right_speaker(page: _Page, entry: Speaker) -> Outcome:
    speakers = page.entities(entry.speakers)
    quote, outcome = _find_quote(page, entry.quote)
    first = speakers[0] if speakers else None
    if set(speakers) != _speakers_of(page, quote):
        quote["checked_by"] = None  # nobody has checked these
    quote |= {"speaker_id": first, "speaker_rule": RULE, "speaker_confidence": 1.0 if speakers else None}
    page.rows["quote_speakers"] = [row for row in page.rows["quote_speakers"] if row["quote_id"] != quote["id"]] + [
        {"id": f"{quote['id']}-{speaker}", "quote_id": quote["id"], "entity_id": speaker} for speaker in speakers
    ]
    return Outcome(outcome.status, outcome.detail, first, quote["id"])


def _drop(page: _Page, entry: Drop) -> Outcome:
    places = find_places(page.text, entry.quote)
    if places and nearest(places, _extents(page)) is None:
        return Outcome("unneeded", "no quote is found there")
    quote, outcome = _find_quote(page, entry.quote)
    page.rows["quotes"].remove(quote)
    for table in ("quote_spans", "quote_speakers"):
        page.rows[table] = [row for row in page.rows[table] if row["quote_id"] != quote["id"]]
    return outcome


def _check(page: _Page, entry: Check) -> Outcome:
    speakers = page.entities(entry.speakers)
    quote, outcome = _find_quote(page, entry.quote)
    if outcome.status == "reattached":
        raise _Lost(f"the quote there reads {_read(quote)}; check it again and give all of it")
    now = _speakers_of(page, quote)
    if now != set(speakers):
        raise _Lost(f"its speakers are now {', '.join(sorted(now)) or 'nobody named'}; check it again")
    quote["checked_by"] = entry.who
    return outcome


def _add_role(page: _Page, entry: AddRole) -> Outcome:
    entity = page.entity(entry.entity)
    if page.known[entity].kind != "PERSON":
        raise _Lost(f"{entity} is no person, and only people hold roles; give a person, or correct the kind first")
    of = entry.organization and page.entity(entry.organization)
    places = find_places(page.text, entry.evidence)
    if not places:
        raise _Lost(NO_WORDS)
    if len(places) > 1:
        raise _Lost(f"its words stand in {len(places)} places; give prefix or suffix")
    role = {"id": role_id(entity, entry.title, of, entry.status), "entity_id": entity,
            "title": entry.title, "organization_id": of, "status": entry.status}
    if any(row["role_id"] == role["id"] and _meet((row["start"], row["end"]), places[0]) for row in page.rows["role_mentions"]):
        return Outcome("unneeded", "the role is found there", entity)
    page.rows["roles"].append(role)
    page.rows["role_mentions"].append(_role_mention(page, role["id"], places[0]))
    return Outcome("applied", None, entity)


def _speakers_of(page: _Page, quote: Row) -> set[object]:
    return {row["entity_id"] for row in page.rows["quote_speakers"] if row["quote_id"] == quote["id"]}


def _candidates(page: _Page, places: Sequence[Span]) -> list[int]:
    """The quotes that fit the words, as indexes."""
    spans = page.rows["quote_spans"]
    pieces = match_pieces(page.text, places, [(row["start"], row["end"]) for row in spans])
    if len(whole := {spans[n]["quote_id"] for n in pieces}) == 1:
        return [n for n, row in enumerate(page.rows["quotes"]) if row["id"] in whole]
    return choose(places, _extents(page))


def _find_quote(page: _Page, selector: Selector) -> tuple[Row, Outcome]:
    """The quote that the words mean, and whether it has exactly these."""
    places = find_places(page.text, selector)
    if not places:
        raise _Lost(NO_WORDS)
    fitting = _candidates(page, places)
    if not fitting:
        raise _Lost(_tell_near(page, places))
    if len(fitting) > 1:
        raise _Lost(f"its words fit {len(fitting)} quotes; give prefix or suffix, or longer ones")
    quote = page.rows["quotes"][fitting[0]]
    told = (str(quote["text"]), page.text[quote["start"] : quote["end"]])
    same = fold(selector.exact) in {fold(words) for words in told}
    if same:
        return quote, Outcome("applied", quote_id=quote["id"])
    return quote, Outcome("reattached", f"the quote there reads {_read(quote)}", quote_id=quote["id"])


def _tell_near(page: _Page, places: Sequence[Span]) -> str:
    """Why no quote fits: the words are a part of one, or too many, or none is there."""
    near = nearest(places, _extents(page))
    if near is None:
        return "its words stand in the article, but no quote is found there; take the entry out"
    return f"the quote there reads {_read(page.rows['quotes'][near])}; give all of it and no more, or take the entry out"


def _extents(page: _Page) -> list[Span]:
    return [(row["start"], row["end"]) for row in page.rows["quotes"]]


def _read(quote: Row) -> str:
    return repr(" ".join(str(quote["text"]).split()))


def _role_mention(page: _Page, role_id: str, place: Span) -> Row:
    sentences = page.rows["sentences"]
    sentence = sentences[max(0, bisect_right([row["start"] for row in sentences], place[0]) - 1)]
    taken = {row["id"] for row in page.rows["role_mentions"]}
    own = first = f"{sentence['article_id']}-r{place[0]}"
    number = 1
    while own in taken:
        number += 1
        own = f"{first}-{number}"
    return {"id": own, "role_id": role_id, "article_id": sentence["article_id"], "sentence_id": sentence["id"],
            "start": place[0], "end": place[1], "text": page.text[slice(*place)]}


def _meet(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]
