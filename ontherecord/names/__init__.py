"""Names of people, organisations and places, grouped by whom they name.

In: a parsed document and its sentences. Out: `Names`, with a chain for each person, organisation or place of
the article and exact spans without title or possessive ending. spaCy's entities are only one witness: forms
are judged over the whole article and then found again wherever they stand. Missed on purpose:
nationalities, works, products, events, laws; a name inside a longer name; a surname two people share
where nothing tells which.
"""

from spacy.tokens import Doc

from ontherecord.layout import lay_out
from ontherecord.names.chains import link_names
from ontherecord.names.kinds import decide_people
from ontherecord.names.openers import drop_common_words
from ontherecord.names.spans import find_candidates
from ontherecord.records import Names, Sentence


def find_names(doc: Doc, sentences: tuple[Sentence, ...]) -> Names:
    """The article's chains, and their name mentions in order of position."""
    layout = lay_out(doc)
    candidates = drop_common_words(layout, find_candidates(doc, layout, sentences))
    return link_names(layout, candidates, decide_people(layout, candidates))
