"""Small files of the formats that hold messages: one example each, with everything that it has."""

from __future__ import annotations

import json
from typing import Any

Json = dict[str, Any]

TODOS = [
    {"content": "Write the parser test", "status": "pending"},
    {"content": "Read it", "status": "completed"},
]


def swe_agent() -> str:
    """A run with text commands, an edit of the open file, and a last observation outside the history."""
    history = [
        {
            "role": "system",
            "content": "You are a programmer.",
            "agent": "main",
            "message_type": "system_prompt",
        },
        {"role": "user", "content": "A demonstration.", "agent": "main", "is_demo": True},
        {"role": "user", "content": "Fix the issue, never touch setup.py", "agent": "main"},
        {
            "role": "assistant",
            "content": "Open it.\n```\nopen src/a.py\n```",
            "thought": "Open it.",
            "action": "open src/a.py\n",
            "agent": "main",
        },
        {"role": "user", "content": "[File: src/a.py]", "agent": "main"},
        {
            "role": "assistant",
            "content": "Edit it.",
            "thought": "Edit it.",
            "action": "edit 1:1\nx = 1\nend_of_edit",
            "tool_calls": [
                {
                    "id": "c1",
                    "type": "function",
                    "function": {"name": "edit", "arguments": '{"text": "x = 1"}'},
                }
            ],
            "agent": "main",
        },
        {"role": "tool", "content": "Edited.", "agent": "main", "tool_call_ids": ["c1"]},
        {"role": "assistant", "content": "Test.", "thought": "Test.", "action": "pytest -q", "agent": "main"},
    ]
    closed, opened = '{"open_file": "n/a"}', {"open_file": "/repo/src/a.py"}
    steps = [
        {
            "action": "open src/a.py\n",
            "observation": "[File: src/a.py]",
            "response": "Open it.",
            "state": closed,
        },
        {"action": "edit 1:1", "observation": "Edited.", "response": "Edit it.", "state": opened},
        {"action": "pytest -q", "observation": "1 passed", "response": "Test.", "state": opened},
    ]
    return json.dumps({"trajectory": steps, "history": history, "info": {"exit_status": "submitted"}})


def mini_swe_agent() -> str:
    """A run with a fenced command, a tool call, a refusal by a human and an exit."""
    called = {
        "id": "c2",
        "type": "function",
        "function": {"name": "bash", "arguments": '{"command": "pytest"}'},
    }
    refusal = (
        "Commands not executed. The user rejected your commands with the following message: use uv instead"
    )
    messages = [
        {"role": "system", "content": "You can use a computer."},
        {"role": "user", "content": "Please solve this issue: it fails"},
        {"role": "assistant", "content": "Look.\n\n```bash\nls -la\n```"},
        {"role": "user", "content": "<returncode>0</returncode>\n<output>\na.py\n</output>"},
        {
            "role": "assistant",
            "content": "Run the tests.",
            "tool_calls": [called],
            "extra": {
                "timestamp": 1770000000.5,
                "response": {"usage": {"prompt_tokens": 900, "completion_tokens": 7}},
            },
        },
        {
            "role": "tool",
            "tool_call_id": "c2",
            "content": "1 failed",
            "extra": {"returncode": 1, "timestamp": 1770000001},
        },
        {"role": "assistant", "content": "```mswea_bash_command\npip install x\n```"},
        {"role": "user", "content": refusal, "extra": {"interrupt_type": "UserRejection"}},
        {"role": "exit", "content": "done", "extra": {"exit_status": "Submitted"}},
    ]
    info = {"mini_version": "2.4.6", "exit_status": "Submitted"}
    return json.dumps({"info": info, "messages": messages, "trajectory_format": "mini-swe-agent-1.1"})


def lc(kind: str, content: Any, own_id: str, **data: Any) -> Json:
    """A message as `messages_to_dict` gives it."""
    return {
        "type": kind,
        "data": {"content": content, "type": kind, "id": own_id, "additional_kwargs": {}, **data},
    }


def lc_summary(text: str, own_id: str) -> Json:
    """The message that LangChain's summarization middleware leaves."""
    words = f"Here is a summary of the conversation to date:\n\n{text}"
    return lc("human", words, own_id, additional_kwargs={"lc_source": "summarization"})


def langchain_messages() -> list[list[Json]]:
    """Return the messages of a thread at each state, earliest first: one compaction that kept two."""
    call = {"name": "write_todos", "args": {"todos": TODOS}, "id": "t1", "type": "tool_call"}
    usage = {"input_tokens": 900, "output_tokens": 30, "total_tokens": 930}
    first = [lc("system", "Be brief.", "s1"), lc("human", "Build it, use DuckDB", "h1")]
    first += [lc("ai", "", "a1", tool_calls=[call], usage_metadata=usage)]
    first += [lc("tool", "ok", "r1", tool_call_id="t1", status="success"), lc("ai", "Listed.", "a2")]
    second = [*first, lc("human", "Go on", "h2")]
    third = [first[0], lc_summary("- Use DuckDB\n- Write the parser test", "sum1"), first[4], second[5]]
    usage = {"input_tokens": 400, "output_tokens": 5, "total_tokens": 405}
    last = [*third, lc("ai", "Going on.", "a3", usage_metadata=usage)]
    return [first[:2], first, second, third, last]


def langchain() -> str:
    """The history of a thread's states, the newest first, as LangGraph gives it."""
    states = [
        {
            "values": {"messages": messages},
            "next": [],
            "config": {"configurable": {"thread_id": "thread-1"}},
            "metadata": {"step": step},
            "created_at": f"2026-01-01T00:00:{step:02}Z",
        }
        for step, messages in enumerate(langchain_messages())
    ]
    return json.dumps(states[::-1])


