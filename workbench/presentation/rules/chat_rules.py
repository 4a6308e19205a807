"""Rules of gate D that compare a claim about a short chat with its sentences."""

from __future__ import annotations

from workbench.presentation.rules.rule import READ, RuleHelp

RULES = (
    RuleHelp(
        "unit_differs",
        "D",
        "never",
        "a figure with another unit than a short session has it",
        "“120 s” of “120 ms”",
        READ,
    ),
    RuleHelp(
        "value_ruled_out",
        "D",
        "never",
        "a value that a short session sets aside for another",
        "“use port 8000” of “8080, not 8000”",
        READ,
    ),
    RuleHelp(
        "place_differs",
        "D",
        "never",
        "a branch or stage where a short session has another",
        "“opened against develop” of “opened against main”",
        READ,
    ),
    RuleHelp(
        "only_planned",
        "D",
        "never",
        "something told as done that a short session only looks forward to",
        "“the ticket was opened” of “I'll open a ticket”",
        READ,
    ),
    RuleHelp(
        "state_differs",
        "D",
        "never",
        "something told as done that a short session says was not, or the other way round",
        "“sorting is implemented” of “sorting is not implemented yet”",
        READ,
    ),
    RuleHelp(
        "said_by_other",
        "D",
        "never",
        "words credited to the user or the assistant that in a short session only the other one said",
        "“the user proposed Thursday”, which the assistant did",
        READ,
    ),
    RuleHelp(
        "answer_differs",
        "D",
        "never",
        "assent of the user to what he refused in a short session, or refusal of what he agreed to",
        "“the user agreed to the force-push” of “Shall I force-push?” “No”",
        READ,
    ),
    RuleHelp(
        "owner_differs",
        "D",
        "never",
        "an act given to one person that a short session gives to another",
        "“Priya deploys it” of “Tom deploys it”",
        READ,
    ),
)
