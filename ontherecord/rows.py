"""Records -> rows: the one place where ids of the database are made.

In: an article with its annotation and the entity of each of its chains. Out: dictionaries by table, whose
keys are the columns of `schema.py`. Ids come from content and position, so the same article gives the
same rows whatever else is in the database.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from ontherecord.folding import accents, slug
from ontherecord.records import Annotated, Article, Quote, Reject, Role, Sentence

Row = dict[str, object]
ALIAS_DIGITS = 12  # of a hash: two spellings of one entity never share so many
PLACE_DIGITS = 8
NOWHERE = (None, None)  # start and end of what is not there
LABEL_WORDS = 12  # enough to tell articles apart in a list


@dataclass(frozen=True, slots=True)
class _Place:
    """An annotated article with what its rows need to be placed: sentence ids and entity ids."""

    article: Article
    annotated: Annotated
    entities: Sequence[str]
    sentence_ids: tuple[str, ...]
    sentence_starts: tuple[int, ...]

    def sentence(self, start: int) -> str:
        """The id of the sentence that the offset lies in."""
        return self.sentence_ids[max(0, bisect_right(self.sentence_starts, start) - 1)]


def article_rows(
    article: Article, annotated: Annotated, entities: Sequence[str], wire_group: str | None = None
) -> dict[str, list[Row]]:
    """The rows of one article by table; those of `publications` and `roles` recur in other articles."""
    starts = tuple([s.start for s in annotated.sentences])
    place = _Place(article, annotated, entities, _ids(f"{article.id}-s", starts), starts)
    quotes = list(zip(_ids(f"{article.id}-q", [q.attribution.spans[0][0] for q in annotated.quotes]), annotated.quotes, strict=True))
    return {
        "publications": publication_rows(article, annotated),
        "articles": [article_row(article, annotated, wire_group)],
        "article_sources": source_rows(article),
        "sentences": _sentence_rows(place),
        "mentions": _mention_rows(place),
        "quotes": [_quote_row(place, i, q) for i, q in quotes],
        "quote_spans": [row for i, q in quotes for row in _span_rows(place, i, q)],
        "quote_speakers": [row for i, q in quotes for row in _speaker_rows(place, i, q)],
        **_role_rows(place),
    }


def publication_rows(article: Article, annotated: Annotated) -> list[Row]:
    """The article's publication, if its metadata or text names one."""
    name = article.publication or annotated.publication
    return [{"id": slug(name), "name": name}] if name else []


def article_row(article: Article, annotated: Annotated, wire_group: str | None) -> Row:
    """The article's own row; metadata goes before what the text says."""
    publication = article.publication or annotated.publication
    return {
        "id": article.id,
        "label": article.title or _first_words(article.text, annotated.sentences),
        "publication_id": slug(publication) if publication else None,
        "title": article.title,
        "byline": article.byline,
        "dateline": article.dateline or annotated.dateline,
        "published": article.published,
        "url": article.url,
        "language": article.language,
        "encoding": article.encoding,
        "source_path": article.source_path,
        "text": article.text,
        "sha256": sha256(article.text.encode()).hexdigest(),
        "words": len(article.text.split()),
        "wire_group": wire_group,
    }


def source_rows(article: Article) -> list[Row]:
    """Every place where the article's text was found, the first one first."""
    places = [(article.source_path, article.locator), *article.also]
    told = [sha256("\0".join(filter(None, place)).encode()).hexdigest()[:PLACE_DIGITS] for place in places]
    return [
        {"id": i, "article_id": article.id, "source_path": path, "locator": locator}
        for i, (path, locator) in zip(_ids(f"{article.id}-f", told), places, strict=True)
    ]


def alias_row(entity_id: str, spelling: str, count: int = 0, first_mention_id: str | None = None) -> Row:
    """A spelling of an entity; one that no text uses has no mention."""
    digits = sha256(spelling.encode()).hexdigest()[:ALIAS_DIGITS]
    return {"id": f"{entity_id}-a{digits}", "spelling": spelling, "entity_id": entity_id, "count": count,
            "first_mention_id": first_mention_id}


def reject_rows(rejects: Iterable[Reject]) -> list[Row]:
    """The rejects in order of path; a path can be rejected for more than one reason."""
    ordered = sorted(rejects, key=lambda r: (r.source_path, r.reason, r.detail))
    return [
        {"id": f"{number}-{slug(reject.reason)}", "source_path": reject.source_path, "reason": reject.reason, "detail": reject.detail}
        for number, reject in enumerate(ordered, 1)
    ]


def merge_role(known: Row | None, other: Row) -> Row:
    """Of two rows of one role, the one whose title is the fuller form: more words, then letters, then accents."""
    if known is None or known["title"] == other["title"]:
        return known or other
    return min(known, other, key=lambda row: (-len(row["title"].split()), -len(row["title"]), -accents(row["title"]), row["title"]))


