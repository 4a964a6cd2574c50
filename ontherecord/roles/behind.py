"""Titles on the far side of a comma, dash or bracket: `NAME, the mayor of X,` and `The mayor of X, NAME,`.

In: a `Page` and a person's name. Out: the phrases that stand for the person. In `NAME, title, NAME` the caller lets the first
name have it. A phrase with a finite verb behind it is that verb's subject and no appositive, unless the tree says so.
"""

from dataclasses import replace
from functools import cache

from ontherecord.lexicons import read_lexicon
from ontherecord.records import Mention, Status
from ontherecord.role_nouns import kind_words, noun_keys
from ontherecord.roles.complement import EMERITUS
from ontherecord.roles.page import FINITE, HYPHENS, INSIDE, NOUNS, TURNED, Page
from ontherecord.roles.phrase import EX, Phrase, read_phrase, status_words, turned_at
from ontherecord.roles.times import after_time, past_time

DASHES = ("—", "–", "--", "―")
OPENERS = ("“", "``", '"', "‘")
CLOSERS = (",", ".", ";", ")", "?", "”", '"', "’", "''", *DASHES)
IN_RUN = (*INSIDE, "PRP$", "POS", "HYPH", "CD", "RB", "RBS")
PARTY = 5  # tokens of `R - Wis.` or `of Springfield` between a name and its comma
BRACKETS = 8  # tokens of `(D - Calif.)`
FARTHEST = 14  # tokens between a title and the name after its comma; relative clauses there are short
HONORIFICS = 10  # tokens of titles and honorifics between a comma and the name


def titles_after(page: Page, mention: Mention) -> list[Phrase]:
    """`NAME (D-Mich.), 52, a lawyer and former mayor of X, head of Y,`: what appositives say."""
    end = page.tokens(mention)[1]
    if page.word(end) in kind_words("postnominal") and (phrase := read_phrase(page, end, complement=True)):
        return [replace(phrase, start=end, left=end)]
    found = _in_brackets(page, end, mention)
    at = _to_appositive(page, end)
    late: Status | None = "former" if page.word(page.tokens(mention)[0] - 1) == "late" else None
    at, opening = _past_adverb(page, at) if at is not None else (None, None)
    while at is not None:
        phrase = _appositive(page, at, mention) or _second_conjunct(page, at, mention)
        if phrase is None:
            break
        end = past_time(page, phrase.end)
        phrase = replace(phrase, status=phrase.status or opening or ("former" if end > phrase.end else late))
        opening = None
        if found and found[-1].status and phrase.status in (None, "candidate") and phrase.left == at == phrase.start:
            phrase = replace(phrase, status=found[-1].status)
        found += [phrase, *_before_turned(page, phrase)]
        at = _next_appositive(page, end)
    return found


def _past_adverb(page: Page, at: int) -> tuple[int, Status | None]:
    """Where a title may begin after `until last month`, `once` or `herself`, and the status these tell."""
    word = page.word(at)
    if word in kind_words("reflexive"):
        return at + 1, None
    if word == "by" and page.word(at + 1) in kind_words("calling"):
        return at + 2, None
    if word in ("until", "since") and (after := after_time(page, at)) > at:
        return after, "former" if word == "until" and page.word(at + 1) != "now" else None
    status = status_words().get(word, (None, None))[0]
    return (at + 1, status) if page.tag(at) in ("IN", "RB") and status in ("former", "current") else (at, None)


def _before_turned(page: Page, phrase: Phrase) -> list[Phrase]:
    """The first title of `captain-turned-pundit`, from the second."""
    at = phrase.start - 1
    at -= page.word(at) in HYPHENS
    if page.word(at) != TURNED:
        return []
    head = at - 1 - (page.word(at - 1) in HYPHENS)
    before = read_phrase(page, head, complement=False) if page.tag(head) in NOUNS and head not in page.named else None
    return [before] if before else []


def _in_brackets(page: Page, at: int, mention: Mention) -> list[Phrase]:
    """`NAME (mayor of X)`: brackets that hold a title and nothing else before their end or a comma."""
    phrase = _appositive(page, at + 1, mention) if page.word(at) == "(" else None
    return [phrase] if phrase and page.word(phrase.end) in (")", ",") else []


def _second_conjunct(page: Page, at: int, mention: Mention) -> Phrase | None:
    """`NAME, a grandmother and retired nurse,`: the title stands behind a noun that is none."""
    i = at
    while (page.tag(i) in (*INSIDE, "DT", "CD", "HYPH") or page.word(i) == "of") and i not in page.named and i - at < PARTY:
        i += 1
    return _appositive(page, i + 1, mention) if i > at and page.word(i) == "and" and page.tag(i - 1) in NOUNS else None


