"""What no content reaches over, and what some cues need: limits that the fitted weights do not know of.

In: a document's tokens, cues and their candidate contents. Out: masks over candidates or cues. A new cue begins a new
quote; the object that was called something belongs to what it was called; brackets hold the words of the cue within.
"""

import numpy as np
from spacy.symbols import NOUN, PRON, PROPN, PUNCT, advcl

from ontherecord.lexicons import words_of
from ontherecord.quotes.contents import Candidates
from ontherecord.quotes.features import Tokens

CERTAIN = 0.0  # logit from which a cue claims the quoted words of its sentence
UNLIKELY = -9.0


def taken_by_others(tokens: Tokens, heads: np.ndarray, candidates: Candidates, logit: np.ndarray) -> np.ndarray:
    """Which candidates go on in a sentence that has a likely cue of its own, or over a participle after a comma
    that is one (`said that it was so, adding that ...`): a new cue begins a new quote."""
    outside = np.where(tokens.stretch >= 0, UNLIKELY, logit)
    own = np.array([outside[a:b].max(initial=UNLIKELY) for a, b in tokens.bounds.tolist()])
    second = candidates.pieces[:, 2]
    sentence = tokens.sentence[np.maximum(second, 0)]
    elsewhere = (second >= 0) & (sentence >= 0) & (sentence != tokens.sentence[heads[candidates.cue]])
    adding = np.cumsum(np.append(0, find_participles(tokens, outside)))
    first, last = candidates.pieces[:, 0], candidates.pieces[:, 1]
    over = adding[last] > adding[np.minimum(first + 1, last)]
    return (elsewhere & (own[sentence] > CERTAIN)) | over


def leaves_object(tokens: Tokens, heads: np.ndarray, candidates: Candidates) -> np.ndarray:
    """Which candidates are but the quoted name after an object that belongs to them: `the report “a joke”` after `called`."""
    strings = tokens.doc.vocab.strings
    naming = np.array([strings[lemma] in words_of("naming", "calling") for lemma in tokens.lemma[heads].tolist()], dtype=bool)[candidates.cue]
    cue, first = heads[candidates.cue], candidates.pieces[:, 0]
    nouns = np.cumsum(np.append(0, (tokens.pos == NOUN) | (tokens.pos == PROPN) | (tokens.pos == PRON)))
    marks = np.cumsum(np.append(0, (tokens.pos == PUNCT) & (tokens.stretch < 0)))
    after = first > cue
    between = np.where(after, nouns[first] - nouns[np.minimum(cue + 1, first)], 0)
    broken = np.where(after, marks[first] - marks[np.minimum(cue + 1, first)], 0)
    return naming & (between > 0) & (broken == 0) & (tokens.stretch[first] >= 0)


def leaves_brackets(tokens: Tokens, heads: np.ndarray, candidates: Candidates) -> np.ndarray:
    """Which candidates reach out of the brackets that their cue stands in: `They won ("Just," she said) again.`"""
    opening, closing = bracket_of(tokens, heads[candidates.cue])
    before = candidates.pieces[:, 0] <= opening
    return (opening >= 0) & (before | (candidates.pieces.max(axis=1) > closing))


def bracket_of(tokens: Tokens, heads: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where the brackets open and close that cues stand in, -1 for those in none."""
    opens, closes = (tokens.lower == tokens.doc.vocab.strings[mark] for mark in "()")
    places, size = np.arange(len(tokens)), len(tokens)
    last = np.maximum.accumulate(np.where(opens, places, -1))[heads]
    following = np.minimum.accumulate(np.where(closes, places, size)[::-1])[::-1][heads]
    depth = np.cumsum(opens.astype(np.int64) - closes)[heads]
    within = (last >= 0) & (depth > 0) & (tokens.sentence[np.maximum(last, 0)] == tokens.sentence[heads])
    return np.where(within, last, -1), np.where(within, following, -1)


def asks_for(tokens: Tokens, heads: np.ndarray) -> np.ndarray:
    """Which cues ask for what follows: `begged for time`, `asked them for help`."""
    strings, asking = tokens.doc.vocab.strings, words_of("naming", "asking")
    with_for = lambda head: any(int(tokens.lower[child]) == strings["for"] for child in tokens.children[head])  # noqa: E731
    return np.array([strings[tokens.lemma[head]] in asking and with_for(head) for head in heads.tolist()], dtype=bool)


def calls_quoted(tokens: Tokens, heads: np.ndarray, pieces: np.ndarray) -> np.ndarray:
    """Which cues call something what stands in quotation marks right after them: `which he described as “odd”`; a name is none."""
    strings = tokens.doc.vocab.strings
    calling = np.array([strings[lemma] in words_of("naming", "calling") for lemma in tokens.lemma[heads].tolist()], dtype=bool)
    first = pieces[:, 0]
    ends = np.array([int(tokens.stretches[at, 1]) if at >= 0 else 2 for at in tokens.stretch[first].tolist()], dtype=np.int64)
    named = (tokens.tag[np.maximum(ends - 1, 0)] == strings["NNP"]) | (tokens.tag[np.maximum(ends - 2, 0)] == strings["NNP"])
    through = (first == heads + 2) & (tokens.lower[np.minimum(heads + 1, len(tokens) - 1)] == strings["as"])
    return calling & (tokens.stretch[first] >= 0) & ~named & (tokens.stretch[heads] < 0) & ((first == heads + 1) | through)


def leaves_figure(tokens: Tokens, heads: np.ndarray, candidates: Candidates) -> np.ndarray:
    """Which candidates are not what is put at a figure together with the figure: `the dead at four` after `put`."""
    bounds = np.array([_figure(tokens, head) or (-1, -1) for head in heads.tolist()], dtype=np.int64).reshape(-1, 2)[candidates.cue]
    first, last = candidates.pieces[:, 0], candidates.pieces[:, 1]
    return (bounds[:, 0] >= 0) & ((first != bounds[:, 0]) | (last <= bounds[:, 1]))


def puts_figure(tokens: Tokens, heads: np.ndarray) -> np.ndarray:
    """Which cues put something at a figure."""
    return np.array([_figure(tokens, head) is not None for head in heads.tolist()], dtype=bool)


def _figure(tokens: Tokens, head: int) -> tuple[int, int] | None:
    """Where what is put at a figure begins, and the figure; None after other verbs and where more stands between."""
    cue = tokens.doc[head]
    if cue.lemma_ != "put":
        return None
    thing = next((child for child in cue.children if child.dep_ == "dobj" and child.i > head), None)
    at = next((child for child in cue.children if child.dep_ == "prep" and child.lower_ == "at"), None)
    if thing is None or at is None or int(tokens.left[thing.i]) != head + 1 or int(tokens.right[thing.i]) != at.i:
        return None
    for figure in at.children:
        counted = figure.lemma_.lower() in words_of("naming", "unit") and any(child.dep_ == "nummod" for child in figure.children)
        if figure.dep_ == "pobj" and (figure.tag_ == "CD" or counted):
            return int(tokens.left[thing.i]), figure.i
    return None


def find_participles(tokens: Tokens, logit: np.ndarray) -> np.ndarray:
    """Which tokens are likely cues in the form of a participle that a comma sets apart."""
    participle = (tokens.tag == tokens.doc.vocab.strings["VBG"]) & (tokens.dep == advcl) & (logit > CERTAIN)
    comma = np.append(False, tokens.lower[:-1] == tokens.doc.vocab.strings[","])
    return participle & comma
