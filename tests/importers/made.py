"""Small transcripts of agents in the shapes of their own files; every word in them is made up."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

LONG_WORDS = "Build the exporter, never rename a column, and keep it under 250 ms"


def lines(records: Iterable[object]) -> str:
    """Records as JSON Lines."""
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


class Rollout:
    """Records of a Codex rollout, as its versions up to 0.15x write them."""

    def __init__(self, *, source: object = "cli", version: str = "0.130.0", native_id: str = "t-1") -> None:
        self.records: list[dict[str, Any]] = []
        self._running = 0
        self._count = 0
        self.add("session_meta", id=native_id, cwd="/work", cli_version=version, source=source)

    def add(self, kind: str, **payload: Any) -> None:
        """Append a record."""
        self._count += 1
        time = f"2026-01-01T00:{self._count // 60:02}:{self._count % 60:02}.000Z"
        self.records.append({"timestamp": time, "type": kind, "payload": payload})

    def event(self, kind: str, **payload: Any) -> None:
        """Append an event of the screen."""
        self.add("event_msg", type=kind, **payload)

    def item(self, kind: str, **payload: Any) -> None:
        """Append an item of the model's input or output."""
        self.add("response_item", type=kind, **payload)

    def message(self, role: str, *texts: str) -> None:
        """Append a message item."""
        self.item("message", **message(role, *texts))

    def turn(self, text: str) -> None:
        """Begin a task with a human's message."""
        self.event("task_started", turn_id=f"turn-{self._count}")
        self.message("user", text)
        self.event("user_message", message=text, images=[])

    def says(self, text: str, context: int = 0, output: int = 20) -> None:
        """Append a message of the model and the token count of its input."""
        self.event("agent_message", message=text)
        self.message("assistant", text)
        if context:
            self.counts(context, output)

    def counts(self, context: int, output: int = 20) -> None:
        """A count of tokens, reported twice as Codex does."""
        self._running += context + output
        last = {"input_tokens": context, "output_tokens": output, "total_tokens": context + output}
        info = {"last_token_usage": last, "total_token_usage": {"total_tokens": self._running}}
        self.event("token_count", info=info)
        self.event("token_count", info=info)

    def runs(self, call_id: str, command: str, output: str, code: int = 0) -> None:
        """A command with its output."""
        self.item(
            "function_call", name="exec_command", call_id=call_id, arguments=json.dumps({"cmd": command})
        )
        self.event("exec_command_end", call_id=call_id, exit_code=code, stdout=output)
        text = f"Wall time: 0.1 seconds\nProcess exited with code {code}\nOutput:\n{output}"
        self.item("function_call_output", call_id=call_id, output=text)

    def compacts(self, history: list[dict[str, Any]], summary: str = "") -> None:
        """A compaction; without a summary it is the encrypted one of the service."""
        self.add(
            "compacted",
            message=summary,
            replacement_history=[{"type": "message", **each} for each in history],
        )
        last = {"input_tokens": 0, "output_tokens": 0, "total_tokens": 940_499}
        info = {"last_token_usage": last, "total_token_usage": {"total_tokens": self._running}}
        self.event("token_count", info=info)
        self.event("context_compacted")

    def text(self) -> str:
        """The file."""
        return lines(self.records)


def message(role: str, *texts: str) -> dict[str, Any]:
    """A message item's fields."""
    kind = "output_text" if role == "assistant" else "input_text"
    return {"role": role, "content": [{"type": kind, "text": text} for text in texts]}


PREAMBLE = (
    "Another language model started to solve this problem and produced a summary of its thinking process. "
    "You also have access to the state of the tools. Here is the summary, "
    "use it to assist with your own analysis:\n"
)


def codex() -> str:
    """A rollout with a plan, a patch, a question, a readable compaction, and a rollback."""
    log = Rollout()
    log.message("developer", "<permissions instructions>\nAsk first")
    log.message("user", "<environment_context>\n  <cwd>/work</cwd>\n</environment_context>")
    log.turn(LONG_WORDS)
    log.item("reasoning", summary=[{"type": "summary_text", "text": "Hm"}], encrypted_content="xx")
    plan = {"plan": [{"step": "Write it", "status": "in_progress"}, {"step": "Test it", "status": "pending"}]}
    log.item("function_call", name="update_plan", call_id="c1", arguments=json.dumps(plan))
    log.item("function_call_output", call_id="c1", output="Plan updated")
    log.runs("c2", "pytest -q", "2 passed")
    patch = "*** Begin Patch\n*** Update File: src/a.py\n+x\n*** End Patch"
    log.item("custom_tool_call", name="apply_patch", call_id="c3", input=patch)
    log.item(
        "custom_tool_call_output",
        call_id="c3",
        output=json.dumps({"output": "Success", "metadata": {"exit_code": 0}}),
    )
    log.says("Done with the first part.", 20_000)
    log.event("task_complete", turn_id="x")
    log.turn("Now this is a mistake")
    log.says("Working on the mistake.", 21_000)
    log.event("thread_rolled_back", num_turns=1)
    log.turn("Go on")
    summary = "## Goal\n- Build the exporter\n## Next steps\n- Test it"
    log.message("assistant", summary)
    log.compacts(
        [message("user", LONG_WORDS), message("user", "Go on"), message("user", PREAMBLE + summary)],
        PREAMBLE + summary,
    )
    log.runs("c4", "make", "broken", code=2)
    log.says("It is broken \U0001f600.", 9_000)
    return log.text()


