"""Score a built database against close readings of whole articles (the form of tests/gold).

In: gold files and a database. Out: recall and precision of quotes, mentions and roles, the shares of right
kinds, acts, speakers, links and pronouns, and shared utterances; and each error in words.

Gold whose `must` is false is neutral: found or not, it counts for nothing, except that thought and evidence
may not be given out as speech. A quote counts from an intersection over union of half with the gold's spans
or an alternative of theirs. An entity is who the gold names if its name, or that of one of its name mentions, is
the gold's or one listed under `also`.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.scoring.found import Found, FoundArticle, FoundQuote, FoundRole
from benchmarks.scoring.naming import characters, fold, likeness, without_article
from benchmarks.scoring.tally import Numbers, Tally
from ontherecord.records import Span

MATCH_FROM = 0.5
EDGES = frozenset(" \t\r\n\xa0.,;:!?\"'“”‘’()[]")  # never counted as content, as close readers differ on them
UTTERED = ("speech", "writing")
UNUTTERED = ("thought", "evidence")
KINDS = ("direct", "mixed", "indirect")
LINKS = "utterances.json"


@dataclass(slots=True)
class Scores:
    """What is gathered over the articles of one gold set."""

    tally: Tally = field(default_factory=Tally)
    entities_of: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    names_of: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))


@dataclass(frozen=True, slots=True)
class Place:
    """One article's gold beside what was found there."""

    gold: dict
    article: FoundArticle
    found: Found
    tally: Tally

    def known(self, name: str) -> list[str]:
        """All names under which the gold knows somebody."""
        for entity in reversed(self.gold["entities"]):
            if fold(entity["name"]) == fold(name):
                return [entity["name"], *entity.get("also", [])]
        return [name]

    def is_it(self, entity: str | None, name: str) -> bool:
        return self.found.bears(entity, self.known(name))

    def say(self, sort: str, words: str) -> None:
        self.tally.errors.append((sort, self.article.id, words))


def read_gold(folder: Path) -> list[dict]:
    """The gold of a folder, one article per file, in order of name."""
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json")) if path.name != LINKS]


def measure(gold: Sequence[dict], found: Found, links: dict | None = None) -> tuple[Numbers, Tally]:
    """All numbers over some articles, and the errors; KeyError where an article is not in the database."""
    scores = Scores()
    for each in gold:
        place = Place(each, found.articles[each["article"]], found, scores.tally)
        _score_quotes(place)
        _score_mentions(place, scores)
        score_pronouns(place)
        _score_roles(place)
    score_links(links or {}, {each["article"] for each in gold}, found, scores.tally)
    return _numbers(scores), scores.tally


def _score_quotes(place: Place) -> None:
    quotes = place.article.quotes
    content = {quote.id: _counted(place.article.text, quote.spans) for quote in quotes}
    free = [quote for quote in quotes if quote.act in UTTERED]
    for gold in (g for g in place.gold["quotes"] if g["must"]):
        variants = _variants(place, gold)
        place.tally.add("must")
        place.tally.add(f"must {gold['kind']}")
        alike = {quote.id: max(likeness(v, content[quote.id]) for v in variants) for quote in free}
        best = max(free, key=lambda quote: alike[quote.id], default=None)
        if best is None or alike[best.id] < MATCH_FROM:
            place.say(f"missed {gold['kind']}", gold["text"])
            continue
        free.remove(best)
        _score_matched(place, gold, best, content[best.id] in variants)
    for gold in (g for g in place.gold["quotes"] if not g["must"]):
        variants = _variants(place, gold)
        if gold.get("act") in UNUTTERED:
            _score_act(place, gold, [q for q in quotes if max(likeness(v, content[q.id]) for v in variants) >= MATCH_FROM])
        else:
            free = [quote for quote in free if not content[quote.id] & frozenset().union(*variants)]
    place.tally.add("false", len(free))
    for quote in free:
        place.say("false find", f"[{quote.rule} {quote.confidence}] {quote.text}")


def _score_matched(place: Place, gold: dict, quote: FoundQuote, exact: bool) -> None:
    right = len(quote.speakers) == len(gold["speakers"]) and all(
        any(place.is_it(entity, name) for entity in quote.speakers) for name in gold["speakers"]
    )
    for name, counts in (("hit", True), (f"hit {gold['kind']}", True), ("exact", exact), ("kind", quote.kind == gold["kind"]), ("speaker", right)):
        place.tally.add(name, counts)
    if not exact:
        place.say("inexact", f"gold {gold['text']} || got {quote.text}")
    if not right:
        wanted = gold["speakers"] or gold["speaker_description"]
        place.say("speaker", f"gold {wanted} got {place.found.named(quote.speakers)}: {gold['text']}")
    if quote.kind != gold["kind"]:
        place.say("kind", f"gold {gold['kind']} got {quote.kind}: {gold['text']}")


def _score_act(place: Place, gold: dict, quotes: Sequence[FoundQuote]) -> None:
    if quotes:
        place.tally.add("acts")
        place.tally.add("act", quotes[0].act == gold["act"])
        if quotes[0].act != gold["act"]:
            place.say("act", f"gold {gold['act']} got {quotes[0].act}: {gold['text']}")


