"""The agents with known hooks, one adapter each, because they differ in every reply."""

from __future__ import annotations

from workbench.errors import UsageError
from workbench.services.hooks.agents.base import AgentHooks

NAMES = ("claude-code", "codex", "pi")


def adapter(name: str) -> AgentHooks:
    """Return the adapter of an agent.

    Raises:
        UsageError: there is none of this name.
    """
    if name == "claude-code":
        from workbench.services.hooks.agents.claude_code import ClaudeCodeHooks

        return ClaudeCodeHooks()
    if name == "codex":
        from workbench.services.hooks.agents.codex import CodexHooks

        return CodexHooks()
    if name == "pi":
        from workbench.services.hooks.agents.pi import PiHooks

        return PiHooks()
    raise UsageError(
        f"there are no hooks for {name!r}", f"there are: {', '.join(NAMES)}", code="unknown_name"
    )
