"""Rules of gate D whose findings may be hard."""

from __future__ import annotations

from workbench.presentation.rules.rule import FIX_NUMBER, RuleHelp

RULES: tuple[RuleHelp, ...] = (
    RuleHelp(
        "message_list_incomplete",
        "D",
        "always",
        "a statement that claims to list all user messages and does not",
        "“All user messages: …” with two of them missing",
        "Add those that the message names.",
    ),
    RuleHelp(
        "num_conflict",
        "D",
        "always",
        "a number in the very place where the quoted words have another",
        "“12 tests failed” of a source that says “2 tests failed”",
        FIX_NUMBER,
    ),
    RuleHelp(
        "push_before_commit",
        "D",
        "always",
        "a commit reported as pushed with no push after it",
        "“committed and pushed 3f2a91c”, and nothing pushes afterwards",
        "Say that it is not pushed yet.",
    ),
    RuleHelp(
        "status_conflict",
        "D",
        "sometimes",
        "open work reported as done, or done work as open, against todo and task tools; a check reported as "
        "passing whose last run failed",
        "“all todos completed” with one still pending",
        "Correct the state.",
    ),
    RuleHelp(
        "superseded",
        "D",
        "sometimes",
        "a decision reported as in force that a later one replaced",
        "“deploy on Friday” after “make that Monday”",
        "State the later decision.",
    ),
)