def pi() -> str:
    """A session of version 3 with a branch that was left, a typed command, and a compaction."""
    log: list[dict[str, Any]] = [
        {
            "type": "session",
            "version": 3,
            "id": "s-1",
            "timestamp": "2026-01-01T00:00:00.000Z",
            "cwd": "/work",
        }
    ]
    count = 0

    def add(kind: str, parent: str | None = None, **fields: Any) -> str:
        nonlocal count
        count += 1
        before = log[-1].get("id") if count > 1 else None
        time = f"2026-01-01T00:00:{count:02}.000Z"
        entry = {"type": kind, "id": f"e{count}", "parentId": parent or before, "timestamp": time, **fields}
        log.append(entry)
        return str(entry["id"])

    def user(text: str, parent: str | None = None) -> str:
        return add("message", parent, message={"role": "user", "content": [{"type": "text", "text": text}]})

    def answer(*blocks: dict[str, Any], tokens: int = 0) -> str:
        usage = {"input": 5, "output": 20, "cacheRead": max(0, tokens - 5), "cacheWrite": 0}
        return add("message", message={"role": "assistant", "content": list(blocks), "usage": usage})

    def result(call_id: str, name: str, text: str, failed: bool = False) -> str:
        content = [{"type": "text", "text": text}]
        body = {
            "role": "toolResult",
            "toolCallId": call_id,
            "toolName": name,
            "content": content,
            "isError": failed,
        }
        return add("message", message=body)

    add("model_change", provider="p", modelId="m")
    user(LONG_WORDS)
    answer({"type": "thinking", "thinking": "Hm"}, {"type": "text", "text": "I will."}, tokens=20_000)
    answer(
        {"type": "toolCall", "id": "c1", "name": "bash", "arguments": {"command": "pytest -q"}}, tokens=21_000
    )
    fork = result("c1", "bash", "2 failed", failed=True)
    user("Wrong way")
    answer({"type": "text", "text": "Going the wrong way."})
    user("Right way", fork)
    answer(
        {"type": "toolCall", "id": "c2", "name": "edit", "arguments": {"path": "src/a.py", "oldText": "x"}}
    )
    result("c2", "edit", "ok")
    kept = user("Keep this in mind")
    answer({"type": "text", "text": "I do."}, tokens=30_000)
    add(
        "compaction",
        summary="## Goal\nBuild the exporter\n\n## Next Steps\n1. Fix the tests",
        firstKeptEntryId=kept,
        tokensBefore=30_025,
    )
    command = {"role": "bashExecution", "command": "ls", "output": "a.py", "exitCode": 0, "cancelled": False}
    add("message", message=command)
    user("Go on")
    answer({"type": "text", "text": "Done \U0001f600."}, tokens=9_000)
    return lines(log)


def sdk_event(kind: str, number: int, **fields: Any) -> dict[str, Any]:
    """An event of the OpenHands SDK."""
    source = fields.pop("source", "agent")
    return {
        "kind": kind,
        "id": f"ev-{number}",
        "timestamp": f"2026-01-01T00:00:{number:02}",
        "source": source,
        **fields,
    }


def text_block(text: str) -> dict[str, Any]:
    """A text content of the SDK."""
    return {"type": "text", "text": text, "cache_prompt": False}


def sdk_call(number: int, name: str, action: dict[str, Any], thought: str = "") -> dict[str, Any]:
    """A tool call of the SDK."""
    return sdk_event(
        "ActionEvent",
        number,
        thought=[text_block(thought)] if thought else [],
        action=action,
        tool_name=name,
        tool_call_id=f"call-{number}",
        tool_call={
            "id": f"call-{number}",
            "name": name,
            "arguments": json.dumps(action),
            "origin": "completion",
        },
        llm_response_id=f"resp-{number}",
    )


def sdk_result(number: int, name: str, call: int, observation: dict[str, Any]) -> dict[str, Any]:
    """Return a tool's result."""
    stated = {
        "tool_name": name,
        "tool_call_id": f"call-{call}",
        "action_id": f"ev-{call}",
        "observation": observation,
    }
    return sdk_event("ObservationEvent", number, source="environment", **stated)


