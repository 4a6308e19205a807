"""Every rule of the gates in plain words: what it looks for, an example, what to do about it.

The documentation of the gates is generated from here; a test holds the list against the rules in `gates`.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Blocks = Literal["always", "sometimes", "never"]


class RuleHelp(NamedTuple):
    """One rule of a gate as a reader meets it in a report."""

    name: str
    """As `findings[].rule` has it."""
    gate: Literal["A", "B", "C", "D", "E"]
    blocks: Blocks
    """Whether its findings are hard: `sometimes` where only the surest of them are."""
    looks_for: str
    example: str
    remedy: str


_RELINK = (
    "Link the statement to its source, or leave it out (`repair --drop-unsourced` does so and lists it)."
)
_READ = "Read the claim beside its source (`enter`); correct the claim, or clear the finding with a reason."
_FIX_NUMBER = "Put in the number of the source, or link the passage that has the claimed one."

RULES: tuple[RuleHelp, ...] = (
    # A: structure
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
    # B: traceability
    RuleHelp(
        "no_source",
        "B",
        "always",
        "a statement without a link, about names or words that the session never has",
        "“Deployed to Heroku” in a session that never mentions Heroku",
        _RELINK,
    ),
    RuleHelp(
        "source_scattered",
        "B",
        "never",
        "a statement that no single passage carries, though its words stand in the session",
        "a sentence that sums up three turns",
        "Link it where the message points, or split it into statements with a source each.",
    ),
    RuleHelp(
        "out_of_scope",
        "B",
        "never",
        "a statement without a source where the beginning of the transcript is missing",
        "a summary that carries on an earlier file",
        "Import the earlier file; the scope is then complete.",
    ),
    RuleHelp(
        "link_unresolved",
        "B",
        "never",
        "a link whose chunk, span or quoted words do not agree with the stored events",
        "a link made on another version of the transcript",
        _RELINK,
    ),
    RuleHelp(
        "no_link_resolves",
        "B",
        "always",
        "a statement none of whose links resolves",
        "an edited file with invented links",
        _RELINK,
    ),
    RuleHelp(
        "link_out_of_range",
        "B",
        "always",
        "a statement whose only links lie outside the range",
        "a claim about events 0 to 40 that cites event 90",
        "Link it inside the range, or compact a range that holds the event.",
    ),
    RuleHelp(
        "link_mismatch",
        "B",
        "always",
        "a statement that shares almost nothing with the words it links to, while another passage has them",
        "“tests pass” linked to a greeting",
        "Relink it to the passage that the message names.",
    ),
    RuleHelp(
        "quote_not_said",
        "B",
        "sometimes",
        "a quotation attributed to the user that no human message holds (gate D warns of it too)",
        "User: “never touch main”, where the user never said so",
        "Correct the quotation, attribute it to whoever said it, or leave it out.",
    ),
    RuleHelp(
        "conflict_side_unlinked",
        "B",
        "always",
        "a conflict of which one side is none of the item's links",
        "two values, one of them without a source",
        "Link both sides.",
    ),
    RuleHelp(
        "narrative_uncovered",
        "B",
        "always",
        "a sentence of the narrative that no item covers",
        "a narrative that tells more than the items do",
        "Add an item with its source, or leave the sentence out.",
    ),
    # C: retention
    *(
        RuleHelp(f"retention_{verdict}", "C", "always", looks_for, example, remedy)
        for verdict, looks_for, example, remedy in (
            (
                "dropped",
                "a captured decision or open work item that no statement tells",
                "the todo “write the migration test” is in no statement",
                "Add it (`repair` does), or dismiss the item if it does not count.",
            ),
            (
                "weakened",
                "an item told without what limits it, or less firmly",
                "“never commit without asking” told as “ask before large commits”",
                "Restore the words that the message names.",
            ),
            (
                "mutated",
                "an item told with another name, number, order or role",
                "“use port 8080” told as “use port 8000”",
                "Restore the words that the message names.",
            ),
            (
                "contradicted",
                "an item of which the opposite is told",
                "“do not use Docker” told as “use Docker”",
                "Correct the statement.",
            ),
        )
    ),
    RuleHelp(
        "retention_uncertain",
        "C",
        "never",
        "an item that may be told: close, but not sure enough",
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
    # D: contradiction, hard
    RuleHelp(
        "message_list_incomplete",
        "D",
        "always",
        "a statement that claims to list all user messages and does not",
        "“All user messages: …” with two of them missing",
        "Add those that the message names.",
    ),
    RuleHelp(
        "quote_altered",
        "D",
        "always",
        "a quotation of the user whose words were changed",
        "“use tabs” quoted as “use spaces”",
        "Quote the words as they were said.",
    ),
    RuleHelp(
        "num_conflict",
        "D",
        "always",
        "a number in the very place where the quoted words have another",
        "“12 tests failed” of a source that says “2 tests failed”",
        _FIX_NUMBER,
    ),
    RuleHelp(
        "count_conflict",
        "D",
        "always",
        "a number of changed files that the session's edits refute",
        "“changed 5 files” where tools changed 3",
        _FIX_NUMBER,
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
    # D: contradiction, warnings
    RuleHelp(
        "num_replaced", "D", "never", "a number where the source has another", "3 s for 30 s", _FIX_NUMBER
    ),
    RuleHelp(
        "num_rival",
        "D",
        "never",
        "a number whose only rival in the source is another",
        "v2 for v3",
        _FIX_NUMBER,
    ),
    RuleHelp(
        "num_absent", "D", "never", "a number that stands nowhere in the session", "“saves 40%”", _FIX_NUMBER
    ),
    RuleHelp(
        "num_unlinked",
        "D",
        "never",
        "a number far from the linked words, which have other numbers",
        "the count of another run",
        _FIX_NUMBER,
    ),
    RuleHelp(
        "id_absent",
        "D",
        "never",
        "a file, symbol, command or hash that occurs nowhere in the session",
        "`retry_client.py` where the session has `http_retry.py`",
        _READ,
    ),
    RuleHelp("id_unseen", "D", "never", "the same, less surely", "a name in ordinary words", _READ),
    RuleHelp(
        "name_unseen", "D", "never", "a proper name that nobody said", "“Kafka” where nobody did", _READ
    ),
    RuleHelp("ref_unseen", "D", "never", "a branch, tag or host that occurs nowhere", "`release/2.1`", _READ),
    RuleHelp(
        "unsupported_action",
        "D",
        "never",
        "an action reported as done that no command and no word of the session names",
        "“deployed”, and nothing deploys",
        _READ,
    ),
    RuleHelp(
        "unchanged_file",
        "D",
        "never",
        "a file reported as created or edited that no tool wrote",
        "“updated `config.toml`”, which was only read",
        _READ,
    ),
    RuleHelp(
        "tests_not_passing",
        "D",
        "never",
        "tests reported as passing where the last run failed",
        "“all tests pass” after a red run",
        _READ,
    ),
    RuleHelp(
        "outcome_differs",
        "D",
        "never",
        "a pass or failure that no test run of the session shows",
        "“3 tests failed” where every run passed",
        _READ,
    ),
    RuleHelp(
        "task_state",
        "D",
        "never",
        "a numbered task in another state than the task tool left it",
        "“task 4 completed”, which is in progress",
        _READ,
    ),
    RuleHelp(
        "work_already_done",
        "D",
        "never",
        "something reported as still to be written that stands in the source",
        "“next: write `parse_range`”, which is there",
        _READ,
    ),
    RuleHelp(
        "done_reported_open",
        "D",
        "never",
        "something reported as still to be done that a tool did",
        "“still to run the migration” after it ran",
        _READ,
    ),
    RuleHelp(
        "plan_reported_done",
        "D",
        "never",
        "something reported as done that the source only plans",
        "“added caching” of “next I will add caching”",
        _READ,
    ),
    RuleHelp(
        "plan_told_done",
        "D",
        "never",
        "the same, by the words of a plan",
        "“was renamed” of “rename it”",
        _READ,
    ),
    RuleHelp("value_replaced", "D", "never", "a value that the source later replaces", "the old port", _READ),
    RuleHelp(
        "errors_denied",
        "D",
        "never",
        "“no errors” in a range where commands failed",
        "“no issues were met” after three failed builds",
        _READ,
    ),
    RuleHelp(
        "polarity_conflict",
        "D",
        "never",
        "the opposite of what the linked words say",
        "“is not cached” of “is cached”",
        _READ,
    ),
    RuleHelp(
        "polarity_hint", "D", "never", "the same, less surely", "“without retry” of “with retry”", _READ
    ),
    RuleHelp(
        "negation_added", "D", "never", "a “not” that the source does not have", "“must not” of “must”", _READ
    ),
    RuleHelp(
        "negation_dropped",
        "D",
        "never",
        "a “not” of the source left out",
        "“use it” of “do not use it”",
        _READ,
    ),
    RuleHelp(
        "opposite_word",
        "D",
        "never",
        "the opposite of a word of the source",
        "“increase” of “decrease”",
        _READ,
    ),
    RuleHelp(
        "quote_unknown",
        "D",
        "never",
        "words in quotation marks that nobody said",
        "the title “Ship it now” of nothing in the session",
        _READ,
    ),
    RuleHelp(
        "credited_to_user",
        "D",
        "never",
        "something the user is said to have reported, asked or decided, with no such message",
        "“the user confirmed the fix”",
        _READ,
    ),
    RuleHelp(
        "owner_differs",
        "D",
        "never",
        "words of the user credited to the agent, or the other way round",
        "“the user measured 40 ms”, which the agent did",
        _READ,
    ),
    RuleHelp(
        "summary_requested",
        "D",
        "never",
        "a claim that the user asked for a summary, with no such message",
        "“the user asked for a detailed summary”",
        "Leave it out: the agent asked itself.",
    ),
    RuleHelp(
        "order_reversed",
        "D",
        "never",
        "an order of events that the session has the other way",
        "A then B",
        _READ,
    ),
    RuleHelp(
        "cause_differs",
        "D",
        "never",
        "another cause than the source gives, or one that it denies",
        "because of X",
        _READ,
    ),
    RuleHelp(
        "pair_swapped", "D", "never", "two values exchanged between two names", "a=1, b=2 for a=2, b=1", _READ
    ),
    RuleHelp(
        "condition_dropped",
        "D",
        "never",
        "a rule without its condition",
        "“delete the branch” of “delete the branch once CI is green”",
        _READ,
    ),
    RuleHelp(
        "overclaim",
        "D",
        "never",
        "a strong word (all, fully, verified, never) that the linked words do not have",
        "“fully tested” of one test run",
        _READ,
    ),
    RuleHelp(
        "weak_support",
        "D",
        "never",
        "a claim whose links hold few of its words",
        "a link to a nearby line",
        _RELINK,
    ),
    RuleHelp(
        "unsupported", "D", "never", "a claim most of whose words no passage holds", "an inference", _READ
    ),
    RuleHelp(
        "uncarried", "D", "never", "a claim that no passage of the session carries", "an inference", _READ
    ),
    # E: cost
    RuleHelp(
        "other_limits",
        "E",
        "never",
        "an imported summary: made under another system's limits",
        "a native compaction",
        "Nothing to do; its known cost is shown.",
    ),
    RuleHelp(
        "purpose_unknown",
        "E",
        "always",
        "a purpose without limits in the policy",
        '`purpose = "night"`',
        "Add `[purpose.NAME]` with `cap_tokens` and `timeout_ms`.",
    ),
    RuleHelp(
        "count_missing",
        "E",
        "always",
        "a model call without a token count",
        "an endpoint that reports no usage",
        "Use an endpoint that reports usage; a missing count is never zero.",
    ),
    RuleHelp(
        "time_missing",
        "E",
        "always",
        "a model call without its duration",
        "a hand-made record",
        "Record the duration.",
    ),
    RuleHelp(
        "total_tokens_exceeded",
        "E",
        "always",
        "a generation above the purpose's token cap",
        "52,000 of 40,000 tokens",
        "Compact a smaller range, or in staged windows.",
    ),
    RuleHelp(
        "elapsed_ms_p95_exceeded",
        "E",
        "always",
        "a generation slower than the purpose's timeout",
        "180 s of 120 s",
        "Compact a smaller range, or use a faster model.",
    ),
    RuleHelp(
        "compression_ratio_exceeded",
        "E",
        "always",
        "an artifact that is not smaller than its source",
        "1,200 tokens for a range of 900",
        "Compact a longer range, or ask for a smaller size.",
    ),
    RuleHelp(
        "compression_target",
        "E",
        "never",
        "a size outside the contract's 20% to 35% of the source",
        "12% of the source",
        "Nothing, unless the size was not intended (`draft --size`).",
    ),
)


def rule_help(name: str) -> RuleHelp | None:
    """The entry of a rule; None for one of a checker (`vectors_…`, `judge_…`) or of an old report."""
    return next((each for each in RULES if each.name == name), None)
