"""Matches requests that were carried out: a summary retains them by stating their outcome (S1 gate C).

Nothing of such a request remains to be done, and its details are in the work itself. So a statement about the
same thing retains it, in any words; and if no statement does, the request is proposed as a likely loss
instead of failing the gate.
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
    """Return the match, or a paraphrase if a statement is about what was carried out and does not deny it."""
    if not captured.carried_out or match.verdict not in _STATED_SOMEHOW or match.unit is None:
        return match
    if negated(captured.text) != negated(match.unit.compared.text):
        return match
    return replace(match, verdict=Retention.PARAPHRASED, rule="outcome_stated")


def is_over(captured: CapturedItem, verdict: Retention) -> bool:
    """Return whether an item that no statement retains was carried out, and so is no certain loss."""
    return captured.carried_out and verdict in _UNSTATED
