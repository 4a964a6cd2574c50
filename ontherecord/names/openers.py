"""Common words that only the beginning of a sentence gives a capital: `Verdict: a thin film`, `“Premature.”`

In: layout and candidates. Out: the candidates without such words, judged over all places of a form. Missed on purpose:
words that the tagger takes for names there, and given names, which may be what they look like.
"""

from collections import defaultdict

from ontherecord.layout import Layout
from ontherecord.lexicons import words_of
from ontherecord.names.spans import Candidate
from ontherecord.names.things import THING
from ontherecord.names.words import head_kind, is_given, known_name, title_kind

NAME_TAGS = ("NNP", "NNPS")
OPENING = frozenset("“\"‘„«(:;") | {"``"}


def drop_common_words(layout: Layout, candidates: list[Candidate]) -> list[Candidate]:
    """The candidates in order, without the lone words that stand nowhere but where every word has a capital."""
    places: dict[str, list[Candidate]] = defaultdict(list)
    candidates = [c for c in candidates if not _leads_noun(layout, c)]
    for c in candidates:
        places[c.text(layout)].append(c)
    surnames = {form.split()[-1] for form in places if " " in form}
    common = {form for form, found in places.items() if form not in surnames and (_is_plain_word(form) and all(_only_opens(layout, c) for c in found) or form in words_of("credits", "writer"))}
    common |= _storms(layout, places)
    return [c for c in candidates if c.text(layout) not in common]


def _storms(layout: Layout, places: dict[str, list[Candidate]]) -> set[str]:
    """The bare names of storms and ships that the article names in full, where nobody in it bears them: `Odalys` after `Storm Odalys`."""
    named = {form for form, found in places.items() if " " in form and (found[0].label == THING or form.split()[0] in words_of("name_parts", "weather"))}
    borne = {word for form in places.keys() - named if " " in form for word in form.split()}
    return {form.split()[-1] for form in named} - borne


def _is_plain_word(form: str) -> bool:
    plain = form.isalpha() and form.istitle() and not known_name(form) and not is_given(form)
    return plain or form in words_of("name_parts", "opener")


def _only_opens(layout: Layout, c: Candidate) -> bool:
    """Whether a lone candidate opens a sentence, or words in marks, and is tagged as no name."""
    i = c.first
    return c.last - i == 1 and not c.titles and _opens(layout, i) and (layout.tag[i] not in NAME_TAGS or _is_saying(layout, i) or _before_day(layout, c))


def _opens(layout: Layout, i: int) -> bool:
    return i == 0 or layout.sent[i - 1] != layout.sent[i] or layout.words[i - 1].isspace() or layout.words[i - 1] in OPENING


def _leads_noun(layout: Layout, c: Candidate) -> bool:
    """Whether a word that tells what a body is only goes before a noun in small letters: `Council members met`, `Board secretary Ann Hale`."""
    i, form = c.first, c.text(layout)
    body = (head_kind(form) == "ORG" or title_kind(form) == "body") and form.istitle() and not known_name(form)
    return body and _opens(layout, i) and i + 1 < len(layout.words) and layout.pos[i + 1] == "NOUN" and layout.words[i + 1].islower()


def _before_day(layout: Layout, c: Candidate) -> bool:
    """Whether a day and the end of the sentence follow: `Bread Thursday.`"""
    after = layout.words[c.last : c.last + 2]
    return len(after) == 2 and after[0] in words_of("no_names", "time") and not after[1][0].isalnum()


def _is_saying(layout: Layout, i: int) -> bool:
    """Whether a word that sayings begin with is no magazine: `Time will tell`, but `Time magazine`, `Time reported`."""
    after = layout.lower[i + 1] if i + 1 < len(layout.lower) else ""
    return layout.words[i] in words_of("name_parts", "opener") and after not in words_of("reporting") and after not in words_of("naming", "body")
