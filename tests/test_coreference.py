"""Pronouns and descriptions: who is meant, and when nobody named is."""

import pytest
from conftest import parse_text

from ontherecord.coreference import resolve_mentions
from ontherecord.names import find_names
from ontherecord.records import Attribution, Role
from ontherecord.roles import find_titles
from ontherecord.sentences import find_sentences


def attribution(text, content, source, kind="direct", cue=None):
    """An attribution whose content and source are the first such words of the text."""
    spans = tuple((text.index(c), text.index(c) + len(c)) for c in ([content] if isinstance(content, str) else content))
    at = text.index(source, spans[0][1]) if source in text[spans[0][1] :] else text.index(source)
    cue_at = text.index(cue, at) if cue else None
    return Attribution(spans, kind, "speech", "test", 1.0, cue and (cue_at, cue_at + len(cue)), None, (at, at + len(source)))


def turn(text, source, content):
    """An attribution without a cue or marks whose source stands last before the content."""
    start = text.index(content)
    at = text.rindex(source, 0, start)
    return Attribution(((start, start + len(content)),), "indirect", "speech", "label", 1.0, None, None, (at, at + len(source)))


def resolve(nlp, text, attributions=(), titles=()):
    """(words, person) of each mention, in order; titles are (title, person)."""
    doc = parse_text(nlp, text)
    sentences = find_sentences(doc)
    names = find_names(doc, sentences)
    chains = {chain.name: n for n, chain in enumerate(names.chains)}
    roles = tuple(Role(text.index(t), text.index(t) + len(t), chains[who], t, t.split()[-1], status) for t, who, status in titles)
    found = resolve_mentions(doc, sentences, names, roles, tuple(attributions))
    return [(text[m.start : m.end], names.chains[m.chain].name) for m in found]


