"""Exact lookups in the texts of a course, up to any event: names, runs of characters, spellings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import update_wrapper
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from gates.search.hay import Hay
from gates.search.vocabulary import Vocabulary
from gates.source import EventKind, SourceEvent

_KEPT = re.compile(r"[^a-z0-9]+")
_PASSED_OVER = bytes(each for each in range(128) if not chr(each).isalnum())
"""The ASCII characters that `letters` removes from an ASCII text, which is faster than the pattern."""

_P = ParamSpec("_P")
_T = TypeVar("_T")


class _Locked(Protocol):
    @property
    def lock(self) -> AbstractContextManager[object]: ...


_Self = TypeVar("_Self", bound=_Locked)


def by_one(act: Callable[Concatenate[_Self, _P], _T]) -> Callable[Concatenate[_Self, _P], _T]:
    """Decorate a method so that one thread at a time runs it, under the owner's `lock`."""

    def guarded(owner: _Self, /, *given: _P.args, **named: _P.kwargs) -> _T:
        with owner.lock:
            return act(owner, *given, **named)

    update_wrapper(guarded, act)
    return guarded


def letters(text: str) -> str:
    """Return the letters and digits of a text joined together, in lower case."""
    folded = text.casefold()
    if folded.isascii():
        return folded.encode().translate(None, _PASSED_OVER).decode()
    return _KEPT.sub("", folded)


class CourseTexts:
    """The texts of a course.

    `fresh(part, end)` yields the events before `end` that a part has not read yet.
    """

    def __init__(
        self,
        fresh: Callable[[str, int], Iterator[SourceEvent]],
        lock: AbstractContextManager[object],
    ) -> None:
        self.lock = lock
        self.vocabulary = Vocabulary()
        self._fresh = fresh
        self._texts, self._targets, self._summaries, self._letters = Hay(), Hay(), Hay(), Hay()

    def take_words(self, end: int) -> None:
        """Add the words of the first `end` events to the vocabulary."""
        for event in self._fresh("words", end):
            stated = (event.text,) if event.tool is None else (event.text, event.tool.target)
            self.vocabulary.add([text.casefold() for text in stated])

    def _take_texts(self, end: int) -> None:
        for event in self._fresh("texts", end):
            summary = event.kind is EventKind.COMPACTION
            folded = event.text.casefold()
            self._texts.add(None if summary else folded)
            self._summaries.add(folded if summary else None)
            self._targets.add(None if event.tool is None else event.tool.target.casefold())

    @by_one
    def occurs(self, words: str, end: int) -> bool:
        """Return whether lower-case words occur as whole words in a text, target or native summary."""
        self.take_words(end)
        found = self.vocabulary.occurs(words, end)
        if found is None:
            self._take_texts(end)
            found = any(hay.occurs(words, end) for hay in (self._texts, self._targets, self._summaries))
        return found

    @by_one
    def holds(self, run: str, end: int) -> bool:
        """Return whether a lower-case run of characters occurs in a text, target or native summary."""
        self.take_words(end)
        found = self.vocabulary.holds(run, end)
        if found is None:
            self._take_texts(end)
            found = any(hay.holds(run, end) for hay in (self._texts, self._targets, self._summaries))
        return found

    @by_one
    def folded(self, end: int) -> str:
        """Return all texts except native summaries, then the targets of all tools, in lower case."""
        self._take_texts(end)
        parts = (self._texts.upto(end), self._targets.upto(end))
        return "\n".join(parts) if self._targets.pieces(end) and self._texts.pieces(end) else "".join(parts)

    @by_one
    def spelled(self, row: str, least: int, end: int, source: Sequence[SourceEvent]) -> bool:
        """Return whether letters and digits occur in a row in a text of at least `least` characters.

        Native summaries are excluded; `end` is a number of events.
        """
        for event in self._fresh("letters", end):
            self._letters.add(None if event.kind is EventKind.COMPACTION else letters(event.text))
        return any(len(source[at].text) >= least for at in self._letters.events_with(row, end))
