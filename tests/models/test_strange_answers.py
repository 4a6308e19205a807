"""Answers of real services and gateways that are neither plain answers nor plain refusals."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.models.loopback import (
    Loopback,
    Request,
    anthropic_events,
    head,
    loopback,
    openai_events,
    stream,
    whole,
)
from workbench.models.base import ModelAnswer, ModelTrouble, Prompt, Schema
from workbench.models.exchange import IDLE_SECONDS, MAX_BYTES, MAX_STREAM_BYTES
from workbench.models.json_answers import TRIES, object_in
from workbench.models.refusals import LEAST_ANSWER
from workbench.models.services import open_model
from workbench.models.streams import AnthropicEvents

SCHEMA = Schema("answer", {"type": "object", "properties": {"a": {"type": "integer"}}})
ASKED = Prompt("Be brief.", "How many?", 6_000, SCHEMA, stream=True)


def asked(there: Loopback, provider: str = "openai") -> ModelAnswer:
    return open_model(provider, "m", url=there.url, timeout_ms=20_000).answer(ASKED)


def trouble(there: Loopback, provider: str = "openai") -> ModelTrouble:
    with pytest.raises(ModelTrouble) as caught:
        asked(there, provider)
    return caught.value


def thought(size: int) -> list[bytes]:
    """Return events of a model that thinks for this many bytes without an answer."""
    one = b'data: {"choices": [{"delta": {"content": null, "reasoning": "hm"}}]}\n\n'
    return [one * (size // len(one))]


def test_what_a_model_thinks_is_not_the_length_of_its_answer() -> None:
    """Events may be many times the text of an answer, which alone has the limit of one; both have one."""
    with loopback(lambda _request: stream([*thought(3 * MAX_BYTES), *openai_events("{}")])) as there:
        assert asked(there).text == "{}"
        there.script = lambda _request: stream([*thought(MAX_STREAM_BYTES + 100), *openai_events("{}")])
        assert trouble(there).reason == "the answer is over 20 MB"
        parts = ["x" * (MAX_BYTES // 4)] * 4
        there.script = lambda _request: stream(openai_events(*parts))
        assert len(asked(there).text) == MAX_BYTES
        there.script = lambda _request: stream(openai_events(*parts, "x"))
        assert trouble(there).reason == "the answer is over 2 MB"


def test_a_service_may_be_silent_while_a_page_is_written() -> None:
    """Input of a tool comes a value at a time: silence as long as a page takes is no end."""
    assert IDLE_SECONDS >= 60


@pytest.mark.parametrize("again", [None, 0])
def test_a_count_that_comes_again_as_nothing_stays(again: int | None) -> None:
    """Gateways repeat the counts at the end, empty: what was counted before is not lost and not zero."""
    last = {"input_tokens": again, "cache_read_input_tokens": again, "output_tokens": 11}
    collector = AnthropicEvents()
    for event in anthropic_events("{}")[:-2]:
        collector.feed(event)
    ended = {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": last}
    collector.feed(b"data: " + json.dumps(ended).encode() + b"\n\n")
    assert (collector.usage["input_tokens"], collector.usage["cache_read_input_tokens"]) == (7, 3)
    assert collector.usage["output_tokens"] == 11


def test_the_input_of_a_tool_is_the_answer_and_not_the_words_before_it() -> None:
    """Streamed or whole, a sentence with JSON of its own before a tool call is no part of the answer."""
    said = 'I answer {"a": 0} as asked.'
    events = anthropic_events('{"a"', ": 1}")
    word = {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": said}}
    before = b"data: " + json.dumps(word).encode() + b"\n\n"
    with loopback(lambda _request: stream([events[0], before, *events[1:]])) as there:
        assert asked(there, "anthropic").text == '{"a": 1}'
        blocks: list[dict[str, Any]] = [
            {"type": "text", "text": said},
            {"type": "tool_use", "input": {"a": 1}},
        ]
        there.script = lambda _request: whole(200, {"content": blocks, "stop_reason": "tool_use"})
        assert asked(there, "anthropic").text == '{"a": 1}'


def test_an_answer_that_filled_the_models_window_was_cut() -> None:
    """An answer that ended because the model's window was full is marked as cut."""
    events = anthropic_events('{"a"', stop="model_context_window_exceeded")
    with loopback(lambda _request: stream(events)) as there:
        assert asked(there, "anthropic").cut


