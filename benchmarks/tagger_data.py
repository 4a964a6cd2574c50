"""What the tagger learns from, as tensors: the arrays that `read_tagger.py` wrote, batch by batch.

Documents of a batch stand end to end, with rows of padding between them that every layer keeps at 0.
"""

from pathlib import Path

import numpy as np
import torch

from ontherecord.quotes.tagger_pairs import BEFORE, KINDS, WINDOW, relate

GAP = 8  # rows of padding between documents, as many as the widest dilation
SMOOTHING = 4.0  # uses of a lemma that its share as a cue must outweigh
LABELS = ("tag", "dep", "entity")
Cue = tuple[int, int, int, int]  # document, where its rows begin, the cue's head within it, the attribution or -1


class Corpus:
    """The arrays of a folder, cut into documents."""

    def __init__(self, path: Path) -> None:
        loaded = np.load(path)
        self.data = {name: loaded[name] for name in loaded.files}
        self.first = np.concatenate([[0], np.cumsum(self.data["sizes"])])
        self.count = len(self.data["sizes"])
        self.gold_of = [np.flatnonzero(self.data["gold_doc"] == number) for number in range(self.count)]
        order = np.argsort(self.data["gold"][:, 0], kind="stable")
        self.gold = self.data["gold"][order]
        self.bounds = np.searchsorted(self.gold[:, 0], np.arange(len(self.data["gold_head"]) + 1))

    def of(self, name: str, number: int) -> np.ndarray:
        return self.data[name][self.first[number] : self.first[number + 1]]

    def roles(self, quote: int) -> list[np.ndarray]:
        rows = self.gold[self.bounds[quote] : self.bounds[quote + 1]]
        return [rows[rows[:, 1] == role, 2] for role in range(3)]


def cue_odds(corpus: Corpus, documents: list[int]) -> dict[int, tuple[float, float]]:
    """{lemma: (log-odds of being a cue's head, log of its count)} of every lemma that heads one."""
    uses: dict[int, int] = {}
    cues: dict[int, int] = {}
    for number in documents:
        lemma = corpus.of("lemma", number)
        for key, times in zip(*np.unique(lemma, return_counts=True), strict=True):
            uses[int(key)] = uses.get(int(key), 0) + int(times)
        for key in lemma[corpus.data["gold_head"][corpus.gold_of[number]]].tolist():
            cues[key] = cues.get(key, 0) + 1
    share = sum(cues.values()) / sum(uses.values())
    return {
        key: (float(np.log((k + SMOOTHING * share) / (uses[key] - k + SMOOTHING)) / 2 + 2), float(np.log1p(uses[key]) / 4))
        for key, k in sorted(cues.items())
    }


def looked_up(keys: np.ndarray, known: np.ndarray) -> np.ndarray:
    """The place of each key in `known` (sorted), from 1; 0 where it is not there."""
    at = np.minimum(np.searchsorted(known, keys), len(known) - 1)
    return np.where(known[at] == keys, at + 1, 0)


