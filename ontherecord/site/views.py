"""The pages that belong to no table (front page, search, unnamed sources, about, codebook), and what programs read.

In: Datasette and a request. Out: a response. Nothing that was typed can make an error.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import suppress

from datasette import NotFound, Response
from datasette.app import Datasette
from datasette.database import Database, QueryInterrupted
from datasette.utils import tilde_decode
from datasette.views.base import DatasetteError

from ontherecord.schema import TABLES
from ontherecord.site.addresses import host_of
from ontherecord.site.choices import offer_choices, offer_examples, offer_publications
from ontherecord.site.crawling import ROBOTS, write_index, write_pages, write_rows
from ontherecord.site.citing import read_contact
from ontherecord.site.describing import DATABASE
from ontherecord.site.drawing import NotDrawn, find_chart
from ontherecord.site.entities import QUOTES_FED, fetch_newest
from ontherecord.site.front import about_page, front_heights, front_page, unnamed_page
from ontherecord.site.links import chart_path, question_path
from ontherecord.site.machines import write_feed, write_llms
from ontherecord.site.pages import load_page, page_number
from ontherecord.site.reconcile import PATH, answer_queries, describe_service, preview_entity, read_queries, suggest_entities, suggest_types
from ontherecord.site.search import COUNTED, FILTERS, LAST, search_everything, search_one, searched_tables
from ontherecord.site.wanted import read_filters


async def show_front(datasette: Datasette, request) -> Response:
    """Counts, questions, limits; a list of databases where ours is not among them."""
    if DATABASE not in datasette.databases:
        names = [name for name in datasette.databases if name != "_internal"]
        return await _page(datasette, request, "index.html", {"databases": names})
    db = datasette.get_database(DATABASE)
    front = await front_page(db, _questions(datasette))
    heights = await front_heights(db, front, _questions(datasette))
    return await _page(datasette, request, "index.html", {"front": front, "heights": heights, "hash": db.hash, "size": db.size})


async def show_search(datasette: Datasette, request) -> Response:
    """One box over quotes, people, articles and sentences, found words marked; of one of them page by page."""
    db = _database(datasette)
    asked = {key: (request.args.get(key) or "").strip() for key in ("q", *FILTERS)}
    wanted = await read_filters(db, asked)
    table, found = request.args.get("of") or "", None
    if any(asked.values()) and not wanted.faults:
        alone = table in searched_tables(wanted.asked)
        number = page_number(request.args.get("page"), LAST)
        found = {table: await search_one(db, table, wanted.asked, number=number)} if alone else await search_everything(db, wanted.asked)
    context = {
        "asked": asked,
        "wanted": wanted,
        "found": found,
        "alone": found is not None and len(found) == 1 and table in found,
        "counted": COUNTED,
        "publications": await offer_publications(db, wanted.publication),
        "choices": await offer_choices(db),
        "examples": await offer_examples(db),
    }
    return await _page(datasette, request, "search.html", context)


async def show_unnamed(datasette: Datasette, request) -> Response:
    """Quotes that name nobody: how their sources are described, where, and why nobody was found."""
    page = await unnamed_page(_database(datasette))
    return await _page(datasette, request, "unnamed.html", {"page": page, "chart": chart_path("unnamed-sources")})


async def show_about(datasette: Datasette, request) -> Response:
    """What is in the dataset, how it was made and how good it is, from the table `about`."""
    db = _database(datasette)
    return await _page(datasette, request, "about.html", {**await about_page(db), "hash": db.hash, "size": db.size, "contact": read_contact(datasette.plugin_config("ontherecord"))})


async def show_codebook(datasette: Datasette, request) -> Response:
    """Every table and column with its meaning, from the schema."""
    return await _page(datasette, request, "codebook.html", {"tables": TABLES})


async def show_feed(datasette: Datasette, request) -> Response:
    """An entity's newest quotes as an Atom feed."""
    db, row_id = _database(datasette), tilde_decode(request.url_vars["id"])
    if (await db.execute("select 1 from entities where id = ?", [row_id])).first() is None:
        raise NotFound("There is no such entity")
    page = await load_page(db, "entities", row_id, {})
    quotes = await fetch_newest(db, page["ids"][:QUOTES_FED])
    feed = write_feed(page["entity"], quotes, host_of(datasette, request))
    return Response(feed, content_type="application/atom+xml; charset=utf-8", headers=_kept(datasette))


async def show_chart(datasette: Datasette, request) -> Response:
    """The chart of a question's answer as SVG, of one person's or publication's where `person` or `publication` is given."""
    name = request.url_vars["name"]
    question = _questions(datasette).get(name, {})
    try:
        drawn = await find_chart(_database(datasette), name, question, request.args)
    except QueryInterrupted as error:
        raise DatasetteError("This chart took too long. Please try again.", title="Too busy", status=503) from error
    except NotDrawn as error:
        raise DatasetteError("This chart cannot be drawn now. Its numbers are on the page of its question.", title="No chart", status=503) from error
    if drawn is None:
        raise NotFound("There is no such chart")
    return Response(drawn, content_type="image/svg+xml; charset=utf-8", headers=_kept(datasette))


