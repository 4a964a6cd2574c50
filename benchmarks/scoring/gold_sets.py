"""Gold sets on disk: a folder of texts, a folder of gold, and perhaps which quotes share an utterance.

In: folders. Out: the sets. A set is a folder with `text/` and `gold/`, perhaps with `utterances.json`;
one whose texts stand elsewhere says where, relative to itself, in a file `texts`.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from benchmarks.scoring.gold import LINKS, read_gold


@dataclass(frozen=True, slots=True)
class GoldSet:
    """Texts by folder, the gold read, and groups of quotes that do or do not share an utterance."""

    name: str
    texts: Path
    gold: list[dict]
    links: dict

    @classmethod
    def of(cls, folder: Path) -> "GoldSet":
        """Read the set in a folder; OSError where its gold is missing."""
        pointer = folder / "texts"
        texts = folder / pointer.read_text(encoding="utf-8").strip() if pointer.is_file() else folder / "text"
        file = folder / LINKS
        links = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
        return cls(folder.name, texts, read_gold(folder / "gold"), links)


def find_sets(root: Path) -> list[GoldSet]:
    """The sets that the tests own, in order of name."""
    return [GoldSet.of(folder) for folder in sorted((root / "tests" / "gold").iterdir()) if folder.is_dir()]
