"""The two protocols: what is sent, what is read, how the four counts are distinguished."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest

from tests.models.loopback import (
    Request,
    anthropic,
    anthropic_events,
    loopback,
    openai,
    openai_events,
    stream,
    whole,
)
from workbench.errors import UsageError
from workbench.models.base import MOST_TOKENS, ModelTrouble, Prompt, Schema, Usage
from workbench.models.services import address_of, open_model
from workbench.strategies.modelled.answered import items_in
from workbench.strategies.modelled.asking import WrongAnswer

SCHEMA = Schema("answer", {"type": "object", "properties": {"a": {"type": "integer"}}})
ASKED = Prompt("Be brief.", "How many?", 50, SCHEMA, stream=True)


@pytest.mark.parametrize("provider", ["anthropic", "openai"])
def test_both_protocols_stream_an_answer_held_to_a_schema(provider: str) -> None:
    """The text of the pieces, four counts that do not overlap, and whether it was cut."""
    events = anthropic_events if provider == "anthropic" else openai_events
    with loopback(lambda _request: stream(events('{"a"', ": 1}"))) as there:
        answer = open_model(provider, "m", url=there.url, timeout_ms=5_000).answer(ASKED)
        assert (answer.text, answer.usage, answer.cut) == ('{"a": 1}', Usage(7, 3, 2, 11), False)
        end = "max_tokens" if provider == "anthropic" else "length"
        there.script = lambda _request: stream(events('{"a"', stop=end))
        assert open_model(provider, "m", url=there.url, timeout_ms=5_000).answer(ASKED).cut
        end = "refusal" if provider == "anthropic" else "content_filter"
        there.script = lambda _request: stream(events("", stop=end))
        filtered = open_model(provider, "m", url=there.url, timeout_ms=5_000).answer(ASKED)
        assert (filtered.filtered, filtered.cut) == (True, False)
        with pytest.raises(WrongAnswer, match="the model or its service declined"):
            items_in(filtered)
    assert not answer.filtered
    body = there.requests[0].body
    assert body["stream"] is True
    asked = body["tools"][0]["input_schema"] if provider == "anthropic" else body["response_format"]
    assert asked == (
        SCHEMA.body
        if provider == "anthropic"
        else {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": SCHEMA.body}}
    )


@pytest.mark.parametrize("provider", ["anthropic", "openai"])
def test_a_service_that_does_not_stream_is_read_as_it_answers(provider: str) -> None:
    """Plain JSON for a request to stream is an answer like any other."""
    made = anthropic if provider == "anthropic" else openai
    with loopback(lambda _request: whole(200, made('{"a": 2}'))) as there:
        answer = open_model(provider, "m", url=there.url, timeout_ms=5_000).answer(ASKED)
        assert answer.text == '{"a": 2}'
        there.script = lambda _request: whole(200, {"content": "odd", "choices": "odd"})
        with pytest.raises(ModelTrouble, match="another shape"):
            open_model(provider, "m", url=there.url, timeout_ms=5_000).answer(ASKED)


def test_the_input_of_a_tool_is_the_answer() -> None:
    """Without a stream too."""
    body = {"content": [{"type": "tool_use", "input": {"a": 3}}], "stop_reason": "tool_use"}
    with loopback(lambda _request: whole(200, body)) as there:
        answer = open_model("anthropic", "m", url=there.url, timeout_ms=5_000).answer(ASKED)
    assert json.loads(answer.text) == {"a": 3}


@pytest.mark.parametrize(
    ("provider", "refused", "named"),
    [("anthropic", "tools", "odd"), ("openai", "response_format", "odd"), ("openai", "stream", "stream")],
)
def test_a_service_that_knows_less_is_asked_for_less(provider: str, refused: str, named: str) -> None:
    """A refused field is left out, whether the refusal names it or not; nothing else changes."""
    made = anthropic if provider == "anthropic" else openai

    def picky(request: Request) -> Iterable[bytes]:
        if refused in request.body:
            return whole(400, {"error": named})
        return whole(200, made("{}"))

    with loopback(picky) as there:
        assert open_model(provider, "m", url=there.url, timeout_ms=5_000).answer(ASKED).text == "{}"
    first, last = there.requests[0].body, there.requests[-1].body
    assert len(there.requests) == 2
    assert {key: first[key] for key in last} == last


@pytest.mark.parametrize(
    ("stated", "usage"),
    [
        ({"prompt_tokens": 12, "completion_tokens": 1}, Usage(12, 0, 0, 1)),
        ({"prompt_tokens": 12, "prompt_tokens_details": {"cached_tokens": 12}}, Usage(0, 12, 0, None)),
        ({"prompt_tokens": 12, "prompt_tokens_details": {"cached_tokens": 13}}, Usage(0, 12, 0, None)),
        ({"prompt_tokens": 12, "prompt_tokens_details": "odd"}, Usage(12, 0, 0, None)),
        (
            {"prompt_tokens": MOST_TOKENS, "completion_tokens": MOST_TOKENS + 1},
            Usage(MOST_TOKENS, 0, 0, None),
        ),
        ({"prompt_tokens": True, "completion_tokens": -1}, Usage()),
    ],
)
def test_counts_of_a_completion_are_distinguished(stated: dict[str, Any], usage: Usage) -> None:
    """Cached tokens are part of the prompt's count; a value that is not a count is ignored."""
    with loopback(lambda _request: whole(200, openai("x", stated))) as there:
        assert open_model("openai", "m", url=there.url, timeout_ms=5_000).answer(ASKED).usage == usage


