"""References to words in events: an event's ordinal and a span of code points in its text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from gates.source import SignalEntry, SourceEvent, SourceLink, chunk_bounds, make_link

_SPACE = re.compile(r"\s+")


class Lookup(Protocol):
    """Events by ordinal: those of a session, or a few of them."""

    def __getitem__(self, ordinal: int, /) -> SourceEvent:
        """Return the event at an ordinal."""


@dataclass(frozen=True, slots=True, order=True)
class EventWords:
    """Half-open code points `start..end` of the text of the event at `ordinal`."""

    ordinal: int
    start: int
    end: int

    def quote(self, events: Lookup) -> str:
        """Return the words themselves."""
        return events[self.ordinal].text[self.start : self.end]

    def overlaps(self, other: EventWords) -> bool:
        """Return whether both have a code point of one event in common."""
        return self.ordinal == other.ordinal and self.start < other.end and other.start < self.end

    def links(self, session_id: str, events: Lookup) -> list[SourceLink]:
        """Return evidence links to these words, one for each chunk that they touch."""
        text = events[self.ordinal].text
        pieces = [
            (max(start, self.start), min(end, self.end))
            for start, end in chunk_bounds(text)
            if start < self.end and self.start < end
        ]
        with_text = [(a, b) for a, b in pieces if text[a:b].strip()]
        return [make_link(session_id, self.ordinal, text, a, b) for a, b in with_text or pieces]


def fold(text: str) -> str:
    """Replace each run of white space by one blank, so that a sentence is on one line."""
    return _SPACE.sub(" ", text).strip()


_EMPHASIS = re.compile(
    r"`([^`\n]{1,200})`|`+|(?<![\w*])\*{1,3}(?=[^\s*])|(?<=[^\s*])\*{1,3}(?![\w*])"
    r"|(?<!\w)(_{1,2})(?=\w)([^_\n]{1,200})(?<=\S)\2(?!\w|\.\w|\()"
)


def without_emphasis(text: str) -> str:
    """Return a text without Markdown's marks of emphasis and code; underscores inside a name stay."""
    return _EMPHASIS.sub(lambda match: match.group(1) or match.group(3) or "", text)


GAP = "…"
"""Mark for omitted text."""


def shorten(text: str, limit: int) -> str:
    """Return at most `limit` leading characters, cut at a sentence end, else between words; nothing is added.

    A name is not cut in two if that can be avoided, since half a name is another name.
    """
    if len(text) <= limit:
        return text
    head = text[:limit]
    for mark in (". ", "! ", "? ", ".\n", "\n"):
        cut = head.rfind(mark)
        if cut >= limit // 2:
            return head[: cut + 1].rstrip()
    if not text[limit].isspace():
        blank = max(head.rfind(" "), head.rfind("\n"), head.rfind("\t"))
        if blank > 0:
            head = head[:blank]
        elif text[limit].isalnum() or text[limit] == "_":
            head = _TAIL.sub("", head) or head
    return head.rstrip()


_TAIL = re.compile(r"\w{1,400}$")


def trimmed(text: str, ordinal: int, start: int, end: int) -> EventWords | None:
    """Return the span without white space at its ends, or None if nothing is left."""
    body = text[start:end]
    first = start + len(body) - len(body.lstrip())
    last = end - (len(body) - len(body.rstrip()))
    return EventWords(ordinal, first, last) if first < last else None


def entry_words(event: SourceEvent, entry: SignalEntry) -> EventWords | None:
    """Return the place of a signal's entry in its event, or None if the event does not contain its text."""
    if 0 <= entry.start < entry.end <= len(event.text):
        return trimmed(event.text, event.ordinal, entry.start, entry.end)
    wanted = entry.text.strip()
    position = event.text.find(wanted) if wanted else -1
    return EventWords(event.ordinal, position, position + len(wanted)) if position >= 0 else None


def first_line(event: SourceEvent, limit: int = 300) -> EventWords | None:
    """Return the first line that is not blank, at most `limit` characters of it."""
    text = event.text
    start = len(text) - len(text.lstrip())
    stop = text.find("\n", start)
    end = min(len(text) if stop < 0 else stop, start + limit)
    return trimmed(text, event.ordinal, start, end)
