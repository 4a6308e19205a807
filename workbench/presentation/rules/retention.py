"""The rules of gate C."""

from __future__ import annotations

from workbench.presentation.rules.rule import RuleHelp

RULES: tuple[RuleHelp, ...] = (
    *(
        RuleHelp(f"retention_{verdict}", "C", "always", looks_for, example, remedy)
        for verdict, looks_for, example, remedy in (
            (
                "dropped",
                "a captured decision or open work item that no statement holds",
                "the todo “write the migration test” is in no statement",
                "Add it (`repair` does), or dismiss the item if it does not count.",
            ),
            (
                "weakened",
                "an item stated without what limits it, or less firmly",
                "“never commit without asking” stated as “ask before large commits”",
                "Restore the words that the message names.",
            ),
            (
                "mutated",
                "an item stated with another name, number, order or role",
                "“use port 8080” stated as “use port 8000”",
                "Restore the words that the message names.",
            ),
            (
                "contradicted",
                "an item whose opposite is stated",
                "“do not use Docker” stated as “use Docker”",
                "Correct the statement.",
            ),
        )
    ),
    RuleHelp(
        "retention_uncertain",
        "C",
        "never",
        "an item that may be there: close, but not sure enough",
        "a free paraphrase; a bare quotation in a list of user messages",
        "Read both and settle it (`s`, or `review settle`), or add the item.",
    ),
    RuleHelp(
        "user_message_missing",
        "C",
        "never",
        "a human message that a list headed “All user messages” leaves out",
        "a list of eight of ten messages",
        "Add the message if it still matters.",
    ),
    RuleHelp(
        "finished_told_open",
        "C",
        "never",
        "finished work reported as open",
        "a pending task whose todo was completed",
        "Mark it as done or leave it out.",
    ),
)
