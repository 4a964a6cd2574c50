"""Who says I outside quotations: the writer whom a byline, a signature or the text itself names.

In: the scene. Out: the chain of each first-person pronoun outside quotations, by its token. A piece is its byline's; a letter is that
of the name that stands alone below it; a live blog is that of the reporter who last said `Jane Doe here`; an essay is that of
the person whom its last paragraph alone names. Missed on purpose: bylines of several, and blocks quoted without marks.
"""

import re
from bisect import bisect_right

from ontherecord.coreference.pronouns import FORMS
from ontherecord.coreference.scene import Scene, head_token
from ontherecord.layout import Layout
from ontherecord.records import Mention, Sentence, Span

BYLINE = re.compile(r"\W*(?:written )?by:?\s", re.IGNORECASE)
OWN_NAME = re.compile(r"(?:\bI’m|\bI'm|\bI am|\b[Mm]y name is) $")
HERE = re.compile(r" here\b(?!,? (?:is|was|are|were)\b)")
TIME = re.compile(r"(\d{1,2})[:.](\d\d)(?:\s?([ap])\.?m)?\b\W*", re.IGNORECASE)
SIGNED = re.compile(r"\W*$|,\s|\s\(|\s?[|/–—-]\s")
DASHED = re.compile(r"[\s–—―-]*$")
LONGEST_SIGNATURE = 12  # words: name, rank and town
VERBS = ("VERB", "AUX")
FEWEST_ENTRIES = 3  # paragraphs with a time that make a live blog
Stretch = tuple[int, int, int]  # from, to, chain


def find_authors(scene: Scene) -> dict[int, int]:
    """The writer of each first-person pronoun outside quotations, by its token."""
    layout, found = scene.layout, {}
    own = [i for i in scene.pronouns if FORMS[layout.lower[i]][0] == "i" and layout.words[i] not in ("i", "i.") and i not in scene.owner]
    own = [i for i in own if scene.quote(layout.starts[i]) < 0]
    if not own:
        return found
    paragraphs = _paragraphs(scene.sentences)
    begins = [start for start, _ in paragraphs]
    own = [i for i in own if not _is_quoted(layout, paragraphs, bisect_right(begins, layout.starts[i]) - 1, layout.starts[i])]
    stretches = _stretches(scene, paragraphs, [layout.starts[i] for i in own])
    for i in own:
        chain = next((chain for start, end, chain in stretches if start <= layout.starts[i] < end), None)
        if chain is not None:
            found[i] = chain
    return found


def read_authors(scene: Scene, authors: dict[int, int]) -> list[Mention]:
    """The mentions of writers by the pronouns that are theirs."""
    layout = scene.layout
    return [Mention(layout.starts[i], layout.ends[i] - layout.words[i].endswith("."), "pronoun", chain) for i, chain in authors.items()]


def _paragraphs(sentences: tuple[Sentence, ...]) -> list[Span]:
    """Where each paragraph starts and ends."""
    spans: dict[int, Span] = {}
    for sentence in sentences:
        start = spans[sentence.paragraph][0] if sentence.paragraph in spans else sentence.start
        spans[sentence.paragraph] = (start, sentence.end)
    return list(spans.values())


def _is_quoted(layout: Layout, paragraphs: list[Span], n: int, char: int) -> bool:
    """Whether a place stands between marks that open in its paragraph, or in a block that `It said:` announces; not below `To the editor:`."""
    start = paragraphs[n][0]
    before = layout.text[start:char]
    single = before.rfind("‘")
    if before.count("“") > before.count("”") or before.count('"') % 2 or before.count("«") > before.count("»"):
        return True
    if single >= 0 and not re.search(r"’(?!\w)", before[single:]):
        return True
    above = paragraphs[n - 1] if n else (0, 0)
    return layout.text[slice(*above)].endswith(":") and any(layout.pos[i] in VERBS for i in range(*map(layout.token_at, above)))


def _stretches(scene: Scene, paragraphs: list[Span], own: list[int]) -> list[Stretch]:
    """What is whose: a live blog's entries, else what bylines head, else what signatures close, else the whole of an essay."""
    return _introduced(scene, paragraphs) or _headed(scene) or _signed(scene, paragraphs, own) or _essay(scene)


def _headed(scene: Scene) -> list[Stretch]:
    """What stands below each byline, up to the next; nobody's where it names several."""
    text, people = scene.layout.text, _people(scene)
    bylines = [s for s in scene.sentences if s.credit and BYLINE.match(text, s.start, s.end)]
    found = []
    for n, line in enumerate(bylines):
        chains = {m.chain for m in people if line.start <= m.start < line.end}
        if len(chains) == 1:
            found.append((line.end, bylines[n + 1].start if n + 1 < len(bylines) else len(text), chains.pop()))
    return found


