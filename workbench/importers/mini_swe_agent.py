"""Importer for mini-SWE-agent trajectories (`.traj.json`): the message list, bare or with data about the run.

The format has no compactions. Commands are in fenced blocks (version 1) or in tool calls (version 2).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from gates.source import EventKind, Signal, SignalEntry, SignalKind
from workbench.importers.base import TranscriptReading
from workbench.importers.conversations.array_reading import call_of, text_drafts
from workbench.importers.conversations.files import document_of, nothing_in
from workbench.importers.conversations.parts import arguments_of, objects_in, text_of
from workbench.importers.conversations.reading import StepReading
from workbench.importers.conversations.steps import Steps
from workbench.importers.conversations.times import iso_time
from workbench.importers.conversations.usage import NO_USAGE, CallUsage, usage_of
from workbench.importers.events.timeline import Calls, Draft
from workbench.importers.files.documents import peek
from workbench.importers.records.record_reading import spoken

_FORMAT = "mini-swe-agent"
_BLOCK = re.compile(r"```(?:mswea_bash_command|bash)[ \t]*\n(.*?)\n?```", re.DOTALL)
_RETURNED = re.compile(r"\s*<returncode>\s*(-?\d{1,10})\s*</returncode>")
_ASKS = ("Your response must contain exactly ONE bash code block", "mswea_bash_command")
_REJECTED = re.compile(r"The user rejected your commands? with the following message:\s*")
_LEADS = ("Interrupted by user: ", "The user added a new task: ", "User command: ")
_MOST_LOOKED_AT = 4_000
_MOST_COMMANDS = 1_000
"""Upper bound for the commands of one message, so that each gets an id of its own."""


class MiniSWEAgentImporter:
    """Importer for trajectories of mini-SWE-agent, versions 1 and 2."""

    name = "mini-swe-agent"

    def sniff(self, head: bytes, name: str) -> bool:
        """Return whether the file names this format, or is a message list that only it could contain."""
        found = peek(head)
        first = found[0] if len(found) == 1 else None
        if isinstance(first, list):
            return name.endswith(".traj.json") or _is_stated_so(first)
        if not isinstance(first, dict):
            return False
        info = first.get("info")
        if isinstance(info, dict) and "mini_version" in info:
            return True
        listed = isinstance(first.get("messages"), list)
        return listed and (
            str(first.get("trajectory_format", "")).startswith(_FORMAT) or name.endswith(".traj.json")
        )

    def read(self, path: Path) -> TranscriptReading:
        """Begin to read a trajectory.

        Raises:
            InputError: the file is not complete JSON, or contains no messages.
        """
        found = document_of(path)
        messages = found.get("messages") if isinstance(found, dict) else found
        steps = Steps()
        if isinstance(messages, list):
            _Run(steps).emit(steps.readable(messages, "message"))
        if not steps.messages:
            raise nothing_in(path, "no mini-SWE-agent messages", steps.skipped)
        return StepReading(self.name, steps, through_answer=True)


def _is_stated_so(messages: list[Any]) -> bool:
    first = messages[0] if messages else None
    text = text_of(first.get("content"))[:_MOST_LOOKED_AT] if isinstance(first, dict) else ""
    return any(each in text for each in _ASKS)


class _Run:
    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._calls = Calls()
        self._waiting: list[str] = []
        self._asked = False

    def emit(self, messages: list[dict[str, Any]]) -> None:
        for number, message in enumerate(messages):
            role = message.get("role") or {"response": "assistant"}.get(str(message.get("object")))
            if role == "assistant":
                self._add_message(message, self._answer(message, number), by_model=True)
            elif self._is_result(message, role):
                self._add_message(message, [self._result(message)])
            else:
                self._add_message(message, self._other(message, role, number))

    def _add_message(self, message: dict[str, Any], drafts: list[Draft], *, by_model: bool = False) -> None:
        extra = _extra(message)
        self._steps.add_message(
            message,
            drafts,
            by_model=by_model,
            usage=_usage(message, extra) if by_model else NO_USAGE,
            timestamp=iso_time(extra.get("timestamp")),
        )

    def _answer(self, message: dict[str, Any], number: int) -> list[Draft]:
        if isinstance(message.get("output"), list):
            return self._response(message["output"], number)
        reasoning = message.get("reasoning_content")
        drafts = text_drafts(reasoning, EventKind.THINKING) if isinstance(reasoning, str) else []
        text = text_of(message.get("content"))
        calls = objects_in(message.get("tool_calls"))
        found = [self._call(call.get("function"), call.get("id"), number) for call in calls]
        if not calls:
            found = self._commands(message, text, number)
            text = _BLOCK.sub("", text, count=len(found)).rstrip()
        self._wait(found)
        return drafts + text_drafts(text, EventKind.ASSISTANT) + found

    def _response(self, output: list[Any], number: int) -> list[Draft]:
        """Return the drafts of an answer in the form of OpenAI Responses."""
        drafts: list[Draft] = []
        for item in objects_in(output):
            if item.get("type") == "function_call":
                drafts.append(self._call(item, item.get("call_id"), number))
            elif item.get("type") == "reasoning":
                drafts += text_drafts(text_of(item.get("summary")), EventKind.THINKING)
            else:
                drafts += text_drafts(text_of(item.get("content")), EventKind.ASSISTANT)
        self._wait(drafts)
        return drafts

    def _wait(self, drafts: list[Draft]) -> None:
        self._waiting = [draft.tool.call_id for draft in drafts if draft.tool is not None]

    def _call(self, function: object, call_id: object, number: int) -> Draft:
        inner = function if isinstance(function, dict) else {}
        arguments = arguments_of(inner.get("arguments"))
        return call_of(self._calls, inner.get("name") or "bash", call_id, arguments, number)

    def _commands(self, message: dict[str, Any], text: str, number: int) -> list[Draft]:
        actions = objects_in(_extra(message).get("actions"))
        commands = [each["command"] for each in actions if isinstance(each.get("command"), str)]
        commands = commands or [each.strip() for each in _BLOCK.findall(text)[:1]]
        return [
            call_of(self._calls, "bash", None, {"command": each}, _MOST_COMMANDS * number + index)
            for index, each in enumerate(commands)
        ]

    def _is_result(self, message: dict[str, Any], role: object) -> bool:
        """Return whether a message is a command's output.

        Other messages in the user's role address the agent.
        """
        if role == "tool" or message.get("type") == "function_call_output":
            return True
        return role in ("user", "exit") and bool(self._waiting) and "interrupt_type" not in _extra(message)

    def _result(self, message: dict[str, Any]) -> Draft:
        own_id = message.get("tool_call_id") or message.get("call_id")
        call_id = (
            own_id if isinstance(own_id, str) and own_id else (self._waiting[0] if self._waiting else "")
        )
        self._waiting = [each for each in self._waiting if each != call_id]
        text = text_of(message.get("content", message.get("output")))
        return self._calls.result(call_id, text, _failed(message, text))

    def _other(self, message: dict[str, Any], role: object, number: int) -> list[Draft]:
        text = text_of(message.get("content"))
        if not text.strip():
            return []
        if role == "system":
            return [Draft(EventKind.SYSTEM, text)]
        if role != "user":
            return [Draft(EventKind.META, text)]
        if not self._asked:
            drafts = spoken(text)
            self._asked = any(draft.kind is EventKind.USER for draft in drafts)
            return drafts
        self._waiting = []  # an interrupted command has no result
        if _extra(message).get("interrupt_type") == "FormatError":
            return [Draft(EventKind.META, text)]
        return self._spoken(text) + self._run_by_human(message, text, number)

    def _spoken(self, text: str) -> list[Draft]:
        """Return the drafts of what a human said to the working agent.

        A refusal keeps its reason as a signal.
        """
        found = _REJECTED.search(text)
        if found is not None:
            reason = SignalEntry(text[found.end() :], found.end(), len(text), context="bash")
            return [Draft(EventKind.USER, text, None, (Signal(SignalKind.REFUSAL, (reason,)),))]
        spoken = text.startswith(_LEADS)
        return [Draft(EventKind.USER if spoken else EventKind.META, text)]

    def _run_by_human(self, message: dict[str, Any], text: str, number: int) -> list[Draft]:
        found = self._commands(message, "", number) if text.startswith("User command:") else []
        self._wait(found)
        return found


def _extra(message: dict[str, Any]) -> dict[str, Any]:
    extra = message.get("extra")
    return extra if isinstance(extra, dict) else {}


def _usage(message: dict[str, Any], extra: dict[str, Any]) -> CallUsage:
    response = extra.get("response")
    nested = response.get("usage") if isinstance(response, dict) else None
    return usage_of(nested or message.get("usage"))


def _failed(message: dict[str, Any], text: str) -> bool | None:
    returned = _extra(message).get("returncode")
    if isinstance(returned, int) and not isinstance(returned, bool):
        return returned != 0
    found = _RETURNED.match(text)
    return None if found is None else int(found.group(1)) != 0
