"""Token counts of a model call under the names of any format.

Anthropic excludes cached input from `input_tokens`; OpenAI, ATIF and LangChain include it.
"""

from __future__ import annotations

from typing import NamedTuple

_APART = (
    "cache_read_input_tokens",
    "cache_creation_input_tokens",
    "input_tokens_cache_read",
    "input_tokens_cache_write",
)


class CallUsage(NamedTuple):
    """Tokens of one model call: its whole input, cached tokens included, and its output."""

    prompt: int = 0
    output: int = 0


NO_USAGE = CallUsage()


def usage_of(value: object) -> CallUsage:
    """Return the counts in a usage object; zeros if it has none."""
    if not isinstance(value, dict):
        return NO_USAGE
    output = count(value.get("completion_tokens", value.get("output_tokens")))
    if "prompt_tokens" in value:
        return CallUsage(count(value["prompt_tokens"]), output)
    prompt = count(value.get("input_tokens"))
    total = count(value.get("total_tokens"))
    apart = sum(count(value.get(key)) for key in _APART)
    if total >= prompt + output and total:
        return CallUsage(total - output, output)
    return CallUsage(prompt + apart, output)


def count(value: object) -> int:
    """Return a count of tokens; 0 for any other value."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
