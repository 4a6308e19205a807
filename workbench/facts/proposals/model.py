"""The fitted model: a weight for each feature and word, a sum, and a probability; whole until the last step.

The weights are in `weights.json`, written by `bench/ranker/fit.py`, which names what they were
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
"""Changes with the weights and with the features: either may give another capture."""

_SCALE = 1_000
"""Weights and values are whole thousandths, so that a sum has the same bits in any order."""

_NO_WORDS: Mapping[str, int] = {}


@dataclass(frozen=True)
class LinearModel:
    """A linear model with its calibration."""

    version: str
    intercept: float
    calibration: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """By source: the probability is that of `slope * score + shift`, as of data that was not fitted to."""
    weights: Mapping[str, int] = field(default_factory=dict)
    """In thousandths."""
    words: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """By source: what a word of the statement adds, in thousandths. Words are cut as `fold.words_of` does."""

    def score(self, features: Mapping[str, float], words: Iterable[str], source: str) -> int:
        """The sum in millionths: what is ordered by."""
        weights, known = self.weights, self.words.get(source, _NO_WORDS)
        total = round(self.intercept * _SCALE) * _SCALE
        for name, value in features.items():
            weight = weights.get(name)
            if weight:
                total += weight * (_SCALE if value == 1.0 else round(value * _SCALE))
        return total + sum(known.get(word, 0) for word in words) * _SCALE

    def likelihood(self, score: int, source: str) -> float:
        """The probability of a statement of some source with this score, three decimals."""
        slope, shift = self.calibration.get(source, (1.0, 0.0))
        raw = slope * score / (_SCALE * _SCALE) + shift
        return round(1 / (1 + math.exp(-max(-30.0, min(30.0, raw)))), 3)


def parse(body: Mapping[str, Any]) -> LinearModel:
    """The model of a `weights.json` object."""
    calibration = {source: (slope, shift) for source, (slope, shift) in body["calibration"].items()}
    words = {source: _whole(of_source) for source, of_source in body.get("words", {}).items()}
    return LinearModel(body["version"], body["intercept"], calibration, _whole(body["weights"]), words)


def _whole(weights: Mapping[str, float]) -> dict[str, int]:
    """Weights in thousandths."""
    return {name: round(value * _SCALE) for name, value in weights.items()}


@cache
def shipped() -> LinearModel:
    """The model that comes with the program."""
    return parse(json.loads((files(__package__) / "weights.json").read_text(encoding="utf-8")))


MODEL_IN_USE = Replaceable[LinearModel](shipped)
"""Another is put in its place for measuring what is left out."""
