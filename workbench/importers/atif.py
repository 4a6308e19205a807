"""Importer for ATIF trajectories (Agent Trajectory Interchange Format, 1.0 to 1.8): a JSON document of steps.

The format has no compactions: a step copied from an earlier trajectory only shows that this one continues it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gates.source import EventKind
from workbench.importers.base import TranscriptReading
from workbench.importers.conversations.array_reading import call_of, summaries_apart, text_drafts
from workbench.importers.conversations.files import document_of, nothing_in
from workbench.importers.conversations.parts import objects_in, text_of, texts_of
from workbench.importers.conversations.reading import StepReading
from workbench.importers.conversations.steps import Rewritten, Steps
from workbench.importers.conversations.summaries import is_request, summary_body, summary_in
from workbench.importers.conversations.usage import usage_of
from workbench.importers.events.timeline import Calls, Draft
from workbench.importers.files.documents import peek

_KINDS = {"system": EventKind.SYSTEM, "user": EventKind.USER, "agent": EventKind.ASSISTANT}


class ATIFImporter:
    """Importer for trajectories of every version so far; embedded subagents become sidechains."""

    name = "atif"

    def sniff(self, head: bytes, name: str) -> bool:
        """Return whether the file is an object that names its ATIF version or has the format's steps."""
        del name
        found = peek(head)
        first = found[0] if len(found) == 1 else None
        if not isinstance(first, dict):
            return False
        if str(first.get("schema_version", "")).startswith("ATIF"):
            return True
        steps = first.get("steps")
        step = steps[0] if isinstance(steps, list) and steps else None
        return isinstance(step, dict) and "step_id" in step and str(step.get("source")) in _KINDS

    def read(self, path: Path) -> TranscriptReading:
        """Begin to read a trajectory.

        Raises:
            InputError: the file is not complete JSON, or contains no steps.
        """
        found = document_of(path)
        steps = Steps()
        if isinstance(found, dict):
            _Trajectory(steps, found, None).emit()
        if not steps.messages:
            raise nothing_in(path, "no ATIF steps", steps.skipped)
        return StepReading(self.name, steps, through_answer=True)


class _Trajectory:
    def __init__(self, steps: Steps, body: dict[str, Any], sidechain: str | None) -> None:
        self._steps = steps
        self._body = body
        self._sidechain = sidechain
        self._calls = Calls()
        agent = body.get("agent")
        self._agent: dict[str, Any] = agent if isinstance(agent, dict) else {}

    def emit(self) -> None:
        """Add all steps, then those of embedded subagents."""
        listed = self._body.get("steps")
        records = self._steps.readable(listed, "step") if isinstance(listed, list) else []
        if self._sidechain is None:
            self._steps.native_id = _named(self._body)
            if any(step.get("is_copied_context") is True for step in records):
                self._steps.scope_complete = False
        self._steps.sidechain = self._sidechain
        for number, step in enumerate(records):
            self._step(step, number)
        inside = objects_in(self._body.get("subagent_trajectories")) if self._sidechain is None else []
        for number, each in enumerate(inside, 1):
            _Trajectory(self._steps, each, f"agent-{each.get('trajectory_id') or number}").emit()

    def _step(self, step: dict[str, Any], number: int) -> None:
        record = [step.get("source"), step.get("message"), step.get("tool_calls"), self._sidechain]
        human = step.get("source") == "user" and self._sidechain is None
        summary = summary_in(texts_of(step.get("message"))) if human else None
        if summary is not None:  # as converters write it from a log with compactions
            rewritten = Rewritten(frozenset(), self._version(), text=summary_body(summary))
            drafts = summaries_apart(self._drafts(step, number))
            self._steps.add_summary(record, drafts, rewritten, timestamp=step.get("timestamp"))
        else:
            self._steps.add_message(
                record,
                self._drafts(step, number),
                by_model=step.get("source") == "agent" and step.get("llm_call_count") != 0,
                usage=usage_of(step.get("metrics")),
                timestamp=step.get("timestamp"),
            )
        self._observed(step)

    def _version(self) -> str:
        name, version = self._agent.get("name", "unknown"), self._agent.get("version", "unknown")
        return f"imported:atif/{name}/{version}"[:120]

    def _drafts(self, step: dict[str, Any], number: int) -> list[Draft]:
        kind = _KINDS.get(str(step.get("source")), EventKind.META)
        message = step.get("message")
        text = text_of(message)
        if kind is EventKind.USER and is_request(text):
            kind = EventKind.META
        drafts: list[Draft] = []
        reasoning = step.get("reasoning_content")
        if isinstance(reasoning, str):
            drafts += text_drafts(reasoning, EventKind.THINKING)
        for part in message if isinstance(message, list) else [text]:
            drafts += text_drafts(text_of(part), kind)
        return drafts + self._tool_calls(step, number)

    def _tool_calls(self, step: dict[str, Any], number: int) -> list[Draft]:
        return [
            call_of(
                self._calls,
                each.get("function_name"),
                each.get("tool_call_id"),
                each.get("arguments"),
                number,
            )
            for each in objects_in(step.get("tool_calls"))
        ]

    def _observed(self, step: dict[str, Any]) -> None:
        observation = step.get("observation")
        results = observation.get("results") if isinstance(observation, dict) else None
        for number, result in enumerate(results if isinstance(results, list) else ()):
            if not isinstance(result, dict):
                self._steps.skip(0, f"a result of step {step.get('step_id')} is not an object")
                continue
            drafts = self._result(step, result, number)
            record = [result.get("source_call_id"), result.get("content"), number, self._sidechain]
            self._steps.add_message(record, drafts, timestamp=step.get("timestamp"))

    def _result(self, step: dict[str, Any], result: dict[str, Any], number: int) -> list[Draft]:
        text = text_of(result.get("content"))
        for each in objects_in(result.get("subagent_trajectory_ref")):
            name = each.get("trajectory_id") or each.get("session_id") or each.get("trajectory_path") or ""
            text = f"{text}\n[subagent trajectory {name}]" if text else f"[subagent trajectory {name}]"
        call_id = result.get("source_call_id")
        if not isinstance(call_id, str) or not call_id:
            calls = step.get("tool_calls")
            only = calls[0] if isinstance(calls, list) and len(calls) == 1 and number == 0 else None
            call_id = only.get("tool_call_id") if isinstance(only, dict) else None
        if isinstance(call_id, str) and call_id:
            extra = result.get("extra")
            failed = extra.get("is_error") if isinstance(extra, dict) else None
            return [self._calls.result(call_id, text, failed if isinstance(failed, bool) else None)]
        kind = EventKind.SYSTEM if step.get("source") == "system" else EventKind.META
        return [Draft(kind, text)] if text.strip() else []


def _named(body: dict[str, Any]) -> str:
    """Return the trajectory's own id; one session may continue in several trajectories."""
    session, trajectory = body.get("session_id"), body.get("trajectory_id")
    parts = [each for each in (session, trajectory) if isinstance(each, str) and each]
    return "/".join(parts)
