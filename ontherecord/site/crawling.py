"""What crawlers read: /robots.txt, and the pages there are as sitemaps.

In: a database and the site's address. Out: text. Pages, the pages of a list, data in the one form that /llms.txt names and the file
are for crawlers; filters, orders, searches and SQL have no end.
"""

from collections.abc import Iterable
from xml.sax.saxutils import escape

from datasette.database import Database

from ontherecord.site.describing import DATABASE
from ontherecord.site.links import row_path

ROBOTS = """User-agent: *
Allow: /
Allow: /*?page=
Allow: /*.json?_shape=array$
Allow: /*.csv?_stream=on&_size=max$
Disallow: /*?

Sitemap: {host}/sitemap.xml
"""
PAGES = ("/", "/about", "/codebook", "/unnamed", f"/{DATABASE}")
TABLES = ("publications", "articles", "entities")
# The protocol allows 50,000 addresses; a file of so many is as heavy as a page may be.
SIZE = 2000

_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


async def write_index(db: Database, host: str) -> str:
    """The list of sitemaps: the pages that there are once, and each table's rows in pieces."""
    paths = ["/sitemaps/pages.xml"]
    for table in TABLES:
        (rows,) = (await db.execute(f"select count(*) from [{table}]")).first()
        paths += [f"/sitemaps/{table}-{number}.xml" for number in range(1, -(-rows // SIZE) + 1)]
    return _write("sitemapindex", "sitemap", paths, host)


def write_pages(questions: Iterable[str], host: str) -> str:
    """The sitemap of the pages that there are once, and of the questions' pages, whose paths are given."""
    return _write("urlset", "url", [*PAGES, *questions], host)


async def write_rows(db: Database, table: str, number: int, host: str) -> str | None:
    """The sitemap of one piece of a table, counted from 1; None where there is no such piece."""
    if table not in TABLES or number < 1:
        return None
    sql = f"select id from [{table}] order by id limit {SIZE} offset :offset"
    rows = (await db.execute(sql, {"offset": (number - 1) * SIZE})).rows
    return _write("urlset", "url", [row_path(table, row_id) for (row_id,) in rows], host) if rows else None


def _write(root: str, element: str, paths: Iterable[str], host: str) -> str:
    listed = "".join(f"<{element}><loc>{escape(host + path)}</loc></{element}>\n" for path in paths)
    return f'<?xml version="1.0" encoding="utf-8"?>\n<{root} xmlns="{_NAMESPACE}">\n{listed}</{root}>\n'
