"""Corrections by hand: what each does to the tables, that they find their words again, and what is said of wrong ones."""

import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner
from site_data import ARTICLES, Writer, annotate_bridge

import build_db
from ontherecord.corrections.entries import FIELDS, AnyEntry, Selector, fields_of
from ontherecord.corrections.places import choose, find_places
from ontherecord.corrections.reading import CorrectionsError, read_corrections
from ontherecord.corrections.roles import role_id
from ontherecord.database import read_failed, write_database
from ontherecord.schema import ACTIONS
from ontherecord.store import Store, hash_text
from ontherecord.version import DEFAULT_MODEL, pipeline_version

ROOT = Path(__file__).resolve().parents[1]
SIGNED = "\n  who: Ana Ruiz\n  why: The minutes say so.\n  when: 2026-11-30\n"
FERRY = "quote: {article: bridge, exact: '“Nobody asked us,”', suffix: said Seán}"
STOP = "quote: {article: river, exact: the ferry would stop}"
BRIDGE, RIVER = ARTICLES[:2]


def entries(*told: str) -> str:
    """A corrections file of these entries, each without who, why and when."""
    return "".join(f"- {one}{SIGNED}" for one in told)


@pytest.fixture
def correct(tmp_path):
    """Build with these entries from the bridge and the river, or from other articles; a query at a time comes back."""

    def build(*told: str, articles=(BRIDGE, RIVER)):
        path = tmp_path / "out.db"
        corrections = read_corrections(entries(*told).encode(), "corrections.yml")
        write_database(path, [a for a, _ in articles], [f for _, f in articles], [], {}, corrections)

        def ask(sql: str, *values: object) -> list[tuple]:
            with closing(sqlite3.connect(path)) as db:
                return db.execute(sql, values).fetchall()

        return ask

    return build


