"""Reports at second hand, and cues in relative clauses: the said words alone are content, and whoever said them the source."""

import pytest
from conftest import parse_text
from spacy.language import Language

from ontherecord.quotes import find_attributions
from ontherecord.sentences import find_sentences


def reports(nlp: Language, text: str) -> list[tuple[str, str | None, list[str]]]:
    """The cue, the source and the pieces of everything spoken or written."""
    doc = parse_text(nlp, text)
    words = lambda span: span and text[slice(*span)]  # noqa: E731
    found = find_attributions(doc, find_sentences(doc))
    return [(words(one.cue), words(one.source), [words(span) for span in one.spans]) for one in found if one.act in ("speech", "writing")]


PASSIVE = [
    (
        "quoted by a paper as saying",
        "The harbour master, Ines Aaltonen, was quoted by the Pier Gazette as saying that the crane “was never safe.”",
        [("quoted", "The harbour master, Ines Aaltonen", ["that the crane “was never safe.”"])],
    ),
    (
        "quoted in a paper as saying",
        "Jorma Kettunen was quoted in the Pier Gazette as saying the crane would be sold.",
        [("quoted", "Jorma Kettunen", ["the crane would be sold"])],
    ),
    ("cited as arguing", "Jorma Kettunen was cited as arguing the pier was safe.", [("cited", "Jorma Kettunen", ["the pier was safe"])]),
    ("reported to have called", "Ines Aaltonen is reported to have called the plan a “circus.”", [("called", "Ines Aaltonen", ["the plan a “circus.”"])]),
    ("understood to have told", "Jorma Kettunen is understood to have told friends that he will resign.", [("told", "Jorma Kettunen", ["that he will resign"])]),
    ("heard to say", "Ines Aaltonen was heard to say that the boat was late.", [("say", "Ines Aaltonen", ["that the boat was late"])]),
    ("said to be", "The pier was said to be closed.", [("said", "The pier", ["to be closed"])]),
    ("expected to say is no report", "Jorma Kettunen is expected to say that the pier will close.", []),
    (
        "told by",
        "Passengers were told by the pilot, Jorma Kettunen, that the ferry would wait.",
        [("told", "the pilot, Jorma Kettunen", ["that the ferry would wait"])],
    ),
    ("told by somebody, where the clause hangs on him", "I was told by a neighbour that the dog had gone.", [("told", "a neighbour", ["that the dog had gone"])]),
    ("also said to have told", "Aaltonen, 61, is also said to have told a friend she was tired.", [("told", "Aaltonen, 61", ["she was tired"])]),
    ("said to have called a taxi", "Ines Aaltonen is said to have called a taxi.", []),
    ("told by nobody named", "The skippers were reminded that the lock closes at six.", [("reminded", None, ["that the lock closes at six"])]),
    ("described by", "The pier was described by Jorma Kettunen as “a long plank.”", [("described", "Jorma Kettunen", ["The pier", "as “a long plank.”"])]),
    ("convinced is no report", "Jorma Kettunen is convinced that the pier is safe.", []),
]
RELATIVE = [
    (
        "whom another says something of",
        "Jorma Kettunen, who the museum said found the coin, lives in Turku.",
        [("said", "the museum", ["found the coin"])],
    ),
    ("which its owners say", "The ferry, which the owners say was empty, sank.", [("say", "the owners", ["which", "was empty"])]),
    ("who said", "Ines Aaltonen, who said the museum was closed, is ill.", [("said", "who", ["the museum was closed"])]),
    ("who himself said", "Jorma Kettunen, who himself said he was tired, slept.", [("said", "who", ["he was tired"])]),
    ("who on Monday said", "The men, who on Monday said they were tired, slept.", [("said", "who", ["they were tired"])]),
    ("what a union called", "The owners face what the union called “a winter of strikes.”", [("called", "the union", ["“a winter of strikes.”"])]),
    (
        "a letter that was called something",
        "Ines Aaltonen showed a letter that she called “a love note to the tide.”",
        [("called", "she", ["“a love note to the tide.”"])],
    ),
    ("what neighbours called a man by name", "The man whom neighbours called “the Admiral” kept bees.", []),
    ("a relative clause with its noun", "She repeated the words that made her famous.", [("repeated", "She", ["the words that made her famous"])]),
]


@pytest.mark.parametrize(("text", "expected"), [c[1:] for c in PASSIVE + RELATIVE], ids=[c[0] for c in PASSIVE + RELATIVE])
def test_reports(nlp, text, expected):
    assert reports(nlp, text) == expected
