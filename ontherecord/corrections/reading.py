"""The corrections file, checked.

In: the bytes of a YAML file, a list of entries. Out: checked corrections in the file's order, or every fault at once, each with its
line, its value and the way out. All that stands in the file is read as text, so that an id such as 2024 or an alias such
as No needs no quotation marks. Whether an entry fits the articles shows only in a build.
"""

from collections.abc import Iterator, Sequence

import msgspec
import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from ontherecord.corrections.entries import FIELDS, KINDS, AnyEntry, Correction, Entry, Merge, Selector, entry_id, fields_of
from ontherecord.folding import slug, slug_whole

IN_LIST = " - at `$["  # how msgspec says that not the list but what is in it is wrong
IDS = ("entity", "into", "organization", "speakers")
LONGEST_VALUE = 60
Fault = tuple[int, str]  # a line of the file, and what is wrong there
Loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # the one in C, where it is there, is ten times as fast


class CorrectionsError(Exception):
    """The corrections file cannot be used; the message has a line per fault."""


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
        if amiss := list(_find_faults(node)):
            faults += [(line, f"entry {number}{_tell_action(node)}: {told}") for line, told in amiss]
        else:
            entry = msgspec.convert(_plain(node), AnyEntry)
            found.append(Correction(entry_id(entry), node.start_mark.line + 1, entry))
    faults += _find_contradictions(found)
    if faults:
        raise CorrectionsError("\n".join(f"{path}:{line}: {told}" for line, told in sorted(faults)))
    return tuple(found)


def _find_faults(node: Node) -> Iterator[Fault]:
    """All that is wrong with an entry; of one whose action is not known, only what every entry has."""
    if not isinstance(node, MappingNode):
        yield _at(node, "not an entry; begin it with `- action:` and indent its other fields under that")
        return
    action = _values(node).get("action")
    kind = KINDS.get(action.value) if isinstance(action, ScalarNode) else None
    yield from _find_odd_keys(node, fields_of(action.value) if kind else None)
    if kind is None:
        yield _tell_missing(node, "action") if action is None else _tell_wrong(action, "action")
    yield from _find_wrong_fields(node, kind or Entry)


def _find_odd_keys(node: MappingNode, known: Sequence[str] | None) -> Iterator[Fault]:
    """Fields given twice, where YAML would keep the last, and those that are none of `known`."""
    seen: set[str] = set()
    for key, _ in node.value:
        if not isinstance(key, ScalarNode):
            yield _at(key, "a field's name is a single word; write `field: value`")
        elif key.value in seen:
            yield _at(key, f"`{key.value}` is given twice; keep one")
        elif known and key.value not in known:
            yield _at(key, f"`{key.value}` is no field here; the fields are {', '.join(known)}")
        if isinstance(key, ScalarNode):
            seen.add(key.value)


def _find_wrong_fields(node: MappingNode, kind: type) -> Iterator[Fault]:
    """Fields of this kind of entry, or of words of an article, that are missing or hold what they cannot."""
    values = _values(node)
    for field in msgspec.structs.fields(kind):
        value = values.get(field.name)
        if value is None:
            if field.required:
                yield _tell_missing(node, field.name)
        elif field.type is Selector and isinstance(value, MappingNode):
            yield from _find_odd_keys(value, Selector.__struct_fields__)
            yield from _find_wrong_fields(value, Selector)
        else:
            yield from _find_wrong_value(value, field)


def _find_wrong_value(value: Node, field: msgspec.structs.FieldInfo) -> Iterator[Fault]:
    told = _plain(value)
    if not (refused := _refuse(told, field.type)):
        yield from _find_wrong_ids(value, field.name)
    elif IN_LIST in refused:
        yield from (_tell_wrong(one, field.name) for one in value.value if _refuse([_plain(one)], field.type))
    else:
        yield _tell_wrong(value, field.name)


def _refuse(told: object, type_: type) -> str | None:
    """Why a field cannot hold this, if so."""
    try:
        msgspec.convert(told, type_)
    except msgspec.ValidationError as error:
        return str(error)
    return None


def _plain(node: Node) -> object:
    """A node as text, lists and dictionaries."""
    if isinstance(node, ScalarNode):
        return node.value
    if isinstance(node, SequenceNode):
        return [_plain(item) for item in node.value]
    return {name: _plain(value) for name, value in _values(node).items()}


def _values(node: MappingNode) -> dict[str, Node]:
    return {key.value: value for key, value in node.value if isinstance(key, ScalarNode)}


def _at(node: Node, told: str) -> Fault:
    return node.start_mark.line + 1, told


def _tell_missing(node: Node, name: str) -> Fault:
    return _at(node, f"`{name}` is missing; give {FIELDS[name]}")


def _tell_wrong(node: Node, name: str) -> Fault:
    return _at(node, f"`{name}` is {_short(_plain(node))}; give {FIELDS[name]}")


def _find_wrong_ids(value: Node, name: str) -> Iterator[Fault]:
    """An entity's id is a slug; whoever gives a name instead is told the id that it may have."""
    for one in value.value if isinstance(value, SequenceNode) else [value]:
        if name in IDS and slug_whole(one.value) != one.value:
            yield _at(one, f"`{name}` is {_short(one.value)}, no id; give an id, perhaps {slug(one.value)}")


def _find_contradictions(found: list[Correction]) -> Iterator[Fault]:
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
    return f" ({values[0]})" if values and str(values[0]) in KINDS else ""


def _short(value: object) -> str:
    told = repr(value)
    return told if len(told) <= LONGEST_VALUE else f"{told[: LONGEST_VALUE - 1]}…"
