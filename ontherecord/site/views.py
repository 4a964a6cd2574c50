"""The pages that belong to no table: front page, search, about, codebook; and what programs read.

In: Datasette and a request. Out: a response. Nothing that was typed can make an error.
"""

from datasette import NotFound, Response
from datasette.app import Datasette
from datasette.database import Database, QueryInterrupted
from datasette.utils import tilde_decode

from ontherecord.schema import TABLES
from ontherecord.site.choices import OFFERED, offer_choices
from ontherecord.site.describing import DATABASE
from ontherecord.site.front import about_page, front_page
from ontherecord.site.machines import ROBOTS, write_feed, write_llms
from ontherecord.site.pages import NEWEST, UTTERED, load_page
from ontherecord.site.search import search_clauses

FOUND = 20
FILTERS = ("speaker", "kind", "publication", "since", "until")
# Of which articles; a day is compared with as much of the date as the metadata gives.
WITHIN = """(:publication = '' or articles.publication_id = :publication)
            and (:since = '' or substr(articles.published, 1, 10) >= :since)
            and (:until = '' or substr(articles.published, 1, 10) <= :until)"""
# Rows are chosen first and snippets made of the chosen only: a common word is in many thousands.
SEARCHES = {
    "entities": """
        select *, snippet_of(name, :q) as snippet from (
          select id, name, kind, (select count(*) from quote_speakers where entity_id = entities.id) as quotes
          from entities where {found} order by quotes desc, id limit {limit})""",
    "quotes": f"""
        select *, snippet_of(text, :q) as snippet from (
          select quotes.id, quotes.text, quotes.speaker_id, quotes.kind, articles.id as article_id, articles.label as article,
            coalesce(entities.name, quotes.speaker_text) as speaker
          from quotes join articles on articles.id = article_id left join entities on entities.id = speaker_id
          where {{found}} and {UTTERED} and {WITHIN} and (:kind = '' or quotes.kind = :kind)
            and (:speaker = '' or quotes.id in (select quote_id from quote_speakers where entity_id = (select find_entity(:speaker))))
          order by {NEWEST} limit {{limit}})""",
    "articles": f"""
        select id, label, published, snippet_of(text, :q) as snippet from (
          select * from articles where {{found}} and {WITHIN} order by published is null, published desc, id limit {{limit}})""",
    "sentences": f"""
        select *, snippet_of(text, :q) as snippet from (
          select sentences.id, sentences.text, articles.id as article_id, articles.label as article
          from sentences join articles on articles.id = article_id
          where {{found}} and {WITHIN} order by published is null, published desc, articles.id, sentences.start limit {{limit}})""",
}


async def show_front(datasette: Datasette, request) -> Response:
    """Counts, questions, limits; a list of databases where ours is not among them."""
    if DATABASE not in datasette.databases:
        names = [name for name in datasette.databases if name != "_internal"]
        return await _page(datasette, request, "index.html", {"databases": names})
    db = datasette.get_database(DATABASE)
    front = await front_page(db, _questions(datasette))
    return await _page(datasette, request, "index.html", {"front": front, "hash": db.hash, "size": db.size})


async def show_search(datasette: Datasette, request) -> Response:
    """One box over quotes, people, articles and sentences, found words marked."""
    db = _database(datasette)
    asked = {key: (request.args.get(key) or "").strip() for key in ("q", *FILTERS)}
    context = {
        "asked": asked,
        "found": await _search(db, asked) if asked["q"] else None,
        "limit": FOUND,
        "publications": (await db.execute(f"select id, name from publications order by name limit {OFFERED}")).rows,
        "choices": await offer_choices(db),
    }
    return await _page(datasette, request, "search.html", context)


async def show_about(datasette: Datasette, request) -> Response:
    """What is in the dataset, how it was made and how good it is, from the table `about`."""
    db = _database(datasette)
    return await _page(datasette, request, "about.html", {**await about_page(db), "hash": db.hash, "size": db.size})


async def show_codebook(datasette: Datasette, request) -> Response:
    """Every table and column with its meaning, from the schema."""
    return await _page(datasette, request, "codebook.html", {"tables": TABLES})


async def show_feed(datasette: Datasette, request) -> Response:
    """An entity's newest quotes as an Atom feed."""
    db, row_id = _database(datasette), tilde_decode(request.url_vars["id"])
    if (await db.execute("select 1 from entities where id = ?", [row_id])).first() is None:
        raise NotFound("There is no such entity")
    feed = write_feed(await load_page(db, "entities", row_id), _host(datasette, request))
    return Response(feed, content_type="application/atom+xml; charset=utf-8", headers=_kept(datasette))


async def show_llms(datasette: Datasette, request) -> Response:
    """What the site holds, for programs that read text."""
    return Response.text(write_llms(_questions(datasette), _host(datasette, request)), headers=_kept(datasette))


async def show_robots(datasette: Datasette, request) -> Response:
    """What crawlers may fetch."""
    return Response.text(ROBOTS, headers=_kept(datasette))


ROUTES = [
    (r"^/$", show_front),
    (r"^/search$", show_search),
    (r"^/about$", show_about),
    (r"^/codebook$", show_codebook),
    (rf"^/{DATABASE}/entities/(?P<id>[^/]+)\.atom$", show_feed),
    (r"^/llms\.txt$", show_llms),
    (r"^/robots\.txt$", show_robots),
]


def _database(datasette: Datasette) -> Database:
    """The database that these pages are made for; NotFound where another one is served."""
    if DATABASE not in datasette.databases:
        raise NotFound(f"There is no {DATABASE}.db here")
    return datasette.get_database(DATABASE)


async def _search(db: Database, asked: dict[str, str]) -> dict[str, list[dict] | None]:
    """What was found by table, None where it took too long; tables to which a filter in use does not apply are left out."""
    found: dict[str, list[dict] | None] = {}
    for table, sql in SEARCHES.items():
        if table != "quotes" and (asked["speaker"] or asked["kind"]):
            continue
        if table == "entities" and any(asked[name] for name in FILTERS):
            continue
        query = sql.format(found=search_clauses(table, "q"), limit=FOUND + 1)
        try:
            found[table] = [dict(row) for row in (await db.execute(query, asked)).rows]
        except QueryInterrupted:
            found[table] = None
    return found


def _questions(datasette: Datasette) -> dict[str, dict]:
    return datasette.metadata("queries", database=DATABASE, fallback=False) or {}


def _host(datasette: Datasette, request) -> str:
    return datasette.absolute_url(request, "/").rstrip("/")


def _kept(datasette: Datasette) -> dict[str, str]:
    """How long others may keep the answer; Datasette sets this on its own pages only."""
    return {"Cache-Control": f"max-age={datasette.setting('default_cache_ttl')}"}


async def _page(datasette: Datasette, request, template: str, context: dict) -> Response:
    html = await datasette.render_template(template, context, request=request, view_name="page")
    return Response.html(html, headers=_kept(datasette))
