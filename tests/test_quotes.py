"""Attributions: what of a text is attributed, as one or several spans, and what only looks like it."""

import pytest
from conftest import parse_text
from spacy.language import Language

from ontherecord.quotes import find_attributions
from ontherecord.records import Attribution
from ontherecord.sentences import find_sentences

SPOKEN = ("speech", "writing")


def attributions(nlp: Language, text: str) -> tuple[Attribution, ...]:
    doc = parse_text(nlp, text)
    return find_attributions(doc, find_sentences(doc))


def contents(nlp: Language, text: str) -> list[list[str]]:
    """The pieces of everything spoken or written."""
    return [[text[a:b] for a, b in one.spans] for one in attributions(nlp, text) if one.act in SPOKEN]


FOUND = [
    pytest.param("“We will rebuild the pier,” Ines Aaltonen said.", [["“We will rebuild the pier,”"]], id="direct"),
    pytest.param(
        "“It is the pier that counts,” said Ines Aaltonen. Karl Bo grinned. “She would say that.”",
        [["“It is the pier that counts,”"], ["“She would say that.”"]],
        id="somebody-else-comes-between",
    ),
    pytest.param("Ines Aaltonen asked the former harbour master to stay.", [["to stay"]], id="who-is-asked-is-no-content"),
    pytest.param("Ines Aaltonen urged Oulu’s council not to “give in.”", [["not to “give in.”"]], id="who-is-urged-is-no-content"),
    pytest.param("Ines Aaltonen ordered the gate to be shut.", [["the gate to be shut"]], id="what-is-ordered-done"),
    pytest.param("“Nor has he,” put in Ines Aaltonen.", [["“Nor has he,”"]], id="a-verb-before-its-subject"),
    pytest.param("“It is only mud,” was how Ines Aaltonen put it.", [["“It is only mud,”"]], id="how-she-put-it"),
    pytest.param("»We will rebuild,« Ines Aaltonen said.", [["»We will rebuild,«"]], id="marks-that-point-inwards"),
    pytest.param(
        "“We will rebuild,” Ines Aaltonen said. “It takes a year.”",
        [["“We will rebuild,”", "“It takes a year.”"]],
        id="broken-by-its-attribution-is-one-quote",
    ),
    pytest.param(
        "“The pier,” Ines Aaltonen said, “was closed for a year.”",
        [["“The pier,”", "“was closed for a year.”"]],
        id="attribution-inside-the-sentence",
    ),
    pytest.param("Ines Aaltonen said that the pier would be rebuilt.", [["that the pier would be rebuilt"]], id="that-is-content"),
    pytest.param(
        "Ines Aaltonen said the pier was “a total ruin” after the storm.",
        [["the pier was “a total ruin” after the storm"]],
        id="mixed",
    ),
    pytest.param(
        "Ines Aaltonen told reporters Monday that she would not close the pier, saying the town needs its visitors.",
        [["that she would not close the pier"], ["the town needs its visitors"]],
        id="a-participle-after-a-comma-begins-a-quote-of-its-own",
    ),
    pytest.param(
        "Ines Aaltonen said the storm hit the pier, leaving it a ruin.",
        [["the storm hit the pier, leaving it a ruin"]],
        id="a-participle-that-reports-nothing-stays-within",
    ),
    pytest.param(
        "“The sea came in at six.\n\n“We ran for the hill.\n\n“Nobody came for us,” Ines Aaltonen said.",
        [["“The sea came in at six.", "“We ran for the hill.", "“Nobody came for us,”"]],
        id="paragraphs-left-open-go-on-to-who-said-it",
    ),
    pytest.param(
        "“The sea came in at six.”\n\n“Nobody came for us,” Ines Aaltonen said.",
        [["“The sea came in at six.”"], ["“Nobody came for us,”"]],
        id="a-closed-paragraph-does-not",
    ),
    pytest.param("The bishop called for peace.", [["peace"]], id="called-for-is-no-telephone-call"),
    pytest.param("Ines Aaltonen asked the council for a new pier.", [["a new pier"]], id="asked-for"),
    pytest.param("The trust called the report “a fair cop.”", [["the report “a fair cop.”"]], id="the-object-of-called-is-content"),
    pytest.param("Ines Aaltonen called out: “A fair cop!”", [["“A fair cop!”"]], id="called-out"),
    pytest.param(
        "Ines Aaltonen kept the seat (“a dog’s breakfast,” her agent said) and left.",
        [["“a dog’s breakfast,”"]],
        id="content-stays-in-its-brackets",
    ),
    pytest.param("Police put the dead at four.", [["the dead at four"]], id="put-at-a-figure"),
    pytest.param("The company put the cost at 4 million euros.", [["the cost at 4 million euros"]], id="put-at-a-sum"),
    pytest.param("Ines Aaltonen said nothing had changed.", [["nothing had changed"]], id="said-that-nothing-had-changed"),
    pytest.param("Jorma Kettunen questioned the cost of the pier.", [["the cost of the pier"]], id="questioned-a-cost"),
    pytest.param("Ines Aaltonen told the crew from the start that it was late.", [["that it was late"]], id="told-from-the-start"),
    pytest.param("Ines Aaltonen denied that the pier was old.", [["that the pier was old"]], id="denied-that-it-was"),
    pytest.param("All told the council that the pier was old.", [["that the pier was old"]], id="all-told-the-council"),
    pytest.param("“It was late,” the clerk answered to the mayor.", [["“It was late,”"]], id="answered-to-the-mayor"),
    pytest.param("Ines Aaltonen said the pier (built in 1911) was safe.", [["the pier (built in 1911) was safe"]], id="brackets-within-content"),
    pytest.param(
        "The deposition of Ines Aaltonen was read.\n\nQ. Who closed the pier?\n\nA. I did.",
        [["Who closed the pier?"], ["I did"]],
        id="question-and-answer",
    ),
    pytest.param(
        "The Herald met Ines Aaltonen.\n\nHerald: Who closed the pier?\n\nAaltonen: I did.\n\nHerald: When?",
        [["Who closed the pier?"], ["I did"], ["When?"]],
        id="a-label-that-recurs-beside-a-person",
    ),
    pytest.param(
        "MS. AALTONEN (Oulu): The pier is safe.\n\nTHE SPEAKER: Order.\n\nMR. HALE: (rising) It is not.",
        [["The pier is safe"], ["Order"], ["It is not"]],
        id="labels-of-a-parliament",
    ),
    pytest.param(
        "Ines Aaltonen met the Pier Post.\n\nPier Post: Is it safe?\n\nInes Aaltonen: It is.\n\nPP: How so?\n\nIA: I built it.",
        [["Is it safe?"], ["It is"], ["How so?"], ["I built it"]],
        id="initials-for-labels",
    ),
    pytest.param(
        "Reporter: Did you pay?\n\nInes Aaltonen: I paid.\n\nReporter: Whom?\n\nInes Aaltonen: The driver.",
        [["Did you pay?"], ["I paid"], ["Whom?"], ["The driver"]],
        id="two-labels-that-recur",
    ),
    pytest.param(
        "Ines Aaltonen met Bo Hale.\n\n[10:32] AALTONEN: I paid.\n\n[10:33] HALE: You did not.", [["I paid"], ["You did not"]], id="labels-behind-the-time"
    ),
    pytest.param("The pier was closed, according to Ines Aaltonen.", [["The pier was closed"]], id="according-to-after"),
    pytest.param("According to Ines Aaltonen, the pier was closed.", [["the pier was closed"]], id="according-to-before"),
    pytest.param("''We will rebuild the pier,'' said Ines Aaltonen.", [["''We will rebuild the pier,''"]], id="two-apostrophes"),
    pytest.param(
        "Ines Aaltonen told the council: “The pier will not last the winter.”",
        [["“The pier will not last the winter.”"]],
        id="after-a-colon",
    ),
    pytest.param(
        "“We will rebuild,” Ines Aaltonen said.\n\n“It takes a year. We have the money.”",
        [["“We will rebuild,”", "“It takes a year. We have the money.”"]],
        id="paragraph-of-quotation-goes-on",
    ),
    pytest.param(
        "“We will rebuild,” Ines Aaltonen said.\n\n“When?” asked Jorma Kettunen.",
        [["“We will rebuild,”"], ["“When?”"]],
        id="a-new-cue-begins-a-new-quote",
    ),
    pytest.param(
        "The council heard Ines Aaltonen and Jorma Kettunen.\n\nAALTONEN: The pier is old.\n\nKETTUNEN: It was never mended.",
        [["The pier is old"], ["It was never mended"]],
        id="transcript",
    ),
    pytest.param("Ines Aaltonen called the plan “a waste of money.”", [["the plan “a waste of money.”"]], id="called-it-something"),
    pytest.param("The union called the offer an insult.", [["the offer an insult"]], id="called-it-something-in-plain-words"),
    pytest.param("Ines Aaltonen called the fare rise unfair.", [["the fare rise unfair"]], id="called-it-unfair"),
    pytest.param(
        "“It was old,” Ines Aaltonen said. “We knew,” Jorma Kettunen said.",
        [["“It was old,”"], ["“We knew,”"]],
        id="the-next-sentence-has-its-own-cue",
    ),
    pytest.param(
        "Two readers wrote to us.\n\n“The pier must stay as it is.” — Jorma Kettunen\n\n“Pull the whole thing down.” — Ines Aaltonen",
        [["“The pier must stay as it is.”"], ["“Pull the whole thing down.”"]],
        id="credit-after-a-dash",
    ),
]