def after_brackets(page: Page, at: int) -> int:
    """Where the text goes on behind brackets that open at `at`; `at` where none do."""
    if page.word(at) == "(":
        close = next((k for k in range(at, min(at + BRACKETS, len(page.lower))) if page.lower[k] == ")"), None)
        return close + 1 if close else at
    return at


def _to_appositive(page: Page, at: int) -> int | None:
    """Where an appositive may begin after a name that ends at `at`: past brackets, age, party, place."""
    at = after_brackets(page, at)
    if page.word(at) in ("of", "from") and (page.word(at + 1) == "the" or page.word(at + 1) and page.is_capital(at + 1)):
        end = at + 1
        while page.tag(end) in ("NNP", "NNPS", "DT") and end - at < PARTY:
            end += 1
        at = end if page.word(end) == "," else at
    if page.word(at) in DASHES or page.word(at) == "-" and page.doc[at - 1].whitespace_ and page.doc[at].whitespace_:
        return at + 1
    while page.word(at) == ",":
        comma = next((k for k in range(at + 1, min(at + PARTY + 2, len(page.lower))) if page.lower[k] == ","), None)
        if comma is None or not _is_aside(page, at + 1, comma):
            return at + 1
        at = comma
    return None


def _is_aside(page: Page, start: int, comma: int) -> bool:
    """An age, a party with its state, or where somebody is from, up to the next comma."""
    first = page.lower[start]
    if page.tags[start] == "CD":
        return comma - start == 1
    if first in ("of", "from"):
        return page.is_capital(start + 1)
    return first[:2] in ("r-", "d-", "i-") or first in ("r", "d", "i") and page.word(start + 1) in ("-", "–", "—")


def _next_appositive(page: Page, end: int) -> int | None:
    at = end
    if page.word(at) == ",":
        at += 1
    if page.word(at) in ("and", "&"):
        at += 1
    return at if at > end else None


def _appositive(page: Page, at: int, mention: Mention) -> Phrase | None:
    head = noun_run(page, at)
    if head is None:
        return None
    phrase = read_phrase(page, head, complement=True)
    if phrase is None or page.is_plural(head) or phrase.left > head:
        return None
    after = page.word(phrase.end)
    if page.is_person(page.first.get(phrase.end)) or page.tag(phrase.end) in FINITE and not _tree_agrees(page, head, mention):
        return None
    if after in ("and", "&") and page.is_person(page.first.get(phrase.end + 1)):
        return None
    return phrase


def _tree_agrees(page: Page, head: int, mention: Mention) -> bool:
    token = page.doc[head]
    begin, end = page.tokens(mention)
    return token.dep_ == "appos" and begin <= token.head.i < end


def noun_run(page: Page, at: int) -> int | None:
    """The head noun of the noun phrase that opens at `at`, if it names a role and no person follows."""
    last, before, i = None, None, at
    while i < len(page.lower) and i not in page.breaks:
        mention = page.first.get(i)
        if mention is not None:
            end = page.tokens(mention)[1]
            if page.is_person(mention) and page.tag(end) not in (*NOUNS, "POS"):
                return None
            last, i = end - 1, end
            continue
        tag = page.tags[i]
        if tag in NOUNS:
            last = i
        elif tag[:2] == "VB" and last == i - 1 and turned_at(page, i) is not None:
            before = last  # `a captain turned pundit`
        elif tag in ("VBG", "VBN") and last == i - 1 and f"{page.lower[i]} {page.word(i + 1)}" not in noun_keys():
            break  # `a salesman reviewing items`
        elif tag not in IN_RUN and page.lower[i] not in ("&", "-") and (tag != "DT" or last is not None):
            break
        i += 1
    if last is None or page.is_person(page.named.get(last)):
        return None
    if page.key(last):
        return last
    if before is not None and page.key(before):
        return before
    return next((k for k in (last - 1, last - 2) if k >= at and page.lower[last] in (*kind_words("time"), *EMERITUS) and page.key(k)), None)