# what one entry changes: entries, query, rows before, rows after
CHANGES = [
    pytest.param(["action: rename\n  entity: ida-lecka\n  name: Ida Maria Łęcka"], "select id, name from entities where id like 'ida%'",
                 [("ida-lecka", "Ida Łęcka")], [("ida-lecka", "Ida Maria Łęcka")], id="a name, and the id stays"),
    pytest.param(["action: kind\n  entity: troy\n  kind: LOC"], "select kind from entities where id = 'troy'", [("GPE",)], [("LOC",)], id="a kind"),
    pytest.param(["action: wikidata\n  entity: troy\n  wikidata_id: Q22647"], "select wikidata_id from entities where id = 'troy'",
                 [(None,)], [("Q22647",)], id="an item on Wikidata"),
    pytest.param(["action: aliases\n  entity: troy\n  aliases: [The Collar City, Troy]"],
                 "select spelling, count, first_mention_id from aliases where entity_id = 'troy' order by spelling",
                 [("Troy", 1, "bridge-m19")], [("The Collar City", 0, None), ("Troy", 1, "bridge-m19")], id="aliases, one of them known already"),
    pytest.param(["action: aliases\n  entity: troy\n  aliases: [Collar City]"],
                 "select id from entities where rowid in (select rowid from entities_fts where entities_fts match 'collar')", [], [("troy",)],
                 id="an alias is searched"),
    pytest.param(["action: merge\n  entity: troy-post\n  into: troy"], "select id from entities where id like 'troy%'",
                 [("troy",), ("troy-post",)], [("troy",)], id="a merged entity keeps the id it was merged into"),
    pytest.param(["action: merge\n  entity: troy-post\n  into: troy"], "select addressee_id from quotes where verb = 'tell'",
                 [("troy-post",)], [("troy",)], id="whom a quote is addressed to follows a merge"),
    pytest.param(["action: merge\n  entity: ida-lecka\n  into: sean-obrien"], "select id from roles order by id",
                 [("ida-lecka-mayor-current",), ("ida-lecka-mayor-troy-current",), ("sean-obrien-ferryman-current",)],
                 [("sean-obrien-ferryman-current",), ("sean-obrien-mayor-current",), ("sean-obrien-mayor-troy-current",)],
                 id="roles follow a merge"),
    pytest.param(["action: merge\n  entity: troy-post\n  into: troy", "action: rename\n  entity: troy-post\n  name: Old Troy"],
                 "select id, name from entities where id like 'troy%'", [("troy", "Troy"), ("troy-post", "Troy Post")], [("troy", "Old Troy")],
                 id="the id of a merged entity stands for the other"),
    pytest.param(["action: split\n  entity: sean-obrien\n  articles: [river]\n  into: tim-obrien\n  name: Tim O’Brien"],
                 "select e.id, e.name, e.kind, group_concat(distinct m.article_id) from entities e join mentions m on m.entity_id = e.id "
                 "where e.id like '%obrien' group by e.id",
                 [("sean-obrien", "Seán O’Brien", "PERSON", "bridge,river")],
                 [("sean-obrien", "Seán O’Brien", "PERSON", "bridge"), ("tim-obrien", "Tim O’Brien", "PERSON", "river")], id="a namesake"),
    pytest.param(["action: split\n  entity: sean-obrien\n  articles: [river]\n  into: ida-lecka"],
                 "select distinct entity_id from quote_speakers join quotes on quotes.id = quote_id where article_id = 'river' order by 1",
                 [("ida-lecka",), ("sean-obrien",)], [("ida-lecka",)], id="an article's person is another known one"),
    pytest.param([f"action: speaker\n  {FERRY}\n  speakers: [troy-post, ida-lecka]"],
                 "select q.speaker_id, q.speaker_rule, q.speaker_confidence, s.entity_id from quotes q left join quote_speakers s on s.quote_id = q.id "
                 "where q.text = '“Nobody asked us,”' order by s.rowid",
                 [("sean-obrien", "subject-name", 0.85, "sean-obrien")],
                 [("troy-post", "corrected", 1.0, "troy-post"), ("troy-post", "corrected", 1.0, "ida-lecka")], id="speakers"),
    pytest.param([f"action: speaker\n  {FERRY}\n  speakers: []"],
                 "select speaker_id, speaker_rule, speaker_confidence, speaker_text, (select count(*) from quote_speakers where quote_id = quotes.id) "
                 "from quotes where text = '“Nobody asked us,”'",
                 [("sean-obrien", "subject-name", 0.85, "Seán O’Brien", 1)], [(None, "corrected", None, "Seán O’Brien", 0)], id="nobody named"),
    pytest.param([f"action: speaker\n  {STOP}\n  speakers: [troy]"], "select speaker_id from quotes where text = 'the ferry would stop'",
                 [(None,)], [("troy",)], id="a speaker whom this article does not name"),
    pytest.param(["action: merge\n  entity: troy-post\n  into: troy", f"action: speaker\n  {STOP}\n  speakers: [troy-post]"],
                 "select speaker_id from quotes where text = 'the ferry would stop'", [(None,)], [("troy",)], id="a speaker who was merged"),
    pytest.param([f"action: drop\n  {STOP}"], "select (select count(*) from quotes), (select count(*) from quote_spans)", [(11, 12)], [(10, 11)],
                 id="a quote that is none"),
    pytest.param([f"action: check\n  {FERRY}\n  speakers: [sean-obrien]"], "select checked_by from quotes where text = '“Nobody asked us,”'",
                 [(None,)], [("Ana Ruiz",)], id="a checked quote"),
    pytest.param(["action: role\n  evidence: {article: river, exact: Officials, suffix: said}\n  entity: sean-obrien\n  title: harbour official\n"
                  "  organization: troy\n  status: former"],
                 "select r.id, r.title, r.organization_id, m.id, m.sentence_id, m.text from roles r join role_mentions m on m.role_id = r.id "
                 "where r.status = 'former'",
                 [], [("sean-obrien-official-troy-former", "harbour official", "troy", "river-r89", "river-s89", "Officials")], id="a role"),
    pytest.param(["action: role\n  evidence: {article: river, exact: the mayor}\n  entity: sean-obrien\n  title: Mayor of Troy"],
                 "select r.id, m.text from roles r join role_mentions m on m.role_id = r.id where r.entity_id = 'sean-obrien' order by r.id",
                 [("sean-obrien-ferryman-current", "ferryman")],
                 [("sean-obrien-ferryman-current", "ferryman"), ("sean-obrien-mayor-current", "the mayor")], id="a role under the noun of its title"),
    pytest.param(["action: drop-role\n  entity: ida-lecka\n  title: Mayor"], "select r.id, m.id from roles r join role_mentions m on m.role_id = r.id order by 1",
                 [("ida-lecka-mayor-current", "river-r15"), ("ida-lecka-mayor-troy-current", "bridge-r0"), ("sean-obrien-ferryman-current", "bridge-r136")],
                 [("sean-obrien-ferryman-current", "bridge-r136")], id="a role that nobody has given, in all articles"),
    pytest.param(["action: drop-role\n  entity: ida-lecka\n  title: Mayor of Rome\n  article: river"], "select id from roles where entity_id = 'ida-lecka' order by 1",
                 [("ida-lecka-mayor-current",), ("ida-lecka-mayor-troy-current",)], [("ida-lecka-mayor-troy-current",)], id="a role in one article"),
    pytest.param(["action: drop-role\n  entity: ida-lecka\n  title: mayor\n  organization: troy\n  status: current"],
                 "select id from roles where entity_id = 'ida-lecka' order by 1",
                 [("ida-lecka-mayor-current",), ("ida-lecka-mayor-troy-current",)], [("ida-lecka-mayor-current",)], id="a role at one organization"),
    pytest.param(["action: role\n  evidence: {article: bridge, exact: Mayor}\n  entity: ida-lecka\n  title: mayor\n  status: former",
                  "action: drop-role\n  entity: ida-lecka\n  title: mayor"], "select id from roles where entity_id = 'ida-lecka' order by 1",
                 [("ida-lecka-mayor-current",), ("ida-lecka-mayor-troy-current",)], [("ida-lecka-mayor-former",)], id="a right role for a wrong one"),
    pytest.param(["action: merge\n  entity: ida-lecka\n  into: sean-obrien", "action: drop-role\n  entity: ida-lecka\n  title: mayor"], "select id from roles order by 1",
                 [("ida-lecka-mayor-current",), ("ida-lecka-mayor-troy-current",), ("sean-obrien-ferryman-current",)], [("sean-obrien-ferryman-current",)],
                 id="a role of an entity that was merged"),
]


