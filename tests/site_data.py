"""A small database of invented articles for the tests of the site, written by hand: no model is needed.

Names, headlines and quotes hold what pages must survive: script, template expressions, a right-to-left mark,
quotation marks, accents. `Site` serves it with the repository's own configuration.
"""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode

from datasette.app import Datasette

from ontherecord.database import write_database
from ontherecord.publish import publish, unfinished
from ontherecord.records import Annotated, Article, Attribution, Chain, Mention, Quote, Reject, Role, Sentence

ROOT = Path(__file__).resolve().parents[1]
CONFIGURATION = ("metadata.yml", "settings.json", "plugins", "templates", "static")
SCRIPT = "<script>alert(1)</script>"
ODD_ID = "host ile%.1 é'<b>"  # a file can have such a name, and an article's id is its file's name
HEADLINE = "<img src=x onerror=alert(2)> {{ 7 * 191 }} \u202e' or 1=1 --"

BRIDGE = """Mayor Ida Łęcka of Troy said “we will mend the old bridge before the winter comes,” on Monday.

“Nobody asked us,” said Seán O’Brien, a ferryman. He told the Troy Post that immigration had kept the café open.

“We paid AT&T for state-of-the-art lamps,” Łęcka said. “They never came.”"""
RIVER = """Ida Lecka, the mayor, promised that “we will mend the old bridge,” and O’Brien laughed.

Officials said the ferry would stop. A spokesperson for the harbour said it would not. Łęcka believes the money is there.

O’Brien said Lecka said “nothing at all” to him.

A poll shows that few take the ferry."""
HOSTILE = f"""{SCRIPT} Jones said “drop table quotes; -- {SCRIPT}” on Friday.

{SCRIPT} Jones said ** the ferry ** was late."""


class Writer:
    """Writes the annotation of one article by quoting its words, in the order in which they stand."""

    def __init__(self, text: str, **people: str) -> None:
        self.text = text
        self.names = list(people)
        self.chains = tuple(Chain(name, kind) for name, kind in people.values())
        self.mentions: list[Mention] = []
        self.quotes: list[Quote] = []
        self.roles: list[Role] = []

    def span(self, words: str, after: int = 0) -> tuple[int, int]:
        start = self.text.index(words, after)
        return start, start + len(words)

    def mention(self, who: str, words: str, kind: str = "name", after: str = "") -> None:
        start = self.text.index(after) if after else 0
        self.mentions.append(Mention(*self.span(words, start), kind, self.names.index(who)))

    def quote(self, content, cue, source=None, who=(), kind="direct", act="speech", to=None, verb="say") -> None:
        spans = tuple(self.span(words) for words in content)
        near = max(0, spans[0][0] - 60)
        found = Attribution(spans, kind, act, "verb-complement", 0.9, self.span(cue, near), verb,
                            self.span(source, near) if source else None, "subject", 0.9)
        speakers = tuple(self.names.index(w) for w in who)
        self.quotes.append(Quote(found, speakers, None if to is None else self.names.index(to), "subject-name", 0.85 if who else None))

    def role(self, who: str, words: str, title: str, head: str, organization: str | None = None) -> None:
        number = None if organization is None else self.names.index(organization)
        self.roles.append(Role(*self.span(words), self.names.index(who), title, head, "current", number))

    def finish(self) -> Annotated:
        return Annotated(_sentences(self.text), self.chains, tuple(sorted(self.mentions, key=lambda m: m.start)),
                         tuple(sorted(self.quotes, key=lambda q: q.attribution.spans)), tuple(self.roles))


def _sentences(text: str) -> tuple[Sentence, ...]:
    found, position = [], 0
    for number, paragraph in enumerate(text.split("\n\n"), 1):
        start = position
        for piece in paragraph.split(". "):
            end = min(start + len(piece) + 1, position + len(paragraph))
            found.append(Sentence(start, end, number))
            start = end + 1
        position += len(paragraph) + 2
    return tuple(found)