OUTSIDE = [
    pytest.param("Mike Barrow said he would stay.", [("he", "Mike Barrow")], id="who-said-he"),
    pytest.param("Ada Marsh met Lou Hale. She left early.", [("She", "Ada Marsh")], id="gender-decides"),
    pytest.param("Bridget Fallowell rang Ann Dlamini and told her to wait.", [("her", "Ann Dlamini")], id="no-antecedent-in-its-own-clause"),
    pytest.param("Mike Barrow thanked Gil Arroyo and his family.", [("his", "Gil Arroyo")], id="joined-to-the-name"),
    pytest.param("Gil Arroyo hurt himself.", [("himself", "Gil Arroyo")], id="reflexive"),
    pytest.param("When she took the floor, Priya Marsh asked for nurses.", [("she", "Priya Marsh")], id="pronoun-before-the-name"),
    pytest.param("In his first speech, Lionel Castellan promised a hospital.", [("his", "Lionel Castellan")], id="fronted-phrase"),
    pytest.param("Ashley Corrigan said he had lost his voice.", [("he", "Ashley Corrigan"), ("his", "Ashley Corrigan")], id="name-that-misleads"),
    pytest.param("Ted Rowe endorsed Donald Vance, who says he is honored.", [("he", "Donald Vance")], id="relative-clause"),
    pytest.param("The mill is old. It burned, and they left.", [], id="no-person-no-pronoun"),
    pytest.param("A woman at the surgery said she was safe.", [], id="unnamed-person"),
    pytest.param("Leo Marsh waited. A nurse came, and a woman said she knew him.", [("him", "Leo Marsh")], id="unnamed-rival"),
    pytest.param("Ada Marsh sold it. The buyers said they were glad.", [], id="they-is-left-alone"),
    pytest.param("Alex Moreau said they would appeal.", [("they", "Alex Moreau")], id="singular-they-bound-to-one-person"),
    pytest.param("Robin Vale, who uses they and them pronouns, left. Their car was late.", [("Their", "Robin Vale")], id="singular-they-declared"),
    pytest.param("Robin Vale said they were ill. Marta Ferro drove them home.", [("they", "Robin Vale"), ("them", "Robin Vale")], id="singular-they-beside-a-subject"),
    pytest.param("Robin Vale said they were ill. Lou Hale met Marta Ferro. Marta Ferro drove them home.", [("they", "Robin Vale")], id="them-of-two-named-before"),
    pytest.param("Robin Vale said they were ill. Marta Ferro sold the tickets and burned them.", [("they", "Robin Vale")], id="them-with-a-plural-near"),
    pytest.param("Zara Holm met Ashley Holm, an uncle. Zara Holm said he was late.", [("he", "Ashley Holm")], id="an-uncle-is-a-man"),
    pytest.param("Zara Holm met Ashley Holm, a neighbour. Ashley Holm said she was late.", [("she", "Ashley Holm")], id="a-neighbour-may-be-a-woman"),
    pytest.param("Republicans met. Lou Hale said they would vote.", [], id="they-with-a-plural-near"),
    pytest.param("Ada Marsh left. A spokeswoman for Ada Marsh said she was ill.", [("she", "Ada Marsh")], id="who-is-spoken-for"),
    pytest.param("John Marsh’s lawyer said he would appeal.", [("he", "John Marsh")], id="whose-lawyer-speaks"),
    pytest.param("A spokeswoman for John Marsh said she was ill.", [], id="a-spokeswoman-for-a-man"),
    pytest.param("Ada Frisch left. Brigid Marsh, who was her deputy, will act.", [("her", "Ada Frisch")], id="nobody-is-her-own-deputy"),
    pytest.param("Ada Frisch left. Brigid Marsh served as her aide.", [("her", "Ada Frisch")], id="served-as-hers"),
    pytest.param("Ada Frisch left. Brigid Marsh was her own lawyer.", [("her", "Brigid Marsh")], id="but-her-own-lawyer"),
    pytest.param("Ada Frisch left. Brigid Marsh was in her car.", [("her", "Brigid Marsh")], id="but-in-her-car"),
    pytest.param("Gil Arroyo met Mike Barrow. Arroyo accepted his resignation.", [("his", "Mike Barrow")], id="what-is-of-another"),
    pytest.param("Ada Brown met Ann Marsh. Marsh spoke to her.", [("her", "Ada Brown")], id="nobody-speaks-to-herself"),
    pytest.param("Ada Brown met Ann Marsh. Marsh had a dog with her.", [("her", "Ann Marsh")], id="but-has-a-dog-with-her"),
    pytest.param("Robin Vale left. Robin Vale hurt themself.", [("themself", "Robin Vale")], id="themself-is-of-one"),
    pytest.param("Gil Arroyo met Mike Barrow. Arroyo told him he would pay.", [("him", "Mike Barrow"), ("he", "Mike Barrow")], id="told-him-he"),
    pytest.param("Gil Arroyo met Mike Barrow. Arroyo told Barrow he would pay.", [("he", "Gil Arroyo")], id="told-barrow-he"),
    pytest.param("Ada Marsh congratulated Ann Brown on her win.", [("her", "Ann Brown")], id="congratulated-on-hers"),
    pytest.param("Gil Arroyo met Mike Barrow. Arroyo shook his head.", [("his", "Gil Arroyo")], id="a-head-is-ones-own"),
    pytest.param("Ada Marsh urged voters to trust her.", [("her", "Ada Marsh")], id="whom-others-are-asked-to-trust"),
    pytest.param("Ada Marsh urged Brigid Frisch to trust her.", [("her", "Ada Marsh")], id="nor-is-it-who-is-asked"),
    pytest.param("Lou Hale told the council that they had failed.", [], id="they-with-a-collective-near"),
    pytest.param("Ross Maclaren plays a priest in “She Said Yes,” a comedy.", [], id="pronoun-in-a-title"),
    pytest.param("Kim Marsh thanked Ana Ruiz for months. Ruiz admired her.", [("her", "Kim Marsh")], id="object-is-not-its-subject-of-before"),
    pytest.param("Mike Barrow said Ted Rowe was right when he spoke on Monday.", [("he", "Ted Rowe")], id="clause-within-what-was-said"),
    pytest.param("Mike Barrow said he was right when Ted Rowe spoke on Monday.", [("he", "Mike Barrow")], id="not-the-clause-below"),
    pytest.param("The Mike Barrow campaign hit Ted Rowe when he spoke.", [("he", "Ted Rowe")], id="a-campaign-gives-no-lead-to-its-man"),
    pytest.param("Chris Barrow called Ada Hale a disgrace after she won.", [("she", "Ada Hale")], id="a-clause-gives-no-lead-against-the-name"),
    pytest.param("Ada Marsh invited Ann Hale to visit her.", [("her", "Ada Marsh")], id="who-is-invited-visits"),
    pytest.param("Mike Barrow used Lou Hale to make his point.", [("his", "Mike Barrow")], id="who-is-used-does-nothing"),
    pytest.param("Ted Rowe mocked Mike Barrow for hiding his taxes.", [("his", "Mike Barrow")], id="who-is-mocked-hides"),
    pytest.param("Lou Hale thanked Mike Barrow for backing his plan.", [("his", "Lou Hale")], id="who-is-thanked-may-back-anothers"),
    pytest.param("Ted Rowe asked Mike Barrow about his taxes.", [("his", "Mike Barrow")], id="who-is-asked-about"),
    pytest.param("Ted Rowe told Mike Barrow about his taxes.", [("his", "Ted Rowe")], id="who-is-told-about"),
    pytest.param("Ted Rowe questioned Mike Barrow’s right to run because he was born abroad.", [("he", "Mike Barrow")], id="the-cause-lies-in-who-is-questioned"),
    pytest.param("Ted Rowe rang Mike Barrow because he was worried.", [("he", "Ted Rowe")], id="the-cause-lies-in-who-rings"),
    pytest.param("Mike Barrow laughed at Ted Rowe’s claim that he had won.", [("he", "Ted Rowe")], id="whose-claim-it-is"),
    pytest.param("Ada Hale left. Ann Marsh, an aide who had met her, stayed.", [("her", "Ada Hale")], id="not-the-aide-herself"),
    pytest.param("Mike Barrow and Ada Hale met. She smiled. She laughed. Mike Barrow admired her figure.", [("She", "Ada Hale"), ("She", "Ada Hale"), ("her", "Ada Hale")], id="gender-heard-twice"),
    pytest.param("Mike Barrow left. He was tired. He slept. Nobody saw her.", [("He", "Mike Barrow"), ("He", "Mike Barrow")], id="never-her-of-one-who-is-he"),
    pytest.param("Mike Barrow noted that Ted Rowe looked tired in his first debate.", [("his", "Ted Rowe")], id="own-subject-before-who-said-so"),
    pytest.param("Lou Hale met Doug Wilder, himself a governor.", [("himself", "Doug Wilder")], id="reflexive-right-behind-a-name"),
    pytest.param("Doug Wilder left. Lou Hale laughed at himself.", [("himself", "Lou Hale")], id="reflexive-of-its-own-subject"),
    pytest.param("Ted Rowe spoke. The land is run by a lunatic who keeps adding to his weapons.", [], id="somebody-new-who"),
    pytest.param("Ada Hale spoke. My grandma worked in the fields all her life.", [], id="grandma"),
    pytest.param("Mike Barrow asked Ted Rowe whether he was ill.", [("he", "Ted Rowe")], id="whoever-is-asked-whether-he"),
    pytest.param("Mike Barrow said to Ted Rowe that he was ill.", [("he", "Mike Barrow")], id="who-says-that-he"),
    pytest.param("Mike Barrow left.\n\nThe bishop’s driver, Ted Rowe, parked on the grass. He is no gardener.", [("He", "Ted Rowe")], id="beside-a-noun-read-without-a-verb"),
    pytest.param("Jón Marsh is slow, said Mike Barrow, his foreman.", [("his", "Jón Marsh")], id="not-the-name-it-stands-beside"),
]


