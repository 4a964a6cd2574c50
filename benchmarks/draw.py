"""python -m benchmarks.draw FOLDER: quotes drawn by chance, to judge by hand whether their `act` is right."""

import csv
import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path

import click

from benchmarks.built import FOLDER, build_options, find_built
from benchmarks.printing import print_table
from benchmarks.scoring.found import Found, FoundQuote
from benchmarks.scoring.shown import show_spans

AROUND = 160  # characters before and after, enough to tell speech from writing
COLUMNS = ("quote", "act", "judged", "words")


@click.command()
@click.argument("folder", type=FOLDER)
@click.option("--seed", metavar="N", type=int, default=1, show_default=True, help="The same seed and quotes give the same draw.")
@click.option("--n", "number", metavar="N", type=click.IntRange(min=1), default=100, show_default=True, help="How many quotes.")
@click.option("--judged", metavar="FILE", type=click.File(encoding="utf-8"), help="Count what a filled-in draw says, and draw nothing.")
@build_options
def main(folder: Path, seed: int, number: int, judged, db: Path | None, store: Path, workers: int) -> None:
    """Draw quotes from the texts in FOLDER and print them as CSV with an empty column `judged`.

    Write into it the act that is right (speech, writing, thought, evidence, or none where there is no quote), then
    count with --judged. The content stands in [ ], the cue in | |.
    """
    if judged:
        print_table(("act", "judged", "quotes"), count(list(csv.DictReader(judged))))
        return
    writer = csv.writer(sys.stdout)
    writer.writerow(COLUMNS)
    writer.writerows(draw(find_built(folder, db=db, store=store, workers=workers), seed, number))


def draw(found: Found, seed: int, number: int) -> list[tuple[str, str, str, str]]:
    """So many quotes of all, in order of id, each with the words around it.

    The lowest hashes are drawn, so that a draw stays nearly the same when a few quotes come or go.
    """
    quotes = {quote.id: (article.text, quote) for article in found.articles.values() for quote in article.quotes}
    chosen = sorted(quotes, key=lambda id: sha256(f"{seed} {id}".encode()).digest())[:number]
    return [(id, quotes[id][1].act, "", _shown(*quotes[id])) for id in sorted(chosen)]


def count(rows: list[dict[str, str]]) -> list[tuple[str, str, int]]:
    """How often each act was judged to be which, and how many were right."""
    pairs = Counter((row["act"], row["judged"]) for row in rows if row["judged"])
    right = sum(n for (act, judged), n in pairs.items() if act == judged)
    return [(*pair, n) for pair, n in sorted(pairs.items())] + [("all", "right", right), ("all", "judged", sum(pairs.values()))]


def _shown(text: str, quote: FoundQuote) -> str:
    return show_spans(text, (("[]", quote.spans), ("||", (quote.cue,) if quote.cue else ())), AROUND)


if __name__ == "__main__":
    main()
