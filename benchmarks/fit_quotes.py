"""Fit the weights that find attributions, on a folder of PolNeAR (text/ and attributions/).

    python benchmarks/fit_quotes.py POLNEAR_TRAIN --tagger-folds FOLDER [--docs PARSED.pkl] [--found FOUND.json]

Writes ontherecord/models/quotes.npz. Deterministic; needs the extra `fit`. Later steps are fitted on what
earlier ones say of articles that these have not seen, or they would trust them too much. So the tagger is asked
with weights fitted without the article's fold; FOLDER holds them as fold0.npz to fold2.npz, made by

    python benchmarks/read_tagger.py POLNEAR_TRAIN ARRAYS.npz
    for n in 0 1 2; do python benchmarks/fit_tagger.py ARRAYS.npz --out FOLDER/fold$n.npz --without $n/3; done
"""

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from polnear_gold import Gold, load_gold, overlaps, read_documents, token_gold
from scipy.optimize import minimize
from scipy.sparse import csr_matrix
from sklearn.cluster import MiniBatchKMeans
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor

from ontherecord.parse import load_pipeline
from ontherecord.quotes import choice, cues, find_contents, weighing
from ontherecord.quotes.contents import Candidates, find_candidates
from ontherecord.quotes.features import Tokens, read_tokens
from ontherecord.quotes.readings import TERMS, cue_odds, read_contents, terms, weigh_candidates
from ontherecord.quotes.tagger import Tags, read_weights, tag_tokens
from ontherecord.quotes.trees import Trees, read_trees
from ontherecord.quotes.turns import add_turns
from ontherecord.records import Span
from ontherecord.sentences import find_sentences

OUT = Path(__file__).resolve().parent.parent / "ontherecord" / "models" / "quotes.npz"
FOLDS = 3
CLASSES = 200  # of words by their vectors
CUE_PENALTY = 3e-5  # dev average precision of cues is highest here
SPAN_PENALTY = 1e-4
DEPTH = 5  # of trees, which makes them quick to ask; unbounded ones took three times as long
# More is fitted on than is looked at in use: fitted on as little, F1 of content match on PolNeAR dev is half a point lower.
LOOKED_AT, LEAST_ODDS, BEST = -2.6, -4.6, 8
SEEN = 3  # times; rarer features of words are left out at no loss
TINY = 0.02  # weights below it are left out at no loss

Arrays = dict[str, np.ndarray]


@dataclass(slots=True)
class Article:
    """What is known of one training article while fitting."""

    tokens: Tokens
    tags: Tags
    gold: dict[int, Gold]
    words: np.ndarray
    row: np.ndarray
    column: np.ndarray
    logit: np.ndarray | None = None
    heads: np.ndarray | None = None
    candidates: Candidates | None = None
    overlap: np.ndarray | None = None
    tagged: np.ndarray | None = None
    hashed: np.ndarray | None = None
    near: np.ndarray | None = None
    columns: np.ndarray | None = None
    score: np.ndarray | None = None


def main() -> None:
    """Read the corpus, fit step after step, write the weights."""
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("folder", type=Path, help="PolNeAR's train folder")
    args.add_argument("--tagger-folds", type=Path, required=True, help="weights of the tagger, fold0.npz to fold2.npz")
    args.add_argument("--docs", type=Path, help="parsed documents, a pickle of (stem, text, bytes), to save parsing")
    args.add_argument("--out", type=Path, default=OUT, help="where to write the weights")
    args.add_argument("--found", type=Path, help="where to write what is found in each article by weights fitted without it, for fit_confidence.py")
    options = args.parse_args()
    nlp = load_pipeline()
    clusters = word_classes(nlp.vocab.vectors.data)
    gold = load_gold(options.folder)
    taggers = [read_weights(options.tagger_folds / f"fold{fold}.npz") for fold in range(FOLDS)]
    stems, articles = [], []
    for number, (stem, text, doc) in enumerate(read_documents(nlp, options.folder, options.docs)):
        tokens = read_tokens(doc, find_sentences(doc), clusters)
        tags = tag_tokens(tokens.doc, tokens.quoted, weights=taggers[number % FOLDS])
        stems.append(stem)
        articles.append(describe_words(text, tokens, tags, gold[stem]))
    fitted = [{"clusters": clusters} for _ in range(FOLDS + 1)]
    for step in (fit_cues, fit_spans, fit_rank, fit_stand):
        print(step.__name__, flush=True)
        for arrays, more in zip(fitted, step(articles), strict=True):
            arrays |= more
    np.savez_compressed(options.out, **fitted[-1])
    print(options.out, options.out.stat().st_size)
    if options.found:
        options.found.write_text(json.dumps(dict(zip(stems, find_unseen(articles, fitted), strict=True))), encoding="utf-8")


