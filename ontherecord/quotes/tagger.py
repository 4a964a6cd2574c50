"""A small network that judges every token: is it a cue's head, does it begin, fill or end content, does it name a source.

In: a parsed document and its quoted stretches. Out: `Tags`, chances per token; `attach` gives, for the cues asked
about, chances for the tokens around each. Residual convolutions run over each token's neighbours in the text
(dilated, as in Strubell et al., EMNLP 2017) and in the tree (its governor, the mean of what it governs); a second,
smaller stack of them runs over a window around each cue. `benchmarks/fit_tagger.py` fits the weights on
PolNeAR (Newell, Margolin and Ruths, LREC 2018); here is only numpy.

A pipeline whose word vectors are not the ones of the default pipeline gets by without vectors, with worse chances.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import BinaryIO

import numpy as np
from spacy.tokens import Doc
from spacy.vectors import Vectors
from spacy.vocab import Vocab

from ontherecord.marks import Quoted
from ontherecord.quotes.arrays import Arrays
from ontherecord.quotes.tagger_inputs import Inputs, read_inputs
from ontherecord.quotes.tagger_pairs import AFTER, BEFORE, WINDOW, Pairs, relate

TOKEN_COLUMNS = ("cue", "content", "start", "end", "source")
PAIR_COLUMNS = ("content", "start", "end", "source", "cue")
DILATIONS = (1, 2, 4, 8)
PAIR_DILATIONS = (1, 3)


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """The fitted weights by name, and the labels and lemmas that their rows stand for."""

    of: dict[str, np.ndarray]


@dataclass(frozen=True, slots=True)
class Tags:
    """`chances` has a row per token, its columns as TOKEN_COLUMNS; the rest is what `attach` needs.

    "cue" is the chance that the token heads a cue; "content", "source" that it lies in any content, any source;
    "start", "end" that it is the first, the last word of a piece of content.
    """

    chances: np.ndarray
    inputs: Inputs
    hidden: np.ndarray
    weights: Weights


@dataclass(frozen=True, slots=True)
class Attached:
    """What belongs to each cue asked about.

    Row i, column w of `chances` is about token cues[i] - BEFORE + w (`token[i, w]`, 0 where `valid` is False): the
    chances, if cues[i] is a cue's head, of PAIR_COLUMNS. `cue` is the chance that it is one, judged again in
    the light of what was found around it.
    """

    token: np.ndarray
    valid: np.ndarray
    chances: np.ndarray
    cue: np.ndarray


def tag_tokens(
    doc: Doc, quoted: Sequence[Quoted], *, arrays: Arrays | None = None, weights: Weights | None = None
) -> Tags:
    """Judge every token of `doc`, whose quoted stretches are `quoted`, by the shipped weights or others.

    `arrays` saves reading the document again where that is done already.
    """
    weights = weights or shipped_weights()
    inputs = read_inputs(doc, quoted, arrays)
    hidden = encode(weights, inputs, doc.vocab)
    return Tags(sigmoid(linear(weights, hidden, "token_out")), inputs, hidden, weights)


def attach(tags: Tags, cues: np.ndarray) -> Attached:
    """Judge what belongs to each of the tokens `cues`, taken for heads of cues."""
    inputs, weights, cues = tags.inputs, tags.weights, np.asarray(cues, np.int64)
    labels = weights.of["label_dep"]
    pairs = relate(
        inputs.head, inputs.depth, (inputs.left, inputs.right), (looked_up(inputs.dep, labels), len(labels) + 1),
        (inputs.sentence, inputs.paragraph, inputs.stretch), cues,
    )  # fmt: skip
    about = linear(weights, tags.hidden[cues], "cue")
    window = read_windows(weights, linear(weights, tags.hidden, "here"), about, pairs, inputs.head[pairs.token] - cues[:, None])
    chances = sigmoid(linear(weights, window, "pair_out")) * pairs.valid[..., None]
    pools = [pool(window, chances[..., column]) for column in (0, 3)]
    judged = rectified(linear(weights, np.concatenate([*pools, about], axis=1), "judge"))
    return Attached(pairs.token, pairs.valid, chances, sigmoid(linear(weights, judged, "verdict")[:, 0]))


@cache
def shipped_weights() -> Weights:
    """The weights that come with the package."""
    with files("ontherecord").joinpath("models", "tagger.npz").open("rb") as file:
        return read_weights(file)


def read_weights(file: BinaryIO | Path) -> Weights:
    """Read weights that `benchmarks/fit_tagger.py` wrote."""
    loaded = np.load(file, allow_pickle=False)
    return Weights({name: widened(loaded[name]) for name in loaded.files})


def widened(values: np.ndarray) -> np.ndarray:
    """Half-precision numbers as single ones; others as they are."""
    return values.astype(np.float32) if values.dtype == np.float16 else values


def encode(weights: Weights, inputs: Inputs, vocab: Vocab) -> np.ndarray:
    """A row of hidden numbers per token."""
    x = rectified(embed(weights, inputs, vocab))
    ranks = children_by_rank(inputs.head)
    share = (1 / np.maximum(sum_below(np.ones((len(x), 1), np.float32), ranks), 1)).astype(np.float32)
    for number, far in enumerate(DILATIONS):
        layer = f"layers_{number}"
        *beside, above, below = parts(weights, layer, 5)
        out = weighed_neighbours(x, beside, far)
        out += x.take(inputs.head, axis=0) @ above
        out += (sum_below(x, ranks) * share) @ below
        out += weights.of[f"{layer}_bias"]
        x += rectified(out)
    return x


def embed(weights: Weights, inputs: Inputs, vocab: Vocab) -> np.ndarray:
    """The sum of what each kind of input adds to a token's row."""
    known = weights.of
    marks = np.concatenate([inputs.flags, lemma_odds(known, inputs.lemma)], axis=1, dtype=np.float32)
    x = linear(weights, marks, "marks")
    columns = [looked_up(getattr(inputs, name), known[f"label_{name}"]) for name in ("tag", "dep", "entity")]
    columns += [inputs.distance, looked_up(inputs.lower, known["label_word"])]
    for number, rows in enumerate(columns):
        x += known[f"tables_{number}_weight"].take(rows, axis=0)
    if has_known_vectors(known, vocab.vectors):
        x += projected_vectors(weights, vocab)[inputs.vector]
        if inputs.tensor.shape[1] == known["tensor_weight"].shape[1]:
            x += inputs.tensor @ known["tensor_weight"].T
    return x


