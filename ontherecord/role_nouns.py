"""Which words name a role: the lexicon of role nouns, plurals, compounds and productive endings.

In: words as the text has them. Out: the key under which variants of one noun fall together (councilman,
councilwoman and councilmember have one), or None. Missed on purpose: kin, nationalities, party members and words that only
characterise (critic, friend, victim), which are no roles.
"""

from functools import cache

from ontherecord.lexicons import read_lexicon, words_of

MIN_STEM = 3  # letters before a productive ending: `doorman` is a role, `human` is none


@cache
def kind_words(kind: str) -> frozenset[str]:
    """The words of one kind in `role_words`."""
    return words_of("role_words", kind)


@cache
def noun_keys() -> dict[str, str]:
    """Role noun, of one word or several, in lower case -> key."""
    return {row[0]: row[1] for row in read_lexicon("role_nouns")}


@cache
def may_end_role(word: str) -> bool:
    """Whether a word in lower case can be the last of a role noun of one or several words."""
    return role_key(word) is not None or word in _last_words()


@cache
def _last_words() -> frozenset[str]:
    return frozenset(noun.rsplit(" ", 1)[1] for noun in noun_keys() if " " in noun)


@cache
def role_key(word: str) -> str | None:
    """The key of a single, perhaps hyphenated, word in lower case, in singular or plural; None if it names no role."""
    if word in kind_words("no_role"):
        return None
    known = noun_keys()
    for form in _singulars(word):
        if form in known:
            return known[form]
    for ending in kind_words("suffix_in"):
        if word.endswith(ending) and (key := role_key(word.removesuffix(ending))):
            return key
    if "-" in word:
        return role_key(word.rsplit("-", 1)[1])
    return next((form for form in _singulars(word) if _has_ending(form)), None)


def is_plural(word: str) -> bool:
    """Whether a role noun in lower case is a plural (`sens.`, `mayors`, `councilwomen`)."""
    known = noun_keys()
    return word not in known and any(form in known or _has_ending(form) for form in _singulars(word)[1:])


@cache
def singular(word: str) -> str:
    """A role noun, capital or small, in the singular: Ministers is Minister; as it stands where it is no plural or an abbreviation."""
    low = word.lower()
    if word.endswith(".") or word.isupper() or not is_plural(low):
        return word
    known = noun_keys()
    forms = [form for form in _singulars(low)[1:] if form in known or _has_ending(form)]
    return word[0] + forms[0][1:]


def phrase_key(words: list[str]) -> str | None:
    """The key of a noun with the words before it, the noun last: `attorney general`, `deputy mayor`."""
    for size in (3, 2):
        key = noun_keys().get(" ".join(words[-size:])) if len(words) >= size else None
        if key:
            return key
    key = role_key(words[-1]) if words else None
    if key and len(words) > 1 and words[-2] in kind_words("rank_prefix"):
        return f"{words[-2]} {key}"
    return key


def _singulars(word: str) -> list[str]:
    forms = [word]
    if word.endswith("s."):
        forms.append(word[:-2] + ".")
    if word.endswith("men"):
        forms.append(word[:-3] + "man")
    if word.endswith("people"):
        forms.append(word[:-6] + "person")
    if word.endswith("ies"):
        forms.append(word[:-3] + "y")
    if word.endswith("es"):
        forms.append(word[:-2])
    if word.endswith("s") and not word.endswith("ss"):
        forms.append(word[:-1])
    return forms


def _has_ending(word: str) -> bool:
    if word in kind_words("no_role") or not word.isalpha():
        return False
    return any(word.endswith(end) and len(word) - len(end) >= MIN_STEM for end in kind_words("suffix"))
