"""Finds options that the agent offered and the user did not take; their descriptions do not apply.

An option reaches from its letter or number to the next one. The others are left only if the answer names
exactly one of several.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gates.source import EventKind, SourceEvent
from workbench.facts.answers.antecedents import Antecedent, read_message
from workbench.facts.answers.declined import plans_revised, sections_left
from workbench.facts.answers.replies import chosen_label
from workbench.facts.spans import EventWords

_AFTER_LIST = re.compile(r"\n[ \t]*\n(?=[A-Za-z`\"'*#(])")
"""The end of a list: an empty line before text that is neither indented nor an entry."""


def options_left(events: Sequence[SourceEvent], start: int) -> list[EventWords]:
    """Return the words of the options that were not taken, in messages at or after event `start`."""
    found: list[EventWords] = []
    asked: SourceEvent | None = None
    for event in events[start:]:
        if event.sidechain is not None:
            continue
        if event.kind is EventKind.ASSISTANT and event.text.strip():
            asked = event
        elif event.kind is EventKind.USER and asked is not None:
            found += _left(read_message(asked), event)
            asked = None
    return [*found, *sections_left(events, start), *plans_revised(events, start)]


def _left(asked: Antecedent, answer: SourceEvent) -> list[EventWords]:
    taken = chosen_label(asked, answer.text) if len(asked.options) > 1 else None
    if taken is None:
        return []
    text = asked.event.text
    ordered = sorted(asked.options, key=lambda option: option[1].start)
    left = []
    for number, (label, words) in enumerate(ordered):
        if number + 1 < len(ordered):
            end = ordered[number + 1][1].start
        else:
            after = _AFTER_LIST.search(text, words.end)
            end = after.start() if after is not None else len(text)
        if label != taken:
            left.append(EventWords(words.ordinal, words.start, end))
    return left