@pytest.mark.parametrize(("told", "sql", "before", "after"), CHANGES)
def test_change(correct, told, sql, before, after):
    assert correct()(sql) == before
    ask = correct(*told)
    assert ask(sql) == after
    assert ask("select distinct status from corrections") == [("applied",)]


def test_the_words_of_a_speaker_corrected_are_an_utterance_of_theirs(correct):
    drop = "action: speaker\n  quote: {article: river, exact: 'that “we will mend the old bridge,”'}\n  speakers: [sean-obrien]"
    assert correct()("select speaker_id from utterances") == [("ida-lecka",)]
    assert correct(drop)("select speaker_id from utterances") == []


@pytest.mark.parametrize(("title", "expected"), [
    ("Attorney General", "attorney-general"), ("secretary of state", "secretary-of-state"), ("Deputy Mayor of Troy", "deputy-mayor"), ("senator from Texas", "senator")])
def test_titles_of_one_noun_are_one_role(title, expected):
    assert role_id("ida-lecka", title, None, "current") == f"ida-lecka-{expected}-current"


def test_a_role_taken_out_is_told(correct):
    ask = correct("action: drop-role\n  entity: ida-lecka\n  title: mayor\n  organization: troy\n  status: current\n  article: bridge")
    assert ask("select target, change, status, entity_id, article_id from corrections") == [
        ("ida-lecka", "not mayor, troy (current) in bridge", "applied", "ida-lecka", "bridge")]


def test_the_table_of_corrections(correct):
    ask = correct("action: merge\n  entity: troy-post\n  into: troy", f"action: check\n  {FERRY}\n  speakers: [sean-obrien]")
    assert ask("select * from corrections")[0] == (
        "merge-troy-post", "merge", "troy-post", "into troy", "Ana Ruiz", "The minutes say so.", "2026-11-30", "applied", None, "troy", None, None)
    (id_, *rest), = ask("select id, target, change, status, entity_id, article_id, quote_id from corrections where action = 'check'")
    assert re.fullmatch("check-bridge-[0-9a-f]{8}", id_)
    assert rest == ["bridge: “Nobody asked us,”", "sean-obrien", "applied", None, "bridge", "bridge-q96"]


def test_aliases_of_the_texts(correct):
    assert correct()("select spelling, count, first_mention_id from aliases where entity_id = 'ida-lecka' order by spelling") == [
        ("Ida Lecka", 1, "river-m0"), ("Ida Łęcka", 1, "bridge-m6"), ("Lecka", 1, "river-m225"), ("Łęcka", 2, "bridge-m253")]


