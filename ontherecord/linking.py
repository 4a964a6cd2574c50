"""Chains of all articles -> entities: who is the same in more than one article.

In: the chains of each article with the spellings its name mentions use. Out: entities, and for every
chain the entity it belongs to. The result depends on the articles alone, not on their order.

People link by given name and surname; middle names and initials only tell namesakes apart. A surname
alone links to another article's person only if exactly one bearer of it is known, or exactly one who holds
an office that goes with the surname too (President Hall); a short form of an organisation only if one full name ends with it and what is left of that name stands in the article too.
What links to nobody stays an entity of its own article. Nicknames (Joe, Joseph) are left to corrections.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256

from ontherecord.folding import accents, fold, slug
from ontherecord.lexicons import read_lexicon, words_of
from ontherecord.records import Annotated, Article, Chain, EntityKind

PARTICLES = frozenset(fold(word) for word in words_of("name_parts", "particle"))
SUFFIXES = frozenset(fold(word) for word in words_of("name_parts", "suffix"))
HONORIFICS = words_of("linked_parts", "honorific")
GIVEN_TOO = words_of("linked_parts", "given too")
SAME_PLACE = {fold(short): fold(full) for short, full in read_lexicon("same_places")}
KIND_ORDER = ("PERSON", "ORG", "GPE", "LOC")  # settles a tie between kinds


@dataclass(frozen=True, slots=True)
class ArticleChains:
    """The chains of one article, how often each is spelt how, and the head nouns of its roles.

    `spellings[i]` and `heads[i]` belong to `chains[i]`; `heads` may be left out.
    """

    article_id: str
    chains: tuple[Chain, ...]
    spellings: tuple[tuple[tuple[str, int], ...], ...]
    heads: tuple[frozenset[str], ...] = ()


@dataclass(frozen=True, slots=True)
class Entity:
    """Somebody or something named in one or more articles."""

    id: str
    name: str
    kind: EntityKind
    wikidata_id: str | None = None


@dataclass(frozen=True, slots=True)
class Linked:
    """Entities in order of id, and for each article the entity id of each of its chains."""

    entities: tuple[Entity, ...]
    chains: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class PersonName:
    """A personal name taken apart, every part folded; `given` is empty where only a surname is known."""

    given: str
    middle: tuple[str, ...]
    family: str
    suffix: str


@dataclass(frozen=True, slots=True)
class _Node:
    """One chain of one article, with the key under which it meets others."""

    article_id: str
    index: int
    chain: Chain
    spellings: tuple[tuple[str, int], ...]
    key: str
    full: bool
    person: PersonName | None = None
    heads: frozenset[str] = frozenset()


def article_chains(article: Article, annotated: Annotated) -> ArticleChains:
    """What linking needs to know of one annotated article."""
    text = article.text
    counts: list[dict[str, int]] = [{} for _ in annotated.chains]
    for mention in annotated.mentions:
        if mention.kind == "name":
            count, spelling = counts[mention.chain], text[mention.start : mention.end]
            count[spelling] = count.get(spelling, 0) + 1
    heads: list[set[str]] = [set() for _ in annotated.chains]
    for role in annotated.roles:
        heads[role.chain].add(role.head)
    spellings = tuple([tuple(sorted(count.items())) for count in counts])
    return ArticleChains(article.id, annotated.chains, spellings, tuple([frozenset(h) for h in heads]))


def link_chains(articles: Iterable[ArticleChains]) -> Linked:
    """Give every chain its entity."""
    shared: dict[object, object] = {}
    nodes = [node for article in articles for node in _nodes_of(article, shared)]
    nodes.sort(key=lambda node: node.article_id)  # those of an article stay in its order
    groups = _group_full(nodes)
    _join_short_people(nodes, groups)
    _join_short_organizations(nodes, groups)
    return _name_groups(nodes, groups)


def parse_person(name: str) -> PersonName:
    """Take a personal name apart: `Kevin de León` has the family name `de leon`, `Tate Jr.` only that and a suffix."""
    parts = [part for part in (fold(token) for token in name.replace(".", ". ").split()) if part]
    suffix = " ".join(part for part in parts if part in SUFFIXES)
    parts = [part for part in parts if part not in SUFFIXES and part not in HONORIFICS] or parts
    start = len(parts) - 1
    while start > 0 and parts[start - 1] in PARTICLES and not (start == 1 and parts[0] in GIVEN_TOO):
        start -= 1
    before, family = parts[:start], " ".join(parts[start:])
    words = [part for part in before if len(part) > 1]
    if not words:  # J. K. Rowling: initials are all there is of the given name
        return PersonName(" ".join(before), (), family, suffix)
    given = words[0]
    middle = tuple(part for n, part in enumerate(before) if n != before.index(given))
    return PersonName(given, middle, family, suffix)


def _nodes_of(article: ArticleChains, shared: dict[object, object]) -> Iterable[_Node]:
    """The nodes of an article; what is equal in several articles is `shared`, so that memory holds each name once."""
    share = lambda value: shared.setdefault(value, value)  # noqa: E731
    seen: Counter[str] = Counter()
    for index, (chain, spellings) in enumerate(zip(article.chains, article.spellings, strict=True)):
        key, person = share(_key_of(chain))
        heads = article.heads[index] if person and article.heads else frozenset()
        full = person is None or bool(person.given)
        node = _Node(article.article_id, index, share(chain), share(spellings), key, full, person, heads)
        seen[node.key] += 1
        if seen[node.key] > 1:  # namesakes within one article stay apart from everybody
            node = replace(node, key=f"{node.key} {_own_suffix(node)}", full=False)
        yield node


@lru_cache(maxsize=100_000)
def _key_of(chain: Chain) -> tuple[str, PersonName | None]:
    """The key under which a chain meets others, and a person's name taken apart."""
    if chain.kind == "PERSON":
        person = parse_person(chain.name)
        return "PERSON " + " ".join(part for part in (person.given, person.family, person.suffix) if part), person
    plain = fold(chain.name).removeprefix("the ")
    return f"THING {SAME_PLACE.get(plain, plain)}", None