@pytest.mark.parametrize("text, expected", OUTSIDE)
def test_outside_quotations(nlp, text, expected):
    assert resolve(nlp, text) == expected


def test_first_person_is_the_speaker(nlp):
    text = "“I failed in my leadership,” Kevin Marsh said."
    quote = attribution(text, "“I failed in my leadership,”", "Kevin Marsh")
    assert resolve(nlp, text, [quote]) == [("I", "Kevin Marsh"), ("my", "Kevin Marsh")]


def test_first_person_without_a_quotation_is_the_author(nlp):
    assert resolve(nlp, "I met Kevin Marsh once. My brother did not.") == []


def test_first_person_before_a_full_stop(nlp):
    text = "“Neither do I.” Kevin Marsh said."
    assert resolve(nlp, text, [attribution(text, "“Neither do I.”", "Kevin Marsh")]) == [("I", "Kevin Marsh")]


def test_an_initial_is_no_first_person(nlp):
    text = "“I. M. Pei drew it,” Kevin Marsh said."
    assert ("I", "Kevin Marsh") not in resolve(nlp, text, [attribution(text, "“I. M. Pei drew it,”", "Kevin Marsh")])


def test_first_person_of_a_pronoun(nlp):
    text = "Kevin Marsh sat down. “I failed,” he said."
    assert resolve(nlp, text, [attribution(text, "“I failed,”", "he")]) == [("I", "Kevin Marsh"), ("he", "Kevin Marsh")]


