"""Verbs and whose they are: the subject of each, its own or one that grammar hands on.

In: layout. Out: `Clauses`, which tells the subject of a verb (`invited him to visit`: he visits), of the clause
above an adverbial one (`X left when he`), and the object that a verb of judging or asking is about (`asked X about his`).
"""

from dataclasses import dataclass
from functools import cache

from ontherecord.layout import Layout
from ontherecord.lexicons import read_lexicon, words_of

SUBJECTS = ("nsubj", "nsubjpass", "csubj", "csubjpass")  # a name mistagged as a verb becomes a clausal subject
INHERITING = ("conj", "xcomp", "advcl", "acomp", "aux", "pcomp", "prep")
OF_OBJECTS = ("from", "into", "of")  # prepositions whose gerund is the object's: `stopped X from leaving`; and `for` after judging
UNGRANTED = ("promise", "use")  # verbs whose infinitive stays the subject's: `used X to make his point`
CAUSES = ("because", "after")
ABOUT = {"judging": ("for", "of", "over"), "thanking": ("for",), "wishing": ("for", "on"), "asking": ("about", "for", "on", "over")}
ACTING = ("PRP", "PRP$", "NNP")  # tags of names and pronouns
LONGEST_CHAIN = 8


@dataclass(frozen=True, slots=True)
class Clauses:
    """The subjects and objects that stand beside an article's verbs, and the owners beside its nouns."""

    layout: Layout
    subjects: dict[int, int]
    objects: dict[int, int]
    owners: dict[int, int]

    def subject(self, verb: int) -> int:
        """The subject of a verb, inherited through coordination, control and open complements; -1 if there is none."""
        layout, at = self.layout, verb
        for _ in range(LONGEST_CHAIN):
            if at in self.subjects:
                return self.subjects[at]
            if layout.dep[at] not in INHERITING or layout.head[at] == at:
                return -1
            controller = self._controller(at)
            if controller >= 0:
                return controller
            at = layout.head[at]
        return -1

    def _controller(self, verb: int) -> int:
        """The object of the verb above that has to do what an infinitive or a gerund says; -1 if there is none."""
        layout, above = self.layout, self.layout.head[verb]
        if layout.dep[verb] == "pcomp" and (layout.lower[above] in OF_OBJECTS or self._is_charge(above)):
            above = layout.head[above]
        elif layout.dep[verb] != "xcomp":
            return -1
        doer = self.objects.get(above, -1)
        acts = self._may_act(doer) or doer >= 0 and layout.lemma[above] in words_of("naming", "addressing")  # `urged voters to trust her`
        return doer if doer < verb and acts and layout.lemma[above] not in UNGRANTED else -1

    def host(self, verb: int) -> int:
        """Who the clause above an adverbial one is about: its subject, or the object of a verb that looks there for causes."""
        layout, at = self.layout, verb
        while layout.dep[at] in ("conj", "aux", "auxpass") and layout.head[at] != at:
            at = layout.head[at]
        if layout.dep[at] != "advcl":
            return -1
        above = layout.head[at]
        if any(layout.head[j] == at and layout.lower[j] in CAUSES for j in range(above + 1, at)):
            judging = layout.head[above] if layout.dep[above] in ("acl", "xcomp") else above
            about = max(self._about(above), self._about(judging))
            if about >= 0:
                return about
        return self.subject(above)

    def about(self, token: int) -> int:
        """The object before a preposition of a verb of judging or asking: X for a token of `asked X about his taxes`; or -1."""
        layout, at = self.layout, token
        for _ in range(LONGEST_CHAIN):
            if layout.pos[at] in ("VERB", "AUX") or layout.head[at] == at:
                return -1
            head = layout.head[at]
            if layout.dep[at] == "prep" and layout.lower[at] in ABOUT.get(_causes().get(layout.lemma[head], ""), ()):
                about = self._about(head)
                return about if about < at else -1
            at = head
        return -1

    def _is_charge(self, preposition: int) -> bool:
        """Whether a preposition is the `for` of `mocked X for hiding`; who thanks X for backing a plan may mean an own plan."""
        verb = self.layout.head[preposition]
        return self.layout.lower[preposition] == "for" and _causes().get(self.layout.lemma[verb]) in ("judging", "wishing")

    def _about(self, verb: int) -> int:
        found = self.objects.get(verb, -1) if self.layout.lemma[verb] in _causes() else -1
        found = found if self._may_act(found) else self.owners.get(found, -1)
        return found if self._may_act(found) else -1

    def _may_act(self, token: int) -> bool:
        return token >= 0 and self.layout.tag[token] in ACTING and self.layout.lower[token] != "it"


@cache
def _causes() -> dict[str, str]:
    return dict(read_lexicon("object_causes"))


def read_clauses(layout: Layout) -> Clauses:
    """The subjects and objects of an article's verbs.

    `who` gives way to the noun it stands for, a participle's subject is the noun it describes.
    """
    subjects = {layout.head[i]: i for i, dep in enumerate(layout.dep) if dep in SUBJECTS}
    for verb, subject in list(subjects.items()):
        if layout.dep[verb] == "relcl" and layout.words[subject].lower() in ("who", "that", "which"):
            subjects[verb] = layout.head[verb]
    for i, dep in enumerate(layout.dep):
        if dep == "acl" and layout.tag[i] == "VBG" and i not in subjects:
            subjects[i] = layout.head[i]
        elif dep == "pcomp" and layout.tag[i] == "VBG" and i not in subjects and layout.dep[layout.head[i]] == "prep":
            near = next((j for j in range(i - 1, layout.head[i], -1) if layout.pos[j] == "PROPN"), None)
            if near is not None:
                subjects[i] = near
    objects = {layout.head[i]: i for i, dep in enumerate(layout.dep) if dep == "dobj"}
    owners = {layout.head[i]: i for i, dep in enumerate(layout.dep) if dep == "poss"}
    return Clauses(layout, subjects, objects, owners)


def governing_verb(layout: Layout, i: int) -> int:
    """The nearest verb above a token."""
    at = layout.head[i]
    while layout.pos[at] not in ("VERB", "AUX") and layout.head[at] != at:
        at = layout.head[at]
    return at
