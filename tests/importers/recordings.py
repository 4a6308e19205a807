"""Recorded calls of model services, with everything that a recording has: logs of the Responses API, HAR."""

from __future__ import annotations

import json
from typing import Any

from tests.importers.formats import CONTINUED, TODOS, Json


def item(role: str, text: str, **more: Any) -> Json:
    """A message item of the Responses API."""
    kind = "output_text" if role == "assistant" else "input_text"
    return {"type": "message", "role": role, "content": [{"type": kind, "text": text}], **more}


def counted(given: int, answered: int) -> Json:
    """Usage of the Responses API."""
    return {"input_tokens": given, "output_tokens": answered, "total_tokens": given + answered}


SEALED = {"id": "cmp_1", "type": "compaction", "encrypted_content": "gAAAA" * 20}


def responses_log() -> list[Json]:
    """Exchanges with a plan, a shell call, and a compaction that kept the human's message."""
    asked = item("user", "Build it, use DuckDB")
    plan = json.dumps({"plan": [{"step": "Write the parser test", "status": "pending"}]})
    thought = {
        "type": "reasoning",
        "id": "rs_1",
        "summary": [{"type": "summary_text", "text": "Plan first."}],
    }
    call: Json = {
        "type": "function_call",
        "id": "fc_1",
        "call_id": "c1",
        "name": "update_plan",
        "arguments": plan,
    }
    result: Json = {"type": "function_call_output", "call_id": "c1", "output": "ok"}
    shell: Json = {"type": "local_shell_call", "id": "sh_1", "call_id": "c2", "status": "completed"}
    shell |= {"action": {"type": "exec", "command": ["ls", "-la"], "env": {}}}
    listed: Json = {"type": "local_shell_call_output", "id": "c2", "call_id": "c2", "output": "a.py"}
    done = item("assistant", "Done that step.", id="msg_1", status="completed")
    first, second = [thought, call], [shell]
    third = [asked, *first, result, *second, listed]
    turns: list[tuple[list[Json], str, list[Json], Json]] = [
        ([asked], "response", first, counted(900, 20)),
        ([asked, *first, result], "response", second, counted(950, 10)),
        (third, "response", [done], counted(1000, 8)),
        ([*third, done], "response.compaction", [asked, SEALED], counted(1010, 300)),
        (
            [asked, SEALED, item("user", "Go on")],
            "response",
            [item("assistant", "Going on.", id="msg_2")],
            counted(400, 5),
        ),
    ]
    return [
        {
            "request": {"model": "gpt-5", "instructions": "Be terse.", "input": given},
            "response": {
                "id": f"resp_{n}",
                "object": kind,
                "created_at": 1770000000 + n,
                "output": output,
                "usage": usage,
            },
        }
        for n, (given, kind, output, usage) in enumerate(turns)
    ]


def openai_responses() -> str:
    """A log of exchanges, one a line."""
    return "".join(json.dumps(each) + "\n" for each in responses_log())


def entry(url: str, asked: Json, answered: Json | str, second: int, **more: Any) -> Json:
    """One entry of a recording, with keys in its headers, its cookies and its query."""
    text = answered if isinstance(answered, str) else json.dumps(answered)
    secret = [{"name": "x-api-key", "value": SECRET}]
    return {
        "startedDateTime": f"2026-01-01T00:00:{second:02}.000Z",
        "request": {
            "method": "POST",
            "url": f"{url}?key={SECRET}",
            "headers": secret,
            "cookies": secret,
            "queryString": secret,
            "postData": {"mimeType": "application/json", "text": json.dumps(asked), "params": secret},
        },
        "response": {
            "status": 200,
            "headers": secret,
            "content": {"mimeType": "application/json", "text": text},
        },
        **more,
    }


def sse(*events: Json) -> str:
    """A stream of events, with a comment between them."""
    return "".join(f"event: x\ndata: {json.dumps(each)}\n\n: keep-alive\n\n" for each in events)


SECRET = "not-a-real-key-0123456789"


ANTHROPIC = "https://api.anthropic.com/v1/messages"


def har_entries() -> list[Json]:
    """Calls of one conversation with a compaction in it, a call for a title, and one to something else."""
    asked = {"role": "user", "content": [{"type": "text", "text": "Build it, use DuckDB"}]}
    use = {"type": "tool_use", "id": "toolu_1", "name": "TodoWrite", "input": {"todos": TODOS}}
    answer: Json = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "content": [{"type": "text", "text": "First."}, use],
    }
    answer["usage"] = {"input_tokens": 10, "cache_read_input_tokens": 890, "output_tokens": 20}
    said = {"role": "assistant", "content": answer["content"]}
    result = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "ok"}]}
    start = {"id": "msg_2", "role": "assistant", "usage": {"input_tokens": 950, "output_tokens": 1}}
    stream = sse(
        {"type": "message_start", "message": start},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "ping"},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Do"}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "ne."}},
        {"type": "message_delta", "usage": {"output_tokens": 3}},
    )
    summary = (
        f"{CONTINUED} The conversation is summarized below:\n1. Primary Request and Intent:\n   - Use DuckDB"
    )
    after: Json = {"id": "msg_4", "role": "assistant", "content": [{"type": "text", "text": "Going on."}]}
    after["usage"] = {"input_tokens": 300, "output_tokens": 4}
    title = {"id": "msg_3", "role": "assistant", "content": [{"type": "text", "text": "A title"}]}
    body = {"model": "claude-x", "system": "Be terse."}
    talk = [asked, said, result]
    return [
        entry(ANTHROPIC, {**body, "messages": [asked]}, answer, 1),
        entry("https://telemetry.example/log", {"messages": []}, {}, 2),
        entry(ANTHROPIC, {**body, "messages": talk}, stream, 3),
        entry(ANTHROPIC, {"model": "small", "messages": [{"role": "user", "content": "Name it"}]}, title, 4),
        entry(ANTHROPIC, {**body, "messages": [{"role": "user", "content": summary}]}, after, 5),
    ]


def har(*entries: Json) -> str:
    """A recording."""
    log = {
        "version": "1.2",
        "creator": {"name": "test", "version": "1"},
        "entries": list(entries) or har_entries(),
    }
    return json.dumps({"log": log})
