"""What single words tell about a name: titles, particles, given names, heads, words that name nothing.

In: a word. Out: what the word lists say of it.
"""

import re
from bisect import bisect_left
from functools import cache, lru_cache

from ontherecord.folding import fold_accents
from ontherecord.lexicons import FOLDER, read_lexicon, words_of

WELL_KNOWN = 8  # of 36 sources, by judgement; 4, 8 and 12 score alike on the development articles
LONGEST_ACRONYM = 4  # letters, for people and places
SHORTEST_CAPITALS = 4  # letters; shorter names in capitals may be acronyms of others
INITIAL = re.compile(r"(?:[A-ZÀ-Þ]\.){1,3}$|[A-Z]$")
DEMONYM = re.compile(r".{3,}(?:ese|ish|ians?|crats?|ists?|ites?|icans?|i|is)$")


@cache
def _plain_letter(letter: str) -> str:
    if letter in "’‘ʼ":
        return "'"
    folded = fold_accents(letter).lower()
    return folded[0] if folded else " "


@lru_cache(maxsize=8192)
def plain(name: str) -> str:
    """A name in lower case without accents and with straight apostrophes, letter for letter."""
    return plain_text(name)


def plain_text(text: str) -> str:
    """`plain` of a whole text, which is not worth remembering; offsets hold."""
    if not text.isascii():
        text = text.translate({ord(c): _plain_letter(c) for c in set(text) if not c.isascii()})
    return text.lower()


def calm(name: str) -> str:
    """A name that stands in capitals only, as in a dateline or before a colon, in usual letters."""
    return name.title() if name.isupper() and len(name) > LONGEST_ACRONYM else name


@cache
def _titles() -> dict[str, str]:
    kinds = {}
    for word, kind in read_lexicon("titles"):
        kinds[word.rstrip(".").lower()] = kind
    return kinds


@lru_cache(maxsize=8192)
def title_kind(word: str) -> str | None:
    """honorific, honorific_m, honorific_f, rank, office or modifier; None for a word that is no title."""
    return _titles().get(word.rstrip(".").lower().replace("’", "'"))


def is_particle(word: str) -> bool:
    """Whether the word may stand inside or before a surname: de, bin, al, van, y."""
    return word.lower() in words_of("name_parts", "particle")


def is_suffix(word: str) -> bool:
    """Whether the word may follow a surname: Jr., III."""
    return word in words_of("name_parts", "suffix")


def is_firm_suffix(word: str) -> bool:
    """Whether the word may follow a firm's name after a comma: Inc., LLC."""
    return word in words_of("name_parts", "firm")


def ties_to_name(word: str) -> bool:
    """Whether the word after a hyphen makes an adjective of a name: London-based."""
    return word in words_of("name_parts", "compound")


def is_initial(word: str) -> bool:
    """Whether the word is one or more initials: K., J.R., J."""
    return bool(INITIAL.match(word))


def names_nothing(word: str) -> bool:
    """Whether a capitalised word is a day, a feast, a people, a creed or a common word."""
    return word in words_of("no_names")


def is_people(word: str) -> bool:
    """Whether the word is, or looks like, a people, a creed or a party's members."""
    return word in words_of("no_names", "people") or bool(DEMONYM.match(word))


@cache
def _heads() -> dict[str, str]:
    return dict(read_lexicon("name_heads"))


def head_kind(word: str) -> str | None:
    """ORG or LOC where the word as the last of a name tells which; NONE where it names a law, prize, event or work."""
    return _heads().get(word) or (_heads().get(word.capitalize()) if word.isupper() else None)


@cache
def _known() -> tuple[dict[str, tuple[str, str]], dict[str, str]]:
    names, states = {}, {}
    for name, full, kind in read_lexicon("known_names"):
        if kind == "postal":
            states[name] = full
            continue
        names[name] = (full, kind)
        if len(name) > SHORTEST_CAPITALS:
            names.setdefault(name.upper(), (full, kind))
        if kind == "GPE":
            states[name.rstrip(".")] = full
    return names, states


def known_name(text: str) -> tuple[str, str] | None:
    """(full form, kind) of a name known to every reader; postal codes are not among them."""
    return _known()[0].get(text)


def state_of(code: str) -> str | None:
    """The US state that a postal or AP abbreviation stands for, as after a party letter (R-IN, D-Mich.)."""
    return _known()[1].get(code.rstrip("."))


@cache
def _given_lines() -> list[str]:
    """The table's lines, in order: taking all of them apart would cost a fifth of a second at every start."""
    return (FOLDER / "given_names.tsv").read_text(encoding="utf-8").splitlines()[2:]


@cache
def given_name(word: str) -> tuple[int, int] | None:
    """(per cent of its bearers that are women, number of sources) of a given name; None if it is unknown."""
    key = fold_accents(word).lower().replace("’", "").replace("'", "") + "\t"
    lines = _given_lines()
    at = bisect_left(lines, key)
    if at == len(lines) or not lines[at].startswith(key):
        return None
    _, female, sources = lines[at].split("\t")
    return int(female), int(sources)


def is_given(word: str) -> bool:
    """Whether the word is a given name in many sources (or the first part of a compound one is)."""
    found = given_name(word) or given_name(word.split("-")[0])
    return found is not None and found[1] >= WELL_KNOWN