def _score_mentions(place: Place, scores: Scores) -> None:
    """Name mentions by exact span, whom they are linked to, and which links fall together or apart."""
    text, tally = place.article.text, place.tally
    gold = {without_article(text, tuple(m)): e["name"] for e in place.gold["entities"] for m in e["mentions"]}
    found = {without_article(text, (m.start, m.end)): m.entity for m in place.article.mentions if m.kind == "name"}
    tally.add("gold mentions", len(gold))
    tally.add("found mentions", len(found))
    for span, name in gold.items():
        if span not in found:
            place.say("mention missed", f"{text[slice(*span)]} ({name})")
            continue
        entity = found[span]
        right = place.is_it(entity, name)
        tally.add("right mentions")
        tally.add("linked", right)
        scores.entities_of[fold(name)].add(entity)
        scores.names_of[entity].add(min(map(fold, place.known(name))))
        if not right:
            place.say("mention link", f"{text[slice(*span)]}: gold {name}, got {place.found.names[entity]}")
    for span in sorted(found.keys() - gold.keys()):
        place.say("mention extra", f"{text[slice(*span)]} ({place.found.names[found[span]]})")


def score_pronouns(place: Place) -> None:
    """Pronouns of named people, and those of nobody named that are linked to somebody; `alt` is right too."""
    found = {(m.start, m.end): m.entity for m in place.article.mentions if m.kind == "pronoun"}
    for gold in place.gold["pronouns"]:
        entity = found.get(tuple(gold["span"]))
        if not gold["person"]:
            place.tally.add("nobody's pronouns")
            place.tally.add("false pronouns", entity is not None)
            if entity is not None:
                place.say("pronoun false", f"{gold['text']} at {gold['span'][0]}: got {place.found.names[entity]}")
            continue
        right = any(place.is_it(entity, name) for name in (gold["person"], gold.get("alt")) if name)
        place.tally.add("pronouns")
        place.tally.add("right pronouns", right)
        if not right:
            place.say("pronoun", f"{gold['text']} at {gold['span'][0]}: gold {gold['person']}, got {place.found.names.get(entity)}")


def _score_roles(place: Place) -> None:
    score_roles(place, place.gold["roles"], lambda gold: gold["status_accepted"])


def score_roles(place: Place, roles: Iterable[dict], statuses) -> None:
    """Roles by person, head noun and half of the title; `statuses` gives those that are right for a gold role."""
    good: set[int] = set()
    for gold in roles:
        same = [n for n, role in enumerate(place.article.roles) if _same_role(place, gold, role)]
        right = [n for n in same if not gold["must"] or place.article.roles[n].status in statuses(gold)]
        good.update(right)
        if gold["must"]:
            for name, counts in (("must roles", True), ("right roles", bool(right)), ("right titles", bool(same))):
                place.tally.add(name, counts)
            if not right:
                got = [place.article.roles[n].status for n in same]
                place.say("role missed", f"{gold['person']}: {gold['title']} {list(statuses(gold))}, got {got}")
    place.tally.add("found roles", len(place.article.roles))
    place.tally.add("good roles", len(good))
    for n, role in enumerate(place.article.roles):
        if n not in good:
            place.say("role extra", f"{place.found.names[role.entity]}: {role.title} ({role.status})")


def _same_role(place: Place, gold: dict, role: FoundRole) -> bool:
    heads = set(fold(gold.get("head") or gold["title"]).split())
    return (
        not heads.isdisjoint(fold(role.title).split())
        and likeness(characters(tuple(gold["title_span"])), characters((role.start, role.end))) >= MATCH_FROM
        and place.is_it(role.entity, gold["person"])
    )


def score_links(links: dict, here: set[str], found: Found, tally: Tally) -> None:
    """Groups of quotes that share an utterance, and groups that must not."""
    for sort in ("same", "different"):
        for group in links.get(sort, ()):
            if not {article for article, _ in group["quotes"]} <= here:
                continue
            places = [[q.utterance for q in found.articles[article].quotes if words in q.text] for article, words in group["quotes"]]
            shared = bool(set.intersection(*(set(ids) - {None} for ids in places)))
            right = shared if sort == "same" else all(places) and not shared
            tally.add(sort)
            tally.add(f"right {sort}", right)
            if not right:
                tally.errors.append((f"utterance {sort}", group["quotes"][0][0], f"{group['why']}: {group['quotes'][0][1]}"))


def _counted(text: str, spans: Iterable[Sequence[int]]) -> frozenset[int]:
    return frozenset(i for i in characters(*map(tuple, spans)) if text[i] not in EDGES)


def _variants(place: Place, gold: dict) -> list[frozenset[int]]:
    variants: list[Sequence[Span]] = [gold["spans"], *gold["alternatives"]]
    return [_counted(place.article.text, spans) for spans in variants]


def _numbers(scores: Scores) -> Numbers:
    tally, n = scores.tally, scores.tally.counts
    n["found"] = n["hit"] + n["false"]
    return {
        "quotes": {"recall": tally.ratio("hit", "must"), "precision": tally.ratio("hit", "found"),
                   "must": n["must"], "hit": n["hit"], "false": n["false"]},
        "recall of": {kind: tally.ratio(f"hit {kind}", f"must {kind}") for kind in KINDS},
        "number of": {kind: n[f"must {kind}"] for kind in KINDS},
        "exact": tally.ratio("exact", "must"), "kind": tally.ratio("kind", "hit"), "act": tally.ratio("act", "acts"),
        "speaker": tally.ratio("speaker", "hit"),
        "mentions": {"recall": tally.ratio("right mentions", "gold mentions"), "precision": tally.ratio("right mentions", "found mentions"),
                     "linked": tally.ratio("linked", "right mentions"),
                     "entities_split": sum(len(ids) > 1 for ids in scores.entities_of.values()),
                     "entities_merged": sum(len(names) > 1 for names in scores.names_of.values())},
        "pronouns": {"right": tally.ratio("right pronouns", "pronouns"), "false": tally.ratio("false pronouns", "nobody's pronouns")},
        "roles": {"recall": tally.ratio("right roles", "must roles"), "precision": tally.ratio("good roles", "found roles")},
        "utterances": {"same": f"{n['right same']} of {n['same']}", "different": f"{n['right different']} of {n['different']}"},
    }
