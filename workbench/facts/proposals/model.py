"""The fitted model: a weight for each feature and word, their sum as an integer, and a probability.

The weights are in `weights.json`, written by `bench/ranker/fit.py`, which names the data that they were
fitted on.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from gates.replaceable import Replaceable

RANKER_VERSION = "ranker/11"
"""Changes with the weights and with the features, since either may change the capture."""

_SCALE = 1_000
"""Weights and values are integer thousandths, so that a sum does not depend on the order."""

_NO_WORDS: Mapping[str, int] = {}


@dataclass(frozen=True)
class LinearModel:
    """A linear model with its calibration."""

    version: str
    intercept: float
    calibration: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """By source: `slope` and `shift` of the probability, estimated on data outside the fit."""
    weights: Mapping[str, int] = field(default_factory=dict)
    """Weights of the features, in thousandths."""
    words: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """By source: the weight of each word, in thousandths. Words are cut as `fold.words_of` does."""

    def score(self, features: Mapping[str, float], words: Iterable[str], source: str) -> int:
        """Return the weighted sum in millionths, by which statements are ordered."""
        weights, known = self.weights, self.words.get(source, _NO_WORDS)
        total = round(self.intercept * _SCALE) * _SCALE
        for name, value in features.items():
            weight = weights.get(name)
            if weight:
                total += weight * (_SCALE if value == 1.0 else round(value * _SCALE))
        return total + sum(known.get(word, 0) for word in words) * _SCALE

    def likelihood(self, score: int, source: str) -> float:
        """Return the probability of a statement from a source with this score, to three decimals."""
        slope, shift = self.calibration.get(source, (1.0, 0.0))
        raw = slope * score / (_SCALE * _SCALE) + shift
        return round(1 / (1 + math.exp(-max(-30.0, min(30.0, raw)))), 3)


def parse(body: Mapping[str, Any]) -> LinearModel:
    """Parse the model in a `weights.json` object."""
    calibration = {source: (slope, shift) for source, (slope, shift) in body["calibration"].items()}
    words = {source: _whole(of_source) for source, of_source in body.get("words", {}).items()}
    return LinearModel(body["version"], body["intercept"], calibration, _whole(body["weights"]), words)


def _whole(weights: Mapping[str, float]) -> dict[str, int]:
    """Convert weights to thousandths."""
    return {name: round(value * _SCALE) for name, value in weights.items()}


@cache
def shipped() -> LinearModel:
    """Return the model that ships with the program."""
    return parse(json.loads((files(__package__) / "weights.json").read_text(encoding="utf-8")))


MODEL_IN_USE = Replaceable[LinearModel](shipped)
"""Holder of the model; measurements of ablations put another in its place."""