def _signed(scene: Scene, paragraphs: list[Span], own: list[int]) -> list[Stretch]:
    """What stands above each signature, up to the one before; one name alone may be a caption, if somebody says I below it."""
    signatures = [(span, m.chain) for span in paragraphs if (m := _signature(scene, span)) is not None]
    starts = [0, *(span[1] for span, _ in signatures)]
    letters = [(start, span[0], chain) for start, (span, chain) in zip(starts, signatures, strict=False)]
    page = len(letters) > 1 and all(any(start <= char < end for char in own) for start, end, _ in letters)
    return letters if page or letters and own and own[-1] < letters[-1][1] else []


def _signature(scene: Scene, span: Span) -> Mention | None:
    """The person whose name makes a paragraph, with at most a rank or a town behind it."""
    layout = scene.layout
    name = next((m for m in _people(scene) if span[0] <= m.start < span[1]), None)
    if name is None or not DASHED.fullmatch(layout.text, span[0], name.start) or not SIGNED.match(layout.text, name.end, span[1]):
        return None
    inside = range(layout.token_at(span[0]), layout.token_at(span[1] - 1) + 1)
    if len(inside) > LONGEST_SIGNATURE or " " not in layout.text[name.start : name.end] or layout.text[span[1] - 1] in "!?:,”’\"":
        return None
    return None if any(layout.pos[i] in VERBS for i in inside) else name


def _introduced(scene: Scene, paragraphs: list[Span]) -> list[Stretch]:
    """What follows `I’m Jane Doe` and, at the head of an entry, `Jane Doe here`; a live blog may run from its end to its beginning."""
    text, people = scene.layout.text, _people(scene)
    times = [(span, TIME.match(text, *span)) for span in paragraphs]
    clock = [_minutes(found) for _, found in times if found]
    backwards = len(clock) >= FEWEST_ENTRIES and clock[0] > clock[-1]
    said: list[tuple[Span, int]] = []
    for n, (span, time) in enumerate(times):
        head = time.end() if time else span[0]
        for m in people:
            inside = span[0] <= m.start < span[1] and scene.quote(m.start) < 0 and not _is_quoted(scene.layout, paragraphs, n, m.start)
            if inside and (OWN_NAME.search(text, head, m.start) or m.start == head and HERE.match(text, m.end)):
                said.append((span, m.chain))
                break
    if not said:
        return []
    if backwards:
        starts = [0, *(span[1] for span, _ in said)]
        return [(start, span[1], chain) for start, (span, chain) in zip(starts, said, strict=False)]
    ends = [*(span[0] for span, _ in said[1:]), len(text)]
    return [(span[0], end, chain) for (span, chain), end in zip(said, ends, strict=True)]


def _minutes(time: re.Match[str]) -> int:
    """Minutes since midnight."""
    hour = int(time[1]) % 12 + (12 if time[3] in "pP" else 0) if time[3] else int(time[1])
    return hour * 60 + int(time[2])


def _essay(scene: Scene) -> list[Stretch]:
    """The whole of an essay: its writer is the person whom the last paragraph alone names, as subject of `is` or `writes`."""
    layout = scene.layout
    first = next(s.start for s in scene.sentences if s.paragraph == scene.sentences[-1].paragraph)
    people = _people(scene)
    last = next((m for m in people if m.start >= first), None)
    if last is None or any(m.chain == last.chain for m in people if m.start < first):
        return []
    name, begin = head_token(layout, last.start, last.end), layout.token_at(scene.sentences[scene.sentence(last.start)].start)
    titled = all(layout.pos[i] in ("PROPN", "PUNCT") for i in range(begin, layout.token_at(last.start)))
    is_bio = titled and layout.dep[name] == "nsubj" and _tells_trade(layout, layout.head[name], first)
    return [(0, first, last.chain)] if is_bio else []


def _tells_trade(layout: Layout, verb: int, first: int) -> bool:
    """Whether a last paragraph says what somebody is (`is a historian`) or that they write, and quotes nothing; not `is at the bar`."""
    if any(mark in layout.text[first:] for mark in ("“", '"', "‘")):
        return False
    return layout.lemma[verb] == "write" or layout.lemma[verb] == "be" and "attr" in (layout.dep[j] for j in range(verb + 1, len(layout.words)) if layout.head[j] == verb)


def _people(scene: Scene) -> list[Mention]:
    return [m for m in scene.names.mentions if scene.names.chains[m.chain].kind == "PERSON"]
