"""What may bind beside what is sure: candidates out of every kind of event, and how likely each binds.

`CandidateFold` keeps the candidates while events are read, `Outlook` is what is known of them as of the
last event, `judge` says of each how likely it binds.
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
