"""Token counts as the two kinds of service report them; the four counts do not overlap."""

from __future__ import annotations

from typing import Any

from workbench.models.base import Usage, token_count


def anthropic_usage(usage: dict[str, Any]) -> Usage:
    """Convert Anthropic's counts, whose input tokens exclude the cache."""
    return Usage(
        token_count(usage.get("input_tokens")),
        token_count(usage.get("cache_read_input_tokens")),
        token_count(usage.get("cache_creation_input_tokens")),
        token_count(usage.get("output_tokens")),
    )


def openai_usage(usage: dict[str, Any]) -> Usage:
    """Convert the counts of chat completions, whose prompt includes the cache.

    A cache count that is not reported is 0. Some services leave thinking out of the completion tokens; the
    total includes it.
    """
    prompt = token_count(usage.get("prompt_tokens"))
    details = usage.get("prompt_tokens_details")
    details = details if isinstance(details, dict) else {}
    completion = token_count(usage.get("completion_tokens"))
    if prompt is None:
        return Usage(output_tokens=completion)
    total = token_count(usage.get("total_tokens"))
    if completion is not None and total is not None:
        completion = max(completion, total - prompt)
    read = min(token_count(details.get("cached_tokens")) or 0, prompt)
    written = min(token_count(details.get("cache_write_tokens")) or 0, prompt - read)
    return Usage(prompt - read - written, read, written, completion)
