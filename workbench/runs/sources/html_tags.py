"""Tags and text of an HTML page, read in a time that grows with its length alone, whatever it holds.

The parser of the standard library reads the rest of the page again at every comment, tag or declaration that
does not end, so that half a megabyte of them keeps it busy for minutes.
"""

from __future__ import annotations

import html
import re
from typing import Protocol

_NAME = re.compile(r"[a-zA-Z][^\s/>]*")
_ATTRIBUTE = re.compile(
    r"[\s/]*+([^\s/>][^\s/>=]*+)(?:\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s>\"'][^\s>]*+)))?+"
)
_BETWEEN = re.compile(r"[\s/]*+")
_COMMENT_END = re.compile("--!?>")
_RAW = {tag: re.compile(rf"</{tag}(?=[\s/>])", re.IGNORECASE) for tag in ("script", "style")}
"""Elements whose content has no tags, with the tag that ends them."""

Attributes = dict[str, str]


class TagReceiver(Protocol):
    """What receives the parts of a page, in order."""

    def start(self, tag: str, attributes: Attributes) -> None:
        """Receive a start tag, its name and its attributes' names in lower case."""

    def end(self, tag: str) -> None:
        """Receive an end tag."""

    def text(self, text: str) -> None:
        """Receive text, with its character references replaced."""


def read_tags(page: str, receiver: TagReceiver) -> None:
    """Read a page; comments, declarations and the content of scripts and styles are left out."""
    _PageReader(page, receiver).read()


class _PageReader:
    """Reads one page from its beginning to its end, and no part of it more than a few times."""

    def __init__(self, page: str, receiver: TagReceiver) -> None:
        self._page, self._receiver = page, receiver
        self._last = page.rfind(">")
        """Position of the last sign that can end a tag."""
        self._comments_end = True
        """Whether a comment from here on may have an end."""

    def read(self) -> None:
        page, at, text = self._page, 0, 0
        while True:
            at = page.find("<", at)
            if at < 0 or at > self._last:
                break
            after = self._markup(at, text)
            if after:
                at = text = after
            else:
                at += 1
        self._text(text, len(page))

    def _markup(self, at: int, text: int) -> int:
        """Read what a `<` begins, after the text before it; return its end, or 0 if it is text itself."""
        page = self._page
        sign = page[at + 1 : at + 2]
        if sign in ("!", "?"):
            self._text(text, at)
            return self._declaration(at)
        closes = sign == "/"
        named = _NAME.match(page, at + 1 + closes)
        if named is None and not closes:
            return 0
        self._text(text, at)
        if named is None:
            return page.find(">", at) + 1
        tag = named.group().lower()
        if closes:
            self._receiver.end(tag)
            return page.find(">", named.end() - 1) + 1
        return self._start(tag, named.end())

    def _start(self, tag: str, at: int) -> int:
        attributes: Attributes = {}
        while (found := _ATTRIBUTE.match(self._page, at)) is not None:
            value = next((each for each in found.groups()[1:] if each is not None), "")
            attributes.setdefault(found.group(1).lower(), html.unescape(value))
            at = found.end()
        between = _BETWEEN.match(self._page, at)
        at = between.end() if between is not None else at
        self._receiver.start(tag, attributes)
        if self._page[at - 1 : at] == "/":
            self._receiver.end(tag)
        elif tag in _RAW:
            ended = _RAW[tag].search(self._page, at)
            return ended.start() if ended is not None else len(self._page)
        return at + 1

    def _declaration(self, at: int) -> int:
        """Return the end of a comment, or of another construct that is not shown."""
        if self._comments_end and self._page.startswith("<!--", at):
            ended = _COMMENT_END.search(self._page, at + 2)
            if ended is not None:
                return ended.end()
            self._comments_end = False
        return self._page.find(">", at) + 1

    def _text(self, start: int, end: int) -> None:
        if start < end:
            self._receiver.text(html.unescape(self._page[start:end]))
