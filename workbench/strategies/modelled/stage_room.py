"""The size of a staged window for a model: its cap less one round of repair.

A plan divides a range by the same figures as the draft, so that both have the same windows.
"""

from __future__ import annotations

from dataclasses import replace

from gates.source import SourceEvent
from workbench.facts.shown import is_whole, shown_size
from workbench.strategies.base import DraftRequest
from workbench.strategies.modelled.items import ANSWER_TOKENS, CHANGES_TOKENS
from workbench.strategies.modelled.prompting import shown_tokens
from workbench.strategies.staging import StageWindow, even_windows

INSTRUCTION_TOKENS = 1_500
"""Estimated tokens of a call's instructions and the schema of its answer."""
CARRIED_TOKENS = 2_500
"""Estimated tokens beside the events: the seed package, and the items carried over."""
DRAFT_TOKENS = ANSWER_TOKENS // 2
"""Tokens of an answer's items, which a repair is shown; the other half are their quotations."""
PROBLEM_TOKENS = 2_500
"""Tokens of the problems that go back with their passages; of more, as many are sent as have room."""
REPAIR_TOKENS = INSTRUCTION_TOKENS + CARRIED_TOKENS + DRAFT_TOKENS + PROBLEM_TOKENS + CHANGES_TOKENS
"""Tokens of a round of repair without the events, with its answer."""
LEAST_SHARE = 1 / 3
"""Smallest share of a small cap, after a first call, that is events, even if a repair has no room."""


def stage_room(cap: int) -> int:
    """Return the tokens of events in a window, so that a whole answer and one round of repair fit too."""
    spared = cap - INSTRUCTION_TOKENS - CARRIED_TOKENS - ANSWER_TOKENS - REPAIR_TOKENS
    return max(1, spared, int((cap - INSTRUCTION_TOKENS - ANSWER_TOKENS) * LEAST_SHARE))


def stage_windows(request: DraftRequest, cap: int) -> list[StageWindow]:
    """Return the windows of a range; one whose request is far larger than its text is divided again.

    One of a single event is `over` only if it cannot be sent at all, not if it leaves no room for a repair.
    """
    source, room = request.source, stage_room(cap)
    seen, planned, sent = request.seen(), [], []
    for event in seen:
        inside = source.start <= event.ordinal <= source.end and event.sidechain is None
        planned.append(event._replace(tokens=_planned(event) if inside else 0))
        sent.append(event._replace(tokens=shown_tokens(event) if inside else 0))
    found: list[StageWindow] = []
    most = cap - INSTRUCTION_TOKENS - CARRIED_TOKENS - ANSWER_TOKENS

    def fits(window: StageWindow) -> bool:
        return sum(event.tokens for event in sent[window.start : window.end + 1]) <= most

    for window in even_windows(planned, source.start, source.end, room):
        found += [window] if fits(window) else even_windows(sent, window.start, window.end, room)
    return [replace(each, over=each.over and not fits(each)) for each in found]


def _planned(event: SourceEvent) -> int:
    return shown_size(event.kind, len(event.text), whole=is_whole(event))
