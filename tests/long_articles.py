"""Articles as long and people as much quoted as a page must bear, made by rule: for the tests of pages' sizes.

Titles are as long as a source may give, and hold what takes most room when escaped.
"""

from pathlib import Path

from site_data import write_site

from ontherecord.records import Annotated, Article, Attribution, Chain, Mention, Quote, Role, Sentence

PEOPLE = ("Ann Lee", "Bo Roe", "Cy Day")
TITLE = "“A & B” <'\">" * 160
REPORTS = 250  # articles, each with so many quotes of Ann Lee:
QUOTES = 20
TURNS = 3000  # quotes of the longest article
WALL = 200_000  # characters of the longest paragraph


class Transcript:
    """Text in which people speak one after the other, and its annotation."""

    def __init__(self) -> None:
        self.text = ""
        self.sentences: list[Sentence] = []
        self.mentions: list[Mention] = []
        self.quotes: list[Quote] = []

    def add(self, words: str, paragraph: int, space: str = " ") -> int:
        """Adds a sentence; gives its start."""
        self.text += space if self.text else ""
        start = len(self.text)
        self.text += words
        self.sentences.append(Sentence(start, len(self.text), paragraph))
        return start

    def turn(self, who: int, said: str, paragraph: int, space: str = "\n\n") -> None:
        """Adds `“SAID,” said NAME.`"""
        content, name = f"“{said},”", PEOPLE[who]
        start = self.add(f"{content} said {name}.", paragraph, space)
        cue = start + len(content) + 1
        source = (cue + 5, cue + 5 + len(name))
        self.mentions.append(Mention(*source, "name", who))
        found = Attribution(((start, start + len(content)),), "direct", "speech", "cue", 0.9, (cue, cue + 4), "say", source, "name", 0.9)
        self.quotes.append(Quote(found, (who,), None, "name", 0.9))

    def finish(self) -> Annotated:
        chains = tuple(Chain(name, "PERSON") for name in PEOPLE)
        roles = tuple(Role(m.start, m.end, m.chain, "mayor", "mayor", "current") for m in self.mentions[:1])
        return Annotated(tuple(self.sentences), chains, tuple(self.mentions), tuple(self.quotes), roles)


def write_turns() -> tuple[Article, Annotated]:
    """An article of thousands of short paragraphs, a quote in each."""
    t = Transcript()
    for n in range(TURNS):
        t.turn(n % 3, f"Item{n} passed{n} with{n} a vote of{n} many{n} for{n} it{n} then{n}", n + 1)
    return Article("turns", "turns.txt", t.text, title=TITLE), t.finish()


def write_wall() -> tuple[Article, Annotated]:
    """An article of one paragraph; the first half of it is one sentence."""
    t = Transcript()
    t.add("and then <&> again " * (WALL // 38), 1)
    while len(t.text) < WALL:
        t.turn(0, f"It{len(t.text)} went <&> on", 1, " ")
    return Article("wall", "wall.txt", t.text), t.finish()


def write_reports() -> list[tuple[Article, Annotated]]:
    """Many articles in which one person says much, a part of it in the same words."""
    articles = []
    for n in range(REPORTS):
        t = Transcript()
        t.turn(0, "We will mend the old bridge before the winter comes" + ", and soon" * (n % 7), 1)
        for k in range(1, QUOTES):
            t.turn(0, f"line{k}of{n} said{n}{k} so{n}{k}", k + 1)
        day = f"20{n // 250:02}-{n // 28 % 12 + 1:02}-{n % 28 + 1:02}"
        articles.append((Article(f"r{n}", f"r{n}.txt", t.text, publication="The Post", title=f"{TITLE}{n}", published=day), t.finish()))
    return articles


def write_long_site(folder: Path) -> Path:
    """A configuration folder with a database of all of them."""
    return write_site(folder, [write_turns(), write_wall(), *write_reports()])
