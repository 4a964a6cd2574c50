"""Invented articles, as many as wanted, for measuring how time and memory grow.

In: how many, and a seed that is fixed. Out: short texts. Five in a row tell one story: they quote one person in words that
they trim differently, so that linking and utterances have work to do; names recur with other bearers. Article n is the
same however many there are. They measure cost only: nothing in them says how right an extraction is.
"""

import random
from functools import cache
from pathlib import Path

WORDS = Path(__file__).with_suffix(".tsv")
SEED = 2026
ARTICLES_PER_STORY = 5


def write_invented(folder: Path, count: int) -> Path:
    """Write the first `count` articles as text files, a thousand to a folder, and return the folder."""
    for number in range(count):
        path = folder / f"{number // 1000:03}" / f"a{number:07}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(invent(number), encoding="utf-8")
    return folder


def invent(number: int) -> str:
    """The article of a number: about 135 words."""
    story = random.Random(f"{SEED} story {number // ARTICLES_PER_STORY}")
    own = random.Random(f"{SEED} article {number}")
    place = _pick(story, "place")
    speaker, family = _person(story)
    body = f"{place} {_pick(story, 'body')}"
    post, thing = _pick(story, "post"), _thing(story)
    said = [_statement(story, thing) for _ in range(3)]
    other, other_family = _person(own)
    paragraphs = [
        f"{place.upper()} — {speaker}, {post} of the {body}, {_pick(own, 'verb')} on Monday that {_clause(own)}.",
        f"“{'. '.join(said[: own.randint(1, 3)])},” {family} {_pick(own, 'verb')}. {_news(own)}.",
        f"{other}, a {_pick(own, 'job')} in {_pick(own, 'place')}, told the {body} that {_clause(own)}. "
        f"“{_statement(own, _thing(own))},” {other_family} {_pick(own, 'verb')}.",
        f"{_news(own)}. {_news(own)}. {_news(own)}. The {_pick(own, 'body')} meets again in {own.randint(2, 90)} days.",
    ]
    return "\n\n".join(paragraphs) + "\n"


def _person(chance: random.Random) -> tuple[str, str]:
    family = _pick(chance, "family")
    return f"{_pick(chance, 'given')} {family}", family


def _thing(chance: random.Random) -> str:
    return f"{_pick(chance, 'quality')} {_pick(chance, 'thing')}"


def _statement(chance: random.Random, thing: str) -> str:
    return f"We must {_pick(chance, 'deed')} the {thing} {_pick(chance, 'when')}, because {_clause(chance)}"


def _news(chance: random.Random) -> str:
    clause = _clause(chance)
    return clause[0].upper() + clause[1:]


def _clause(chance: random.Random) -> str:
    return f"{_pick(chance, 'group')} {_pick(chance, 'did')} the {_thing(chance)} {_pick(chance, 'day')}"


def _pick(chance: random.Random, sort: str) -> str:
    return chance.choice(_words()[sort])


@cache
def _words() -> dict[str, list[str]]:
    """The words of each sort; a comma stands for the space within one."""
    lines = [line for line in WORDS.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    rows = (line.split("\t") for line in lines[1:])
    return {sort: [word.replace(",", " ") for word in words.split()] for sort, words in rows}
