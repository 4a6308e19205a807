"""Response items of a Codex rollout as drafts of events: kind, text, tool side, signals.

Items are converted one at a time; of earlier ones, only tool calls and how they ended are remembered.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from gates.canonical import short_id
from gates.source import EventKind, Signal, SignalEntry, SignalKind
from workbench.importers.codex.contents import arguments_of, dicts, output_of, parts_of, script_of
from workbench.importers.events.timeline import Calls, Draft
from workbench.importers.files.documents import compact, loads
from workbench.importers.records.record_reading import answered, one

IMPLEMENT = ("Implement the plan.", "PLEASE IMPLEMENT THIS PLAN:")
"""Messages that Codex sends in the user's name when a proposed plan is accepted."""

PLAIN, FAILED = "workbench_plain", "workbench_failed"
"""Fields that this program's own exports add (`workbench.exporters.codex`)."""

_PLAN = re.compile(r"<proposed_plan>\s*(.*?)\s*</proposed_plan>", re.DOTALL)
_PATCH = re.compile(r"\s*(?:applypatch|apply_patch)\b.{0,200}?\*\*\* Begin Patch", re.DOTALL)
_ASKS = "request_user_input"


class Items:
    """Converter of items to drafts that remembers calls for their outputs."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self.exported = False
        """Whether the file was exported by this program."""
        self._failed: dict[str, bool] = {}
        self._questions: dict[str, dict[str, str]] = {}
        self._made: dict[str, Callable[[dict[str, Any]], list[Draft]]] = {
            "reasoning": _reasoning,
            "function_call": self._function,
            "custom_tool_call": self._custom,
            "local_shell_call": self._shell,
            "web_search_call": self._search,
            "image_generation_call": self._image,
            "tool_search_call": self._function,
            "function_call_output": self._output,
            "custom_tool_call_output": self._output,
            "tool_search_output": self._found,
            "agent_message": _agent,
        }

    def drafts(self, payload: dict[str, Any]) -> list[Draft]:
        """Return the drafts of an item other than a message; none if it is empty."""
        make = self._made.get(str(payload.get("type", "")))
        return make(payload) if make is not None else []

    def ended(self, payload: dict[str, Any]) -> None:
        """Remember an event's report of whether a call failed."""
        item = payload.get("item")
        body = item if isinstance(item, dict) else payload
        call_id = body.get("call_id") or body.get("id")
        failed = _ended(body)
        if isinstance(call_id, str) and failed is not None:
            self._failed[call_id] = failed

    def _function(self, payload: dict[str, Any]) -> list[Draft]:
        name = payload.get("name") or str(payload.get("type", "")).removesuffix("_call")
        arguments = arguments_of(payload.get("arguments"))
        if self.exported and payload.get(PLAIN) is True and isinstance(arguments, dict):
            arguments = arguments.get("input")
        return [self._call(str(name), payload, arguments)]

    def _custom(self, payload: dict[str, Any]) -> list[Draft]:
        return [self._call(str(payload.get("name") or ""), payload, arguments_of(payload.get("input")))]

    def _shell(self, payload: dict[str, Any]) -> list[Draft]:
        action = payload.get("action")
        command = action.get("command") if isinstance(action, dict) else None
        script = script_of(command) if isinstance(command, list) else command
        return [self._call("local_shell", payload, {"command": script})]

    def _search(self, payload: dict[str, Any]) -> list[Draft]:
        action = payload.get("action")
        details = action if isinstance(action, dict) else {}
        arguments = {key: value for key, value in details.items() if value is not None and key != "type"}
        name = "web_search" if details.get("type", "search") == "search" else "web_fetch"
        return [self._call(name, payload, arguments)] if arguments else []

    def _image(self, payload: dict[str, Any]) -> list[Draft]:
        return [self._call("image_generation", payload, {"prompt": payload.get("revised_prompt") or ""})]

    def _call(self, name: str, payload: dict[str, Any], arguments: object) -> Draft:
        call_id = payload.get("call_id") or payload.get("id")
        if not isinstance(call_id, str) or not call_id:
            call_id = short_id("call", name, compact(arguments))
        script = arguments.get("command") if isinstance(arguments, dict) else None
        if isinstance(script, str) and _PATCH.match(script):
            return self._calls.call("apply_patch", call_id, script)
        if name == _ASKS and isinstance(arguments, dict):
            self._questions[call_id] = _questions(arguments)
        return self._calls.call(name, call_id, arguments)

    def _output(self, payload: dict[str, Any]) -> list[Draft]:
        call_id = str(payload.get("call_id") or "")
        text, failed = output_of(payload.get("output"))
        if self.exported and isinstance(payload.get(FAILED), bool):
            failed = payload[FAILED]
        if failed is None:
            failed = self._failed.get(call_id)
        asked = self._questions.get(call_id)
        if asked is not None:
            answers = _answers(text, asked)
            if answers:
                return [answered(self._calls, call_id, answers, failed)]
        return [self._calls.result(call_id, text, failed)]

    def _found(self, payload: dict[str, Any]) -> list[Draft]:
        names = [str(tool.get("name", "")) for tool in dicts(payload.get("tools"))]
        return [self._calls.result(str(payload.get("call_id") or ""), "\n".join(filter(None, names)), None)]


