"""What of a plan was carried out: all of it, or the part of which every task is done.

What was asked for stands in the work by then. Its rules may still bind whoever changes that work next, but a
summary need not repeat them, nor how the agent was to go about it.
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
"""Share of a heading's words that the title of its task has."""
_LABEL = re.compile(r"\b([a-z]{2,20}) #?(\d{1,3})\b", re.IGNORECASE)
"""What a plan numbers: `Bug 1`."""
_WANTED = re.compile(r"\buser\b", re.IGNORECASE)
"""What a plan says of its user: that may hold for more than the plan."""
_OWN_WAY = re.compile(r" [-–—] I(?:'ll| will)? (?!think|would|guess|feel|prefer)[a-z]{3,}")
"""An option that says how the agent would go about it: `- I dispatch a fresh subagent per task`."""


def with_finished_plans(
    decided: Sequence[Commitment], work: Sequence[Commitment], state: StateFold
) -> list[Commitment]:
    """The decisions, with those that only a plan's carrying out needed marked where it was carried out."""
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
    """The part of a plan that a decision stands and falls with; itself for any other."""
    own_way = decision.basis is Basis.REPLY and _OWN_WAY.search(decision.text) is not None
    return Basis.PLAN_CHECK if own_way else decision.basis


def _finished_since(work: Sequence[Commitment], state: StateFold) -> dict[Basis, int]:
    """Before which event a plan must have been made to be carried out, for each of its parts."""
    if state.failing or any(c.counts for c in work):
        return {}
    committed, tried = _committed(state), _tried(state)
    return {Basis.PLAN_CHECK: committed, Basis.PLAN_RULE: max(committed, tried)}


def _committed(state: StateFold) -> int:
    """The last commit, where no edit outside of plans waits for one; else -1."""
    return -1 if any(not is_plan_file(path) for path in state.edits) else state.last_commit


def _tried(state: StateFold) -> int:
    """The last edit, where a check that passed came after it; else -1."""
    passed = max((words.ordinal for words, _ in state.passed.values()), default=-1)
    return state.last_edit if passed > state.last_edit else -1


def _part_is_done(rule: Commitment, work: Sequence[Commitment]) -> bool:
    """Whether the tasks that are called like the heading of a rule are done, each since the plan was made."""
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
