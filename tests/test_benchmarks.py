"""The benchmarks' commands, on a small corpus and a database made by hand, so that no model is needed."""

import json
import sqlite3
from contextlib import closing
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.load import multiply
from ontherecord.database import write_database
from ontherecord.records import Annotated, Article, Attribution, Chain, Mention, Quote, Role, Sentence

COMMANDS = ("polnear", "gold", "people", "calibration", "speed", "draw", "marked", "floors", "load", "scale")
TEXT = "Mayor Ann Lee said it rained. “Go home,” she said."
GOLD = {
    "article": "a",
    "quotes": [{"must": True, "kind": "direct", "act": "speech", "spans": [[30, 40]], "alternatives": [], "text": "“Go home,”",
                "speakers": ["Ann Lee"], "speaker_description": None}],
    "entities": [{"name": "Ann Lee", "kind": "PERSON", "mentions": [[6, 13]]}],
    "sources": [{"span": [[41, 44]], "speakers": ["Ann Lee"], "how": "pronoun"}],
    "pronouns": [{"span": [41, 44], "text": "she", "person": "Ann Lee"}],
    "roles": [{"must": True, "person": "Ann Lee", "title": "Mayor", "title_span": [0, 5], "head": "Mayor", "status": "current",
               "status_accepted": ["current"]}],
}
ANNOTATIONS = (
    "T1\tContent-span 19 28\tit rained\nT2\tSource-span 0 13\tMayor Ann Lee\nT3\tCue-span 14 18\tsaid\n"
    "T4\tContent-span 30 40\t“Go home,”\nT5\tSource-span 41 44\tshe\nT6\tAttribution-span 0 1\tM\n"
    "E1\tAttribution:T6 Content:T1 Source:T2 Cue:T3\nE2\tAttribution:T6 Content:T4 Source:T5\n"
)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A corpus of one article in the layout of each command, with the database `found.db` that found one quote of two."""
    for folder, name, content in (("text", "a.txt", TEXT), ("attributions", "a_1.ann", ANNOTATIONS), ("gold", "a.json", json.dumps(GOLD))):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_text(content, encoding="utf-8")
    spoken = Attribution(((30, 40),), "direct", "speech", "marks", 0.9, (45, 49), "say", (41, 44), "before", 0.8)
    annotated = Annotated(
        (Sentence(0, 29, 1), Sentence(30, 50, 1)), (Chain("Ann Lee", "PERSON"),), (Mention(6, 13, "name", 0), Mention(41, 44, "pronoun", 0)),
        (Quote(spoken, (0,), None, "pronoun", 0.7),), (Role(0, 5, 0, "Mayor", "mayor", "current"),),
    )
    write_database(tmp_path / "found.db", [Article("a", "text/a.txt", TEXT)], [annotated], [], {})
    return tmp_path


def run(name: str, *arguments: object) -> str:
    result = CliRunner().invoke(import_module(f"benchmarks.{name}").main, list(map(str, arguments)))
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_and_is_documented(name):
    assert "Usage" in run(name, "--help")
    assert f"python -m benchmarks.{name}" in (Path(__file__).parent.parent / "docs" / "benchmarks.md").read_text(encoding="utf-8")


def test_polnear(corpus):
    numbers = json.loads(run("polnear", corpus, "--db", corpus / "found.db", "--json"))
    assert numbers["all"]["content_match"] == {"P": 1.0, "R": 0.5, "F1": 0.6667}
    assert numbers["direct"]["end_to_end"]["F1"] == 1.0
    table = run("polnear", corpus, "--db", corpus / "found.db", "--show", "miss")
    assert "| direct   | 1.0000" in table
    assert "miss indirect | a | {Mayor Ann Lee} |said| [it rained]" in table


def test_an_unknown_sort_lists_the_sorts(corpus):
    assert "1 miss indirect" in run("polnear", corpus, "--db", corpus / "found.db", "--show", "nonsense")


def test_gold(corpus):
    assert "quotes.recall                1.0000" in run("gold", corpus, "--db", corpus / "found.db")


def test_people(corpus):
    numbers = json.loads(run("people", corpus / "gold", corpus / "text", "--db", corpus / "found.db", "--json"))
    assert (numbers["speakers"]["pronoun"], numbers["mentions_person"]["F1"], numbers["roles"]["recall"]) == (1.0, 1.0, 1.0)


def test_calibration(corpus):
    table = run("calibration", corpus, "--db", corpus / "found.db", "--people", corpus / "gold")
    assert "| 0.9-1.0 (few) | 1    | 0.9000 | 1.0000 | 0.1000     |" in table
    assert table.count("| 0.7-0.8 (few) | 1    | 0.7000 | 1.0000") == 2


def test_draw(corpus):
    assert 'a-q30,speech,,"Mayor Ann Lee said it rained. [“Go home,”] she |said|."' in run("draw", corpus / "text", "--db", corpus / "found.db")
    (corpus / "filled.csv").write_text("quote,act,judged,words\na-q30,speech,writing,\n")
    assert "| speech | writing | 1      |" in run("draw", corpus / "text", "--judged", corpus / "filled.csv")


def test_marked(tmp_path):
    (tmp_path / "marked").mkdir()
    (tmp_path / "marked" / "a.txt").write_text("# 1 speech ann\n{s1 {P:ann Ann Lee}} {c1 said} {q1 it rained}.\n", encoding="utf-8")
    run("marked", tmp_path)
    assert (tmp_path / "text" / "a.txt").read_text() == "Ann Lee said it rained."
    assert json.loads((tmp_path / "gold" / "a.json").read_text())["quotes"][0]["speakers"] == ["Ann Lee"]


def test_load_makes_a_larger_database_of_the_same(corpus):
    multiply(corpus / "found.db", corpus / "larger.db", 3)
    with closing(sqlite3.connect(corpus / "larger.db")) as larger:
        counts = {table: larger.execute(f"select count(*) from {table}").fetchone()[0] for table in ("articles", "quotes", "quote_spans", "entities")}
        assert counts == {"articles": 3, "quotes": 3, "quote_spans": 3, "entities": 1}
        assert larger.execute("pragma foreign_key_check").fetchall() == []
        assert larger.execute("select count(*) from quotes_fts where quotes_fts match 'home'").fetchone() == (3,)