def titles_ahead(page: Page, mention: Mention) -> list[Phrase]:
    """`A lawyer for the news outlets, NAME, said`; `the firm's founder and chief executive, NAME,`."""
    begin, end = page.tokens(mention)
    comma = _comma_before(page, begin)
    if comma is None:
        return []
    comma = _before_time(page, comma)
    closed = page.word(after_brackets(page, end)) in CLOSERS or end in page.breaks
    head = _pattern_head(page, comma) if closed else None
    if head is None:
        head = _tree_head(page, begin, end)
    if head is None or not page.key(head) or not 0 <= comma - head <= FARTHEST:
        return []
    phrase = read_phrase(page, head, complement=True)
    if phrase is None or page.is_plural(head) or phrase.end > comma or _is_relatives(page, phrase):
        return []
    found = [*_coordinate_after(page, phrase, comma), *with_coordinate(page, [phrase])]
    return found if any(_is_marked(page, p) for p in found) or page.word(phrase.left - 1) == "and" else []


def _is_relatives(page: Page, phrase: Phrase) -> bool:
    """`The wife of the mayor, NAME,`: the title is that of the relative of who is named."""
    at = phrase.left - 1
    return page.word(at) == "of" and page.word(at - 1).removeprefix("ex-") in kin_nouns()


@cache
def kin_nouns() -> frozenset[str]:
    """Nouns for a relative."""
    return frozenset(noun for noun, _, kin in read_lexicon("people_nouns") if kin == "yes")


def with_coordinate(page: Page, phrases: list[Phrase]) -> list[Phrase]:
    """Add the title before `and`: `author and activist NAME`; `the mayor and Governor NAME` are two people."""
    last = phrases[-1]
    a = last.left - 1
    determined = last.left < last.start and page.word(last.left) in kind_words("determiner")
    if turned := _before_turned(page, last):
        return [*phrases, *turned]
    if page.word(a) not in ("and", "&") or a - 1 in page.named or determined or page.tag(a - 1) not in NOUNS:
        return phrases
    before = read_phrase(page, a - 1, complement=False)
    if before is None or page.word(before.left) in ("their", "our") or page.is_plural(a - 1):
        return phrases
    bare = page.word(before.left) not in kind_words("determiner")
    opens = bare and page.doc[before.left].is_sent_start or page.word(before.left - 1) in OPENERS
    if not opens and page.is_capital(page.word_start(before.head)) != page.is_capital(last.start):
        return phrases
    shared = before.status and not last.status and last.left == last.start and page.word(before.left) not in EX
    return [*phrases[:-1], replace(last, status=before.status) if shared else last, before]


def _coordinate_after(page: Page, phrase: Phrase, comma: int) -> list[Phrase]:
    if page.word(phrase.end) != "and":
        return []
    head = noun_run(page, phrase.end + 1)
    second = read_phrase(page, head, complement=True) if head is not None else None
    return [second] if second and second.end == comma else []


def _is_marked(page: Page, phrase: Phrase) -> bool:
    """Whether a determiner, genitive or dropped modifier opens the noun phrase."""
    return phrase.left < phrase.start or phrase.possessor is not None or page.word(phrase.left) in kind_words("determiner")


def _comma_before(page: Page, begin: int) -> int | None:
    """The comma or dash before a name, past its honorifics and its title."""
    p = begin - 1
    while p >= 0 and begin - p < HONORIFICS and p not in page.breaks:
        if page.lower[p] in (",", *DASHES):
            return p
        if p in page.named and page.is_person(page.named[p]):
            return None
        ends = page.lower[p] == "." and page.word_start(p) == p
        if ends or page.tag(p) not in INSIDE and page.lower[p] not in ("the", "."):
            return None
        p -= 1
    return None


def _before_time(page: Page, comma: int) -> int:
    """Step back over `on Tuesday` between a title and its comma."""
    at = comma
    while page.word(at - 1) in kind_words("time") or at < comma and page.word(at - 1) in ("on", "last", "this", "in"):
        at -= 1
    return at


def _tree_head(page: Page, begin: int, end: int) -> int | None:
    for i in range(begin, end):
        token = page.doc[i]
        if token.dep_ == "appos" and token.head.i < begin and token.head.i not in page.named:
            return token.head.i
    return None


def _pattern_head(page: Page, comma: int) -> int | None:
    """A role noun whose title ends at the comma and that no verb or other comma parts from it."""
    found = None
    for k in range(comma - 1, max(-1, comma - FARTHEST), -1):
        if page.lower[k] in (",", ".", *DASHES) or k in page.breaks or page.tag(k) in FINITE:
            break
        if k not in page.named and page.tag(k) in NOUNS and page.key(k):
            phrase = read_phrase(page, k, complement=True)
            if phrase and phrase.end == comma:
                found = k
    return found
