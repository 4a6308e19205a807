"""The distinct words of texts that grow at their end, for lookups up to any event.

Texts are split at white space, and each part is kept once, under the first event that has it. A search string
without white space lies inside one part, so that earlier texts need not be read again.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Mapping
from itertools import pairwise

from gates.language.numerals import SCALES, number_names
from gates.search.hay import Hay
from gates.search.kept_words import KeptWords, in_order, parts_of_words

_WORD = re.compile(r"\w+")
_NUMERIC = re.compile(rf"(?<!\w)(?:{number_names()})(?!\w)|{'|'.join(sorted(SCALES))}")


REACH = 2
"""Parts from one word of a number to the next: a small word may come between them."""


class Vocabulary:
    """Parts of case-folded texts, event by event."""

    def __init__(self) -> None:
        self._parts: set[str] = set()
        self._numeric: set[str] = set()
        self._first: dict[str, int] = {}
        """Words of letters and digits, with the number of events after which each is known."""
        self._hay = Hay()
        self._counting = array("B")
        self._kept: list[Mapping[str, bytes]] = []
        """Pieces of which only the words have been read."""
        self._known: list[tuple[KeptWords, array[int]]] = []
        """The words of all pieces, with their places."""
        self._unread: list[str] = []
        """Parts of pieces that are not in the set yet; only the next event needs them."""

    def piece(self, first: int) -> dict[str, bytes]:
        """Return what the events from `first` on added, as bytes."""
        self._take_in()
        parts = self._hay.since(first)
        places = {word: at for word, at in self._all() if at > first}
        words = in_order(places)
        return {
            "parts": parts.encode("utf-8", "surrogatepass"),
            "marks": self._hay.marks(first),
            "numeric": "\n".join(sorted(self._numeric.intersection(parts.split("\n")))).encode(
                "utf-8", "surrogatepass"
            ),
            **parts_of_words(words, "words"),
            "words_at": array("q", map(places.__getitem__, words)).tobytes(),
            "counting": self._counting[first:].tobytes(),
        }

    def take_piece(self, parts: Mapping[str, bytes]) -> None:
        """Add a piece, which must follow the events that were already added."""
        self._kept.append(parts)
        places = array("q")
        places.frombytes(parts["words_at"])
        self._known.append((KeptWords(parts, "words"), places))

    def _take_in(self) -> None:
        """Read the waiting pieces completely."""
        while self._kept:
            self._take(self._kept.pop(0))

    def _take(self, parts: Mapping[str, bytes]) -> None:
        listed, numeric = (parts[name].decode("utf-8", "surrogatepass") for name in ("parts", "numeric"))
        self._unread.append(listed)
        self._hay.go_on(listed, parts["marks"])
        self._numeric.update(numeric.split())
        self._counting.frombytes(parts["counting"])

    def add(self, folded: list[str]) -> None:
        """Add the texts of the next event, in lower case."""
        self._take_in()
        while self._unread:
            self._parts.update(self._unread.pop().split("\n"))
        listed = [text.split() for text in folded]
        parts: set[str] = set().union(*listed)
        new = sorted(parts - self._parts)
        self._parts.update(new)
        joined = "\n".join(new)
        self._hay.add(joined if new else None)
        events, first = len(self._counting) + 1, self._first
        for word in _WORD.findall(joined):
            first.setdefault(word, events)
        self._numeric.update(part for part in new if _NUMERIC.search(part))
        numeric = self._numeric & parts
        self._counting.append(bool(numeric) and any(_may_count(each, numeric) for each in listed))

    def counts(self, event: int) -> bool:
        """Return whether an event may contain a number in words."""
        self._take_in()
        return bool(self._counting[event])

    def occurs(self, words: str, events: int) -> bool | None:
        """Return whether words occur as whole words in the first `events` events; None if undecided.

        If undecided, the caller must search the texts.
        """
        runs = _WORD.findall(words)
        if any(self._at(run, events + 1) > events for run in runs):
            return False
        if runs == [words]:
            return True
        self._take_in()
        return self._hay.occurs(words, events) if words.split() == [words] else None

    def holds(self, row: str, events: int) -> bool | None:
        """Return whether a run of characters occurs in the first `events` events; None if undecided."""
        self._take_in()
        return self._hay.holds(row, events) if row.split() == [row] else None

    def _at(self, word: str, otherwise: int) -> int:
        """Return the number of events after which a word is known."""
        kept = self._kept_at(word)
        return self._first.get(word, otherwise) if kept is None else kept

    def _all(self) -> Iterator[tuple[str, int]]:
        """Yield every word, once, with the number of events after which it is known."""
        for words, places in self._known:
            yield from zip(words, places, strict=True)
        yield from ((word, at) for word, at in self._first.items() if self._kept_at(word) is None)

    def _kept_at(self, word: str) -> int | None:
        for words, places in self._known:
            number = words.number(word)
            if number is not None:
                return places[number]
        return None


def _may_count(parts: list[str], numeric: set[str]) -> bool:
    """Return whether number words are close enough for a compound number, here or into the next text."""
    if any(_compound(part) for part in numeric):
        return True
    places = [place for place, part in enumerate(parts) if part in numeric]
    if places and (places[0] < REACH or places[-1] >= len(parts) - REACH):
        return True
    if any(later - place <= REACH for place, later in pairwise(places)):
        return True
    return any(parts[place - 1][-1].isdigit() for place in places)


def _compound(part: str) -> bool:
    """Return whether a part may be a number by itself: `twenty-five`, `8.2million`."""
    return any(map(str.isdigit, part)) or len(_NUMERIC.findall(part)) > 1
