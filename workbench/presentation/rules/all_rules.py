"""All rules by gate; a test compares them with the rules that `gates` names."""

from __future__ import annotations

from workbench.presentation.rules import (
    chat_rules,
    contradiction,
    cost,
    in_place,
    retention,
    structure,
    tool_facts,
    traceability,
    warnings,
)
from workbench.presentation.rules.rule import RuleHelp

RULES: tuple[RuleHelp, ...] = (
    *structure.RULES,
    *traceability.RULES,
    *retention.RULES,
    *contradiction.RULES,
    *tool_facts.RULES,
    *warnings.RULES,
    *in_place.RULES,
    *chat_rules.RULES,
    *cost.RULES,
)


def rule_help(name: str) -> RuleHelp | None:
    """Return the help of a rule.

    None for a checker's rule (`vectors_…`, `judge_…`) or one of an old report.
    """
    return next((each for each in RULES if each.name == name), None)
