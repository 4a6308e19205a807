"""Token counts of a model call, whatever its format calls them.

Anthropic counts cached input apart from `input_tokens`; OpenAI, ATIF and LangChain count it in.
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
    """Tokens of one model call: everything it was given, cached input included, and what it answered."""

    prompt: int = 0
    output: int = 0


NO_USAGE = CallUsage()


def usage_of(value: object) -> CallUsage:
    """The counts in a usage object; zeros where it has none."""
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
    """A count of tokens; 0 for whatever is none."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
