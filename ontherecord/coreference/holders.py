"""Who is given which title, and what the text says beside it: `Republican Indiana Gov. Mike Pence`.

In: the scene and the titles beside names. Out: holdings, by the key of each noun that may stand for the title, and how
well the words of a description fit one. `the Indiana governor` fits governors of Indiana, and those of whom no place is told.
"""

import re
from dataclasses import dataclass
from functools import cache

from ontherecord.coreference.scene import Scene, noun_genders
from ontherecord.lexicons import read_lexicon, words_of
from ontherecord.records import EntityKind, Role, Status
from ontherecord.role_nouns import kind_words, noun_keys, phrase_key

TAG = re.compile(r"\s?[(,]\s?([RDI])-([A-Z][\w.]*)")  # `(R-Ind.)`, `, D-N.C.`
DOCTOR = re.compile(r"\bDrs?\.? $")
WORD = re.compile(r"[^\W\d_][\w.’'-]*\w")
RANKS = ("vice", "deputy", "assistant")


@dataclass(frozen=True, slots=True)
class Holding:
    """A title that a person is given: its status, the words that tell it from others, and the kind of body it belongs to."""

    chain: int
    status: Status
    words: frozenset[str]
    body: int | None = None
    kind: EntityKind | None = None


def find_holdings(scene: Scene, titles: tuple[Role, ...]) -> dict[str, list[Holding]]:
    """The holdings that each noun's key may mean, in order of position."""
    tags = _tags(scene)
    found: dict[str, list[Holding]] = {}
    for role in sorted(titles, key=lambda r: r.start):
        key = key_of(role.head)
        if key is None:
            continue
        body = role.organization
        words = telling(role.title) | (name_words(scene, body) if body is not None else frozenset()) | tags.get(role.chain, frozenset())
        holding = Holding(role.chain, role.status, words, body, None if body is None else scene.names.chains[body].kind)
        for noun in (key, *_described_by().get(key, ())):
            found.setdefault(noun, []).append(holding)
    for mention in scene.names.mentions:
        if DOCTOR.search(scene.layout.text, max(0, mention.start - 5), mention.start):
            for noun in _described_by()["dr"]:
                found.setdefault(noun, []).append(Holding(mention.chain, "current", frozenset()))
    return found


def key_of(noun: str) -> str | None:
    """The key of a role noun or of a noun for human beings, of one word or several."""
    words = noun.lower().split()
    if noun.lower() in _keys():
        return noun.lower()
    return phrase_key(words) or (words[-1] if words[-1] in noun_genders() else None)


@cache
def party(word: str) -> str | None:
    """The party that a word in lower case tells."""
    return _parties().get(word)


def name_words(scene: Scene, chain: int) -> frozenset[str]:
    """The telling words of a chain's name, short forms and adjectives of places spelt out."""
    return telling(scene.names.chains[chain].name)


def contradicts(holding: Holding, words: frozenset[str]) -> bool:
    """Whether what is told of the holder is something else: another party, place, body or rank.

    A place goes against a place and a body against a body: a congressman on the House Intelligence Committee may be a
    California congressman.
    """
    missing = words - holding.words
    parties = {word for word in holding.words if party(word) == word}
    if any((rank in words) != (rank in holding.words) for rank in RANKS) and "presidential" in words:
        return True
    if any(party(word) == word for word in missing):
        return True  # both parties have a nominee, so one of no known party may be the other's
    told = holding.words - words - parties
    return any(party(word) != word and any((word in place_words()) == (other in place_words()) for other in told) for word in missing)


def _tags(scene: Scene) -> dict[int, frozenset[str]]:
    """Party and place from the brackets behind names."""
    found: dict[int, frozenset[str]] = {}
    for mention in scene.names.mentions:
        if match := TAG.match(scene.layout.text, mention.end):
            words = {_parties()[match[1].lower()]} | telling(match[2])
            found[mention.chain] = found.get(mention.chain, frozenset()) | words
    return found


@cache
def telling(title: str) -> frozenset[str]:
    """The words of a title, in lower case, but its noun: parties and places by their full names."""
    places = _places()
    words = [places.get(word, places.get(word + ".", word)).lower() for word in WORD.findall(title)]
    parts = [part.removesuffix("’s").removesuffix("'s") for word in words for part in word.split()]
    return frozenset(party(part) or part for part in parts if not _says_little(part))


@cache
def _says_little(word: str) -> bool:
    return word in kind_words("drop") or word in words_of("function_words") or _keys_or_none(word)


def _keys_or_none(word: str) -> bool:
    return phrase_key([word]) is not None or word + "." in noun_keys()


@cache
def _keys() -> frozenset[str]:
    return frozenset(noun_keys().values())


@cache
def _described_by() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for title, noun in read_lexicon("described_by"):
        found[title] = (*found.get(title, ()), noun)
    return found


@cache
def _parties() -> dict[str, str]:
    return dict(read_lexicon("parties"))


@cache
def place_words() -> frozenset[str]:
    """The words of the names of places known to every reader."""
    known = {full for _, full, kind in read_lexicon("known_names") if kind == "GPE"} | {place for _, place in read_lexicon("demonyms")}
    return frozenset(word for place in known for word in place.lower().split())


@cache
def _places() -> dict[str, str]:
    short = {short: full for short, full, kind in read_lexicon("known_names") if kind in ("GPE", "postal")}
    return dict(read_lexicon("demonyms")) | short
