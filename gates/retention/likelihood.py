"""Estimates how likely an item is lost, from its best match, to rank items that are only proposed.

A logistic model with the weights of `gates.retention.loss_weights`. It decides no verdict and no gate: it
orders the likely losses, and ends their list.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from gates.capture import CapturedItem
from gates.language.similarity import statement
from gates.replaceable import Replaceable
from gates.report import Retention
from gates.retention.loss_weights import WEIGHTS
from gates.retention.match import Match

WEIGHTS_IN_USE = Replaceable[Mapping[str, float]](lambda: WEIGHTS)
"""Replaceable, to measure the effect of leaving a feature out."""
UNKNOWN_LIKELIHOOD = 0.5
"""Likelihood that an item binds if nobody estimated it."""
LISTED_FROM = 0.5
"""Least likelihood of a listed loss: the list ends where a loss is less likely than not."""


def features(captured: CapturedItem, match: Match) -> dict[str, float]:
    """Return the model's features of a match, by name; every value lies between 0 and about 2."""
    quoted = match.unit is not None and match.unit.item is not None and match.unit.item.speaker == "user"
    size = len(statement(captured.text).stems)
    return {
        "bias": 1.0,
        "score": match.score,
        "held": match.held,
        "edits": min(match.edits, 4) / 2,
        "together": match.together,
        "preserved": float(match.verdict is Retention.PRESERVED),
        "paraphrased": float(match.verdict is Retention.PARAPHRASED),
        "changed": float(match.verdict in (Retention.MUTATED, Retention.CONTRADICTED)),
        "weakened": float(match.verdict is Retention.WEAKENED),
        "dropped": float(match.verdict is Retention.DROPPED),
        "quoted": float(quoted),
        "open_work": float(captured.kind == "open_work"),
        "short": float(size <= 4),
        "size": round(math.log1p(size) / 2, 6),
    }


def loss_likelihood(captured: CapturedItem, match: Match) -> float:
    """Return how likely the artifact lost the item, if it binds at all; three decimals."""
    values = features(captured, match)
    weights = WEIGHTS_IN_USE.current()
    total = sum(weights[name] * values[name] for name in sorted(weights))
    return round(1 / (1 + math.exp(-max(-30.0, min(30.0, round(total, 6))))), 3)


def likely_loss(captured: CapturedItem, match: Match) -> float:
    """Return how likely a proposed item both binds and was lost; three decimals."""
    binds = UNKNOWN_LIKELIHOOD if captured.likelihood is None else captured.likelihood
    return round(binds * loss_likelihood(captured, match), 3)
