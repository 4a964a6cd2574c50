"""What each form of a name names: a person, an organisation, a place, or nothing that counts.

In: candidates. Out: the kind of each form (the words as written), decided once for the whole article from all
places where it stands: spaCy's label, titles before it, what follows, its last word, the word before.
Weights are set by hand on the development articles; one mislabelled mention then hurts nobody.
"""

import re
from collections import defaultdict
from functools import cache

from ontherecord.layout import Layout
from ontherecord.lexicons import read_lexicon, words_of
from ontherecord.names.contexts import leads_to_place, owns_its, told_by_context
from ontherecord.names.edges import ARTICLES, QUOTES, is_capital, joined
from ontherecord.names.spans import Candidate
from ontherecord.names.things import THING
from ontherecord.names.words import given_name, head_kind, is_firm_suffix, is_given, is_initial, is_particle, is_people, is_suffix, known_name, names_nothing, title_kind
from ontherecord.records import EntityKind
from ontherecord.role_nouns import noun_keys

LABEL_SCORE = {"PERSON": 2.0, "ORG": -1.0, "GPE": -1.2, "LOC": -1.5, "FAC": -1.5, "": 0.0, "NORP": -0.3}
OTHER_LABEL = -1.0
RECURS = 1.6  # by judgement: the last word stands alone elsewhere: people are called by their last name, firms by their first
SHORT_ACRONYM = 4  # letters
VERY_WELL_KNOWN = 15  # of 36 sources, by judgement: a given name beyond doubt, though it be a people or a month too
PERSON_AT = 0.6  # on 12 dev articles 0.2 gives P 0.991 R 0.991, 0.6 P 0.997 R 0.984; 1.0 loses a person in 50 cases
PLACE_BEFORE = ("in", "at", "from", "near", "outside", "across", "around", "throughout", "of")
KIN = re.compile(r",? (?:who|whose)\b|, (?:\d{1,2}|(?:an?|the|his|her|their) [a-z])")
APPOSED = re.compile(r", (?:(?:an?|the|his|her|their|then|now|former|acting|interim)\b[\w\s’'-]*?\b(\w+))[,.\s]")
KEPT = {"PERSON": "ORG", "ORG": "ORG", "GPE": "GPE", "LOC": "LOC", "FAC": "LOC", "PRODUCT": None, "EVENT": None, "LAW": None, "WORK_OF_ART": None}
DOUBLE = re.compile(r"[A-ZÀ-Þ][a-zà-ÿ’]{2,}-[A-ZÀ-Þ][a-zà-ÿ’]{2,}")
PARTY = re.compile(r"(?:R|D|I|DFL)-[A-Z]")
PARTY_STATE = re.compile(r"(?<![\w-])(?:R|D|I|DFL)-((?:[A-Z]\.){2,3}|[A-Z][A-Za-z]+\.?)")
DISTRICT = re.compile(r"\b(?:[A-Z]\w+ )?(?:District|Ward|Precinct|Region|Zone) (?:\d+|[IVX]+)\b")
COUNTED = re.compile(r"(?:.+ )?(\S+),? (?:No|Nos|Number)\b\.? ?\d+")  # `Engine No. 12` is a thing, `School No. 5` a school
LANDMARKS = ("Lake", "Mount", "Cape", "Fort", "River", "Gulf", "Bay", "Isle", "Port", "Camp", "District", "Ward")