# entries that cannot be applied: the last one's status and a part of its detail
UNFIT = [
    pytest.param(["action: kind\n  entity: rome\n  kind: ORG"], "lost", "no entity rome in these articles; give the id", id="no such entity"),
    pytest.param(["action: kind\n  entity: troy-times\n  kind: ORG"], "lost", "perhaps troy-post is meant", id="one like another"),
    pytest.param(["action: merge\n  entity: troy\n  into: rome"], "lost", "no entity rome", id="merged into nobody"),
    pytest.param(["action: kind\n  entity: troy\n  kind: GPE"], "unneeded", "so already", id="a kind that it has"),
    pytest.param(["action: split\n  entity: troy\n  articles: [river]\n  into: troy-2"], "lost", "troy is not named in river", id="not in that article"),
    pytest.param(["action: split\n  entity: troy\n  articles: [river, bridge]\n  into: troy-2"], "partial", "not named in river; take that out",
                 id="not in one of the articles"),
    pytest.param(["action: split\n  entity: troy\n  articles: [bridge]\n  into: troy-post\n  name: Old Troy"], "partial", "was there, as Troy Post",
                 id="a new name for an entity that is there"),
    pytest.param(["action: role\n  evidence: {article: bridge, exact: café}\n  entity: troy\n  title: café"], "lost", "troy is no person", id="a role of a place"),
    pytest.param(["action: drop\n  quote: {article: harbour, exact: yes}"], "lost", "no article harbour", id="no such article"),
    pytest.param(["action: drop\n  quote: {article: bridge, exact: “Everybody asked us}"], "lost", "do not stand in the article", id="words that are gone"),
    pytest.param(["action: drop\n  quote: {article: river, exact: and O’Brien laughed}"], "unneeded", "no quote is found there", id="no quote to drop"),
    pytest.param(["action: check\n  quote: {article: river, exact: and O’Brien laughed}\n  speakers: []"], "lost", "no quote is found there",
                 id="no quote to check"),
    pytest.param([f"action: drop\n  {STOP}", f"action: check\n  {STOP}\n  speakers: []"], "lost", "no quote is found there", id="checked after it was dropped"),
    pytest.param([f"action: check\n  {STOP}\n  speakers: [troy]"], "lost", "its speakers are now nobody named; check it again", id="checked with other speakers"),
    pytest.param([f"action: speaker\n  {STOP}\n  speakers: [rome]"], "lost", "no entity rome", id="no such speaker"),
    pytest.param(["action: check\n  quote: {article: river, exact: said the ferry would stop}\n  speakers: []"], "lost",
                 "there reads 'the ferry would stop'; check it again and give all", id="checked with other words"),
    pytest.param(["action: check\n  quote: {article: bridge, exact: They never came.}\n  speakers: [ida-lecka]"], "lost",
                 "lamps,” … “They never came.”'; check it again and give all of it", id="one piece is not the quote that was checked"),
    pytest.param(["action: speaker\n  quote: {article: bridge, exact: state-of-the-art lamps}\n  speakers: []"], "lost",
                 "the quote there reads '“We paid AT&T for state-of-the-art lamps,” … “They never came.”'; give all of it", id="a part of a piece"),
    pytest.param(["action: drop\n  quote: {article: bridge, exact: asked}"], "lost", "the quote there reads '“Nobody asked us,”'; give all of it",
                 id="a part of a quote to drop"),
    pytest.param(["action: speaker\n  quote: {article: river, exact: 'Officials said the ferry would stop. A spokesperson for'}\n  speakers: []"], "lost",
                 "the quote there reads 'the ferry would stop'; give all of it and no more", id="far more than the quote"),
    pytest.param(["action: role\n  evidence: {article: bridge, exact: the}\n  entity: ida-lecka\n  title: x"], "lost", "give prefix or suffix",
                 id="evidence in two places"),
    pytest.param(["action: role\n  evidence: {article: bridge, exact: Mayor}\n  entity: ida-lecka\n  title: Mayor\n  organization: troy"], "unneeded",
                 "the role is found there", id="a role that was found"),
    pytest.param(["action: drop-role\n  entity: ida-lecka\n  title: ferryman"], "lost", "no such role is found, but Mayor, mayor; give the title of one",
                 id="another role to take out"),
    pytest.param(["action: drop-role\n  entity: ida-lecka\n  title: mayor\n  status: former"], "lost", "no such role is found, but", id="another status to take out"),
    pytest.param(["action: drop-role\n  entity: troy\n  title: mayor"], "unneeded", "no such role is found", id="no role to take out"),
    pytest.param(["action: drop-role\n  entity: sean-obrien\n  title: ferryman\n  article: river"], "unneeded", "no such role is found", id="no role in that article"),
    pytest.param(["action: drop-role\n  entity: rome\n  title: mayor"], "lost", "no entity rome", id="no such holder"),
    pytest.param(["action: drop-role\n  entity: ida-lecka\n  title: mayor\n  organization: rome"], "lost", "no entity rome", id="no such organization"),
    pytest.param(["action: drop-role\n  entity: ida-lecka\n  title: mayor\n  article: harbour"], "lost", "no article harbour", id="no such article to take a role out of"),
]


@pytest.mark.parametrize(("told", "status", "detail"), UNFIT)
def test_what_does_not_fit_is_told_and_changes_nothing_else(correct, told, status, detail, tmp_path):
    ask = correct(*told)
    (found,) = ask("select id, status, detail from corrections order by rowid desc limit 1")
    assert found[1] == status and detail in found[2]
    failed = read_failed(tmp_path / "out.db")
    assert (found[0] in failed) == (status in ("lost", "partial"))
    assert all(detail in failed[found[0]] for _ in failed)


PIECE = "quote: {article: bridge, exact: 'They never came.'}"
LAMPS = "quote: {article: bridge, exact: '“We paid AT&T for state-of-the-art lamps,” … “They never came.”'}"
SAME = "line 7 has an entry about the same; keep one of them"
# two entries about one thing: what has become of each, and the reason given for the first
CONTRARY = [
    pytest.param([f"action: speaker\n  {PIECE}\n  speakers: [troy]", f"action: speaker\n  {LAMPS}\n  speakers: [troy-post]"], ["lost", "applied"], SAME,
                 id="two speakers of one quote"),
    pytest.param([f"action: speaker\n  {PIECE}\n  speakers: [troy]", f"action: speaker\n  {LAMPS}\n  speakers: []"], ["lost", "applied"], SAME,
                 id="a speaker, and nobody named"),
    pytest.param([f"action: speaker\n  {LAMPS}\n  speakers: [troy]", f"action: drop\n  {PIECE}"], ["lost", "reattached"], SAME, id="a speaker of what is no quote"),
    pytest.param([f"action: check\n  {LAMPS}\n  speakers: [ida-lecka]", f"action: speaker\n  {PIECE}\n  speakers: [troy]"], ["lost", "reattached"], SAME,
                 id="a check of another speaker"),
    pytest.param([f"action: speaker\n  {PIECE}\n  speakers: [troy]", f"action: speaker\n  {LAMPS}\n  speakers: [troy]"], ["reattached", "applied"], "the quote there reads",
                 id="the same speaker"),
    pytest.param([f"action: check\n  {LAMPS}\n  speakers: [ida-lecka]", f"action: speaker\n  {PIECE}\n  speakers: [ida-lecka]"], ["applied", "reattached"], None,
                 id="the speaker that was checked"),
    pytest.param([f"action: speaker\n  {FERRY}\n  speakers: [troy]", f"action: speaker\n  {LAMPS}\n  speakers: [troy-post]"], ["applied", "applied"], None,
                 id="two quotes"),
    pytest.param([f"action: speaker\n  {PIECE}\n  speakers: [troy]", f"action: speaker\n  {LAMPS}\n  speakers: [rome]"], ["reattached", "lost"], "the quote there reads",
                 id="the second cannot be applied"),
    pytest.param(["action: rename\n  entity: troy-post\n  name: Old Troy", "action: merge\n  entity: troy-post\n  into: troy"], ["lost", "applied"],
                 "line 7 merges it into troy, whose name stays; give troy as `entity`, or take the entry out", id="a name that a merge takes away"),
    pytest.param(["action: rename\n  entity: troy-post\n  name: Troy", "action: merge\n  entity: troy-post\n  into: troy"], ["applied", "applied"], None,
                 id="a name that a merge keeps"),
    pytest.param(["action: rename\n  entity: troy\n  name: Old Troy", "action: merge\n  entity: troy-post\n  into: troy"], ["applied", "applied"], None,
                 id="the name of what another is merged into"),
]


