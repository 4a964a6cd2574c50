"""python -m benchmarks.marked FOLDER: texts and gold from articles with their gold written into them.

In: FOLDER/marked/*.txt. Out: FOLDER/text/*.txt and FOLDER/gold/*.json, the form that `benchmarks.gold` scores.

Tags stand in braces around the words that they mark, and may hold each other:
    {q1 words}              a piece of the content of quote 1 ({a1 words}: of another that counts as right)
    {c1 said} {s1 she} {d1 reporters}    its cue, its source, its addressee
    {P:key Ann Lee}         a name of the person `key` (O organisation, G country, state or city, L other place)
    {=key she}              a pronoun of that person, {=0 it} of nobody named
    {R:key:status:head:org chair of it}  a role of that person; its organisation's key may be empty, further
                            statuses after commas are right too; {r:...} is neutral
The lines at the head, `# 1 speech key other`, give each quote's act and speakers (`-` for nobody named); a
question mark after the number makes it neutral. Kinds are told from curly marks; of others the act is followed
by them (`speech/mixed`).
"""

import json
import re
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import click

from benchmarks.built import FOLDER
from ontherecord.records import Span

HEADER = re.compile(r"# (\d+)(\??) (\w+)(?:/(\w+))? (.+)")
TAG = re.compile(r"\{(\S+) |\}")
ENTITY_KINDS = {"P": "PERSON", "O": "ORG", "G": "GPE", "L": "LOC"}
OPENING, CLOSING = "“‘\"", "”’\""
SINGLE_PAIR = re.compile(r"(?<!\w)‘.*?[\w.,!?]’(?!\w)", re.S)


@dataclass(slots=True)
class Marked:
    """A marked article taken apart: its text, the spans under each tag, and the lines at its head."""

    text: str = ""
    tags: dict[str, list[Span]] = field(default_factory=lambda: defaultdict(list))
    quotes: list[tuple[str, bool, str, str | None, list[str]]] = field(default_factory=list)
    aim: str = ""

    def words(self, spans: list[Span]) -> str:
        return " … ".join(self.text[start:end] for start, end in spans)

    def starting(self, letters: str) -> list[tuple[list[str], Span]]:
        """The parts of every tag that begins with one of the letters, with each of its spans in order."""
        found = [(tag.split(":"), span) for tag, spans in self.tags.items() if tag[0] in letters for span in spans]
        return sorted(found, key=lambda pair: pair[1])


def read_marked(source: str) -> Marked:
    """Take a marked article apart; ValueError names a tag that is not closed or a brace that closes none."""
    marked, lines = Marked(), source.rstrip("\n").split("\n")
    while lines[0].startswith("#"):
        line = lines.pop(0)
        if quote := HEADER.fullmatch(line):
            marked.quotes.append((quote[1], not quote[2], quote[3], quote[4], quote[5].replace("-", "").split()))
        else:
            marked.aim = line.removeprefix("# aim: ")
    body, last, text, opened = "\n".join(lines), 0, "", []
    for tag in TAG.finditer(body):
        text, last = text + body[last : tag.start()], tag.end()
        if tag[1]:
            opened.append((tag[1], len(text)))
        elif opened:
            name, start = opened.pop()
            marked.tags[name].append((start, len(text)))
        else:
            raise ValueError(f"a brace closes no tag after {text[-40:]!r}")
    if opened:
        raise ValueError(f"not closed: {{{opened[-1][0]}")
    marked.text = text + body[last:]
    return marked


def make_gold(article: str, marked: Marked) -> dict:
    """The gold of a marked article; KeyError names a quote or a person that is not marked."""
    entities = _entities(marked)
    name = {key: entity["name"] for key, entity in entities.items()} | {"0": None, "": None}
    return {
        "article": article,
        "aim": marked.aim,
        "quotes": [_quote(marked, number, must, act, kind, [name[key] for key in who]) for number, must, act, kind, who in marked.quotes],
        "entities": list(entities.values()),
        "pronouns": [{"span": span, "text": marked.text[slice(*span)], "person": name[parts[0][1:]]} for parts, span in marked.starting("=")],
        "roles": [_role(marked, parts, span, name) for parts, span in marked.starting("Rr")],
    }


def _entities(marked: Marked) -> dict[str, dict]:
    """Every entity by its key, under its longest name."""
    entities: dict[str, dict] = {}
    for (letter, key), span in marked.starting("POGL"):
        words = marked.text[slice(*span)]
        entity = entities.setdefault(key, {"name": words, "also": [], "kind": ENTITY_KINDS[letter], "mentions": []})
        entity["name"] = max(entity["name"], words, key=len)
        entity["mentions"].append(span)
    return entities


def _quote(marked: Marked, number: str, must: bool, act: str, kind: str | None, speakers: list[str]) -> dict:
    spans = sorted(marked.tags[f"q{number}"])
    if not spans:
        raise KeyError(f"quote {number} has no content")
    one = lambda letter: next(iter(marked.tags.get(f"{letter}{number}", [])), None)  # noqa: E731
    source, addressee = one("s"), one("d")
    return {
        "must": must,
        "kind": kind or kind_of([marked.text[slice(*span)] for span in spans]),
        "act": act,
        "spans": spans,
        "alternatives": [sorted(marked.tags[f"a{number}"])] if f"a{number}" in marked.tags else [],
        "text": marked.words(spans),
        "cue": one("c"),
        "speaker_span": source,
        "speakers": speakers,
        "speaker_description": source and marked.text[slice(*source)] if not speakers else None,
        "addressee": addressee and marked.text[slice(*addressee)],
    }


def kind_of(pieces: list[str]) -> str:
    """direct, mixed or indirect: all, part or none of the pieces in quotation marks."""
    if all(piece[0] in OPENING for piece in pieces) and (pieces[-1][-1] in CLOSING):
        return "direct"
    return "mixed" if any("“" in piece or SINGLE_PAIR.search(piece) for piece in pieces) else "indirect"


def _role(marked: Marked, parts: list[str], span: Span, name: dict[str, str | None]) -> dict:
    letter, person, statuses, head, organization = parts
    return {
        "must": letter == "R",
        "person": name[person],
        "title": marked.text[slice(*span)],
        "title_span": span,
        "head": head,
        "organization": name[organization],
        "status": statuses.split(",")[0],
        "status_accepted": statuses.split(","),
    }


@click.command()
@click.argument("folder", type=FOLDER)
def main(folder: Path) -> None:
    """Write FOLDER/text and FOLDER/gold from FOLDER/marked."""
    texts, gold = folder / "text", folder / "gold"
    texts.mkdir(exist_ok=True)
    gold.mkdir(exist_ok=True)
    for path in sorted((folder / "marked").glob("*.txt")):
        marked = read_marked(path.read_text(encoding="utf-8"))
        (texts / path.name).write_text(marked.text, encoding="utf-8")
        made = json.dumps(make_gold(path.stem, marked), ensure_ascii=False, indent=1)
        (gold / f"{path.stem}.json").write_text(made + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