@pytest.mark.parametrize(("text", "expected"), FOUND)
def test_finds_contents(nlp: Language, text: str, expected: list[list[str]]) -> None:
    assert contents(nlp, text) == expected


NOTHING = [
    pytest.param("The ferry left at noon and reached the island at two.", id="plain-prose"),
    pytest.param("Length: 300 metres.\n\nBuilt: 1911, of oak.\n\nVisitors: Many.", id="fact-box-is-no-transcript"),
    pytest.param("The band played “Harbour Lights” and “Old Pier Blues” at the fair.", id="titles"),
    pytest.param("By Ines Aaltonen\n\nThe ferry left at noon.", id="byline"),
    pytest.param("The harbour office declined to comment.", id="no-comment"),
    pytest.param("The harbour office has yet to say whether the pier will open.", id="yet-to-say"),
    pytest.param("Ines Aaltonen called a plumber and went home.", id="called-on-the-telephone"),
    pytest.param("Ines Aaltonen called us a cab.", id="called-a-cab-for-us"),
    pytest.param("Locals call the bay the Bowl, and doctors call the condition arthritis.", id="called-by-a-name"),
    pytest.param("What is called a lake is a pond.", id="called-by-nobody"),
    pytest.param("The council named the ferry “Northern Star.”", id="named-a-boat"),
    pytest.param("The harbour office would not say whether the pier will open.", id="would-not-say"),
    pytest.param("Ines Aaltonen claimed a grant for the pier and answered the door.", id="claimed-a-grant"),
    pytest.param("The pier team conceded a late goal on Sunday.", id="conceded-a-goal"),
    pytest.param("The cap said “Born Late” and the sign read “No Fishing.”", id="what-is-on-a-cap"),
    pytest.param("Two anglers asked not to be identified and left the pier.", id="asked-not-to-be-named"),
    pytest.param("The film tells the story of a pier.", id="what-a-film-is-about"),
    pytest.param("On the record she sings, “I told you so, I told you twice.”", id="sung"),
    pytest.param("Ines Aaltonen signed the treaty and wrote a song about the pier.", id="signed-and-wrote"),
    pytest.param("Ines Aaltonen reported for work at six and noted the stated weight.", id="reported-for-work"),
    pytest.param("The pier is named for the late Ines Aaltonen.", id="named-for"),
    pytest.param("Ines Aaltonen thanked the divers and went home.", id="thanked"),
    pytest.param("He put the clock back at two and the children to bed at seven.", id="put-at-an-hour"),
    pytest.param("All told, 30 boats came, which is, needless to say, too few.", id="all-told"),
    pytest.param("That said, the boat was late.", id="that-said"),
    pytest.param("Jorma Kettunen could tell a wren from a robin and his twins apart.", id="told-apart"),
    pytest.param("Ines Aaltonen speaks three languages and says little in any.", id="spoke-a-language"),
    pytest.param("The bank denied her a loan, and the council denied the permit.", id="denied-a-loan"),
    pytest.param("The detectives questioned Jorma Kettunen for an hour.", id="questioned-somebody"),
    pytest.param("Jorma Kettunen said nothing about the pier and explained nothing to the council.", id="said-nothing"),
    pytest.param("The parrot answers to “Captain,” and the dog goes by “Duke.”", id="answers-to-a-name"),
    pytest.param("The word is spelled “harbour” here.", id="spelled"),
    pytest.param("The council denied a permit for the pier and agreed to a new lease for the rink.", id="denied-a-permit"),
    pytest.param("Ines Aaltonen ordered a bun and warned the boys off.", id="ordered-a-bun"),
    pytest.param("The court found Karl Bo guilty of theft, and he reported to prison to begin his term.", id="found-guilty"),
    pytest.param("The boat, reported stolen in May, lay at the pier.", id="reported-stolen"),
    pytest.param("Karl Bo refused to leave the pier and declined to comment.", id="refused-to-leave"),
    pytest.param("She called time with 40 seconds left, and few could tell the brothers apart.", id="called-time"),
    pytest.param("The menu says “Fish Only.”", id="what-is-on-a-menu"),
    pytest.param("Ines Aaltonen answered our questions at the pier.", id="answered-questions"),
    pytest.param("Asked about the pier, she shrugged and left.", id="asked-about-it"),
    pytest.param("“The Late Show,” hosted by Ines Aaltonen, opens at nine.", id="a-title-before-its-participle"),
    pytest.param("He said.", id="said-without-content"),
    pytest.param("", id="empty"),
]


