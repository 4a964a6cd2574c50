"""What programs read: a feed of each entity's quotes, and /llms.txt.

In: an entity and its newest quotes, the questions. Out: text. Words from articles are escaped, and characters that XML
does not allow are left out.
"""

import re
from xml.sax.saxutils import escape, quoteattr

from ontherecord.schema import TABLES
from ontherecord.site.describing import DATABASE
from ontherecord.site.direction import close_direction
from ontherecord.site.links import question_path, row_path

# An entry needs a time; an article without a date was written before nobody knows when.
UNDATED = "1970-01-01"
# Characters of a quote in a feed: its page has it whole.
LONGEST = 1500

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_feed(entity: dict, quotes: list[dict], host: str) -> str:
    """An Atom feed of an entity's newest quotes; `host` is the site's address without a path."""
    address = host + row_path("entities", entity["id"])
    updated = max((_time(q["published"]) for q in quotes), default=_time(None))
    entries = "".join(_entry(quote, host) for quote in quotes)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n'
        f"<title>{_text(entity['name'])}, on the record</title>\n<id>{_text(address)}</id>\n"
        f"<link href={quoteattr(address)}/>\n<link rel=\"self\" href={quoteattr(address + '.atom')}/>\n"
        f"<updated>{updated}</updated>\n<author><name>On the Record</name></author>\n{entries}</feed>\n"
    )


def write_llms(questions: dict[str, dict], host: str) -> str:
    """What the site holds and how to read it, for programs that read text."""
    tables = "\n".join(f"- [{t.name}]({host}/{DATABASE}/{t.name}.json?_shape=array): {t.description}" for t in TABLES)
    asked = "\n".join(
        f"- [{question['title']}]({host}{question_path(name)}.json?_shape=array): {question['description']}"
        for name, question in questions.items()
    )
    return (
        "# On the Record\n\n> Who said what, in news articles: quotes with speaker, cue, place in the text and confidence.\n\n"
        f"Read by machine; every row has a rule and a confidence. The whole database: {host}/{DATABASE}.db\n"
        f"What each column means: {host}/codebook. Method, accuracy, limits, licences: {host}/about\n\n"
        f"## Questions\n\n{asked}\n\n## Tables\n\n{tables}\n"
    )


def legal_xml(words: str) -> str:
    """The text without the control characters that XML does not allow, escaped or not."""
    return _NOT_XML.sub("", words)


def _entry(quote: dict, host: str) -> str:
    address = host + row_path("quotes", quote["id"])
    return (
        f"<entry><title>{_text(quote['text'][:120])}</title><id>{_text(address)}</id><link href={quoteattr(address)}/>"
        f"<updated>{_time(quote['published'])}</updated>"
        f"<content type=\"text\">{_text(quote['text'][:LONGEST])}\n{_text(quote['article'])}</content></entry>\n"
    )


def _text(words: str) -> str:
    return escape(close_direction(legal_xml(words)))


def _time(published: str | None) -> str:
    """The day as RFC 3339; metadata may hold more than a day or less."""
    day = (published or "")[:10]
    return (day if re.fullmatch(r"\d{4}-\d\d-\d\d", day) else UNDATED) + "T00:00:00Z"