@pytest.mark.parametrize(
    ("status", "message", "reason", "lasting"),
    [
        (400, "prompt is too long: 215232 tokens > 200000 maximum", "too long for the model (400)", False),
        (400, "This model's maximum context length is 8192 tokens", "too long for the model (400)", False),
        (413, "Request exceeds the maximum size", "too long for the model (413)", False),
        (400, "Your credit balance is too low to access the API", "the quota is spent (400)", True),
    ],
)
def test_what_no_other_form_of_the_request_would_change_is_not_sent_again(
    status: int, message: str, reason: str, lasting: bool
) -> None:
    """The error gives the reason and a hint, and the text is sent only once."""
    with loopback(lambda _request: whole(status, {"error": {"message": message}})) as there:
        found = trouble(there)
        assert found.reason.endswith(reason)
        assert (found.lasting, found.free, bool(found.hint)) == (lasting, True, True)
        assert len(there.requests) == 1


@pytest.mark.parametrize(
    ("message", "limits"),
    [
        ("max_tokens: 6000 > 4096, which is the maximum allowed for m", [6_000, 4_096]),
        ("max_tokens is too large: 6000. This model supports at most 4096 completion tokens", [6_000, 4_096]),
        (f"max_tokens: 6000 > {LEAST_ANSWER}", [6_000, LEAST_ANSWER]),
        (f"max_tokens: 6000 > {LEAST_ANSWER - 1}", [6_000, 6_000]),
        ("max_tokens: 6000 is refused", [6_000, 6_000]),
        ("max_tokens: at most 4096", [6_000, 6_000]),
    ],
)
def test_a_model_that_answers_less_is_asked_for_less(message: str, limits: list[int]) -> None:
    """The limit named by the refusal is used; if it names none, the schema is dropped first, as before."""

    def script(request: Request) -> Any:
        short = request.body["max_tokens"] <= 4_096 or "response_format" not in request.body
        return whole(200, {"choices": [{"message": {"content": "{}"}}]}) if short else refused

    refused = whole(400, {"error": {"message": message}})
    with loopback(script) as there:
        assert asked(there).text == "{}"
        assert [each.body["max_tokens"] for each in there.requests] == limits


def test_a_web_page_in_place_of_an_answer_is_named() -> None:
    """A login page is reported by title and address, and not requested again for each question."""
    page = b"<!doctype html><html><head><title>Please log in</title></head></html>"
    with loopback(lambda _request: [head(kind="text/html") + page]) as there:
        found = trouble(there)
        assert (found.reason, found.lasting) == ("the answer is not JSON", True)
        assert "Please log in (127.0.0.1:" in found.reported
        there.script = lambda _request: [head() + b'{"choices": [']
        assert (trouble(there).reason, trouble(there).lasting) == ("the answer is not JSON", False)


@pytest.mark.parametrize(
    "text",
    [
        '{"items": [1]}',
        '```json\n{"items": [1]}\n```\nThat is all.',
        'I answer in the form {"items": []} here: {"items": [1]}',
        'I answer in the form {"a": 1} here: {"items": [1]}',
        '<think>{"items": [2]} would do</think>\n{"items": [1]}',
        'So {"items": [2]} would do.</think>\n{"items": [1]}',
        '{"items": [1,],}',
        'Here: {"items": [1 , ]\n}',
        '{"note": "a\nb", "items": [1]}',
        '{"items": [1], "note": "</think>"}',
        'Here: {"items": [1], "note": "</think>"}',
        '<tool_call>{"name": "record", "arguments": {"items": [1]}}</tool_call>',
    ],
)
def test_the_object_of_an_answer_is_found(text: str) -> None:
    """In a fence or a call, behind a sentence, an example or thinking, and with a comma too many."""
    assert object_in(text, "items")["items"] == [1]


def test_an_answer_without_what_it_must_hold() -> None:
    """An empty list is valid; an object without the field is returned as it is.

    No object gives an empty one.
    """
    assert object_in('{"items": []}', "items") == {"items": []}
    assert object_in('{"a": 1} {"b": 2}', "items") == {"a": 1}
    assert object_in("I cannot help with that.", "items") == {}
    assert object_in('{"a": "x,]"}') == {"a": "x,]"}
    assert object_in("{" * (TRIES - 1) + '{"a": 1}') == {"a": 1}
    assert object_in("{" * TRIES + '{"a": 1}') == {}