def _ids(prefix: str, starts: Sequence[int | str]) -> tuple[str, ...]:
    """One id per start; the second record of one start gets -2, the third -3."""
    if len(set(starts)) == len(starts):
        return tuple([f"{prefix}{start}" for start in starts])
    seen: Counter[int | str] = Counter()
    ids = []
    for start in starts:
        seen[start] += 1
        ids.append(f"{prefix}{start}" if seen[start] == 1 else f"{prefix}{start}-{seen[start]}")
    return tuple(ids)


def _first_words(text: str, sentences: Sequence[Sentence]) -> str:
    first = next((s for s in sentences if not s.credit), None)
    words = (text[first.start : first.end] if first else text).split()
    return " ".join(words[:LABEL_WORDS]) + ("…" if len(words) > LABEL_WORDS else "")


def _sentence_rows(place: _Place) -> list[Row]:
    article, text = place.article.id, place.article.text
    return [
        {"id": i, "article_id": article, "paragraph": s.paragraph, "position": n,
         "start": s.start, "end": s.end, "text": text[s.start : s.end]}
        for n, (i, s) in enumerate(zip(place.sentence_ids, place.annotated.sentences, strict=True), 1)
    ]


def _mention_rows(place: _Place) -> list[Row]:
    article, text, mentions = place.article.id, place.article.text, place.annotated.mentions
    ids = _ids(f"{article}-m", [m.start for m in mentions])
    return [
        {"id": i, "entity_id": place.entities[m.chain], "kind": m.kind, "article_id": article, "sentence_id": place.sentence(m.start),
         "start": m.start, "end": m.end, "text": text[m.start : m.end]}
        for i, m in zip(ids, mentions, strict=True)
    ]


def _quote_row(place: _Place, quote_id: str, quote: Quote) -> Row:
    found, text = quote.attribution, place.article.text
    start, end = found.spans[0][0], found.spans[-1][1]
    cue_start, cue_end = found.cue or NOWHERE
    speaker_start, speaker_end = found.source or NOWHERE
    return {
        "id": quote_id,
        "article_id": place.article.id,
        "sentence_id": place.sentence(start),
        "kind": found.kind,
        "act": found.act,
        "text": " … ".join([text[s:e] for s, e in found.spans]),
        "start": start,
        "end": end,
        "cue": text[cue_start:cue_end] if found.cue else None,
        "cue_start": cue_start,
        "cue_end": cue_end,
        "verb": found.verb,
        "speaker_id": place.entities[quote.speakers[0]] if quote.speakers else None,
        "speaker_text": text[speaker_start:speaker_end] if found.source else None,
        "speaker_start": speaker_start,
        "speaker_end": speaker_end,
        "addressee_id": None if quote.addressee is None else place.entities[quote.addressee],
        "rule": found.rule,
        "confidence": round(found.confidence, 3),
        "speaker_rule": quote.speaker_rule,
        "speaker_confidence": None if quote.speaker_confidence is None else round(quote.speaker_confidence, 3),
        "utterance_id": None,
        "checked_by": None,
    }


def _span_rows(place: _Place, quote_id: str, quote: Quote) -> list[Row]:
    text = place.article.text
    return [
        {"id": f"{quote_id}-{n}", "quote_id": quote_id, "position": n, "start": start, "end": end, "text": text[start:end]}
        for n, (start, end) in enumerate(quote.attribution.spans, 1)
    ]


def _speaker_rows(place: _Place, quote_id: str, quote: Quote) -> list[Row]:
    entities = dict.fromkeys([place.entities[chain] for chain in quote.speakers])
    return [{"id": f"{quote_id}-{entity}", "quote_id": quote_id, "entity_id": entity} for entity in entities]


def _role_rows(place: _Place) -> dict[str, list[Row]]:
    """One row of `roles` and one of `role_mentions` for each time the article gives somebody a role."""
    article, text = place.article.id, place.article.text
    found = sorted(place.annotated.roles, key=lambda r: (r.start, r.end, r.chain))
    ids = _ids(f"{article}-r", [r.start for r in found])
    roles = [_role_row(place, role) for role in found]
    mentions = [
        {"id": i, "role_id": row["id"], "article_id": article, "sentence_id": place.sentence(role.start),
         "start": role.start, "end": role.end, "text": text[role.start : role.end]}
        for i, row, role in zip(ids, roles, found, strict=True)
    ]
    return {"roles": roles, "role_mentions": mentions}


def _role_row(place: _Place, role: Role) -> Row:
    entity = place.entities[role.chain]
    of = None if role.organization is None else place.entities[role.organization]
    parts = [entity, slug(role.head), *([of] if of else []), role.status]
    return {"id": "-".join(parts), "entity_id": entity, "title": role.title, "organization_id": of, "status": role.status}
