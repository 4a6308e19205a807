"""The parts of a statement that can be read alone, if it has two sentences, or two entries of a list.

`The fix is X. Want me to do that?` is a decision beside an offer: the part that can be read alone is stated
in its own words, and the rest only adds to the worth of keeping its event.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from gates.language.sentence_spans import sentences
from gates.source import SourceEvent
from workbench.facts.proposals import RankedStatement
from workbench.facts.proposals.cues import cues
from workbench.facts.proposals.fold import words_of
from workbench.facts.spans import EventWords, fold, trimmed

PART = 0.8
"""Factor on the likelihood of the whole for a part."""
_INFORMATIVE = frozenset(
    f"cue:{name}"
    for name in (
        "decides must should can will never not dont because contrast remaining gap wrong cause done passes "
        "condition default trade summary"
    ).split()
)
"""Cues of a list entry that is informative by itself; most entries only name a file or a case."""
_MARK = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)]|>|- \[[ xX]\])[ \t]+")


def parted(
    events: Sequence[SourceEvent], judged: RankedStatement, reads_alone: Callable[[str], bool]
) -> list[RankedStatement]:
    """Return the parts of a statement that `reads_alone` accepts; the statement itself if there is none.

    Args:
        events: the session's, from ordinal 0.
        judged: a statement of one place.
        reads_alone: whether a text can be read without its context.
    """
    commitment = judged.commitment
    if len(commitment.words) != 1:
        return [judged]
    found = [
        words for words in _sentences(events, commitment.words[0]) if reads_alone(fold(words.quote(events)))
    ]
    made = []
    for words in _runs(events, found):
        text = fold(words.quote(events))
        part = replace(commitment, text=text, words=(words,), likelihood=judged.likelihood * PART)
        made.append(replace(judged, commitment=part, tokens=words_of(text)))
    return made or [judged]


def _sentences(events: Sequence[SourceEvent], whole: EventWords) -> Iterator[EventWords]:
    """Yield the sentences of a passage, without the marks of a list."""
    text, at = events[whole.ordinal].text, whole.start
    for line in text[whole.start : whole.end].split("\n"):
        mark = _MARK.match(line)
        begin = at + (mark.end() if mark is not None else 0)
        for start, end in sentences(text[begin : at + len(line)]):
            words = trimmed(text, whole.ordinal, begin + start, begin + end)
            if words is not None and (mark is None or _is_informative(text[words.start : words.end])):
                yield words
        at += len(line) + 1


def _is_informative(entry: str) -> bool:
    """Return whether a list entry is more than a name: a decision, a limit, open work or an action."""
    return any(cue in _INFORMATIVE for cue in cues(entry))


def _runs(events: Sequence[SourceEvent], found: Sequence[EventWords]) -> list[EventWords]:
    """Return the places, with those that follow one another on a line joined."""
    runs: list[EventWords] = []
    for words in found:
        text = events[words.ordinal].text
        if runs and not text[runs[-1].end : words.start].strip(" "):
            runs[-1] = EventWords(words.ordinal, runs[-1].start, words.end)
        else:
            runs.append(words)
    return runs
