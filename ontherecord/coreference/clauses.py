"""Verbs and whose they are: the subject of each, its own or one that grammar hands on.

In: layout. Out: the verb above a token, the subjects of an article's verbs, and the subject of a verb without one.
"""

from ontherecord.layout import Layout

SUBJECTS = ("nsubj", "nsubjpass", "csubj", "csubjpass")  # a name mistagged as a verb becomes a clausal subject


def governing_verb(layout: Layout, i: int) -> int:
    """The nearest verb above a token."""
    at = layout.head[i]
    while layout.pos[at] not in ("VERB", "AUX") and layout.head[at] != at:
        at = layout.head[at]
    return at


def subjects_of(layout: Layout) -> dict[int, int]:
    """The subject of each verb; `who` gives way to the noun it stands for, a participle's is the noun it describes."""
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
    return subjects


def subject_of(layout: Layout, subjects: dict[int, int], verb: int) -> int:
    """The subject of a verb, inherited through coordination and open complements; -1 if there is none."""
    at = verb
    for _ in range(8):
        if at in subjects:
            return subjects[at]
        if layout.dep[at] not in ("conj", "xcomp", "advcl", "acomp", "aux", "pcomp", "prep") or layout.head[at] == at:
            return -1
        at = layout.head[at]
    return -1