def test_first_person_in_marks_of_a_mixed_quote_only(nlp):
    text = "Kevin Marsh said I should know it was “the biggest fight of my life.”"
    quote = attribution(text, "I should know it was “the biggest fight of my life.”", "Kevin Marsh", "mixed")
    assert resolve(nlp, text, [quote]) == [("my", "Kevin Marsh")]


def test_first_person_of_a_signed_essay(nlp):
    text = "My father was stern. Once I laughed and said, “I believe you.”\n\nJudith Marsh is a playwright in Boston."
    assert ("I", "Judith Marsh") in resolve(nlp, text, [attribution(text, "“I believe you.”", "I")])


AUTHORS = [
    pytest.param("Save the pool\n\nBy Ada Marsh\n\nI swim there. Lou Hale told me he would close it. It is mine too.", [("I", "Ada Marsh"), ("me", "Ada Marsh"), ("he", "Lou Hale"), ("mine", "Ada Marsh")], id="byline"),
    pytest.param("By Ada Marsh\n\nLou Hale spoke. “I know,” somebody said. ‘I am glad,’ read a sign.", [], id="not-between-marks"),
    pytest.param("By Ada Marsh\n\nThe diary of Lou Hale says:\n\nI went to the mill.", [], id="not-a-block-that-a-colon-announces"),
    pytest.param("By Ada Marsh and Lou Hale\n\nI went to the mill.", [], id="not-of-two-writers"),
    pytest.param("By Ada Marsh\n\nA storm is near. She said so.", [], id="a-writer-is-never-she"),
    pytest.param("To the editor:\n\nI like the bridge. My aunt built it.\n\nLou Hale, Oakfield\n\nMayor Gil Arroyo told me it is old. I doubt it.\n\nAda Marsh\nHarbour Lane", [("I", "Lou Hale"), ("My", "Lou Hale"), ("me", "Ada Marsh"), ("I", "Ada Marsh")], id="signatures-below-letters"),
    pytest.param("Lou Hale, Oakfield\n\nI like the bridge.", [], id="no-signature-above"),
    pytest.param("I like the bridge.\n\nLou Hale.\n\nOakfield.\n\nI doubt it.\n\nAda Marsh.\n\nPOSTED ONLINE\n\nI love it.", [("I", "Lou Hale"), ("I", "Ada Marsh")], id="a-page-of-letters-and-more"),
    pytest.param("I like the bridge.\n\nLou Hale, left\n\nI doubt it.", [], id="a-caption-is-no-signature"),
    pytest.param("I like the bridge.\n\nLou Hale left Oakfield", [], id="no-signature-with-a-verb"),
    pytest.param("9.10am I’m Priya Marsh, here until noon. Lou Hale tells me the road is shut.\n\n12.01pm Gil Arroyo here. I hear it is open.", [("I", "Priya Marsh"), ("me", "Priya Marsh"), ("I", "Gil Arroyo")], id="who-takes-over-a-live-blog"),
    pytest.param("11:52 Lou Hale tells me it is out.\n\n11:20 It burns.\n\n10:15 Ada Marsh here. I see smoke.", [("me", "Ada Marsh"), ("I", "Ada Marsh")], id="the-last-entry-first"),
    pytest.param("Lou Hale here is the mayor. I met him.", [("him", "Lou Hale")], id="here-with-a-verb-tells-a-place"),
    pytest.param("I hope it is safe.\n\nIda Moe is a writer in Bergen.", [("I", "Ida Moe")], id="the-last-paragraph-alone"),
    pytest.param("I hope it is safe.\n\nIda Moe is at the bar.", [], id="not-what-somebody-does"),
]  # fmt: skip


@pytest.mark.parametrize("text, expected", AUTHORS)
def test_first_person_outside_quotations(nlp, text, expected):
    assert resolve(nlp, text) == expected


def test_turn_of_a_transcript(nlp):
    text = "Caroline Standish sat down.\n\nSTANDISH: It was never filed. I looked."
    quote = attribution(text, "It was never filed. I looked", "STANDISH", "indirect", cue=None)
    assert resolve(nlp, text, [quote]) == [("I", "Caroline Standish")]


def test_third_person_in_a_quotation_is_not_the_speaker(nlp):
    text = "Kevin Marsh refused. “He cannot stay,” Mike Barrow said."
    assert resolve(nlp, text, [attribution(text, "“He cannot stay,”", "Mike Barrow")]) == [("He", "Kevin Marsh")]


