"""Turns that cannot stay in full as they are: their messages stay, and the work between them is told.

So it is where a range has no more turns than stay in full, and where the newest ones are long.

A turn is what the user said and what was answered last (S3, `recent_turns`). In a transcript of an agent one
turn may hold hundreds of events: of these its messages stay verbatim, the newest first, and every reply on
the way counts as a turn of its own for the ledger and the narrative.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gates.source import EventKind, SourceEvent
from workbench.strategies.historian.transcript import TranscriptTurn

MESSAGE_TOKENS = 1_000
"""Tokens of the messages that stay verbatim where no size is asked for."""
READ_CHARACTERS = 24_000
"""Characters of the newest replies that are told; older ones only count with what binds."""
WHOLE_CHARACTERS = 6_000
"""Characters of the newest turns up to which they stay as they are, with what tools printed in them."""
_SAID = (EventKind.USER, EventKind.ASSISTANT)


def messages_of(turns: Sequence[TranscriptTurn]) -> list[SourceEvent]:
    """What the user said in each turn, and the last reply to it, in order."""
    found: list[SourceEvent] = []
    for turn in turns:
        replies = [event for event in turn.events if event.kind is EventKind.ASSISTANT]
        found += [event for event in turn.events if event.kind is EventKind.USER or event in replies[-1:]]
    return found


def newest_messages(events: Sequence[SourceEvent], most: int) -> list[SourceEvent]:
    """The newest messages, without a gap between them, that fit into so many characters."""
    found: list[SourceEvent] = []
    for event in reversed(events):
        if event.kind in _SAID and event.text.strip():
            most -= len(event.text)
            if most < 0:
                break
            found.append(event)
    return found


def is_too_much(newest: Sequence[SourceEvent]) -> bool:
    """Whether the events of the newest turns are more than stays as it is: most of it is tools' output."""
    return sum(len(event.text) for event in newest) > WHOLE_CHARACTERS


def leaves_work(turns: Sequence[TranscriptTurn], kept: Sequence[SourceEvent]) -> bool:
    """Whether anything but the kept messages happened in the turns."""
    ordinals = {event.ordinal for event in kept}
    told = (EventKind.TOOL_CALL, EventKind.TOOL_RESULT, *_SAID)
    return any(e.kind in told and e.ordinal not in ordinals for turn in turns for e in turn.events)


def parted(turns: Sequence[TranscriptTurn]) -> list[TranscriptTurn]:
    """The turns parted at each reply: the first part of each has what the user said."""
    parts = [part for turn in turns for part in _parts(turn)]
    room, first = READ_CHARACTERS, 0
    for place in range(len(parts) - 1, -1, -1):
        room -= len(parts[place].given.final_response)
        if room < 0:
            first = place + 1
            break
    return [part for place, part in enumerate(parts) if place >= first or part.given.user_message]


def numbered(turns: Sequence[TranscriptTurn]) -> list[TranscriptTurn]:
    """The turns numbered anew, so that no two parts have one number."""
    return [replace(turn, number=number) for number, turn in enumerate(turns, 1)]


def _parts(turn: TranscriptTurn) -> list[TranscriptTurn]:
    """One part for each reply with the events before it; what follows the last one goes with it."""
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
