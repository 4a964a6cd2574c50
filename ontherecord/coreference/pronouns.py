"""Third-person pronouns of an article, each with its place in its clause.

In: the scene. Out: `Pronoun`s in order, those outside quotations or those inside.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ontherecord.coreference.clauses import governing_verb
from ontherecord.coreference.scene import Scene, in_title
from ontherecord.lexicons import read_lexicon

FORMS = {form: (person, place) for form, person, place in read_lexicon("pronouns")}


@dataclass(frozen=True, slots=True)
class Pronoun:
    """A pronoun at a token: `person` f, m or t (they), `place` subject, object, possessive, own or reflexive.

    `clause` is the verb it stands under and `subject` that verb's subject, `host` whom the clause above an adverbial one is
    about, `about` whom a verb asks or judges; `speaks` is the attribution whose source it stands in. All are -1 for none.
    """

    token: int
    person: str
    place: str
    sent: int
    paragraph: int
    quote: int
    clause: int
    subject: int
    host: int = -1
    about: int = -1
    speaks: int = -1


def find_pronouns(scene: Scene, *, quoted: bool) -> Iterator[Pronoun]:
    """Third-person pronouns outside (or inside) quotations, in order."""
    layout = scene.layout
    for i in scene.pronouns:
        word, known = layout.lower[i], FORMS[layout.lower[i]]
        if known[0] == "i" or i in scene.owner or layout.words[i] != word and in_title(layout, i):
            continue
        char = layout.starts[i]
        quote = scene.quote(char)
        if (quote >= 0) == quoted:
            yield _read(scene, i, quote)


def _read(scene: Scene, i: int, quote: int) -> Pronoun:
    layout, char = scene.layout, scene.layout.starts[i]
    person, known = FORMS[layout.lower[i]]
    place = "possessive" if known == "object" and layout.dep[i] == "poss" else known
    place = "own" if layout.lower[i] == "his" and layout.dep[i] != "poss" and layout.tag[i] != "PRP$" else place
    sent = scene.sentence(char)
    verb = governing_verb(layout, i)
    if known == "object" and layout.dep[i] == "nsubj" and verb == layout.head[i]:
        verb = governing_verb(layout, verb)  # `allowed him to go`
    speaks = next((n for n, a in enumerate(scene.attributions) if a.source and a.source[0] <= char < a.source[1]), -1)
    clauses, paragraph = scene.clauses, scene.sentences[sent].paragraph
    return Pronoun(i, person, place, sent, paragraph, quote, verb, clauses.subject(verb), clauses.host(verb), clauses.about(i), speaks)