def person_score(layout: Layout, c: Candidate) -> float:
    """How strongly one place speaks for a person; the label's share is averaged by the caller."""
    words = c.words(layout)
    multi = len([w for w in words if not is_suffix(w)]) > 1
    score = 4.0 if c.titles else 0.0
    given = given_name(words[0]) or (0, 0)
    if multi:
        score += 2.0 if given[1] >= VERY_WELL_KNOWN else 1.2 if given[1] >= 8 else 0.5 if given[1] else 0.2
    if len(words) == 2 and DOUBLE.fullmatch(words[1]) and words[0].istitle() and not c.label:
        score += 0.8
    after = layout.text[c.end : c.end + 40]
    lives = c.first > 1 and layout.lower[c.first - 1] == "in" and is_human(layout.lower[c.first - 2])  # `an aunt in Pell, who`
    if re.match(r",? who(?:se)?\b", after) and not lives or re.match(r", \d{1,2}[,.]", after):
        score += 2.0
    if layout.words[c.last : c.last + 1] == [","] and c.label == "GPE" and (known_name("".join(layout.words[c.last + 1 : c.last + 2])) or ("", ""))[1] == "GPE":
        score -= 3.0  # `HARLOW FORKS, Ore.`
    if re.match(r",? which\b", after):
        score -= 3.0
    apposed = APPOSED.match(layout.text[c.end : c.end + 60])
    if apposed and _is_office(apposed.group(1)):
        score += 1.5
    last = layout.words[c.last - 1]
    before = layout.words[c.first - 1].lower() if c.first else ""
    i = c.last - 1
    if layout.dep[i] in ("nsubj", "nsubjpass") and layout.words[layout.head[i]] in words_of("reporting"):
        score += 1.0
    if layout.dep[i] == "appos" and layout.head[i] < c.first and is_human(layout.lower[layout.head[i]]):
        score += 2.0  # `the clinic’s director, Ada Hale,`
    if last[-1:].isalpha() and head_kind(last):
        score -= 2.0 if c.label == "PERSON" and multi and given[1] >= VERY_WELL_KNOWN and before != "the" else 4.0
    if "&" in words or "&" in layout.text[c.start : c.end]:
        score -= 4.0
    following = layout.words[c.last] if c.last < len(layout.words) else ""
    if following in words_of("followings"):
        score += 2.0
    elif before == "the" and not c.titles:
        score -= 5.0 if multi and (last.endswith("s") or layout.dep[i] in ("dobj", "pobj", "nsubj")) else 3.0
    if before in PLACE_BEFORE and before != "of" and (not multi or c.label == "GPE"):
        score -= 1.5
    if leads_to_place(layout, c) or owns_its(layout, c):
        score -= 4.0
    if before == "as" and c.first > 2 and layout.lower[c.first - 2] == "known" and is_human(layout.lower[c.first - 3]):
        score += 2.0  # `the singer known as Ada`
    return score


def decide_people(layout: Layout, candidates: list[Candidate]) -> set[str]:
    """The forms (as written) that name people, judged over all their places; headlines do not vote."""
    votes: dict[str, list[Candidate]] = defaultdict(list)
    for c in candidates:
        if c.label != THING and not _in_title(layout, c):
            votes[c.text(layout)].append(c)
    alone_last = {form.split()[-1] for form in votes if " " in form}
    alone = {form.split()[-1] for form in votes if " " not in form and not head_kind(form)}
    firms = {form.rsplit(None, 1)[0].rstrip(",") for form in votes if " " in form and is_firm_suffix(form.split()[-1])}
    firms |= {form.split()[0] for form in votes if form.count(" ") == 1 and form.split()[1] in words_of("name_parts", "never last")}
    people = set()
    for form, places in votes.items():
        if layout.tag[places[0].first] == "CD" or f"{form}’s" in votes or f"{form}'s" in votes:
            continue  # `Two Kettles`, or the shop called `Barnaby’s`
        body = [c for c in places if not c.headline]
        if form in firms or _never_person(form) or not body and not _sure_in_headline(form, places, votes) or _is_common_word(layout, form, places):
            continue
        body = body or places
        if "-" in form and " " not in form and form not in alone_last and not (is_particle(form.split("-")[0]) and form.split("-")[-1].istitle()) and not any(c.titles for c in places):
            continue  # `Dodd-Frank`, `Pro-Doe`; a surname of two is known by a full name or a title
        label = sum(LABEL_SCORE.get(c.label, OTHER_LABEL) for c in body) / len(body)
        scores = [person_score(layout, c) for c in body]
        total = label + max(0.0, *scores, 0.0) + min(0.0, *scores, 0.0)
        if " " in form and form.split()[-1] in alone and label > LABEL_SCORE["GPE"]:
            total += RECURS
        if total > PERSON_AT:
            people.add(form)
    return people


