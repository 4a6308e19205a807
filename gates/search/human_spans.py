"""Finds where a human wrote some words in a course, skipping what cannot contain them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gates.search.human_words import spoken_by_human
from gates.search.word_filter import WordFilter

if TYPE_CHECKING:
    from gates.search.prepared import Course


def human_spans_with(
    course: Course, words: Sequence[str], end: int
) -> list[tuple[tuple[int, int, int], str]]:
    """Return the spans of human words before event `end` that may contain some words, with their texts.

    Case is ignored. Of the spans that were kept, only the returned ones are decoded.
    """
    with course.lock:
        before = course.before
        if "human words" in before.waiting:
            found = before.spans_with(words)
            fresh = course.source[before.end : end] if before.end < end else ()
            found += [(s, event.text[s[1] : s[2]]) for event in fresh for s in spoken_by_human(event)]
            return [each for each in found if each[0][0] < end]
        spans, texts = course.human(end), course.words_of_human(end)
        if len(texts) != course.human_filter[0]:
            course.human_filter = len(texts), WordFilter("".join(texts), map(len, texts))
        return [(spans[n], texts[n]) for n in course.human_filter[1].holding(words)]
