"""Candidate contents: the stretches that a cue may attribute.

In: a document's tokens, the cues to look at and what the tagger holds their contents to be. Out: `Candidates`, one row per (cue, candidate) with up to
two pieces as half-open token bounds and the origin, the way it was made from the tree, the quotation
marks, the punctuation or by the tagger. Pieces never cut a quoted stretch in half unless the cue stands inside it,
hold no cue, and begin and end on words or quotation marks. Which candidate is right is for `choice`.
Missed on purpose: contents of more than two pieces, but for the quoted stretches that follow one another.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from spacy.symbols import PROPN, PUNCT, SPACE, nsubj, nsubjpass

from ontherecord.quotes.features import Tokens, mixed

ORIGINS = (
    "child", "child-unjoined", "child-cut", "object", "children-right", "children-left", "rest-right",
    "rest-left", "sentence-around", "sentence-before", "sentence-after", "governor", "governor-around",
    "governor-left", "governor-right", "sibling", "siblings", "stretch-after", "stretches-after", "stretch-before",
    "stretches-around", "stretches-before", "stretch-next-paragraph", "paragraph-after", "segment-around",
    "segment-around-2", "governor-noun", "turn", "segment-before", "segment-after", "around-sibling",
    "stretch-previous-paragraph", "child-trimmed", "descend", "tagger",
)  # fmt: skip
ORIGIN = {name: number for number, name in enumerate(ORIGINS)}
SUBORDINATE = {"advcl", "relcl", "acl", "prep", "npadvmod", "appos", "parataxis", "advmod", "agent", "punct"}
JOINED = {"conj", "cc"}
SUBJECTS = (nsubj, nsubjpass)
MOST_CHILDREN = 7  # on one side; pairs of more are farther apart than contents are
QUOTE_MARKS = "\"“”„‟«»‘’‚‛‹›'`"
BREAKS = frozenset([",", ";", ":", "—", "–", "-", "―", "...", "--", ".", "?", "!", "(", ")"])
STOPS = ",.;:—–-―"
Made = tuple[int, int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Candidates:
    """Rows of candidates: the cue's row, the pieces [s1, e1) and [s2, e2) (-1 if none), origin, anchor word, votes."""

    cue: np.ndarray
    pieces: np.ndarray
    origin: np.ndarray
    anchor: np.ndarray
    votes: np.ndarray

    def take(self, rows: np.ndarray) -> "Candidates":
        """Some of the rows."""
        return Candidates(self.cue[rows], self.pieces[rows], self.origin[rows], self.anchor[rows], self.votes[rows])


class Tree:
    """Plain lists of a document's tree, quicker than arrays one element at a time."""

    def __init__(self, tokens: Tokens) -> None:
        self.head = tokens.head.tolist()
        self.left = tokens.left.tolist()
        self.right = tokens.right.tolist()
        self.children = tokens.children
        self.dep = [tokens.doc.vocab.strings[d] for d in tokens.dep.tolist()]
        self.named_subject = ((tokens.pos == PROPN) & np.isin(tokens.dep, SUBJECTS)).tolist()
        self.punct = ((tokens.pos == PUNCT) | (tokens.pos == SPACE)).tolist()
        self.sentence = tokens.sentence.tolist()
        self.paragraph = tokens.paragraph.tolist()
        self.bounds = tokens.bounds.tolist()
        self.stretch = tokens.stretch.tolist()
        self.stretches = tokens.stretches.tolist()
        self.break_before = _breaks(tokens)
        self.paragraph_end = _paragraph_ends(tokens)


def _breaks(tokens: Tokens) -> list[bool]:
    """Whether a token is a comma, dash, colon or the like, at which a reporting clause may end."""
    text = tokens.text
    return [text[a:b] in BREAKS for a, b in zip(tokens.start.tolist(), tokens.end.tolist(), strict=True)]


def _paragraph_ends(tokens: Tokens) -> dict[int, tuple[int, int]]:
    """The token bounds of every paragraph."""
    ends: dict[int, tuple[int, int]] = {}
    numbers = tokens.paragraph[tokens.bounds[:, 0].clip(0, len(tokens) - 1)]
    for (first, last), number in zip(tokens.bounds.tolist(), numbers.tolist(), strict=True):
        begin, _ = ends.get(number, (first, last))
        ends[number] = (begin, last)
    return ends


