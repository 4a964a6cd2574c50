"""The tagger as a torch network, for fitting only; `ontherecord/quotes/tagger.py` computes the same in numpy."""

import math
from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional as F

from ontherecord.quotes.tagger_pairs import KINDS, WINDOW

DILATIONS = (1, 2, 4, 8)
PAIR_DILATIONS = (1, 3)
TOKEN_TASKS = ("cue", "content", "start", "end", "source")
PAIR_TASKS = ("content", "start", "end", "source", "cue")


@dataclass(frozen=True)
class Sizes:
    """How many rows the tables have, and how wide the layers are."""

    tags: int
    deps: int
    entities: int
    distances: int
    words: int
    marks: int
    tensor: int = 96
    vector: int = 300
    hidden: int = 80
    pair: int = 48


class Tagger(nn.Module):
    """Residual convolutions over the token's neighbours in text and tree; then the same over each cue's window."""

    def __init__(self, sizes: Sizes, dropout: float) -> None:
        super().__init__()
        wide, pair = sizes.hidden, sizes.pair
        self.dropout = dropout
        self.vector = nn.Linear(sizes.vector, wide, bias=False)
        self.tensor = nn.Linear(sizes.tensor, wide, bias=False)
        self.marks = nn.Linear(sizes.marks, wide)
        self.tables = nn.ModuleList(
            nn.Embedding(rows, wide) for rows in (sizes.tags, sizes.deps, sizes.entities, sizes.distances, sizes.words)
        )
        for table in self.tables:
            nn.init.normal_(table.weight, std=0.3)
        self.layers = nn.ModuleList(nn.Linear(5 * wide, wide) for _ in DILATIONS)
        self.token_out = nn.Linear(wide, len(TOKEN_TASKS))
        self.here = nn.Linear(wide, pair)
        self.cue = nn.Linear(wide, pair)
        self.offset = nn.Parameter(torch.randn(WINDOW, pair) * 0.1)
        rows = [count * (sizes.deps if name == "tree" else 1) for name, count in KINDS]
        self.pair_tables = nn.ModuleList(nn.Embedding(count, pair) for count in rows)
        for table in self.pair_tables:
            nn.init.normal_(table.weight, std=0.1)
        self.pair_layers = nn.ModuleList(nn.Linear(4 * pair, pair) for _ in PAIR_DILATIONS)
        self.pair_out = nn.Linear(pair, len(PAIR_TASKS))
        self.judge = nn.Linear(3 * pair, 32)
        self.verdict = nn.Linear(32, 1)
        for layer, share in ((self.token_out, 0.03), (self.pair_out, 0.03)):
            nn.init.normal_(layer.weight, std=0.01)
            nn.init.constant_(layer.bias, math.log(share))

    def drop(self, x: torch.Tensor) -> torch.Tensor:
        """Drop channels, in a window for all its tokens together: as good as each by itself, and much faster."""
        if not self.training:
            return x
        shape = (x.shape[0], 1, x.shape[2]) if x.dim() == 3 else x.shape
        return x * ((torch.rand(shape) > self.dropout).to(x.dtype) / (1 - self.dropout))

    def encode(self, batch: dict[str, torch.Tensor]) -> torch.Tensor:
        """A row per token; tokens of different documents are kept apart by rows of padding, where `real` is 0."""
        real = batch["real"]
        x = self.vector(batch["vector"]) + self.tensor(batch["tensor"]) + self.marks(batch["marks"])
        for table, rows in zip(self.tables, batch["rows"], strict=True):
            x = x + table(rows)
        x = self.drop(F.relu(x)) * real
        for far, layer in zip(DILATIONS, self.layers, strict=True):
            near = [F.pad(x, (0, 0, far, 0))[:-far], x, F.pad(x, (0, 0, 0, far))[far:]]
            below = torch.zeros_like(x).index_add_(0, batch["head"], x * batch["governed"]) * batch["share"]
            y = layer(torch.cat([*near, x.index_select(0, batch["head"]), below], dim=1))
            x = (x + self.drop(F.relu(y))) * real
        return x

    def relate(self, x: torch.Tensor, pairs: dict[str, torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
        """Scores of each cue's window, and of each cue."""
        count = len(pairs["cue"])
        here = self.here(x)
        cue = self.cue(x.index_select(0, pairs["cue"]))
        z = here.index_select(0, pairs["token"].view(-1)).view(count, WINDOW, -1) + cue[:, None] + self.offset
        for table, (name, _) in zip(self.pair_tables, KINDS, strict=True):
            z = z + table(pairs[name])
        valid = pairs["valid"][..., None]
        z = self.drop(F.relu(z)) * valid
        padded = z.new_zeros(count, 1, z.shape[2])
        for far, layer in zip(PAIR_DILATIONS, self.pair_layers, strict=True):
            flat = torch.cat([z, padded], dim=1).view(-1, z.shape[2])
            above = flat.index_select(0, pairs["above"].view(-1)).view(z.shape)
            near = [F.pad(z, (0, 0, far, 0))[:, :-far], z, F.pad(z, (0, 0, 0, far))[:, far:]]
            z = (z + self.drop(F.relu(layer(torch.cat([*near, above], dim=2))))) * valid
        scores = self.pair_out(z)
        chance = torch.sigmoid(scores) * valid
        pools = [(z * chance[..., at : at + 1]).sum(1) / (1 + chance[..., at : at + 1].sum(1)) for at in (0, 3)]
        judged = self.verdict(F.relu(self.judge(torch.cat([*pools, cue], dim=1))))
        return scores, judged[:, 0]