def im(role: str, content: Any, own_id: str, **more: Any) -> Json:
    """A message of Inspect."""
    return {"id": own_id, "role": role, "content": content, **more}


def icall(call_id: str, name: str, **arguments: Any) -> Json:
    """A tool call of Inspect."""
    return {"id": call_id, "function": name, "arguments": arguments, "type": "function"}


def model_event(given: list[Json], answer: Json, tokens: int, second: int, **more: Any) -> Json:
    """A model call of Inspect."""
    usage = {"input_tokens": tokens, "output_tokens": 9, "total_tokens": tokens + 9}
    output = {"model": "m", "choices": [{"message": answer, "stop_reason": "stop"}], "usage": usage}
    time = f"2026-01-01T00:00:{second:02}+00:00"
    return {"event": "model", "model": "m", "timestamp": time, "input": given, "output": output, **more}


def inspect_sample() -> Json:
    """A sample with a long text in its attachments and a compaction that wrote a summary."""
    system, asked = im("system", "Submit an answer.", "s1"), im("user", "Read them all", "u1", source="input")
    look = im("assistant", "Look.", "a1", tool_calls=[icall("c1", "bash", command="cat a.txt")])
    read = im("tool", "attachment://abc", "t1", tool_call_id="c1", function="bash")
    again = im("assistant", "Again.", "a2", tool_calls=[icall("c2", "bash", command="cat b.txt")])
    more = im("tool", "b", "t2", tool_call_id="c2", function="bash")
    words = (
        "[CONTEXT COMPACTION SUMMARY]\n\nThe following is a summary of work completed on this task so far. "
    )
    words += "It was generated by the compaction process:\n\n- Never touch config.toml\n\n"
    words += "Please continue working on this task from where you left off."
    summary = im("user", words, "sum1", metadata={"summary": True})
    last = im("assistant", "Done.", "a4")
    events = [
        {"event": "span_begin", "id": "sp", "type": "solver", "name": "react"},
        model_event([system, asked], look, 300, 1),
        {"event": "tool", "id": "c1", "function": "bash"},
        model_event([system, asked, look, read], again, 900, 2),
        model_event(
            [system, asked, look, read, again, more, im("user", "Summarize.", "x")],
            im("assistant", "- N", "a3"),
            1000,
            3,
        ),
        {
            "event": "compaction",
            "type": "summary",
            "tokens_before": 980,
            "tokens_after": 120,
            "metadata": {"trigger": "threshold"},
        },
        model_event([system, asked, summary], last, 130, 4),
    ]
    messages = [system, asked, look, read, again, more, summary, last]
    return {
        "id": 1,
        "epoch": 1,
        "uuid": "sample-uuid",
        "messages": messages,
        "events": events,
        "attachments": {"abc": "a long text " * 20},
    }


def inspect_log(*samples: Json) -> Json:
    """An evaluation log."""
    stated = {
        "task": "t",
        "model": "m",
        "run_id": "run",
        "eval_id": "ev",
        "packages": {"inspect_ai": "0.3.285"},
    }
    return {"version": 2, "status": "success", "eval": stated, "samples": list(samples) or [inspect_sample()]}


def inspect() -> str:
    """A log of one sample as JSON."""
    return json.dumps(inspect_log())


def atif() -> str:
    """A trajectory with todos, a result with an error, and a subagent inside."""
    calls = [
        {"tool_call_id": "c1", "function_name": "TodoWrite", "arguments": {"todos": TODOS}},
        {"tool_call_id": "c2", "function_name": "Bash", "arguments": {"command": "pytest"}},
    ]
    results = [
        {"source_call_id": "c1", "content": "ok"},
        {
            "source_call_id": "c2",
            "content": [{"type": "text", "text": "1 failed"}],
            "extra": {"is_error": True},
        },
    ]
    metrics = {"prompt_tokens": 900, "completion_tokens": 20, "cached_tokens": 100}
    steps: list[Json] = [
        {"step_id": 1, "source": "system", "message": "Be brief."},
        {"step_id": 2, "source": "user", "message": "Build it", "timestamp": "2026-01-01T00:00:00Z"},
        {
            "step_id": 3,
            "source": "agent",
            "message": "First the list.",
            "reasoning_content": "Hm.",
            "tool_calls": calls,
            "observation": {"results": results},
            "metrics": metrics,
        },
        {"step_id": 4, "source": "agent", "message": "Done.", "metrics": {"prompt_tokens": 990}},
    ]
    agent = {"name": "terminus", "version": "2"}
    inside = {
        "schema_version": "ATIF-v1.8",
        "trajectory_id": "sub",
        "agent": agent,
        "steps": [{**steps[1], "step_id": 1}],
    }
    return json.dumps(
        {
            "schema_version": "ATIF-v1.8",
            "session_id": "session-1",
            "agent": agent,
            "steps": steps,
            "subagent_trajectories": [inside],
        }
    )


CONTINUED = "This session is being continued from a previous conversation that ran out of context."


def jsonl_chat() -> str:
    """A chat with names of its own."""
    lines = [
        {"from": "system", "value": "Be nice."},
        {"from": "human", "value": "Build it, use DuckDB", "ts": 1770000000},
        {"from": "gpt", "value": "What about the tests?", "id": "m3"},
        {"sender": "user", "text": "Write them first.", "timestamp": "2026-01-01T00:00:00Z"},
        {"author": {"role": "assistant"}, "message": {"parts": ["Done", "so far."]}},
        {"speaker": "human", "body": "Thanks"},
        {"speaker": "bot", "body": "Bye"},
    ]
    return "".join(json.dumps(line) + "\n" for line in lines)
