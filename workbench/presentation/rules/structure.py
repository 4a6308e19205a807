"""The rules of gate A."""

from __future__ import annotations

from workbench.presentation.rules.rule import RuleHelp

RULES: tuple[RuleHelp, ...] = (
    RuleHelp(
        "schema",
        "A",
        "always",
        "content that does not parse into the compaction schema",
        "`items[2].kind` is not one of the item kinds",
        "Correct the file as the message says; `workbench schema artifact` prints the schema.",
    ),
    RuleHelp(
        "no_items",
        "A",
        "always",
        "an artifact that states nothing",
        "a summary of blank lines",
        "Draft again; an empty artifact can never replace a range.",
    ),
    RuleHelp(
        "opaque",
        "A",
        "never",
        "a summary that its provider encrypted",
        "a compaction item with `encrypted_content` only",
        "Nothing in it can be judged; `score --skip-opaque` leaves it out of `passed`.",
    ),
    RuleHelp(
        "gate_raised",
        "A",
        "always",
        "a gate that could not be evaluated (any gate, not only A)",
        "a fault in the program",
        "Report it with the transcript's shape; the artifact is not accepted meanwhile.",
    ),
    RuleHelp(
        "not_judged",
        "A",
        "always",
        "a gate that could not judge, without a finding that says why (any gate; `score` only)",
        "under `--strict`: gate C of a transcript in which nothing was decided",
        "Leave the gate out of `--fail-on`, or score without `--strict`.",
    ),
)
