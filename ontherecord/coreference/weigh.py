"""How well a person who stands at one spot fits a pronoun.

In: the scene, a pronoun and a spot. Out: a sum of weights, or None where grammar forbids it. Weights are set by
hand on the development articles: Hobbs's and Lappin and Leass's preferences (subject before object,
near before far, no antecedent within the pronoun's own clause) and two of news copy, that a reporting
verb's subject is the one who "said he", and that speakers go on speaking.
"""

import math
from functools import cache

from ontherecord.coreference.clauses import governing_verb
from ontherecord.coreference.pronouns import Pronoun
from ontherecord.coreference.scene import UNSURE, Scene, Spot, is_kin, noun_genders
from ontherecord.layout import Layout
from ontherecord.lexicons import read_lexicon, words_of
from ontherecord.role_nouns import role_key

LEAST = 0.002  # of a gender that nobody is called by in vain: `ogle her figure` beside Mr. Hale alone is nobody named
PER_SENTENCE = 0.8
PER_PARAGRAPH = 0.25
MISFIT = 1.4  # times the log-odds of a gender that speaks against; Bernie, of whom 15% are women, loses 1.7 for `she`, two sentences; on 12 dev articles and the cases 1.0 and 1.8 get fewer pronouns right
FIT = 1.0  # times the log-odds of one that speaks for: a bare surname tells nothing and shall lose little
LOGOPHOR = 1.6  # `X said he`
HOST = 1.8  # `X left when he`
OWN_SUBJECT = 2.0  # `X lost his voice`
PARALLEL = 0.4  # subject after subject, object after object
REPEAT = 0.7  # the pronoun before in the same or last sentence stood for this person
SPEAKER = 0.5  # a speaking pronoun and the speaker of the attribution before
BESIDE_SUBJECT = 0.5  # of what a possessive loses by who said so, where its clause has a fitting subject
SELF_NAMED = -1.5  # `“Hale is wrong,” he said`: who speaks says I
JOINED = 5.0  # `X and his family`
SAME_SURNAME = 3.0  # `his wife, Ella Hale`, of somebody Hale
PER_TOKEN = 0.015
SAME_SENTENCE = 0.6  # for a possessive
LESS_FOR_OBJECTS = 0.4  # of the subject's lead, for him and her
INNER_SALIENCE = 0.5  # inside a quotation the subject of what stood before matters half as much
QUOTED = -1.0  # stands inside a quotation, the pronoun outside
UNNAMED = -0.5
CATAPHORA = -0.2
OFTEN = 0.12
TO_OTHERS = ("about", "against", "by", "for", "of", "to")  # `X said of her`; who takes a thing with her may well be X
LONGEST_VOICE = 8  # tokens from a spokeswoman to the one she speaks for
FORBIDDEN = -6.0
AWKWARD = -2.5


def weigh(scene: Scene, pronoun: Pronoun, spot: Spot) -> float | None:
    """The sum for one spot; None if the pronoun cannot mean who stands there."""
    layout = scene.layout
    after = spot.token > pronoun.token
    if after and not _is_cataphor(scene, pronoun, spot):
        return None
    if spot.chain < 0 and spot.gender not in ("n", pronoun.person):
        return None
    if scene.sentences[spot.sent].credit:
        return None  # who wrote it is never he or she
    if _contains(layout, pronoun, spot.token):
        return None
    salience = spot.salience * (LESS_FOR_OBJECTS if pronoun.place == "object" and spot.salience > 0 else 1.0)
    salience *= (INNER_SALIENCE if pronoun.quote >= 0 and spot.quote != pronoun.quote else 1.0)
    score = salience + (SAME_SENTENCE if pronoun.place == "possessive" and spot.sent == pronoun.sent else 0.0) + (CATAPHORA if after else 0.0)
    score -= PER_SENTENCE * min(6, pronoun.sent - spot.sent) + PER_PARAGRAPH * min(4, pronoun.paragraph - spot.paragraph)
    if spot.sent == pronoun.sent:
        score -= PER_TOKEN * min(40, abs(pronoun.token - spot.token))
    score += _gender(scene, pronoun, spot)
    score += FORBIDDEN if _shares_clause(scene, pronoun, spot) else _syntax(scene, pronoun, spot)
    if spot.quote >= 0 and spot.quote != pronoun.quote:
        score += QUOTED
    if spot.chain < 0:
        score += 0.0 if pronoun.quote >= 0 and _is_new_kin(layout, spot.token) else UNNAMED
    return score


def _is_new_kin(layout: Layout, i: int) -> bool:
    """Whether a relative is brought in (`has a daughter`), of whom whoever has her may go on to tell; `her husband` may well be named."""
    return is_kin(layout.lower[i]) and any(layout.head[j] == i and layout.lower[j] in ("a", "an") for j in range(max(0, i - 4), i))


