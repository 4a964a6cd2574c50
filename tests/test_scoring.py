"""The scorers, on predictions made from the gold by hand: each mistake costs what it should, and nothing else."""

import json
from dataclasses import replace

import pytest

from benchmarks.calibration import tenths
from benchmarks.draw import count
from benchmarks.marked import make_gold, read_marked
from benchmarks.scoring import gold, people, quotes
from benchmarks.scoring.brat import GoldArticle, GoldAttribution, read_attributions
from benchmarks.scoring.found import Found, FoundArticle, FoundMention, FoundQuote, FoundRole
from benchmarks.scoring.naming import fold, without_article
from ontherecord.accuracy import read_accuracy, record, tell_accuracy

TEXT = "Ann said, “We will win the vote.” Bob Ray claims that taxes fell (a lot). He called it “sad” today."


def at(words, text=TEXT):
    return text.index(words), text.index(words) + len(words)


def found_quote(*contents, source=None, text=TEXT, **more):
    spans = tuple(at(words, text) for words in contents)
    given = dict(id=contents[0], kind="direct", act="speech", rule="r", text=" … ".join(contents), spans=spans, cue=None,
                 source=source and at(source, text), speakers=frozenset(), confidence=0.5, speaker_confidence=None, utterance=None)
    return FoundQuote(**given | more)


ATTRIBUTIONS = (
    GoldAttribution((at("“We will win the vote.”"),), (at("Ann"),), (at("said"),)),
    GoldAttribution((at("that taxes fell (a lot)"),), (at("Bob Ray"),), (at("claims"),)),
    GoldAttribution((at("it “sad” today"),), (), (at("called"),)),
)
RIGHT = (
    found_quote("“We will win the vote.”", source="Ann"),
    found_quote("that taxes fell (a lot)", source="Bob Ray"),
    found_quote("it “sad” today"),
)


def measured(*predicted, attributions=ATTRIBUTIONS):
    return quotes.measure([quotes.compare_article("a", GoldArticle(TEXT, tuple(attributions)), predicted)])


def test_the_gold_itself_scores_one():
    numbers = measured(*RIGHT)
    for kind in ("all", *quotes.KINDS):
        assert [numbers[kind][m]["F1"] for m in ("content_match", "content_exact", "end_to_end")] == [1.0] * 3
    assert numbers["all"]["source_on_matched"] == 1.0
    assert numbers["mixed"]["source_on_matched"] is None


def test_nothing_found_scores_nought():
    numbers = measured()["all"]
    assert (numbers["n_gold"], numbers["n_pred"], numbers["content_match"]["F1"], numbers["end_to_end"]["F1"]) == (3, 0, 0.0, 0.0)


@pytest.mark.parametrize(
    "changed, matched, exact, sourced",
    [
        pytest.param(found_quote("“We will win the vote.”", source="Bob"), 1.0, 1.0, 0.5, id="a wrong source costs the source alone"),
        pytest.param(found_quote("We will win the vote", source="Ann"), 1.0, 1.0, 1.0, id="marks and stops at the ends do not count"),
        pytest.param(found_quote("“We will", "win the vote.”", source="Ann"), 1.0, 1.0, 1.0, id="pieces with a blank between are one"),
        pytest.param(found_quote("“We will win", source="Ann"), 1.0, 0.6667, 1.0, id="half of it matches, not exactly"),
        pytest.param(found_quote("“We will", source="Ann"), 0.6667, 0.6667, 1.0, id="less than half does not match"),
    ],
)
def test_what_a_mistake_costs(changed, matched, exact, sourced):
    numbers = measured(changed, *RIGHT[1:])["all"]
    assert numbers["content_match"]["R"] == matched
    assert numbers["content_exact"]["R"] == exact
    assert numbers["source_on_matched"] == sourced


def test_half_of_the_shorter_source_is_enough():
    assert measured(RIGHT[0], found_quote("that taxes fell (a lot)", source="Ray"), RIGHT[2])["all"]["source_on_matched"] == 1.0


def test_a_source_where_gold_has_none_is_wrong_end_to_end():
    numbers = measured(*RIGHT[:2], found_quote("it “sad” today", source="Ann"))["all"]
    assert (numbers["source_on_matched"], numbers["end_to_end"]["R"]) == (1.0, 0.6667)


def test_a_duplicate_is_a_false_find():
    assert measured(*RIGHT, RIGHT[0])["all"]["content_exact"] == {"P": 0.75, "R": 1.0, "F1": 0.8571}


