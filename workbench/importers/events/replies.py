"""Signals about decisions and open work in results of tool calls: answers, refusals, plans, tasks.

Only results of known tools are read (`tools`). An entry whose words occur in the result's text has its place
there; otherwise start and end are both 0.
"""

from __future__ import annotations

import re
from typing import Any

from gates.source import Signal, SignalEntry, SignalKind, ToolFact
from workbench.importers.events.tools import plain_name, status_of

REFUSED = ("The user doesn't want to proceed with this tool use", "The user doesn't want to take this action")
_SAID = re.compile(r"(?:the user said|the following reason for the rejection):[ \n]*", re.IGNORECASE)
_NOTE = "\n\nNote: The user's next message"
_CLARIFY = "The user wants to clarify these questions"
_ANSWERED = "has answered your questions:"
_CREATED = re.compile(r"Task #(\w{1,40}) created successfully: ([^\n]+)")
_LISTED = re.compile(r"^#(\w{1,40}) \[(\w{1,20})\] ([^\n]+)", re.MULTILINE)
_UPDATED = re.compile(r"^Updated task #(\w{1,40})")
_APPROVED = ("User has approved", "The user has approved", "Plan approved")
_TARGET_LIMIT = 200


def is_refusal(text: str) -> bool:
    """Return whether a result reports that a human refused the call."""
    return text.startswith(REFUSED)


def result_signals(
    fact: ToolFact, text: str, detail: object = None, arguments: object = None
) -> tuple[Signal, ...]:
    """Return the signals in a tool's result.

    Args:
        fact: the call's side, with `failed` as the transcript states it.
        text: the result's text as in the event.
        detail: what the agent recorded about the result besides its text, if anything.
        arguments: the call's arguments, if still known.
    """
    detail = detail if isinstance(detail, dict) else {}
    arguments = arguments if isinstance(arguments, dict) else {}
    plain = plain_name(fact.name)
    if is_refusal(text):
        return _refused(fact, plain, text)
    if fact.failed:
        return ()
    if plain == "exitplanmode":
        return _approved(text, detail)
    if plain == "taskcreate":
        return _created(text, detail)
    if plain == "taskupdate":
        return _updated(text, detail, arguments)
    if plain == "tasklist":
        return _listed(text)
    if plain in ("askuserquestion", "requestuserinput", "askuser"):
        return _answered(text, detail)
    return ()


def _refused(fact: ToolFact, plain: str, text: str) -> tuple[Signal, ...]:
    signals = [Signal(SignalKind.PLAN_REJECTED)] if plain == "exitplanmode" else []
    match = _SAID.search(text)
    if match is None:
        return tuple(signals)
    start, end = match.end(), len(text)
    note = text.find(_NOTE, start)
    end = note if note >= 0 else end
    start, end = _trim(text, start, end)
    if text.startswith(_CLARIFY, start):
        entries = _clarified(text, start)
        return (*signals, Signal(SignalKind.ANSWER, entries)) if entries else tuple(signals)
    if start < end:
        context = f"{fact.name} {fact.target[:_TARGET_LIMIT]}".strip()
        entry = SignalEntry(text[start:end], start, end, context=context)
        signals.append(Signal(SignalKind.REFUSAL, (entry,)))
    return tuple(signals)


def _clarified(text: str, start: int) -> tuple[SignalEntry, ...]:
    entries: list[SignalEntry] = []
    question, position = "", start
    for line in text[start:].split("\n"):
        body = line.strip()
        if body.startswith('- "') and body.endswith('"'):
            question = body[3:-1]
        elif body.startswith("Answer: ") and question:
            at = position + line.index("Answer: ") + len("Answer: ")
            at, end = _trim(text, at, position + len(line))
            entries += [SignalEntry(text[at:end], at, end, context=question)] if at < end else []
            question = ""
        position += len(line) + 1
    return tuple(entries)


def _approved(text: str, detail: dict[str, Any]) -> tuple[Signal, ...]:
    plan = detail.get("plan")
    if not isinstance(plan, str) and not text.startswith(_APPROVED):
        return ()
    if not isinstance(plan, str) or not plan.strip():
        return (Signal(SignalKind.PLAN_APPROVED),)
    return (Signal(SignalKind.PLAN_APPROVED, (_placed(text, plan),)),)


def _created(text: str, detail: dict[str, Any]) -> tuple[Signal, ...]:
    task = detail.get("task")
    if isinstance(task, dict) and task.get("id") and isinstance(task.get("subject"), str):
        key, subject = str(task["id"]), task["subject"]
    else:
        found = _CREATED.search(text)
        if found is None:
            return ()
        key, subject = found.group(1), found.group(2)
    if not subject.strip():
        return ()
    return (Signal(SignalKind.TASK_CREATED, (_placed(text, subject, key=key, status="pending"),)),)


def _updated(text: str, detail: dict[str, Any], arguments: dict[str, Any]) -> tuple[Signal, ...]:
    if detail.get("success") is False:
        return ()
    found = _UPDATED.match(text)
    key = detail.get("taskId") or arguments.get("taskId") or (found.group(1) if found else "")
    change = detail.get("statusChange")
    status = change.get("to") if isinstance(change, dict) else arguments.get("status")
    subject = arguments.get("subject")
    words = subject if isinstance(subject, str) else ""
    if not key or not (status or words):
        return ()
    status = status_of(status) if status else ""
    return (Signal(SignalKind.TASK_UPDATED, (_placed(text, words, key=str(key), status=status),)),)


def _listed(text: str) -> tuple[Signal, ...]:
    entries = tuple(
        SignalEntry(found.group(3), found.start(3), found.end(3), found.group(1), status_of(found.group(2)))
        for found in _LISTED.finditer(text)
    )
    return (Signal(SignalKind.TASK_UPDATED, entries),) if entries else ()


def _answered(text: str, detail: dict[str, Any]) -> tuple[Signal, ...]:
    answers = detail.get("answers")
    if isinstance(answers, dict):
        entries = [
            _placed(text, answer, after=f'"{question}"="', context=str(question))
            for question, answer in answers.items()
            if isinstance(answer, str) and answer.strip()
        ]
    else:
        entries = _quoted_answers(text)
    return (Signal(SignalKind.ANSWER, tuple(entries)),) if entries else ()


def _quoted_answers(text: str) -> list[SignalEntry]:
    begin = text.find(_ANSWERED)
    if begin < 0:
        return []
    stop = text.rfind('". You can now continue')
    stop = len(text) if stop < begin else stop + 1
    entries = []
    position = text.find('"', begin)
    while 0 <= position < stop:
        middle = text.find('"="', position, stop)
        if middle < 0:
            break
        start = middle + 3
        end = text.find('", "', start, stop)
        end = (stop - 1 if text[stop - 1] == '"' else stop) if end < 0 else end
        if start < end:
            entries.append(SignalEntry(text[start:end], start, end, context=text[position + 1 : middle]))
        position = text.find('"', end + 1, stop)
    return entries


def _placed(
    text: str, words: str, *, after: str = "", key: str = "", status: str = "", context: str = ""
) -> SignalEntry:
    start = -1
    if words and after:
        start = text.find(after + words)
        start = start + len(after) if start >= 0 else -1
    if words and start < 0:
        start = text.find(words)
    if not words or start < 0:
        return SignalEntry(words, key=key, status=status, context=context)
    return SignalEntry(words, start, start + len(words), key, status, context)


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