@pytest.mark.parametrize(("told", "statuses", "detail"), CONTRARY)
def test_of_entries_that_contradict_each_other_the_last_holds(correct, told, statuses, detail):
    found = correct(*told)("select status, detail from corrections order by rowid")
    assert [status for status, _ in found] == statuses
    assert found[0][1] == detail or detail and found[0][1].startswith(detail)


def test_two_names_of_entities_that_are_one(correct):
    ask = correct("action: merge\n  entity: troy-post\n  into: troy", "action: rename\n  entity: troy-post\n  name: Old Troy", "action: rename\n  entity: troy\n  name: New Troy")
    assert ask("select name from entities where id = 'troy'") == [("New Troy",)]
    assert ask("select id, status, detail from corrections where status <> 'applied'") == [
        ("rename-troy-post", "lost", "line 13 has an entry about the same; keep one of them")]


def test_a_check_does_not_outlive_another_speaker(correct):
    ask = correct(f"action: check\n  {LAMPS}\n  speakers: [ida-lecka]", f"action: speaker\n  {PIECE}\n  speakers: [troy]")
    assert ask("select speaker_id, checked_by from quotes where text like '%lamps%'") == [("troy", None)]


def move(added: str = "Before all this the ferry had run for years. He said so.\n\n"):
    """The bridge's article with a paragraph more before its text, annotated anew: every offset is another."""
    article, _ = BRIDGE
    found = annotate_bridge()
    shift = len(added)
    spans = lambda given: tuple((start + shift, end + shift) for start, end in given)  # noqa: E731
    quotes = tuple(
        replace(q, attribution=replace(q.attribution, spans=spans(q.attribution.spans), cue=None, source=None)) for q in found.quotes)
    return replace(article, text=added + article.text), replace(
        found, sentences=tuple(replace(s, start=s.start + shift, end=s.end + shift) for s in found.sentences), quotes=quotes,
        mentions=tuple(replace(m, start=m.start + shift, end=m.end + shift) for m in found.mentions),
        roles=tuple(replace(r, start=r.start + shift, end=r.end + shift) for r in found.roles))


def test_a_check_moves_with_its_words(correct):
    ask = correct(f"action: check\n  {FERRY}\n  speakers: [sean-obrien]", articles=(move(), RIVER))
    assert ask("select id, text from quotes where checked_by is not null") == [("bridge-q154", "“Nobody asked us,”")]
    assert ask("select status, quote_id from corrections") == [("applied", "bridge-q154")]


@pytest.mark.parametrize(("content", "status"), [
    ("that “we will mend the old bridge,”", "applied"), ("“we will mend the old bridge,”", "reattached"), ("bridge", "lost")])
def test_a_pipeline_that_gives_the_quote_another_extent(correct, content, status):
    article, found = RIVER
    w = Writer(article.text, ida=("Ida Lecka", "PERSON"))
    w.quote([content], "promised", None, ["ida"])
    w.mention("ida", "Ida Lecka")
    changed = article, replace(w.finish(), sentences=found.sentences)
    ask = correct("action: speaker\n  quote: {article: river, exact: 'that “we will mend the old bridge,”'}\n  speakers: []", articles=[changed])
    assert ask("select status from corrections") == [(status,)]
    assert ask("select speaker_id from quotes") == [("ida-lecka" if status == "lost" else None,)]


@pytest.mark.parametrize("exact", ["“We paid AT&T for state-of-the-art lamps,”", "They never came", "“They never came.”"])
def test_one_whole_piece_means_its_quote(correct, exact):
    ask = correct(f"action: speaker\n  quote: {{article: bridge, exact: '{exact}'}}\n  speakers: [troy-post]")
    (told,) = ask("select c.status, c.detail, q.speaker_id from corrections c join quotes q on q.id = c.quote_id")
    assert told == ("reattached", "the quote there reads '“We paid AT&T for state-of-the-art lamps,” … “They never came.”'", "troy-post")


