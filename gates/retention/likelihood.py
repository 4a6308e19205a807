"""How likely an item is lost, from what the comparison found: used to rank what only is proposed.

A logistic model over the best match of the item, its weights in `gates.retention.loss_weights`. It decides no
verdict and no gate: it says in which order likely losses are listed, and where the list ends.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from gates.capture import CapturedItem
from gates.language.similarity import statement
from gates.report import Retention
from gates.retention.comparison import Match
from gates.retention.loss_weights import WEIGHTS

_in_place: list[Mapping[str, float]] = []


def put_in_place(weights: Mapping[str, float] | None) -> None:
    """Use other weights from now on; none brings back the shipped ones. For measuring what is left out."""
    _in_place[:] = [] if weights is None else [weights]


UNKNOWN_LIKELIHOOD = 0.5
"""How likely an item binds where nobody estimated it."""
LISTED_FROM = 0.5
"""A likely loss is listed from here: where the next is less likely than not to be one, the list ends."""


def features(wanted: CapturedItem, match: Match) -> dict[str, float]:
    """What the model reads of a match, by name; every value between 0 and about 2."""
    quoted = match.unit is not None and match.unit.item is not None and match.unit.item.speaker == "user"
    size = len(statement(wanted.text).stems)
    return {
        "bias": 1.0,
        "score": match.score,
        "held": match.held,
        "edits": min(match.edits, 4) / 2,
        "preserved": float(match.verdict is Retention.PRESERVED),
        "paraphrased": float(match.verdict is Retention.PARAPHRASED),
        "changed": float(match.verdict in (Retention.MUTATED, Retention.CONTRADICTED)),
        "weakened": float(match.verdict is Retention.WEAKENED),
        "dropped": float(match.verdict is Retention.DROPPED),
        "quoted": float(quoted),
        "open_work": float(wanted.kind == "open_work"),
        "short": float(size <= 4),
        "size": round(math.log1p(size) / 2, 6),
    }


def loss_likelihood(wanted: CapturedItem, match: Match) -> float:
    """How likely the artifact lost the item, if it binds at all; three decimals."""
    values = features(wanted, match)
    weights = _in_place[0] if _in_place else WEIGHTS
    total = sum(weights[name] * values[name] for name in sorted(weights))
    return round(1 / (1 + math.exp(-max(-30.0, min(30.0, round(total, 6))))), 3)


def likely_loss(wanted: CapturedItem, match: Match) -> float:
    """How likely a proposed item both binds and was lost; three decimals."""
    binds = UNKNOWN_LIKELIHOOD if wanted.likelihood is None else wanted.likelihood
    return round(binds * loss_likelihood(wanted, match), 3)
