"""Checks whether a statement that differs from an item states it in its own words (S1 gate C).

A difference alters the item if the statement repeats the item's words. A statement mostly in its own words
leaves names and numbers to its neighbours, and readers of real summaries call four in five of these retained;
then the likelihood of a loss decides.
"""

from __future__ import annotations

from dataclasses import replace

from gates.capture import CapturedItem
from gates.language.modality import force, negated
from gates.language.similarity import coverage, statement
from gates.report import Retention
from gates.retention.likelihood import loss_likelihood
from gates.retention.match import Match
from gates.retention.version_names import other_version

REPEATED_AT = 0.5
"""Share of a statement's words that are the item's, from which the statement repeats the item."""
LOST_FROM = 0.5
"""Likelihood of a loss from which a statement in other words does not retain an item."""
_LEFT_OUT = frozenset(
    "identifier_lost name_changed number_lost score_between verb_changed words_left_out".split()
)
"""Rules of omitted or reworded parts; a rule of something else in their place alters the item."""
_DIFFERENT = (Retention.UNCERTAIN, Retention.WEAKENED)


def as_retold(captured: CapturedItem, match: Match) -> Match:
    """Return the match, or a paraphrase if a statement in its own words is likely to state the item."""
    if match.verdict not in _DIFFERENT or match.unit is None or match.rule not in _LEFT_OUT:
        return match
    if other_version(captured.text, match.unit.compared.text):
        return replace(match, verdict=Retention.MUTATED, rule="version_changed")
    if force(captured.text).firm or negated(captured.text) != negated(match.unit.compared.text):
        return match
    repeated = coverage(match.unit.compared.stems, statement(captured.text).stems)
    if repeated >= REPEATED_AT or loss_likelihood(captured, match) >= LOST_FROM:
        return match
    return replace(match, verdict=Retention.PARAPHRASED, rule="in_other_words")
