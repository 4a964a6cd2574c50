"""The ids of articles: what each claims, and which it gets when all are known.

In: paths, items of containers, texts. Out: an id per article. A file claims its path below the given source without
the extension, `/` written `-`; an item adds its own id, else a hash of its text. Where articles claim the same id,
all of them get eight digits of their text's SHA-256 as a suffix.
"""

import re
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256

DIGITS = 8
ITEM_DIGITS = 16  # of an item without an id of its own: a million of them have no two alike
LONGEST = 100  # characters of an item's id; the rest of a longer one is hashed
SCHEME = re.compile(r"https?://(?:www\.)?")
UNFIT = re.compile(r"[\s/\x00-\x1f\x7f]+")


def claim_item(item: str | None, text: str) -> str:
    """What an item adds to the id of its container."""
    told = UNFIT.sub("-", SCHEME.sub("", item or "", count=1)).strip("-")
    if not told:
        return sha256(text.encode()).hexdigest()[:ITEM_DIGITS]
    if len(told) > LONGEST:
        return f"{told[:LONGEST]}-{sha256(told.encode()).hexdigest()[:DIGITS]}"
    return told


def settle_ids(claims: Sequence[str], digests: Sequence[bytes]) -> list[str]:
    """One id per article, in order, from the ids that they claim and the digests of their texts, of which no two are alike."""
    told = Counter(claims)
    ids = [claim if told[claim] == 1 else f"{claim}-{digest.hex()[:DIGITS]}" for claim, digest in zip(claims, digests, strict=True)]
    given = Counter(ids)  # a suffix can make the id that another file claims by its name
    return [id if given[id] == 1 else f"{claim}-{digest.hex()}" for id, claim, digest in zip(ids, claims, digests, strict=True)]