def _group_full(nodes: list[_Node]) -> dict[tuple[str, int], str]:
    """(article, chain index) -> group, for every node by its full key; what is short stands alone."""
    classes = _middle_classes(nodes)
    groups = {}
    for node in nodes:
        group = node.key
        if not node.full and node.person:
            group = f"{node.key} {_own_suffix(node)}"
        elif node.person and node.person.middle and len(classes[node.key]) > 1:
            group = f"{node.key} {_middle_class(node.person.middle, classes[node.key])}"
        groups[node.article_id, node.index] = group
    return groups


def _middle_classes(nodes: list[_Node]) -> dict[str, list[str]]:
    """For each full personal name the middle names that tell its holders apart, longest first.

    `W.` and `Walker` are one class, `W.` and `H. W.` two.
    """
    found: dict[str, list[str]] = defaultdict(list)
    middles = {(n.key, " ".join(n.person.middle)) for n in nodes if n.full and n.person and n.person.middle}
    for key, middle in sorted(middles, key=lambda pair: (pair[0], -len(pair[1]), pair[1])):
        if not any(_compatible(middle, other) for other in found[key]):
            found[key].append(middle)
    return found


def _middle_class(middle: tuple[str, ...], classes: list[str]) -> str:
    return next(c for c in classes if _compatible(" ".join(middle), c))


def _compatible(short: str, long: str) -> bool:
    pairs = list(zip(short.split(), long.split(), strict=False))
    return all(a.startswith(b) or b.startswith(a) for a, b in pairs)


def _join_short_people(nodes: list[_Node], groups: dict[tuple[str, int], str]) -> None:
    """A surname alone joins the one bearer of it in all articles, or the one who shares an office with it."""
    bearers: dict[str, set[str]] = defaultdict(set)
    holders: dict[tuple[str, str], set[str]] = defaultdict(set)
    for node in nodes:
        if node.full and node.person:
            group = groups[node.article_id, node.index]
            for form in {node.person.family, node.person.family.split()[-1]}:
                bearers[form].add(group)
                for head in node.heads:
                    holders[form, head].add(group)
    for node in nodes:
        if node.person and not node.full and not node.person.given:
            family = node.person.family
            fitting = bearers.get(family, set())
            if len(fitting) > 1:
                fitting = {group for head in node.heads for group in holders.get((family, head), ())}
            if len(fitting) == 1:
                groups[node.article_id, node.index] = next(iter(fitting))


def _join_short_organizations(nodes: list[_Node], groups: dict[tuple[str, int], str]) -> None:
    """`City Council` joins `Springfield City Council` if no other full name fits and the article names Springfield."""
    named: dict[str, set[str]] = defaultdict(set)
    longer: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    things = [(node, node.key.split(" ", 1)[1]) for node in nodes if not node.person]
    for node, name in things:
        words = name.split()
        named[node.article_id].add(name)
        for cut in range(1, len(words)):
            longer[" ".join(words[cut:])][" ".join(words[:cut])].add(groups[node.article_id, node.index])
    for node, name in things:
        if node.chain.kind != "GPE" and (found := longer.get(name)):
            fitting = {group for rest in found.keys() & named[node.article_id] for group in found[rest]}
            if len(fitting) == 1:
                groups[node.article_id, node.index] = next(iter(fitting))


def _name_groups(nodes: list[_Node], groups: dict[tuple[str, int], str]) -> Linked:
    members: dict[str, list[_Node]] = defaultdict(list)
    for node in nodes:
        members[groups[node.article_id, node.index]].append(node)
    ids = _entity_ids(members)
    entities = [Entity(ids[group], _best_name(found), _main_kind(found)) for group, found in members.items()]
    chains: dict[str, list[str]] = defaultdict(list)
    for node in nodes:
        chains[node.article_id].append(ids[groups[node.article_id, node.index]])
    return Linked(tuple(sorted(entities, key=lambda e: e.id)), {a: tuple(c) for a, c in chains.items()})


def _entity_ids(members: dict[str, list[_Node]]) -> dict[str, str]:
    """The slug of each group's key; a person goes before a thing of the same name, which adds its kind."""
    ids, taken = {}, set()
    for group in sorted(members):
        own = slug(group.split(" ", 1)[1])
        if own in taken:
            own = f"{own}-{_main_kind(members[group]).lower()}"
        while own in taken:
            own = f"{own}-{sha256(group.encode()).hexdigest()[:8]}"
        taken.add(own)
        ids[group] = own
    return ids


def _best_name(found: list[_Node]) -> str:
    """The fullest form: most words, then most accents, then the commonest, then the first by spelling."""
    counts: Counter[str] = Counter()
    for node in found:
        counts[node.chain.name] += sum(count for _, count in node.spellings)
    return min(counts, key=lambda name: (name.isupper(), -len(name.split()), -accents(name), -counts[name], name))


def _main_kind(found: list[_Node]) -> EntityKind:
    counts = Counter(node.chain.kind for node in found)
    return min(counts, key=lambda kind: (-counts[kind], KIND_ORDER.index(kind)))


def _own_suffix(node: _Node) -> str:
    """Eight digits that depend on the chain's own article and place only."""
    return sha256(f"{node.article_id} {node.index}".encode()).hexdigest()[:8]
