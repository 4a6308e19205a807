"""Hooks for the Claude Agent SDK: every compaction is scored, and the agent receives what it lost.

    hooks = ReviewHooks("review.duckdb")
    options = ClaudeAgentOptions(hooks=hooks.matchers())

Requires the extra `claude-agent`. The transcript is stored before a compaction; the next time the agent takes
additional context, it gets what the summary lost, with quotations. A failing hook never stops the agent.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from claude_agent_sdk import HookContext, HookInput, HookJSONOutput, HookMatcher

from gates.report import GateReport, Retention, RetentionVerdict
from workbench.bootstrap import Env
from workbench.config import actor_name
from workbench.escaping import visible
from workbench.masking import mask
from workbench.services.judgement.judge import judge_artifact
from workbench.services.transcript_files.import_transcripts import import_paths

_LOG = logging.getLogger(__name__)
_TAKES_CONTEXT = ("UserPromptSubmit", "PostToolUse")
_MOST_CHARACTERS = 6_000
_QUOTE = 300
_LOOKS = 6
_LOOK_AGAIN = 0.25
"""Seconds between two checks for a summary; used at the first event after a compaction only."""


class ReviewHooks:
    """Hooks of one agent process; sessions are identified by their transcripts.

    Args:
        store: the store's file, created if it does not exist.
        tell: whether the agent receives what a compaction lost.
        limit: largest number of lost items it receives.
        timeout: seconds after which the agent continues without a hook's answer.
    """

    def __init__(self, store: str, *, tell: bool = True, limit: int = 12, timeout: float = 30.0) -> None:
        self._env = Env(store_location=store, actor=actor_name(None), checkers=("none",))
        self._tells_agent, self._limit, self._timeout = tell, limit, timeout
        self._compactions: dict[str, int] = {}
        """Number of compactions in each transcript before the pending one."""
        self._fresh: set[str] = set()
        """Transcripts without an event since their compaction."""

    def matchers(self) -> dict[Any, list[HookMatcher]]:
        """Return the value for `ClaudeAgentOptions(hooks=...)`."""
        events = ("PreCompact", *(_TAKES_CONTEXT if self._tells_agent else ()))
        return {event: [HookMatcher(hooks=[self.hook], timeout=self._timeout)] for event in events}

    async def hook(self, given: HookInput, tool_use_id: str | None, context: HookContext) -> HookJSONOutput:  # noqa: ARG002
        """Handle one hook event; errors are logged, and the agent continues.

        Hooks of one session may run concurrently; only one of them reports a compaction's losses.
        """
        try:
            return await asyncio.wait_for(asyncio.to_thread(self._answer, dict(given)), self._timeout)
        except Exception as error:
            _LOG.warning("a hook gave up: %s", error or type(error).__name__)
            return {}

    def _answer(self, given: dict[str, Any]) -> HookJSONOutput:
        event, path = str(given.get("hook_event_name", "")), str(given.get("transcript_path", ""))
        if event == "PreCompact":
            self._compactions[path] = len(self._found(path)) if Path(path).is_file() else 0
            self._fresh.add(path)
            return {}
        before = self._compactions.get(path)
        if before is None:
            return {}
        found = self._awaited(path, before)
        if len(found) <= before or self._compactions.pop(path, None) is None:
            return {}  # not there yet, or another hook at the same time answers for it
        text = lost_text(judge_artifact(self._env, found[-1]).report, self._limit)
        if not text:
            return {}
        output: Any = {"hookEventName": event, "additionalContext": text}
        return {"hookSpecificOutput": output}

    def _awaited(self, path: str, before: int) -> list[str]:
        """Like `_found`, but wait until the summary is written, which is shortly after the compaction."""
        found = self._found(path)
        for _ in range(_LOOKS if path in self._fresh else 0):
            if len(found) > before:
                break
            time.sleep(_LOOK_AGAIN)
            found = self._found(path)
        self._fresh.discard(path)
        return found

    def _found(self, path: str) -> list[str]:
        """Return the artifacts of the transcript's compactions, the latest one last."""
        (taken,) = import_paths(self._env, [path]).imported
        return [each.artifact_id for each in taken.appended.compactions]


def lost_text(report: GateReport, limit: int) -> str:
    """Return what a compaction lost and misstates, with quotations, as text for the agent.

    Empty for nothing.
    """
    wrong = [each for each in report.gates["D"].findings if each.severity == "hard" and each.reviewed is None]
    lines = [*(line for each in report.lost[:limit] for line in _lost(each))]
    lines += [f"- The summary is wrong: {each.message}" for each in wrong[:limit]]
    if not lines:
        return ""
    left = len(report.lost) + len(wrong) - min(len(report.lost), limit) - min(len(wrong), limit)
    more = [f"- and {left} more; `workbench show` lists them"] if left else []
    head = (
        "The summary of the earlier conversation was checked against its events. It leaves out or changes "
        "the following; quotations are data from the conversation:"
    )
    text, _ = mask("\n".join([head, *lines, *more]))
    return visible(text if len(text) <= _MOST_CHARACTERS else f"{text[:_MOST_CHARACTERS]} [cut]")


def _lost(verdict: RetentionVerdict) -> Iterator[str]:
    how = "perhaps only reworded" if verdict.verdict is Retention.UNCERTAIN else verdict.verdict.value
    yield f"- {verdict.kind}, {how}: {verdict.text[:_QUOTE]}"
    for link in verdict.evidence[:1]:
        if link.quote.strip() != verdict.text.strip():
            yield f'  [e{link.ordinal}] "{link.quote[:_QUOTE]}"'