def _sure_in_headline(form: str, places: list[Candidate], votes: dict[str, list[Candidate]]) -> bool:
    """Whether a form that stands in headlines alone is a person's: a full name that spaCy calls one."""
    words = form.split()
    surnames = {f.split()[-1] for f, found in votes.items() if any(not c.headline for c in found)}
    if words[0] in surnames:
        return False
    return len(words) in (2, 3) and is_given(words[0]) and places[0].label == "PERSON" and not form.isupper() and " ".join(words[:2]) not in votes.keys() - {form}


def _never_person(form: str) -> bool:
    words = form.split()
    lone = len(words) == 1
    acronym = form.isupper() and lone and len(form) <= SHORT_ACRONYM and not is_given(form)
    if known_name(form) or not any(ch.isalpha() for ch in form) or is_initial(form) or is_suffix(form) or is_firm_suffix(words[-1]) or acronym:
        return True
    if any(w.islower() and not is_particle(w) for w in words) or all(names_nothing(w) or is_people(w) and not is_given(w) for w in words):
        return True
    if any(ch.isdigit() for ch in form) or lone and title_kind(form):
        return True
    letters = [w for w in words[1:] if w.isupper() and len(w) > 2 and w.replace("-", "").isalpha() and not is_suffix(w)]
    within = letters or [w for w in words[1:] if known_name(w)]
    if not form.isupper() and within and (not is_given(words[0]) or letters and known_name(words[0])):
        return True
    weak = (given_name(words[0]) or (0, 0))[1] < VERY_WELL_KNOWN
    place = len(words) == 2 and (words[0] in words_of("name_parts", "place", "never first") or words[1] in words_of("name_parts", "never last"))
    dated = not lone and words[-1] in words_of("no_names", "time") and weak
    titled = len(words) > 2 and title_kind(words[-1]) in ("office", "rank") and not is_given(words[-2]) and not is_initial(words[-2])
    if place or dated or titled or len(words) > 2 and head_kind(words[-1]) == "ORG" and words[-1] in words_of("name_parts", "never surname"):
        return True
    if names_thing(words) or not lone and not is_given(words[0]) and (known_name(words[-1]) or ("", ""))[1] == "GPE":
        return True
    return names_nothing(words[0]) and weak


def names_thing(words: list[str]) -> bool:
    """Whether the words name a storm, prize, law or the like that may be called after somebody: `Storm Agnes`, `Bellamy Prize`."""
    return len(words) > 1 and (head_kind(words[-1]) == "NONE" or words[0] in words_of("name_parts", "weather"))


def _is_common_word(layout: Layout, form: str, places: list[Candidate]) -> bool:
    """Whether a lone form also stands in small letters and nothing but a capital speaks for a name."""
    if " " in form or any(c.titles for c in places) or not form.isalpha():
        return False
    return form.lower() in layout.small


def other_kind(layout: Layout, c: Candidate) -> EntityKind | None:
    """ORG, GPE or LOC of a candidate that is no person; None if it names nothing that counts."""
    form = c.text(layout)
    known = known_name(form)
    if known:
        return known[1]
    words = c.words(layout)
    if len(words) > 2 and c.label == "" and title_kind(words[-1]) in ("office", "rank"):
        return None
    if "-" in words[0] and words[0].split("-")[0].lower() in words_of("name_parts", "prefix"):
        return None  # `Pro-Doe`
    if len(words) == 2 and words[0] in words_of("name_parts", "place") and c.label in ("PERSON", "GPE", "", "EVENT"):
        return "GPE"
    if (body := _told_by_article(layout, c, words)) is not None:
        return body
    if all(names_nothing(w) for w in words) or c.end - c.start < 2 or not form[0].isalnum() or is_initial(form) or is_suffix(form):
        return None
    if all(title_kind(w) and title_kind(w) != "body" for w in words) or PARTY.match(form):
        return None
    if " v. " in form or " vs. " in form or "://" in form or (counted := COUNTED.fullmatch(form)) and head_kind(counted.group(1)) != "ORG":
        return None
    if c.label == "GPE" and form.isupper():
        return "GPE"
    head = head_kind(words[-1])
    if _in_title(layout, c) or _is_no_entity(words):
        return None
    if c.label == "WORK_OF_ART" and not (head == "ORG" and len(words) > 1 and layout.words[c.first - 1] not in QUOTES and layout.words[c.first - 2] not in QUOTES):
        return told_by_context(layout, c, words)
    if is_firm_suffix(words[-1]):
        return "ORG"
    if DISTRICT.fullmatch(form):
        return "LOC"
    if len(words) > 1 and words[0] in LANDMARKS and not head and c.label != "GPE":  # Port Arthur is a town, the Fort Lee Courier a paper
        return "LOC"
    if head and (len(words) > 1 or c.label in ("ORG", "NORP")):
        return "LOC" if head == "LOC" and c.label != "ORG" else "ORG"
    return _by_label(layout, c, words)


