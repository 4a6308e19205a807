"""The rules of gate B."""

from __future__ import annotations

from workbench.presentation.rules.rule import RELINK, RuleHelp

RULES: tuple[RuleHelp, ...] = (
    RuleHelp(
        "no_source",
        "B",
        "always",
        "a statement without a link, about names or words that the session never has",
        "“Deployed to Heroku” in a session that never mentions Heroku",
        RELINK,
    ),
    RuleHelp(
        "source_scattered",
        "B",
        "never",
        "a statement that no single passage carries, though its words occur in the session",
        "a sentence that sums up three turns",
        "Link it where the message points, or split it into statements with a source each.",
    ),
    RuleHelp(
        "out_of_scope",
        "B",
        "never",
        "a statement without a source, with words that the file never has, where the beginning of the "
        "transcript is missing",
        "a summary that carries on an earlier file",
        "Import the earlier file; the scope is then complete.",
    ),
    RuleHelp(
        "result_missing",
        "B",
        "never",
        "a statement without a source about what a tool was asked, where the transcript lacks the answer",
        "“the limit is at line 65 of options.py” beside a search of options.py whose result was not saved",
        "Import a transcript that has the result, or leave the statement out.",
    ),
    RuleHelp(
        "link_unresolved",
        "B",
        "never",
        "a link whose chunk, span or quoted words do not agree with the stored events",
        "a link made on another version of the transcript",
        RELINK,
    ),
    RuleHelp(
        "no_link_resolves",
        "B",
        "always",
        "a statement none of whose links resolves",
        "an edited file with invented links",
        RELINK,
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
        "a statement that its linked words do not say, while another passage holds far more of it",
        "“tests pass” linked to a greeting",
        "Relink it to the passage that the message names.",
    ),
    RuleHelp(
        "link_unsupported",
        "B",
        "always",
        "a statement that its linked words do not say: they and the linked action hold too few of its words, "
        "and no rare one",
        "“deploy on Friday” linked to the output of a type checker",
        "Link the passage that says it (`edit`, or `r` in the app), or state it in the source's own words.",
    ),
    RuleHelp(
        "quote_not_said",
        "B",
        "sometimes",
        "a quotation attributed to the user that no human message holds",
        "User: “never touch main”, where the user never said so",
        "Correct the quotation, attribute it to whoever said it, or leave it out.",
    ),
    RuleHelp(
        "conflict_side_unlinked",
        "B",
        "always",
        "a conflict with a side that the item does not link to",
        "two values, one of them without a source",
        "Link both sides.",
    ),
    RuleHelp(
        "narrative_uncovered",
        "B",
        "always",
        "a sentence of the narrative that no item covers",
        "a narrative that says more than the items do",
        "Add an item with its source, or leave the sentence out.",
    ),
    RuleHelp(
        "threshold_missed",
        "B",
        "always",
        "a gate whose measure misses what is needed, though none of its findings fails it alone (any gate; "
        "`score` only)",
        "sourced items: 0.92, at least 0.98 needed",
        "Read what the gate lists: in gate B warnings about statements without a source add up to it.",
    ),
)
