"""General terms: sessions, ranges, drafts, moves."""

from __future__ import annotations

from workbench.presentation.glossary.entry import glossary_section

TERMS = glossary_section(
    "Words",
    ("session", "one agent or chat conversation, imported from a transcript or recorded by a run"),
    ("event", "one item on a session's timeline, one per content block; `[12]` is event 12"),
    (
        "turn, step",
        "a turn starts at a human message; a step is one model call with its tool calls and their results",
    ),
    (
        "range",
        "a first and a last event of one session, inclusive, with the events inside it that "
        "are kept verbatim",
    ),
    ("compaction", "a shorter text that replaces a range of events"),
    (
        "artifact",
        "one candidate for a compaction: items, links, perhaps a narrative; immutable, named by its content",
    ),
    (
        "item",
        "one statement of an artifact: decision, open work, claim, constraint, failure, "
        "conflict, open question, artifact reference",
    ),
    ("link", "where a statement comes from: event, span of characters, the quoted words and their hash"),
    ("capture", "the decisions and open work of a range, made by rules from the transcript"),
    (
        "counted, proposed",
        "a captured item that decides gate C; one that is only likely to bind, until a person counts it",
    ),
    ("carried out", "a request that the agent carried out, after which the user went on without objecting"),
    ("carried over", "said before the range and still open or in force when it begins"),
    (
        "gate",
        "one of five checks of an artifact: A structure, B traceability, C retention, D "
        "contradiction, E cost",
    ),
    (
        "hard finding, warning",
        "a finding that fails its gate; one that does not. Gate B fails by the share of statements with a "
        "source: there a warning that names no source (`source_scattered`, `out_of_scope`) counts as well",
    ),
    ("replaceable", "no gate fails or could not be evaluated: the artifact may be accepted"),
    ("draft", "an artifact made here, by a strategy"),
    ("working copy", "a draft with one person's edits in it that are not kept yet; scored as it changes"),
    (
        "edit, keep",
        "a change of a working copy, appended to a log; to make a new draft of the working "
        "copy, whose parent is the old one",
    ),
    ("repair", "what `repair` does without a judgement, and what a person does by hand in the app"),
    (
        "brief corrections",
        "of a plan: what the gates find wrong goes back to the model, at most twice; the cap has no room for "
        "two such rounds with the events, so one goes out without them, or not at all. Nothing over the "
        "cap is ever sent",
    ),
    (
        "target, contract, `--size contract`",
        "the size that gate E's specification (the contract) aims at: 20% to 35% of the source; without "
        "`--size contract` a draft is a page, which is smaller",
    ),
    (
        "trigger",
        "a rule of a strategy that says when it would compact by itself; of a native compaction: who "
        "began it, as `auto` or `manual`",
    ),
    ("native compaction", "one that the agent itself made, found in the transcript"),
    ("active", "accepted, and not rolled back or displaced: an agent would be given it now"),
    (
        "active context, native view",
        "what an agent would be given with what was accepted here; what the transcript itself would give",
    ),
    ("move", "one acceptance or rollback: appended, never changed, chained to the one before"),
    (
        "head",
        "the newest journal entry of a session; kept elsewhere it proves that nothing before it changed",
    ),
    ("snapshot", "the state of a session after a move: claims, open work, failures, counts"),
    ("policy", "thresholds, token caps, timeouts and strictness, in a TOML file"),
    (
        "checker",
        "a soft second opinion (vectors, an inference model, a judge) that may warn and never decides",
    ),
    ("ignored records", "progress lines, titles and the like: kept in the stored transcript, no events"),
    ("sidechain", "events of a subagent or of an abandoned rewind; no part of capture or context"),
    (
        "scope complete",
        "the transcript holds its session's beginning; without it, what is not found may be there",
    ),
    (
        "`thin_capture`",
        "gate C passed on so few captured items that it proves little; accepting asks to confirm it",
    ),
)
