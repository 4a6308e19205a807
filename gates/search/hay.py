"""Concatenated texts that grow at their end, searched up to any number of events.

The first occurrence of some words is searched once, however many ranges of a session ask for it. The texts
are kept in blocks that end at a text's end, so that one non-ASCII character does not widen all of them in
memory.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator

from gates.language.word_bounds import apart, occurs_in

BLOCK = 200_000
"""Characters at which a block is full."""


class Hay:
    """Texts separated by line feeds; one text or none per event."""

    def __init__(self) -> None:
        self._blocks: list[str] = []
        """All texts except the waiting ones; each block but the first begins with a line feed."""
        self._begins = array("q")
        """The start of each block in the whole."""
        self._waiting: list[str] = []
        self._waits = 0
        """Characters in the waiting texts."""
        self._length = 0
        self._begun: int | None = None
        """The first event that has a text."""
        self._marks = array("q")
        """Length of the whole after each event."""
        self._first: dict[tuple[str, bool], tuple[int, int]] = {}
        """The first position of words, -1 for none, and the position up to which they were searched."""

    def add(self, piece: str | None) -> None:
        """Append the next event's text; None if it has none."""
        if piece is not None:
            parted = piece if self._begun is None else f"\n{piece}"
            if self._begun is None:
                self._begun = len(self._marks)
            self._wait(parted)
        self._marks.append(self._length)

    def since(self, events: int) -> str:
        """Return the texts after the first `events` events, without the line feed before them."""
        added = self._whole()[self._mark(events) :]
        return added[1:] if events and self.pieces(events) else added

    def marks(self, events: int) -> bytes:
        """Return the length of the whole after each event that follows the first `events`, as bytes."""
        return self._marks[events:].tobytes()

    def go_on(self, texts: str, marks: bytes) -> None:
        """Append what `since` and `marks` returned, after the events already present."""
        events, length = len(self._marks), self._length
        self._marks.frombytes(marks)
        if self._marks and self._marks[-1] > length:
            if self._begun is None:
                self._begun = next(at for at in range(events, len(self._marks)) if self._marks[at])
                self._wait(texts)
            else:
                self._wait(f"\n{texts}")

    def upto(self, events: int) -> str:
        """Return the whole after the first `events` events."""
        return self._whole()[: self._mark(events)]

    def occurs(self, words: str, events: int) -> bool:
        """Return whether words occur as whole words in the first `events` events."""
        return self._found(words, events, whole_words=True)

    def holds(self, letters: str, events: int) -> bool:
        """Return whether a run of characters occurs anywhere in the first `events` events."""
        return self._found(letters, events, whole_words=False)

    def pieces(self, events: int) -> bool:
        """Return whether any of the first `events` events has a text, even an empty one."""
        return self._begun is not None and self._begun < events

    def events_with(self, row: str, events: int) -> Iterator[int]:
        """Yield the events that contain a run of characters without a line feed, ascending, each once."""
        end = self._mark(events)
        place = self._seek(row, 0, end, whole_words=False)
        while place >= 0:
            at = bisect_right(self._marks, place)
            yield at
            place = self._seek(row, self._marks[at], end, whole_words=False)

    def _mark(self, events: int) -> int:
        return self._marks[events - 1] if events else 0

    def _wait(self, piece: str) -> None:
        """Queue a piece; it moves into a block when there is enough for one, or at the next search."""
        self._waiting.append(piece)
        self._waits += len(piece)
        self._length += len(piece)
        if self._waits >= BLOCK:
            self._settle()

    def _settle(self) -> None:
        """Move the waiting texts into a block: into the last one if that is not full."""
        if not self._waiting:
            return
        if self._blocks and len(self._blocks[-1]) < BLOCK:
            self._waiting.insert(0, self._blocks.pop())
            self._begins.pop()
        block = "".join(self._waiting)
        self._begins.append(self._length - len(block))
        self._blocks.append(block)
        self._waiting.clear()
        self._waits = 0

    def _whole(self) -> str:
        return "".join([*self._blocks, *self._waiting])

    def _found(self, words: str, events: int, *, whole_words: bool) -> bool:
        end = self._mark(events)
        if not words or "\n" in words:
            text = self._whole()[:end]
            return occurs_in(words, text) if whole_words else words in text
        place, sought = self._first.get((words, whole_words), (-1, 0))
        if place < 0 and sought < end:
            begin = max(0, sought - len(words) + 1)
            place = self._seek(words, begin, end, whole_words=whole_words)
            self._first[words, whole_words] = place, end
        return 0 <= place <= end - len(words)

    def _seek(self, words: str, begin: int, end: int, *, whole_words: bool) -> int:
        """Return the first position of words without a line feed between two positions of the whole.

        -1 for none.
        """
        self._settle()
        for number in range(max(0, bisect_right(self._begins, begin) - 1), len(self._blocks)):
            first, text = self._begins[number], self._blocks[number]
            if first >= end:
                break
            place = text.find(words, max(0, begin - first), end - first)
            while whole_words and place >= 0 and not apart(words, text, place):
                place = text.find(words, place + 1, end - first)
            if place >= 0:
                return first + place
        return -1
