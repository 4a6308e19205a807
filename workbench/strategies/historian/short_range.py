"""Turns that cannot stay in full: their messages stay, and the work between them is summarised.

This applies if a range has no more turns than stay in full, or if the newest ones are long. A turn consists
of what the user said and the last answer (S3, `recent_turns`). In an agent's transcript one turn may have
hundreds of events: its messages stay verbatim, the newest first, and every reply on the way counts as a turn
for the ledger and the narrative.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gates.source import EventKind, SourceEvent
from workbench.strategies.historian.transcript import TranscriptTurn

MESSAGE_TOKENS = 1_000
"""Tokens of the messages that stay verbatim if no size is requested."""
READ_CHARACTERS = 24_000
"""Characters of the newest replies that are summarised; older ones count only with their binding items."""
WHOLE_CHARACTERS = 6_000
"""Characters of the newest turns up to which they stay complete, including the output of tools."""
_SAID = (EventKind.USER, EventKind.ASSISTANT)


def messages_of(turns: Sequence[TranscriptTurn]) -> list[SourceEvent]:
    """Return what the user said in each turn, and the last reply to it, in order."""
    found: list[SourceEvent] = []
    for turn in turns:
        replies = [event for event in turn.events if event.kind is EventKind.ASSISTANT]
        found += [event for event in turn.events if event.kind is EventKind.USER or event in replies[-1:]]
    return found


def newest_messages(events: Sequence[SourceEvent], most: int) -> list[SourceEvent]:
    """Return the newest messages, without a gap between them, that fit into `most` characters."""
    found: list[SourceEvent] = []
    for event in reversed(events):
        if event.kind in _SAID and event.text.strip():
            most -= len(event.text)
            if most < 0:
                break
            found.append(event)
    return found


def is_too_much(newest: Sequence[SourceEvent]) -> bool:
    """Return whether the newest turns are too long to stay complete; most of that is output of tools."""
    return sum(len(event.text) for event in newest) > WHOLE_CHARACTERS


def leaves_work(turns: Sequence[TranscriptTurn], kept: Sequence[SourceEvent]) -> bool:
    """Return whether anything but the kept messages happened in the turns."""
    ordinals = {event.ordinal for event in kept}
    kinds = (EventKind.TOOL_CALL, EventKind.TOOL_RESULT, *_SAID)
    return any(e.kind in kinds and e.ordinal not in ordinals for turn in turns for e in turn.events)


def parted(turns: Sequence[TranscriptTurn]) -> list[TranscriptTurn]:
    """Return the turns split at each reply; the first part of each has the user's message."""
    parts = [part for turn in turns for part in _parts(turn)]
    room, first = READ_CHARACTERS, 0
    for place in range(len(parts) - 1, -1, -1):
        room -= len(parts[place].given.final_response)
        if room < 0:
            first = place + 1
            break
    return [part for place, part in enumerate(parts) if place >= first or part.given.user_message]


def numbered(turns: Sequence[TranscriptTurn]) -> list[TranscriptTurn]:
    """Return the turns renumbered, so that no two parts have the same number."""
    return [replace(turn, number=number) for number, turn in enumerate(turns, 1)]


def _parts(turn: TranscriptTurn) -> list[TranscriptTurn]:
    """Return one part for each reply with the events before it; events after the last reply belong to it."""
    ends = [
        place
        for place, event in enumerate(turn.events)
        if event.kind is EventKind.ASSISTANT and event.text.strip()
    ]
    if len(ends) < 2:
        return [turn]
    found, begins = [], 0
    for place in ends:
        end = len(turn.events) if place == ends[-1] else place + 1
        only = {"user_message": "", "turn_entities": (), "step_results": (), "step_metadata": ()}
        given = turn.given.model_copy(
            update={"final_response": turn.events[place].text, **(only if begins else {})}
        )
        found.append(replace(turn, events=turn.events[begins:end], given=given))
        begins = end
    return found
