"""Requests that were carried out: a summary retains them by stating what came of them (S1 gate C).

Nothing of such a request is to be done any more, and what it asked for in detail stands in the work itself.
So a statement about the same thing retains it, in whatever words; and where no statement does, the request
is proposed as a likely loss instead of failing the gate.
"""

from __future__ import annotations

from dataclasses import replace

from gates.capture import CapturedItem
from gates.language.modality import negated
from gates.report import Retention
from gates.retention.match import Match

_STATED_SOMEHOW = (Retention.UNCERTAIN, Retention.WEAKENED)
_UNSTATED = (Retention.DROPPED, *_STATED_SOMEHOW)


def as_outcome(captured: CapturedItem, match: Match) -> Match:
    """The match, or a paraphrase where a statement is about what was carried out and denies nothing of it."""
    if not captured.carried_out or match.verdict not in _STATED_SOMEHOW or match.unit is None:
        return match
    if negated(captured.text) != negated(match.unit.compared.text):
        return match
    return replace(match, verdict=Retention.PARAPHRASED, rule="outcome_stated")


def is_over(captured: CapturedItem, verdict: Retention) -> bool:
    """Whether an item that no statement retains is a request that was carried out, and so no certain loss."""
    return captured.carried_out and verdict in _UNSTATED
