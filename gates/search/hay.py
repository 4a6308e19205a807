"""Texts one below the other that grow at their end, asked as of any number of events.

Where words first stand is sought once, however many ranges of a session ask for them.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator

from gates.language.tokens import joins, stands_in


class Hay:
    """Texts parted by line feeds; of each event one text or none."""

    def __init__(self) -> None:
        self._text = ""
        self._waiting: list[str] = []
        self._length = 0
        self._begun: int | None = None
        """The first event that gave a text."""
        self._marks = array("q")
        """Length of the whole after each event."""
        self._first: dict[tuple[str, bool], tuple[int, int]] = {}
        """Where words first stand, -1 for nowhere, and how far they were sought."""

    def add(self, piece: str | None) -> None:
        """Take in what the next event gives; None for nothing."""
        if piece is not None:
            parted = piece if self._begun is None else f"\n{piece}"
            if self._begun is None:
                self._begun = len(self._marks)
            self._waiting.append(parted)
            self._length += len(parted)
        self._marks.append(self._length)

    def since(self, events: int) -> str:
        """The texts behind those of so many events, without the line feed that parts them."""
        added = self._whole()[self._mark(events) :]
        return added[1:] if events and self.pieces(events) else added

    def marks(self, events: int) -> bytes:
        """The length of the whole after each event behind so many."""
        return self._marks[events:].tobytes()

    def go_on(self, texts: str, marks: bytes) -> None:
        """Take in what `since` and `marks` gave, behind the events that are here."""
        events, length = len(self._marks), self._length
        self._marks.frombytes(marks)
        if self._marks and self._marks[-1] > length:
            if self._begun is None:
                self._begun = next(at for at in range(events, len(self._marks)) if self._marks[at])
                self._waiting.append(texts)
            else:
                self._waiting.append(f"\n{texts}")
            self._length = self._marks[-1]

    def upto(self, events: int) -> str:
        """The whole after so many events."""
        return self._whole()[: self._mark(events)]

    def stands(self, words: str, events: int) -> bool:
        """Whether words stand in it after so many events, not inside a longer word."""
        return self._found(words, events, standing=True)

    def holds(self, letters: str, events: int) -> bool:
        """Whether a run of characters is anywhere in it after so many events."""
        return self._found(letters, events, standing=False)

    def pieces(self, events: int) -> bool:
        """Whether any of so many events gave a text, be it empty."""
        return self._begun is not None and self._begun < events

    def events_with(self, row: str, events: int) -> Iterator[int]:
        """The events that hold a run of characters without a line feed, ascending, each once."""
        text, end = self._whole(), self._mark(events)
        place = text.find(row, 0, end)
        while place >= 0:
            at = bisect_right(self._marks, place)
            yield at
            place = text.find(row, self._marks[at], end)

    def _mark(self, events: int) -> int:
        return self._marks[events - 1] if events else 0

    def _whole(self) -> str:
        if self._waiting:
            self._text += "".join(self._waiting)
            self._waiting.clear()
        return self._text

    def _found(self, words: str, events: int, *, standing: bool) -> bool:
        end = self._mark(events)
        if not words or "\n" in words:
            text = self._whole()[:end]
            return stands_in(words, text) if standing else words in text
        place, sought = self._first.get((words, standing), (-1, 0))
        if place < 0 and sought < end:
            begin = max(0, sought - len(words) + 1)
            place = self._seek(words, begin, end, standing=standing)
            self._first[words, standing] = place, end
        return 0 <= place <= end - len(words)

    def _seek(self, words: str, begin: int, end: int, *, standing: bool) -> int:
        """The first place of some words between two positions of the whole; -1 where there is none."""
        text = self._whole()
        place = text.find(words, begin, end)
        while standing and place >= 0:
            after = place + len(words)
            apart = place == 0 or not joins(text[place - 1], words[0])
            if apart and (after == len(text) or not joins(text[after], words[-1])):
                break
            place = text.find(words, place + 1, end)
        return place
