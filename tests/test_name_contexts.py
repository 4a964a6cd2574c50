"""Names that only their context shows, and things named after people, which are nobody."""

import pytest
from test_names import names_of

CASES = [
    pytest.param("The race at Upper Tarn drew ten boats.", ["Upper Tarn"], id="a-place-of-two-words"),
    pytest.param("He lives above Quillet and works at Brindlecote.", ["Quillet", "Brindlecote"], id="places-after-prepositions"),
    pytest.param("The land west of Satchel is dry.", ["Satchel"], id="a-place-that-is-a-common-word"),
    pytest.param("They married in Spring Week, in November, at Easter.", [], id="feasts-and-months-are-no-places"),
    pytest.param("The deaths from Alzheimer’s rose.", [], id="a-possessive-after-a-preposition-is-no-place"),
    pytest.param("He led the choir from the cellar of the Rising Sail in Carrow.", ["Rising Sail", "Carrow"], id="a-house-and-where-it-is"),
    pytest.param("Ida Moss, the drummer of Salt Parade, sings.", ["Ida Moss", "Salt Parade"], id="what-somebody-is-the-drummer-of"),
    pytest.param("The sisters behind Six Kettles laughed.", ["Six Kettles"], id="a-house-that-a-number-opens"),
    pytest.param("Two Kettles fell.", [], id="a-number-that-opens-a-sentence"),
    pytest.param("In a post on X, she wrote it. He wrote on Loomly that it was over.", ["X", "Loomly"], id="where-something-is-posted"),
    pytest.param("Ida Moss, a junior who edits the Heron, laughed.", ["Ida Moss", "Heron"], id="a-paper-by-who-edits-it"),
    pytest.param("“No,” it said. Brite-Rite, the contractor, said it would repair them.", ["Brite-Rite"], id="who-speaks-and-is-no-person"),
    pytest.param("Council member Ada Quirke voted no. Board secretary Ben Hale left.", ["Ada Quirke", "Ben Hale"], id="a-head-noun-that-opens-a-sentence"),
    pytest.param("The Osage County Sheriff’s Office is asking for help.", ["Osage County Sheriff’s Office"], id="a-sheriffs-office"),
    pytest.param("The Marlow County Attorney General’s Office declined.", ["Marlow County Attorney General’s Office"], id="an-attorney-generals-office"),
    pytest.param("Swim: 1, Jemima Tosh (1:04.2); 2, Obi Moss (1:05.9).", ["Jemima Tosh", "Obi Moss"], id="a-list-of-results"),
    pytest.param("After Osric Vane-Thorne beat Mikael Lund, he left.", ["Osric Vane-Thorne", "Mikael Lund"], id="a-rare-name-with-a-double-surname"),
    pytest.param("Storm Brendan tore the roof off. Brendan Foy wept.", ["Brendan Foy"], id="a-storm-is-nobody"),
    pytest.param("Tropical Storm Odalys hit the pier. Odalys was strong.", [], id="a-storm-by-its-bare-name"),
    pytest.param("Agnes Vale laughed, and the Vale Prize dinner moved.", ["Agnes Vale"], id="a-prize-within-a-noun"),
    pytest.param("He keeps a boat, the Lady Agnes, at Carrow. Agnes Moor smiled.", ["Carrow", "Agnes Moor"], id="a-boat-is-nobody"),
    pytest.param("The trawler Ida May sank off Carrow.", ["Carrow"], id="a-trawler-is-nobody"),
    pytest.param("The tug Marigold sank. They raised the Marigold. Marigold Finch saw it.", ["Marigold Finch"], id="a-tug-again"),
    pytest.param("A nurse fell, and a King Charles spaniel barked.", [], id="a-breed-is-nobody"),
    pytest.param("General Elphick lost his sword.", ["Elphick"], id="a-general-is-somebody"),
    pytest.param("Mark Tosh read Luke 2:1.", ["Mark Tosh"], id="chapter-and-verse"),
    pytest.param("He has the words “Per Ardua” on his wrist.", [], id="a-motto"),
    pytest.param("“Both caught. Bread Thursday.”", [], id="a-word-before-a-day"),
]


@pytest.mark.parametrize("text, expected", CASES)
def test_names_by_context(nlp, text, expected):
    assert [words for words, _, _ in names_of(nlp, text)] == expected