def openhands() -> str:
    """An SDK conversation with a task list, a refusal, and a condensation."""
    said = {"role": "user", "content": [text_block(LONG_WORDS)]}
    tasks = [
        {"title": "Write it", "notes": "", "status": "in_progress"},
        {"title": "Test it", "status": "todo"},
    ]
    return lines(
        [
            sdk_event("SystemPromptEvent", 1, system_prompt=text_block("You help."), tools=[]),
            sdk_event("MessageEvent", 2, source="user", llm_message=said),
            sdk_event(
                "ConversationStateUpdateEvent",
                3,
                source="environment",
                key="execution_status",
                value="running",
            ),
            sdk_call(
                4,
                "task_tracker",
                {"kind": "TaskTrackerAction", "command": "plan", "task_list": tasks},
                "First.",
            ),
            sdk_result(
                5, "task_tracker", 4, {"kind": "TaskTrackerObservation", "content": "Task list updated"}
            ),
            sdk_call(6, "terminal", {"kind": "TerminalAction", "command": "pytest -q", "is_input": False}),
            sdk_result(
                6 + 1, "terminal", 6, {"content": [text_block("2 failed")], "is_error": False, "exit_code": 1}
            ),
            sdk_call(8, "terminal", {"kind": "TerminalAction", "command": "git push"}),
            sdk_event(
                "UserRejectObservation",
                9,
                source="environment",
                tool_name="terminal",
                tool_call_id="call-8",
                action_id="ev-8",
                rejection_reason="Never push without asking me",
            ),
            sdk_event(
                "Condensation",
                10,
                source="environment",
                forgotten_event_ids=["ev-4", "ev-5", "ev-6", "ev-7"],
                summary="USER_CONTEXT: build the exporter\nPENDING: fix the tests\nCHANGES: none yet",
                summary_offset=2,
                llm_response_id="resp-c",
            ),
            sdk_call(
                11,
                "file_editor",
                {"kind": "FileEditorAction", "command": "create", "path": "src/a.py"},
                "Now.",
            ),
            sdk_result(12, "file_editor", 11, {"content": [text_block("created")], "is_error": False}),
            sdk_call(13, "finish", {"kind": "FinishAction", "message": "Done \U0001f600."}),
        ]
    )


def gemini_said(own_id: str, text: str) -> dict[str, Any]:
    """A message of a human in a Gemini CLI session."""
    return {"id": own_id, "timestamp": "2026-01-01T00:00:01Z", "type": "user", "content": [{"text": text}]}


def gemini_answer(own_id: str, text: str, tokens: int = 0, calls: object = None) -> dict[str, Any]:
    """A message of the model in a Gemini CLI session."""
    stated: dict[str, Any] = {
        "id": own_id,
        "timestamp": "2026-01-01T00:00:02Z",
        "type": "gemini",
        "content": text,
        "thoughts": [],
    }
    stated |= {"tokens": {"input": tokens, "output": 20, "total": tokens + 20}} if tokens else {}
    return stated | ({"toolCalls": calls} if calls else {})


def gemini() -> str:
    """A session with tools, a rewind, a resume that repeats everything, and a compression."""
    header = {"sessionId": "s-1", "projectHash": "p", "startTime": "2026-01-01T00:00:00Z", "kind": "main"}
    context = gemini_said("m0", "<session_context>\nThis is the Gemini CLI.\n</session_context>")
    asked = gemini_said("m1", LONG_WORDS)
    response = {
        "functionResponse": {"id": "c1", "name": "run_shell_command", "response": {"output": "Exit Code: 1"}}
    }
    call = {"id": "c1", "name": "run_shell_command", "args": {"command": "pytest -q"}, "status": "success"}
    todo = {"todos": [{"description": "Write it", "status": "pending"}]}
    updated = {"functionResponse": {"id": "c2", "name": "write_todos", "response": {"output": "Updated"}}}
    listed = {"id": "c2", "name": "write_todos", "args": todo, "status": "success", "result": [updated]}
    first = gemini_answer("m2", "I will.", 20_000)
    whole = gemini_answer("m2", "I will.", 20_000, [{**call, "result": [response]}, listed])
    back = {"id": "m3", "timestamp": "2026-01-01T00:00:03Z", "type": "user", "content": [response]}
    said = gemini_answer("m4", "Two failed.", 21_000)
    wrong, worse = gemini_said("m5", "Wrong way"), gemini_answer("m6", "Going the wrong way.")
    right, done = gemini_said("m7", "Right way"), gemini_answer("m8", "Going the right way.", 22_000)
    kept = [gemini_said("m9", "Keep this in mind"), gemini_answer("m10", "I do.", 23_000)]
    summary = gemini_said(
        "m11",
        "<scratchpad>notes</scratchpad><state_snapshot>\n<overall_goal>\nBuild the exporter\n"
        "</overall_goal>\n"
        "<task_state>\n1. [DONE] Write it\n2. [TODO] Fix the tests\n</task_state>\n</state_snapshot>",
    )
    ack = gemini_answer("m12", "Got it. Thanks for the additional context!")
    history = [context, asked, whole, back, said, right, done, *kept]
    return lines(
        [
            header,
            {"$set": {"messages": [context], "lastUpdated": "x"}},
            asked, {"$set": {"lastUpdated": "x"}}, first, whole, back, said, wrong, worse,
            {"$rewindTo": "m5"},
            right, done, *kept,
            {"$set": {"messages": history}},
            {"$set": {"messages": [context, summary, ack, *kept]}},
            gemini_said("m13", "Go on"),
            gemini_answer("m14", "Done \U0001f600.", 9_000),
        ]
    )  # fmt: skip
