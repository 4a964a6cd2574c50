"""Quotes: attributed content, its cue, its source and act.

In: a parsed document and its sentences. Out: attributions in order of position. The steps are rooms of
their own: tagger, cues, contents, choice, turns, sources, acts; this one only leads from one to the next.
"""

from collections.abc import Sequence

from spacy.tokens import Doc

from ontherecord.layout import lay_out
from ontherecord.quotes.acts import find_act
from ontherecord.quotes.arrays import read_arrays
from ontherecord.quotes.choice import Weights, choose, weights
from ontherecord.quotes.confidence import state_quote, state_source
from ontherecord.quotes.features import Tokens, read_tokens
from ontherecord.quotes.found import Found
from ontherecord.quotes.placing import cue_span, kind_of, without_addressee, written_spans
from ontherecord.quotes.sources import find_sources
from ontherecord.quotes.tagger import Tags, tag_tokens
from ontherecord.quotes.turns import add_turns
from ontherecord.records import Attribution, Sentence


def find_attributions(doc: Doc, sentences: Sequence[Sentence]) -> tuple[Attribution, ...]:
    """Find every attribution of a document, in order of position; none in a document without words."""
    if not len(doc) or not sentences:
        return ()
    arrays = read_arrays(doc)
    tokens = read_tokens(doc, sentences, weights().clusters, arrays)
    tags = tag_tokens(doc, tokens.quoted, arrays=arrays)
    found = add_turns(tokens, find_contents(tokens, tags, weights()))
    text = lay_out(doc).text
    attributions = []
    for one, (source, rule, chance) in zip(found, find_sources(doc, found, arrays), strict=True):
        attributions.append(
            Attribution(
                spans=one.spans,
                kind=kind_of(tokens, one.spans),
                act=find_act(doc, one, source, text=text),
                rule=one.rule,
                confidence=state_quote(one.rule, one.chance),
                cue=one.cue,
                verb=doc[one.head].lemma_.lower() if one.head >= 0 else None,
                source=source,
                source_rule=rule,
                source_confidence=state_source(rule, chance),
            )
        )
    return tuple(attributions)


def find_contents(tokens: Tokens, tags: Tags, fitted: Weights) -> list[Found]:
    """The attributions that have a cue, in order of position."""
    heads, pieces, probability = choose(tokens, tags, fitted)
    found = [
        Found(written_spans(tokens, without_addressee(tokens, head, piece)), cue_span(tokens, head), head, "cue", round(chance, 4))
        for head, piece, chance in zip(heads.tolist(), pieces.tolist(), probability.tolist(), strict=True)
    ]
    return sorted(found, key=lambda one: (one.spans, one.head))
