"""Who could be the source of each attribution: candidate words and what there is to know of each.

In: a parsed document's arrays and the attributions found in it. Out: `Candidates`, all pairs of
(attribution, word that may head its source) of an article with the hashed features that
`sources.py` weighs; the word -1 stands for "the text names nobody". Everything is computed for all pairs
at once in numpy.

Left out on purpose: words outside the cue's own sentence (two in a thousand of PolNeAR's sources) and
words inside the attributed content (none of them).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from spacy.symbols import NOUN, NUM, PRON, PROPN

from ontherecord.quotes.found import Found
from ontherecord.quotes.arrays import DEPS, SUBJECTS, Arrays, among

TABLE_BITS = 17
PATH_STEPS = 24  # paths through the tree longer than this are cut off; none was seen
NOBODY = -1
MIX = np.uint64(0x9E3779B97F4A7C15)
SHIFT = np.uint64(29)
Columns = dict[str, np.ndarray]

CUE_FEATURES: tuple[tuple[str, ...], ...] = (
    ("lemma",), ("lemma", "passive", "has_subject"), ("tag",), ("cue_dep", "tag"), ("has_subject", "passive", "tag"),
    ("content_side", "tag"), ("count", "tag"), ("before_cue",), ("before_cue", "lemma"), ("subject_lemma",),
    ("subject_lemma", "lemma"), ("after_cue",), ("governor",), ("governor", "lemma"), ("content_quoted", "tag", "has_subject"),
    ("count", "has_subject", "content_side"), ("cue_quoted",), ("cue_dep", "lemma"), ("governor", "cue_dep", "has_subject"),
    ("above_subject",), ("above_subject", "lemma"), ("above_subject", "cue_dep", "has_subject"),
    ("governor_has_subject", "has_subject", "cue_dep"),
)
PAIR_FEATURES: tuple[tuple[str, ...], ...] = (
    ("path",), ("path", "word_pos"), ("path", "lemma"), ("path", "tag", "passive"), ("path", "has_subject"),
    ("side", "rank", "tag"), ("side", "rank", "lemma"), ("content_side", "side", "rank", "between"),
    ("kind",), ("word_dep", "word_pos", "side"), ("word_dep", "head_dep"), ("word_lemma",), ("word_lemma", "word_dep"),
    ("before", "side"), ("after", "side"), ("gap", "side"), ("quoted_alike", "cue_quoted"), ("lemma", "word_dep", "side"),
    ("kind", "lemma"), ("label", "tag"), ("subject_of", "has_subject", "tag"), ("subject_of", "passive", "lemma"),
    ("gap", "side", "tag"), ("count", "rank", "side"), ("path", "kind"), ("before", "lemma"), ("path", "content_side", "between"),
    ("path", "head_lemma"), ("subject_of", "kind", "has_subject"), ("content_quoted", "path"), ("turn", "kind"),
)


@dataclass(frozen=True, slots=True)
class Candidates:
    """Pairs in order of attribution, "nobody" first; `features` has a row of table positions for each."""

    group: np.ndarray
    token: np.ndarray
    features: np.ndarray


def find_candidates(arrays: Arrays, found: Sequence[Found]) -> Candidates:
    """Pair each attribution that has a cue with every word of the cue's sentence that may name its source."""
    naming = naming_words(arrays)
    groups, tokens = [], []
    for place, one in enumerate(found):
        if one.head < 0:
            continue
        words = near_words(arrays, naming, one)
        groups.append(np.full(len(words) + 1, place))
        tokens.append(np.append(NOBODY, words))
    if not groups:
        return Candidates(np.empty(0, np.int64), np.empty(0, np.int64), np.empty((0, 0), np.int64))
    group, token = np.concatenate(groups), np.concatenate(tokens)
    return Candidates(group, token, describe(arrays, found, group, token))


def naming_words(arrays: Arrays) -> np.ndarray:
    """Positions of the words that may head a noun phrase."""
    noun = among(arrays.pos, (NOUN, PROPN, PRON)) & (arrays.dep != DEPS["compound"])
    placed = among(arrays.dep, SUBJECTS) | (arrays.dep == DEPS["pobj"]) | (arrays.pos == NUM)
    return np.flatnonzero((noun | (placed & arrays.word)) & ~arrays.credit)


