"""Marks plans that were carried out: a whole plan, or a part whose tasks are all done.

The result is in the work by then. The plan's rules may still bind later changes to that work, but a summary
need not repeat them, nor the agent's way of doing it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from gates.language.similarity import coverage, statement
from workbench.facts.commitment import Basis, Commitment
from workbench.facts.plans.plan_text import is_plan_file
from workbench.facts.proposals.work_state import StateFold

NAMED = 0.6
"""Smallest share of a heading's words in the title of its task."""
_LABEL = re.compile(r"\b([a-z]{2,20}) #?(\d{1,3})\b", re.IGNORECASE)
"""A numbered thing in a plan, such as `Bug 1`."""
_WANTED = re.compile(r"\buser\b", re.IGNORECASE)
"""A statement about the plan's user, which may apply beyond the plan."""
_OWN_WAY = re.compile(r" [-–—] I(?:'ll| will)? (?!think|would|guess|feel|prefer)[a-z]{3,}")
"""An option on the agent's way of working, such as `- I dispatch a fresh subagent per task`."""


def with_finished_plans(
    decided: Sequence[Commitment], work: Sequence[Commitment], state: StateFold
) -> list[Commitment]:
    """Mark the decisions that only served a plan as carried out if the plan was carried out."""
    finished = _finished_since(work, state)
    waiting = {c.touched for c in decided if c.basis is Basis.PLAN_STEP and c.counts}
    return [
        replace(c, carried_out=True)
        if not _WANTED.search(c.text)
        and (
            (c.touched not in waiting and c.touched[-1] < finished.get(_needed_for(c), -1))
            or (c.basis is Basis.PLAN_RULE and _part_is_done(c, work))
        )
        else c
        for c in decided
    ]


def _needed_for(decision: Commitment) -> Basis:
    """Return the part of a plan that a decision depends on, or its own basis."""
    own_way = decision.basis is Basis.REPLY and _OWN_WAY.search(decision.text) is not None
    return Basis.PLAN_CHECK if own_way else decision.basis


def _finished_since(work: Sequence[Commitment], state: StateFold) -> dict[Basis, int]:
    """Return, for each part of a plan, the event before which a carried-out plan must have been made."""
    if state.failing or any(c.counts for c in work):
        return {}
    committed, tried = _committed(state), _tried(state)
    return {Basis.PLAN_CHECK: committed, Basis.PLAN_RULE: max(committed, tried)}


def _committed(state: StateFold) -> int:
    """Return the last commit if no edit outside of plans waits for one, else -1."""
    return -1 if any(not is_plan_file(path) for path in state.edits) else state.last_commit


def _tried(state: StateFold) -> int:
    """Return the last edit if a check passed after it, else -1."""
    passed = max((words.ordinal for words, _ in state.passed.values()), default=-1)
    return state.last_edit if passed > state.last_edit else -1


def _part_is_done(rule: Commitment, work: Sequence[Commitment]) -> bool:
    """Return whether the tasks named like a rule's heading are all done, each since the plan was made."""
    labels = _labels(rule.context)
    about = statement(rule.context).stems
    own = [
        task
        for task in work
        if task.touched[-1] > rule.touched[-1]
        and (labels & _labels(task.text) or coverage(about, statement(task.text).stems) >= NAMED)
    ]
    return bool(own) and all(task.status == "done" for task in own)


def _labels(text: str) -> set[tuple[str, str]]:
    return {(word.casefold(), number) for word, number in _LABEL.findall(text)}