def word_classes(vectors: np.ndarray) -> np.ndarray:
    """The class of every word vector: k-means over their directions."""
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    return MiniBatchKMeans(CLASSES, random_state=0, n_init=1, batch_size=4096).fit_predict(vectors / np.maximum(length, 1e-6)).astype(np.uint8)


def describe_words(text: str, tokens: Tokens, tags: Tags, quotes: Sequence[dict[str, list[Span]]]) -> Article:
    """An article with the hashed features of the words that may head a cue."""
    words = cues.find_words(tokens, cue_odds(tags), LEAST_ODDS)
    return Article(tokens, tags, {g.head: g for g in token_gold(text, tokens, quotes)}, words, *cues.cue_features(tokens, words))


def folds(articles: Sequence[Article], fit: Callable[[Sequence[Article]], Arrays], use: Callable[[Arrays, Article], None]) -> list[Arrays]:
    """Let every article be judged by weights fitted without its fold; returned are those of each fold, and then those fitted on all."""
    parts = []
    for fold in range(FOLDS):
        parts.append(fit([a for n, a in enumerate(articles) if n % FOLDS != fold]))
        for article in articles[fold::FOLDS]:
            use(parts[fold], article)
    return [*parts, fit(articles)]


def fit_cues(articles: Sequence[Article]) -> list[Arrays]:
    """Logistic regression over the hashed features of words and the tagger's odds; then the candidates of all that may be cues."""

    def fit(chosen: Sequence[Article]) -> Arrays:
        offset = np.cumsum([0] + [len(a.words) for a in chosen])
        rows = np.concatenate([a.row + start for a, start in zip(chosen, offset, strict=False)])
        columns = np.concatenate([a.column for a in chosen])
        right = np.concatenate([np.isin(a.words, list(a.gold)) for a in chosen])
        odds = np.concatenate([cue_odds(a.tags)[a.words] for a in chosen])
        weight, tagged, base = fit_binary(rows, columns, odds, right)
        return {"cue": weight.astype(np.float16), "cue_tagged": np.array(tagged), "cue_base": np.array(base)}

    def use(fitted: Arrays, article: Article) -> None:
        article.logit = np.full(len(article.tokens), choice.UNLIKELY)
        hashed = cues.logits(article.row, article.column, fitted["cue"].astype(np.float32), len(article.words))
        tagged = float(fitted["cue_tagged"]) * cue_odds(article.tags)[article.words]
        article.logit[article.words] = hashed + tagged + float(fitted["cue_base"])
        make_candidates(article)

    return folds(articles, fit, use)


def fit_binary(rows: np.ndarray, columns: np.ndarray, odds: np.ndarray, right: np.ndarray) -> tuple[np.ndarray, float, float]:
    """Logistic regression with a squared penalty over sparse features and `odds`; weights and intercept."""
    seen = np.bincount(columns, minlength=1 << cues.BITS)
    kept = seen[columns] >= SEEN
    used, column = np.unique(columns[kept], return_inverse=True)
    hot = csr_matrix((np.ones(len(column), dtype=np.float32), (rows[kept], column)), shape=(len(right), len(used)))
    turned, target = hot.T.tocsr(), right.astype(np.float64)

    def loss(weight: np.ndarray) -> tuple[float, np.ndarray]:
        score = hot @ weight[:-2] + weight[-2] * odds + weight[-1]
        slope = (cues.sigmoid(score) - target) / len(target)
        value = (np.logaddexp(0, score) - target * score).mean() + CUE_PENALTY / 2 * weight[:-2] @ weight[:-2]
        return float(value), np.concatenate([turned @ slope + CUE_PENALTY * weight[:-2], [slope @ odds, slope.sum()]])

    start = np.zeros(len(used) + 2)
    start[-2] = 1
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 60, "maxcor": 10})
    weight = np.zeros(1 << cues.BITS)
    weight[used] = np.where(np.abs(found.x[:-2]) < TINY, 0, found.x[:-2])
    return weight, float(found.x[-2]), float(found.x[-1])


