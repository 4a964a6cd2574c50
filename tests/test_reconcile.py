"""The reconciliation service as OpenRefine uses it: manifest, batches of names, suggestions while typing."""

import json
from urllib.parse import urlencode

import pytest
from site_data import ARTICLES, SCRIPT, Site, Writer, write_site

from ontherecord.records import Article
from ontherecord.site.reconcile import MOST_QUERIES, MOST_RESULTS

LEES = "Ann Lee said no. Bo Lee said yes."


def annotate_lees():
    w = Writer(LEES, ann=("Ann Lee", "PERSON"), bo=("Bo Lee", "PERSON"))
    for who, name in (("ann", "Ann Lee"), ("bo", "Bo Lee")):
        w.mention(who, name)
    w.mention("ann", "Lee", after="Ann Lee"[:3])
    w.mention("bo", "Lee", after="Bo Lee")
    return w.finish()


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return Site(write_site(tmp_path_factory.mktemp("reconcile"), [*ARTICLES, (Article("lees", "news/lees.txt", LEES), annotate_lees())]))


def post(site, queries, **headers):
    body = urlencode({"queries": queries if isinstance(queries, str) else json.dumps(queries)})
    sent = site.datasette.client.post("/reconcile", content=body, headers={"content-type": "application/x-www-form-urlencoded", **headers})
    return site.loop.run_until_complete(sent)


def candidates(site, query, **more):
    return post(site, {"q0": {"query": query, **more}}).json()["q0"]["result"]


def test_manifest(site):
    answer = site.get("/reconcile")
    told = answer.json()
    assert "0.2" in told["versions"] and told["name"] and told["identifierSpace"] and told["schemaSpace"]
    assert told["view"]["url"] == "http://localhost/ontherecord/entities/{{id}}"
    assert {kind["id"] for kind in told["defaultTypes"]} == {"PERSON", "ORG", "GPE", "LOC"}
    assert answer.headers["access-control-allow-origin"] == "*"
    for suggest in told["suggest"].values():
        assert site.get(suggest["service_path"], prefix="t").json()["result"]


FOUND = [
    ("name", "Seán O’Brien", "sean-obrien", True),
    ("without accents", "sean o'brien", "sean-obrien", True),
    ("id", "sean-obrien", "sean-obrien", True),
    ("a spelling that is not the name", "Ida Lecka", "ida-lecka", True),
    ("a surname as spelled", "Łęcka", "ida-lecka", True),
    ("a word too many", "Mayor Ida Lecka", "ida-lecka", False),
    ("script is a word", f"{SCRIPT} Jones", "script-alert-1-script-jones", True),
]


@pytest.mark.parametrize(("typed", "entity", "match"), [c[1:] for c in FOUND], ids=[c[0] for c in FOUND])
def test_candidates(site, typed, entity, match):
    first = candidates(site, typed)[0]
    assert (first["id"], first["match"]) == (entity, match)
    assert first["type"] == [{"id": "PERSON", "name": "person"}] and 0 <= first["score"] <= 100


def test_quotes_are_spoken_or_written(site):
    """What she believes is a thought, and not among the quotes of her page."""
    suggested = site.get("/reconcile/suggest/entity", prefix="ida").json()["result"]
    assert {one["description"] for one in [*suggested, *candidates(site, "Ida Łęcka")]} == {"person, 4 quotes"}


def test_a_surname_of_two_matches_neither(site):
    found = candidates(site, "Lee")
    assert {one["id"] for one in found} == {"ann-lee", "bo-lee"} and not any(one["match"] for one in found)


def test_who_is_so_named_most_often_comes_first(tmp_path):
    text = "Lee Lo said no. Ann Lee said yes. Lee said it again. Lee went. Lee came. Lee, a place, is far."
    w = Writer(text, lo=("Lo", "PERSON"), ann=("Ann Lee", "PERSON"), place=("Lee", "GPE"))
    w.mention("lo", "Lo")
    w.mention("ann", "Ann Lee")
    for after in ("Lee said it", "Lee went", "Lee came"):
        w.mention("ann", "Lee", after=after)
    w.mention("place", "Lee", after="Lee, a")
    other = Site(write_site(tmp_path / "site", [(Article("lees", "lees.txt", text), w.finish())]))
    for typed in ("Lee", "lee"):  # the second is the place's id, too
        assert [(one["id"], one["score"], one["match"]) for one in candidates(other, typed)] == [("ann-lee", 99.75, False), ("lee", 99.25, False)]
    first = candidates(other, "ann-lee")[0]
    assert (first["id"], first["score"], first["match"]) == ("ann-lee", 100, True)


