"""Every table, column, key, index and description of the published database, once.

In: nothing. Out: `TABLES` in an order in which foreign keys can be filled, and the SQL made from them.
The database, the column descriptions on the site and `docs/codebook.md` are all generated from here.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Column:
    """A column: `type` is SQLite's, `references` a table, `values` the only ones allowed."""

    name: str
    type: str
    description: str
    references: str | None = None
    required: bool = False
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A table: `label` names the column that people read, `indexes` lists the columns of each index."""

    name: str
    description: str
    label: str
    columns: tuple[Column, ...]
    indexes: tuple[tuple[str, ...], ...] = ()
    search: tuple[str, ...] = ()
    facets: tuple[str, ...] = ()
    sort: str | None = None
    sort_desc: str | None = None
    hidden: bool = field(default=False)


@dataclass(frozen=True, slots=True)
class View:
    """A view: `columns` says where each comes from."""

    name: str
    description: str
    columns: tuple[tuple[str, str], ...]
    source: str
    facets: tuple[str, ...] = ()


ENTITY_KINDS = ("PERSON", "ORG", "GPE", "LOC")
MENTION_KINDS = ("name", "pronoun", "description")
QUOTE_KINDS = ("direct", "mixed", "indirect")
ACTS = ("speech", "writing", "thought", "evidence")
ACTIONS = ("merge", "split", "rename", "kind", "wikidata", "aliases", "speaker", "drop", "check", "role", "drop-role")
CORRECTION_STATUSES = ("applied", "reattached", "partial", "unneeded", "lost")
STATUSES = ("current", "former", "acting", "resigned", "outgoing", "elected", "candidate")


def _text(name: str, description: str, **more) -> Column:
    return Column(name, "text", description, **more)


def _integer(name: str, description: str, **more) -> Column:
    return Column(name, "integer", description, **more)


def _id(description: str) -> Column:
    return _text("id", description, required=True)


def _span(of: str, prefix: str = "", required: bool = True) -> tuple[Column, Column]:
    return (
        _integer(f"{prefix}start", f"Where {of} starts: code points from the start of articles.text, from 0.", required=required),
        _integer(f"{prefix}end", f"Where {of} ends: the offset just after its last code point.", required=required),
    )


ARTICLE = _text("article_id", "The article it stands in.", references="articles", required=True)
SENTENCE = _text("sentence_id", "The sentence in which it starts.", references="sentences", required=True)

TABLES = (
    Table("publications", "Who published the articles, where an article's text or its metadata says so.", "name", (
        _id("The slug of the name, a very long one cut."),
        _text("name", "The name as the text or the metadata gives it.", required=True),
    )),
    Table("articles", "One row per article. What the source does not say is empty, never guessed.", "label", (
        _id("The path below the given source without its ending, / written as -; of a file that holds several, the item's "
            "own id is added, else a hash of its text."),
        _text("label", "For people to read: the title, else the first words of the text.", required=True),
        _text("publication_id", "Who published it.", references="publications"),
        _text("title", "The headline."),
        _text("byline", "The authors as the article credits them."),
        _text("dateline", "The place line before the first sentence, as written."),
        _text("published", "When it was published: ISO 8601."),
        _text("url", "Where it was published."),
        _text("language", "The language that the metadata states."),
        _text("encoding", "How the file's bytes were decoded, and what was mended in doing so."),
        _text("source_path", "The file it was read from; article_sources has every one.", required=True),
        _text("text", "The text, to which all offsets refer. It belongs to its publisher.", required=True),
        _text("sha256", "SHA-256 of the text as UTF-8, in hexadecimal.", required=True),
        _integer("words", "White-space separated words in the text.", required=True),
        _text("wire_group", "For near-duplicates, such as copy of a news agency: the longest of the texts that share two fifths of "
              "their runs of five words or more. count(distinct coalesce(wire_group, id)) counts independent texts.",
              references="articles"),
    ), indexes=(("publication_id",), ("published",), ("sha256",), ("wire_group",)), search=("title", "text"),
        facets=("publication_id",), sort="id"),
    Table("article_sources", "Every place where the text of an article was found: the same text twice is one article with two.",
          "source_path", (
        _id("The article's id, -f and eight digits of a hash of the place."),
        _text("article_id", "The article.", references="articles", required=True),
        _text("source_path", "The file.", required=True),
        _text("locator", "Where in the file, if it holds several articles: a path in an archive, a row, line, item, entry or record."),
    ), indexes=(("article_id",), ("source_path",))),
    Table("sentences", "Every sentence, byline and dateline included; none crosses a paragraph.", "text", (
        _id("The article's id, -s and the start."),
        ARTICLE,
        _integer("paragraph", "The paragraph's number in the article, from 1.", required=True),
        _integer("position", "The sentence's number in the article, from 1.", required=True),
        *_span("the sentence"),
        _text("text", "The words of the sentence.", required=True),
    ), indexes=(("article_id", "position"),), search=("text",)),
    Table("entities", "People, organisations and places that the articles name.", "name", (
        _id("The slug of the name without middle names, initials and honorifics, a very long one cut."),
        _text("name", "The fullest and best accented form seen.", required=True),
        _text("kind", "PERSON, ORG (organisation), GPE (country, state, city) or LOC (other place, building).",
              required=True, values=ENTITY_KINDS),
        _text("wikidata_id", "The item on Wikidata, where a curator gave it."),
    ), indexes=(("kind",), ("name",)), search=("name",), facets=("kind",), sort="name"),
    Table("mentions", "Where the text names an entity, or stands a pronoun or a description for it.", "text", (
        _id("The article's id, -m and the start."),
        _text("entity_id", "Who or what is meant.", references="entities", required=True),
        ARTICLE,
        SENTENCE,
        _text("kind", "name, pronoun (of a named person) or description (the senator).", required=True, values=MENTION_KINDS),
        *_span("the mention"),
        _text("text", "The words, without title and possessive 's.", required=True),
    ), indexes=(("entity_id", "kind", "article_id"), ("article_id", "start"), ("sentence_id",), ("kind",)), facets=("kind",)),
    Table("utterances", "Quoted words, four at least, that two or more quotes of one speaker share.", "text", (
        _id("The speaker's id, -u and the start of a hash of the longest variant."),
        _text("speaker_id", "Who uttered them.", references="entities"),
        _text("text", "The longest variant.", required=True),
    ), indexes=(("speaker_id",),)),
    Table("quotes", "One row per attribution: what is attributed, by which words, to whom, and how sure that is.", "text", (
        _id("The article's id, -q and the start."),
        ARTICLE,
        SENTENCE,
        _text("kind", "direct: all in quotation marks; mixed: part of it; indirect: none.", required=True, values=QUOTE_KINDS),
        _text("act", "speech or writing: uttered; thought: not; evidence: what a document, poll, study or picture shows.",
              required=True, values=ACTS),
        _text("text", "The content: its spans joined by ' … '.", required=True),
        _integer("start", "Where its first span starts: code points from the start of articles.text, from 0.", required=True),
        _integer("end", "Where its last span ends: the offset just after its last code point.", required=True),
        _text("cue", "The words that attribute it, as written."),
        *_span("the cue", "cue_", required=False),
        _text("verb", "The cue's lemma."),
        _text("speaker_id", "The first named speaker; empty where nobody is named or it is not certain who.", references="entities"),
        _text("speaker_text", "The words that name the source."),
        *_span("the source", "speaker_", required=False),
        _text("addressee_id", "Whom the speaker addresses, where named.", references="entities"),
        _text("rule", "How the content was found.", required=True),
        Column("confidence", "real", "The probability that this is a quote with about this content.", required=True),
        _text("speaker_rule", "How the speaker was found, or why there is none."),
        Column("speaker_confidence", "real", "If this is a quote, the probability that the words of the source are right and, where somebody is named, that it is they."),
        _text("utterance_id", "The words that other quotes share with it.", references="utterances"),
        _text("checked_by", "The person who has compared the quote and its speakers with the article; empty: nobody has yet."),
    ), indexes=(("article_id", "start"), ("sentence_id",), ("speaker_id", "act"), ("addressee_id",), ("utterance_id",),
                ("kind",), ("act",), ("verb",)), search=("text",), facets=("kind", "act")),
    Table("quote_spans", "The content of each quote piece by piece, quotation marks included.", "text", (
        _id("The quote's id, - and the position."),
        _text("quote_id", "The quote.", references="quotes", required=True),
        _integer("position", "The piece's number in the quote, from 1.", required=True),
        *_span("the piece"),
        _text("text", "The words of the piece.", required=True),
    ), indexes=(("quote_id", "position"),)),
    Table("quote_speakers", "Every named speaker of each quote, a single one too.", "id", (
        _id("The quote's id, - and the entity's id."),
        _text("quote_id", "The quote.", references="quotes", required=True),
        _text("entity_id", "The speaker.", references="entities", required=True),
    ), indexes=(("quote_id",), ("entity_id", "quote_id"))),
    Table("roles", "Titles and occupations that the articles give people: one row per person, head noun, "
          "organisation and status.", "title", (
        _id("The person's id, the title's head, the organisation's id and the status."),
        _text("entity_id", "Who.", references="entities", required=True),
        _text("title", "The fullest form seen, without former, ex-, late and outgoing.", required=True),
        _text("organization_id", "Of which organisation or place, where the article names it.", references="entities"),
        _text("status", "As the articles tell it: current, former, acting, resigned, outgoing, elected or candidate.",
              required=True, values=STATUSES),
    ), indexes=(("entity_id",), ("organization_id",), ("status",)), facets=("status",)),
    Table("role_mentions", "Where the text says so: the evidence for each role.", "text", (
        _id("The article's id, -r and the start."),
        _text("role_id", "The role.", references="roles", required=True),
        ARTICLE,
        SENTENCE,
        *_span("the title"),
        _text("text", "The title as written.", required=True),
    ), indexes=(("role_id",), ("article_id", "start"), ("sentence_id",))),
    Table("aliases", "Every spelling by which an entity is named, with where it is first used.", "spelling", (
        _id("The entity's id, -a and the start of a hash of the spelling."),
        _text("spelling", "The name as written, or as a curator gave it.", required=True),
        _text("entity_id", "Who or what is named so.", references="entities", required=True),
        _integer("count", "How many name mentions are spelt so; 0: a curator gave it.", required=True),
        _text("first_mention_id", "The first of them, in order of article id and place.", references="mentions"),
    ), indexes=(("entity_id",), ("spelling",), ("first_mention_id",)), sort="spelling"),
    Table("corrections", "What people have mended by hand, by whom, why and when, and whether it still fits.", "target", (
        _id("The action, what it is about, and the start of a hash of the words it names."),
        _text("action", "merge, split, rename, kind, wikidata or aliases of an entity; speaker, drop or check of a quote; "
              "role: one more role; drop-role: one fewer.", required=True, values=ACTIONS),
        _text("target", "The entity, or the article and the words, that the correction is about.", required=True),
        _text("change", "What it makes of it."),
        _text("who", "Who corrected.", required=True),
        _text("why", "Why.", required=True),
        _text("when", "When: ISO 8601.", required=True),
        _text("status", "applied; reattached: applied, though the quote is not exactly these words, or no longer; partial; unneeded: it was so "
              "already; lost: not applied.", required=True, values=CORRECTION_STATUSES),
        _text("detail", "What is not plainly as the correction says, with the remedy."),
        _text("entity_id", "The entity that it is about, or the speaker or holder of the role.", references="entities"),
        _text("article_id", "The article whose words it names.", references="articles"),
        _text("quote_id", "The quote that it is about, if there is one left.", references="quotes"),
    ), indexes=(("entity_id",), ("article_id",), ("quote_id",)), facets=("action", "status", "who")),
    Table("rejects", "What was given to the build and is no article, with the reason and the remedy.", "source_path", (
        _id("The number of the reject in order of path, and its reason."),
        _text("source_path", "The file or folder.", required=True),
        _text("reason", "The fault in a word.", required=True),
        _text("detail", "The place, the fault and the remedy.", required=True),
    )),
    Table("about", "This dataset: version, date, models, hashes of what went in, counts, measured accuracy.", "id", (
        _id("What is told."),
        _text("value", "What it is.", required=True),
    )),
)

BY_NAME = {table.name: table for table in TABLES}
VIEWS = (
    View("roles_table", "The table roles with names beside ids, to filter, sort and export whole: at its own address a question "
         "of that name answers.", (
        ("id", "roles.id"), ("entity_id", "roles.entity_id"), ("entity", "people.name"), ("title", "roles.title"),
        ("organization_id", "roles.organization_id"), ("organization", "organizations.name"), ("status", "roles.status"),
    ), "roles join entities as people on people.id = roles.entity_id "
       "left join entities as organizations on organizations.id = roles.organization_id", facets=("status",)),
)


def create_table(table: Table) -> str:
    """The CREATE TABLE statement of a table, with its keys and checks."""
    return f'create table "{table.name}" (\n  ' + ",\n  ".join(_column_sql(c) for c in table.columns) + "\n)"


def create_view(view: View) -> str:
    """The CREATE VIEW statement of a view."""
    columns = ", ".join(f"{source} as {_quoted(name)}" for name, source in view.columns)
    return f'create view "{view.name}" as select {columns} from {view.source}'


def create_indexes(table: Table) -> list[str]:
    """One CREATE INDEX statement per index of a table."""
    return [
        f'create index "{table.name}_{"_".join(columns)}" on "{table.name}" ({", ".join(_quoted(c) for c in columns)})'
        for columns in table.indexes
    ]


def create_search(table: Table) -> list[str]:
    """The two full-text indexes of a table: `_fts` finds inflected forms, `_prefix` any beginning of a word.

    Both read their text from the table itself (external content), so that it is stored once.
    """
    columns = ", ".join(_quoted(c) for c in table.search)
    accents = "unicode61 remove_diacritics 2"
    return [
        f"create virtual table \"{table.name}_fts\" using fts5({columns}, content='{table.name}', tokenize='porter {accents}')",
        f"create virtual table \"{table.name}_prefix\" using fts5({columns}, content='{table.name}', "
        f"tokenize='{accents}', prefix='2 3 4')",
    ]


def _column_sql(column: Column) -> str:
    parts = [_quoted(column.name), column.type]
    if column.name == "id":
        parts.append("primary key")
    if column.required:
        parts.append("not null")
    if column.references:
        parts.append(f'references "{column.references}" ("id")')
    if column.values:
        listed = ", ".join(f"'{value}'" for value in column.values)
        parts.append(f"check ({_quoted(column.name)} in ({listed}))")
    return " ".join(parts)


def _quoted(name: str) -> str:
    return f'"{name}"'
