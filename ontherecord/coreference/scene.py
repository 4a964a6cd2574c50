"""The scene in which pronouns are read: where people stand, what is quoted, who is a woman or a man.

In: layout, sentences, names, attributions. Out: `Scene`, looked up by the rules of the neighbouring modules.
"""

import re
from bisect import bisect_right, insort
from dataclasses import dataclass, field

from ontherecord.coreference.clauses import SUBJECTS, Clauses, read_clauses
from ontherecord.layout import Layout
from ontherecord.lexicons import read_lexicon
from ontherecord.names.words import given_name, title_kind
from ontherecord.records import Attribution, Mention, Names, Sentence, Span

MARKS = re.compile(r"[“„«\"]|``|''")
CLOSING = {"“": "”“", "„": "“”", "«": "»", '"': '"', "``": "'", "''": "'"}
OPENING, ENDING = ("“", '"', "``", "‘", "„"), ("”", '"', "''", "’", "“")
LONGEST_WORK = 8  # tokens of a title on either side of a pronoun
SURELY_GIVEN = 22  # of 36 sources
TURN = re.compile(r"\s*(?:\([^()]*\))?:\s*(?:[(\[][^()\[\]]*[)\]]\s*)?")
PAIR = re.compile(r"\b(parents|grandparents), (?:[A-ZÀ-Þ][\w.’'-]* and )?$")
PAIRS = {"parents": ("father", "mother"), "grandparents": ("grandfather", "grandmother")}
LONGEST_PAIR = 40  # characters
UNSURE = 0.5  # of a name that tells nothing
PRONOUN_ODDS = 12.0  # by which each pronoun understood changes the odds of a gender
OF_SUBJECT = 0.0  # `X's announcement`, `the X campaign`
SALIENCE = {"nsubj": 1.0, "nsubjpass": 0.8, "csubj": 1.0, "csubjpass": 0.8, "ROOT": 0.4, "dep": 0.1, "dobj": 0.2, "dative": 0.2, "pobj": 0.0, "poss": -0.4, "compound": -0.7, "agent": 0.2}


@dataclass(slots=True, order=True)
class Spot:
    """A place where a person stands: `chain` is -1 for a human being without a name."""

    token: int
    chain: int
    sent: int
    paragraph: int
    salience: float
    quote: int
    gender: str = "n"


@dataclass(slots=True)
class Scene:
    """All that the rules ask for; spots grow as pronouns are resolved."""

    layout: Layout
    sentences: tuple[Sentence, ...]
    starts: list[int]
    quoted: list[tuple[int, int, int]]
    attributions: tuple[Attribution, ...]
    names: Names
    clauses: Clauses
    spots: list[Spot] = field(default_factory=list)
    female: dict[int, float] = field(default_factory=dict)
    sure: dict[int, bool] = field(default_factory=dict)
    heard: dict[int, list[int]] = field(default_factory=dict)
    owner: dict[int, int] = field(default_factory=dict)
    at: dict[int, int] = field(default_factory=dict)
    beside: dict[int, int] = field(default_factory=dict)
    kin: list[tuple[str, int]] = field(default_factory=list)
    pronouns: list[int] = field(default_factory=list)

    def sentence(self, char: int) -> int:
        """The index of the sentence that holds the character, or of the last one before."""
        return max(0, bisect_right(self.starts, char) - 1)

    def quote(self, char: int) -> int:
        """The index of the innermost attribution in whose quotation marks the character stands, or -1."""
        inside = [(e - s, n) for s, e, n in self.quoted if s <= char < e]
        return min(inside)[1] if inside else -1

    def add(self, token: int, chain: int, gender: str = "n") -> None:
        """Put a person on the scene."""
        char = self.layout.starts[token]
        at = self.sentence(char)
        self.at[token] = chain
        if self.layout.dep[token] in ("appos", "flat", "nmod"):
            self.beside[self.layout.head[token]] = chain
        insort(self.spots, Spot(token, chain, at, self.sentences[at].paragraph, salience(self.layout, token), self.quote(char), gender))

    def who(self, token: int) -> int:
        """The chain that stands at a token, or beside it in apposition; -1 for nobody named."""
        if token < 0 or token in self.at:
            return self.at.get(token, -1)
        head = self.layout.head[token] if self.layout.dep[token] == "appos" else token
        return self.at.get(head, self.beside.get(token, -1))

    def hear(self, chain: int, person: str) -> None:
        """Remember that a pronoun of this gender stood for the person."""
        self.heard.setdefault(chain, [0, 0])[person == "f"] += 1

    def share_female(self, chain: int) -> float:
        """The probability that the person is a woman, from honorifics, pronouns so far and the given name."""
        if chain in self.sure:
            return 1.0 if self.sure[chain] else 0.0
        men, women = self.heard.get(chain, (0, 0))
        prior = self.female.get(chain, UNSURE)
        odds = prior / (1 - prior) * PRONOUN_ODDS ** max(-3, min(3, women - men))
        return odds / (1 + odds)


