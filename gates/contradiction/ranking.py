"""Selection and order of the warnings shown by default: the most likely right ones first, at most ten.

A claim's warnings are read together: a small logistic model over the rules that fired and over properties of
the claim gives the probability that the claim is wrong. Its weights are fitted on hand-labelled compactions
by `bench/accuracy/fit_warnings.py`; hard findings are never filtered.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence

from gates.artifact import Item
from gates.contradiction import warning_weights
from gates.findings import Found
from gates.replaceable import Replaceable

SHOWN = 10
"""Most warnings shown by default."""
SHOWN_FROM = 0.25
"""Likelihood from which a warning is shown by default.

The fit counts unlabelled statements as right, at half weight, so the likelihood is low: of the labelled
statements whose warnings are shown, more are wrong than right.
"""
SHOWN_FROM_SHORT = 0.5
"""Likelihood from which a warning about a short source is shown; there the fit knows all claims' labels."""
STRANGERS = 3
"""Number of claims with an unknown name from which a summary knows more than the session shows."""
SHORT_SOURCE = 60
"""Number of events from which a source is long."""
DOUBTED = frozenset(
    """
    condition_dropped id_absent line_differs negation_dropped num_replaced num_rival number_differs overclaim
    polarity_conflict polarity_hint work_already_done work_not_named
    """.split()
)
"""Rules that readers of claims and sources found wrong more often than right for long sources.

They are shown on demand only; their firing still counts in the likelihood of the same claim.
"""
_OUTCOME = re.compile(
    r"\b(?:resolved?|solved|fixed|completed?|success\w*|works?|working|verified|confirmed|identified)\b",
    re.IGNORECASE,
)

WEIGHTS_IN_USE = Replaceable[tuple[float, Mapping[str, float]]](
    lambda: (warning_weights.BIAS, warning_weights.WEIGHTS)
)
"""Bias and weights; measurements replace them to see the effect of leaving some out."""


def features(item: Item, found: Iterable[Found], events: int) -> list[str]:
    """Return the features of the model, each once and sorted; `events` is the source's number of events.

    A short source has features of its own: if it lacks something, it hardly says it in other words.
    """
    rules = {_rule(entry) for entry in found}
    several = {"several rules"} if len({rule.partition(" ")[0] for rule in rules}) > 1 else set()
    if events < SHORT_SOURCE:
        return sorted({"short source", *(f"short source, {rule}" for rule in rules)})
    names = {f"rule {rule}" for rule in rules} | several
    if _OUTCOME.search(item.text):
        names.add("an outcome")
    if not item.links:
        names.add("unlinked")
    return sorted(names)


_BY_KIND = frozenset({"done_reported_open", "overclaim"})
"""Rules whose findings of one kind are right more often than those of another."""
KIN = {"absence_refuted": "errors_denied"}
"""Rules without labelled claims, weighted like a similar rule: a denial that the facts refute."""


def _rule(entry: Found) -> str:
    """Return the name under which a finding is weighted; for some rules with the kind of finding."""
    if entry.rule in _BY_KIND and entry.distinct:
        return f"{entry.rule} {entry.distinct}"
    return KIN.get(entry.rule, entry.rule)


def likelihood(item: Item, found: Sequence[Found], events: int) -> float:
    """Return the probability, with three decimals, that the claim is wrong, from the warnings about it."""
    bias, weights = WEIGHTS_IN_USE.current()
    names = features(item, found, events)
    total = bias + (
        _short(names, weights) if events < SHORT_SOURCE else sum(weights.get(n, 0.0) for n in names)
    )
    return round(1 / (1 + math.exp(-round(total, 6))), 3)


def _short(names: Iterable[str], weights: Mapping[str, float]) -> float:
    """Return log odds for a claim about a short source; a doubtful rule does not weaken a sure one."""
    rules = [weights.get(name, 0.0) for name in names if name != "short source"]
    sure = [weight for weight in rules if weight > 0]
    return weights.get("short source", 0.0) + (sum(sure) if sure else max(rules, default=0.0))


def best_of(found: Sequence[Found], events: int) -> Found:
    """Return the most informative warning of a claim; of equal ones the first."""
    kind = "short source," if events < SHORT_SOURCE else "rule"
    weights = WEIGHTS_IN_USE.current()[1]
    return max(found, key=lambda entry: weights.get(f"{kind} {_rule(entry)}", 0.0))


def ranked(
    warned: Iterable[tuple[Item, Sequence[Found]]], events: int, *, every: bool
) -> list[tuple[Item, Found]]:
    """Return the warnings in the order shown: one per claim, likeliest first; with `every`, all in order."""
    everything = list(warned)
    many = sum(_strange(found) for _, found in everything) >= STRANGERS
    considered = [
        (item, [e for e in found if every or not (many and e.rule == _STRANGE)]) for item, found in everything
    ]
    judged = [(likelihood(item, found, events), item, found) for item, found in considered if found]
    judged.sort(key=lambda entry: -entry[0])
    if every:
        return [(item, entry) for _, item, found in judged for entry in found]
    least = shown_from(events)
    sure = [(item, trusted(found, events)) for likely, item, found in judged if likely >= least]
    return [(item, best_of(found, events)) for item, found in sure if found][:SHOWN]


_STRANGE = "kin_name"


def _strange(found: Sequence[Found]) -> bool:
    """Return whether a claim has a name that occurs nowhere, beside a similar one that does."""
    return any(entry.rule == _STRANGE for entry in found)


def trusted(found: Sequence[Found], events: int) -> list[Found]:
    """Return the findings that are shown by default for a source with this many events.

    For a long source these are findings of rules with a positive weight that are not in `DOUBTED`.
    """
    weights = WEIGHTS_IN_USE.current()[1]
    return [
        entry
        for entry in found
        if events < SHORT_SOURCE
        or (entry.rule not in DOUBTED and weights.get(f"rule {_rule(entry)}", 0.0) > 0)
    ]


def shown_from(events: int) -> float:
    """Return the likelihood from which a warning is shown by default for a source with this many events."""
    return SHOWN_FROM_SHORT if events < SHORT_SOURCE else SHOWN_FROM