def make_candidates(article: Article) -> None:
    """Candidates of the likely cues and of the true ones, with how much of the true content each covers."""
    article.heads = np.array(sorted({*np.flatnonzero(article.logit > LOOKED_AT).tolist(), *article.gold}), dtype=np.int64)
    reading = read_contents(article.tags, article.heads)
    article.candidates = find_candidates(article.tokens, article.heads.tolist(), reading.pieces)
    article.tagged = weigh_candidates(article.tags, reading, article.candidates)
    true = [article.gold[h].pieces if h in article.gold else () for h in article.heads.tolist()]
    article.overlap = overlaps(article.tokens, article.candidates.pieces, [true[row] for row in article.candidates.cue])
    frame = weighing.Frame(article.tokens, article.heads, article.candidates)
    article.hashed = weighing.span_features(article.tokens, frame, article.candidates)


def usable(articles: Sequence[Article]) -> list[Article]:
    """Articles with candidates at all."""
    return [a for a in articles if len(a.overlap)]


def fit_spans(articles: Sequence[Article]) -> list[Arrays]:
    """Conditional logit over the candidates of each true cue; then the best ones' dense columns."""

    def fit(chosen: Sequence[Article]) -> Arrays:
        group, table, tagged, worth, start = [], [], [], [], 0
        for a in usable(chosen):
            true = np.isin(a.heads[a.candidates.cue], list(a.gold))
            group.append(a.candidates.cue[true] + start)
            table.append(a.hashed[true])
            tagged.append(terms(a.tagged[true]))
            worth.append(np.where(a.overlap > 0.999, 1.0, np.where(a.overlap >= 0.5, 0.4 * a.overlap, 0))[true])
            start += len(a.heads)
        span, span_tagged = fit_logit(np.vstack(table), np.vstack(tagged), np.concatenate(group), np.concatenate(worth))
        return {"span": span.astype(np.float16), "span_tagged": span_tagged}

    def use(fitted: Arrays, a: Article) -> None:
        if len(a.overlap):
            score = choice.span_score(a.hashed, a.tagged, fitted["span"].astype(np.float32), fitted["span_tagged"])
            frame = weighing.Frame(a.tokens, a.heads, a.candidates)
            a.near, _, a.columns = choice.describe(a.tokens, a.heads, a.candidates, frame, score, a.logit, a.tagged, BEST)

    fitted = folds(articles, fit, use)
    for a in usable(articles):
        a.candidates, a.overlap = a.candidates.take(a.near), a.overlap[a.near]
    return fitted


