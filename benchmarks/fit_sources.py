"""Fit the weights that choose an attribution's source, on a folder of PolNeAR (text/ and attributions/).

    python benchmarks/fit_sources.py POLNEAR_TRAIN

Writes ontherecord/models/sources.npz. A conditional logit: of each attribution's candidate words one, or
nobody, is the source; the penalised likelihood of the gold choice is maximised. Deterministic; needs the extra `fit`.
"""

import argparse
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from polnear_gold import load_gold
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from ontherecord.parse import load_pipeline, parse
from ontherecord.quotes.candidates import NOBODY, TABLE_BITS, find_candidates
from ontherecord.quotes.found import Found
from ontherecord.quotes.arrays import Arrays, read_arrays

PENALTY = 3.0  # of 0.3, 1, 3, 10 the best on PolNeAR dev
STEPS = 120
MODEL = Path(__file__).resolve().parent.parent / "ontherecord" / "models" / "sources.npz"

Pairs = tuple[np.ndarray, np.ndarray, np.ndarray]  # features, the attribution they belong to, whether the word is its source


def main() -> None:
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("folder", type=Path, help="PolNeAR's train folder")
    pairs = [gold_pairs(arrays, quotes) for arrays, quotes in read_articles(args.parse_args().folder)]
    np.savez_compressed(MODEL, weights=fit_all(pairs))


def gold_pairs(arrays: Arrays, quotes: list[dict]) -> Pairs | None:
    """The pairs of one article; None where it has no attributions with a cue."""
    found, heads = gold_found(arrays, quotes)
    if not found:
        return None
    candidates = find_candidates(arrays, found)
    return candidates.features, candidates.group, candidates.token == np.array(heads)[candidates.group]


def fit_all(articles: Iterable[Pairs | None]) -> np.ndarray:
    """The weights fitted on the pairs of some articles, as they are stored."""
    features, groups, right, count = [], [], [], 0
    for table, group, is_source in filter(None, articles):
        features.append(table)
        groups.append(group + count)
        right.append(is_source)
        count += group[-1] + 1
    return fit(np.vstack(features), np.concatenate(groups), np.concatenate(right)).astype(np.float16)


def read_articles(folder: Path):
    """Yield each annotated article's arrays and gold attributions."""
    gold = load_gold(folder)
    texts = [(folder / "text" / f"{stem}.txt").open(encoding="utf-8", newline="").read().replace("\xa0", " ") for stem in gold]
    for doc, quotes in zip(parse(load_pipeline(), texts), gold.values(), strict=True):
        yield read_arrays(doc), quotes


def gold_found(arrays: Arrays, quotes: list[dict]) -> tuple[list[Found], list[int]]:
    """The gold attributions that have a cue, and the word that heads the source of each, or NOBODY."""
    found, heads = [], []
    for quote in quotes:
        if not quote["cue"]:
            continue
        cue = (quote["cue"][0][0], quote["cue"][-1][1])
        head = head_of(arrays, [cue])
        if head >= 0:
            found.append(Found(tuple(quote["content"]), cue, head, "gold", 1.0))
            heads.append(head_of(arrays, quote["source"]) if quote["source"] else NOBODY)
    return found, heads


def head_of(arrays: Arrays, spans: list[tuple[int, int]]) -> int:
    """The first word of the spans whose governor lies outside them; a mark where there is no word."""
    inside = np.zeros(len(arrays.start), bool)
    for start, end in spans:
        inside |= (arrays.start < end) & (arrays.end > start)
    words = inside & arrays.word if (inside & arrays.word).any() else inside
    tops = np.flatnonzero(words & (~words[arrays.head] | (arrays.head == np.arange(len(words)))))
    return int(tops[0]) if len(tops) else -1


def fit(features: np.ndarray, group: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Maximise the penalised likelihood of the right pairs; attributions without one are left out."""
    reachable = np.bincount(group, weights=right)[group] > 0
    features, group, right = features[reachable], group[reachable], right[reachable]
    size = 1 << TABLE_BITS
    rows = np.arange(0, features.size + 1, features.shape[1])
    matrix = csr_matrix((np.ones(features.size, np.float32), features.ravel(), rows), shape=(len(features), size))
    across = matrix.T.tocsr()

    def loss(table: np.ndarray) -> tuple[float, np.ndarray]:
        table = table.astype(np.float32)
        table[0] = 0
        chance = softmax((matrix @ table).astype(np.float64), group)
        slope = across @ (chance - right).astype(np.float32) + PENALTY * table
        slope[0] = 0
        cost = -np.log(np.maximum(chance[right], 1e-12)).sum() + PENALTY / 2 * float((table.astype(np.float64) ** 2).sum())
        return cost, slope.astype(np.float64)

    table = minimize(loss, np.zeros(size), jac=True, method="L-BFGS-B", options={"maxiter": STEPS, "maxcor": 10}).x
    table[0] = 0
    return table


def softmax(score: np.ndarray, group: np.ndarray) -> np.ndarray:
    """Probabilities within each group."""
    top = np.full(group.max() + 1, -np.inf)
    np.maximum.at(top, group, score)
    weight = np.exp(score - top[group])
    return weight / np.bincount(group, weights=weight)[group]


if __name__ == "__main__":
    main()