def model_drafts(payload: dict[str, Any]) -> list[Draft]:
    """Return the drafts of a message by the model; a plan that it proposes is a signal."""
    drafts: list[Draft] = []
    for text in parts_of(payload.get("content")):
        for draft in one(EventKind.ASSISTANT, text):
            found = _PLAN.search(draft.text)
            if found is not None and found.group(1):
                entry = SignalEntry(found.group(1), found.start(1), found.end(1))
                drafts.append(
                    Draft(draft.kind, draft.text, None, (Signal(SignalKind.PLAN_PROPOSED, (entry,)),))
                )
            else:
                drafts.append(draft)
    return drafts


def _reasoning(payload: dict[str, Any]) -> list[Draft]:
    parts = [*dicts(payload.get("summary")), *dicts(payload.get("content"))]
    texts = [part["text"] for part in parts if isinstance(part.get("text"), str)]
    return one(EventKind.THINKING, "\n\n".join(texts))


def _agent(payload: dict[str, Any]) -> list[Draft]:
    """Return the drafts of a message between agents: a note of the harness to the receiving one."""
    text = "\n".join(parts_of(payload.get("content")))
    return one(EventKind.META, f"{payload.get('author')} to {payload.get('recipient')}: {text}")


def _ended(body: dict[str, Any]) -> bool | None:
    if isinstance(body.get("exit_code"), int):
        return bool(body["exit_code"] != 0)
    if isinstance(body.get("success"), bool):
        return not body["success"]
    result = body.get("result")
    if isinstance(result, dict):
        inner = result.get("Ok", result)
        return "Err" in result or (isinstance(inner, dict) and inner.get("isError") is True)
    return True if body.get("status") in ("failed", "declined") else None


def _questions(arguments: dict[str, Any]) -> dict[str, str]:
    """Return the questions of a call by their ids."""
    return {
        str(asked.get("id", "")): str(asked["question"])
        for asked in dicts(arguments.get("questions"))
        if isinstance(asked.get("question"), str)
    }


def _answers(text: str, asked: dict[str, str]) -> dict[str, str]:
    try:
        value = loads(text.encode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        return {}
    by_question = value.get("answers") if isinstance(value, dict) else None
    found: dict[str, str] = {}
    for key, answer in by_question.items() if isinstance(by_question, dict) else ():
        answers = answer.get("answers") if isinstance(answer, dict) else answer
        words = [each for each in answers if isinstance(each, str)] if isinstance(answers, list) else []
        if words and key in asked:
            found[asked[key]] = ", ".join(words)
    return found
