"""The distinct words of texts that grow at their end: whether words stand anywhere, as of any event.

Texts are parted at white space, and each part is kept once, under the event that has it first. What is sought
and has no white space in it stands inside one part, so that all that was said before need not be read again.
"""

from __future__ import annotations

import re
from array import array

from gates.language.numerals import SCALES, number_names
from gates.search.hay import Hay

_WORD = re.compile(r"\w+")
_NUMERIC = re.compile(rf"(?<!\w)(?:{number_names()})(?!\w)|{'|'.join(sorted(SCALES))}")


class Vocabulary:
    """Parts of case-folded texts, event by event."""

    def __init__(self) -> None:
        self._parts: set[str] = set()
        self._numeric: set[str] = set()
        self._first: dict[str, int] = {}
        """Words of letters and digits, with the number of events after which each is known."""
        self._hay = Hay()
        self._counting = array("B")

    def add(self, folded: list[str]) -> None:
        """Take in the texts of the next event, in lower case."""
        parts = {part for text in folded for part in text.split()}
        new = sorted(parts - self._parts)
        self._parts.update(new)
        joined = "\n".join(new)
        self._hay.add(joined if new else None)
        events, first = len(self._counting) + 1, self._first
        for word in _WORD.findall(joined):
            first.setdefault(word, events)
        self._numeric.update(part for part in new if _NUMERIC.search(part))
        self._counting.append(not self._numeric.isdisjoint(parts))

    def counts(self, event: int) -> bool:
        """Whether an event may hold a number in words."""
        return bool(self._counting[event])

    def stands(self, words: str, events: int) -> bool | None:
        """Whether words stand in a text of so many events, not inside a longer word; None: look there."""
        runs = _WORD.findall(words)
        if any(self._first.get(run, events + 1) > events for run in runs):
            return False
        if runs == [words]:
            return True
        return self._hay.stands(words, events) if words.split() == [words] else None

    def holds(self, row: str, events: int) -> bool | None:
        """Whether a run of characters is in a text of so many events; None: look there."""
        return self._hay.holds(row, events) if row.split() == [row] else None