def test_a_piece_that_two_quotes_have_means_the_one_that_is_nothing_else(correct):
    article, found = BRIDGE
    w = Writer(article.text, ida=("Ida Łęcka", "PERSON"))
    w.mention("ida", "Ida Łęcka")
    w.quote(["“We paid AT&T for state-of-the-art lamps,”", "“They never came.”"], "said", None, ["ida"])
    w.quote(["“They never came.”"], "said", None, ["ida"])
    ask = correct("action: speaker\n  quote: {article: bridge, exact: They never came.}\n  speakers: []",
                  articles=[(article, replace(w.finish(), sentences=found.sentences))])
    assert ask("select text from quotes where speaker_id is null") == [("“They never came.”",)]


def test_a_new_article_changes_no_id_of_a_corrected_entity(correct):
    told = "action: rename\n  entity: ida-lecka\n  name: Ida of Troy"
    alone = correct(told, articles=[BRIDGE])("select id, name from entities order by id")
    assert set(alone) <= set(correct(told)("select id, name from entities"))


def test_same_corrections_same_bytes_in_any_order_of_articles(correct, tmp_path):
    told = [one for param in (*CHANGES[:6], *CHANGES[10:11], *CHANGES[12:13], *CHANGES[-3:]) for one in param.values[0]]
    told = list(dict.fromkeys(one for one in told if "Collar City, Troy" not in one))
    correct(*told)
    first = (tmp_path / "out.db").read_bytes()
    correct(*told, articles=(RIVER, BRIDGE))
    assert (tmp_path / "out.db").read_bytes() == first


TEXT = "He said no. “No,” she said.  “It's\nnot so,” he said, “at all.” Nobody said no. A note."
PLACES = [
    pytest.param("she said", "", "", ["she said"], id="words"),
    pytest.param("“It’s not so,”", "", "", ["“It's\nnot so,”"], id="another apostrophe and white space"),
    pytest.param('"No,"', "", "", ["“No,”"], id="plain quotation marks"),
    pytest.param("no", "", "", [], id="in two places without surroundings both come back"),
    pytest.param("no", "Nobody said", ". A", ["no"], id="surroundings tell places apart"),
    pytest.param("no", "", ". “No", ["no"], id="one side suffices"),
    pytest.param("no", "They said", "", [], id="surroundings that are gone and words in two places"),
    pytest.param("A note", "They said", "", ["A note"], id="surroundings that are gone and words in one place"),
    pytest.param("not", "", "", ["not"], id="no part of a longer word"),
    pytest.param("“It's not so,” … “at all.”", "", "", ["“It's\nnot so,” he said, “at all.”"], id="pieces as a quote's text joins them"),
    pytest.param("It is not so", "", "", [], id="other words"),
    pytest.param("(no", "", "", [], id="brackets are no pattern"),
]


@pytest.mark.parametrize(("exact", "prefix", "suffix", "found"), PLACES)
def test_places(exact, prefix, suffix, found):
    places = [TEXT[start:end] for start, end in find_places(TEXT, Selector("a", exact, prefix, suffix))]
    assert places == (found if exact != "no" or prefix or suffix else ["no", "no"])


@pytest.mark.parametrize(("places", "finds", "chosen"), [
    ([(0, 10)], [(0, 10), (0, 20)], [0]), ([(0, 10)], [(3, 12)], [0]), ([(0, 10)], [(6, 20)], []), ([(0, 4), (6, 10)], [(0, 4), (6, 10)], [0, 1]),
    ([(0, 10)], [], []), ([], [(0, 10)], [])], ids=["the same", "half and more", "less than half", "a tie", "no finds", "no places"])
def test_choose(places, finds, chosen):
    assert choose(places, finds) == chosen


