"""Splits a text into sentences: at the ends of lines, and at full stops that end one.

A stop in an abbreviation, a list number or a short bracket or quotation ends no sentence. Pure; spans are in
code points and half-open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gates.language.enclosed import LONGEST_ENCLOSED, enclosed, is_enclosed

_SENTENCE_END = re.compile(r"(?<=[.!?])[\"')\]]?\s+(?=[\"'(\[]?[\w`*])")
_ABBREVIATION = re.compile(
    r"\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|fig|incl|ca|mr|ms|dr|st|[a-z])\.$", re.IGNORECASE
)
_LISTED = re.compile(r"\W{0,6}\d{1,2}\.")


def sentences(text: str) -> list[tuple[int, int]]:
    """Return half-open spans of the sentences of a text: lines first, then sentence ends within a line."""
    spans: list[tuple[int, int]] = []
    position = 0
    for line in text.split("\n"):
        bare = line.strip()
        if bare and not ("." in bare or "!" in bare or "?" in bare):
            start = position + line.index(bare)
            spans.append((start, start + len(bare)))
        elif bare:
            spans += [(position + start, position + end) for start, end in _sentences_of(line)]
        position += len(line) + 1
    return spans


def sentence_texts(text: str) -> list[str]:
    """Return the sentences of a text, unchanged."""
    return [text[start:end] for start, end in sentences(text)]


def _sentences_of(line: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of the sentences of one line, without surrounding space; blank ones are skipped."""
    places = [0]
    within = enclosed(line, LONGEST_ENCLOSED)
    for match in _SENTENCE_END.finditer(line):
        end = match.start()
        if is_enclosed(match, within):
            continue
        # Only the nearest characters are searched: a line may contain a whole file.
        abbreviated = _ABBREVIATION.search(line[max(0, end - 9) : end])
        if not (abbreviated or _LISTED.fullmatch(line, 0, end)):
            places += match.span()
    for begin, end in zip(places[::2], [*places[1::2], len(line)], strict=True):
        if bare := line[begin:end].strip():
            start = line.index(bare, begin)
            yield start, start + len(bare)
