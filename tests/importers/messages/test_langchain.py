"""Message dumps of LangChain and LangGraph."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gates.source import SignalKind, ToolAction
from tests.importers import formats
from tests.importers.formats import lc, lc_summary
from tests.importers.reads import read


def test_a_history_says_what_a_summary_replaced(tmp_path: Path) -> None:
    """The states come newest first; each message is reported once, when the state brought it."""
    found = read("langchain", tmp_path, formats.langchain())
    assert [kind for kind, _ in found.stated()] == [
        "system", "user", "tool_call", "tool_result", "assistant", "user", "compaction", "assistant",
    ]  # fmt: skip
    assert found.ranges() == [(0, 5, (0, 4, 5), 6)]
    compaction = found.totals.compactions[0]
    assert (compaction.trigger, compaction.opaque) == ("auto", False)
    assert compaction.tokens_before is not None and compaction.tokens_before.tokens == 900
    assert compaction.tokens_after is not None
    assert (compaction.tokens_after.tokens, compaction.tokens_after.provenance) == (400, "next-usage")
    assert [item.text for item in compaction.items] == ["Use DuckDB", "Write the parser test"]
    assert (found.header.native_id, found.header.scope_complete) == ("thread-1", True)
    assert found.events[2].timestamp == "2026-01-01T00:00:01Z"


def test_todos_are_work_and_usage_is_counted_once(tmp_path: Path) -> None:
    """A call alone in its answer has the tokens that the model reported."""
    found = read("langchain", tmp_path, formats.langchain())
    call = found.events[2]
    assert call.tool is not None and call.tool.action is ToolAction.TODO
    assert call.signals[0].kind is SignalKind.TODO_LIST
    assert [(entry.text, entry.status) for entry in call.signals[0].entries] == [
        ("Write the parser test", "pending"),
        ("Read it", "completed"),
    ]
    assert (call.tokens, call.provenance) == (30, "reported")
    assert found.events[3].tool is not None and found.events[3].tool.failed is False


def dumped(message: dict[str, object]) -> dict[str, object]:
    """A message as `dumpd` gives it."""
    names = {"system": "SystemMessage", "human": "HumanMessage", "ai": "AIMessage", "tool": "ToolMessage"}
    path = ["langchain", "schema", "messages", names[str(message["type"])]]
    return {"lc": 1, "type": "constructor", "id": path, "kwargs": message["data"]}


@pytest.mark.parametrize("form", ["dict", "dumpd", "flat", "lines", "state", "checkpoint"])
def test_every_form_gives_the_same_events(tmp_path: Path, form: str) -> None:
    """A list, the constructors, flat objects, a line each, and states of LangGraph."""
    messages = formats.langchain_messages()[2]
    content: object = {
        "dict": {"messages": messages},
        "dumpd": [dumped(message) for message in messages],
        "flat": [message["data"] for message in messages],
        "lines": "".join(json.dumps(message) + "\n" for message in messages),
        "state": {"values": {"messages": messages}},
        "checkpoint": {"checkpoint": {"channel_values": {"messages": messages}}},
    }[form]
    found = read("langchain", tmp_path, content)
    plain = read("langchain", tmp_path, messages)
    assert [(e.kind, e.text, e.native_id) for e in found.events] == [
        (e.kind, e.text, e.native_id) for e in plain.events
    ]
    assert found.totals.skipped == []


def test_a_stream_of_messages_says_what_was_removed(tmp_path: Path) -> None:
    """Requests to remove are no events; what they did not name was kept."""
    removed = [lc("remove", "", own_id) for own_id in ("h1", "a1")]
    messages = [lc("system", "s", "s1"), lc("human", "Build it", "h1"), lc("ai", "Ok", "a1"), *removed]
    found = read(
        "langchain", tmp_path, [*messages, lc_summary("- Build it", "sum1"), lc("ai", "Next?", "a2")]
    )
    assert found.ranges() == [(0, 2, (0,), 3)]
    assert found.totals.noise == 2


def test_everything_removed_and_some_reported_again_was_kept(tmp_path: Path) -> None:
    """The middleware's order is used: remove all, the summary, then the preserved messages."""
    messages = [lc("human", "Build it", "h1"), lc("ai", "Ok", "a1"), lc("human", "Go on", "h2")]
    again = [lc("remove", "", "__remove_all__"), lc_summary("- Build it", "sum1"), messages[2]]
    found = read("langchain", tmp_path, [*messages, *again, lc("ai", "Going on", "a2")])
    assert found.ranges() == [(0, 2, (2,), 3)]
    assert [text for _, text in found.stated()][-1] == "Going on"


def test_a_state_alone_does_not_know_its_beginning(tmp_path: Path) -> None:
    """The summary is there, what it replaced is not: its range is itself, as in every format."""
    found = read("langchain", tmp_path, formats.langchain_messages()[-1][1:])
    assert found.stated(10)[0] == ("compaction", "Here is a ")
    assert found.ranges() == [(0, 0, (), 0)] and not found.header.scope_complete


def test_a_history_that_was_trimmed_has_a_compaction_without_a_summary(tmp_path: Path) -> None:
    """The dropped messages are known, and nothing else is claimed."""
    messages = [lc("human", "One", "h1"), lc("ai", "1", "a1"), lc("human", "Two", "h2"), lc("ai", "2", "a2")]
    states = [
        {"values": {"messages": given}, "config": {}, "metadata": {"step": step}}
        for step, given in enumerate([messages, [*messages[2:], lc("human", "Three", "h3")]])
    ]
    found = read("langchain", tmp_path, states)
    assert found.ranges() == [(0, 3, (2, 3), None)]
    assert found.totals.compactions[0].opaque


def test_what_was_said_before_going_back_is_on_a_sidechain(tmp_path: Path) -> None:
    """A thread that was taken up from an earlier state drops no instruction by it."""
    start = [lc("system", "s", "s1"), lc("human", "One", "h1"), lc("ai", "1", "a1")]
    states = [
        {"values": {"messages": given}, "config": {}, "metadata": {"step": step}}
        for step, given in enumerate(
            [[*start, lc("human", "Wrong", "h2")], [*start, lc("human", "Right", "h3")]]
        )
    ]
    found = read("langchain", tmp_path, states)
    assert [(e.text, e.sidechain) for e in found.events if e.sidechain] == [("Wrong", "rewind-1")]
    assert not found.totals.compactions


def test_thoughts_and_blocks(tmp_path: Path) -> None:
    """Content blocks: thoughts apart, a call that is repeated in them once, images named."""
    blocks = [
        {"type": "thinking", "thinking": "Hm."},
        {"type": "text", "text": "Look."},
        {"type": "tool_use", "id": "t1", "name": "bash", "input": {"command": "ls"}},
    ]
    calls = [{"name": "bash", "args": {"command": "ls"}, "id": "t1"}]
    picture = [{"type": "image_url", "image_url": {"url": "data:image/png;base64,QUJD"}}]
    failed = lc("tool", "no such file", "r1", tool_call_id="t1", status="error")
    messages = [lc("human", picture, "h1"), lc("ai", blocks, "a1", tool_calls=calls), failed]
    found = read("langchain", tmp_path, messages)
    assert found.stated() == [
        ("user", "[image_url image/png 3 bytes]"),
        ("thinking", "Hm."),
        ("assistant", "Look."),
        ("tool_call", "bash\ncommand: ls"),
        ("tool_result", "no such file"),
    ]
    assert found.events[4].tool is not None and found.events[4].tool.failed is True