def find_candidates(tokens: Tokens, cues: Sequence[int], tagged: np.ndarray) -> Candidates:
    """All distinct candidates of the given cue heads, by row of `cues`."""
    tree = Tree(tokens)
    rows, made = [], []
    for row, (cue, pieces) in enumerate(zip(cues, tagged.tolist(), strict=True)):
        own = [*_of_cue(tree, cue), *_by_tagger(tree, cue, pieces)]
        made += own
        rows += [row] * len(own)
    if not made:
        none = np.zeros(0, dtype=np.int64)
        return Candidates(none, np.zeros((0, 4), dtype=np.int64), none, none, none)
    table = np.array(made, dtype=np.int64)
    return _distinct(tokens, np.array(rows), np.array(cues, dtype=np.int64), table)


def _of_cue(tree: Tree, cue: int) -> Iterator[Made]:
    """Everything that the generators make for one cue: (s1, e1, s2, e2, origin, anchor)."""
    if tree.sentence[cue] < 0:
        return
    yield from _below(tree, cue)
    yield from _above(tree, cue)
    yield from _by_sentence(tree, cue)
    yield from _by_marks(tree, cue)


def _by_tagger(tree: Tree, cue: int, pieces: list[int]) -> Iterator[Made]:
    """The content that the tagger holds likeliest, in one piece where it has two as well."""
    s1, e1, s2, e2 = pieces
    if tree.sentence[cue] < 0 or e1 <= s1:
        return
    if s2 < 0 or tree.stretch[s2] < 0 or not _is_taken_over(tree, tree.sentence[cue], tree.sentence[s2]):
        yield (s1, e1, s2, e2, ORIGIN["tagger"], cue)
    if s2 >= 0:
        yield _one(s1, e1, "tagger", cue)
        yield _one(s2, e2, "tagger", cue)


def _one(start: int, end: int, origin: str, anchor: int) -> Made:
    return start, end, -1, -1, ORIGIN[origin], anchor


def _two(first: tuple[int, int], second: tuple[int, int], origin: str, anchor: int) -> Made:
    return *first, *second, ORIGIN[origin], anchor


def _below(tree: Tree, cue: int) -> Iterator[Made]:
    """Candidates from the cue's children: each alone, cut short, and runs of neighbours."""
    children = tree.children[cue]
    right = [c for c in children if c > cue and not tree.punct[c]][:MOST_CHILDREN]
    left = [c for c in children if c < cue and not tree.punct[c]][-MOST_CHILDREN:]
    for child in right + left:
        yield from _of_child(tree, child)
    for side, origin in ((right, "children-right"), (left, "children-left")):
        for i, first in enumerate(side):
            for last in side[i + 1 :]:
                yield _one(tree.left[first], tree.right[last], origin, first)
                if origin == "children-right":
                    for cut in _cuts(tree, last):
                        yield _one(tree.left[first], cut, origin, first)
    end = tree.bounds[tree.sentence[cue]][1]
    for child in right:
        yield _one(tree.left[child], end, "rest-right", child)


def _of_child(tree: Tree, child: int) -> Iterator[Made]:
    """A child's subtree, whole and cut, and what stands below it if it is a preposition or the like."""
    yield _one(tree.left[child], tree.right[child], "child", child)
    for cut in _cuts(tree, child):
        yield _one(tree.left[child], cut, "child-unjoined", child)
    if tree.dep[child] in ("prep", "agent", "dative", "prt", "advmod", "xcomp", "ccomp", "conj", "advcl", "acl", "dobj", "attr", "acomp", "oprd"):
        below = [c for c in tree.children[child] if not tree.punct[c]]
        for grandchild in below:
            if grandchild > child or tree.dep[child] == "ccomp":
                yield _one(tree.left[grandchild], tree.right[grandchild], "object" if tree.dep[child] == "prep" else "descend", grandchild)
                for cut in _cuts(tree, grandchild):
                    yield _one(tree.left[grandchild], cut, "object" if tree.dep[child] == "prep" else "descend", grandchild)
            for clause in tree.children[grandchild]:
                hung = tree.dep[child] == "agent" and tree.dep[clause] == "relcl"  # `was told by Doe that`
                if hung or tree.dep[grandchild] == "pcomp" and tree.dep[clause] == "ccomp":  # `was quoted as saying that`
                    yield _one(tree.left[clause], tree.right[clause], "descend", clause)
    if tree.left[child] < child:
        yield _one(child, tree.right[child], "child-trimmed", child)


def _cuts(tree: Tree, top: int) -> list[int]:
    """Ends of a subtree cut before a conjunct or a subordinate part: on the subtree's right edge, at any depth."""
    cuts, token = [], top
    for _ in range(6):
        later = [c for c in tree.children[token] if c > token]
        if not later:
            break
        for child in later:
            if tree.dep[child] in JOINED or tree.dep[child] in SUBORDINATE and not tree.punct[child]:
                cuts.append(tree.left[child])
        wide = [c for c in later if not tree.punct[c]]
        if not wide:
            break
        token = wide[-1]
    return cuts[:8]


