"""Message arrays are what the two APIs accept, and lose no words."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from gates.source import SourceEvent
from workbench.exporters.anthropic import OPENING, AnthropicExporter
from workbench.exporters.openai import OpenAIExporter

from .samples import SUMMARY, anthropic_problems, call, context, event, openai_problems, result


def anthropic(*parts: Any, **more: Any) -> list[dict[str, Any]]:
    text = AnthropicExporter().export(context(*parts, **more))
    assert anthropic_problems(text) == []
    messages: list[dict[str, Any]] = json.loads(text)["messages"]
    return messages


def openai(*parts: Any, **more: Any) -> list[dict[str, Any]]:
    text = OpenAIExporter().export(context(*parts, **more))
    assert openai_problems(text) == []
    messages: list[dict[str, Any]] = json.loads(text)["messages"]
    return messages


def outline(messages: list[dict[str, Any]]) -> list[str]:
    """`role type type` of each Anthropic message."""
    return [f"{each['role']} {' '.join(block['type'] for block in each['content'])}" for each in messages]


def test_a_call_and_its_result_stay_a_pair() -> None:
    parts = (event(0, "user", "Look"), event(1, "assistant", "I look."), call(2), result(3, failed=True))
    messages = anthropic(*parts)
    assert outline(messages) == ["user text", "assistant text tool_use", "user tool_result"]
    use, answer = messages[1]["content"][1], messages[2]["content"][0]
    assert use == {"type": "tool_use", "id": "c1", "name": "Bash", "input": {"input": "command: ls -l"}}
    assert answer == {"type": "tool_result", "tool_use_id": "c1", "content": "34 files", "is_error": True}
    said = openai(*parts)
    assert [each["role"] for each in said] == ["user", "assistant", "tool"]
    assert said[1]["content"] == "I look."
    assert json.loads(said[1]["tool_calls"][0]["function"]["arguments"]) == {"input": "command: ls -l"}


def test_calls_issued_together_are_one_message_and_calls_in_turn_are_two() -> None:
    start = event(0, "user", "Look")
    together = (start, call(1, "a"), call(2, "b"), result(3, "a"), result(4, "b"))
    assert outline(anthropic(*together))[1:] == [
        "assistant tool_use tool_use",
        "user tool_result tool_result",
    ]
    in_turn = (start, call(1, "a"), result(2, "a"), call(3, "b"), result(4, "b"))
    assert outline(anthropic(*in_turn))[1:] == ["assistant tool_use", "user tool_result"] * 2
    one_message = (
        start,
        call(1, "a", message_id="m"),
        result(2, "a"),
        call(3, "b", message_id="m"),
        result(4, "b"),
    )
    assert outline(anthropic(*one_message))[1:] == outline(anthropic(*together))[1:]
    assert [each["role"] for each in openai(*together)] == ["user", "assistant", "tool", "tool"]


def test_a_message_typed_while_a_tool_ran_comes_behind_its_result() -> None:
    parts = (event(0, "user", "Look"), call(1), event(2, "user", "stop"), result(3))
    assert outline(anthropic(*parts)) == ["user text", "assistant tool_use", "user tool_result text"]
    assert [each["role"] for each in openai(*parts)] == ["user", "assistant", "tool", "user"]


def test_an_orphan_is_rendered_as_text() -> None:
    parts = (event(0, "user", "Look"), result(1, "lost"), call(2, "never"))
    messages = anthropic(*parts)
    assert messages[0]["content"][1]["text"] == "[tool result: Bash]\n34 files"
    assert messages[1]["content"][0]["text"] == "[tool call: Bash]\ncommand: ls -l"
    assert [each["content"] for each in openai(*parts)][1:] == [
        "[tool result: Bash]\n34 files",
        "[tool call: Bash]\ncommand: ls -l",
    ]


def test_an_artifact_is_a_user_message_that_says_what_it_is_and_cannot_be_closed_from_inside() -> None:
    text = anthropic(SUMMARY, event(10, "assistant", "Done."))[0]["content"][0]["text"]
    assert text.startswith("<summary>\nThis summary replaces events 1 to 9")
    assert text.count("</summary>") == 1 and text.endswith("\n</summary>")
    assert "Use Lax" in text
    assert openai(SUMMARY)[0] == {"role": "user", "content": text}


def test_a_native_summary_of_a_chat_is_marked_too() -> None:
    parts = (event(0, "compaction", "They use Lax."), event(1, "assistant", "Yes."))
    text = anthropic(*parts, transcript="anthropic-messages")[0]["content"][0]["text"]
    assert text.startswith("<summary>\n") and "They use Lax." in text
    assert anthropic(*parts)[0]["content"][0]["text"] == "They use Lax."


def test_thinking_and_notes_of_the_harness_stay_out() -> None:
    parts = (
        event(0, "user", "Look"),
        event(1, "thinking", "secret thoughts"),
        event(2, "system", "Conversation compacted"),
        event(3, "assistant", "Yes."),
    )
    for exporter in (AnthropicExporter(), OpenAIExporter()):
        text = exporter.export(context(*parts))
        assert "secret" not in text and "compacted" not in text


def test_a_system_prompt_of_a_chat_is_kept_where_each_api_wants_it() -> None:
    parts = (event(0, "system", "Be brief."), event(1, "user", "Look"))
    text = AnthropicExporter().export(context(*parts, transcript="openai-chat"))
    assert json.loads(text)["system"] == "Be brief." and anthropic_problems(text) == []
    assert openai(*parts, transcript="openai-chat")[0] == {"role": "system", "content": "Be brief."}


def test_a_context_that_begins_with_the_assistant_is_opened_for_the_user() -> None:
    messages = anthropic(event(0, "assistant", "Hello. \n"))
    assert messages[0]["content"][0]["text"] == OPENING
    assert messages[1]["content"][0]["text"] == "Hello."


def test_words_of_one_side_in_a_row_are_one_message_of_several_blocks() -> None:
    parts = (event(0, "user", "One"), event(1, "meta", "Two"), event(2, "plan", "Three"))
    assert outline(anthropic(*parts)) == ["user text text text"]
    assert [each["content"] for each in openai(*parts)] == ["One", "Two", "Three"]


def test_names_and_ids_that_the_apis_refuse_are_made_fit() -> None:
    odd = "toolu/1 é"
    parts = (
        event(0, "user", "x"),
        call(1, odd, tool="mcp.server:run it"),
        result(2, odd),
        call(3, odd),
        result(4, odd),
    )
    ids = [block["id"] for m in anthropic(*parts) for block in m["content"] if block["type"] == "tool_use"]
    assert len(set(ids)) == 2
    openai(*parts)


def test_nothing_that_steers_a_terminal_leaves_unescaped_and_the_value_stays() -> None:
    text = AnthropicExporter().export(context(event(0, "user", "a\x1b[31m\x9b\u202eb")))
    assert not any(ord(letter) < 32 and letter != "\n" for letter in text)
    assert "\x9b" not in text and "\u202e" not in text
    assert json.loads(text)["messages"][0]["content"][0]["text"] == "a\x1b[31m\x9b\u202eb"


def test_an_empty_context_is_an_empty_array() -> None:
    assert json.loads(AnthropicExporter().export(context())) == {"messages": []}
    assert json.loads(OpenAIExporter().export(context())) == {"messages": []}


@st.composite
def any_events(draw: st.DrawFn) -> list[SourceEvent]:
    """Any sequence of events, calls and results in any order, ids repeated or empty."""
    kinds = draw(
        st.lists(
            st.sampled_from(["user", "assistant", "thinking", "tool_call", "tool_result", "system"]),
            max_size=14,
        )
    )
    events = []
    for ordinal, kind in enumerate(kinds):
        text = draw(st.sampled_from(["", " ", "words", "Bash\nx: 1", "end \n"]))
        tool = draw(st.sampled_from(["a", "b", "", "a b"])) if kind.startswith("tool") else None
        events.append(
            event(ordinal, kind, text, call=tool, message_id=draw(st.sampled_from([None, "m1", "m2"])))
        )
    return events


@settings(max_examples=200, deadline=None)
@given(any_events(), st.integers(0, 14), st.sampled_from(["claude-code", "openai-chat"]))
def test_any_sequence_of_events_makes_valid_messages(
    events: list[SourceEvent], at: int, transcript: str
) -> None:
    parts = (*events[:at], SUMMARY, *events[at:])
    anthropic(*parts, transcript=transcript)
    openai(*parts, transcript=transcript)


@settings(max_examples=100, deadline=None)
@given(any_events())
def test_no_result_is_lost(events: list[SourceEvent]) -> None:
    numbered = [
        event(e.ordinal, e.kind.value, f"result {e.ordinal}.", call=e.tool.call_id)
        if e.tool and e.kind == "tool_result"
        else e
        for e in events
    ]
    text = AnthropicExporter().export(context(*numbered))
    for each in numbered:
        if each.kind == "tool_result":
            assert text.count(f"result {each.ordinal}.") == 1
