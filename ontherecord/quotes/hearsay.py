"""Reports at second hand: `is reported to have called`, `was quoted as saying`, `were told by Doe that`.

In: a document's tokens, the odds of cues, and candidate contents. Out: the odds moved to the verb that tells what was
said, and a mask over candidates: who was told something or is quoted as saying it is no part of what was said, nor is
a clause about a noun outside it. Missed on purpose: infinitives of what is yet to be said (`is expected to say`).
"""

import numpy as np
from spacy.symbols import VERB, ccomp, dobj, mark, nsubj, nsubjpass, relcl, xcomp
from spacy.tokens import Token

from ontherecord.lexicons import words_of
from ontherecord.quotes.acts import acts
from ontherecord.quotes.contents import Candidates
from ontherecord.quotes.features import Tokens
from ontherecord.quotes.limits import UNLIKELY

SAID = ("speech", "writing")
RELATIVES = ("who", "whom", "which", "that")


def move_to_said(tokens: Tokens, logit: np.ndarray, least: float) -> np.ndarray:
    """The odds of cues with those of a passive report given to the verb of saying below it: `called` in `is said to have called`."""
    moved = logit.copy()
    for head in np.flatnonzero((logit > least) & (tokens.pos == VERB)).tolist():
        report = tokens.doc[head]
        said = next((child.i for child in report.children if child.i > head and introduces(report, child)), None)
        if said is not None and any(child.dep_ == "auxpass" for child in report.children):
            moved[said], moved[head] = max(logit[said], logit[head]), UNLIKELY
    return moved


def introduces(report: Token, said: Token) -> bool:
    """Whether a verb, if passive, tells of another's words by an infinitive of saying: `is said to have called`."""
    if said.dep_ not in ("xcomp", "ccomp") or acts("cue").get(said.lemma_.lower()) not in SAID:
        return False
    before = [child.lower_ for child in said.children if child.i < said.i]
    return "to" in before and ("have" in before or report.lemma_ in words_of("naming", "hearsay"))


def as_saying(cue: Token) -> Token | None:
    """The verb of saying after `as`, if a verb goes on with one: `saying` in `was quoted as saying`."""
    carriers = [child for child in cue.children if child.i > cue.i and child.dep_ == "prep" and child.lower_ == "as"]
    said = (below for carrier in carriers for below in carrier.children if below.dep_ == "pcomp")
    return next((below for below in said if acts("cue").get(below.lemma_.lower()) in SAID), None)


def is_framed(tokens: Tokens, heads: np.ndarray) -> np.ndarray:
    """Which cues stand in a frame that leaves no doubt that somebody's words follow: in such a passive, or in `whom the police say left`."""
    return np.array([_outsider(tokens, head) >= 0 or _is_parenthetic(tokens, head) for head in heads.tolist()], dtype=bool)


def is_retold(tokens: Tokens, heads: np.ndarray) -> np.ndarray:
    """Which cues are verbs of saying below a passive report: `called` in `is said to have called`."""
    return np.array([introduces(cue.head, cue) for cue in (tokens.doc[head] for head in heads.tolist())], dtype=bool)


def _is_parenthetic(tokens: Tokens, head: int) -> bool:
    """Whether a verb of saying with a subject of its own stands between a relative pronoun and its clause."""
    if int(tokens.dep[head]) != relcl or acts("cue").get(tokens.doc[head].lemma_) not in SAID:
        return False
    own = [child for child in tokens.children[head] if int(tokens.dep[child]) == nsubj and child < head]
    opens = tokens.doc[int(tokens.left[head])]
    clause = any(child > head and int(tokens.dep[child]) == ccomp for child in tokens.children[head])
    return clause and bool(own) and opens.lower_ in RELATIVES and opens.i < own[-1] and opens.head.i != head


