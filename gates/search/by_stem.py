"""Looks up the first segments of a session that contain a stem, once for all of its ranges.

A stem's first segments are the same for every later range, because a session only grows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gates.search.course_texts import by_one

if TYPE_CHECKING:
    from gates.search.prepared import Course, TextSegment

    Holding = tuple[list[TextSegment], list[frozenset[str]]]
    """Segments, and in parallel the distinct stems of each."""


class ByStem:
    """Looks up segments of a course by stem; safe to call from several threads."""

    def __init__(self, course: Course) -> None:
        self.lock = course.lock
        self._course = course
        self._holding: dict[str, Holding] = {}

    @by_one
    def holding(self, stem: str, held: int) -> Holding:
        """Return the first `held` segments that contain a stem, with their distinct stems."""
        course = self._course
        segments, stems = self._holding.setdefault(stem, ([], []))
        if len(segments) < held:
            numbers = course.postings[stem][len(segments) : held]
            course.have(numbers)
            segments += [course.spoken[number] for number in numbers]
            stems += [segment.tokens.distinct for segment in segments[len(stems) :]]
        return segments[:held], stems[:held]
