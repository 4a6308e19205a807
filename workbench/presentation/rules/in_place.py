"""Warnings of gate D about substituted details, and about actions that nothing performed."""

from __future__ import annotations

from workbench.presentation.rules.rule import FIX_NUMBER, READ, RuleHelp


def _rule(name: str, looks_for: str, example: str, fix: str = READ) -> RuleHelp:
    return RuleHelp(name, "D", "never", looks_for, example, fix)


RULES: tuple[RuleHelp, ...] = (
    _rule(
        "number_differs",
        "a number where a passage that says the rest has another",
        "“listens on port 5002” where the session has 5001",
        FIX_NUMBER,
    ),
    _rule(
        "figure_differs",
        "a number of three digits or more that occurs nowhere, where a passage has another with the rest",
        "“1,296 requests” where the session has 12,962",
        FIX_NUMBER,
    ),
    _rule(
        "bound_number_differs",
        "a number between words between which passages about the same have another",
        "“older than 30 minutes” where the session has “older than 10 minutes”",
        FIX_NUMBER,
    ),
    _rule(
        "code_differs",
        "a version, ticket or address that occurs nowhere, where a passage has another with the rest; a hash "
        "that occurs nowhere at all",
        "“ENT-136” where the session has ENT-163",
    ),
    _rule(
        "kind_differs",
        "a tool, library or kind of test where a passage that says the rest names a sibling",
        "“runs with vitest” of “runs with jest”",
    ),
    _rule(
        "change_turned",
        "a change that the session has the other way round",
        "“from ref to state” of “from state to ref”",
    ),
    _rule(
        "task_open",
        "a step reported as done that a list or its boxes left open",
        "“WP15 is done” with empty boxes below WP15",
    ),
    _rule(
        "credited_to_agent",
        "a proposal or question credited to the agent that the user made first",
        "“the assistant proposed the prefix”, which the user asked for",
    ),
)
