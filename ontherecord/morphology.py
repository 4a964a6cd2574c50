"""Parts of speech, morphology and lemmas, asked of the pipeline once for every kind of token.

In: documents that are tagged and parsed. Out: the same documents, with all that the pipeline's attribute ruler and
rule lemmatizer would set, exactly. Both try every rule on every token and take a fifth of a parse; what they say hangs
on little, so one answer serves all tokens that agree in it. Missed on purpose: pipelines whose rules look at more
(`is_simple` tells), which go on as they are.
"""

import re
from collections.abc import Iterable

import numpy as np
from spacy.attrs import DEP, IS_SPACE, LEMMA, LOWER, MORPH, ORTH, POS, TAG
from spacy.language import Language
from spacy.matcher import Matcher
from spacy.tokens import Doc

RULER, LEMMATIZER = "attribute_ruler", "lemmatizer"
ASKED = {"TAG", "DEP", "LOWER", "IS_SPACE"}  # what a rule may ask of a token
SET = [TAG, POS, DEP, MORPH, LEMMA]  # what a rule may set
SET_NAMES = {"TAG", "POS", "DEP", "MORPH", "LEMMA"}


class Morphology:
    """The ruler and the lemmatizer of a pipeline, with the answers that they have given so far."""

    def __init__(self, nlp: Language) -> None:
        self.ruler = nlp.get_pipe(RULER)
        self.lemmatizer = nlp.get_pipe(LEMMATIZER)
        patterns = [pattern for rule in self.ruler.patterns for pattern in rule["patterns"]]
        self.longest = max(map(len, patterns), default=1)
        self.beginning = Matcher(nlp.vocab)
        self.beginning.add("beginning", [pattern[:1] for pattern in patterns if len(pattern) > 1])
        self.named = re.compile("|".join(sorted({word for pattern in patterns for token in pattern for word in _words(token)})))
        self.words: dict[int, int] = {}
        self.kinds: dict[tuple[int, ...], int] = {}  # rows of `answers` and `begins`
        self.answers, self.begins = np.empty((0, len(SET)), np.uint64), np.empty(0, bool)
        self.lemmas: dict[tuple[int, ...], int] = {}

    def describe(self, doc: Doc) -> Doc:
        """Set the parts of speech, the morphology and the lemmas of a document."""
        if len(doc):
            rows = self._by_rules(doc)
            doc.from_array(SET, rows)
            doc.from_array([LEMMA], self._lemmas(doc, rows))
        return doc

    def _by_rules(self, doc: Doc) -> np.ndarray:
        """What the ruler sets on each token, in the order of SET."""
        kinds = self._kinds(doc)
        for at, kind in enumerate(kinds):
            if kind not in self.kinds:
                self._learn(kind, doc, at)
        numbers = np.array([self.kinds[kind] for kind in kinds])
        rows = self.answers[numbers]
        for begin in np.flatnonzero(self.begins[numbers]).tolist():
            for at in range(begin, min(begin + self.longest, len(doc))):
                rows[at] = self._ask(doc, at, self.longest - 1)
        return rows

    def _learn(self, kind: tuple[int, ...], doc: Doc, at: int) -> None:
        """Keep what the ruler sets on a kind of token, and whether a rule about several tokens may begin with it."""
        self.kinds[kind] = len(self.answers)
        self.answers = np.vstack([self.answers, self._ask(doc, at, 0)])
        self.begins = np.append(self.begins, bool(self.beginning(doc[at : at + 1], allow_missing=True)))

    def _kinds(self, doc: Doc) -> list[tuple[int, ...]]:
        """All that a rule can ask of each token; words that no rule names are alike."""
        lower, *rest = doc.to_array([LOWER, TAG, DEP, IS_SPACE]).T.tolist()
        for word in set(lower).difference(self.words):
            self.words[word] = word if self.named.search(doc.vocab.strings[word]) else 0
        return list(zip(map(self.words.__getitem__, lower), *rest, strict=True))

    def _ask(self, doc: Doc, at: int, around: int) -> np.ndarray:
        """What the ruler sets on a token that has only so many neighbours on either side."""
        first = max(at - around, 0)
        part = doc[first : at + around + 1]
        words, tags, deps = ([getattr(token, name) for token in part] for name in ("text", "tag_", "dep_"))
        alone = Doc(doc.vocab, words=words, tags=tags, deps=deps, heads=list(range(len(words))))
        return self.ruler(alone).to_array(SET)[at - first]

    def _lemmas(self, doc: Doc, rows: np.ndarray) -> np.ndarray:
        """Every token's lemma: the ruler's, or else the lemmatizer's."""
        _, pos, _, morph, given = rows.T
        kinds = list(zip(doc.to_array(ORTH).tolist(), pos.tolist(), morph.tolist(), strict=True))
        for at, kind in enumerate(kinds):
            if kind not in self.lemmas:
                self.lemmas[kind] = doc.vocab.strings.add(self.lemmatizer.lemmatize(doc[at])[0])
        return np.where(given, given, np.array([self.lemmas[kind] for kind in kinds], np.uint64))


def is_simple(nlp: Language) -> bool:
    """Whether the pipeline's ruler and lemmatizer go by what `Morphology` looks at, and no other component waits for them."""
    names = nlp.pipe_names
    if not {RULER, LEMMATIZER} <= set(names) or "morphologizer" in names:
        return False
    after = set(names[names.index(RULER) :]) - {RULER, LEMMATIZER, "ner"}
    lemmatizer = nlp.get_pipe(LEMMATIZER)
    by_rule = lemmatizer.mode == "rule" and not lemmatizer.overwrite
    return not after and by_rule and all(map(_is_simple_rule, nlp.get_pipe(RULER).patterns))


def _is_simple_rule(rule: dict) -> bool:
    """Whether a rule asks no more of a token than ASKED, of its word in letters, lists or expressions, and sets no more than SET."""
    tokens = [token for pattern in rule["patterns"] for token in pattern]
    words = [token["LOWER"] for token in tokens if isinstance(token.get("LOWER"), dict)]
    asks_little = all(token.keys() <= ASKED for token in tokens) and all(word.keys() <= {"IN", "REGEX"} for word in words)
    return asks_little and rule["attrs"].keys() <= SET_NAMES


def _words(token: dict) -> Iterable[str]:
    """Regular expressions for the words that a rule names."""
    word = token.get("LOWER", [])
    if isinstance(word, str):
        return [f"^{re.escape(word)}$"]
    return [word["REGEX"]] if "REGEX" in word else [f"^{re.escape(one)}$" for one in word and word["IN"]]
