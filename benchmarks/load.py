"""python -m benchmarks.load TEXTS: how long pages take with many visitors at once, and how that grows with the database.

In: a folder of texts, or a database. Out: for it and for one with the same annotations many times over under other
ids, the 95th percentile of the article, entity and front pages beside that of Datasette's own page of a row.
"""

import asyncio
import json
import random
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory

import click
import httpx
from datasette.utils import tilde_encode

from benchmarks.built import FOLDER, build_from, build_options
from benchmarks.printing import print_table
from build_db import ROOT
from ontherecord.publish import INSPECTION, inspect
from ontherecord.schema import TABLES

NAME = "ontherecord"
SERVED = ("metadata.yml", "settings.json", "plugins", "templates", "static")
HEADER = ("database", "page", "median ms", "95th percentile ms", "times the row page", "times the smaller database")
# So many pages of each kind are asked for, in turn; the articles and the entities with most to show.
PAGES = 80
PATHS = {
    "row": "select '/ontherecord/sentences/', id from sentences order by id",
    "article": "select '/ontherecord/articles/', article_id from quotes group by article_id order by count(*) desc, article_id",
    "entity": "select '/ontherecord/entities/', entity_id from quote_speakers group by entity_id order by count(*) desc, entity_id",
    "front": "select '/', ''",
}
ROUNDS = 4  # each kind of page and each database in turn, so that whatever else the machine does falls on all alike


@click.command()
@click.argument("texts", type=FOLDER, required=False)
@click.option("--copies", metavar="N", type=click.IntRange(min=2), default=12, show_default=True, help="How many times as large the second is.")
@click.option("--clients", metavar="N", type=click.IntRange(min=1), default=16, show_default=True, help="Visitors at once.")
@click.option("--requests", metavar="N", type=click.IntRange(min=ROUNDS), default=320, show_default=True, help="Requests for each kind of page.")
@build_options
def main(texts: Path | None, copies: int, clients: int, requests: int, workers: int, store: Path, db: Path | None) -> None:
    """Serve a database and one many times as large, and time their pages with many clients at once.

    TEXTS is a folder of texts, from which the database is built; --db gives one that is there.
    """
    if texts is None and db is None:
        raise click.UsageError("give a folder of texts, or --db")
    with TemporaryDirectory() as folder:
        small, large = Path(folder) / "1", Path(folder) / str(copies)
        for site in (small, large):
            site.mkdir()
            for name in SERVED:
                (site / name).symlink_to(ROOT / name)
        if db is None:
            build_from(texts, small / f"{NAME}.db", store=store, workers=workers)
        else:
            copyfile(db, small / f"{NAME}.db")
        multiply(small / f"{NAME}.db", large / f"{NAME}.db", copies)
        for site in (small, large):
            (site / INSPECTION).write_text(json.dumps({NAME: inspect(site / f"{NAME}.db") | {"file": f"{NAME}.db"}}))
        with serve(small) as one, serve(large) as other:
            addresses = {f"{size} x": address for size, address in ((1, one), (copies, other))}
            measured = asyncio.run(measure(addresses, find_paths(small / f"{NAME}.db"), clients, requests))
    print_table(HEADER, list(_rows(measured)))


def multiply(db: Path, copy: Path, times: int) -> None:
    """Write a copy in which the rows of every article stand `times` times, under ids with a number before them."""
    copyfile(db, copy)
    of_articles = {"articles"}
    for table in TABLES:
        if any(c.required and c.references in of_articles for c in table.columns):
            of_articles.add(table.name)
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.execute("begin")
        for table in (table for table in TABLES if table.name in of_articles):
            renamed = {c.name for c in table.columns if c.name == "id" or c.references in of_articles}
            columns = ", ".join(f'"{c.name}"' for c in table.columns)
            values = ", ".join(f"'x' || n || '-' || \"{c.name}\"" if c.name in renamed else f'"{c.name}"' for c in table.columns)
            connection.execute(
                f'insert into "{table.name}" ({columns}) with recursive copies (n) as (select 1 union all select n + 1 from copies '
                f'where n < {times - 1}) select {values} from (select * from "{table.name}" order by rowid), copies'
            )
            for index in (f"{table.name}_fts", f"{table.name}_prefix") if table.search else ():
                connection.execute(f'insert into "{index}" ("{index}") values (\'rebuild\')')
        connection.execute("commit")
        connection.execute("analyze")
        connection.execute("vacuum")


@contextmanager
def serve(site: Path) -> Iterator[str]:
    """The address of `datasette SITE` while it runs."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "datasette", "serve", str(site), "--port", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(300):
            try:
                httpx.get(f"{address}/about", timeout=10)
                break
            except httpx.TransportError:
                time.sleep(0.2)
        httpx.get(address, timeout=60)  # until what a server works out when it starts is done
        yield address
    finally:
        server.terminate()
        server.wait(30)


def find_paths(db: Path) -> dict[str, list[str]]:
    """Paths of each kind of page, the same for both databases; of rows, a draw that is the same each time."""
    with closing(sqlite3.connect(db)) as connection:
        found = {kind: [start + tilde_encode(row) for start, row in connection.execute(sql)] for kind, sql in PATHS.items()}
    found["row"] = random.Random(1).sample(found["row"], min(PAGES, len(found["row"])))
    return {kind: paths[:PAGES] for kind, paths in found.items()}


async def measure(addresses: dict[str, str], paths: dict[str, list[str]], clients: int, requests: int) -> dict[str, dict[str, list[float]]]:
    """Seconds of each request by database and kind of page, sorted."""
    took: dict[str, dict[str, list[float]]] = {size: {kind: [] for kind in paths} for size in addresses}
    share = requests // ROUNDS
    async with httpx.AsyncClient(timeout=120, limits=httpx.Limits(max_connections=clients)) as client:
        for turn in range(ROUNDS):
            for kind, listed in paths.items():
                for size, address in addresses.items():
                    waiting = [address + listed[(turn * share + n) % len(listed)] for n in range(share)]
                    took[size][kind] += await _visit(client, waiting, clients)
    return {size: {kind: sorted(seconds) for kind, seconds in kinds.items()} for size, kinds in took.items()}


async def _visit(client: httpx.AsyncClient, waiting: list[str], clients: int) -> list[float]:
    took = []

    async def visitor() -> None:
        while waiting:
            url = waiting.pop()
            start = time.perf_counter()
            answer = await client.get(url)
            took.append(time.perf_counter() - start)
            answer.raise_for_status()

    await asyncio.gather(*(visitor() for _ in range(clients)))
    return took


def _rows(measured: dict[str, dict[str, list[float]]]) -> Iterator[tuple]:
    smaller = next(iter(measured.values()))
    for size, took in measured.items():
        for kind, seconds in took.items():
            high = _percentile(seconds, 95)
            yield (size, kind, round(1000 * _percentile(seconds, 50)), round(1000 * high),
                   round(high / _percentile(took["row"], 95), 2), round(high / _percentile(smaller[kind], 95), 2))


def _percentile(ordered: list[float], percent: int) -> float:
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


if __name__ == "__main__":
    main()