def _above(tree: Tree, cue: int) -> Iterator[Made]:
    """Candidates from the cue's governors: their clause without the cue's, its sides, siblings."""
    inner, head = cue, tree.head[cue]
    for _ in range(3):
        if head == inner:
            return
        a, b = tree.left[inner], tree.right[inner]
        yield _two((tree.left[head], a), (b, tree.right[head]), "governor-around", head)
        yield _one(tree.left[head], a, "governor-left", head)
        yield _one(b, tree.right[head], "governor-right", head)
        yield _one(tree.left[head], head + 1, "governor-noun", head)
        for child in tree.children[head]:
            if child != inner and not tree.punct[child]:
                yield _one(tree.left[child], tree.right[child], "sibling", child)
                if child > inner:
                    for cut in _cuts(tree, child):
                        yield _one(tree.left[child], cut, "sibling", child)
                yield _one(tree.left[child], tree.right[head], "siblings", child)
        inner, head = head, tree.head[head]


def _by_sentence(tree: Tree, cue: int) -> Iterator[Made]:
    """Candidates from the sentence: around the reporting clause, before and after it, to the paragraph's end."""
    first, last = tree.bounds[tree.sentence[cue]]
    a, b = tree.left[cue], tree.right[cue]
    yield _one(first, a, "sentence-before", cue)
    yield _one(b, last, "sentence-after", cue)
    yield _one(cue + 1, last, "rest-right", cue)
    yield _one(first, cue, "rest-left", cue)
    for begin, end, origin in _segments(tree, cue, first, last):
        yield _two((first, begin), (end, last), "segment-around" if origin == 0 else "segment-around-2", cue)
        if origin == 0:
            yield _one(first, begin, "segment-before", cue)
            yield _one(end, last, "segment-after", cue)
            if begin > first:
                before = begin - 1
                while before > first and not tree.break_before[before - 1]:
                    before -= 1
                yield _one(before, begin, "segment-before", cue)
                yield _two((before, begin), (end, last), "segment-around", cue)
    if cue + 1 < len(tree.head):
        yield _one(cue + 1, tree.paragraph_end[tree.paragraph[cue]][1], "paragraph-after", cue)


def _segments(tree: Tree, cue: int, first: int, last: int) -> list[tuple[int, int, int]]:
    """Stretches between punctuation around the cue: the nearest, and wider ones on the right."""
    begin = cue
    while begin > first and not (tree.break_before[begin - 1] or tree.stretch[begin - 1] != tree.stretch[cue]):
        begin -= 1
    found, end = [], cue + 1
    while end < last and len(found) < 3:
        if tree.break_before[end] or tree.stretch[end] != tree.stretch[cue]:
            found.append((begin, end, len(found)))
            while end < last and (tree.break_before[end] or tree.punct[end]) and tree.stretch[end] == tree.stretch[cue]:
                end += 1
            if end < last and tree.stretch[end] != tree.stretch[cue]:
                break
        end += 1
    return found or [(begin, last, 0)]


def _by_marks(tree: Tree, cue: int) -> Iterator[Made]:
    """Candidates from quoted stretches near the cue: after, before, around, in the next paragraph or the one before."""
    here = tree.paragraph[cue]
    before, after = _near_stretches(tree, cue)
    same_after = [s for s in after if tree.paragraph[s[0]] == here and _goes_on(tree, s, cue)]
    same_before = [s for s in before if tree.paragraph[s[0]] == here and _goes_on(tree, s, cue)]
    if same_after:
        yield _one(*same_after[0], "stretch-after", cue)
        for stop in range(1, min(len(same_after), 4)):
            yield _one(same_after[0][0], same_after[stop][1], "stretches-after", cue)
    elif after and not same_before:
        yield _one(*after[0], "stretch-next-paragraph", cue)
    if same_before:
        yield _one(*same_before[-1], "stretch-before", cue)
        if len(same_before) > 1:
            yield _one(same_before[-2][0], same_before[-1][1], "stretches-before", cue)
        for stop in range(min(len(same_after), 4)):
            yield _two(tuple(same_before[-1]), (same_after[0][0], same_after[stop][1]), "stretches-around", cue)
    elif before and not same_after:
        yield _one(*before[-1], "stretch-previous-paragraph", cue)