def holds_outsider(tokens: Tokens, heads: np.ndarray, candidates: Candidates) -> np.ndarray:
    """Which candidates hold who was told or is quoted, or `as saying` itself, begin with who says it, or are a relative clause without its noun."""
    outsiders = np.array([_outsider(tokens, head) for head in heads.tolist()], dtype=np.int64)[candidates.cue]
    telling = np.array([below.i if (below := as_saying(tokens.doc[head])) else -1 for head in heads.tolist()], dtype=np.int64)[candidates.cue]
    agents = np.array([_agent(tokens.doc[head]) for head in heads.tolist()], dtype=np.int64)[candidates.cue]
    wrong = _parts_relative(tokens, heads, candidates)
    for k in (0, 2):
        start, end = candidates.pieces[:, k], candidates.pieces[:, k + 1]
        for held in (outsiders, telling):
            wrong |= (held >= 0) & (start <= held) & (held < end)
        wrong |= (agents >= 0) & (tokens.left[agents] <= start) & (start <= agents)
    return wrong


def _agent(cue: Token) -> int:
    """Who says it after `by`, if a cue is passive; else -1."""
    by = (child for child in cue.children if child.dep_ == "agent")
    return next((below.i for agent in by for below in agent.children if below.dep_ == "pobj"), -1)


def _outsider(tokens: Tokens, head: int) -> int:
    """The subject of a passive cue that was told what follows or is quoted as saying it; else -1."""
    subject = next((child for child in tokens.children[head] if int(tokens.dep[child]) == nsubjpass), -1)
    if subject < 0 or subject > head:
        return -1
    cue = tokens.doc[head]
    told = is_told(cue) and _has_clause(tokens, head)
    return subject if told or as_saying(cue) else -1


def is_told(cue: Token) -> bool:
    """Whether a verb, if passive, has for its subject whom somebody told something."""
    lemma = cue.lemma_.lower()
    return lemma in words_of("naming", "addressing") and acts("cue").get(lemma) in SAID


def _has_clause(tokens: Tokens, head: int) -> bool:
    """Whether a clause follows that tells what was said, wherever the parser hung it."""
    if any(child > head and int(tokens.dep[child]) in (ccomp, xcomp) for child in tokens.children[head]):
        return True
    after = slice(head + 1, int(tokens.right[head]))
    return bool(((tokens.lower[after] == tokens.doc.vocab.strings["that"]) & (tokens.dep[after] == mark)).any())


def _parts_relative(tokens: Tokens, heads: np.ndarray, candidates: Candidates) -> np.ndarray:
    """Which candidates part a relative clause from its noun (`that she liked` after `showed a plan`) or, for a cue in one, run over its end."""
    strings = tokens.doc.vocab.strings
    opens = np.isin(tokens.lower, [strings[word] for word in RELATIVES]) & (tokens.dep != mark)
    wrong = np.zeros(len(candidates.cue), dtype=bool)
    first, last, cue = candidates.pieces[:, 0], candidates.pieces[:, 1], heads[candidates.cue]
    for row in np.flatnonzero(opens[first] & (last - first > 1)).tolist():
        clause = _clause_of(tokens, int(first[row]))
        within = clause >= 0 and tokens.left[clause] <= cue[row] < tokens.right[clause]
        noun = int(tokens.head[clause])
        shown = int(tokens.dep[noun]) == dobj and int(tokens.head[noun]) == cue[row]
        wrong[row] = clause >= 0 and shown and not within and int(tokens.left[clause]) == first[row]
    end, start = candidates.pieces.max(axis=1), np.where(candidates.pieces[:, 2] >= 0, candidates.pieces[:, 2], first)
    over = (tokens.dep[cue] == relcl) & (start > cue) & (start < tokens.right[cue]) & (end > tokens.right[cue])
    return wrong | over & (tokens.stretch[np.maximum(end - 1, 0)] < 0)


def _clause_of(tokens: Tokens, word: int) -> int:
    """The head of the relative clause that a relative pronoun opens, or -1."""
    while int(tokens.head[word]) != word:
        word = int(tokens.head[word])
        if int(tokens.dep[word]) == relcl:
            return word
    return -1