SAID_OF = [
    pytest.param("Mike Barrow left. “He lies,” Ada Marsh said of Gil Arroyo.", ("He", "Gil Arroyo"), id="whom-it-is-said-of"),
    pytest.param("Mike Barrow left. “He lies,” Ada Marsh said of Gil Arroyo’s plan.", ("He", "Gil Arroyo"), id="whose-plan-it-is-said-of"),
    pytest.param("Mike Barrow left. “He lies,” Ada Marsh said of the plan.", ("He", "Mike Barrow"), id="a-thing-it-is-said-of"),
    pytest.param("Mike Barrow left. “He had to,” Ada Marsh said.", ("He", "Mike Barrow"), id="two-short-words-are-no-title"),
]  # fmt: skip


@pytest.mark.parametrize("text, expected", SAID_OF)
def test_what_is_said_of_somebody(nlp, text, expected):
    quote = attribution(text, text[text.index("“") : text.index("”") + 1], "Ada Marsh", cue="said")
    assert expected in resolve(nlp, text, [quote])


def test_speakers_tell_of_their_children(nlp):
    text = "Ada Marsh spoke. Mike Barrow, who has a daughter, left. “She’s six. It is her school,” Barrow said."
    assert resolve(nlp, text, [attribution(text, "“She’s six. It is her school,”", "Barrow")]) == []


def test_her_husband_may_be_somebody_named(nlp):
    text = "Keith Barrow lay there. Ada Marsh said to Barrow that her husband was ill. “He sleeps,” Marsh said."
    assert ("He", "Keith Barrow") in resolve(nlp, text, [attribution(text, "“He sleeps,”", "Marsh")])


def test_themself_in_a_quotation(nlp):
    text = "“Robin Vale built it themself,” Ada Marsh said."
    assert resolve(nlp, text, [attribution(text, "“Robin Vale built it themself,”", "Ada Marsh")]) == [("themself", "Robin Vale")]


def test_who_speaks_is_not_named_in_the_words(nlp):
    text = "Lou Hale met Mike Barrow. “Barrow is wrong,” he said."
    assert resolve(nlp, text, [attribution(text, "“Barrow is wrong,”", "he")]) == [("he", "Lou Hale")]


def test_who_names_nobody_goes_by_the_rest(nlp):
    text = "Lou Hale met Mike Barrow. He smiled. “This is wrong,” he said."
    assert ("he", "Mike Barrow") not in resolve(nlp, text, [attribution(text, "“This is wrong,”", "he")])


def test_whom_one_tells_is_you(nlp):
    text = "Lou Hale left. “He is wrong,” Ada Marsh said in an interview with Mike Barrow."
    assert resolve(nlp, text, [attribution(text, "“He is wrong,”", "Ada Marsh", cue="said")]) == [("He", "Lou Hale")]


def test_whom_one_speaks_about_is_he(nlp):
    text = "Mike Barrow left. “He is wrong,” Ada Marsh said in an interview with Lou Hale."
    assert resolve(nlp, text, [attribution(text, "“He is wrong,”", "Ada Marsh", cue="said")]) == [("He", "Mike Barrow")]


DEBATE = "MR. TOSH: Shame on you.\n\nMS. HOLM: I thank the {}. {} was at the opening."


@pytest.mark.parametrize("noun, pronoun, expected", [("gentleman", "He", "TOSH"), ("man", "He", None), ("lady", "She", None)])
def test_the_gentleman_of_a_debate_spoke_before(nlp, noun, pronoun, expected):
    text = DEBATE.format(noun, pronoun)
    said = [turn(text, "MR. TOSH", "Shame on you."), turn(text, "MS. HOLM", f"I thank the {noun}. {pronoun} was at the opening.")]
    assert dict(resolve(nlp, text, said)).get(pronoun) == expected


def test_turn_with_a_stage_direction(nlp):
    text = "Ada Holm (Ulva): (laughs) Never. My sister asked me to."
    assert resolve(nlp, text, [turn(text, "Ada Holm", "Never. My sister asked me to.")]) == [("My", "Ada Holm"), ("me", "Ada Holm")]


def test_words_before_what_is_no_turn(nlp):
    text = "Ada Holm spoke (twice) and left: My sister asked me to."
    assert resolve(nlp, text, [turn(text, "Ada Holm", "My sister asked me to.")]) == []


TOLD_OF = "“The driver told me to wait. I refused. He shouted,” Una Voss recalled. {} Milos Drab said no."