def in_title(layout: Layout, i: int) -> bool:
    """Whether a token stands in a quoted title, all of whose long words have capitals: `“She Said Yes,”`."""
    first = next((j for j in range(i - 1, max(-1, i - LONGEST_WORK), -1) if layout.words[j] in OPENING), None)
    last = next((j for j in range(i + 1, min(len(layout.words), i + LONGEST_WORK)) if layout.words[j] in ENDING), None)
    if first is None or last is None:
        return False
    words = [w for w in layout.words[first + 1 : last] if w.isalpha()]
    telling = [w for w in words if len(w) > 3] or words  # `“He had to,”` has no long ones
    return 1 < len(words) and all(w[0].isupper() for w in telling)


def salience(layout: Layout, token: int) -> float:
    """How prominent a word's place in its clause is; a conjunct or apposition takes nearly its head's."""
    dep, lost, i = layout.dep[token], 0.0, token
    if dep in ("conj", "appos") and layout.pos[layout.head[token]] == "VERB":
        return 0.8  # a subject that the parser hung on the verb before
    while dep in ("conj", "appos", "nmod", "flat") and layout.head[i] != i:
        i = layout.head[i]
        dep, lost = layout.dep[i], lost + 0.2
    if dep in ("poss", "compound") and layout.dep[layout.head[i]] in SUBJECTS:
        return OF_SUBJECT - lost
    if dep == "ROOT" and layout.dep[token] == "appos" and layout.pos[i] == "NOUN":
        return SALIENCE["nsubj"] - lost  # `The driver, Jane Doe, parked`, read without a verb
    return SALIENCE.get(dep, 0.0) - lost


def head_token(layout: Layout, start: int, end: int) -> int:
    """The token of a span whose head lies outside it."""
    first, last = layout.token_at(start), layout.token_at(end - 1)
    for i in range(last, first - 1, -1):
        if not first <= layout.head[i] <= last or layout.head[i] == i:
            return i
    return last


def set_scene(layout: Layout, sentences: tuple[Sentence, ...], names: Names, attributions: tuple[Attribution, ...]) -> Scene:
    """The scene before any pronoun is read."""
    scene = Scene(layout, sentences, [s.start for s in sentences], _quoted(layout.text, attributions), attributions, names, read_clauses(layout))
    for n, chain in enumerate(names.chains):
        if chain.kind == "PERSON":
            scene.female[n] = _share_by_name(chain.name.split())
    for mention in names.mentions:
        for i in range(layout.token_at(mention.start), layout.token_at(mention.end - 1) + 1):
            scene.owner[i] = mention.chain
    for mention in names.mentions:
        if names.chains[mention.chain].kind == "PERSON":
            token = head_token(layout, mention.start, mention.end)
            scene.add(token, mention.chain)
            told = _told_gender(layout, mention.start, token)
            if kin := kin_noun(layout, mention.start):
                scene.kin.append((kin, mention.chain))
            scene.kin += [(noun, mention.chain) for noun in _one_of(scene, mention)]
            if told is not None:
                scene.sure.setdefault(mention.chain, told)
    return scene


