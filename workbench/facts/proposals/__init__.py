"""Ranks statements that may bind beside the sure ones: candidates from every kind of event.

`CandidateFold` collects the candidates while events are read, `Outlook` describes their situation after the
last event, `judge` estimates how likely each binds.
"""

from workbench.facts.proposals.fold import CandidateFold
from workbench.facts.proposals.outlook import Outlook
from workbench.facts.proposals.ranking import (
    Bound,
    RankedStatement,
    StatementRanking,
    describe,
    judge,
)

__all__ = [
    "Bound",
    "CandidateFold",
    "Outlook",
    "RankedStatement",
    "StatementRanking",
    "describe",
    "judge",
]