def has_known_vectors(known: dict[str, np.ndarray], vectors: Vectors) -> bool:
    """Whether the pipeline's word vectors are those that the weights were fitted to."""
    wanted = known["known_vectors"]
    here = vectors.data[: len(wanted)]
    return here.shape == wanted.shape and bool(np.allclose(here, wanted, atol=0.01))


@lru_cache(maxsize=2)
def projected_vectors(weights: Weights, vocab: Vocab) -> np.ndarray:
    """Every word vector times its weights, and a last row of zeros for words without."""
    table = vocab.vectors.data.astype(np.float32) @ weights.of["vector_weight"].T
    return np.vstack([table, np.zeros((1, table.shape[1]), np.float32)])


def lemma_odds(known: dict[str, np.ndarray], lemma: np.ndarray) -> np.ndarray:
    """How readily each token's lemma heads a cue, and how often it was seen; zeros for one that never did."""
    place = looked_up(lemma, known["lemma"])
    return np.where(place[:, None] > 0, known["lemma_odds"][place - 1], np.float32(0))


def looked_up(keys: np.ndarray, known: np.ndarray) -> np.ndarray:
    """The place of each key in `known` (sorted), from 1; 0 where it is not there."""
    at = np.minimum(np.searchsorted(known, keys), len(known) - 1)
    return np.where(known[at] == keys, at + 1, 0)


def read_windows(weights: Weights, here: np.ndarray, about: np.ndarray, pairs: Pairs, above: np.ndarray) -> np.ndarray:
    """Hidden numbers for every token of every cue's window; `above` is how far from the cue each one's governor is."""
    known = weights.of
    z = here.take(pairs.token, axis=0)
    z += about[:, None]
    z += known["offset"]
    for number, rows in enumerate((pairs.tree, pairs.marks, pairs.place)):
        z += known[f"pair_tables_{number}_weight"].take(rows, axis=0)
    valid = pairs.valid[..., None].astype(np.float32)
    z = rectified(z)
    z *= valid
    inside = ((above >= -BEFORE) & (above < AFTER))[..., None]
    rows = np.where(inside[..., 0], above + BEFORE, 0) + np.arange(len(above))[:, None] * WINDOW
    for number, far in enumerate(PAIR_DILATIONS):
        layer = f"pair_layers_{number}"
        *beside, governor = parts(weights, layer, 4)
        out = weighed_neighbours(z, beside, far)
        out += (z.reshape(-1, z.shape[2]).take(rows, axis=0) * inside) @ governor
        out += known[f"{layer}_bias"]
        z += rectified(out)
        z *= valid
    return z


def parts(weights: Weights, name: str, count: int) -> list[np.ndarray]:
    """A layer's weights, parted by which of `count` neighbours they weigh."""
    return np.split(weights.of[f"{name}_weight"].T, count)


def weighed_neighbours(x: np.ndarray, beside: Sequence[np.ndarray], far: int) -> np.ndarray:
    """The weighted sum of the rows `far` places before, the rows themselves, and those after."""
    before, self, after = beside
    out = x @ self
    out[..., far:, :] += x[..., :-far, :] @ before
    out[..., :-far, :] += x[..., far:, :] @ after
    return out


def children_by_rank(head: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """(Governors, their first children), (governors, their second children) and so on."""
    governed = np.flatnonzero(head != np.arange(len(head)))
    governed = governed[np.argsort(head[governed], kind="stable")]
    governors = head[governed]
    place = np.arange(len(governors))
    rank = place - np.maximum.accumulate(np.where(np.diff(governors, prepend=-1) != 0, place, 0))
    order = np.argsort(rank, kind="stable")
    cuts = np.flatnonzero(np.diff(rank[order])) + 1
    return [(governors[part], governed[part]) for part in np.split(order, cuts)]


def sum_below(x: np.ndarray, ranks: list[tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
    """The sum over the tokens that each token governs."""
    out = np.zeros_like(x)
    for governors, children in ranks:
        out[governors] += x.take(children, axis=0)
    return out


def pool(window: np.ndarray, chance: np.ndarray) -> np.ndarray:
    """The mean of each window's rows, weighted by chance."""
    return (chance[:, None] @ window)[:, 0] / (1 + chance.sum(axis=1, keepdims=True))


def linear(weights: Weights, x: np.ndarray, name: str) -> np.ndarray:
    """A layer of the network: weighted sums and a constant."""
    out = x @ weights.of[f"{name}_weight"].T
    out += weights.of[f"{name}_bias"]
    return out


def rectified(x: np.ndarray) -> np.ndarray:
    """Negative numbers made 0, in place."""
    return np.maximum(x, 0, out=x)


def sigmoid(x: np.ndarray) -> np.ndarray:
    """Chances from log-odds."""
    return 1 / (1 + np.exp(-x))