def _share_by_name(words: list[str]) -> float:
    """The probability that a given name is a woman's; of a lone name only if it can hardly be a surname."""
    found = given_name(words[0])
    if found is None or len(words) == 1 and found[1] < SURELY_GIVEN:
        return UNSURE
    least = 0.03 if len(words) > 1 else 0.1
    return min(1 - least, max(least, found[0] / 100))


def _quoted(text: str, attributions: tuple[Attribution, ...]) -> list[tuple[int, int, int]]:
    """Stretches in which somebody else says I: within marks, or a whole turn of a transcript."""
    found = []
    for n, attribution in enumerate(attributions):
        for start, end in attribution.spans:
            if attribution.kind == "direct" or attribution.kind == "indirect" and _is_turn(text, attribution):
                found.append((start, end, n))
            elif attribution.kind == "mixed":
                found += [(s, e, n) for s, e in _marked(text, start, end)]
    return found


def _is_turn(text: str, attribution: Attribution) -> bool:
    """Whether a colon alone attributes the words, as in a transcript: `NAME: I never did.`, `NAME (East): (laughs) I did.`"""
    if attribution.cue is not None:
        return text[slice(*attribution.cue)].strip() == ":"
    return attribution.source is not None and bool(TURN.fullmatch(text[attribution.source[1] : attribution.spans[0][0]]))


def _marked(text: str, start: int, end: int) -> list[Span]:
    spans, at = [], start
    while match := MARKS.search(text, at, end):
        closers = CLOSING[match.group()]
        stop = next((i for i in range(match.end(), end) if text[i] in closers), end)
        spans.append((match.start(), min(end, stop + 1)))
        at = stop + 1
    return spans


def _told_gender(layout: Layout, start: int, token: int) -> bool | None:
    """Whether the words about a name say that its bearer is a woman: Mrs., `his wife, Augusta`, `X, the chairwoman`, `X, an uncle`.

    Office nouns in -man are no proof: `alderman Eunice Dunmore`.
    """
    kin = kin_noun(layout, start)
    if kin:
        return {"f": True, "m": False}.get(noun_genders()[kin])
    i = layout.token_at(start)
    for back in range(i - 1, max(-1, i - 4), -1):
        if layout.sent[back] != layout.sent[i]:
            break
        kind = title_kind(layout.words[back])
        if kind in ("honorific_f", "honorific_m"):
            return kind == "honorific_f"
        if noun_genders().get(layout.lower[back]) == "f":
            return True
        if layout.words[back] != "." and kind is None:
            break
    for j in range(token + 1, min(token + 12, len(layout.words))):
        if layout.dep[j] == "appos" and layout.head[j] == token:
            gender = noun_genders().get(layout.lower[j])
            if gender == "f" or gender == "m" and layout.lower[j] in _KIN:
                return gender == "f"
    return None


def _one_of(scene: Scene, mention: Mention) -> tuple[str, ...]:
    """What each of `my parents, Henry and Olive Marsh` is: father or mother, by the given name."""
    before = scene.layout.text[max(0, mention.start - LONGEST_PAIR) : mention.start]
    pair = PAIR.search(before)
    female = scene.share_female(mention.chain)
    if not pair or 0.2 < female < 0.8:
        return ()
    return (PAIRS[pair.group(1)][female >= 0.8],)


def kin_noun(layout: Layout, start: int) -> str | None:
    """The kin noun right before a name: `his wife, Augusta`, `from wife Irina`; without ex-."""
    i = layout.token_at(start) - 1
    if i > 0 and layout.words[i] == ",":
        i -= 1
    word = layout.lower[i] if i >= 0 else ""
    return word if word in _KIN else None


_KIN = {noun for noun, _, kin in read_lexicon("people_nouns") if kin == "yes"}
_GENDERS: dict[str, str] = {noun: gender for noun, gender, _ in read_lexicon("people_nouns")}


def is_kin(noun: str) -> bool:
    """Whether a noun is one for a relative."""
    return noun in _KIN


def noun_genders() -> dict[str, str]:
    """Nouns for human beings, and f, m or n for the gender that each tells."""
    return _GENDERS