STILL = [
    ("Karl Bo denied the charges.", "the charges"),
    ("Karl Bo ordered a review of the pier.", "a review of the pier"),
    ("Ines Aaltonen demanded a wall.", "a wall"),
    ("Ines Aaltonen promised a hospital.", "a hospital"),
    ("Ines Aaltonen called for calm.", "calm"),
]


@pytest.mark.parametrize(("text", "expected"), STILL)
def test_a_phrase_can_be_what_is_said(nlp: Language, text: str, expected: str) -> None:
    assert contents(nlp, text) == [[expected]]


@pytest.mark.parametrize("text", NOTHING)
def test_finds_nothing_spoken(nlp: Language, text: str) -> None:
    assert contents(nlp, text) == []


KINDS = [
    pytest.param("“We will rebuild,” Ines Aaltonen said.", "direct", id="direct"),
    pytest.param("Ines Aaltonen said the pier was “a ruin.”", "mixed", id="mixed"),
    pytest.param("Ines Aaltonen said the pier was closed.", "indirect", id="indirect"),
]


@pytest.mark.parametrize(("text", "kind"), KINDS)
def test_judges_the_kind(nlp: Language, text: str, kind: str) -> None:
    assert [one.kind for one in attributions(nlp, text)] == [kind]


def test_gives_cue_verb_and_chances(nlp: Language) -> None:
    text = "“We will rebuild,” Ines Aaltonen said."
    (one,) = attributions(nlp, text)
    assert (text[slice(*one.cue)], one.verb) == ("said", "say")
    assert 0 < one.confidence <= 1


def test_order_is_that_of_the_text(nlp: Language) -> None:
    text = "Ines Aaltonen said the pier was old. “It is,” Jorma Kettunen said. He added that it was unsafe."
    starts = [one.spans[0][0] for one in attributions(nlp, text)]
    assert starts == sorted(starts) and len(starts) == 3
