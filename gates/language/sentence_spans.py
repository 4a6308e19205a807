"""Splits a text into sentences: at the ends of lines, and at full stops that end one.

A stop in an abbreviation, a list number or a short bracket or quotation ends no sentence, nor does one at the
end of a quotation after which small letters follow. Pure; spans are in code points and half-open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gates.language.enclosed import LONGEST_ENCLOSED, enclosed, is_enclosed

_SENTENCE_END = re.compile(r"(?<=[.!?])[\"')\]]?\s+(?=[\"'(\[]?[\w`*])")
_ABBREVIATION = re.compile(
    r"\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|fig|incl|ca|mr|mrs|ms|dr|prof|st|jr|rev|capt|sgt|[a-z])\.$",
    re.IGNORECASE,
)
_NUMBERING = re.compile(r"\b(?:no|nr|nos|vol|sec|ch|art|par|pp|tel|min|max)\.$", re.IGNORECASE)
"""Abbreviations before a number, which otherwise may be words or end a sentence."""
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


def is_abbreviated(text: str, end: int, following: int) -> bool:
    """Return whether the stop before `end` belongs to an abbreviation; the next word is at `following`."""
    # Only the nearest characters are searched: a line may contain a whole file.
    before = text[max(0, end - 9) : end]
    numbered = text[following : following + 1].isdigit() and _NUMBERING.search(before) is not None
    return numbered or _ABBREVIATION.search(before) is not None


def goes_on(text: str, ending: re.Match[str]) -> bool:
    """Return whether a sentence goes on in small letters after a quotation: `"Loading..." for ever`."""
    return ending[0][0] in "\"'" and text[ending.end()].islower()


def _sentences_of(line: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of the sentences of one line, without surrounding space; blank ones are skipped."""
    places = [0]
    within = enclosed(line, LONGEST_ENCLOSED)
    for match in _SENTENCE_END.finditer(line):
        end = match.start()
        if is_enclosed(match, within) or goes_on(line, match):
            continue
        if not (is_abbreviated(line, end, match.end()) or _LISTED.fullmatch(line, 0, end)):
            places += match.span()
    for begin, end in zip(places[::2], [*places[1::2], len(line)], strict=True):
        if bare := line[begin:end].strip():
            start = line.index(bare, begin)
            yield start, start + len(bare)
