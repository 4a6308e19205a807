"""The value each threshold rule measures for a claim, so that thresholds are swept without judging again.

A claim is flagged if a rule without a threshold fires, or if a measured value is beyond its threshold. With
the committed thresholds this must equal gate D's verdict; each reading checks that it does.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from gates.artifact import Artifact, Item
from gates.contradiction.negation import SAME_MATTER, dropped
from gates.contradiction.numbers import STATED_AT, beside, informative, stated_otherwise
from gates.contradiction.polarity import HINTED, opposed_sentences
from gates.contradiction.warnings import (
    CONTEXT_AT,
    UNSUPPORTED_BELOW,
    ClaimReading,
    affirms_nothing,
    opposed_words,
    share_held,
)
from gates.evaluate import Evaluator
from gates.language.code_lines import is_code
from gates.language.similarity import statement

NEVER = math.inf


@dataclass(frozen=True)
class Threshold:
    """One threshold: the rule that it decides, what is committed, and what may be chosen instead."""

    rule: str
    name: str
    committed: float
    choices: tuple[float, ...]
    """From the strictest to the most talkative; the first one silences the rule."""


THRESHOLDS = (
    Threshold(
        "unsupported", "UNSUPPORTED_BELOW", UNSUPPORTED_BELOW, (0.0, 0.08, 0.12, 0.17, 0.22, 0.28, 0.35)
    ),
    Threshold("opposite_word", "CONTEXT_AT", CONTEXT_AT, (NEVER, 1.8, 1.4, 1.0, 0.7, 0.4)),
    Threshold("negation_dropped", "SAME_MATTER", SAME_MATTER, (NEVER, 0.7, 0.6, 0.5, 0.4, 0.3)),
    Threshold("num_unlinked", "STATED_AT", STATED_AT, (NEVER, 0.8, 0.7, 0.6, 0.5, 0.4)),
    Threshold("polarity_hint", "HINTED", HINTED, (NEVER, 0.76, 0.68, 0.6, 0.5)),
)
_SWEPT = frozenset(threshold.rule for threshold in THRESHOLDS)


@dataclass(frozen=True)
class Margins:
    """One claim: whether a rule without a threshold fires, and what the others measure."""

    sure: bool
    measured: tuple[float, ...]
    """In the order of `THRESHOLDS`, turned so that a rule fires from its threshold upwards."""

    def fires(self, number: int, choice: float) -> bool:
        """Whether one rule fires at a threshold."""
        below = THRESHOLDS[number].rule == "unsupported"
        return self.measured[number] > -choice if below else self.measured[number] >= choice

    def flagged(self, chosen: tuple[float, ...]) -> bool:
        """Whether the claim is flagged at these thresholds."""
        return self.sure or any(self.fires(number, choice) for number, choice in enumerate(chosen))


COMMITTED = tuple(threshold.committed for threshold in THRESHOLDS)


def margins(artifact: Artifact, judge: Evaluator) -> Margins:
    """The margins of all claims of an artifact together: it is flagged when one of them is."""
    linked = judge.linked(artifact)
    found = judge.evaluate(linked).gates["D"].findings
    sure = any(each.rule not in _SWEPT for each in found)
    rows = [_of_item(item, judge) for item in linked.items]
    measured = tuple(max((row[n] for row in rows), default=-NEVER) for n in range(len(THRESHOLDS)))
    made = Margins(sure, measured)
    if made.flagged(COMMITTED) != bool(found):
        raise AssertionError("the margins of a claim do not say what gate D says of it")
    return made


def _of_item(item: Item, judge: Evaluator) -> tuple[float, ...]:
    index = judge.index
    said = statement(item.text)
    linked = [link for link in item.links if index.resolve(link).ok]
    hinted = [share for _link, _text, share, sure in opposed_sentences(item, index, linked) if not sure]
    segments = beside(index, linked)
    values = {number.value for segment in segments for number in segment.tokens.numbers}
    stated = [
        stated_otherwise(said, number, segments, index)
        for number in said.tokens.numbers
        if number.value not in values and informative(number, item.text)
    ]
    polarity, number = max(hinted, default=-NEVER), max(stated, default=-NEVER)
    if len(said.stems) < 3 or is_code(item.text):
        return -NEVER, -NEVER, -NEVER, number, polarity
    reading = ClaimReading(item, said, index, judge.search)
    held = share_held(reading)
    opposite = max((shared for _stem, shared, _rival in opposed_words(reading, 0.0)), default=-NEVER)
    denied = -NEVER
    if not reading.quoted and not affirms_nothing(item):
        core = [reading.text((segment,)) for segment in reading.core]
        denied = max((share for _text, share in dropped(said.text, core)), default=-NEVER)
    return (-NEVER if held is None else -held), opposite, denied, number, polarity
