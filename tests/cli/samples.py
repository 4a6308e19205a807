"""A small Claude Code transcript of our own: one compaction that drops work and twists a number."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

SESSION = "11111111-2222-4333-8444-555555555555"

GOOD_SUMMARY = """\
This session is being continued from a previous conversation that ran out of context. \
The summary below covers the earlier portion of the conversation.

Summary:
1. Primary Request and Intent:
   The user asked to add a retry to the upload client in src/upload.py, never more than 3 times.

2. Key Technical Concepts:
   - Exponential backoff in src/upload.py

3. Files and Code Sections:
   - src/upload.py: added a loop around send_chunk with MAX_RETRIES = 3

4. Errors and fixes:
   - tests/test_upload.py failed with AssertionError: expected 3 calls, got 4; fixed by counting the first

5. Problem Solving:
   The retry loop counted one call too many.

6. All user messages:
   - "Add a retry to the upload client in src/upload.py. Never retry more than 3 times."
   - "Do not touch the download client."

7. Pending Tasks:
   - Document the retry limit in docs/upload.md

8. Current Work:
   The upload tests pass.
"""

BAD_SUMMARY = """\
This session is being continued from a previous conversation that ran out of context. \
The summary below covers the earlier portion of the conversation.

Summary:
1. Primary Request and Intent:
   The user asked to add a retry to the upload client in src/upload.py.

3. Files and Code Sections:
   - src/upload.py: added a loop around send_chunk with MAX_RETRIES = 5

6. All user messages:
   - "Add a retry to the upload client in src/upload.py. Never retry more than 3 times."
   - "Also delete the old logs on the server."

8. Current Work:
   The upload tests pass.
"""


class Writer:
    """Writes records one after the other, each with its uuid, parent and time."""

    def __init__(self) -> None:
        self.records: list[dict[str, Any]] = []

    def add(self, kind: str, **fields: Any) -> str:
        number = len(self.records) + 1
        uuid = f"00000000-0000-4000-8000-{number:012d}"
        parent = self.records[-1]["uuid"] if self.records else None
        record = {
            "parentUuid": parent,
            "isSidechain": False,
            "userType": "external",
            "cwd": "/home/ann/upload",
            "sessionId": SESSION,
            "version": "2.1.7",
            "gitBranch": "main",
            "type": kind,
            "uuid": uuid,
            "timestamp": f"2026-03-04T10:{number // 60:02d}:{number % 60:02d}.000Z",
            **fields,
        }
        self.records.append(record)
        return uuid

    def user(self, text: str) -> None:
        self.add("user", message={"role": "user", "content": text})

    def assistant(self, *blocks: dict[str, Any]) -> None:
        number = len(self.records) + 1
        message = {
            "id": f"msg_{number:04d}",
            "type": "message",
            "role": "assistant",
            "model": "some-model",
            "content": list(blocks),
            "stop_reason": None,
            "usage": {
                "input_tokens": 10,
                "cache_creation_input_tokens": 200 * number,
                "cache_read_input_tokens": 4000,
                "output_tokens": 40,
            },
        }
        self.add("assistant", message=message)

    def says(self, text: str) -> None:
        self.assistant({"type": "text", "text": text})

    def calls(self, call: str, name: str, **given: Any) -> None:
        self.assistant({"type": "tool_use", "id": call, "name": name, "input": given})

    def result(self, call: str, text: str, *, error: bool = False, **stated: Any) -> None:
        block = {"type": "tool_result", "tool_use_id": call, "content": text, "is_error": error}
        self.add("user", message={"role": "user", "content": [block]}, toolUseResult=stated or text)


def _todos(*states: str) -> list[dict[str, str]]:
    tasks = ("Add the retry loop in src/upload.py", "Document the retry limit in docs/upload.md")
    return [
        {"content": task, "status": state, "activeForm": task}
        for task, state in zip(tasks, states, strict=True)
    ]


def _work(writer: Writer) -> None:
    writer.user("Add a retry to the upload client in src/upload.py. Never retry more than 3 times.")
    writer.says("I will look at the upload client first.")
    writer.calls("t1", "Read", file_path="src/upload.py")
    writer.result("t1", "def send(chunks):\n    for chunk in chunks:\n        send_chunk(chunk)\n" * 40)
    writer.calls("t2", "TodoWrite", todos=_todos("in_progress", "pending"))
    writer.result("t2", "Todos have been modified successfully", newTodos=_todos("in_progress", "pending"))
    writer.calls(
        "t3",
        "Edit",
        file_path="src/upload.py",
        old_string="send_chunk(chunk)",
        new_string="retrying(send_chunk, chunk, limit=MAX_RETRIES)  # MAX_RETRIES = 3",
    )
    writer.result("t3", "The file src/upload.py has been updated.")
    writer.calls("t4", "Bash", command="pytest -q tests/test_upload.py")
    writer.result(
        "t4",
        "F\nAssertionError: expected 3 calls, got 4\n1 failed in 0.21s",
        error=True,
        stdout="",
        stderr="",
    )
    writer.says("The first call was not counted. I count it now; the limit stays at 3.")
    writer.user("Do not touch the download client.")
    writer.calls("t5", "Bash", command="pytest -q tests/test_upload.py")
    writer.result("t5", "2 passed in 0.20s", stdout="2 passed in 0.20s", stderr="")
    writer.calls("t6", "TodoWrite", todos=_todos("completed", "pending"))
    writer.result("t6", "Todos have been modified successfully", newTodos=_todos("completed", "pending"))
    writer.says("The retry works and the tests pass. docs/upload.md is still to be written.")


def _after(writer: Writer) -> None:
    writer.user("Now write docs/upload.md.")
    writer.calls("t7", "Write", file_path="docs/upload.md", content="# Upload\n\nAt most 3 retries.\n")
    writer.result("t7", "File created successfully at: docs/upload.md")
    writer.says("docs/upload.md says that an upload is retried at most 3 times.")


def records(summary: str | None = BAD_SUMMARY, *, after: bool = True) -> list[dict[str, Any]]:
    """The session's records; without a summary there is no compaction in it."""
    writer = Writer()
    _work(writer)
    if summary is not None:
        writer.add(
            "system",
            subtype="compact_boundary",
            content="Conversation compacted",
            level="info",
            isMeta=False,
            compactMetadata={"trigger": "auto", "preTokens": 156_000},
        )
        writer.records[-1]["logicalParentUuid"] = writer.records[-1]["parentUuid"]
        writer.records[-1]["parentUuid"] = None
        writer.add(
            "user",
            message={"role": "user", "content": summary},
            isCompactSummary=True,
            isVisibleInTranscriptOnly=True,
        )
    if after:
        _after(writer)
    return writer.records


def write_transcript(path: Path, summary: str | None = BAD_SUMMARY, *, after: bool = True) -> Path:
    """The session as a file."""
    lines = [json.dumps(record, ensure_ascii=False) for record in records(summary, after=after)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def write_opaque(path: Path) -> Path:
    """A message array whose compaction is encrypted."""
    said = {"role": "user", "content": "Add a retry to src/upload.py. Never retry more than 3 times."}
    block = {"type": "compaction", "content": None, "encrypted_content": "b64" * 40}
    answer = {"role": "assistant", "content": [block, {"type": "text", "text": "Going on."}]}
    path.write_text(json.dumps({"messages": [said, answer]}), encoding="utf-8")
    return path
