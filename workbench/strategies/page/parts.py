"""Of two sentences, or two entries of a list, that were weighed together, those that can be read alone.

`The fix is X. Want me to do that?` tells a decision beside an offer: what can stand on a page is stated, in
its own words, and the rest only says what keeping its event is worth.
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
"""What a part counts of the likelihood of the whole."""
_INFORMATIVE = frozenset(
    f"cue:{name}"
    for name in (
        "decides must should can will never not dont because contrast remaining gap wrong cause done passes "
        "condition default trade summary"
    ).split()
)
"""What an entry of a list shows that says something by itself; most only name a file or a case."""
_MARK = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)]|>|- \[[ xX]\])[ \t]+")


def parted(
    events: Sequence[SourceEvent], judged: RankedStatement, reads_alone: Callable[[str], bool]
) -> list[RankedStatement]:
    """The parts of a statement that `reads_alone` accepts; the statement itself where none does.

    Args:
        events: the session's, from ordinal 0.
        judged: a statement of one place.
        reads_alone: whether a text can be read without what is around it.
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
    """The sentences of a passage, without the marks of a list."""
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
    """Whether an entry of a list says more than a name: it decides, limits, remains or tells a deed."""
    return any(cue in _INFORMATIVE for cue in cues(entry))


def _runs(events: Sequence[SourceEvent], found: Sequence[EventWords]) -> list[EventWords]:
    """The words, those that follow one another on a line as one."""
    runs: list[EventWords] = []
    for words in found:
        text = events[words.ordinal].text
        if runs and not text[runs[-1].end : words.start].strip(" "):
            runs[-1] = EventWords(words.ordinal, runs[-1].start, words.end)
        else:
            runs.append(words)
    return runs
