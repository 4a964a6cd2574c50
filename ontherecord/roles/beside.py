"""Titles right beside a name.

In: a parsed document, its sentences and names. Out: roles in order of position. A title goes to the name that it touches;
in `NAME, title, NAME` to the first. Missed on purpose: `Trump the dealmaker`, and one title for two names behind it.
"""

from collections.abc import Iterator
from dataclasses import replace

from spacy.tokens import Doc

from ontherecord.lexicons import words_of
from ontherecord.records import Mention, Names, Role, Sentence, Status
from ontherecord.role_nouns import kind_words
from ontherecord.roles.behind import titles_after, titles_ahead, with_coordinate
from ontherecord.roles.labels import label_before
from ontherecord.roles.making import make_role
from ontherecord.roles.page import NOUNS, Page
from ontherecord.roles.phrase import Phrase, read_phrase
from ontherecord.roles.shared import holders, list_from, title_of_all

QUOTES = ("”", '"', "’", "''")
SHORT = 4  # letters; `Vice Adm.` and `Maj Gen.` are one rank, `Chairman Rep.` two titles
LONGEST_OFFICE = 7  # tokens of `of Health and Human Services` between a title and the name


def find_titles(doc: Doc, sentences: tuple[Sentence, ...], names: Names) -> tuple[Role, ...]:
    """The titles that stand right beside a person's name, in order of position."""
    page = Page(doc, sentences, names)
    people = [m for m in page.names if page.is_person(m)]
    found: dict[tuple[int, int, int], Role] = {}
    heads: set[int] = set()  # nouns that a nearer name has taken

    def add(phrase: Phrase, whose: list[Mention], status: Status | None) -> None:
        if phrase.unreal or phrase.head in heads:
            return
        heads.add(phrase.head)
        for holder in whose:
            role = make_role(page, phrase, holder.chain, status, holder)
            found.setdefault((role.start, role.end, role.chain), role)

    for mention in people:
        for phrase in titles_before(page, mention):
            add(phrase, holders(page, phrase, mention), ended(page, phrase))
    for listed in _lists(page, people):
        begin, end = page.tokens(listed[0])[0], page.tokens(listed[-1])[1]
        labels = label_before(page, begin, end), title_of_all(page, listed)
        for phrase in labels:
            if phrase is not None and (len(listed) == 1 or page.is_plural(phrase.head)):
                add(phrase, listed, None)
    for mention in people:
        for phrase in titles_after(page, mention):
            add(phrase, [mention], None)
    for mention in people:
        for phrase in titles_ahead(page, mention):
            add(phrase, [mention], ended(page, phrase) or _chosen(page, phrase))
    return tuple(sorted(found.values(), key=lambda r: (r.start, r.end, r.chain)))


def _lists(page: Page, people: list[Mention]) -> Iterator[list[Mention]]:
    """The lists of names that stand in a text, a name of its own among them, none twice."""
    last = -1
    for mention in people:
        if mention.start > last:
            listed = list_from(page, mention)
            last = listed[-1].start
            yield listed


def titles_before(page: Page, mention: Mention) -> list[Phrase]:
    """`acting president NAME`, `author and activist NAME`, `nominee Gov. NAME`: the nearest first."""
    begin = page.tokens(mention)[0]
    p = begin - 1
    if page.word(p) in kind_words("honorific") and not page.key(p):
        p -= 1
    if page.word(p) in QUOTES:
        p -= 1
    if page.word(p) == "named" and page.tag(p - 1) in NOUNS:
        p -= 1  # `a worker named NAME`
    if page.word(p) == "as" and page.word(p - 1) == "known" and page.tag(p - 2) in NOUNS:
        p -= 2  # `the singer known as NAME`
    if p < 0 or page.is_person(page.named.get(p)) or _opens_clause(page, p, begin):
        return []
    phrase = _long_office(page, p)
    if phrase is None and p not in page.named and _may_be_title(page, p):
        phrase = read_phrase(page, p, complement=False)
    if phrase is None or _is_sign(page, phrase, mention):
        return []
    return with_coordinate(page, _split_stack(page, phrase))


