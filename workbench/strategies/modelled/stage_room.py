"""How large a staged window is of which a model is asked: its cap less one round of repairing.

A plan cuts a range by the same figures as the draft does, so that both come to the same windows.
"""

from __future__ import annotations

from gates.source import SourceEvent
from workbench.facts.shown import is_whole, shown_size
from workbench.strategies.base import DraftRequest
from workbench.strategies.modelled.items import ANSWER_TOKENS, CHANGES_TOKENS
from workbench.strategies.modelled.prompting import shown_tokens
from workbench.strategies.staging import StageWindow, even_windows

INSTRUCTION_TOKENS = 1_500
"""What a call's instructions and the schema of its answer take, estimated."""
CARRIED_TOKENS = 2_500
"""What is taken in beside the events, estimated: the seed package, and what held before them."""
DRAFT_TOKENS = ANSWER_TOKENS // 2
"""Of a whole answer half are its items, which a repair is shown; the other half are their quotations."""
PROBLEM_TOKENS = 2_500
"""Problems that go back with their passages; of more as many are told as there is room for."""
REPAIR_TOKENS = INSTRUCTION_TOKENS + CARRIED_TOKENS + DRAFT_TOKENS + PROBLEM_TOKENS + CHANGES_TOKENS
"""A round of repairing that does not send the events again, with its answer."""
LEAST_SHARE = 1 / 3
"""Of what a first call leaves of a small cap: so much is events, though no repair may have room."""


def stage_room(cap: int) -> int:
    """Tokens of events that a window may hold, so that a whole answer and one round of repairing fit too."""
    spared = cap - INSTRUCTION_TOKENS - CARRIED_TOKENS - ANSWER_TOKENS - REPAIR_TOKENS
    return max(1, spared, int((cap - INSTRUCTION_TOKENS - ANSWER_TOKENS) * LEAST_SHARE))


def stage_windows(request: DraftRequest, cap: int) -> list[StageWindow]:
    """The windows of a range; one whose text is far larger in a request than its length says is cut again."""
    source, room = request.source, stage_room(cap)
    seen, planned, sent = request.seen(), [], []
    for event in seen:
        inside = source.start <= event.ordinal <= source.end and event.sidechain is None
        planned.append(event._replace(tokens=_planned(event) if inside else 0))
        sent.append(event._replace(tokens=shown_tokens(event) if inside else 0))
    found: list[StageWindow] = []
    for window in even_windows(planned, source.start, source.end, room):
        takes = sum(event.tokens for event in sent[window.start : window.end + 1])
        if takes <= cap - INSTRUCTION_TOKENS - CARRIED_TOKENS - ANSWER_TOKENS:
            found.append(window)
        else:
            found += even_windows(sent, window.start, window.end, room)
    return found


def _planned(event: SourceEvent) -> int:
    return shown_size(event.kind, len(event.text), whole=is_whole(event))
