"""Score found quotes against PolNeAR's attributions: contents, sources, both.

In: the corpus and a built database. Out: F1 of content match, exact content and end to end, the share of right
sources, by kind, with the counts behind them; and each error in words.

A content counts by its characters: fragments with nothing but marks and white space between them are joined,
quotation marks, brackets and stops at the ends of a fragment and all white space do not count. Two contents
match from an intersection over union of half; pairs are one to one, so that the shared characters are most. A
source is right if it shares half of the characters of the shorter. A gold content within another is left
out, and so is what matches only such a one. Kinds are judged from a content's own text, with the double marks
that touch it: recall is over gold of the kind, precision over predictions of the kind.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from benchmarks.scoring.brat import GoldArticle, GoldAttribution
from benchmarks.scoring.found import FoundArticle, FoundQuote
from benchmarks.scoring.naming import likeness
from benchmarks.scoring.shown import show_spans
from benchmarks.scoring.tally import Numbers, rates, ratio
from ontherecord.records import Span

KINDS = ("direct", "mixed", "indirect")
DOUBLE_MARKS = "\"“”„‟«»‹›"
MARKS = DOUBLE_MARKS + "'‘’‚‛`´"
BRACKETS = "()[]{}<>"
STOPS = ".,;:!?…–—"
TRIMMED = frozenset(MARKS + BRACKETS + STOPS)
AROUND_KIND = " \t\r\n\xa0" + BRACKETS + STOPS
INNER_MARKS = re.compile(rf"[{DOUBLE_MARKS}]|``|''|(?<!\w)['‘`](?=\w).*?[\w.,!?][’'´](?!\w)", re.S)
MARK_BEFORE = re.compile(f"[{DOUBLE_MARKS}]")
MARKS_AFTER = re.compile(f"(?:[.,!?]?[{DOUBLE_MARKS}])?")
AROUND = 40  # characters of context where errors are shown
MATCH_FROM = 0.5  # intersection over union; the corpus's authors and those who measured on it use the same


@dataclass(frozen=True, slots=True)
class Item:
    """A content to compare: its characters, kind and source; `origin` is what it was made from."""

    characters: frozenset[int]
    kind: str
    source: frozenset[int]
    origin: GoldAttribution | FoundQuote


@dataclass(frozen=True, slots=True)
class Compared:
    """An article's gold and predictions with the pairs that match, by their indexes."""

    id: str
    text: str
    gold: list[Item]
    predicted: list[Item]
    pairs: list[tuple[int, int]]
    nested: int = 0

    def right_sources(self) -> Iterator[tuple[Item, Item, bool]]:
        """Each matched pair, and whether the source is right."""
        for g, p in self.pairs:
            yield self.gold[g], self.predicted[p], source_right(self.gold[g], self.predicted[p])


@dataclass(slots=True)
class _Counts:
    """Counts of one kind; gold and predictions of a pair may be of different kinds."""

    gold: Counter = field(default_factory=Counter)
    predicted: Counter = field(default_factory=Counter)


def compare(corpus: dict[str, GoldArticle], found: dict[str, FoundArticle]) -> list[Compared]:
    """Match the contents of every article of the corpus; one that is not in the database has no predictions."""
    return [compare_article(id, gold, found[id].quotes if id in found else ()) for id, gold in corpus.items()]


def compare_article(id: str, gold: GoldArticle, quotes: Iterable[FoundQuote]) -> Compared:
    """Match one article's contents, those inside others aside."""
    every = _items(gold.text, ((a.content, a.source, a) for a in gold.attributions))
    predicted = _items(gold.text, ((q.spans, (q.source,) if q.source else (), q) for q in quotes))
    inner = [a for a in every if any(a.characters < b.characters for b in every)]
    outer = [a for a in every if a not in inner]
    if inner:
        kept = {p for _, p in match(outer, predicted)}
        only_inner = {p for _, p in match(inner, predicted)} - kept
        predicted = [item for p, item in enumerate(predicted) if p not in only_inner]
    return Compared(id, gold.text, outer, predicted, match(outer, predicted), len(inner))


