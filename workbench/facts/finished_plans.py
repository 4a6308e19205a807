"""Plans that were carried out: every step is done, and all that was changed is committed or was tried.

What such a plan asked for stands in the work by then. Its rules may still bind whoever changes that work
next, but a summary need not repeat them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from workbench.facts.commitment import Basis, Commitment
from workbench.facts.plan_text import is_plan_file
from workbench.facts.proposals.work_state import StateFold


def with_finished_plans(
    decided: Sequence[Commitment], work: Sequence[Commitment], state: StateFold
) -> list[Commitment]:
    """The decisions, with the rules and checks of plans that were carried out marked so."""
    if any(c.counts for c in work) or state.failing:
        return list(decided)
    committed, tried = _committed(state), _tried(state)
    waiting = {c.touched for c in decided if c.basis is Basis.PLAN_STEP and c.counts}
    since = {Basis.PLAN_CHECK: committed, Basis.PLAN_RULE: max(committed, tried)}
    return [
        replace(c, carried_out=True)
        if c.touched not in waiting and c.touched[-1] < since.get(c.basis, -1)
        else c
        for c in decided
    ]


def _committed(state: StateFold) -> int:
    """The last commit, where no edit outside of plans waits for one; else -1."""
    return -1 if any(not is_plan_file(path) for path in state.edits) else state.last_commit


def _tried(state: StateFold) -> int:
    """The last edit, where a check that passed came after it; else -1."""
    passed = max((words.ordinal for words, _ in state.passed.values()), default=-1)
    return state.last_edit if passed > state.last_edit else -1