def _shares_clause(scene: Scene, pronoun: Pronoun, spot: Spot) -> bool:
    """Whether the person is the subject whose object, or whose object's owner, the pronoun is, wherever else the person stands."""
    layout = scene.layout
    if pronoun.place not in ("object", "possessive") or spot.chain < 0 or scene.who(pronoun.subject) != spot.chain:
        return False
    if pronoun.place == "possessive":
        return _is_of_another(layout, pronoun.token, layout.head[pronoun.token])
    if layout.dep[pronoun.token] == "pobj" and layout.lower[layout.head[pronoun.token]] in TO_OTHERS:
        return layout.head[layout.head[pronoun.token]] == pronoun.clause
    return layout.dep[pronoun.token] in ("dobj", "dative", "nsubj") or layout.dep[layout.head[pronoun.token]] == "dative"


def _gender(scene: Scene, pronoun: Pronoun, spot: Spot) -> float:
    if spot.chain < 0:
        return 0.6 if spot.gender == pronoun.person else -0.4
    fit = _fit(scene, pronoun, spot)
    return FORBIDDEN if fit <= 0 else (MISFIT if fit < UNSURE else FIT) * math.log(max(fit, LEAST) / UNSURE)


def _fit(scene: Scene, pronoun: Pronoun, spot: Spot) -> float:
    """The probability that who stands at a spot is called so."""
    if spot.chain < 0:
        return UNSURE if spot.gender == "n" else float(spot.gender == pronoun.person)
    return _fit_chain(scene, pronoun, spot.chain)


def _fit_chain(scene: Scene, pronoun: Pronoun, chain: int) -> float:
    share = scene.share_female(chain)
    return share if pronoun.person == "f" else 1 - share


def _syntax(scene: Scene, pronoun: Pronoun, spot: Spot) -> float:
    """Weights within one sentence: binding, reported speech, possession."""
    layout = scene.layout
    if spot.sent != pronoun.sent:
        alike = spot.salience >= 0.8 if pronoun.place == "subject" else pronoun.place == "object" and 0 <= spot.salience <= 0.2
        return PARALLEL if alike and pronoun.quote < 0 else 0.0
    is_subject = _stands(scene, spot, pronoun.subject)
    if pronoun.place == "reflexive":
        return 4.0 if is_subject or spot.chain >= 0 and _is_right_before(layout, spot.token, pronoun.token) else AWKWARD
    if pronoun.place == "possessive":
        return _possession(scene, pronoun, spot, is_subject)
    if is_subject and pronoun.place in ("object", "own"):
        return AWKWARD
    if pronoun.place == "subject" and spot.token > pronoun.token and governing_verb(layout, spot.token) == pronoun.clause:
        return FORBIDDEN
    said = _logophor(scene, pronoun, spot)
    if pronoun.place == "subject":
        leads = pronoun.host < pronoun.token and _is_at(scene, spot, pronoun.host) and _fit(scene, pronoun, spot) >= UNSURE
        return said + (HOST + 1.0 - spot.salience if leads else 0.0)
    return said / 3 + (PARALLEL if 0 <= spot.salience <= 0.2 else 0.0)


def _is_right_before(layout: Layout, name: int, token: int) -> bool:
    """Whether at most a dash or a comma stands between: `Hale himself`, `Hale - himself a judge -`."""
    return name < token and all(layout.pos[j] == "PUNCT" for j in range(name + 1, token))


def binds(scene: Scene, pronoun: Pronoun, spot: Spot) -> bool:
    """Whether grammar alone ties the pronoun to the spot: `X said he`, `X lost his voice`."""
    subject = _is_or_joins(scene.layout, spot.token, pronoun.subject)
    return pronoun.place == "possessive" and subject or pronoun.place == "subject" and _logophor(scene, pronoun, spot) > 0


def _possession(scene: Scene, pronoun: Pronoun, spot: Spot, is_subject: bool) -> float:
    """`X lost his voice`, `X and his family`; never `X, his foreman`."""
    layout = scene.layout
    owned = layout.head[pronoun.token]
    if layout.dep[owned] == "appos" and layout.head[owned] == spot.token:
        return FORBIDDEN
    if layout.dep[owned] == "conj" and layout.head[owned] == spot.token:
        return JOINED
    if pronoun.about >= 0:
        return OWN_SUBJECT if _is_at(scene, spot, pronoun.about) else 0.0
    if is_subject:
        return OWN_SUBJECT
    local = scene.who(pronoun.subject)
    near = local >= 0 and _fit_chain(scene, pronoun, local) >= UNSURE  # `X said Y appeared unsteady in his debate`
    return _logophor(scene, pronoun, spot) * (BESIDE_SUBJECT if near else 1.0)


def _is_of_another(layout: Layout, token: int, owned: int) -> bool:
    """Whether what is owned cannot be the subject's own: `X was her deputy`, `served as his aide`, `shook his hand`; but `was her own boss`."""
    head, dep = layout.head[owned], layout.dep[owned]
    if "own" in layout.lower[token + 1 : owned]:
        return False
    if dep == "attr" or dep == "pobj" and layout.lower[head] == "as" and layout.pos[layout.head[head]] == "VERB":
        return layout.lower[owned] in noun_genders() or role_key(layout.lower[owned]) is not None
    return dep in ("dobj", "pobj") and (layout.lemma[head], layout.lemma[owned]) in _of_another()


