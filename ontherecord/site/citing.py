"""A quote as others cite it, and as they tell that something is wrong with it.

In: a quote with its article, speakers and address, the dataset's version and hashes, what metadata.yml says of the publisher.
Out: text to copy, and addresses. Nothing in a quote can end an entry, a field or an address.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote as percent_encode

from ontherecord.site.direction import close_direction
from ontherecord.site.wording import within_quotes

# Characters of a quote's words where they are cited or reported: its address leads to all of them.
WORDS = 120
REPORTED = 600
# Characters of a headline, a publication or a name there.
CITED = 300

# BibTeX counts braces, escaped ones too, so none of a quote's own may stay.
_NAMED = {"\\": "backslash", "~": "asciitilde", "^": "asciicircum", "{": "braceleft", "}": "braceright"}
_SPECIAL = str.maketrans({c: f"\\{c}" for c in "%&$#_"} | {c: f"{{\\text{name}}}" for c, name in _NAMED.items()})
_NOT_A_KEY = re.compile(r"[^A-Za-z0-9:.-]+")
_EMAIL = re.compile(r"[^\s@<>\"]+@[^\s@<>\"]+\.[^\s@<>\"]+")


@dataclass(frozen=True, slots=True)
class Contact:
    """Whom to write to: `words` as metadata.yml has them, `link` where they are an e-mail address or a page's."""

    words: str
    link: str | None


def read_contact(config: Mapping | None) -> Contact | None:
    """`contact` of the plugin's configuration; None where none is given."""
    words = str((config or {}).get("contact") or "").strip()
    if not words:
        return None
    if _EMAIL.fullmatch(words):
        return Contact(words, f"mailto:{percent_encode(words, safe='@')}")
    return Contact(words, words if re.match(r"https?://\S+$", words) else None)


def report_address(config: Mapping | None, row_id: str, address: str) -> str | None:
    """Where to report an error in a row: `report_error` of the plugin's configuration with {id} and {url} filled in."""
    template = (config or {}).get("report_error")
    if not template:
        return None
    return template.replace("{id}", percent_encode(row_id, safe="")).replace("{url}", percent_encode(address, safe=""))


def write_report(quote: Mapping, speakers: Sequence[Mapping], address: str, version: str | None) -> str:
    """What to send to report an error, with room for what is wrong."""
    lines = [
        f"Quote: {quote['id']}",
        f"Address: {address}",
        f"Dataset version: {version or 'not stated'}",
        f"Words: {_cut(quote['text'], REPORTED)}",
        f"Speaker given: {', '.join(_names(quote, speakers)) or 'nobody named'}",
        "What is wrong: ",
    ]
    return "\n".join(close_direction(line) for line in lines)


def write_bibtex(quote: Mapping, speakers: Sequence[Mapping], address: str, dataset: Mapping[str, str], hashes: Mapping[str, str | None]) -> str:
    """The quote as a BibTeX entry; `hashes` are SHA-256 by what they are of."""
    source = [f"“{_cut(within_quotes(quote['article']), CITED)}”", quote["publication"] and _cut(quote["publication"], CITED), quote["published"] and quote["published"][:10]]
    version = f", version {dataset['dataset_version']}" if "dataset_version" in dataset else ""
    fields = {
        "author": " and ".join("{" + _field(name) + "}" for name in _names(quote, speakers) or ["unnamed source"]),
        "title": _field(f"“{_cut(within_quotes(quote['text']), WORDS)}”"),
        "year": _field((quote["published"] or "")[:4]),
        "howpublished": _field(f"In {', '.join(part for part in source if part)}. On the Record{version}, quote {quote['id']}"),
        "note": _field("; ".join(f"SHA-256 of {what}: {value}" for what, value in hashes.items() if value)),
        "url": address,
    }
    key = _NOT_A_KEY.sub("-", quote["id"]).strip("-")
    return "\n".join([f"@misc{{{key},", *(f"  {name} = {{{value}}}," for name, value in fields.items() if value), "}"])


def _names(quote: Mapping, speakers: Sequence[Mapping]) -> list[str]:
    """Who speaks, each name cut; where nobody is named, the words for the source."""
    return [_cut(name, CITED) for name in ([s["name"] for s in speakers] or [quote["speaker_text"]]) if name]


def _cut(words: str, longest: int) -> str:
    return words if len(words) <= longest else words[:longest].rstrip() + "…"


def _field(words: str) -> str:
    return close_direction(" ".join(words.split()).translate(_SPECIAL))