RENAME = "action: rename\n  entity: troy\n  name: Old Troy"
FAULTY = [
    pytest.param("- action: rename\n  entity: troy\n  name: Troy\n", "1: entry 1 (rename): `who` is missing; give the name of the person", id="no who"),
    pytest.param(entries(RENAME, "action: kind\n  entity: troy\n  kind: CITY"), "9: entry 2 (kind): `kind` is 'CITY'; give one of PERSON, ORG, GPE, LOC", id="a kind"),
    pytest.param(entries("action: unite\n  entity: troy"), "1: entry 1: `action` is 'unite'; give merge, split,", id="an action"),
    pytest.param(entries("action: rename\n  entity: troy\n  nom: Troy\n  name: x"), "3: entry 1 (rename): `nom` is no field here; the fields are action, who,", id="a field"),
    pytest.param(entries("action: drop\n  quote:\n    article: a\n    words: b\n    exact: b"), "4: entry 1 (drop): `words` is no field here; the fields are article,",
                 id="a field of a quote"),
    pytest.param(entries("action: drop\n  quote:\n    article: a"), "3: entry 1 (drop): `exact` is missing; give the words exactly", id="no words"),
    pytest.param(entries("action: drop\n  quote: a-q12"), "2: entry 1 (drop): `quote` is 'a-q12'; give the quote's words", id="the id of a row"),
    pytest.param(entries("action: merge\n  entity: Joe Biden\n  into: joseph-biden"), "2: entry 1 (merge): `entity` is 'Joe Biden', no id; give an id, perhaps joe-biden",
                 id="a name for an id"),
    pytest.param(entries(RENAME).replace("2026-11-30", "30 November"), "6: entry 1 (rename): `when` is '30 November'; give the date of the correction, as 2026-11-30", id="a date"),
    pytest.param(entries(RENAME).replace("The minutes say so.", "''"), "5: entry 1 (rename): `why` is ''; give the reason", id="an empty reason"),
    pytest.param(entries("action: wikidata\n  entity: troy\n  wikidata_id: 22647"), "3: entry 1 (wikidata): `wikidata_id` is '22647'; give an item on Wikidata", id="an item"),
    pytest.param(entries(f"{RENAME}\n  name: Troy"), "4: entry 1 (rename): `name` is given twice; keep one", id="a field given twice"),
    pytest.param(entries(RENAME, RENAME), "7: rename-troy: line 1 has an entry about the same; keep one of them", id="an entry given twice"),
    pytest.param(entries("action: merge\n  entity: a\n  into: b", "action: merge\n  entity: b\n  into: a"), "7: merge-b: `into` leads back to b", id="a circle"),
    pytest.param("corrections: []", "1: not a list of entries; begin each with `- action:`", id="no list"),
    pytest.param("- troy", "1: entry 1: not an entry; begin it with", id="no entry"),
    pytest.param("- action: [", ": not YAML: ", id="no YAML"),
    pytest.param("- &a [*a]", "1: entry 1: not an entry", id="what holds itself"),
]


@pytest.mark.parametrize(("told", "fault"), FAULTY)
def test_faults_are_told_with_line_value_and_remedy(told, fault):
    with pytest.raises(CorrectionsError) as raised:
        read_corrections(told.encode(), "corrections.yml")
    assert str(raised.value).startswith("corrections.yml:") and fault in str(raised.value)


def test_every_fault_is_told_at_once():
    with pytest.raises(CorrectionsError) as raised:
        read_corrections(entries("action: kind\n  entity: a", "action: kind\n  entity: b", RENAME).encode(), "x.yml")
    assert [line.split(": ")[0] for line in str(raised.value).splitlines()] == ["x.yml:1", "x.yml:6"]


FAULTS = [
    pytest.param("- action: rename\n  entity: Old Troy\n  name: ''\n  nom: x\n  why: y\n  why: z\n  when: soon\n",
                 ["1: entry 1 (rename): `who` is missing", "2: entry 1 (rename): `entity` is 'Old Troy', no id", "3: entry 1 (rename): `name` is ''",
                  "4: entry 1 (rename): `nom` is no field", "6: entry 1 (rename): `why` is given twice", "7: entry 1 (rename): `when` is 'soon'"], id="of every kind"),
    pytest.param("- action: drop\n  quote:\n    exact: ''\n    words: b\n  why: z\n  when: soon\n",
                 ["1: entry 1 (drop): `who` is missing", "3: entry 1 (drop): `article` is missing", "3: entry 1 (drop): `exact` is ''",
                  "4: entry 1 (drop): `words` is no field", "6: entry 1 (drop): `when` is 'soon'"], id="within a quote"),
    pytest.param("- action: unite\n  entity: a\n  why: z\n  when: soon\n",
                 ["1: entry 1: `action` is 'unite'", "1: entry 1: `who` is missing", "4: entry 1: `when` is 'soon'"], id="beside a wrong action"),
    pytest.param(entries("entity: a"), ["1: entry 1: `action` is missing"], id="no action"),
    pytest.param(entries("action: [kind]"), ["1: entry 1: `action` is ['kind']"], id="an action that is a list"),
    pytest.param(entries("action: kind\n  entity: a\n  kind: GPE\n  ? [a]\n  : b"), ["4: entry 1 (kind): a field's name is a single word"], id="a list as a field"),
    pytest.param(entries("action: speaker\n  quote: {article: a, exact: b}\n  speakers:\n    - Ann Lee\n    - Bo Ray"),
                 ["4: entry 1 (speaker): `speakers` is 'Ann Lee'", "5: entry 1 (speaker): `speakers` is 'Bo Ray'"], id="names in a list"),
    pytest.param(entries("action: aliases\n  entity: a\n  aliases:\n    - Ann\n    - ''\n    - [a]"),
                 ["5: entry 1 (aliases): `aliases` is ''", "6: entry 1 (aliases): `aliases` is ['a']"], id="nothing in a list"),
]


@pytest.mark.parametrize(("told", "faults"), FAULTS)
def test_every_fault_of_an_entry_is_told_at_once(told, faults):
    with pytest.raises(CorrectionsError) as raised:
        read_corrections(told.encode(), "x.yml")
    lines = str(raised.value).splitlines()
    assert len(lines) == len(faults) and all(line.startswith(f"x.yml:{fault}") for line, fault in zip(lines, faults, strict=True)), lines


def test_a_file_that_is_not_utf_8():
    with pytest.raises(CorrectionsError, match="not UTF-8 at byte 3; save it as UTF-8"):
        read_corrections("# caf\xe9".encode("latin-1")[2:], "x.yml")


