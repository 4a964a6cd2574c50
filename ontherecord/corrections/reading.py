"""The corrections file, checked.

In: the bytes of a YAML file, a list of entries. Out: checked corrections in the file's order, or every fault at once, each with its
line, its value and the way out. All that stands in the file is read as text, so that an id such as 2024 or an alias such
as No needs no quotation marks. Whether an entry fits the articles shows only in a build.
"""

import re
from collections.abc import Iterator

import msgspec
import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from ontherecord.corrections.entries import FIELDS, AnyEntry, Correction, Merge, entry_id, fields_of
from ontherecord.folding import slug

MISSING = re.compile(r"missing required field `(.+?)`")
UNKNOWN = re.compile(r"unknown field `(.+?)`")
PATH = re.compile(r" - at `\$\.?(.+?)`$")
STEP = re.compile(r"[^.\[\]]+")
IDS = ("entity", "into", "organization", "speakers")
LONGEST_VALUE = 60
Loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # the one in C, where it is there, is ten times as fast


class CorrectionsError(Exception):
    """The corrections file cannot be used; the message has a line per fault."""


class _Fault(Exception):
    """A fault of one entry, and the node that it is about."""

    def __init__(self, node: Node, told: str) -> None:
        super().__init__(told)
        self.line = node.start_mark.line + 1


def read_corrections(data: bytes, path: str) -> tuple[Correction, ...]:
    """The corrections in the bytes of the file that messages call `path`, none in an empty one; CorrectionsError tells every fault."""
    try:
        root = yaml.compose(data.decode("utf-8-sig"), Loader=Loader)
    except UnicodeDecodeError as error:
        raise CorrectionsError(f"{path}: not UTF-8 at byte {error.start}; save it as UTF-8") from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line, told = mark.line + 1 if mark else 1, getattr(error, "problem", None) or "an odd character"
        raise CorrectionsError(f"{path}:{line}: not YAML: {told}; check the indentation and the quotation marks there") from error
    try:
        return _read_entries(path, root)
    except RecursionError as error:
        raise CorrectionsError(f"{path}: an entry that holds itself; write it without & and *") from error


def _read_entries(path: str, root: Node | None) -> tuple[Correction, ...]:
    if root is None or isinstance(root, ScalarNode) and not root.value:
        return ()
    if not isinstance(root, SequenceNode):
        raise CorrectionsError(f"{path}:{root.start_mark.line + 1}: not a list of entries; begin each with `- action:`")
    found, faults = [], []
    for number, node in enumerate(root.value, 1):
        try:
            found.append(_read_entry(node))
        except _Fault as fault:
            faults.append((fault.line, f"entry {number}{_tell_action(node)}: {fault}"))
    faults += _find_contradictions(found)
    if faults:
        raise CorrectionsError("\n".join(f"{path}:{line}: {told}" for line, told in sorted(faults)))
    return tuple(found)


def _read_entry(node: Node) -> Correction:
    if not isinstance(node, MappingNode):
        raise _Fault(node, "not an entry; begin it with `- action:` and indent its other fields under that")
    given = _plain(node)
    try:
        entry = msgspec.convert(given, AnyEntry)
    except msgspec.ValidationError as error:
        raise _explain(str(error), node, given) from error
    _check_ids(node)
    return Correction(entry_id(entry), node.start_mark.line + 1, entry)


def _plain(node: Node) -> object:
    """A node as text, lists and dictionaries; a field given twice is a fault, where YAML would keep the last."""
    if isinstance(node, ScalarNode):
        return node.value
    if isinstance(node, SequenceNode):
        return [_plain(item) for item in node.value]
    fields = {}
    for key, value in node.value:
        if not isinstance(key, ScalarNode):
            raise _Fault(key, "a field's name is a single word; write `field: value`")
        if key.value in fields:
            raise _Fault(key, f"`{key.value}` is given twice; keep one")
        fields[key.value] = _plain(value)
    return fields


def _explain(message: str, node: Node, given: dict[str, object]) -> _Fault:
    """The checker's message with the place, the value and what would be right."""
    at = PATH.search(message)
    steps = STEP.findall(at[1]) if at else []
    inner = _follow(node, steps)
    if missing := MISSING.search(message):
        return _Fault(inner, f"`{missing[1]}` is missing; give {FIELDS[missing[1]]}")
    if unknown := UNKNOWN.search(message):
        known = ("article", "exact", "prefix", "suffix") if steps else fields_of(str(given["action"]))
        return _Fault(_key(inner, unknown[1]), f"`{unknown[1]}` is no field here; the fields are {', '.join(known)}")
    field = next((step for step in reversed(steps) if step in FIELDS), "action")
    return _Fault(inner, f"`{field}` is {_short(_plain(inner))}; give {FIELDS[field]}")


def _follow(node: Node, steps: list[str]) -> Node:
    """The innermost node that can be reached along the path."""
    for step in steps:
        values = {key.value: value for key, value in node.value} if isinstance(node, MappingNode) else {}
        if isinstance(node, SequenceNode) and step.isdigit():
            values = {step: node.value[int(step)]}
        if step not in values:
            break
        node = values[step]
    return node


def _key(node: Node, name: str) -> Node:
    return next((key for key, _ in node.value if key.value == name), node)


def _check_ids(node: MappingNode) -> None:
    """An entity's id is a slug; whoever gives a name instead is told the id that it may have."""
    for key, value in node.value:
        if key.value in IDS:
            for one in value.value if isinstance(value, SequenceNode) else [value]:
                if slug(one.value) != one.value:
                    raise _Fault(one, f"`{key.value}` is {_short(one.value)}, no id; give an id, perhaps {slug(one.value)}")


def _find_contradictions(found: list[Correction]) -> Iterator[tuple[int, str]]:
    """Entries that say a second time what another has said, or that merge in a circle."""
    first: dict[str, int] = {}
    into: dict[str, str] = {}
    for correction in found:
        line = first.setdefault(correction.id, correction.line)
        if line != correction.line:
            yield correction.line, f"{correction.id}: line {line} has an entry about the same; keep one of them"
        elif isinstance(entry := correction.entry, Merge):
            last = entry.into
            while last in into:
                last = into[last]
            if last == entry.entity:
                yield correction.line, f"{correction.id}: `into` leads back to {entry.entity}; merge one of them into the other only"
            else:
                into[entry.entity] = entry.into


def _tell_action(node: Node) -> str:
    values = [value.value for key, value in node.value if key.value == "action"] if isinstance(node, MappingNode) else []
    return f" ({values[0]})" if values and fields_of(str(values[0]))[1:] else ""


def _short(value: object) -> str:
    told = repr(value)
    return told if len(told) <= LONGEST_VALUE else f"{told[: LONGEST_VALUE - 1]}…"