def test_gold_within_gold_is_left_out_with_what_matches_only_it():
    inner = GoldAttribution((at("(a lot)"),), (), ())
    numbers = measured(*RIGHT, found_quote("a lot"), attributions=(*ATTRIBUTIONS, inner))
    assert numbers["nested gold left out"] == 1
    assert numbers["all"]["content_match"]["F1"] == 1.0


def test_pairs_share_as_much_as_possible_together():
    item = lambda start, end: quotes.Item(frozenset(range(start, end)), "indirect", frozenset(), RIGHT[0])  # noqa: E731
    # the likeliest pair, the first gold with the first prediction, would leave the others without a partner
    assert quotes.match([item(0, 10), item(5, 12)], [item(2, 12), item(0, 7)]) == [(0, 1), (1, 0)]
    assert quotes.match([item(0, 10)], [item(0, 6), item(0, 10)]) == [(0, 1)]


@pytest.mark.parametrize(
    "text, kind",
    [
        ("“We won.”", "direct"),
        ("(“We won”).", "direct"),
        ("that we “won” it", "mixed"),
        ("that we ''won'' it", "mixed"),
        ("that we ‘won’ it", "mixed"),
        ("that the dogs’ owner won", "indirect"),
        ("that we won", "indirect"),
    ],
)
def test_kinds_come_from_the_marks(text, kind):
    assert quotes.kind_of(text, [(0, len(text))]) == kind


def test_marks_that_touch_a_content_belong_to_it():
    assert quotes.kind_of("He said “we won.” Yes", [(9, 15)]) == "direct"


def test_brat_files():
    lines = "T1\tContent-span 3 9;12 20\tab\ncd\nT2\tCue-span 0 2\tsa\nE1\tAttribution:T9 Content:T1 Cue:T2 Content2:T3 Source:T8\nT3\tContent-span 30 31\tx\nE2\tAttribution:T9 Cue:T2\n"
    assert read_attributions(lines) == (GoldAttribution(((3, 9), (12, 20), (30, 31)), (), ((0, 2),)),)


@pytest.mark.parametrize("name, folded", [("The Société Générale", "societe generale"), ("O’Neil-Ray, Jr.", "o neil ray jr"), ("Theo", "theo")])
def test_names_fold(name, folded):
    assert fold(name) == folded


def test_a_leading_article_may_be_in_or_out():
    assert without_article("The Post said", (0, 8)) == (4, 8)


MARKED = """# aim: a test
# 1 speech ann
# 2? thought bob
# 3 writing -
{s1 {R:ann:current:mayor: Mayor} {P:ann Ann Lee}} {c1 said} {q1 that {=bob he} was “late.”} {P:bob Bob Ray} {c2 hopes} {q2 to win}.
A letter {c3 said} {q3 “no.”}"""


@pytest.fixture
def whole() -> tuple[dict, Found]:
    """An article's gold, and a database that agrees with it."""
    marked = read_marked(MARKED)
    truth = make_gold("m", marked)
    text = marked.text
    article = FoundArticle("m", text, [
        found_quote("that he was “late.”", text=text, source="Mayor Ann Lee", kind="mixed", speakers=frozenset({"ann-lee"})),
        found_quote("to win", text=text, kind="indirect", act="thought", speakers=frozenset({"bob-ray"})),
        found_quote("“no.”", text=text, act="writing"),
    ], [
        FoundMention(*at("Ann Lee", text), "ann-lee", "name"), FoundMention(*at("Bob Ray", text), "bob-ray", "name"),
        FoundMention(*at("he was", text)[:1], at("he was", text)[0] + 2, "bob-ray", "pronoun"),
    ], [FoundRole(*at("Mayor", text), "ann-lee", "Mayor", "current")])
    names = {"ann-lee": "Ann Lee", "bob-ray": "Bob Ray"}
    return truth, Found({"m": article}, names, dict.fromkeys(names, "PERSON"), {key: {fold(name)} for key, name in names.items()})


def test_marked_articles_give_gold():
    truth = make_gold("m", read_marked(MARKED))
    assert [(q["text"], q["kind"], q["must"], q["act"], q["speakers"]) for q in truth["quotes"]] == [
        ("that he was “late.”", "mixed", True, "speech", ["Ann Lee"]),
        ("to win", "indirect", False, "thought", ["Bob Ray"]),
        ("“no.”", "direct", True, "writing", []),
    ]
    assert truth["quotes"][0]["speaker_span"] == (0, len("Mayor Ann Lee"))
    assert [(role["person"], role["title"], role["status"]) for role in truth["roles"]] == [("Ann Lee", "Mayor", "current")]


