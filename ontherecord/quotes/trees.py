"""Boosted decision trees as arrays.

In: rows of numbers. Out: the sum of the trees' leaves for each row. The arrays are written by
`benchmarks/fit_quotes.py` from scikit-learn's histogram gradient boosting (Ke et al., NeurIPS 2017, is the method);
no scikit-learn is needed here.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Trees:
    """Complete trees of one depth, a row each: inner nodes level by level, then leaves. `base` is added to every sum."""

    feature: np.ndarray
    threshold: np.ndarray
    value: np.ndarray
    base: float

    def predict(self, rows: np.ndarray) -> np.ndarray:
        """The trees' sum for each row of columns."""
        if not len(rows):
            return np.zeros(0)
        count, inner = self.feature.shape
        flat = np.ascontiguousarray(rows, dtype=np.float32).ravel()
        offset = (np.arange(len(rows), dtype=np.int32) * rows.shape[1])[:, None]
        feature, threshold = self.feature.ravel(), self.threshold.ravel()
        tree = np.arange(count, dtype=np.int32) * inner
        place = np.zeros((len(rows), count), dtype=np.int32)
        for _ in range((inner + 1).bit_length() - 1):
            node = place + tree
            place = 2 * place + 1 + (flat.take(feature.take(node) + offset) > threshold.take(node))
        leaf = place - inner + np.arange(count, dtype=np.int32) * (inner + 1)
        return self.value.ravel().take(leaf).sum(axis=1, dtype=np.float64) + self.base


def read_trees(arrays: Mapping[str, np.ndarray], name: str) -> Trees:
    """The trees stored under `name` among arrays."""
    return Trees(
        arrays[f"{name}_feature"].astype(np.int32), arrays[f"{name}_threshold"], arrays[f"{name}_value"], float(arrays[f"{name}_base"])
    )
