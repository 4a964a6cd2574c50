"""Fit the tagger on the arrays that `read_tagger.py` wrote of a PolNeAR folder.

    python benchmarks/read_tagger.py POLNEAR_TRAIN ARRAYS.npz
    python benchmarks/fit_tagger.py ARRAYS.npz [--out FILE.npz] [--without FOLD/FOLDS]

Writes ontherecord/models/tagger.npz. Needs torch 2. Seeds are fixed: torch on one thread gives the same weights on the
same machine. `--without 0/3` leaves out every third document, the first among them, so that what is then
predicted of those has not been learnt from them.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from tagger_data import LABELS, Corpus, Cue, Encoded, cue_odds, label_sets
from tagger_net import Sizes, Tagger
from torch.nn import functional as F

MODEL = Path(__file__).resolve().parent.parent / "ontherecord" / "models" / "tagger.npz"
EPOCHS, BATCH, RATE, DECAY, DROPOUT = 7, 3, 3e-3, 0.02, 0.12
WARMING, COLDEST = 100, 0.02  # steps until the rate is full; the share of it left at the end
AVERAGED = 200  # steps that the running mean of the weights looks back on
ODDS_FOLDS = 5
MASKED = 0.1  # share of words, and of documents, whose vectors are hidden while fitting
MASKED_NAMES = 0.5  # share of proper nouns so hidden: next year's news has other names
NEGATIVES = 0.3  # words that look like cues and are none, for each cue
KEPT = 0.6  # share of a document's cues that a step looks at; the next epoch draws others


def hide(batch: dict, vectors: torch.Tensor, begins: np.ndarray, random: torch.Generator) -> None:
    """Look the word vectors up, hiding some words', some documents' and some documents' tensors."""
    row = batch["row"].clone()
    row[torch.rand(len(row), generator=random) < torch.where(batch["proper"], MASKED_NAMES, MASKED)] = len(vectors) - 1
    document = torch.bucketize(torch.arange(len(row)), torch.from_numpy(begins), right=True)
    lots = torch.rand(2, len(begins) + 1, generator=random) < MASKED / 2
    row[lots[0][document]] = len(vectors) - 1
    batch["vector"] = vectors[row]
    batch["tensor"] = batch["tensor"] * (~lots[1][document]).float()[:, None]


def choose(
    cues: list[Cue], chance: np.ndarray, documents: list[int], begins: np.ndarray, sizes: np.ndarray, random: torch.Generator
) -> list[Cue]:
    """Some of the gold cues and the most tempting words that are none, in order of document."""
    chosen = []
    for number, begin, size in zip(documents, begins, sizes, strict=True):
        own = [one for one in cues if one[0] == number]
        here = chance[begin : begin + size].copy()
        here[[one[2] for one in own]] = 0
        tempting = np.argsort(-here, kind="stable")[: int(np.ceil(len(own) * NEGATIVES)) + 1]
        drawn = [one for one, lot in zip(own, torch.rand(len(own), generator=random).tolist(), strict=True) if lot < KEPT]
        chosen += drawn + [(number, int(begin), int(at), -1) for at in tempting if here[at] > 0.05]
    return chosen


