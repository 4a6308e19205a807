"""A plan's statements about the cap match the draft: how corrections are sent, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gates.source import SourceEvent
from tests.strategies.modelled.scripted import Scripted
from tests.strategies.modelled.test_stage_room import answers, problem, talk
from workbench.models.base import Deadline, ModelAnswer, Prompt, Tick, Usage
from workbench.services.plans.plan import fit_of
from workbench.services.plans.plan_runs import PlannedGeneration, PlannedRange, one_shot
from workbench.strategies.base import DraftRequest
from workbench.strategies.modelled.asking import Asker, NoRoom
from workbench.strategies.modelled.items import ItemDrafter
from workbench.strategies.modelled.prompting import size_of
from workbench.strategies.triggers import EventFacts

NEAR = 2_000
"""Tokens of a cap within which an estimate may fall on either side."""


def _planned(request: DraftRequest) -> PlannedGeneration:
    def facts(event: SourceEvent) -> EventFacts:
        size = len(event.text)
        return EventFacts(event.ordinal, event.kind.value, event.turn, 1, size // 4, size, None, None)

    (run,) = one_shot(PlannedRange([facts(event) for event in request.seen()], 0))
    return run


class Counting(Scripted):
    """Counts its requests as a plan does: so many tokens for the first, the others in proportion."""

    def __init__(self, run: PlannedGeneration) -> None:
        super().__init__(*(answers(count) for count in (20, 21, 22)))
        self.run = run

    def answer(self, prompt: Prompt, run: Deadline | None = None, tick: Tick | None = None) -> ModelAnswer:
        given = super().answer(prompt, run, tick)
        counted = round(self.run.input * size_of(prompt) / size_of(self.asked[0]))
        return replace(given, usage=Usage(counted, 0, 0, self.run.output))


def _corrections(request: DraftRequest, run: PlannedGeneration, cap: int) -> list[bool] | None:
    """Whether each of two rounds of corrections sent the events again; None: nothing was sent at all."""
    model = Counting(run)
    own = Asker(model, cap_tokens=cap)
    drafter = ItemDrafter("intentional", own)
    try:
        drafter.draft(request)
    except NoRoom:
        assert not model.asked
        return None
    for number in range(2):
        drafter.revise([problem(number)])
        assert own.tally.tokens <= cap, "nothing is sent that could go over the cap"
    return [bool(each.stable) for each in model.asked[1:]]


@pytest.mark.parametrize("turns", [20, 60])
def test_a_plan_says_how_corrections_go_out(turns: int) -> None:
    """This holds for all caps except those too close to a limit for an estimate."""
    request = talk(turns, "It was heavy. " * 20)
    run = _planned(request)
    seen = set()
    for cap in range(6_000, 70_000, 1_000):
        fit = fit_of(run, cap)
        if {fit_of(run, cap - NEAR), fit_of(run, cap + NEAR)} != {fit}:
            continue
        told = _corrections(request, run, cap)
        stated = "refused" if told is None else "within" if told == [True, True] else "over_with_mending"
        assert stated == fit, cap
        seen.add(fit)
    assert seen == {"within", "over_with_mending", "refused"}
