"""The visible words of an HTML page: no script, style, navigation, footer or hidden part.

A page's text is data; nothing in it is loaded, run or followed.
"""

from __future__ import annotations

import re
from collections import Counter

from workbench.runs.sources.html_tags import Attributes, read_tags

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
_ROW, _CELL, _HEADING_CELL, _BREAK = "\x01", "\x02", "\x03", "\x04"
"""Control characters, removed from a page, that mark a table row, its cells, and a block inside a cell."""
MOST_IN_CELL = 300
"""Maximum characters of a cell.

With a longer one, the table is page layout and its cells are read as blocks.
"""
LEAST_CELLS = 2
"""Minimum number of cells with words in a row."""
_SIGNS = re.compile(f"[\n{_ROW}{_CELL}{_HEADING_CELL}{_BREAK}]")
_CELLS = re.compile(f"[{_CELL}{_HEADING_CELL}]")


class _Page:
    def __init__(self) -> None:
        self.title: list[str] = []
        self.pieces: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self._named: Counter[str] = Counter()
        """How many elements of each name are open."""
        self._unseen = 0
        self._in_title = False
        self._in_cell = False

    def start(self, tag: str, attributes: Attributes) -> None:
        """Begin an element."""
        self._in_title = tag == "title"
        if tag in ("table", "tr"):
            self._in_cell = False
            self.pieces.append("\n" + (_ROW if tag == "tr" else ""))
        elif tag in ("td", "th"):
            self._in_cell = True
            self.pieces.append(_CELL if tag == "td" else _HEADING_CELL)
        elif tag in _BLOCKS:
            begins = _HEADINGS.get(tag, "- " if tag == "li" else "")
            self.pieces.append((_BREAK if self._in_cell else "\n") + begins)
        if tag in _VOID or len(self._open) >= _MOST_DEPTH:
            return
        unseen = tag in _UNSEEN or (bool(attributes) and _hidden(attributes))
        self._open.append((tag, unseen))
        self._named[tag] += 1
        self._unseen += unseen

    def end(self, tag: str) -> None:
        """End an element and all that are open in it."""
        if tag == "title":
            self._in_title = False
        if not self._named[tag]:
            return
        while self._open:
            name, unseen = self._open.pop()
            self._named[name] -= 1
            self._unseen -= unseen
            if name == tag:
                break
        if tag in ("td", "th", "tr", "table"):
            self._in_cell = False
        if tag in _BLOCKS:
            self.pieces.append(_BREAK if self._in_cell else "\n")

    def text(self, text: str) -> None:
        """Add text, where it is seen."""
        if self._in_title:
            self.title.append(text)
        elif not self._unseen:
            self.pieces.append(_SIGNS.sub(" ", text))


def _hidden(given: Attributes) -> bool:
    """Return whether attributes hide an element."""
    if "hidden" in given or given.get("aria-hidden") == "true":
        return True
    style = given.get("style")
    return bool(style and _HIDDEN.search(style))


def html_text(page: str) -> tuple[str, str]:
    """Return the title of a page and its visible text: one line for each block, tables as in Markdown."""
    seen = _Page()
    read_tags(page, seen)
    lines: list[str] = []
    for line in "".join(seen.pieces).split("\n"):
        lines += (
            _row(line, begins=not (lines and lines[-1].startswith("| "))) if _CELLS.search(line) else [line]
        )
    made = [_SPACE.sub(" ", line).strip() for line in lines]
    return " ".join("".join(seen.title).split()), "\n".join(line for line in made if line and line != "-")


def _row(line: str, *, begins: bool) -> list[str]:
    """Return a table row as Markdown, with a rule below it if it is the header of a table.

    A row with a single non-empty cell, or with long ones, is returned as blocks: such tables are page layout.
    """
    cells = [each.strip() for each in _CELLS.split(line.replace(_ROW, " "))[1:]]
    if sum(map(bool, cells)) < LEAST_CELLS or max(map(len, cells)) > MOST_IN_CELL:
        return _BREAK.join(cells).split(_BREAK)
    stated = f"| {' | '.join(' '.join(each.replace(_BREAK, ' ').split()) for each in cells)} |"
    heads = begins and _CELL not in line
    return [stated, f"|{' --- |' * len(cells)}"] if heads else [stated]