def near_words(arrays: Arrays, naming: np.ndarray, one: Found) -> np.ndarray:
    """The words of the cue's sentence that may name its source and lie outside content and cue's head.

    A dash or colon that the parser cut off from its name (`― Name`) looks to the sentences on either side.
    """
    sentence = arrays.sentence[one.head]
    words = words_between(arrays, naming, one, arrays.first[sentence], arrays.last[sentence])
    if not len(words) and not arrays.word[one.head]:
        before, after = max(sentence - 1, 0), min(sentence + 1, len(arrays.first) - 1)
        words = words_between(arrays, naming, one, arrays.first[before], arrays.last[after])
    return words


def words_between(arrays: Arrays, naming: np.ndarray, one: Found, low: int, high: int) -> np.ndarray:
    """Naming words of a stretch of tokens, and what qualifies the cue itself (`the Clinton plan`)."""
    start, stop = np.searchsorted(naming, (low, high))
    words = naming[start:stop]
    own = np.flatnonzero((arrays.head[low:high] == one.head) & arrays.qualifier[low:high]) + low
    if len(own):
        words = np.union1d(words, own)
    keep = words != one.head
    for begin, end in one.spans:
        keep &= (arrays.end[words] <= begin) | (arrays.start[words] >= end)
    return words[keep]


def describe(arrays: Arrays, found: Sequence[Found], group: np.ndarray, token: np.ndarray) -> np.ndarray:
    """Hash what is known of each pair into positions of the table of weights, a column per feature."""
    about = cue_columns(arrays, found, group)
    about |= pair_columns(arrays, about, group, token)
    rows = np.zeros((len(token), max(len(CUE_FEATURES), len(PAIR_FEATURES))), np.int64)
    for which, features, salt in ((token == NOBODY, CUE_FEATURES, 0), (token != NOBODY, PAIR_FEATURES, len(CUE_FEATURES))):
        used = dict.fromkeys(name for names in features for name in names)
        known = {name: unsigned(about[name][which]) for name in used}
        rows[which, : len(features)] = hashed(known, features, salt, int(which.sum())).T
    return rows


def unsigned(column: np.ndarray) -> np.ndarray:
    """A column as the unsigned integers that are hashed."""
    return column if column.dtype == np.uint64 else column.astype(np.int64).astype(np.uint64)


def hashed(known: Columns, features: tuple[tuple[str, ...], ...], salt: int, size: int) -> np.ndarray:
    """Table positions, a row for each feature, a column for each of `size` pairs; 0 is kept for "no feature"."""
    codes = np.empty((len(features), size), np.uint64)
    for many in {len(names) for names in features}:
        which = [at for at, names in enumerate(features) if len(names) == many]
        code = np.array(which, np.uint64)[:, None] + np.uint64(salt + 1)
        code = code * MIX
        for place in range(many):
            code = (code ^ np.stack([known[features[at][place]] for at in which])) * MIX
            code ^= code >> SHIFT
        codes[which] = code
    return (codes % np.uint64((1 << TABLE_BITS) - 1)).astype(np.int64) + 1


def cue_columns(arrays: Arrays, found: Sequence[Found], group: np.ndarray) -> Columns:
    """What is known of each pair's cue alone."""
    cue = np.array([one.head for one in found])[group]
    begin = np.array([one.spans[0][0] for one in found])[group]
    finish = np.array([one.spans[-1][1] for one in found])[group]
    subject = arrays.subject[cue]
    mine = (arrays.start[subject] >= begin) & (arrays.end[subject] <= finish)
    governor = arrays.head[cue]
    above = np.where(subject < 0, arrays.subject[governor], -1)
    at, finishing = arrays.start[cue], arrays.end[cue]
    opening = np.searchsorted(arrays.start, begin)
    return {
        "cue": cue,
        "lemma": arrays.lemma[cue],
        "tag": arrays.tag[cue],
        "cue_dep": arrays.dep[cue],
        "passive": arrays.passive[cue],
        "has_subject": np.where(subject < 0, 0, np.where(arrays.dep[subject] == DEPS["expl"], 3, 1 + mine)),
        "subject_lemma": np.where(subject < 0, 0, arrays.lemma[subject]),
        "content_side": np.where(finish <= at, 0, np.where(begin >= finishing, 1, 2)),
        "content_quoted": arrays.quoted[np.minimum(opening + 1, len(arrays.quoted) - 1)],
        "cue_quoted": arrays.quoted[cue],
        "governor": arrays.lemma[governor],
        "above_subject": np.where(above < 0, 0, arrays.lemma[above]),
        "governor_has_subject": arrays.subject[governor] >= 0,
        "before_cue": arrays.lower[np.maximum(cue - 1, 0)],
        "after_cue": arrays.lower[np.minimum(cue + 1, len(arrays.lower) - 1)],
        "begin": begin,
        "count": np.minimum(np.bincount(group)[group] - 1, 6),
    }


