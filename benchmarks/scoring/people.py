"""Score people, speakers, pronouns and roles against close readings of PolNeAR articles.

In: gold files, one per article under the article's id, and a built database. Out: F1 of name mentions, of people
and of all; links; speakers behind the corpus's source spans, by how the text names them; pronouns; roles.

A source is found if the speaker span of some quote shares half of the shorter of the two and is at most 60
characters longer. Gold marked `maybe` is neutral. Whoever has his full name from outside the article is right
under his last name too.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.scoring.found import Found, FoundQuote
from benchmarks.scoring.gold import Place, score_pronouns, score_roles
from benchmarks.scoring.naming import without_article
from benchmarks.scoring.tally import Numbers, Tally, rates
from ontherecord.records import Span

LONGER_AT_MOST = 60  # characters; a speaker span that swallows a sentence finds nothing
HOW = ("name", "pronoun", "description")


@dataclass(frozen=True, slots=True)
class PeoplePlace(Place):
    """A place whose gold writes aliases, and last names of people who are named in full elsewhere."""

    def known(self, name: str) -> list[str]:
        for entity in reversed(self.gold["entities"]):
            if entity["name"] == name:
                return [name, *entity.get("aliases", []), *([name.split()[-1]] if entity.get("outside") else [])]
        return [name]


@dataclass(frozen=True, slots=True)
class Source:
    """A gold source with the quotes whose speaker span finds it, the best first."""

    gold: dict
    spans: tuple[Span, ...]
    quotes: tuple[FoundQuote, ...]


def read_gold(folder: Path) -> dict[str, dict]:
    """The gold of a folder by article, in order."""
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))}


def places(gold: dict[str, dict], found: Found, tally: Tally) -> list[PeoplePlace]:
    """The gold of every article that the database holds, beside what was found there."""
    return [PeoplePlace(each, found.articles[id], found, tally) for id, each in gold.items() if id in found.articles]


def measure(gold: dict[str, dict], found: Found) -> tuple[Numbers, Tally]:
    """All numbers, and the errors behind them."""
    tally = Tally()
    here = places(gold, found, tally)
    for place in here:
        _score_mentions(place)
        _score_speakers(place)
        score_pronouns(place)
        score_roles(place, (r for r in place.gold["roles"] if r.get("title_span")), lambda role: (role["status"],))
    return {"articles": len(here), "absent": len(gold) - len(here), **_numbers(tally)}, tally


def find_sources(place: PeoplePlace) -> Iterator[Source]:
    """The sources of an article that are not neutral."""
    for gold in place.gold["sources"]:
        if gold.get("maybe"):
            continue
        nested = isinstance(gold["span"][0], list)
        spans = tuple(map(tuple, gold["span"] if nested else [gold["span"]]))
        quotes = [quote for quote in place.article.quotes if quote.source and _finds(quote.source, spans)]
        # Of equals the last by the ids of its speakers, so that an order of rows decides nothing.
        best = lambda q: (_shared(q.source, spans), -_size([q.source]), sorted(q.speakers))  # noqa: E731
        yield Source(gold, spans, tuple(sorted(quotes, key=best, reverse=True)))


def speakers_right(place: PeoplePlace, source: Source, quote: FoundQuote) -> bool:
    """Whether a quote's speakers are all the gold's, and no others but those that it allows."""
    wanted, allowed = source.gold["speakers"], [*source.gold["speakers"], *(source.gold.get("maybe_speakers") or [])]
    return all(any(place.is_it(e, name) for e in quote.speakers) for name in wanted) and all(
        any(place.is_it(e, name) for name in allowed) for e in quote.speakers
    )


def _score_mentions(place: PeoplePlace) -> None:
    text, tally = place.article.text, place.tally
    sure, kinds, neutral = _gold_mentions(place)
    found = {without_article(text, (m.start, m.end)): m.entity for m in place.article.mentions if m.kind == "name"}
    counted = {s: e for s, e in found.items() if s in sure or not any(s[0] < end and start < s[1] for start, end in neutral)}
    people = {s for s, entity in found.items() if place.found.kinds[entity] == "PERSON"}
    gold_people = {s for s in sure if kinds[s] == "PERSON"}
    entities, names = defaultdict(set), defaultdict(set)
    for name, n in (("gold mentions", len(sure)), ("found mentions", len(counted)), ("right mentions", len(sure.keys() & found.keys())),
                    ("gold people", len(gold_people)), ("found people", len(people & counted.keys())), ("right people", len(people & gold_people))):
        tally.add(name, n)
    for span, name in sure.items():
        if span not in found:
            place.say("mention missed", f"{text[slice(*span)]} ({name}, {kinds[span]})")
            continue
        right = place.is_it(found[span], name)
        tally.add("linked", right)
        entities[name].add(found[span])
        names[found[span]].add(name)
        if not right:
            place.say("mention link", f"{text[slice(*span)]}: gold {name}, got {place.found.names[found[span]]}")
    for span in sorted(counted.keys() - sure.keys()):
        place.say("mention extra", f"{text[slice(*span)]} ({place.found.names[found[span]]}, {place.found.kinds[found[span]]})")
    tally.add("split", sum(len(ids) > 1 for ids in entities.values()))
    tally.add("merged", sum(len(held) > 1 for held in names.values()))


def _gold_mentions(place: PeoplePlace) -> tuple[dict[Span, str], dict[Span, str], set[Span]]:
    """Sure mentions with their names, the kinds of all, and those that are neutral."""
    text = place.article.text
    sure: dict[Span, str] = {}
    kinds: dict[Span, str] = {}
    neutral: set[Span] = set()
    for entity in place.gold["entities"]:
        for span in (without_article(text, tuple(m)) for m in entity["mentions"]):
            kinds[span] = entity["kind"]
            if entity.get("maybe"):
                neutral.add(span)
            else:
                sure[span] = entity["name"]
    maybe = {without_article(text, tuple(m)) for e in place.gold["entities"] for m in e.get("maybe_mentions", [])}
    return sure, kinds, neutral | (maybe - sure.keys())


def _score_speakers(place: PeoplePlace) -> None:
    """Sources with named speakers and without, which are found, and of whom the speakers are right."""
    for source in find_sources(place):
        named = "named" if source.gold["speakers"] else "unnamed"
        place.tally.add(f"{named} sources")
        shown = place.article.text[source.spans[0][0] : source.spans[-1][1]][:50]
        if not source.quotes:
            place.say(f"source missed {named}", shown)
            continue
        quote = source.quotes[0]
        right = speakers_right(place, source, quote)
        how = f" {source.gold['how']}" if named == "named" else ""
        for name, counts in ((f"found {named}", True), (f"right {named}", right), (f"found how{how}", True), (f"right how{how}", right)):
            place.tally.add(name, counts)
        if not right:
            place.say(f"speaker {named}{how}", f"{shown}: gold {source.gold['speakers']}, got {place.found.named(quote.speakers)}")


def _finds(span: Span, spans: Sequence[Span]) -> bool:
    shorter = min(_size([span]), _size(spans))
    return 2 * _shared(span, spans) >= shorter and _size([span]) <= _size(spans) + LONGER_AT_MOST


def _shared(span: Span, spans: Sequence[Span]) -> int:
    return sum(max(0, min(span[1], end) - max(span[0], start)) for start, end in spans)


def _size(spans: Sequence[Span]) -> int:
    return sum(end - start for start, end in spans)


def _numbers(tally: Tally) -> Numbers:
    n = tally.counts
    f1 = lambda what: rates(n[f"right {what}"], n[f"found {what}"], n[f"right {what}"], n[f"gold {what}"])  # noqa: E731
    return {
        "mentions_person": f1("people"),
        "mentions_all": f1("mentions"),
        "linked": tally.ratio("linked", "right mentions"),
        "split": n["split"],
        "merged": n["merged"],
        "speakers": {
            "all": n["named sources"],
            "found": tally.ratio("found named", "named sources"),
            "right": tally.ratio("right named", "found named"),
            **{how: tally.ratio(f"right how {how}", f"found how {how}") for how in HOW},
            "unnamed": tally.ratio("right unnamed", "found unnamed"),
        },
        "pronouns": {"right": tally.ratio("right pronouns", "pronouns"), "false": tally.ratio("false pronouns", "nobody's pronouns")},
        "roles": {"recall": tally.ratio("right roles", "must roles"), "any_status": tally.ratio("right titles", "must roles"),
                  "precision": tally.ratio("good roles", "found roles")},
    }