LINKED = [
    pytest.param("Haverley Rovers lost. They wept.\n\nRovers have won once.", ("Rovers", "Haverley Rovers", "O"), id="a-team-that-opens-a-sentence"),
    pytest.param("The firm, Arrow Lines, wept.\n\nArrow denied that it had lied.", ("Arrow", "Arrow Lines", "O"), id="a-firm-by-its-first-word"),
    pytest.param("The General Elphick lost its sign.", ("General Elphick", "General Elphick", "L"), id="an-inn"),
    pytest.param("They sold it to R. K. Vane. “It was R.K. or nobody,” she said.", ("R.K.", "R. K. Vane", "P"), id="initials-without-spaces"),
    pytest.param("J.P. Moss smiled. J. P. Moss left.", ("J.P. Moss", "J. P. Moss", "P"), id="initials-with-and-without-spaces"),
    pytest.param("Rufus Vane built it; his daughter, Imogen Vane, fires it. The elder Vane laughs.", ("Vane", "Rufus Vane", "P"), id="the-elder"),
    pytest.param("Rufus Vane built it; his daughter, Imogen Vane, fires it. The younger Vane laughs.", ("Vane", "Imogen Vane", "P"), id="the-younger"),
    pytest.param("Georgia Lima will race in Lima or Georgia.", ("Lima", "Lima", "G"), id="a-place-beside-its-namesake"),
    pytest.param("He put his trust in Hale. Ada Hale wept.", ("Hale", "Ada Hale", "P"), id="a-person-after-in"),
    pytest.param("The mayor of Quern, Ada Moss, said no.", ("Quern", "Quern", "G"), id="what-a-mayor-is-mayor-of"),
    pytest.param("The road to Quern is closed.", ("Quern", "Quern", "G"), id="what-a-road-leads-to"),
    pytest.param("Florence Vale spoke before flying to Florence.", ("Florence", "Florence", "G"), id="where-somebody-of-the-name-flies"),
    pytest.param("HARLOW FORKS, Ore. — The Harlow Forks City Council met.", ("HARLOW FORKS", "Harlow Forks", "G"), id="a-dateline-within-a-sentence"),
    pytest.param("Holloway told Radio Fen so.", ("Radio Fen", "Radio Fen", "O"), id="a-station-by-its-first-word"),
    pytest.param("They drew with Dunmore Town.", ("Dunmore Town", "Dunmore Town", "O"), id="a-club-by-its-last-word"),
    pytest.param("Denholm United won. He said United were better.", ("United", "Denholm United", "O"), id="a-club-for-short"),
    pytest.param("Castle Rovers won. Rovers boss Ian Lodge wept.", ("Rovers", "Castle Rovers", "O"), id="a-team-before-its-manager"),
    pytest.param("He joined the Fenland Regiment. The Regiment marched.", ("Regiment", "Fenland Regiment", "O"), id="a-body-behind-the"),
    pytest.param("The Bishop of Ely, Rt Rev Jane Poe, spoke.", ("Ely", "Ely", "G"), id="the-place-of-a-bishop"),
    pytest.param("The Queen Victoria, a pub in Lower Street, stayed open.", ("Queen Victoria", "Queen Victoria", "L"), id="an-inn-in-apposition"),
    pytest.param("They praised Team Vane. Ada Vane smiled. Vane left.", ("Vane", "Ada Vane", "P"), id="a-team-is-nobodys-full-name"),
    pytest.param("Cobb Maritime was fined. “Cobb has had its warnings,” said Aldous Cobb.", ("Cobb", "Cobb Maritime", "O"), id="a-firm-beside-its-namesake"),
    pytest.param("Cobb Maritime was fined. “Cobb has had her warnings,” said Aldous Cobb.", ("Cobb", "Aldous Cobb", "P"), id="a-person-beside-a-firm-of-the-name"),
    pytest.param("The Nag’s Head burned.", ("Nag’s Head", "Nag’s Head", "L"), id="an-inn-with-a-possessive"),
    pytest.param("A shop, Barnaby’s, closed. They met at noon.", ("Barnaby’s", "Barnaby’s", "O"), id="a-shop-with-a-possessive"),
    pytest.param("A lawyer, Barnaby Fry, closed Fry’s shop.", ("Fry", "Barnaby Fry", "P"), id="a-person-with-a-possessive"),
    pytest.param("It rained. Ada Tosh praised its roof.", ("Ada Tosh", "Ada Tosh", "P"), id="a-person-and-its"),
]


@pytest.mark.parametrize("text, expected", LINKED)
def test_who_is_meant(nlp, text, expected):
    assert expected in names_of(nlp, text)


def test_a_council_is_not_called_by_its_first_word(nlp):
    assert ("Harlow", "Harlow Council", "O") not in names_of(nlp, "Harlow Council met. It rained. Harlow wept.")


def test_the_house_is_not_short_for_the_white_house(nlp):
    assert ("House", "White House", "O") not in names_of(nlp, "The White House said no. Republicans kept the House.")