def test_counts_of_a_message_exclude_the_cache() -> None:
    """They are taken as they are; a count that is not reported stays unknown."""
    body = anthropic("x", input_tokens=5, cache_read_input_tokens=90, output_tokens=2)
    with loopback(lambda _request: whole(200, body)) as there:
        answer = open_model("anthropic", "m", url=there.url, timeout_ms=5_000).answer(ASKED)
    assert answer.usage == Usage(5, 90, None, 2)


@pytest.mark.parametrize("key", ["", "the-key"])
def test_the_version_of_the_protocol_is_named_with_or_without_a_key(key: str) -> None:
    """A service at home needs no key, but refuses a message whose version it does not know."""
    with loopback(lambda _request: whole(200, anthropic("yes"))) as there:
        open_model("anthropic", "m", url=there.url, key=key, timeout_ms=5_000).answer(Prompt("a", "b"))
    (request,) = there.requests
    assert request.headers["anthropic-version"] == "2023-06-01"
    assert request.headers.get("x-api-key", "") == key
    open_model("anthropic", "m", url="http://models.invalid", timeout_ms=5_000)
    with pytest.raises(UsageError, match="unencrypted"):
        open_model("anthropic", "m", url="http://models.invalid", key="the-key", timeout_ms=5_000)


def test_the_parts_of_a_message_are_its_text() -> None:
    """Some services send the content as a list of parts; any other shape is an error."""
    parts: list[Any] = [{"type": "text", "text": "3"}, {"type": "image"}, {"type": "text", "text": "4"}]
    with loopback(lambda _request: whole(200, {"choices": [{"message": {"content": parts}}]})) as there:
        model = open_model("openai", "m", url=there.url, timeout_ms=5_000)
        assert model.answer(ASKED).text == "34"
        for content in (7, {"a": 1}, ["3"], [{"type": "text"}]):
            there.script = lambda _request, content=content: whole(  # type: ignore[misc]
                200, {"choices": [{"message": {"content": content}}]}
            )
            with pytest.raises(ModelTrouble, match="another shape"):
                model.answer(ASKED)


def test_a_model_that_declines_is_filtered() -> None:
    """The field `refusal` of chat completions, whole, without a content beside it, or streamed."""
    refused = {"choices": [{"message": {"content": None, "refusal": "I cannot"}, "finish_reason": "stop"}]}
    events = [
        f"data: {json.dumps({'choices': [choice]})}\n\n".encode()
        for choice in ({"delta": {"refusal": "I cannot"}}, {"delta": {}, "finish_reason": "stop"})
    ]
    bare = {"choices": [{"message": {"refusal": "I cannot"}, "finish_reason": "stop"}]}
    for answer in (whole(200, refused), whole(200, bare), stream([*events, b"data: [DONE]\n\n"])):
        with loopback(lambda _request, answer=answer: answer) as there:  # type: ignore[misc]
            given = open_model("openai", "m", url=there.url, timeout_ms=5_000).answer(ASKED)
        assert given.filtered and given.text == ""


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("https://host.example/v1/", "https://host.example/v1/chat/completions"),
        ("https://h.example/v1?api-version=2", "https://h.example/v1/chat/completions?api-version=2"),
    ],
)
def test_the_path_goes_before_the_query_of_an_address(given: str, address: str) -> None:
    assert address_of("openai", given) == address