def measure(compared: Sequence[Compared]) -> Numbers:
    """All numbers, under `all` and under each kind."""
    counts = {kind: _Counts() for kind in ("all", *KINDS)}
    for article in compared:
        for side in ("gold", "predicted"):
            _count(counts, side, "n", getattr(article, side))
        for gold, predicted in _exact_pairs(article):
            _count_pair(counts, "exact", gold, predicted)
        for gold, predicted, right in article.right_sources():
            _count_pair(counts, "match", gold, predicted)
            if right:
                _count_pair(counts, "both", gold, predicted)
            if gold.source:
                _count(counts, "gold", "sourced", [gold])
                _count(counts, "gold", "sourced right", [gold] * right)
    return {
        "articles": len(compared),
        "nested gold left out": sum(article.nested for article in compared),
        **{kind: _numbers(found) for kind, found in counts.items()},
    }


def errors(compared: Sequence[Compared]) -> Iterator[tuple[str, str, str]]:
    """Misses, false finds and wrong sources, each with the words around it."""
    for article in compared:
        for g in sorted(set(range(len(article.gold))) - {g for g, _ in article.pairs}):
            yield f"miss {article.gold[g].kind}", article.id, _shown(article, article.gold[g])
        for p in sorted(set(range(len(article.predicted))) - {p for _, p in article.pairs}):
            yield f"false {article.predicted[p].kind}", article.id, _shown(article, article.predicted[p])
        for gold, predicted, right in article.right_sources():
            if gold.characters != predicted.characters:
                yield f"inexact {gold.kind}", article.id, f"{_shown(article, gold)} || found {_shown(article, predicted)}"
            if not right:
                yield f"source {gold.kind}", article.id, f"{_shown(article, gold)} || found {_shown(article, predicted)}"


def content_characters(text: str, spans: Iterable[Span]) -> frozenset[int]:
    """The characters of a content that count; one of marks alone keeps them."""
    passed = lambda c: c.isspace() or c in TRIMMED  # noqa: E731
    pieces: list[Span] = []
    for start, end in sorted(spans):
        if pieces and all(map(passed, text[pieces[-1][1] : start])):
            start, end = pieces[-1][0], max(end, pieces.pop()[1])
        pieces.append((start, end))
    counted: set[int] = set()
    for start, end in pieces:
        kept = [i for i in range(start, end) if not passed(text[i])]
        if kept:
            counted |= solid_characters(text, [(kept[0], kept[-1] + 1)])
    return frozenset(counted) or solid_characters(text, spans)


def solid_characters(text: str, spans: Iterable[Span]) -> frozenset[int]:
    """The characters of some spans, white space aside."""
    return frozenset(i for start, end in spans for i in range(start, end) if not text[i].isspace())


def kind_of(text: str, spans: Iterable[Span]) -> str:
    """direct, mixed or indirect, by the marks in the content and the double ones that touch it."""
    pieces = sorted(spans)
    start, end = pieces[0][0], pieces[-1][1]
    before = text[start - 1 : start] if start and MARK_BEFORE.match(text, start - 1) else ""
    words = (before + " ".join(text[a:b] for a, b in pieces) + MARKS_AFTER.match(text, end)[0]).strip(AROUND_KIND)
    if len(words) > 1 and words[0] in MARKS and words[-1] in MARKS:
        return "direct"
    return "mixed" if INNER_MARKS.search(words) else "indirect"


def match(gold: Sequence[Item], predicted: Sequence[Item]) -> list[tuple[int, int]]:
    """One-to-one pairs that share half of their characters or more; together they share as many as possible.

    Of equal matchings the one whose pairs are more alike.
    """
    weight: dict[int, dict[int, float]] = defaultdict(dict)
    for g, a in enumerate(gold):
        for p, b in enumerate(predicted):
            like = likeness(a.characters, b.characters)
            if like >= MATCH_FROM:
                weight[g][p] = len(a.characters & b.characters) + like / 1000
    pairs: list[tuple[int, int]] = []
    for part in _components(weight):
        pairs += _best_pairs(part, weight)
    return sorted(pairs)


