"""The call by which an agent ends its session: nothing that it announced before still comes next."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gates.artifact import Item, ItemKind
from gates.source import EventKind, SourceEvent, ToolAction
from workbench.facts.spans import EventWords, fold
from workbench.strategies.base import DraftRequest

HANDED_IN = "The agent ended its work with "
"""Words before the name of the call, or before the command."""
_ENDING = frozenset(("finish", "submit", "attempt_completion", "complete_task", "task_complete"))
"""Tools that do nothing else."""
_ENDS = re.compile(
    r"^\s*(?:echo\s+[\"']?(?:COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT|MINI_SWE_AGENT_FINAL_OUTPUT)\b[\"']?"
    r"|submit(?=\s*$))"
)
"""Commands by which an agent that has only a shell does so."""
_OUTCOME = re.compile(
    r"^(?:task_completed|completed|success|status|outcome): "
    r"(?:false|no|partial(?:ly)?|fail(?:ed|ure)?|blocked)\b",
    re.MULTILINE | re.IGNORECASE,
)
"""An argument of the call by which the agent says that its work is not done."""
_TALK = (EventKind.USER, EventKind.PLAN, EventKind.ASSISTANT, EventKind.TOOL_CALL)


def ends_session(event: SourceEvent) -> bool:
    """Return whether a tool call only ends the session: the message before it closes the turn."""
    tool = event.tool
    if tool is None or event.kind is not EventKind.TOOL_CALL:
        return False
    command = tool.action is ToolAction.COMMAND and _ENDS.match(tool.target) is not None
    return command or tool.name.casefold() in _ENDING


def hand_in(events: Sequence[SourceEvent]) -> SourceEvent | None:
    """Return the call that ended the session, if no message and no other call follows it in the events."""
    failed = set[str]()
    for event in reversed(events):
        tool = event.tool
        if event.sidechain is not None or event.kind not in (*_TALK, EventKind.TOOL_RESULT):
            continue
        if event.kind is not EventKind.TOOL_RESULT:
            ended = tool is not None and ends_session(event) and tool.call_id not in failed
            return event if ended else None
        if tool is not None and tool.failed:
            failed.add(tool.call_id)
    return None


def handed_in(request: DraftRequest) -> tuple[Item, EventWords] | None:
    """Return that the range ends with such a call, as a claim, with the place of the words that name it."""
    call = hand_in(request.seen()[request.source.start :])
    if call is None or call.tool is None:
        return None
    command = _ENDS.match(call.tool.target) if call.tool.action is ToolAction.COMMAND else None
    named = command.group().strip() if command is not None else call.tool.name
    at = call.text.find(named)
    if at < 0:
        return None
    words = EventWords(call.ordinal, at, at + len(named))
    links = [*words.links(request.source.session_id, request.seen())]
    text = f"{HANDED_IN}`{fold(named)}`"
    outcome = _OUTCOME.search(call.text, words.end)
    if outcome is not None:
        text = f"{text}: `{outcome.group()}`"
        links += EventWords(call.ordinal, *outcome.span()).links(request.source.session_id, request.seen())
    return Item(kind=ItemKind.CLAIM, text=text, links=tuple(links)), words
