"""Boosted decision trees as arrays.

In: rows of numbers. Out: the sum of the trees' leaves for each row. The arrays are written by
`benchmarks/fit_quotes.py` from scikit-learn's histogram gradient boosting (Ke et al., NeurIPS 2017, is the method);
no scikit-learn is needed here.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

FIELDS = ("feature", "threshold", "low", "high", "value", "root")


@dataclass(frozen=True, slots=True)
class Trees:
    """All nodes of all trees in one table; a leaf leads to itself. `base` is added to every sum."""

    feature: np.ndarray
    threshold: np.ndarray
    low: np.ndarray
    high: np.ndarray
    value: np.ndarray
    root: np.ndarray
    base: float
    depth: int

    def predict(self, rows: np.ndarray) -> np.ndarray:
        """The trees' sum for each row of columns."""
        if not len(rows):
            return np.zeros(0)
        width = rows.shape[1]
        flat = np.ascontiguousarray(rows, dtype=np.float32).ravel()
        offset = (np.arange(len(rows), dtype=np.int32) * width)[:, None]
        node = np.broadcast_to(self.root, (len(rows), len(self.root)))
        for _ in range(self.depth):
            right = flat[self.feature[node] + offset] > self.threshold[node]
            node = np.where(right, self.high[node], self.low[node])
        return self.value[node].sum(axis=1, dtype=np.float64) + self.base


def read_trees(arrays: Mapping[str, np.ndarray], name: str) -> Trees:
    """The trees stored under `name` among arrays."""
    fields = {field: arrays[f"{name}_{field}"] for field in FIELDS}
    base, depth = arrays[f"{name}_shape"].tolist()
    fields = {k: v.astype(np.float32 if v.dtype.kind == "f" else np.int32) for k, v in fields.items()}
    return Trees(**fields, base=float(base), depth=int(depth))
