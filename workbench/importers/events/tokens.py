"""Token estimates: UTF-8 bytes divided by a factor fitted to the transcript's own usage figures.

There is no tokenizer and no model here: an estimate is always labelled as one.
"""

from __future__ import annotations

from collections.abc import Iterable

DEFAULT_FACTOR = 4.0
"""Bytes per token if a transcript reports too little for a fit."""

LOWEST_FACTOR = 2.5
HIGHEST_FACTOR = 6.0

_LONG = 6_000
_PART = 1_000
_FEWEST_SAMPLES = 8
_SMALLEST_STEP = 100


def byte_length(text: str) -> int:
    """Return the length of a text as UTF-8, in bytes; extrapolated from three parts if it is long."""
    if text.isascii():
        return len(text)
    size = len(text)
    if size <= _LONG:
        return len(text.encode("utf-8", "surrogatepass"))
    middle = size // 2
    part = text[:_PART] + text[middle : middle + _PART] + text[-_PART:]
    return size * len(part.encode("utf-8", "surrogatepass")) // (3 * _PART)


def estimate(text: str, factor: float) -> int:
    """Return the estimated tokens of a text: at least 1 for any text, 0 for none."""
    return -int(-(len(text) if text.isascii() else byte_length(text)) // factor)


def clamp(factor: float) -> float:
    """Return the factor limited to the plausible range, rounded to two decimals."""
    return round(min(HIGHEST_FACTOR, max(LOWEST_FACTOR, factor)), 2)


def fit(samples: Iterable[tuple[int, int]]) -> float:
    """Return bytes per token from `(tokens, bytes)` samples of the context's growth between calls.

    It is the median weighted by tokens, since single steps are far off: hidden reminders add tokens without
    text, and images add tokens with little text. Steps under 100 tokens are ignored; fewer than eight usable
    ones give 4.0.
    """
    ratios = sorted((size / tokens, tokens) for tokens, size in samples if tokens >= _SMALLEST_STEP and size)
    if len(ratios) < _FEWEST_SAMPLES:
        return DEFAULT_FACTOR
    half = sum(tokens for _, tokens in ratios) / 2
    passed = 0
    for ratio, tokens in ratios:
        passed += tokens
        if passed >= half:
            return clamp(ratio)
    return DEFAULT_FACTOR