@pytest.mark.parametrize("broken", ["{q1 never closed", "closes} nothing"])
def test_marked_articles_must_be_well_formed(broken):
    with pytest.raises(ValueError):
        read_marked(broken)


def test_whole_articles_score_one(whole):
    truth, found = whole
    numbers, tally = gold.measure([truth], found)
    assert tally.errors == []
    assert [numbers["quotes"]["recall"], numbers["quotes"]["precision"], numbers["kind"], numbers["act"], numbers["speaker"]] == [1.0] * 5
    assert [numbers["mentions"]["linked"], numbers["pronouns"]["right"], numbers["roles"]["recall"], numbers["roles"]["precision"]] == [1.0] * 4


def test_thought_given_out_as_speech_is_false(whole):
    truth, found = whole
    article = found.articles["m"]
    article.quotes[1] = replace(article.quotes[1], act="speech")
    numbers, _ = gold.measure([truth], found)
    assert (numbers["quotes"]["false"], numbers["act"]) == (1, 0.0)


def test_a_speaker_too_many_is_wrong(whole):
    truth, found = whole
    article = found.articles["m"]
    article.quotes[0] = replace(article.quotes[0], speakers=frozenset({"ann-lee", "bob-ray"}))
    assert gold.measure([truth], found)[0]["speaker"] == 0.5


def test_a_role_with_a_wrong_status_is_missed_and_false(whole):
    truth, found = whole
    found.articles["m"].roles[0] = replace(found.articles["m"].roles[0], status="former")
    assert gold.measure([truth], found)[0]["roles"] == {"recall": 0.0, "precision": 0.0}


def test_shared_utterances(whole):
    _, found = whole
    article = found.articles["m"]
    article.quotes[0] = replace(article.quotes[0], utterance="u")
    article.quotes[2] = replace(article.quotes[2], utterance="u")
    links = {"same": [{"why": "", "quotes": [["m", "late"], ["m", "no"]]}], "different": [{"why": "", "quotes": [["m", "late"], ["m", "to win"]]}]}
    tally = gold.Tally()
    gold.score_links(links, {"m"}, found, tally)
    assert (tally.counts["right same"], tally.counts["right different"]) == (1, 1)


def test_people_are_scored_by_source_spans(whole):
    truth, found = whole
    truth |= {"sources": [{"span": [0, 13], "speakers": ["Ann Lee"], "how": "name"}, {"span": [[70, 72]], "speakers": [], "how": "name", "maybe": True}],
              "roles": [{**role, "status": "current"} for role in truth["roles"]]}
    numbers, tally = people.measure({"m": truth, "elsewhere": truth}, found)
    assert tally.errors == []
    assert (numbers["articles"], numbers["absent"], numbers["speakers"]["right"], numbers["speakers"]["name"]) == (1, 1, 1.0, 1.0)
    assert numbers["mentions_person"]["F1"] == numbers["roles"]["precision"] == 1.0


def test_tenths_compare_what_is_stated_with_what_is_right():
    assert tenths([(0.95, True), (1.0, False), (0.05, False)]) == [
        ("0.0-0.1 (few)", 1, 0.05, 0.0, -0.05),
        ("0.9-1.0 (few)", 2, 0.975, 0.5, -0.475),
    ]


def test_a_filled_in_draw_is_counted():
    rows = [{"act": "speech", "judged": "speech"}, {"act": "speech", "judged": "thought"}, {"act": "writing", "judged": ""}]
    assert count(rows) == [("speech", "speech", 1), ("speech", "thought", 1), ("all", "right", 1), ("all", "judged", 2)]


def test_accuracy_is_kept_and_told(tmp_path):
    file = tmp_path / "accuracy.json"
    assert tell_accuracy(file) == {}
    record("quotes", "A corpus", "python -m benchmarks.polnear corpus", ("F1", "exact", "gold"), [("all", 0.61234, 12), ("mixed", None, 0)], file)
    assert tell_accuracy(file) == {
        "accuracy_quotes_command": "python -m benchmarks.polnear corpus",
        "accuracy_quotes_corpus": "A corpus",
        "accuracy_quotes_date": read_accuracy(file)[0].date,
        "accuracy_quotes_all": "exact 0.612, gold 12",
        "accuracy_quotes_mixed": "gold 0",
    }
    assert json.loads(file.read_text(encoding="utf-8"))["quotes"]["corpus"] == "A corpus"