class Encoded:
    """What the network reads, per document; made once."""

    def __init__(self, corpus: Corpus, labels: dict[str, np.ndarray]) -> None:
        self.corpus, self.labels = corpus, labels
        vectors = corpus.data["vectors"].astype(np.float32)
        self.vectors = torch.tensor(np.vstack([vectors, np.zeros((1, vectors.shape[1]), np.float32)]))
        row = corpus.data["row"]
        self.vector_rows = np.where(row < 0, len(vectors), row)
        self.rows = {name: looked_up(corpus.data[name], labels[name]) for name in LABELS}
        self.rows["distance"] = corpus.data["distance"]
        self.rows["word"] = looked_up(corpus.data["lower"], labels["word"])
        self.odds = np.zeros((len(row), 2), np.float32)
        self.ones = np.ones((len(row), 1), np.float32)

    def set_odds(self, documents: list[int], odds: dict[int, tuple[float, float]]) -> None:
        keys = np.array(sorted(odds), np.uint64)
        values = np.array([(0.0, 0.0)] + [odds[int(key)] for key in keys], np.float32)
        for number in documents:
            low, high = self.corpus.first[number], self.corpus.first[number + 1]
            self.odds[low:high] = values[looked_up(self.corpus.data["lemma"][low:high], keys)]

    def batch(self, documents: list[int]) -> tuple[dict, np.ndarray]:
        """The documents' tokens end to end with gaps, as tensors, and where each document begins."""
        data, first = self.corpus.data, self.corpus.first
        sizes = data["sizes"][documents]
        begins = np.concatenate([[0], np.cumsum(sizes + GAP)[:-1]]) + GAP
        total = int(begins[-1] + sizes[-1] + GAP)
        where = np.concatenate([np.arange(begin, begin + size) for begin, size in zip(begins, sizes, strict=True)])
        from_ = np.concatenate([np.arange(first[number], first[number + 1]) for number in documents])

        def spread(values: np.ndarray, kind: type = np.float32, empty: int = 0) -> torch.Tensor:
            out = np.full((total, *values.shape[1:]), empty, kind)
            out[where] = values[from_]
            return torch.from_numpy(out)

        return {
            "row": spread(self.vector_rows, np.int64, len(self.vectors) - 1), "proper": spread(data["proper"], bool),
            "tensor": spread(data["tensor"]), "marks": torch.cat([spread(data["flags"]), spread(self.odds)], dim=1),
            "rows": [spread(self.rows[name], np.int64) for name in (*LABELS, "distance", "word")],
            "real": spread(self.ones), **self.tree(documents, begins, total),
        }, begins  # fmt: skip

    def tree(self, documents: list[int], begins: np.ndarray, total: int) -> dict[str, torch.Tensor]:
        """Each row's governor, whether it has one, and one part in how many it governs."""
        head = np.arange(total)
        for number, begin in zip(documents, begins, strict=True):
            own = self.corpus.of("head", number)
            head[begin : begin + len(own)] = own + begin
        governed = (head != np.arange(total)).astype(np.float32)
        share = (1 / np.maximum(np.bincount(head, weights=governed, minlength=total), 1)).astype(np.float32)
        return {
            "head": torch.from_numpy(head), "governed": torch.from_numpy(governed)[:, None],
            "share": torch.from_numpy(share)[:, None],
        }  # fmt: skip

    def targets(self, documents: list[int], begins: np.ndarray, total: int) -> tuple[torch.Tensor, dict]:
        """Per token which tasks are true, and the gold cues: position, document's number, quote."""
        truth = np.zeros((total, 5), np.float32)
        cues = []
        for number, begin in zip(documents, begins, strict=True):
            for quote in self.corpus.gold_of[number]:
                content, source, _ = self.corpus.roles(quote)
                head = int(self.corpus.data["gold_head"][quote])
                truth[begin + head, 0] = 1
                truth[begin + content, 1] = 1
                truth[begin + starts(content), 2] = 1
                truth[begin + ends(content), 3] = 1
                truth[begin + source, 4] = 1
                cues.append((number, int(begin), head, quote))
        return torch.from_numpy(truth), cues

    def pairs(self, chosen: list[Cue]) -> dict[str, torch.Tensor]:
        """The windows of the chosen cues (those of a document stand together), all documents' end to end."""
        parts: dict[str, list[np.ndarray]] = {}
        for number, begin in dict.fromkeys(one[:2] for one in chosen):
            cues = np.array([one[2] for one in chosen if one[0] == number])
            for name, values in self.windows(number, cues).items():
                shift = begin if name in ("cue", "token") else 0
                parts.setdefault(name, []).append(values + shift if shift else values)
        joined = {name: torch.from_numpy(np.concatenate(values)) for name, values in parts.items()}
        joined["above"] += torch.arange(len(joined["cue"]))[:, None] * (WINDOW + 1)
        return joined

    def windows(self, number: int, cues: np.ndarray) -> dict[str, np.ndarray]:
        """The windows of one document's cues; `above` is where in it each token's governor is, WINDOW if outside."""
        head, depth, left, right, *places = (
            self.corpus.of(name, number) for name in ("head", "depth", "left", "right", "sentence", "paragraph", "stretch")
        )
        dep = self.rows["dep"][self.corpus.first[number] : self.corpus.first[number + 1]]
        pairs = relate(head, depth, (left, right), (dep, len(self.labels["dep"]) + 1), tuple(places), cues)
        above = head[pairs.token] - cues[:, None] + BEFORE
        above[(above < 0) | (above >= WINDOW) | ~pairs.valid] = WINDOW
        tables = {name: getattr(pairs, name) for name, _ in KINDS}
        return {"cue": cues, "token": pairs.token, "valid": pairs.valid.astype(np.float32), "above": above, **tables}

    def pair_targets(self, chosen: list[Cue]) -> torch.Tensor:
        """Per window token which tasks are true of the gold cues; nothing of the others."""
        truth = np.zeros((len(chosen), WINDOW, 5), np.float32)
        for at, (_, _, head, quote) in enumerate(chosen):
            if quote < 0:
                continue
            content, source, cue = self.corpus.roles(quote)
            for task, tokens in enumerate((content, starts(content), ends(content), source, cue)):
                places = tokens - head + BEFORE
                truth[at, places[(places >= 0) & (places < WINDOW)], task] = 1
        return torch.from_numpy(truth)


def starts(tokens: np.ndarray) -> np.ndarray:
    return tokens[np.diff(tokens, prepend=-9) > 1]


def ends(tokens: np.ndarray) -> np.ndarray:
    return tokens[np.diff(tokens, append=10**9) > 1]


def label_sets(corpus: Corpus) -> dict[str, np.ndarray]:
    """The labels and words that get rows of their own, sorted."""
    return {name: np.unique(corpus.data[name]) for name in LABELS} | {"word": corpus.data["words"]}
