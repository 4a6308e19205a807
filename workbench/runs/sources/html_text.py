"""The words of an HTML page that a reader sees: no script, style, navigation, footer or hidden part.

A page's text is data; nothing in it is loaded, run or followed.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser

_UNSEEN = frozenset(
    "script style noscript template svg head nav footer aside form button iframe object".split()
)
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
_BLOCKS = frozenset(
    "p div section article main header h1 h2 h3 h4 h5 h6 ul ol li table tr blockquote pre figure figcaption "
    "dl dt dd br hr".split()
)
_HEADINGS = {f"h{level}": "#" * level + " " for level in range(1, 7)}
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0", re.IGNORECASE)
_SPACE = re.compile(r"[ \t\r\f\v\u00a0]+")
_MOST_DEPTH = 5_000


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.title = ""
        self.pieces: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self._unseen = 0
        self._in_title = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in_title = tag == "title"
        if tag in _BLOCKS:
            self.pieces.append("\n" + _HEADINGS.get(tag, "- " if tag == "li" else ""))
        elif tag in ("td", "th"):
            self.pieces.append(" | ")
        if tag in _VOID or len(self._open) >= _MOST_DEPTH:
            return
        unseen = tag in _UNSEEN or (bool(attrs) and _hidden(dict(attrs)))
        self._open.append((tag, unseen))
        self._unseen += unseen

    def handle_endtag(self, tag: str) -> None:
        if tag == "title":
            self._in_title = False
        if not (self._open and self._open[-1][0] == tag) and all(name != tag for name, _ in self._open):
            return
        while self._open:
            name, unseen = self._open.pop()
            self._unseen -= unseen
            if name == tag:
                break
        if tag in _BLOCKS:
            self.pieces.append("\n")

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title += data
        elif not self._unseen:
            self.pieces.append(data.replace("\n", " "))


def _hidden(given: dict[str, str | None]) -> bool:
    """Whether attributes hide a part from a reader."""
    if "hidden" in given or given.get("aria-hidden") == "true":
        return True
    style = given.get("style")
    return bool(style and _HIDDEN.search(style))


def html_text(page: str) -> tuple[str, str]:
    """The title of a page and its visible text, one block a line."""
    parser = _Page()
    parser.feed(page)
    parser.close()
    lines = [_SPACE.sub(" ", line).strip(" |") for line in "".join(parser.pieces).split("\n")]
    return " ".join(parser.title.split()), "\n".join(line for line in lines if line and line != "-")
