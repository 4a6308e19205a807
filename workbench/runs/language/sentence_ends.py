"""The sentences of a text, including those that end with a full stop of another script without a space."""

from __future__ import annotations

import re

from gates.language.sentence_spans import sentences

_END = re.compile(r"(?:[。！？｡؟۔।][」』”\"’）)]*)(?=.)")
"""Full stops of Chinese, Japanese, Arabic, Urdu and Hindi, with closing quotes and brackets."""
QUESTION_MARKS = "?？؟"


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Return the half-open spans of the sentences of a text."""
    spans = sentences(text)
    if text.isascii():
        return spans
    return [part for start, end in spans for part in _cut(text, start, end)]


def _cut(text: str, start: int, end: int) -> list[tuple[int, int]]:
    made = []
    for found in _END.finditer(text, start, end):
        if found.end() < end:
            made.append((start, found.end()))
            start = found.end()
            while start < end and text[start].isspace():
                start += 1
    return [*made, (start, end)] if start < end else made
