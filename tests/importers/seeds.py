"""Transcripts short enough for inputs of 4,000 bytes to hold the whole of them: where fuzzing begins."""

from __future__ import annotations

import json
from typing import Any

from tests.importers.made import PREAMBLE, Rollout, gemini_answer, gemini_said, lines, message


def codex_seed() -> str:
    """A rollout of few bytes with a compaction, a question, a plan and a packed output."""
    log = Rollout(native_id="t")
    log.turn("Never push")
    asked = {"questions": [{"id": "q", "header": "h", "question": "Which?"}]}
    log.item("function_call", name="request_user_input", call_id="a", arguments=json.dumps(asked))
    log.item(
        "function_call_output", call_id="a", output=json.dumps({"answers": {"q": {"answers": ["This"]}}})
    )
    log.item("local_shell_call", call_id="b", action={"type": "exec", "command": ["bash", "-lc", "ls"]})
    log.item(
        "function_call_output", call_id="b", output=json.dumps({"output": "a", "metadata": {"exit_code": 1}})
    )
    log.message("assistant", "<proposed_plan>\n# Plan\n</proposed_plan>")
    log.counts(900)
    log.compacts([message("user", "Never push"), message("user", PREAMBLE + "- Go on")], PREAMBLE + "- Go on")
    log.says("Ok", 300)
    return log.text()


def gemini_seed() -> str:
    """A session of few bytes with a compression."""
    header = {"sessionId": "s", "projectHash": "p", "startTime": "x"}
    asked, said = gemini_said("a", "Never push"), gemini_answer("b", "Ok", 900)
    summary = gemini_said("c", "<state_snapshot><task_state>1. [TODO] Go on</task_state></state_snapshot>")
    return lines(
        [header, asked, said, {"$set": {"messages": [summary, said]}}, gemini_answer("d", "Done", 300)]
    )


def openhands_seed() -> str:
    """Events of version 0 with a refusal, a delegate, and a condensation."""

    def event(number: int, source: str, **fields: Any) -> dict[str, Any]:
        return {"id": number, "timestamp": "t", "source": source, **fields}

    stated = {
        "function_name": "execute_bash",
        "tool_call_id": "c",
        "model_response": {"id": "r", "usage": {}},
    }
    forgotten = {"forgotten_events_start_id": 2, "forgotten_events_end_id": 3, "summary": "PENDING: go on"}
    return json.dumps(
        [
            event(0, "user", action="message", args={"content": "Never push"}),
            event(
                1, "agent", action="run", args={"command": "ls", "thought": "So"}, tool_call_metadata=stated
            ),
            event(2, "agent", observation="run", content="a", cause=1, extras={"metadata": {"exit_code": 1}}),
            event(3, "agent", action="delegate", args={"agent": "x"}),
            event(4, "agent", observation="delegate", content="b", cause=3, extras={}),
            event(5, "environment", observation="user_rejected", content="Never", cause=3, extras={}),
            event(6, "agent", action="condensation", args=forgotten),
        ]
    )


SEEDS = (codex_seed, gemini_seed, openhands_seed)
"""Transcripts short enough for inputs of 4,000 bytes to hold the whole of them."""
