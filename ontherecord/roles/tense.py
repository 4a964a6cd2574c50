"""What a verb's form tells of the role that it gives: whether it holds, held, is to come, or is denied.

In: the verb's token. Out: a status, or None where nobody holds the role: it is denied, wished for, feigned or supposed.
"""

from spacy.tokens import Token

from ontherecord.records import Status
from ontherecord.role_nouns import kind_words
from ontherecord.roles.page import Page
from ontherecord.roles.phrase import Phrase

LEAVING = ("resigned", "former")
WILL = ("will", "'ll", "’ll", "shall", "wo")
HAVING = ("has", "have", "'s", "’s", "'ve", "’ve", "is", "are", "am")
NEAR = 3  # tokens before a title in which `no longer` stands
UNREAL_DEPTH = 5  # clauses between a verb and the wish or condition it hangs on


def verb_status(verb: Token, given: str) -> Status | None:
    """What the verb's status becomes by its tense and negation; None where nothing holds."""
    if is_unreal(verb):
        return None
    coming = _is_coming(verb) or _backshifted_will(verb)
    if any(c.dep_ == "neg" for c in verb.children):
        return "current" if given in LEAVING and coming else None
    if not coming and any(c.tag_ == "MD" for c in verb.children):
        return None
    if given == "tense":
        return tense_status(verb)
    if coming:
        return "outgoing" if given in LEAVING else "candidate" if given == "candidate" else "elected"
    if verb.tag_ == "VB" and any(c.lower_ == "to" for c in verb.children) and verb.head.lemma_ not in kind_words("sure_infinitive") and not _is_ranked(verb):
        return None
    return given  # type: ignore[return-value]


def _is_ranked(verb: Token) -> bool:
    """`the first woman to serve`, `the youngest man to be elected`: it has come about."""
    words = () if verb.dep_ not in ("relcl", "acl") else verb.head.children
    return any(c.lower_ in kind_words("ranked") or c.tag_ == "JJS" for c in words if c.dep_ == "amod")


def _backshifted_will(verb: Token) -> bool:
    """`said she would step down`."""
    reported = verb.dep_ == "ccomp" and verb.head.tag_ in ("VBD", "VBN")
    return reported and any(c.lower_ in ("would", "'d", "’d") for c in verb.children)


def _is_coming(verb: Token) -> bool:
    if any(c.lower_ in WILL for c in verb.children):
        return True
    if verb.tag_ == "VBG" and any(c.lemma_ == "be" for c in verb.children):
        return True
    return verb.tag_ == "VB" and verb.dep_ in ("xcomp", "ccomp", "acl") and verb.head.lemma_ in kind_words("coming_infinitive")


def tense_status(verb: Token) -> Status | None:
    """Present and perfect are current, past is former, will is elected; any other modal is nothing."""
    auxiliaries = {c.lower_: c.tag_ for c in verb.children if c.dep_ in ("aux", "auxpass")}
    if any(tag == "MD" and low not in WILL for low, tag in auxiliaries.items()):
        return None
    if any(tag == "MD" for tag in auxiliaries.values()):
        return "elected"
    if "had" in auxiliaries:
        return "former"
    if auxiliaries.keys() & set(HAVING):
        return "current"
    if auxiliaries.keys() & {"was", "were"}:
        return "former"
    if verb.tag_ == "VB":
        if _is_ranked(verb):
            return tense_status(verb.head.head) if verb.head.dep_ in ("attr", "conj") and verb.head.head.lemma_ == "be" else "current"
        if verb.head.lemma_ == "be" and verb.i - verb.head.i == 2:
            return "elected"  # `is to become the next archbishop`
        return "current" if verb.dep_ in ("xcomp", "conj", "advcl") and verb.head.lemma_ in kind_words("sure_infinitive") else None
    if verb.tag_ in ("VBG", "VBZ", "VBP"):
        return "current"
    return "current" if _is_backshifted(verb) else "former"


def _is_backshifted(verb: Token) -> bool:
    """`said she was a lawyer`, but not `“I was a lawyer,” she said`."""
    if verb.dep_ != "ccomp" or verb.lemma_ != "be" or verb.head.tag_ not in ("VBD", "VBN"):
        return False
    between = verb.doc[min(verb.i, verb.head.i) : max(verb.i, verb.head.i)]
    return not any(token.is_quote for token in between)


def merge_status(stated: Status | None, worn: Status | None) -> Status | None:
    """A title that itself says `acting` or `candidate` keeps that while it lasts or is to come."""
    if worn in ("candidate", "acting") and stated == "elected":
        return worn
    return worn if stated == "current" and worn else stated


def denied_how(verb: Token, page: Page, phrase: Phrase) -> str | None:
    """`no longer`, `not`, or None where the verb and the words up to the title deny nothing."""
    between = page.lower[max(0, min(verb.i + 1, phrase.start) - NEAR) : phrase.start]
    if "no longer" in " ".join(between):
        return "no longer"
    denied = any(word in kind_words("none") for word in page.lower[verb.i + 1 : phrase.start])
    return "not" if denied or any(c.dep_ == "neg" for c in verb.children) else None


def is_unreal(verb: Token) -> bool:
    """Whether the clause is a condition or hangs on a verb of wishing, joking or denying."""
    if verb.tag_ == "VBG" and verb.dep_ == "pcomp" and verb.head.lower_ in kind_words("hypothetical"):
        return True  # `the prospect of her becoming president`
    token = verb
    for _ in range(UNREAL_DEPTH):
        if any(c.dep_ == "mark" and c.lower_ in kind_words("condition") for c in token.children):
            return True
        if token.dep_ not in ("xcomp", "ccomp", "advcl", "pcomp", "prep", "conj", "acl") or token.head.i == token.i:
            return False
        token = token.head
        if token.lemma_ in kind_words("unreal_verb"):
            return True
    return False