def _goes_on(tree: Tree, stretch: list[int], cue: int) -> bool:
    """Whether a stretch stands in the cue's sentence or is all of its own, and nobody's plain words lie between."""
    own, sentence = tree.sentence[cue], tree.sentence[stretch[0]]
    if sentence == own or sentence < 0:
        return sentence == own
    first, last = tree.bounds[sentence]
    if not all(tree.stretch[t] >= 0 or tree.punct[t] for t in range(first, last)):
        return False
    between = range(min(own, sentence) + 1, max(own, sentence))
    quoted = all(tree.stretch[tree.bounds[other][0]] >= 0 for other in between)
    return quoted and stretch[0] <= tree.bounds[sentence][0]


def _is_taken_over(tree: Tree, own: int, other: int) -> bool:
    """Whether a sentence between the cue's and a later quoted one tells in plain words what somebody with a name does."""
    between = (tree.bounds[sentence] for sentence in range(own + 1, other))
    return any(tree.named_subject[t] and tree.stretch[t] < 0 for first, last in between for t in range(first, last))


def _near_stretches(tree: Tree, cue: int) -> tuple[list[list[int]], list[list[int]]]:
    """The quoted stretches before and after the cue, at most four each; none that holds it."""
    own = tree.stretch[cue]
    stretches = [s for s in tree.stretches if s[1] > s[0] and tree.paragraph[s[0]] >= 0]
    number = sum(s[0] <= cue for s in stretches)
    before = stretches[max(0, number - 4) : number]
    if own >= 0 and before:
        before = before[:-1]
    return before, stretches[number : number + 4]


def _distinct(tokens: Tokens, rows: np.ndarray, cues: np.ndarray, table: np.ndarray) -> Candidates:
    """Trim and mend all candidates at once; drop empty and repeated ones, counting how often each was made."""
    heads = cues[rows]
    loose = _loose(tokens)
    pieces = np.concatenate([_mended(tokens, table[:, k : k + 2], heads, loose) for k in (0, 2)], axis=1)
    only_second = (pieces[:, 0] < 0) & (pieces[:, 2] >= 0)
    pieces[only_second] = pieces[only_second][:, [2, 3, 0, 1]]
    touching = (pieces[:, 2] >= 0) & (pieces[:, 2] <= pieces[:, 1])
    good = (pieces[:, 0] >= 0) & ~touching
    for k in (0, 2):
        good &= ~((pieces[:, k] <= heads) & (heads < pieces[:, k + 1]))
        inside = np.maximum(pieces[:, k], 0)
        good &= ~((pieces[:, k] >= 0) & tokens.credit[inside])
    rows, pieces, table = rows[good], pieces[good], table[good]
    _, first, votes = np.unique(mixed(rows, *pieces.T), return_index=True, return_counts=True)
    order = np.argsort(first, kind="stable")
    first, votes = first[order], votes[order]
    return Candidates(rows[first], pieces[first], table[first, 4], table[first, 5], votes)


def _mended(tokens: Tokens, piece: np.ndarray, heads: np.ndarray, loose: np.ndarray) -> np.ndarray:
    """Pieces widened to whole quoted stretches, without punctuation at their ends; (-1, -1) if nothing is left."""
    start, end = piece[:, 0].copy(), piece[:, 1].copy()
    there = (start >= 0) & (end > start)
    start[~there], end[~there] = 0, 1
    start, end = _strip(loose, start, end)
    there &= end > start
    start[~there], end[~there] = 0, 1
    if len(tokens.stretches):
        bounds = tokens.stretches
        for edge, at in (("start", start), ("end", end - 1)):
            inside = tokens.stretch[at]
            a, b = bounds[np.maximum(inside, 0)].T
            cut = (inside >= 0) & ~((a <= heads) & (heads < b))
            if edge == "start":
                start = np.where(cut, np.minimum(a, start), start)
            else:
                end = np.where(cut, np.maximum(b, end), end)
    return np.where(there[:, None], np.stack([start, end], axis=1), -1)


def _strip(loose: np.ndarray, start: np.ndarray, end: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Bounds moved inwards over punctuation that is no quotation mark."""
    places = np.arange(len(loose))
    after = np.minimum.accumulate(np.where(loose, len(loose), places)[::-1])[::-1]
    before = np.maximum.accumulate(np.where(loose, -1, places))
    return after[start], before[end - 1] + 1


def _loose(tokens: Tokens) -> np.ndarray:
    """Which tokens are punctuation or space that a content does not begin or end with."""
    plain = ((tokens.pos == PUNCT) | (tokens.pos == SPACE)).tolist()
    text = tokens.text
    places = zip(plain, tokens.start.tolist(), tokens.end.tolist(), strict=True)
    return np.array([(p and text[a : a + 1] not in QUOTE_MARKS) or text[a:b] in STOPS for p, a, b in places], dtype=bool)
