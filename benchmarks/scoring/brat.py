"""PolNeAR's files: attributions as brat standoff beside their texts.

In: a folder with `text/<article>.txt` and `attributions/<article>[_<annotator>].ann`. Out: each article's
text and attributions. Of several annotators' files the alphabetically first is taken; attributions without
a content are left out; numbered arguments (Content2) are merged.
"""

import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from ontherecord.records import Span

BOUND = re.compile(r"(T\d+)\t\S+ (\d+ \d+(?:;\d+ \d+)*)(?:\t|$)")
EVENT = re.compile(r"E\d+\t(.*)")
ARGUMENT = re.compile(r"(Content|Source|Cue)\d*:(T\d+)")


@dataclass(frozen=True, slots=True)
class GoldAttribution:
    """The spans of a content, of its source and of its cue; the last two may be empty."""

    content: tuple[Span, ...]
    source: tuple[Span, ...]
    cue: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class GoldArticle:
    text: str
    attributions: tuple[GoldAttribution, ...]


def read_corpus(folder: Path) -> dict[str, GoldArticle]:
    """Every annotated article by its id, in order; OSError where a text is missing."""
    texts = {path.stem for path in (folder / "text").glob("*.txt")}
    files: dict[str, list[Path]] = defaultdict(list)
    for path in sorted((folder / "attributions").glob("*.ann")):
        files[path.stem if path.stem in texts else path.stem.rpartition("_")[0]].append(path)
    return {
        stem: GoldArticle(_read(folder / "text" / f"{stem}.txt"), read_attributions(_read(found[0])))
        for stem, found in sorted(files.items())
    }


def read_attributions(annotations: str) -> tuple[GoldAttribution, ...]:
    """The attributions of one file; an argument that names a span which is not there counts as absent."""
    spans: dict[str, list[Span]] = {}
    events: list[str] = []
    for line in annotations.split("\n"):  # the words of a span may hold a line break: what follows it is no line of ours
        if bound := BOUND.match(line):
            spans[bound[1]] = [tuple(map(int, piece.split())) for piece in bound[2].split(";")]
        elif event := EVENT.match(line):
            events.append(event[1])
    found = []
    for event in events:
        parts: dict[str, list[Span]] = {"Content": [], "Source": [], "Cue": []}
        for part, target in ARGUMENT.findall(event):
            parts[part] += spans.get(target, [])
        if parts["Content"]:
            found.append(GoldAttribution(*(tuple(sorted(pieces)) for pieces in parts.values())))
    return tuple(found)


def _read(path: Path) -> str:
    with path.open(encoding="utf-8", newline="") as file:
        return file.read()
