"""The only caller of stages: the text of one article in, all that it says out.

In: text, and spaCy's pipeline. Out: `Annotated`, with offsets into the text as it was given. It knows
nothing of other articles, files or databases, so the same text gives the same records anywhere.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, tee

from spacy.language import Language
from spacy.tokens import Doc

from ontherecord import coreference, names, parse, quotes, roles, sentences
from ontherecord.clean import Clean, clean
from ontherecord.quotes.firsts import own_words
from ontherecord.quotes.speakers import resolve_speakers
from ontherecord.records import Annotated, Attribution, Mention, Names, Quote, Role, Sentence


def annotate_texts(nlp: Language, texts: Iterable[str]) -> Iterator[Annotated | Exception]:
    """Annotate each text, in order; a text whose annotation fails gives its exception instead."""
    for_parser, for_stages = tee(clean(text) for text in texts)
    docs = parse.parse(nlp, (cleaned.text for cleaned in for_parser))
    for cleaned, doc in zip(for_stages, docs, strict=True):
        try:
            yield map_back(annotate(doc), cleaned)
        except Exception as error:  # noqa: BLE001 - one bad article never stops the others; it is reported, not lost
            yield error


def annotate(doc: Doc) -> Annotated:
    """Run every stage over a parsed document, in the one order in which data flows."""
    found_sentences = sentences.find_sentences(doc)
    publication, dateline = sentences.find_dateline(doc, found_sentences)
    found_names = names.find_names(doc, found_sentences)
    titles = roles.find_titles(doc, found_sentences, found_names)
    attributions = quotes.find_attributions(doc, found_sentences)
    resolved = coreference.resolve_mentions(doc, found_sentences, found_names, titles, attributions)
    mentions = in_order(found_names.mentions, resolved)
    spoken = resolve_speakers(doc, attributions, found_names, mentions)
    mentions = in_order(mentions, own_words(doc, spoken, mentions, [one.kind for one in found_names.chains]))
    return Annotated(
        sentences=found_sentences,
        chains=found_names.chains,
        mentions=mentions,
        quotes=spoken,
        roles=roles.find_roles(doc, found_sentences, found_names, titles, mentions),
        publication=publication,
        dateline=dateline,
    )


def in_order(*groups: tuple[Mention, ...]) -> tuple[Mention, ...]:
    """Mentions in order of position."""
    return tuple(sorted(chain.from_iterable(groups), key=lambda m: (m.start, m.end)))


def map_back(annotated: Annotated, cleaned: Clean) -> Annotated:
    """The same records with offsets into the original text."""
    if cleaned.identity:
        return annotated

    def move[R: (Sentence, Mention, Role)](record: R) -> R:
        start, end = cleaned.span(record.start, record.end)
        return replace(record, start=start, end=end)

    return replace(
        annotated,
        sentences=tuple(map(move, annotated.sentences)),
        mentions=tuple(map(move, annotated.mentions)),
        roles=tuple(map(move, annotated.roles)),
        quotes=tuple(replace(q, attribution=_move_attribution(q.attribution, cleaned)) for q in annotated.quotes),
    )


def _move_attribution(attribution: Attribution, cleaned: Clean) -> Attribution:
    place = lambda span: span and cleaned.span(*span)  # noqa: E731
    return replace(
        attribution,
        spans=tuple(cleaned.span(*span) for span in attribution.spans),
        cue=place(attribution.cue),
        source=place(attribution.source),
    )