def source_right(gold: Item, predicted: Item) -> bool:
    """Whether two sources share half of the shorter one, or both are absent."""
    if not gold.source or not predicted.source:
        return not gold.source and not predicted.source
    return 2 * len(gold.source & predicted.source) >= min(len(gold.source), len(predicted.source))


def _items(text: str, contents: Iterable[tuple[Sequence[Span], Sequence[Span], GoldAttribution | FoundQuote]]) -> list[Item]:
    items = (Item(content_characters(text, content), kind_of(text, content), solid_characters(text, source), origin)
             for content, source, origin in contents)
    return [item for item in items if item.characters]


def _components(weight: dict[int, dict[int, float]]) -> Iterator[list[int]]:
    """Gold indexes in groups that compete for the same predictions."""
    left = dict(weight)
    while left:
        g, edges = left.popitem()
        part, reached = [g], set(edges)
        while more := [g for g, edges in left.items() if reached & set(edges)]:
            for g in more:
                reached |= set(left.pop(g))
            part += more
        yield sorted(part)


def _best_pairs(part: Sequence[int], weight: dict[int, dict[int, float]]) -> list[tuple[int, int]]:
    """The heaviest matching of a small group, found by trying every choice once."""

    @cache
    def best(place: int, taken: frozenset[int]) -> tuple[float, tuple[tuple[int, int], ...]]:
        if place == len(part):
            return 0.0, ()
        g = part[place]
        choices = [best(place + 1, taken)]
        for p in sorted(weight[g].keys() - taken):
            total, pairs = best(place + 1, taken | {p})
            choices.append((total + weight[g][p], ((g, p), *pairs)))
        return max(choices, key=lambda choice: choice[0])

    return list(best(0, frozenset())[1])


def _exact_pairs(article: Compared) -> Iterator[tuple[Item, Item]]:
    """Gold and predictions of the very same characters, each used once."""
    free = defaultdict(list)
    for item in article.predicted:
        free[item.characters].append(item)
    for item in article.gold:
        if free[item.characters]:
            yield item, free[item.characters].pop()


def _count(counts: dict[str, _Counts], side: str, name: str, items: Iterable[Item]) -> None:
    for item in items:
        getattr(counts["all"], side)[name] += 1
        getattr(counts[item.kind], side)[name] += 1


def _count_pair(counts: dict[str, _Counts], name: str, gold: Item, predicted: Item) -> None:
    _count(counts, "gold", name, [gold])
    _count(counts, "predicted", name, [predicted])


def _numbers(counts: _Counts) -> Numbers:
    gold, predicted = counts.gold, counts.predicted
    rate = lambda name: rates(predicted[name], predicted["n"], gold[name], gold["n"])  # noqa: E731
    return {
        "n_gold": gold["n"],
        "n_pred": predicted["n"],
        "n_hit": gold["match"],
        "content_match": rate("match"),
        "content_exact": rate("exact"),
        "n_matched_with_source": gold["sourced"],
        "source_on_matched": ratio(gold["sourced right"], gold["sourced"]),
        "end_to_end": rate("both"),
    }


def _shown(article: Compared, item: Item) -> str:
    """Content in square brackets, source in braces, cue in bars; of a prediction its rule and confidence too."""
    origin = item.origin
    if isinstance(origin, GoldAttribution):
        return show_spans(article.text, (("[]", origin.content), ("{}", origin.source), ("||", origin.cue)), AROUND)
    one = lambda span: (span,) if span else ()  # noqa: E731
    shown = show_spans(article.text, (("[]", origin.spans), ("{}", one(origin.source)), ("||", one(origin.cue))), AROUND)
    return f"{shown} <{origin.rule} {origin.confidence:.2f}>"