def _is_sign(page: Page, phrase: Phrase, mention: Mention) -> bool:
    """`the Admiral Benbow`, `a King Charles spaniel`: the whole is the name of a pub or ship, a street, or of a breed or thing."""
    begin, end = page.tokens(mention)
    if end - begin > 1 and page.is_capital(phrase.start) and page.word(end - 1) in kind_words("way"):
        return True  # `General Gordon Avenue`
    if phrase.key not in kind_words("sign") or not page.is_capital(phrase.start) or phrase.end - phrase.start != 1 or end - begin != 1:
        return False
    thing = page.tag(end) in ("NN", "NNS") and page.word(end) in words_of("thing_nouns")
    return thing or page.word(phrase.left) == "the" and phrase.left < phrase.start


def _may_be_title(page: Page, p: int) -> bool:
    if page.tag(p) in NOUNS or page.is_capital(p):
        return True
    if page.tag(p) in (".", "JJ") and page.word_start(p) < p:
        return True  # `Sens .`, `bishop-designate`
    misread = page.tag(p) == "JJ" and page.tag(p - 1) in NOUNS  # `Air Force general`
    return misread or page.tag(p)[:2] == "VB" and p - 1 in page.named  # `WHO head`


def _opens_clause(page: Page, p: int, begin: int) -> bool:
    """`the judge Trump attacked`: the name is the subject of a relative clause on the noun."""
    mention = page.first.get(begin)
    last = page.tokens(mention)[1] - 1 if mention else begin
    root = page.doc[last]
    return root.dep_ in ("nsubj", "nsubjpass") and root.head.dep_ in ("relcl", "ccomp") and root.head.head.i == p


def _long_office(page: Page, p: int) -> Phrase | None:
    """`Secretary of State NAME`: the noun comes first and only capitals lie between."""
    q = p
    while q > 0 and p - q < LONGEST_OFFICE and (page.tag(q) in ("NNP", "NNPS") or q < p and page.lower[q] in ("the", "and", "for")):
        q -= 1
    if q == p or page.word(q) not in ("of", "for", "in") or q < 1 or not page.is_capital(q - 1) or q - 1 in page.named:
        return None
    phrase = read_phrase(page, q - 1, complement=True)
    return phrase and replace(phrase, end=p + 1)


def _split_stack(page: Page, phrase: Phrase) -> list[Phrase]:
    """`vice-presidential nominee Gov.` is two titles: one in lower case, one that opens with a capital."""
    for k in range(phrase.start, page.word_start(phrase.head)):
        inner = _is_second_title(page, phrase, k) and k not in page.named
        if inner and page.key(k) and page.tag(k) in NOUNS and page.word_end(k) == k:
            first = read_phrase(page, k, complement=False)
            if first:
                status = None if first.status == phrase.status else phrase.status
                return [replace(phrase, start=k + 1, left=k + 1, status=status), first]
    return [phrase]


def _is_second_title(page: Page, phrase: Phrase, k: int) -> bool:
    """Whether the head is a title of its own after the noun at `k`: by its capital, or as `Rep.` after a full word."""
    start = page.word_start(phrase.head)
    if page.is_capital(start) and not page.is_capital(page.word_start(k)):
        return True
    return page.lower[phrase.head].endswith(".") and not page.lower[k].endswith(".") and len(page.lower[k]) > SHORT


def ended(page: Page, phrase: Phrase) -> Status | None:
    """`the death of Justice NAME`, `the resignation of Mayor NAME`: the noun before tells that it is over."""
    if phrase.status is None and page.word(phrase.left - 1) == "of":
        noun = page.word(phrase.left - 2)
        if noun in kind_words("death"):
            return "former"
        if noun in kind_words("resignation"):
            return "resigned"
    return None


def _chosen(page: Page, phrase: Phrase) -> Status | None:
    """`elected a new president on Tuesday, NAME`."""
    token = page.doc[phrase.head]
    return "elected" if token.dep_ == "dobj" and token.head.lemma_ in ("elect", "choose", "select") else None
