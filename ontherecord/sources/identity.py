"""The ids of articles, settled over all files of a build.

In: the listed files. Out: one id per file: its path below the given source without the extension, `/`
written `-`. Where two files with different texts claim the same id, both get eight digits of their
text's SHA-256 as a suffix.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from ontherecord.sources.listing import Listed

DIGITS = 8


def settle_ids(files: Sequence[Listed], digest: Callable[[Listed], bytes | None]) -> list[str]:
    """One id per file, in order; `digest` hashes a file's text, and is asked only where ids clash."""
    claims = [file.name.replace("/", "-") for file in files]
    shared = {claim for claim, n in Counter(claims).items() if n > 1}
    digests = {i: digest(file) for i, file in enumerate(files) if claims[i] in shared}
    texts: dict[str, set[bytes]] = {claim: set() for claim in shared}
    for i, found in digests.items():
        if found is not None:
            texts[claims[i]].add(found)
    return [
        f"{claim}-{found.hex()[:DIGITS]}" if (found := digests.get(i)) and len(texts[claim]) > 1 else claim
        for i, claim in enumerate(claims)
    ]
