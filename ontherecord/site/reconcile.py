"""Reconciliation: names in somebody's spreadsheet matched with entities, as OpenRefine asks for it.

In: queries of the Reconciliation Service API 0.2 (https://www.w3.org/community/reports/reconciliation/CG-FINAL-specs-0.2-20230410/).
Out: candidates with a score of 0 to 100, by name and by every spelling seen. Above 99 are those who are named just so, the one
most often so named first. `match` is said only of a candidate that alone is: of two bearers of a surname neither matches.
"""

import json
from collections.abc import Mapping
from difflib import SequenceMatcher

from datasette.database import Database, QueryInterrupted

from ontherecord.folding import fold, slug
from ontherecord.schema import ENTITY_KINDS
from ontherecord.site.describing import DATABASE
from ontherecord.site.match import drop_the, escape_fts, match_words
from ontherecord.site.queries import SAID, fetch_one, fetch_rows
from ontherecord.site.wording import ENTITY_KINDS as KIND_WORDS

PATH = "/reconcile"
# Pixels of a preview: a name with its kind, and three roles.
PREVIEW = {"width": 360, "height": 130}
PREVIEWED = f"select id, name, kind, {SAID} as quotes from entities where id = ?"
# Those that most articles tell.
ROLES = """
    select title, status, organizations.name as organization
    from roles left join entities as organizations on organizations.id = organization_id
    where entity_id = ? order by (select count(distinct article_id) from role_mentions where role_id = roles.id) desc, roles.id limit 3
"""
# OpenRefine sends ten at a time; more in one request would keep others waiting.
MOST_QUERIES = 50
MOST_RESULTS = 25
# Names longer than this are none; comparing takes the square of the length.
LONGEST = 200
# Of so many entities that share a word with the name, the most alike are shown.
CANDIDATES = f"""
    select entities.id, entities.name, entities.kind,
      (select json_group_array(json_array(spelling, count)) from aliases where entity_id = entities.id) as spellings,
      {SAID} as quotes
    from entities
    where (entities.id in (:id, :typed)
      or entities.id in (select entity_id from aliases where spelling = :typed order by count desc, entity_id limit {MOST_RESULTS})
      or entities.rowid in (
        select rowid from entities_fts where entities_fts match :words order by rank limit 100))
      and entities.kind in (select value from json_each(:kinds))
    limit {2 * MOST_QUERIES}
"""
BEGINNING = f"""
    select id, name, kind, {SAID} as quotes from entities
    where rowid in (select rowid from entities_prefix where entities_prefix match :beginning)
    order by quotes desc, id limit {MOST_RESULTS}
"""


def describe_service(host: str) -> dict:
    """The manifest: what the service is called, which types it knows and where else it answers."""
    suggest = {name: {"service_url": host, "service_path": f"{PATH}/suggest/{name}"} for name in ("entity", "type")}
    return {
        "versions": ["0.1", "0.2"],
        "name": "On the Record: people, organisations and places",
        "identifierSpace": f"{host}/{DATABASE}/entities/",
        "schemaSpace": f"{host}/codebook#entities",
        "view": {"url": f"{host}/{DATABASE}/entities/{{{{id}}}}"},
        "defaultTypes": suggest_types(""),
        "suggest": suggest,
        "preview": {"url": f"{host}{PATH}/preview?id={{{{id}}}}", **PREVIEW},
        "batchSize": 10,
    }


def read_queries(text: str) -> dict[str, dict]:
    """The queries of a batch by their names; ValueError where it is none."""
    queries = json.loads(text)
    if not isinstance(queries, dict) or not all(isinstance(query, dict) for query in queries.values()):
        raise ValueError("queries must be an object of objects")
    return dict(list(queries.items())[:MOST_QUERIES])


async def answer_queries(db: Database, queries: Mapping[str, dict]) -> dict[str, dict]:
    """The candidates of each query, the best first."""
    return {name: {"result": await find_candidates(db, query)} for name, query in queries.items()}