@pytest.mark.parametrize(
    "others, expected",
    [
        pytest.param("Driver", "Milos Drab", id="of-the-only-driver"),
        pytest.param("Driver Ivo Hann laughed. Driver", None, id="of-one-of-two-drivers"),
        pytest.param("Mayor", None, id="of-no-driver"),
    ],
)
def test_whom_a_speaker_tells_of(nlp, others, expected):
    text = TOLD_OF.format(others)
    doc = parse_text(nlp, text)
    sentences = find_sentences(doc)
    names = find_names(doc, sentences)
    said = attribution(text, "“The driver told me to wait. I refused. He shouted,”", "Una Voss")
    found = resolve_mentions(doc, sentences, names, find_titles(doc, sentences, names), (said,))
    assert dict((text[m.start : m.end], names.chains[m.chain].name) for m in found).get("He") == expected


def test_speakers_go_on(nlp):
    text = "Josh Earnest said that Barack Hale had called for fairness. He said Hale hoped so."
    said = [attribution(text, "that Barack Hale had called for fairness", "Josh Earnest", "indirect"), attribution(text, "Hale hoped so", "He", "indirect")]
    assert ("He", "Josh Earnest") in resolve(nlp, text, said)


def test_delayed_identification(nlp):
    text = "“He said he would fix the roof,” Moira Kettleby told the tribunal of her landlord, Simon Vane."
    found = resolve(nlp, text, [attribution(text, "“He said he would fix the roof,”", "Moira Kettleby")])
    assert found == [("He", "Simon Vane"), ("he", "Simon Vane"), ("her", "Moira Kettleby")]


DESCRIPTIONS = [
    pytest.param("Councilman Kevin Marsh left. The councilman was tired.", "councilman", ("The councilman", "Kevin Marsh"), id="same-noun"),
    pytest.param("Councilmember Kevin Marsh left. The councilman was tired.", "councilmember", ("The councilman", "Kevin Marsh"), id="other-form-of-the-noun"),
    pytest.param("Sen. Judith Marsh left. The senator’s car was late.", "senator", ("The senator", "Judith Marsh"), id="abbreviated-title"),
]


@pytest.mark.parametrize("text, head, expected", DESCRIPTIONS)
def test_descriptions(nlp, text, head, expected):
    doc = parse_text(nlp, text)
    sentences = find_sentences(doc)
    names = find_names(doc, sentences)
    title = Role(0, text.index(" "), 0, text.split()[0], head, "current")
    found = resolve_mentions(doc, sentences, names, (title,), ())
    assert [(text[m.start : m.end], names.chains[m.chain].name) for m in found if m.kind == "description"] == [expected]


