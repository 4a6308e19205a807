"""Importer for SWE-agent trajectories (`.traj`): one JSON document per run, its messages in `history`.

The format has no compactions: history processors shorten old observations only for the model, and the history
contains them in full.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gates.source import EventKind
from workbench.importers.base import TranscriptReading
from workbench.importers.conversations.array_reading import call_of, text_drafts
from workbench.importers.conversations.files import document_of, nothing_in
from workbench.importers.conversations.parts import arguments_of, objects_in, text_of
from workbench.importers.conversations.reading import StepReading
from workbench.importers.conversations.steps import Steps
from workbench.importers.events.timeline import Calls, Draft
from workbench.importers.files.documents import clean_text, peek
from workbench.importers.records.record_reading import spoken

_COMMANDS = {
    "bash", "create", "edit", "find_file", "goto", "insert", "open", "scroll_down", "scroll_up", "search_dir",
    "search_file", "str_replace_editor", "submit", "think", "view_image",
}  # fmt: skip
"""The agent's own commands; an action that begins with any other word is a shell command."""

_NAME_IT = {"create", "find_file", "open", "search_dir", "search_file"}
"""Commands whose first line names what they act on."""
_ON_OPEN_FILE = {"edit", "insert", "scroll_up", "scroll_down", "goto"}


class SWEAgentImporter:
    """Importer for trajectories of SWE-agent 0.6 and later, with thoughts in text or with tool calls."""

    name = "swe-agent"

    def sniff(self, head: bytes, name: str) -> bool:
        """Return whether the file is an object that begins with a trajectory of actions and observations."""
        del name
        found = peek(head)
        first = found[0] if len(found) == 1 else None
        if not isinstance(first, dict):
            return False
        steps = first.get("trajectory")
        if isinstance(steps, list) and steps and isinstance(steps[0], dict):
            return "action" in steps[0] and ("observation" in steps[0] or "response" in steps[0])
        history = objects_in(first.get("history"))
        return bool(history) and "role" in history[0] and "agent" in history[0]

    def read(self, path: Path) -> TranscriptReading:
        """Begin to read a trajectory.

        Raises:
            InputError: the file is not complete JSON, or contains no trajectory.
        """
        found = document_of(path)
        steps = Steps()
        body = found if isinstance(found, dict) else {}
        _Run(steps, body).emit()
        if not steps.messages:
            raise nothing_in(path, "no SWE-agent trajectory", steps.skipped)
        return StepReading(self.name, steps, through_answer=True)


class _Run:
    def __init__(self, steps: Steps, body: dict[str, Any]) -> None:
        self._steps = steps
        self._body = body
        self._calls = Calls()
        self._waiting: list[str] = []
        """Ids of calls without a result so far."""
        self._open_file = ""
        self._asked = False

    def emit(self) -> None:
        actions = self._list("trajectory", "step")
        history = self._list("history", "message")
        if history:
            opened = iter(actions)
            for number, message in enumerate(history):
                if message.get("role") == "assistant":
                    self._look_at(next(opened, {}))
                self._message(message, number)
            if self._waiting and actions and len(self._waiting) <= 1:
                self._result(actions[-1], actions[-1].get("observation"))
            return
        for number, step in enumerate(actions):
            self._look_at(step)
            self._message({**step, "role": "assistant", "content": step.get("response")}, number)
            self._result(step, step.get("observation"))

    def _list(self, key: str, what: str) -> list[dict[str, Any]]:
        value = self._body.get(key)
        return self._steps.readable(value, f"{what} of {key}") if isinstance(value, list) else []

    def _look_at(self, step: dict[str, Any]) -> None:
        """Remember which file is open when a step begins: the recorded state is the one before its action."""
        state = step.get("state")
        state = arguments_of(state) if isinstance(state, str) else state
        opened = state.get("open_file") if isinstance(state, dict) else None
        self._open_file = opened if isinstance(opened, str) and opened != "n/a" else ""

    def _message(self, message: dict[str, Any], number: int) -> None:
        role = message.get("role")
        if role == "assistant":
            drafts = [*self._thought(message), *self._actions(message, number)]
            self._steps.add_message(message, drafts, by_model=True)
        elif self._waiting and role in ("tool", "user") and not message.get("is_demo"):
            self._result(message, message.get("content"))
        else:
            self._steps.add_message(message, self._other(message))

    def _other(self, message: dict[str, Any]) -> list[Draft]:
        text = text_of(message.get("content"))
        if not text.strip():
            return []
        if message.get("role") == "system":
            return [Draft(EventKind.SYSTEM, text)]
        if message.get("is_demo") or message.get("message_type") == "demonstration" or self._asked:
            return [Draft(EventKind.META, text)]
        drafts = spoken(text)
        self._asked = any(draft.kind is EventKind.USER for draft in drafts)
        return drafts

    def _thought(self, message: dict[str, Any]) -> list[Draft]:
        blocks = message.get("thinking_blocks")
        drafts = [
            Draft(EventKind.THINKING, text)
            for block in (blocks if isinstance(blocks, list) else ())
            if (text := text_of(block)).strip()
        ]
        thought = message.get("thought")
        text = clean_text(thought) if isinstance(thought, str) else text_of(message.get("content"))
        return drafts + text_drafts(text.strip("\n"), EventKind.ASSISTANT)

    def _actions(self, message: dict[str, Any], number: int) -> list[Draft]:
        found = [self._call(call, number) for call in objects_in(message.get("tool_calls"))]
        action = message.get("action")
        if not found and isinstance(action, str) and action.strip():
            found = [self._command(clean_text(action).strip("\n"), number)]
        self._waiting = [draft.tool.call_id for draft in found if draft.tool is not None]
        return found

    def _call(self, call: dict[str, Any], number: int) -> Draft:
        inner = call.get("function")
        inner = inner if isinstance(inner, dict) else call
        name = str(inner.get("name") or "")
        arguments = arguments_of(inner.get("arguments"))
        return call_of(self._calls, name, call.get("id"), arguments, number, self._target(name))

    def _command(self, action: str, number: int) -> Draft:
        word = action.split(None, 1)[0]
        name = word if word in _COMMANDS else "bash"
        rest = action.removeprefix(word).strip().split("\n", 1)[0].strip("\"' ")
        target = self._target(name) or (rest if name in _NAME_IT else "")
        return call_of(self._calls, name, None, {"command": action}, number, target)

    def _target(self, name: str) -> str:
        return self._open_file if name in _ON_OPEN_FILE else ""

    def _result(self, record: dict[str, Any], content: object) -> None:
        """Add the result of the waiting calls; one message may answer several."""
        call_ids = record.get("tool_call_ids")
        named = [each for each in call_ids if isinstance(each, str)] if isinstance(call_ids, list) else []
        answered = [each for each in named if each in self._waiting] or self._waiting[:1]
        self._waiting = [each for each in self._waiting if each not in answered]
        text = text_of(content)
        drafts = [self._calls.result(each, text, None) for each in answered[:1]]
        if not drafts and text.strip():
            drafts = [Draft(EventKind.META, text)]
        self._steps.add_message([record.get("role"), content], drafts)
