"""The rules of gate E."""

from __future__ import annotations

from workbench.presentation.rules.rule import RuleHelp

RULES: tuple[RuleHelp, ...] = (
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
        "a size above the target of 35% of the source",
        "52% of the source",
        "Nothing, unless the size was not intended (`draft --size`).",
    ),
    RuleHelp(
        "compression_note",
        "E",
        "never",
        "a size below the target of 20% of the source, which is what a page is",
        "a page for a range of 100,000 tokens",
        "Nothing to do; `draft --size contract` drafts to the target, 20% to 35%.",
    ),
    RuleHelp(
        "context_grows",
        "E",
        "never",
        "an acceptance after which the context would be larger than now",
        "a draft larger than the native summary that it would replace",
        "Draft with a smaller `--size`, or what `draft` offers as smaller.",
    ),
)
