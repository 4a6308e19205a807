"""Which warnings are shown unasked, and in which order: the likely right ones first, at most ten.

A claim's warnings are read together: a small logistic model over the rules that fired and over what the claim
is gives the likelihood that the claim is wrong. Its weights are fitted on hand-labelled compactions by
`bench/accuracy/fit_warnings.py`; hard findings are never ranked away.
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
"""Warnings that are shown unasked."""
SHOWN_FROM = 0.25
"""Likelihood from which a warning is shown unasked.

The fit takes statements that no reader labelled for right, at half weight, so it is stated low: of labelled
statements, those shown are wrong more often than right.
"""
SHOWN_FROM_SHORT = 0.5
"""The same for a short source, of whose claims the fit knows all."""
STRANGERS = 3
"""Claims with a name that stands nowhere, from which on a summary knows more than the session shows."""
SHORT_SOURCE = 60
"""Events of a source from which it is long."""
DOUBTED = frozenset(
    """
    condition_dropped id_absent line_differs negation_dropped num_replaced num_rival number_differs overclaim
    polarity_conflict polarity_hint work_already_done work_not_named
    """.split()
)
"""Rules that readers of claims and sources found wrong more often than right about long sources.

They are shown on demand only; that they fired still counts for what is shown of the same claim.
"""
_OUTCOME = re.compile(
    r"\b(?:resolved?|solved|fixed|completed?|success\w*|works?|working|verified|confirmed|identified)\b",
    re.IGNORECASE,
)

WEIGHTS_IN_USE = Replaceable[tuple[float, Mapping[str, float]]](
    lambda: (warning_weights.BIAS, warning_weights.WEIGHTS)
)
"""Bias and weights; others are put in their place for measuring what is left out."""


def features(item: Item, found: Iterable[Found], events: int) -> list[str]:
    """What the model looks at, each once and sorted; `events` is the number of events of the source.

    A short source is read apart: what it does not hold was hardly said in other words.
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
"""Rules of which one kind of finding is right more often than another."""
KIN = {"absence_refuted": "errors_denied"}
"""Rules that no labelled claim shows, each weighed as its nearest kin: a denial that the facts refute."""


def _rule(entry: Found) -> str:
    """The name by which a rule is weighed; of some with what tells their findings apart."""
    if entry.rule in _BY_KIND and entry.distinct:
        return f"{entry.rule} {entry.distinct}"
    return KIN.get(entry.rule, entry.rule)


def likelihood(item: Item, found: Sequence[Found], events: int) -> float:
    """How likely the claim is wrong, given the warnings about it; three decimals."""
    bias, weights = WEIGHTS_IN_USE.current()
    names = features(item, found, events)
    total = bias + (
        _short(names, weights) if events < SHORT_SOURCE else sum(weights.get(n, 0.0) for n in names)
    )
    return round(1 / (1 + math.exp(-round(total, 6))), 3)


def _short(names: Iterable[str], weights: Mapping[str, float]) -> float:
    """Log odds of a claim about a short source: what a doubtful rule says takes nothing from a sure one."""
    rules = [weights.get(name, 0.0) for name in names if name != "short source"]
    sure = [weight for weight in rules if weight > 0]
    return weights.get("short source", 0.0) + (sum(sure) if sure else max(rules, default=0.0))


def best_of(found: Sequence[Found], events: int) -> Found:
    """The warning of a claim that tells most; of equal ones the first."""
    kind = "short source," if events < SHORT_SOURCE else "rule"
    weights = WEIGHTS_IN_USE.current()[1]
    return max(found, key=lambda entry: weights.get(f"{kind} {_rule(entry)}", 0.0))


def ranked(
    warned: Iterable[tuple[Item, Sequence[Found]]], events: int, *, every: bool
) -> list[tuple[Item, Found]]:
    """The warnings in the order shown: one a claim, the likeliest first; all of them, in order, on demand."""
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
    """Whether a claim has a name that stands nowhere beside one of its kin that does."""
    return any(entry.rule == _STRANGE for entry in found)


def trusted(found: Sequence[Found], events: int) -> list[Found]:
    """The findings that are shown unasked of a source of so many events.

    Of a long one these are the rules that say more for a mistake than against it.
    """
    weights = WEIGHTS_IN_USE.current()[1]
    return [
        entry
        for entry in found
        if events < SHORT_SOURCE
        or (entry.rule not in DOUBTED and weights.get(f"rule {_rule(entry)}", 0.0) > 0)
    ]


def shown_from(events: int) -> float:
    """The likelihood from which a warning about a source of so many events is shown unasked."""
    return SHOWN_FROM_SHORT if events < SHORT_SOURCE else SHOWN_FROM
