"""Fit what quotes state of themselves, on a folder of PolNeAR (text/ and attributions/).

    python benchmarks/fit_quotes.py POLNEAR_TRAIN --tagger-folds FOLDER --found FOUND.json
    PYTHONPATH=. python benchmarks/fit_confidence.py POLNEAR_TRAIN FOUND.json [--docs PARSED.pkl]

Writes ontherecord/models/confidence.json: for each rule the slope and offset that turn the log-odds of its raw chances into those
of the shares that are right. All chances are of articles that the weights had not seen: FOUND.json's contents and, by weights
fitted here by folds, their sources. Right is what `python -m benchmarks.calibration` calls so. Deterministic; needs the extra `fit`.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from fit_sources import fit_all, gold_pairs
from polnear_gold import load_gold, read_documents
from scipy.optimize import minimize
from spacy.tokens import Doc

from benchmarks.scoring.brat import GoldArticle, read_corpus
from benchmarks.scoring.found import FoundQuote
from benchmarks.scoring.quotes import compare_article
from ontherecord.parse import load_pipeline
from ontherecord.quotes.arrays import Arrays, read_arrays
from ontherecord.quotes.confidence import CHOSEN, log_odds
from ontherecord.quotes.credits import Source
from ontherecord.quotes.found import Found
from ontherecord.quotes.sources import find_sources

OUT = Path(__file__).resolve().parent.parent / "ontherecord" / "models" / "confidence.json"
FOLDS = 3  # as in fit_quotes.py
LEAST = 150  # rows that a slope rests on; fewer give one share for the rule, or the slope follows single articles
FEW = 5  # articles that have a rule, from which its share counts at all; with fewer it is the usual one
PRIOR = 5  # articles of the usual share that count beside a rule's own, so that few articles say little
DIGITS = 4
POOLED = ("subject", "subject-shared", "modifier", "object", "nearby")  # sources that words name: a line for each is no better on PolNeAR dev


class Judged(NamedTuple):
    """What a rule found, with its raw chance, and whether it is right."""

    article: str
    rule: str
    chance: float
    right: bool


def main() -> None:
    """Judge what was found out of fold, fit a line for each rule, write them."""
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("folder", type=Path, help="PolNeAR's train folder")
    args.add_argument("found", type=Path, help="what fit_quotes.py --found wrote")
    args.add_argument("--docs", type=Path, help="parsed documents, a pickle of (stem, text, bytes), to save parsing")
    args.add_argument("--out", type=Path, default=OUT, help="where to write the lines")
    options = args.parse_args()
    found = {stem: [read_found(one) for one in rows] for stem, rows in json.loads(options.found.read_text(encoding="utf-8")).items()}
    docs = {stem: (doc, read_arrays(doc)) for stem, _, doc in read_documents(load_pipeline(), options.folder, options.docs)}
    sources = find_unseen_sources(docs, load_gold(options.folder), found)
    judged: dict[str, list[Judged]] = {"quote": [], "source": []}
    for stem, gold in read_corpus(options.folder).items():
        for name, one in judge(stem, gold, found[stem], sources[stem]):
            judged[name].append(one)
    lines = {name: fit_lines(rows) for name, rows in judged.items()}
    options.out.write_text(json.dumps(lines, indent=1) + "\n", encoding="utf-8")


def read_found(row: dict) -> Found:
    """An attribution as fit_quotes.py wrote it."""
    return Found(tuple(map(tuple, row["spans"])), row["cue"] and tuple(row["cue"]), row["head"], row["rule"], row["chance"])


def find_unseen_sources(
    docs: dict[str, tuple[Doc, Arrays]], gold: dict[str, list[dict]], found: dict[str, list[Found]]
) -> dict[str, list[Source]]:
    """The source of everything found, by weights that were fitted without the article's fold."""
    pairs = [gold_pairs(docs[stem][1], quotes) for stem, quotes in gold.items()]
    tables = [fit_all(p for n, p in enumerate(pairs) if n % FOLDS != fold).astype(np.float32) for fold in range(FOLDS)]
    return {
        stem: find_sources(docs[stem][0], found[stem], docs[stem][1], table=tables[n % FOLDS]) for n, stem in enumerate(gold)
    }


def judge(stem: str, gold: GoldArticle, found: Sequence[Found], sources: Sequence[Source]) -> Iterator[tuple[str, Judged]]:
    """Every quote of an article, and every source of a quote that is right."""
    quotes = [
        FoundQuote(str(n), "", "", one.rule, "", one.spans, one.cue, span, frozenset(), one.chance, None, None)
        for n, (one, (span, _, _)) in enumerate(zip(found, sources, strict=True))
    ]
    compared = compare_article(stem, gold, quotes)
    matched = {p for _, p in compared.pairs}
    for p, item in enumerate(compared.predicted):
        yield "quote", Judged(stem, item.origin.rule, item.origin.confidence, p in matched)
    for _, item, right in compared.right_sources():
        _, rule, chance = sources[int(item.origin.id)]
        yield "source", Judged(stem, CHOSEN if rule in POOLED else rule, chance, right)


def fit_lines(judged: Sequence[Judged]) -> dict[str, tuple[float, float]]:
    """Slope and offset of every rule; where there are few rows or no chances to tell them apart the slope is 0."""
    usual = sum(one.right for one in judged) / len(judged)
    rules: dict[str, list[Judged]] = defaultdict(list)
    for one in judged:
        rules[one.rule].append(one)
    return {
        rule: fit_line(rows) if len(rows) >= LEAST and len({one.chance for one in rows}) > 1 else fit_constant(rows, usual)
        for rule, rows in sorted(rules.items())
    }


def fit_line(rows: Sequence[Judged]) -> tuple[float, float]:
    """The slope and offset under which what is right is likeliest (Platt scaling)."""
    odds, right = np.array([log_odds(one.chance) for one in rows]), np.array([one.right for one in rows], dtype=np.float64)

    def loss(line: np.ndarray) -> tuple[float, np.ndarray]:
        score = line[0] * odds + line[1]
        error = 1 / (1 + np.exp(-score)) - right
        return float((np.logaddexp(0, score) - right * score).mean()), np.array([(error * odds).mean(), error.mean()])

    slope, offset = minimize(loss, np.array([1.0, 0.0]), jac=True, method="BFGS").x
    return round(float(slope), DIGITS), round(float(offset), DIGITS)


def fit_constant(rows: Sequence[Judged], usual: float) -> tuple[float, float]:
    """The mean share of the articles that have such rows, an article that has many counting once, drawn to the usual share."""
    articles: dict[str, list[bool]] = defaultdict(list)
    for one in rows:
        articles[one.article].append(one.right)
    shares = [sum(right) / len(right) for right in articles.values()] if len(articles) >= FEW else []
    return 0.0, round(log_odds((sum(shares) + PRIOR * usual) / (len(shares) + PRIOR)), DIGITS)


if __name__ == "__main__":
    main()