async def show_reconcile(datasette: Datasette, request) -> Response:
    """The reconciliation service: its manifest, or the candidates for a batch of queries."""
    db = _database(datasette)
    try:
        sent = await request.post_vars() if request.method == "POST" else {}
        batch = sent.get("queries") or request.args.get("queries")
        if not batch:
            return Response.json(describe_service(host_of(datasette, request)))
        queries = read_queries(batch)
    except (ValueError, RecursionError) as error:
        return Response.json({"status": "error", "message": f"queries: {error}"}, status=400)
    return Response.json(await answer_queries(db, queries))


async def show_suggestions(datasette: Datasette, request) -> Response:
    """Entities or types that begin as `prefix`, for somebody who is typing."""
    prefix = request.args.get("prefix") or ""
    if request.url_vars["what"] == "type":
        return Response.json({"result": suggest_types(prefix)})
    return Response.json({"result": await suggest_entities(_database(datasette), prefix)})


async def show_preview(datasette: Datasette, request) -> Response:
    """Who an entity is, small enough for a frame within OpenRefine."""
    told = await preview_entity(_database(datasette), request.args.get("id") or "")
    html = await datasette.render_template("preview.html", told, request=request, view_name="page")
    return Response.html(html, status=200 if told["entity"] else 404, headers=_kept(datasette))


async def show_no_service(datasette: Datasette, request) -> Response:
    """What else is asked of the reconciliation service: programs are told in their own way."""
    return Response.json({"status": "error", "message": f"There is nothing at {request.path}; the service is at {PATH}"}, status=404)


async def show_llms(datasette: Datasette, request) -> Response:
    """What the site holds, for programs that read text."""
    return Response.text(write_llms(_questions(datasette), host_of(datasette, request)), headers=_kept(datasette))


async def show_robots(datasette: Datasette, request) -> Response:
    """What crawlers may fetch."""
    return Response.text(ROBOTS.format(host=host_of(datasette, request)), headers=_kept(datasette))


async def show_sitemap(datasette: Datasette, request) -> Response:
    """The list of sitemaps, or one of them."""
    db, host, name = _database(datasette), host_of(datasette, request), request.url_vars.get("name")
    if name is None:
        written = await write_index(db, host)
    elif name == "pages":
        written = write_pages(map(question_path, _questions(datasette)), host)
    else:
        written = await write_rows(db, name, int(request.url_vars["number"]), host)
    if written is None:
        raise NotFound("There is no such sitemap")
    return Response(written, content_type="application/xml; charset=utf-8", headers=_kept(datasette))


def start_early(datasette: Datasette) -> Callable[[Callable], Callable]:
    """Wraps the application so that, when a server starts, what the front page shows is worked out at once."""

    async def work_out() -> None:
        with suppress(QueryInterrupted, sqlite3.Error):  # the first visitor will be told
            db, questions = datasette.get_database(DATABASE), _questions(datasette)
            await front_heights(db, await front_page(db, questions), questions)

    def wrap(application: Callable) -> Callable:
        started = set()  # a task that nothing refers to may be thrown away before it is done

        async def wrapped(scope, receive, send):
            if scope["type"] == "lifespan" and DATABASE in datasette.databases:
                started.add(asyncio.create_task(work_out()))
            await application(scope, receive, send)

        return wrapped

    return wrap


ROUTES = [
    (r"^/$", show_front),
    (r"^/search$", show_search),
    (r"^/unnamed$", show_unnamed),
    (r"^/about$", show_about),
    (r"^/codebook$", show_codebook),
    (rf"^/{DATABASE}/entities/(?P<id>[^/]+)\.atom$", show_feed),
    (r"^/charts/(?P<name>[^/]+)\.svg$", show_chart),
    (rf"^{PATH}$", show_reconcile),
    (rf"^{PATH}/suggest/(?P<what>entity|type)$", show_suggestions),
    (rf"^{PATH}/preview$", show_preview),
    (rf"^{PATH}/.*$", show_no_service),
    (r"^/llms\.txt$", show_llms),
    (r"^/robots\.txt$", show_robots),
    (r"^/sitemap\.xml$", show_sitemap),
    (r"^/sitemaps/(?P<name>pages)\.xml$", show_sitemap),
    (r"^/sitemaps/(?P<name>[a-z]+)-(?P<number>[0-9]{1,9})\.xml$", show_sitemap),
]


def _database(datasette: Datasette) -> Database:
    """The database that these pages are made for; NotFound where another one is served."""
    if DATABASE not in datasette.databases:
        raise NotFound(f"There is no {DATABASE}.db here")
    return datasette.get_database(DATABASE)


def _questions(datasette: Datasette) -> dict[str, dict]:
    return datasette.metadata("queries", database=DATABASE, fallback=False) or {}


def _kept(datasette: Datasette) -> dict[str, str]:
    """How long others may keep the answer; Datasette sets this on its own pages only."""
    return {"Cache-Control": f"max-age={datasette.setting('default_cache_ttl')}"}


async def _page(datasette: Datasette, request, template: str, context: dict) -> Response:
    html = await datasette.render_template(template, context, request=request, view_name="page")
    return Response.html(html, headers=_kept(datasette))