def test_text_needs_no_quotation_marks():
    (found,) = read_corrections(entries("action: aliases\n  entity: 2024\n  aliases: [No, 1.0, 2024-01-01]").encode(), "x.yml")
    assert (found.entry.entity, found.entry.aliases) == ("2024", ("No", "1.0", "2024-01-01"))


def test_the_file_at_the_root_is_empty_and_its_examples_are_right():
    text = (ROOT / "corrections.yml").read_text(encoding="utf-8")
    assert read_corrections(text.encode(), "x.yml") == ()
    examples = "\n".join(line.removeprefix("#").removeprefix(" ") for line in text.splitlines()[3:])
    assert len(read_corrections(examples.encode(), "x.yml")) == 2


def test_every_action_and_field_is_documented():
    told = (ROOT / "docs" / "corrections.md").read_text(encoding="utf-8")
    tags = [kind.__struct_config__.tag for kind in AnyEntry.__args__]
    assert sorted(tags) == sorted(ACTIONS)
    assert all(f"action: {tag}\n" in told for tag in tags)
    assert all(f"`{field}`" in told for field in FIELDS) and all(field in FIELDS for tag in tags for field in fields_of(tag))
    for example in re.findall(r"```yaml\n(.*?)```", told, re.DOTALL):
        assert read_corrections(example.encode(), "x.yml")


def run(*args: object):
    return CliRunner().invoke(build_db.main, [str(arg) for arg in args])


def test_check_corrections(tmp_path):
    good, bad = tmp_path / "good.yml", tmp_path / "bad.yml"
    good.write_text(entries(RENAME), encoding="utf-8")
    bad.write_text("- action: unite", encoding="utf-8")
    assert (done := run("--check-corrections", "--corrections", good)).exit_code == 0 and "good.yml: 1 correction, all well formed" in done.stdout
    assert (done := run("--check-corrections", "--corrections", bad)).exit_code == 1 and "bad.yml:1: entry 1" in done.stderr
    assert (done := run("--check-corrections", "--corrections", tmp_path / "none.yml")).exit_code == 2 and "no such file" in done.stderr
    assert run("--check-corrections").exit_code == 0


def test_all_faults_look_alike(tmp_path):
    bad = tmp_path / "bad.yml"
    bad.write_text(entries("action: kind\n  entity: a", "action: rename\n  entity: b"), encoding="utf-8")
    done = run("--check-corrections", "--corrections", bad)
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.splitlines() == [
        f"{bad}:1: entry 1 (kind): `kind` is missing; give {FIELDS['kind']}",
        f"{bad}:6: entry 2 (rename): `name` is missing; give {FIELDS['name']}",
        f"Error: {bad}: 2 faults, nothing built; mend what is listed",
    ]
    bad.write_bytes(b"\xe9")
    assert run("--corrections", bad).stderr.splitlines() == [
        f"{bad}: not UTF-8 at byte 0; save it as UTF-8", f"Error: {bad}: 1 fault, nothing built; mend what is listed"]


def test_a_bad_file_builds_nothing_and_leaves_the_old_database(tmp_path):
    bad, db, article = tmp_path / "bad.yml", tmp_path / "out.db", tmp_path / "a.txt"
    bad.write_text("- action: unite", encoding="utf-8")
    article.write_text("The bridge is closed.", encoding="utf-8")
    db.write_bytes(b"SQLite format 3\0")
    done = run(article, "--db", db, "--store", tmp_path / "store", "--corrections", bad)
    assert done.exit_code == 1 and "bad.yml:1: entry 1" in done.stderr
    assert db.read_bytes() == b"SQLite format 3\0" and not (tmp_path / "store").exists()


def test_a_build_names_what_does_not_fit_and_hashes_the_file(tmp_path):
    given, article, db = tmp_path / "mine.yml", tmp_path / "bridge.txt", tmp_path / "out.db"
    given.write_text(entries(RENAME, "action: drop\n  quote: {article: bridge, exact: gone}"), encoding="utf-8")
    text = BRIDGE[0].text
    article.write_bytes(text.encode())
    Store(tmp_path / "store", pipeline_version(DEFAULT_MODEL)).put(hash_text(text), BRIDGE[1])  # so no model is loaded
    done = run(article, "--db", db, "--store", tmp_path / "store", "--corrections", given, "--silent")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == (f"{given}:7: drop of bridge: gone: lost, its words do not stand in the article; copy them again, or take the entry out\n")
    with closing(sqlite3.connect(db)) as connection:
        assert connection.execute("select name from entities where id = 'troy'").fetchone() == ("Old Troy",)
        (told,) = connection.execute("select value from about where id = 'corrections_sha256'").fetchone()
    assert told == sha256(given.read_bytes()).hexdigest()
    before = db.read_bytes()
    done = run(article, "--db", db, "--store", tmp_path / "store", "--corrections", given, "--strict")
    assert done.exit_code == 1 and f"{given}:7: drop of bridge: gone: lost" in done.stderr and db.read_bytes() == before
    assert "Error: --strict: 1 correction lost or done in part, nothing written; mend what is listed" in done.stderr
