"""The first segments of a session that hold a stem, looked up once for all of its ranges.

A stem's first segments are the same for every later range: a session only grows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gates.search.course_texts import by_one

if TYPE_CHECKING:
    from gates.search.prepared import Course, TextSegment

    Holding = tuple[list[TextSegment], list[frozenset[str]]]
    """Segments, and beside them the distinct stems of each."""

Note = Callable[[str], object]
"""What a rule finds in the text of a segment; nothing where it is false."""


@dataclass(slots=True)
class _Noted:
    """The segments with a stem in which a rule found something, of so many that were asked."""

    asked: int = 0
    numbers: list[int] = field(default_factory=list)


class ByStem:
    """Looks segments up in a course by their stems; several threads may ask."""

    def __init__(self, course: Course) -> None:
        self.lock = course.lock
        self._course = course
        self._holding: dict[str, Holding] = {}
        self._noted: dict[tuple[Note, str], _Noted] = {}
        self._notes: dict[tuple[Note, int], bool] = {}
        """Of a segment whether a rule finds something in it, whichever stem it was asked for."""

    @by_one
    def holding(self, stem: str, held: int) -> Holding:
        """The first so many segments with a stem."""
        course = self._course
        segments, stems = self._holding.setdefault(stem, ([], []))
        if len(segments) < held:
            numbers = course.postings[stem][len(segments) : held]
            course.have(numbers)
            segments += [course.spoken[number] for number in numbers]
            stems += [segment.tokens.distinct for segment in segments[len(stems) :]]
        return segments[:held], stems[:held]

    @by_one
    def noted(self, stem: str, held: int, note: Note) -> list[TextSegment]:
        """Those of the first so many segments with a stem in which a rule finds something."""
        course = self._course
        known = self._noted.setdefault((note, stem), _Noted())
        numbers = course.postings[stem]
        course.have(numbers[known.asked : held])
        known.numbers += [number for number in numbers[known.asked : held] if self._finds(note, number)]
        known.asked = max(known.asked, held)
        last = numbers[held - 1]
        return [course.spoken[number] for number in known.numbers if number <= last]

    def _finds(self, note: Note, number: int) -> bool:
        known = self._notes.get((note, number))
        if known is None:
            segment = self._course.spoken[number]
            text = self._course.source[segment.ordinal].text[segment.start : segment.end]
            known = self._notes[note, number] = bool(note(text))
        return known