def test_a_the_too_many_or_too_few(site):
    first = candidates(site, "The Troy Post")[0]
    assert (first["id"], first["score"], first["match"]) == ("troy-post", 100, True)
    assert [one["id"] for one in site.get("/reconcile/suggest/entity", prefix="the troy p").json()["result"]] == ["troy-post"]


def test_types_and_limits(site):
    assert [one["id"] for one in candidates(site, "Troy", type="GPE")] == ["troy"]
    assert [one["id"] for one in candidates(site, "Troy", type=[{"id": "ORG"}])] == ["troy-post"]
    assert len(candidates(site, "Troy")) == 2 and len(candidates(site, "Troy", limit=1)) == 1


def test_a_batch_by_either_method(site):
    batch = {f"q{n}": {"query": name} for n, name in enumerate(["Ann Lee", "nobody", "", '"'])}
    posted = post(site, batch).json()
    assert posted == site.get("/reconcile", queries=json.dumps(batch)).json()
    assert [len(posted[f"q{n}"]["result"]) for n in range(4)] == [2, 0, 0, 0]
    assert len(post(site, {f"q{n}": {"query": "x"} for n in range(500)}).json()) == MOST_QUERIES


def test_a_browser_with_cookies_may_ask(site):
    assert post(site, {"q0": {"query": "Lee"}}, cookie="ds_csrftoken=x; other=y").status_code == 200


@pytest.mark.parametrize("query", [{}, {"query": None}, {"query": ["a"]}, {"query": "x" * 100_000}, {"query": "a\0b"}, {"query": "Troy", "limit": -5},
                                   {"query": "Troy", "limit": "many"}, {"query": "Troy", "type": {"a": 1}}, {"query": "Troy", "type": [3, None]},
                                   {"query": "\ud800"}], ids=str)
def test_no_query_is_an_error(site, query):
    answer = post(site, {"q0": query})
    assert answer.status_code == 200 and len(answer.json()["q0"]["result"]) <= MOST_RESULTS


@pytest.mark.parametrize("batch", ["{", "[]", "3", '{"q0": 1}', "[" * 100_000])
def test_what_is_no_batch_is_told(site, batch):
    answer = post(site, batch)
    assert answer.status_code == 400 and answer.json()["message"].startswith("queries")


SUGGESTED = [("le", {"ann-lee", "bo-lee", "ida-lecka"}), ("ida l", {"ida-lecka"}), ("tro", {"troy", "troy-post"}), ("", set()), ('"*', set()), ("zzz", set())]


@pytest.mark.parametrize(("prefix", "entities"), SUGGESTED)
def test_suggestions(site, prefix, entities):
    assert {one["id"] for one in site.get("/reconcile/suggest/entity", prefix=prefix).json()["result"]} == entities


def test_suggested_types(site):
    assert [one["id"] for one in site.get("/reconcile/suggest/type", prefix="per").json()["result"]] == ["PERSON"]


def test_preview(site):
    told = site.get("/reconcile").json()["preview"]
    assert told["url"] == "http://localhost/reconcile/preview?id={{id}}" and told["width"] and told["height"]
    answer = site.get("/reconcile/preview", id="ida-lecka")
    assert "Ida Łęcka</a>" in answer.text and "person, 4 quotes" in answer.text and "Mayor, Troy" in answer.text
    assert "x-frame-options" not in answer.headers and "frame-ancestors" not in answer.headers["content-security-policy"]
    assert "default-src 'none'" in answer.headers["content-security-policy"] and len(answer.content) < 2000
    assert SCRIPT not in site.get("/reconcile/preview", id="script-alert-1-script-jones").text
    for nobody in ("nobody", SCRIPT, ""):
        answer = site.get("/reconcile/preview", id=nobody)
        assert answer.status_code == 404 and "There is no such entity." in answer.text and SCRIPT not in answer.text


def test_other_sites_may_post_queries(site):
    assert site.ask("OPTIONS", "/reconcile").headers["access-control-allow-methods"] == "GET, HEAD, POST, OPTIONS"
    assert site.get("/ontherecord/quotes.json").headers["access-control-allow-methods"] == "GET, HEAD, OPTIONS"


@pytest.mark.parametrize("path", ["/reconcile/", "/reconcile/extend", "/reconcile/suggest/property", "/reconcile/suggest/entity/x"])
def test_what_the_service_has_not_is_told_as_json(site, path):
    answer = site.get(path)
    assert answer.status_code == 404 and answer.json()["status"] == "error" and path in answer.json()["message"]