async def find_candidates(db: Database, query: Mapping) -> list[dict]:
    """Entities that a query's `query` may mean, of its `type` if it has one, `limit` at most."""
    typed = drop_the(str(query.get("query") or "")[:LONGEST].strip().encode("utf-8", "replace").decode())  # JSON can hold half a character
    kinds = _kinds(query.get("type"))
    words = match_words(typed.replace('"', " "), join=" OR ") or '""'
    asked = {"id": slug(typed), "typed": typed, "words": words, "kinds": json.dumps(kinds)}
    try:
        rows = (await db.execute(CANDIDATES, asked)).rows if typed else []
    except QueryInterrupted:
        rows = []
    named = {row["id"]: count for row in rows if (count := _count_named(typed, row))}
    if typed in named and "-" in typed:  # an id that is no word: nobody else is meant
        named = {typed: 1}
    scored = [(99 + named[row["id"]] / sum(named.values()) if row["id"] in named else _score(typed, row), row) for row in rows]
    ordered = sorted(scored, key=lambda pair: (-pair[0], -pair[1]["quotes"], pair[1]["id"]))
    return [_candidate(row) | {"score": round(score, 2), "match": list(named) == [row["id"]]} for score, row in ordered[: _limit(query.get("limit"))]]


async def suggest_entities(db: Database, prefix: str) -> list[dict]:
    """Entities a spelling of which has words that begin as typed, the most quoted first."""
    terms = drop_the(prefix).replace('"', " ").replace("*", " ").split()
    beginning = escape_fts(" ".join(f"{term}*" for term in terms))
    return [_candidate(row) for row in (await db.execute(BEGINNING, {"beginning": beginning})).rows]


async def preview_entity(db: Database, entity_id: str) -> dict:
    """The `entity` with its number of quotes, None where there is none, and its `roles`."""
    return {"entity": await fetch_one(db, PREVIEWED, entity_id), "roles": await fetch_rows(db, ROLES, entity_id)}


def suggest_types(prefix: str) -> list[dict]:
    """The kinds of entities whose name or word begins as typed."""
    wanted = prefix.strip().lower()
    return [{"id": kind, "name": KIND_WORDS[kind]} for kind in ENTITY_KINDS if wanted in kind.lower() or wanted in KIND_WORDS[kind]]


def _candidate(row) -> dict:
    described = f"{KIND_WORDS[row['kind']]}, {row['quotes']} quote{'' if row['quotes'] == 1 else 's'}"
    return {"id": row["id"], "name": row["name"], "type": [{"id": row["kind"], "name": KIND_WORDS[row["kind"]]}], "description": described}


def _count_named(typed: str, row) -> int:
    """How often the entity is named as typed, accents and case aside; at least once if it is its name or id, or a curator says so."""
    wanted = fold(typed)
    counts = [count for spelling, count in json.loads(row["spellings"]) if fold(drop_the(spelling)) == wanted]
    known = counts or typed == row["id"] or wanted == fold(drop_the(row["name"]))
    return max(1, sum(counts)) if known else 0


def _score(typed: str, row) -> float:
    """How alike the likest of the name and the spellings is, at most 98."""
    wanted = fold(typed)
    spellings = {fold(spelling) for spelling in (row["name"], *(spelling for spelling, _ in json.loads(row["spellings"])))}
    alike = max(SequenceMatcher(None, wanted, spelling[:LONGEST], autojunk=False).ratio() for spelling in spellings)
    return round(min(100 * alike, 98.0), 1)


def _kinds(wanted: object) -> list[str]:
    """The kinds that a query's `type` names (an id, an object with one, or a list of them); all where it names none."""
    listed = wanted if isinstance(wanted, list) else [wanted]
    named = {one.get("id") if isinstance(one, dict) else one for one in listed if isinstance(one, (dict, str))}
    return [kind for kind in ENTITY_KINDS if kind in named] or list(ENTITY_KINDS)


def _limit(wanted: object) -> int:
    return max(1, min(wanted, MOST_RESULTS)) if isinstance(wanted, int) else 10