def annotate_bridge() -> Annotated:
    w = Writer(BRIDGE, ida=("Ida Łęcka", "PERSON"), troy=("Troy", "GPE"), sean=("Seán O’Brien", "PERSON"), post=("Troy Post", "ORG"))
    w.mention("ida", "Ida Łęcka")
    w.mention("troy", "Troy")
    w.mention("sean", "Seán O’Brien")
    w.mention("sean", "He", "pronoun", after="ferryman")
    w.mention("post", "Troy Post")
    w.mention("ida", "Łęcka", after="lamps")
    w.quote(["“we will mend the old bridge before the winter comes,”"], "said", "Mayor Ida Łęcka of Troy", ["ida"])
    w.quote(["“Nobody asked us,”"], "said", "Seán O’Brien", ["sean"])
    w.quote(["that immigration had kept the café open"], "told", "He", ["sean"], kind="indirect", to="post", verb="tell")
    w.quote(["“We paid AT&T for state-of-the-art lamps,”", "“They never came.”"], "said", None, ["ida"])
    w.role("ida", "Mayor", "Mayor", "mayor", "troy")
    w.role("sean", "ferryman", "ferryman", "ferryman")
    return w.finish()


def annotate_river() -> Annotated:
    w = Writer(RIVER, ida=("Ida Lecka", "PERSON"), sean=("O’Brien", "PERSON"))
    w.mention("ida", "Ida Lecka")
    w.mention("sean", "O’Brien")
    w.mention("ida", "Łęcka")
    w.mention("sean", "O’Brien", after="there.")
    w.mention("ida", "Lecka", after="there.")
    w.quote(["that “we will mend the old bridge,”"], "promised", "Ida Lecka", ["ida"], kind="mixed", verb="promise")
    w.quote(["the ferry would stop"], "said", "Officials", kind="indirect")
    w.quote(["it would not"], "said", "A spokesperson for the harbour", kind="indirect")
    w.quote(["the money is there"], "believes", "Łęcka", ["ida"], kind="indirect", act="thought", verb="believe")
    w.quote(["Lecka said “nothing at all” to him"], "said", "O’Brien", ["sean"], kind="mixed")
    w.quote(["“nothing at all”"], "said", "Lecka", ["ida"])
    w.quote(["that few take the ferry"], "shows", "A poll", kind="indirect", act="evidence", verb="show")
    w.role("ida", "mayor", "mayor", "mayor")
    return w.finish()


def annotate_hostile() -> Annotated:
    name = f"{SCRIPT} Jones"
    w = Writer(HOSTILE, jones=(name, "PERSON"))
    w.mention("jones", name)
    w.quote([f"“drop table quotes; -- {SCRIPT}”"], "said", name, ["jones"])
    w.quote(["** the ferry ** was late"], "said", name, ["jones"], kind="indirect")
    return w.finish()


ARTICLES = [
    (Article("bridge", "news/bridge.txt", BRIDGE, publication="The Troy Post", title="A bridge", published="2024-02-01",
             url="https://example.org/bridge"), annotate_bridge()),
    (Article("river", "news/river.txt", RIVER), annotate_river()),
    (Article(ODD_ID, "news/hostile.txt", HOSTILE, publication=f"{SCRIPT} Daily", title=HEADLINE, byline=SCRIPT,
             url="javascript:alert(3)"), annotate_hostile()),
]


def write_site(folder: Path, articles=None, version: str = "1.2.3") -> Path:
    """A configuration folder with the repository's site and a database of the invented articles."""
    folder.mkdir(exist_ok=True)
    for name in CONFIGURATION:
        if not (folder / name).exists():
            (folder / name).symlink_to(ROOT / name)
    given = ARTICLES if articles is None else articles
    database = folder / "ontherecord.db"
    with unfinished(database) as new:
        write_database(new, [a for a, _ in given], [f for _, f in given],
                       [Reject(SCRIPT, "empty", "no text")], {"dataset_version": version})
        publish(new, database)
    return folder


class Site:
    """A running site without a server: `get` gives the answer to a path, `json` the rows behind it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.loop = asyncio.new_event_loop()
        self.datasette = Datasette(config_dir=folder)
        self.loop.run_until_complete(self.datasette.invoke_startup())

    def get(self, path: str, **parameters: str):
        url = path + ("?" + urlencode(parameters) if parameters else "")
        return self.loop.run_until_complete(self.datasette.client.get(url))

    def ask(self, method: str, path: str, **more):
        return self.loop.run_until_complete(self.datasette.client.request(method, path, **more))

    def json(self, path: str, **parameters: str) -> list[dict]:
        answer = self.get(f"{path}.json", _shape="array", **parameters)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def questions(self) -> dict[str, dict]:
        return self.loop.run_until_complete(self.datasette.get_canned_queries("ontherecord", None))


def query(folder: Path, sql: str, *values: object) -> list[tuple]:
    """Rows of the folder's database."""
    with closing(sqlite3.connect(folder / "ontherecord.db")) as connection:
        return connection.execute(sql, values).fetchall()
