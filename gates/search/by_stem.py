"""The first segments of a session that hold a stem, looked up once for all of its ranges.

A stem's first segments are the same for every later range: a session only grows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gates.search.course_texts import by_one

if TYPE_CHECKING:
    from gates.search.prepared import Course, TextSegment

    Holding = tuple[list[TextSegment], list[frozenset[str]]]
    """Segments, and beside them the distinct stems of each."""


class ByStem:
    """Looks segments up in a course by their stems; several threads may ask."""

    def __init__(self, course: Course) -> None:
        self.lock = course.lock
        self._course = course
        self._holding: dict[str, Holding] = {}

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