FITTED = [
    pytest.param("Gov. Ada Marsh left. The governor was tired.", [("The governor", "Ada Marsh")], id="short-title-spelt-out"),
    pytest.param("Rep. Lou Hale left. The congressman was tired.", [("The congressman", "Lou Hale")], id="member-of-the-body"),
    pytest.param("Rep. Mike Hale left. The congresswoman was tired.", [], id="not-of-the-other-gender"),
    pytest.param("Acme CEO Ada Marsh left. The chief executive was tired.", [("The chief executive", "Ada Marsh")], id="ceo"),
    pytest.param("Secretary of State Ada Marsh left. The secretary was tired.", [("The secretary", "Ada Marsh")], id="long-title-cut-short"),
    pytest.param("Vice President Lou Hale left. The president was tired.", [], id="a-deputy-is-not-the-head"),
    pytest.param("Gov. Lou Hale of Texas met Ohio Gov. Mike Barrow. The Texas governor was tired.", [("The Texas governor", "Lou Hale")], id="by-the-place"),
    pytest.param("Sen. Lou Hale (R-Texas) met Sen. Mike Barrow (D-Ohio). The Republican senator was tired.", [("The Republican senator", "Lou Hale")], id="by-the-party-in-brackets"),
    pytest.param("Sen. Lou Hale (R-Texas) met Sen. Mike Barrow (D-Ohio). The senator from Ohio was tired.", [("The senator", "Mike Barrow")], id="by-the-place-behind"),
    pytest.param("Republican nominee Lou Hale left. The Democratic nominee was tired.", [], id="not-of-the-other-party"),
    pytest.param("Texas Gov. Lou Hale left. The Ohio governor was tired.", [], id="not-of-another-place"),
    pytest.param("Police Chief Lou Hale left. The fire chief was tired.", [], id="not-of-another-body"),
    pytest.param("Governor candidate Lou Hale left. The governor was tired.", [], id="who-runs-does-not-hold"),
    pytest.param("Nominee Lou Hale left. The next nominee was tired.", [], id="somebody-else"),
    pytest.param(
        "President Enrique Balmaceda of Guatemala met Teófilo Arzú, president of Deportivo Sur. The club’s president left.",
        [("The club’s president", "Teófilo Arzú")], id="office-of-a-body-of-that-kind",
    ),
    pytest.param("President Enrique Balmaceda of Guatemala left. The club’s president stayed.", [], id="no-body-of-that-kind"),
    pytest.param("President Enrique Balmaceda of Guatemala left. The head of state was tired.", [("The head of state", "Enrique Balmaceda")], id="head-of-state"),
    pytest.param("Teófilo Arzú, president of Deportivo Sur, left. The head of state was tired.", [], id="a-club-is-no-state"),
    pytest.param("Dr. Ada Marsh left. The doctor was tired.", [("The doctor", "Ada Marsh")], id="doctor"),
    pytest.param("Lou Hale took over as secretary on Monday. The new secretary smiled.", [("The new secretary", "Lou Hale")], id="office-that-a-verb-gives"),
    pytest.param("Rep. Lou Hale of the House Intelligence Committee left. The Texas congressman was tired.", [("The Texas congressman", "Lou Hale")], id="a-place-beside-a-body"),
    pytest.param("Ted Rowe endorsed Lou Hale.\n\nSenator from Texas says no.\n\nSen. Ted Rowe (R-Tex.) met Sen. Mike Lee (R-Utah).", [("Senator", "Ted Rowe")], id="older-abbreviation-of-a-state"),
    pytest.param("Judge rejects the request.\n\nA New York judge has rejected the request, the court said.\n\nJustice Frank Nervo ruled on Monday.", [("Judge", "Frank Nervo"), ("A New York judge", "Frank Nervo")], id="a-lead-describes-before-it-names"),
    pytest.param("A judge has rejected the request.\n\nJustice Frank Nervo and Judge Ada Hale disagreed.", [], id="not-if-two-may-be-meant"),
    pytest.param("A Republican senator has left.\n\nSen. Ada Hale (D-Ohio) stayed.", [], id="not-of-another-party-in-a-lead"),
    pytest.param("Justice Frank Nervo left.\n\nA judge has rejected the request.", [], id="not-whom-it-named-before"),
    pytest.param("Waiter Lou Hale left. It was the old waiter Lou Hale knew.", [], id="not-before-a-clause-that-its-holder-opens"),
    pytest.param("Leo Marsh and his wife, Augusta Marsh, left. Mrs. Marsh spoke. Her husband laughed.", [("Her husband", "Leo Marsh")], id="spouse-of-the-spouse"),
    pytest.param("Leo Marsh’s wife, Augusta Marsh, left. Ada Hale spoke. Her husband laughed.", [], id="spouse-of-somebody-else"),
]  # fmt: skip


@pytest.mark.parametrize("text, expected", FITTED)
def test_descriptions_that_tell_whose(nlp, text, expected):
    doc = parse_text(nlp, text)
    sentences = find_sentences(doc)
    names = find_names(doc, sentences)
    found = resolve_mentions(doc, sentences, names, find_titles(doc, sentences, names), ())
    assert [(text[m.start : m.end], names.chains[m.chain].name) for m in found if m.kind == "description"] == expected


TOPICS = [
    pytest.param("Ted Rowe cited his record.\n\nThe New York businessman said he was ready.", [("The New York businessman", "Ted Rowe")], id="goes-on-about-the-subject"),
    pytest.param("Ted Rowe cited plans. He laughed. The local businessman said so.", [("The local businessman", "Ted Rowe")], id="through-a-pronoun-back-to-the-name"),
    pytest.param("A nominee must speak. Ted Rowe cited plans. The Republican nominee said so.", [("The Republican nominee", "Ted Rowe")], id="of-candidates-there-are-many"),
    pytest.param("Ted Rowe beat Mike Barrow. The local businessman said so.", [], id="not-if-an-object-stands-out"),
    pytest.param("Ted Rowe spoke. The mill burned. The local businessman said so.", [], id="not-past-another-subject"),
    pytest.param("Ted Rowe met a banker. The local banker said so.", [], id="not-whom-the-text-has-met-unnamed"),
    pytest.param("Ted Rowe left. The local judge said so.", [], id="not-an-office-of-one"),
    pytest.param("Ted Rowe left. The businessman said so.", [], id="not-a-bare-noun"),
    pytest.param("Ada Hale sang. The singer said so. She wept. The singer left.", [("The singer", "Ada Hale"), ("The singer", "Ada Hale")], id="but-a-singer"),
    pytest.param("Ada Hale sang. “No,” said the singer, who smiled.", [("the singer", "Ada Hale")], id="with-a-clause-aside"),
    pytest.param("Ada Hale sang with Zoe Marsh. The singer said so.", [], id="not-a-singer-of-two"),
    pytest.param("Ada Hale and a guest sang. The singer said so.", [], id="nor-of-a-row"),
    pytest.param("Ada Hale left. The local councilman said so.", [], id="not-of-the-other-gender-either"),
    pytest.param("Ted Rowe left. The local police said so.", [], id="police-are-nobody"),
    pytest.param("The Post profiled a woman. It quoted the woman. The woman had waited. “No,” the woman said. Melanie laughed.", [("a woman", "Melanie"), ("the woman", "Melanie"), ("The woman", "Melanie"), ("the woman", "Melanie")], id="a-bare-given-name-is-of-somebody-met"),
    pytest.param("The Post profiled a woman. The woman had waited. Melanie Hale laughed.", [], id="a-full-name-may-be-anybodys"),
    pytest.param("The Post profiled a woman. The woman had waited. Melanie laughed and Susan smiled.", [], id="not-if-two-given-names-stand-alone"),
    pytest.param("The Post profiled a woman. The woman had waited. Her sister, Melanie, laughed.", [], id="not-whom-a-kin-noun-introduces"),
]  # fmt: skip


