"""Messages of Inspect as drafts: contents, thoughts, tool calls and results.

Long texts are in the sample's attachments; a message contains only their names.
"""

from __future__ import annotations

from typing import Any

from gates.source import EventKind, Signal, SignalEntry, SignalKind
from workbench.importers.conversations.array_reading import call_of, summaries_apart, text_drafts
from workbench.importers.conversations.parts import arguments_of, objects_in, part_text, text_of, texts_of
from workbench.importers.conversations.summaries import is_request, summary_body, summary_in
from workbench.importers.events.timeline import Calls, Draft

_ATTACHED = "attachment://"
_BY_HUMAN = "human"


class InspectMessages:
    """Converter of messages to drafts; results repeat the fields of the earlier calls."""

    def __init__(self, attachments: object) -> None:
        self._attachments: dict[str, Any] = attachments if isinstance(attachments, dict) else {}
        self._calls = Calls()
        self._refused: dict[str, str] = {}
        self._asked = False

    def refused(self, call_id: str, reason: str) -> None:
        """Remember that a human refused the call, and the reason."""
        self._refused[call_id] = reason

    def content(self, message: dict[str, Any]) -> object:
        """Return the content with its attachments inserted."""
        content = message.get("content")
        if isinstance(content, list):
            return [self._part(part) for part in content]
        return self.text(content)

    def spoken(self, message: dict[str, Any]) -> object:
        """Return the content without thoughts: later calls leave out those of earlier answers."""
        content = self.content(message)
        if not isinstance(content, list):
            return content
        return [part for part in content if not isinstance(part, dict) or part.get("type") != "reasoning"]

    def text(self, value: object) -> object:
        """Return a text, or the attachment that it names."""
        if isinstance(value, str) and value.startswith(_ATTACHED):
            found = self._attachments.get(value.removeprefix(_ATTACHED))
            return found if isinstance(found, str) else value
        return value

    def summary(self, message: dict[str, Any]) -> str | None:
        """Return the summary in a message, without its framing; None if there is none."""
        if message.get("role") != "user":
            return None
        content = self.content(message)
        found = text_of(content) if _is_marked(message) else summary_in(texts_of(content))
        return None if found is None else summary_body(found)

    def drafts(self, message: dict[str, Any], position: int) -> list[Draft]:
        """Return the drafts of a message: thoughts and texts, then tool calls."""
        role, content = message.get("role"), self.content(message)
        if role == "tool":
            return [self._result(message, content)]
        if role == "user" and _is_marked(message):
            return [Draft(EventKind.COMPACTION, text_of(content))]
        kind = {"system": EventKind.SYSTEM, "assistant": EventKind.ASSISTANT}.get(str(role), EventKind.META)
        if role == "user" and self._is_human(message, content):
            kind = EventKind.USER
        parts = content if isinstance(content, list) else [content]
        drafts = [draft for part in parts for draft in self._drafted(part, kind, position)]
        drafts = summaries_apart(drafts) if role == "user" else drafts
        return drafts + [
            call_of(self._calls, each.get("function"), each.get("id"), self._arguments(each), position)
            for each in objects_in(message.get("tool_calls"))
        ]

    def _is_human(self, message: dict[str, Any], content: object) -> bool:
        """Return whether a user message is the task's or an operator's; others are the solver's own."""
        first, self._asked = not self._asked, True
        source = message.get("source")
        return source in ("input", "operator") or (
            first and source is None and not is_request(text_of(content))
        )

    def _arguments(self, call: dict[str, Any]) -> object:
        arguments = arguments_of(call.get("arguments"))
        return (
            {key: self.text(value) for key, value in arguments.items()}
            if isinstance(arguments, dict)
            else arguments
        )

    def _result(self, message: dict[str, Any], content: object) -> Draft:
        call_id = str(message.get("tool_call_id") or "")
        error = message.get("error")
        text = text_of(content)
        if isinstance(error, dict) and isinstance(error.get("message"), str) and not text.strip():
            text = text_of(self.text(error["message"]))
        draft = self._calls.result(call_id, text, error is not None)
        reason = self._refused.get(call_id, "")
        start = text.find(reason) if reason else -1
        if start < 0 or draft.tool is None:
            return draft
        entry = SignalEntry(reason, start, start + len(reason), context=draft.tool.name)
        return Draft(draft.kind, text, draft.tool, (Signal(SignalKind.REFUSAL, (entry,)),))

    def _part(self, part: object) -> object:
        if not isinstance(part, dict):
            return self.text(part)
        return {key: self.text(value) for key, value in part.items()}

    def _drafted(self, part: object, kind: EventKind, position: int) -> list[Draft]:
        if not isinstance(part, dict):
            return text_drafts(part, kind) if isinstance(part, str) else []
        name = part.get("type")
        if name == "reasoning":
            text = part.get("summary") if part.get("redacted") else part.get("reasoning")
            return text_drafts(text if isinstance(text, str) else "[redacted thinking]", EventKind.THINKING)
        if name == "tool_use":
            call = call_of(
                self._calls, part.get("name"), part.get("id"), arguments_of(part.get("arguments")), position
            )
            if call.tool is None:
                return [call]
            failed = part.get("error") is not None
            answer = text_of(part.get("error") if failed else part.get("result"))
            return [call, self._calls.result(call.tool.call_id, answer, failed)]
        return text_drafts(part_text(part), kind)


def _is_marked(message: dict[str, Any]) -> bool:
    """Return whether the log itself marks a message as the summary of a compaction."""
    metadata = message.get("metadata")
    return isinstance(metadata, dict) and metadata.get("summary") is True


def refusal_of(event: dict[str, Any]) -> tuple[str, str] | None:
    """Return call id and reason if a human refused a call in an approval event; None otherwise."""
    call, reason = event.get("call"), event.get("explanation")
    refused = event.get("decision") in ("reject", "terminate")
    by_human = str(event.get("approver", "")).startswith(_BY_HUMAN)
    if not (refused and by_human and isinstance(call, dict) and isinstance(reason, str) and reason.strip()):
        return None
    return str(call.get("id") or ""), reason