def fit_logit(table: np.ndarray, tagged: np.ndarray, group: np.ndarray, worth: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Weights of hashed features and the tagger's that maximise the mean log of the expected worth of a group's softmax choice."""
    size = np.bincount(group)
    best = np.zeros(len(size))
    np.maximum.at(best, group, worth)
    kept = best[group] > 0
    table, tagged, group, worth = table[kept], tagged[kept], group[kept], worth[kept]
    first = np.flatnonzero(np.diff(group, prepend=-1))
    size = np.diff(np.append(first, len(group)))
    used, column = np.unique(table, return_inverse=True)
    cells = np.ones(table.size, dtype=np.float32)
    hot = csr_matrix((cells, column.ravel(), np.arange(0, table.size + 1, table.shape[1])), shape=(len(table), len(used)))
    turned = hot.T.tocsr()

    def loss(weight: np.ndarray) -> tuple[float, np.ndarray]:
        score = hot @ weight[:-TERMS] + tagged @ weight[-TERMS:]
        score = np.exp(score - np.repeat(np.maximum.reduceat(score, first), size))
        share = score / np.repeat(np.add.reduceat(score, first), size)
        expected = np.add.reduceat(share * worth, first) + 1e-12
        error = (share - share * worth / np.repeat(expected, size)) / len(first)
        slope = np.concatenate([turned @ error, error @ tagged])
        return float(-np.log(expected).mean() + SPAN_PENALTY / 2 * weight @ weight), slope + SPAN_PENALTY * weight

    found = minimize(loss, np.zeros(len(used) + TERMS), jac=True, method="L-BFGS-B", options={"maxiter": 60, "maxcor": 8})
    weight = np.zeros(1 << weighing.BITS)
    weight[used] = found.x[:-TERMS]
    return weight, found.x[-TERMS:]


def fit_rank(articles: Sequence[Article]) -> list[Arrays]:
    """Boosted trees that tell how much of the true content a candidate of a true cue covers."""

    def fit(chosen: Sequence[Article]) -> Arrays:
        rows, target = [], []
        for a in usable(chosen):
            true = np.isin(a.heads[a.candidates.cue], list(a.gold))
            rows.append(a.columns[true])
            target.append((0.6 * (a.overlap >= 0.5) * a.overlap + 0.4 * (a.overlap > 0.999))[true])
        model = HistGradientBoostingRegressor(
            max_iter=120, learning_rate=0.08, max_leaf_nodes=16, max_depth=DEPTH, min_samples_leaf=40, l2_regularization=2,
            max_features=0.5, random_state=0, early_stopping=False,
        )  # fmt: skip
        return stored(export(model.fit(np.vstack(rows), np.concatenate(target))), "rank")

    def use(fitted: Arrays, article: Article) -> None:
        if len(article.overlap):
            article.score = read_trees(fitted, "rank").predict(article.columns)

    return folds(articles, fit, use)


def fit_stand(articles: Sequence[Article]) -> list[Arrays]:
    """Boosted trees that tell whether a cue's chosen content covers half of a true one."""

    def fit(chosen: Sequence[Article]) -> Arrays:
        rows, target = [], []
        for a in usable(chosen):
            if (a.logit[a.heads] > LOOKED_AT).any():
                best = choice.best_of_each(a.tokens, a.heads, *likely(a), a.logit)
                cover = [overlaps(a.tokens, best.pieces, [g.pieces] * len(best.pieces)) for g in a.gold.values()]
                rows.append(best.columns)
                target.append(np.max(cover, axis=0) >= 0.5 if cover else np.zeros(len(best.pieces), dtype=bool))
        model = HistGradientBoostingClassifier(
            max_iter=200, learning_rate=0.06, max_leaf_nodes=12, max_depth=DEPTH, min_samples_leaf=40, l2_regularization=3,
            max_features=0.4, random_state=0, early_stopping=False,
        )  # fmt: skip
        return stored(export(model.fit(np.vstack(rows).astype(np.float32), np.concatenate(target))), "stand")

    return folds(articles, fit, lambda fitted, article: None)


def likely(article: Article) -> tuple[Candidates, np.ndarray, np.ndarray]:
    """Candidates, columns and scores of the cues that would be looked at; true ones below that are not known in use."""
    kept = article.logit[article.heads[article.candidates.cue]] > LOOKED_AT
    return article.candidates.take(kept), article.columns[kept], article.score[kept]


def find_unseen(articles: Sequence[Article], fitted: Sequence[Arrays]) -> list[list[dict]]:
    """What every article is found to say by the weights that were fitted without its fold, as use would find it."""
    weights = [choice.read_weights(arrays) for arrays in fitted[:FOLDS]]
    return [
        [asdict(one) for one in add_turns(a.tokens, find_contents(a.tokens, a.tags, weights[n % FOLDS]))] for n, a in enumerate(articles)
    ]


def export(model: HistGradientBoostingRegressor | HistGradientBoostingClassifier) -> Trees:
    """scikit-learn's trees as complete trees of the same depth; below a leaf both ways lead to its value."""
    count = len(model._predictors)
    feature = np.zeros((count, (1 << DEPTH) - 1), dtype=np.int16)
    threshold = np.zeros((count, (1 << DEPTH) - 1), dtype=np.float32)
    value = np.zeros((count, 1 << DEPTH), dtype=np.float32)
    for tree, (predictor,) in enumerate(model._predictors):
        places = {0: 0}
        for place in range((1 << DEPTH) - 1):
            node = predictor.nodes[places[place]]
            leaf = bool(node["is_leaf"])
            places[2 * place + 1] = places[place] if leaf else int(node["left"])
            places[2 * place + 2] = places[place] if leaf else int(node["right"])
            if not leaf:
                feature[tree, place], threshold[tree, place] = node["feature_idx"], node["num_threshold"]
        for place in range(1 << DEPTH):
            value[tree, place] = predictor.nodes[places[place + (1 << DEPTH) - 1]]["value"]
    return Trees(feature, threshold, value, float(np.ravel(model._baseline_prediction)[0]))


def stored(trees: Trees, name: str) -> Arrays:
    """Trees as arrays under their name."""
    return {f"{name}_{field}": getattr(trees, field) for field in ("feature", "threshold", "value")} | {f"{name}_base": np.array(trees.base)}


if __name__ == "__main__":
    main()
