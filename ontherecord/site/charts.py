"""Charts of answers, as SVG that prints in black and white and needs no script.

In: the rows of a question's answer and the question's `fragment` in metadata.yml, by which datasette-vega draws the same
chart. Out: SVG. Words from articles reach it as values of data, never as markup; what XML does not allow is left
out, and what is wider than its place is cut here: the library would cut a character beyond U+FFFF in two and fail. A bar chart lies on its side, so that names can be read; of long answers the first rows are drawn.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from unicodedata import category, east_asian_width
from urllib.parse import parse_qs

from ontherecord.site.machines import legal_xml

# More bars than these are no longer compared by eye, and more names than these no longer fit beside each other.
BARS = 20
CROSSED = 12
# Fits a column of text; on a phone it shrinks to two thirds and its letters are still legible.
WIDTH = 520
# Names are set in the reader's font, which may be wider than the one measured here: room to grow on the left.
PADDING = {"left": 34, "right": 8, "top": 6, "bottom": 6}
# Beside the names a title would be printed over by a wider font: it stands above them.
ABOVE = {"titleAngle": 0, "titleAlign": "right", "titleX": -8, "titleY": -9, "titleBaseline": "bottom"}
# So many numbers at most stand beside an axis, and circles as their key.
TICKS = 8
SIZES = 4
# Pixels of a bar with its share of the gap, and of all else: axis and edges, and each line of the title.
BAR = 21
FRAME = 68
LINE = 18
# Pixels that names beside an axis may take, those below one, the names of shades, and a title; the size of their letters.
BESIDE, BELOW, KEY = 190, 120, 150
ACROSS = WIDTH - 50
LETTERS = 13
TITLE = 14
SOURCE = 11
# Widths as shares of the size, by the widest of the common sans-serif fonts; a character of unknown width counts as a wide one.
NARROW, USUAL, BROAD, WIDE = 0.3, 0.56, 0.85, 1.25
# Characters at most, however narrow: an accent takes no room, and a name can have hundreds.
MOST = 150
INK = "#1a1a1a"
SOFT = "#595959"
GREYS = (INK, "#8f8f8f", "#f4f4f4", "#c9c9c9", "#5a5a5a")  # told apart in black and white, three kinds at most so far


@dataclass(frozen=True, slots=True)
class Chart:
    """What datasette-vega is told of a chart: the columns that make names, lengths or sizes, and shades."""

    mark: str
    x: str
    y: str
    color: str | None = None
    size: str | None = None

    @property
    def measure(self) -> str:
        """The column of numbers."""
        return self.size or self.y


@dataclass(frozen=True, slots=True)
class Titles:
    """What stands above a chart, for those who find it without its page: its title in lines, and where the numbers are from."""

    title: tuple[str, ...] = ()
    source: str = ""


def height_of(bars: int, lines: int = 1) -> int:
    """How high a chart of so many bars of one shade is, with a title of so many lines and its source, as a browser shows it."""
    return FRAME + LINE * lines + BAR * min(bars, BARS)


def read_fragment(fragment: str) -> Chart:
    """The chart that a `fragment` such as `g.mark=bar&g.x_column=speaker&g.y_column=quotes` describes."""
    given = {name.removeprefix("g."): values[0] for name, values in parse_qs(fragment).items()}
    columns = (given.get(f"{name}_column") for name in ("x", "y", "color", "size"))
    return Chart(given.get("mark", "bar"), *columns)


def draw_chart(chart: Chart, rows: Sequence[dict], titles: Titles = Titles()) -> str:
    """The SVG of the first rows; the same rows and titles give the same text."""
    import altair as alt  # here, because it takes half a second that a server without visitors need not spend
    import vl_convert

    alone = chart.mark == "circle" and len({row[chart.x] for row in rows}) == 1
    if alone:  # one person's row of circles says more as bars
        chart = Chart("bar", chart.y, chart.measure)
    drawn = _circles(alt, chart, rows) if chart.mark == "circle" else _bars(alt, chart, rows)
    if titles.title:
        drawn = drawn.properties(title=_title(alt, titles))
    drawn = drawn.properties(width=WIDTH, padding=PADDING, autosize=alt.AutoSizeParams(type="fit-x", contains="padding"), background="white")
    styled = drawn.configure(font="sans-serif").configure_axis(labelLimit=0, labelFontSize=LETTERS, titleFontSize=12, titleFontWeight="normal")
    return vl_convert.vegalite_to_svg(styled.configure_legend(orient="top", labelLimit=0, labelFontSize=LETTERS).to_dict(), allowed_base_urls=[])


def _title(alt, titles: Titles):
    """The title above everything, from the left edge; what is wider than the chart is cut."""
    return alt.TitleParams(
        [_fit(_words(line), ACROSS, TITLE) for line in titles.title], subtitle=_fit(_words(titles.source), ACROSS, SOURCE), anchor="start",
        frame="bounds", fontSize=TITLE, lineHeight=LINE, subtitleFontSize=SOURCE, subtitleColor=SOFT, subtitlePadding=4, offset=10, color=INK)


def _bars(alt, chart: Chart, rows: Sequence[dict]):
    """Bars from the largest down, in the order of the rows; in shades one after the other where there is a `color`."""
    names = _first_names(chart.x, rows, BARS, BESIDE)
    values = [
        {"name": names[_key(chart.x, row)], "n": row[chart.y], "shade": _fit(_words(row[chart.color]), KEY) if chart.color else "", "order": n}
        for n, row in enumerate(rows)
        if _key(chart.x, row) in names
    ]
    lengths = Counter()  # bars of several shades stand one behind the other
    for value in values:
        lengths[value["name"]] += value["n"]
    shades = list(dict.fromkeys(value["shade"] for value in values))
    color = alt.value(INK)
    if chart.color:
        scale = alt.Scale(domain=shades, range=[GREYS[n % len(GREYS)] for n in range(len(shades))])
        color = alt.Color("shade:N", scale=scale, sort=shades, title=None)
    return alt.Chart(alt.Data(values=values), height=alt.Step(BAR)).mark_bar(stroke=INK, strokeWidth=0.7).encode(
        y=alt.Y("name:N", sort=list(names.values()), title=None),
        x=alt.X("n:Q", title=chart.y.replace("_", " "), axis=_axis(alt, lengths.values())),
        color=color,
        order="order:Q",
    )


def _circles(alt, chart: Chart, rows: Sequence[dict]):
    """A circle for each pair of names, as large as its number."""
    across, down = _first_names(chart.x, rows, CROSSED, BELOW), _first_names(chart.y, rows, CROSSED, BESIDE)
    values = [
        {"across": across[_key(chart.x, row)], "down": down[_key(chart.y, row)], "n": row[chart.measure]}
        for row in rows
        if _key(chart.x, row) in across and _key(chart.y, row) in down
    ]
    return alt.Chart(alt.Data(values=values), height=alt.Step(26)).mark_circle(color=INK, opacity=1).encode(
        y=alt.Y("down:N", sort=list(down.values()), title=chart.y, axis=alt.Axis(grid=True, **ABOVE)),
        x=alt.X("across:N", sort=list(across.values()), title=chart.x, axis=alt.Axis(grid=True, labelAngle=-40)),
        size=alt.Size("n:Q", title=chart.measure, scale=alt.Scale(range=[24, 330]), legend=alt.Legend(format="d", values=_marks((value["n"] for value in values), SIZES))),
    )


def _axis(alt, lengths: Collection[float]):
    """An axis of whole numbers for counts; for shares as the library thinks best."""
    if any(isinstance(length, float) for length in lengths):
        return alt.Axis()
    return alt.Axis(format="d", values=[0, *_marks(lengths, TICKS)])


def _marks(counts: Iterable[int], limit: int) -> list[int]:
    """The numbers that stand beside an axis or circles: whole ones, evenly spaced, from above 0 to the largest count."""
    most = max(counts)
    step = next(factor * 10**power for power in range(20) for factor in (1, 2, 5) if most // (factor * 10**power) <= limit)
    return list(range(step, most + 1, step))


def _first_names(column: str, rows: Sequence[dict], limit: int, room: int) -> dict[object, str]:
    """The first names of a column by what tells them apart, cut to the room; a name that two share is followed by its id, and one
    that is still like another by a number."""
    keys = list(dict.fromkeys(_key(column, row) for row in rows))[:limit]
    shown = {_key(column, row): _words(row[column]) for row in rows}
    shared = Counter(shown[key] for key in keys)
    names = {key: _fit(f"{shown[key]} ({_words(key)})" if shared[shown[key]] > 1 else shown[key], room) for key in keys}
    taken: set[str] = set()
    for key, name in names.items():
        number = 2
        while names[key] in taken:
            end = f" ({number})"
            names[key], number = _fit(name.removesuffix("…"), room - _width(end) * LETTERS) + end, number + 1
        taken.add(names[key])
    return names


def _fit(words: str, room: float, size: int = LETTERS) -> str:
    """The words, cut with … where they are wider than the room; accents stay with their letters."""
    if len(words) < MOST and _width(words) * size <= room:
        return words
    ends = list(accumulate(map(_width_of, words[:MOST])))
    return words[: bisect_right(ends, room / size - WIDE)].rstrip() + "…"


def _width(words: str) -> float:
    """About how wide the words are, as a multiple of the size of their letters."""
    return sum(_width_of(character) for character in words)


def _width_of(character: str) -> float:
    if character in " !'()*,-./:;I[]fijlrt|’‘":
        return NARROW
    if character > "\uffff" or east_asian_width(character) in "WF":
        return WIDE
    if category(character) in ("Mn", "Me", "Cf"):
        return 0
    return BROAD if character in "MW@%mw" else USUAL


def _key(column: str, row: dict) -> object:
    """The id beside a name where the answer has one, else the name."""
    return row.get(f"{column}_id") or row[column]


def _words(value: object) -> str:
    return legal_xml("" if value is None else str(value))
