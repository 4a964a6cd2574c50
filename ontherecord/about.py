"""What the table `about` says of a build, counts aside.

In: the articles, the citation file, the name of the pipeline, the corrections file. Out: facts that are the same whenever and
wherever the same build is made: no clock, no machine, no order.
"""

import hashlib
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path

import yaml

import ontherecord
from ontherecord.accuracy import tell_accuracy
from ontherecord.records import Article
from ontherecord.store import hash_text
from ontherecord.version import DEFAULT_MODEL, WEIGHTS, model_version


def tell_about(
    citation: Path, articles: Iterable[Article], model: str, pipeline: str, corrections: bytes | None = None
) -> Mapping[str, str]:
    """The facts of a build by key; `citation` is the CITATION.cff that holds the dataset's version and date,
    `pipeline` the version of the pipeline that annotated with `model`, `corrections` the corrections file, if any."""
    cited = yaml.safe_load(citation.read_text(encoding="utf-8"))
    weights = ", ".join(f"{file} {known}" for file, known in WEIGHTS.items())
    return {
        "dataset_version": str(cited["version"]),
        "dataset_date": str(cited["date-released"]),
        "dataset_licence": "CC-BY-4.0, the articles' text aside, which belongs to its publishers",
        "code_version": ontherecord.__version__,
        "pipeline_version": pipeline,
        "model": model,
        "model_version": model_version(model),
        **({"weights_sha256": weights} if model == DEFAULT_MODEL else {}),
        "spacy_version": version("spacy"),
        "inputs_sha256": hash_inputs(articles),
        **({} if corrections is None else {"corrections_sha256": hashlib.sha256(corrections).hexdigest()}),
        **tell_accuracy(),
    }


def hash_inputs(articles: Iterable[Article]) -> str:
    """One SHA-256 over the ids and texts of all articles, in order of id."""
    lines = sorted(f"{article.id} {hash_text(article.text)}\n" for article in articles)
    return hashlib.sha256("".join(lines).encode()).hexdigest()
