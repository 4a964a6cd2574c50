"""Pieces of HTML, as feeds and exports hold them -> plain text.

In: markup of an article's body. Out: its text, a paragraph each for what a browser would set apart. Left out:
scripts, forms, figures with their captions, and embedded posts of social networks.
"""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.html import HtmlElement

MARKUP = re.compile(r"</?(?:p|br|div|span|a|em|i|b|strong|h[1-6]|ul|ol|li|blockquote|figure|img|article|section)\b[^<>]*>", re.IGNORECASE)
BLOCKS = frozenset(
    "address article aside blockquote dd div dl dt figure footer h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tr ul".split()
)
LEFT_OUT = frozenset("script style noscript template iframe object embed svg form button select textarea figure figcaption nav head".split())
EMBEDDED = re.compile(r"\b(?:twitter-tweet|twitter-video|instagram-media|tiktok-embed|fb-post|fb-video|bluesky-embed|mastodon-embed)\b")
BREAK, PARAGRAPH = "\ue000", "\ue000\ue000"  # private characters until the line ends of the markup are spaces
BREAKS = {0xE000: "\n"}
SPACES = re.compile(r"[ \t\n\r\f]+")  # what HTML takes for one space; non-breaking ones stay
REMOVED = {0: None, 0xE000: None}
AROUND = re.compile(r" *\n *")
MANY = re.compile(r"\n{3,}")


def looks_like_markup(text: str) -> bool:
    """Whether a text has tags of HTML in it."""
    return "<" in text and bool(MARKUP.search(text))


def text_of_fragment(markup: str) -> str:
    """The text of a piece of HTML, its paragraphs parted by an empty line; empty where there is none."""
    from lxml import etree, html

    try:
        root = html.fragment_fromstring(markup.translate(REMOVED), create_parent="div")
    except (etree.ParserError, etree.XMLSyntaxError, ValueError, AssertionError):  # nothing that could be read as HTML
        return ""
    pieces: list[str] = []
    walk = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
    for event, element in walk:
        if event == "start" and (element.tag in LEFT_OUT or EMBEDDED.search(element.get("class", ""))):
            walk.skip_subtree()
        elif event == "start":
            pieces += [_mark(element.tag), element.text or ""]
        else:
            pieces += ["" if event != "end" or element.tag == "br" else _mark(element.tag), _after(element, root)]
    return MANY.sub("\n\n", AROUND.sub("\n", SPACES.sub(" ", "".join(pieces)).translate(BREAKS))).strip()


def _after(element: "HtmlElement", root: "HtmlElement") -> str:
    return element.tail or "" if element is not root else ""


def _mark(tag: str) -> str:
    return BREAK if tag == "br" else PARAGRAPH if tag in BLOCKS else ""
