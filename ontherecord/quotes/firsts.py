"""First person in the words of speakers who became known after the pronouns were read: `“I ran,” said the 22-year-old.`

In: a parsed document, its quotes with their speakers, its mentions and the kinds of its chains. Out: pronoun
mentions. Missed on purpose: what stands outside quotation marks, and we.
"""

from collections.abc import Sequence

from spacy.tokens import Doc

from ontherecord.lexicons import words_of
from ontherecord.records import EntityKind, Mention, Quote


def own_words(doc: Doc, quotes: Sequence[Quote], mentions: Sequence[Mention], kinds: Sequence[EntityKind]) -> tuple[Mention, ...]:
    """I, me and my in a quote go to its speaker where nothing else was made of them; the innermost quote counts."""
    taken = {m.start for m in mentions}
    found: dict[int, Mention] = {}
    for quote in sorted(quotes, key=_size, reverse=True):
        whole = quote.attribution.kind == "direct" or quote.attribution.rule == "label"
        named = len(quote.speakers) == 1 and kinds[quote.speakers[0]] == "PERSON"
        for span in quote.attribution.spans if whole else ():
            for token in doc.char_span(*span, alignment_mode="expand") or ():
                found.pop(token.idx, None)
                if named and token.lower_ in words_of("naming", "self") and token.text != "i" and token.idx not in taken:
                    found[token.idx] = Mention(token.idx, token.idx + len(token), "pronoun", quote.speakers[0])
    return tuple(found.values())


def _size(quote: Quote) -> int:
    return sum(end - start for start, end in quote.attribution.spans)