CONTESTS = [
    pytest.param("Otto Vale beat Mike Barrow. The loser shook his hand.", [("The loser", "Mike Barrow")], id="beat"),
    pytest.param("Otto Vale was ousted by Mike Barrow. The winner sang.", [("The winner", "Mike Barrow")], id="was-ousted-by"),
    pytest.param("Otto Vale lost to Mike Barrow. The loser sang.", [("The loser", "Otto Vale")], id="lost-to"),
    pytest.param("Otto Vale beat Mike Barrow. Vale hugged his opponent.", [("his opponent", "Mike Barrow")], id="his-opponent"),
    pytest.param("Otto Vale met Mike Barrow. The winner sang.", [], id="nobody-won"),
    pytest.param("Otto Vale beat the odds. The winner sang.", [], id="not-what-is-no-person"),
    pytest.param("The winner sang. Otto Vale beat Mike Barrow.", [], id="not-before-the-contest"),
    pytest.param("Otto Vale beat Mike Barrow. The winner of the Oslo race sang. He is a winner.", [], id="not-of-another-contest"),
    pytest.param("Otto Vale beat Mike Barrow. Vale hugged his opponent Gil Arroyo.", [], id="not-an-opponent-who-is-named"),
]  # fmt: skip


@pytest.mark.parametrize("text, expected", TOPICS + CONTESTS)
def test_descriptions_without_a_title(nlp, text, expected):
    doc = parse_text(nlp, text)
    sentences = find_sentences(doc)
    names = find_names(doc, sentences)
    found = resolve_mentions(doc, sentences, names, find_titles(doc, sentences, names), ())
    assert [(text[m.start : m.end], names.chains[m.chain].name) for m in found if m.kind == "description"] == expected


def test_nobody_is_their_own_friend(nlp):
    text = "Ada Marsh came with her friend, Betsy Hale. Hale smiled. She said that her friend was tired."
    assert ("her friend", "Betsy Hale") not in resolve(nlp, text)


def test_a_noun_nobody_holds_describes_nobody(nlp):
    assert resolve(nlp, "Councilman Kevin Marsh left. The engineer was tired.", titles=[("Councilman", "Kevin Marsh", "current")]) == []


def test_predicates_describe_nobody(nlp):
    text = "Councilman Kevin Marsh left. Lou Hale is the councilman now."
    assert resolve(nlp, text, titles=[("Councilman", "Kevin Marsh", "current")]) == []


def test_the_new_holder_is_not_the_old_one(nlp):
    text = "Dougal Ruthven took over as secretary from Catriona Gray on Monday. The new secretary smiled."
    titles = [("secretary", "Dougal Ruthven", "current"), ("secretary", "Catriona Gray", "former")]
    assert resolve(nlp, text, titles=titles) == [("The new secretary", "Dougal Ruthven")]


def test_relative_named_before(nlp):
    text = "The file concerns Donald Vance and his wife, Irina Vance. His wife agreed."
    assert ("His wife", "Irina Vance") in resolve(nlp, text)


@pytest.mark.parametrize("text", ["", "\n", "He said so.", "I."])
def test_degenerate_texts(nlp, text):
    assert resolve(nlp, text) == []