def pair_columns(arrays: Arrays, about: Columns, group: np.ndarray, token: np.ndarray) -> Columns:
    """What is known of each pair's word, alone and as seen from the cue."""
    cue, begin = about["cue"], about["begin"]
    place = arrays.start[token]
    side = token > cue
    left, right, head = arrays.left[token], arrays.right[token], arrays.head[token]
    size = len(arrays.head)
    after = np.minimum(right + 1, size - 1)
    pronoun = arrays.pos[token] == PRON
    return {
        "path": paths(arrays, cue, token),
        "side": side,
        "rank": ranks(group, token, side),
        "gap": np.minimum(np.where(side, left - cue, cue - right), 12).clip(-2),
        "between": (begin > place) & (begin < arrays.start[cue]) | (begin < place) & (begin > arrays.start[cue]),
        "kind": np.where(pronoun, arrays.lower[token], arrays.entity[token] * np.uint64(2) + (arrays.pos[token] == PROPN)),
        "word_pos": arrays.pos[token],
        "word_dep": arrays.dep[token],
        "word_lemma": arrays.lemma[token],
        "head_dep": arrays.dep[head],
        "head_lemma": arrays.lemma[head],
        "before": np.where(left > 0, arrays.lower[left - 1], 0),
        "after": arrays.lower[after],
        "quoted_alike": arrays.quoted[token] == arrays.quoted[cue],
        "label": (after == cue) * 2 + (left == arrays.first[arrays.sentence[token]]),
        "subject_of": subject_of(arrays, cue, token),
        "turn": np.sign(token - cue) * (1 + (arrays.depth[token] > arrays.depth[cue])),
    }


def ranks(group: np.ndarray, token: np.ndarray, side: np.ndarray) -> np.ndarray:
    """How many candidates stand nearer to the cue on the same side, three at most."""
    place = np.arange(len(token))
    sizes = np.bincount(group)
    first = np.cumsum(sizes) - sizes
    before = np.bincount(group, weights=~side).astype(np.int64)
    middle = (first + before)[group]
    return np.minimum(np.where(side, place - middle, middle - 1 - place), 3)


def subject_of(arrays: Arrays, cue: np.ndarray, token: np.ndarray) -> np.ndarray:
    """Whose subject the word is: nobody's, the cue's, that of a word above or beside it, another's."""
    verb = arrays.head[token]
    owns = arrays.subject[verb] == token
    up = arrays.head[cue]
    return np.select(
        [~owns, verb == cue, (verb == up) & (arrays.dep[cue] == DEPS["conj"]), verb == up, verb == arrays.head[up]],
        [0, 1, 2, 3, 4], 5)


def paths(arrays: Arrays, cue: np.ndarray, token: np.ndarray) -> np.ndarray:
    """Hash the dependencies passed on the way up from the cue and down to the word."""
    here, there = cue.copy(), token.copy()
    up, down = np.ones(len(cue), np.uint64), np.ones(len(cue), np.uint64)
    for _ in range(PATH_STEPS):
        apart = here != there
        if not apart.any():
            break
        rise = apart & (arrays.depth[here] >= arrays.depth[there])
        climb = apart & ~rise
        up[rise] = (up[rise] ^ arrays.dep[here[rise]]) * MIX
        here[rise] = arrays.head[here[rise]]
        down[climb] = (down[climb] ^ arrays.dep[there[climb]]) * MIX
        there[climb] = arrays.head[there[climb]]
    return up ^ (down >> SHIFT) ^ (down * np.uint64(3))
