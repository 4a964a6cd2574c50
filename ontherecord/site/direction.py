"""Words that change the direction of what is written, kept from changing it beyond their own end.

In: what a template or a feed writes. Out: the same, with the characters behind it that close what stood open. Elements
of a page are isolated by its stylesheet; a title, a card, a feed and copied words have no elements.
"""

import re
from typing import Any

# Embeddings and overrides end with the one, isolates with the other, and with the isolate all that it opened
# (Unicode Standard Annex 9, section 2).
POP_EMBEDDING = "\u202c"
POP_ISOLATE = "\u2069"
CLOSED_BY = dict.fromkeys("\u202a\u202b\u202d\u202e", POP_EMBEDDING) | dict.fromkeys("\u2066\u2067\u2068", POP_ISOLATE)

_CONTROL = re.compile("[\u202a-\u202e\u2066-\u2069]")


def close_direction(written: Any) -> Any:
    """Text or markup with what it leaves open closed, markup staying markup; what is no text as it is."""
    if not isinstance(written, str) or written.isascii():
        return written
    closers: list[str] = []
    for control in _CONTROL.findall(written):
        if control in CLOSED_BY:
            closers.append(CLOSED_BY[control])
        elif control in closers and (control == POP_ISOLATE or closers[-1] == control):
            del closers[len(closers) - 1 - closers[::-1].index(control):]
    return written + "".join(reversed(closers))