def _told_by_article(layout: Layout, c: Candidate, words: list[str]) -> EntityKind | None:
    """ORG of a lone name that its neighbours tell: `the Herald`, `the Treasury`, `a post on X`, `Brightly, the retailer,`."""
    if len(words) > 1 or c.last < len(layout.words) and joined(layout, c.last) and is_capital(layout, c.last):
        return None
    before = layout.lower[c.first - 1] if c.first else ""
    if before == "the" and words[0] in words_of("name_parts", "alone"):
        return "ORG"
    if words[0] in words_of("name_parts", "platform") and before == "on":
        return "ORG"
    apposed = APPOSED.match(layout.text[c.end : c.end + 60]) if c.label == "" and layout.pos[c.last - 1] == "PROPN" else None
    return "ORG" if apposed and apposed.group(1) in words_of("naming", "body", "institution") else None


@cache
def _is_office(noun: str) -> bool:
    """Whether a noun beside a name says what a person is: a title, an occupation, or a word that ends like one."""
    return bool(title_kind(noun) or noun in noun_keys() or noun.endswith(("er", "or", "ist", "man", "woman", "ian")))


def is_human(noun: str) -> bool:
    """Whether a noun stands for one human being."""
    return noun in _human_nouns()


@cache
def _human_nouns() -> frozenset[str]:
    return frozenset(row[0] for name in ("role_nouns", "people_nouns") for row in read_lexicon(name))


def _is_no_entity(words: list[str]) -> bool:
    """Whether the last word, or one before `of` or `for`, names a law, prize or event."""
    heads = [w for w, after in zip(words, [*words[1:], "of"], strict=True) if after in ("of", "for", "in")]
    return names_thing(words) or any(head_kind(w) == "NONE" for w in heads)


def _by_label(layout: Layout, c: Candidate, words: list[str]) -> EntityKind | None:
    before = layout.words[c.first - 1].lower() if c.first else ""
    placed = before in PLACE_BEFORE
    if c.label == "NORP":
        if is_people(words[-1]) or names_nothing(words[-1]):
            return None
        if placed or before == "to":
            return "GPE"
        return "ORG" if before == "the" or len(words) > 1 else None
    if c.label in ("ORG", "PERSON", "") and leads_to_place(layout, c):
        return "GPE"
    if c.label in ("ORG", "PERSON") and placed and len(words) == 1 and not words[0].isupper() and (before != "of" or c.label == "PERSON"):
        return "GPE"
    return KEPT.get(c.label) or told_by_context(layout, c, words)


def _in_title(layout: Layout, c: Candidate) -> bool:
    """Whether the candidate is a part of a quoted title: `“Say Nothing to Martha”`, `the “Say When”`."""
    i = c.first - 1
    while i >= 0 and layout.words[i] not in QUOTES and c.first - i < 8 and layout.sent[i] == layout.sent[c.first]:
        i -= 1
    if i < 0 or layout.words[i] not in QUOTES or layout.words[i] == "”" and i and not layout.spaced(i):
        return False
    j = c.last
    while j < len(layout.words) and layout.words[j] not in QUOTES and j - c.last < 8 and layout.sent[j] == layout.sent[c.first]:
        j += 1
    inside = [w for w in layout.words[i + 1 : j] if w[0].isalpha() and len(w) > 3]
    if j >= len(layout.words) or layout.words[j] not in QUOTES or not inside:
        return False
    whole = (i + 1 >= c.first or i + 2 == c.first and (layout.lower[i + 1] in ARTICLES or bool(title_kind(layout.words[i + 1])))) and j <= c.last + 1
    return all(w[0].isupper() for w in inside) and not (whole and c.label in ("ORG", "PERSON", "GPE"))