@cache
def _of_another() -> frozenset[tuple[str, ...]]:
    return frozenset(read_lexicon("of_another"))


def _stands(scene: Scene, spot: Spot, token: int) -> bool:
    """Whether the person of a spot is a subject: its head, a name beside that, or who stands there elsewhere."""
    return _is_or_joins(scene.layout, spot.token, token) or _is_at(scene, spot, token)


def _is_at(scene: Scene, spot: Spot, token: int) -> bool:
    """Whether the person of a spot is who stands at a token: not Hale in `the Hale campaign`."""
    return token >= 0 and (spot.token == token or 0 <= spot.chain == scene.who(token))


def _is_or_joins(layout: Layout, token: int, subject: int) -> bool:
    """Whether the token is the subject, or the name that stands beside it."""
    if subject < 0:
        return False
    return token == subject or layout.head[token] == subject and layout.dep[token] in ("appos", "compound", "flat", "nmod")


def _logophor(scene: Scene, pronoun: Pronoun, spot: Spot) -> float:
    """`X said he`, `X’s claim that he`: the pronoun stands in a clause that X's verb or noun takes as its complement."""
    layout, clauses, at, nested = scene.layout, scene.clauses, pronoun.clause, False
    for _ in range(6):
        head = layout.head[at]
        if head == at:
            return 0.0
        if layout.dep[at] in ("acl", "ccomp") and head in clauses.owners and at in clauses.subjects:
            return LOGOPHOR if _is_at(scene, spot, clauses.owners[head]) else 0.0
        if layout.dep[at] in ("ccomp", "xcomp") and clauses.subjects.get(governing_verb(layout, at), -2) != pronoun.subject:
            verb = governing_verb(layout, at)
            above = _asked(scene, verb) if layout.dep[at] == "ccomp" else clauses.subject(verb)
            if _is_or_joins(layout, spot.token, _principal(scene, pronoun, spot, above)):
                return LOGOPHOR if layout.dep[at] == "ccomp" and not nested else LOGOPHOR / 2
        nested = nested or layout.dep[at] == "advcl"
        at = head
    return 0.0


def _asked(scene: Scene, verb: int) -> int:
    """Who a complement is about: Y of `X asked Y whether he` and, named before, of `X told him he would pay`; else the subject."""
    layout, subject, asked = scene.layout, scene.clauses.subject(verb), scene.clauses.objects.get(verb, -1)
    if scene.at.get(asked, -1) < 0:
        return subject
    told = layout.lemma[verb] == "tell" and layout.tag[asked] == "PRP" and layout.tag[subject] == "NNP"
    return asked if layout.lemma[verb] == "ask" or told else subject


def _principal(scene: Scene, pronoun: Pronoun, spot: Spot, subject: int) -> int:
    """Whom an unnamed subject speaks for: X of `a spokeswoman for X said she`, `X’s lawyer said he`; else the subject itself."""
    layout = scene.layout
    if subject < 0 or layout.lower[subject] not in words_of("naming", "voice") or scene.who(subject) >= 0:
        return subject
    if noun_genders().get(layout.lower[subject]) == pronoun.person and _fit(scene, pronoun, spot) <= UNSURE:
        return subject
    near = range(max(0, subject - LONGEST_VOICE), min(len(layout.words), subject + LONGEST_VOICE))
    ends = [j for j in near if layout.dep[j] == "pobj" and layout.head[layout.head[j]] == subject and layout.lower[layout.head[j]] in ("for", "to", "of")]
    owners = [j for j in near if layout.dep[j] == "poss" and layout.head[j] == subject]
    return (ends or owners or [subject])[0]


def _contains(layout: Layout, pronoun: Pronoun, token: int) -> bool:
    """Whether the spot is what the pronoun possesses: `his wife, Augusta`."""
    if pronoun.place != "possessive":
        return False
    owned, at = layout.head[pronoun.token], token
    for _ in range(4):
        if at == owned:
            return True
        if layout.dep[at] not in ("appos", "conj", "compound", "flat", "nmod") or layout.head[at] == at:
            return False
        at = layout.head[at]
    return False


def _is_cataphor(scene: Scene, pronoun: Pronoun, spot: Spot) -> bool:
    """Whether the name after the pronoun is the subject of the clause above a fronted one."""
    if spot.sent != pronoun.sent or spot.quote != pronoun.quote:
        return False
    layout = scene.layout
    at = pronoun.token
    for _ in range(12):
        if layout.head[at] == at:
            break
        at = layout.head[at]
        subject = scene.clauses.subjects.get(at, -1)
        if subject > pronoun.token and subject != pronoun.token and _is_or_joins(layout, spot.token, subject):
            return not (pronoun.place == "subject" and at == pronoun.clause)
    return False