def fit(encoded: Encoded, documents: list[int], sizes: Sizes) -> Tagger:
    """Fit on the documents given; the weights returned are a running mean."""
    torch.manual_seed(1)
    random, order = torch.Generator().manual_seed(2), np.random.default_rng(3)
    net = Tagger(sizes, DROPOUT)
    mean = {name: value.clone() for name, value in net.state_dict().items()}
    optimizer = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=DECAY)
    steps, step = EPOCHS * -(-len(documents) // BATCH), 0
    for epoch in range(EPOCHS):
        losses = []
        shuffled = order.permutation(documents)
        for at in range(0, len(shuffled), BATCH):
            optimizer.param_groups[0]["lr"] = rate(step, steps)
            losses.append(take_step(net, optimizer, encoded, shuffled[at : at + BATCH].tolist(), random))
            step += 1
            keep = min(1 - 1 / AVERAGED, step / (step + 20))
            for name, value in net.state_dict().items():
                mean[name].mul_(keep).add_(value, alpha=1 - keep)
        print(f"epoch {epoch + 1} of {EPOCHS}: losses of tokens, windows, cues {np.round(np.mean(losses, axis=0), 4)}", flush=True)
    net.load_state_dict(mean)
    return net.eval()


def rate(step: int, steps: int) -> float:
    """The learning rate: rising for a while, then falling along a cosine."""
    fallen = COLDEST + (1 - COLDEST) * (1 + np.cos(np.pi * step / steps)) / 2
    return RATE * min(1, (step + 1) / WARMING) * fallen


def take_step(
    net: Tagger, optimizer: torch.optim.Optimizer, encoded: Encoded, documents: list[int], random: torch.Generator
) -> list[float]:
    """Learn from one batch, and return its losses."""
    with torch.autocast("cpu", torch.bfloat16):
        losses = learn(net, encoded, documents, random)
    optimizer.zero_grad()
    sum(losses).backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
    optimizer.step()
    return [loss.item() for loss in losses] + [0.0] * (3 - len(losses))


def learn(net: Tagger, encoded: Encoded, documents: list[int], random: torch.Generator) -> list[torch.Tensor]:
    """The losses of one batch: tokens, windows, cues."""
    batch, begins = encoded.batch(documents)
    hide(batch, encoded.vectors, begins, random)
    truth, cues = encoded.targets(documents, begins, len(batch["real"]))
    x = net.encode(batch)
    scores = net.token_out(x)
    real = batch["real"]
    token_loss = (F.binary_cross_entropy_with_logits(scores, truth, reduction="none") * real).sum() / real.sum()
    chance = torch.sigmoid(scores[:, 0].detach().float()).numpy()
    chosen = choose(cues, chance, documents, begins, encoded.corpus.data["sizes"][documents], random)
    if not chosen:
        return [token_loss * 4]
    pairs = encoded.pairs(chosen)
    window, judged = net.relate(x, pairs)
    gold = torch.tensor([float(one[3] >= 0) for one in chosen])
    weight = pairs["valid"][..., None] * gold[:, None, None]
    losses = F.binary_cross_entropy_with_logits(window, encoded.pair_targets(chosen), reduction="none")
    pair_loss = (losses * weight).sum() / weight.sum().clamp(min=1)
    return [token_loss * 4, pair_loss * 8, F.binary_cross_entropy_with_logits(judged, gold) * 0.5]


def sizes_of(corpus: Corpus, labels: dict[str, np.ndarray]) -> Sizes:
    tags, deps, entities, words = (len(labels[name]) + 1 for name in (*LABELS, "word"))
    return Sizes(tags, deps, entities, int(corpus.data["distance"].max()) + 1, words, corpus.data["flags"].shape[1] + 2)


def set_odds_out_of_fold(corpus: Corpus, encoded: Encoded, documents: list[int]) -> None:
    """Let each document read the odds of lemmas as counted in others."""
    for fold in range(ODDS_FOLDS):
        held = set(documents[fold::ODDS_FOLDS])
        encoded.set_odds(sorted(held), cue_odds(corpus, [one for one in documents if one not in held]))


def export(net: Tagger, labels: dict[str, np.ndarray], odds: dict[int, tuple[float, float]], corpus: Corpus, out: Path) -> None:
    """Write weights and the tables that say what their rows stand for."""
    weights = {name.replace(".", "_"): value.numpy().astype(np.float16) for name, value in net.state_dict().items()}
    known = sorted(odds)
    tables = {f"label_{name}": values for name, values in labels.items()}
    tables |= {"lemma": np.array(known, np.uint64), "lemma_odds": np.array([odds[key] for key in known], np.float16)}
    # Enough of the word vectors' table to tell whether a pipeline brings the ones that the weights were fitted to.
    np.savez_compressed(out, **weights, **tables, known_vectors=corpus.data["vectors"][:4])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("arrays", type=Path, help="what read_tagger.py wrote")
    parser.add_argument("--out", type=Path, default=MODEL, help="where the weights go")
    parser.add_argument("--without", default="", help="FOLD/FOLDS to leave out")
    options = parser.parse_args()
    torch.set_num_threads(1)
    corpus = Corpus(options.arrays)
    fold, folds = map(int, (options.without or "-1/1").split("/"))
    documents = [number for number in range(corpus.count) if number % folds != fold]
    encoded = Encoded(corpus, label_sets(corpus))
    set_odds_out_of_fold(corpus, encoded, documents)
    net = fit(encoded, documents, sizes_of(corpus, encoded.labels))
    export(net, encoded.labels, cue_odds(corpus, documents), corpus, options.out)


if __name__ == "__main__":
    main()
