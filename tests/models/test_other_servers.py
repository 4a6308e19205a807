"""Servers and gateways that speak a protocol in their own way: what they refuse, and how they end."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.models.loopback import Request, anthropic_events, head, loopback, openai_events, stream, whole
from workbench.models.base import ModelAnswer, ModelTrouble, Prompt, Schema
from workbench.models.refusals import TOO_LONG_HINT
from workbench.models.services import open_model
from workbench.models.streams import AnthropicEvents, OpenAIEvents

SCHEMA = Schema("answer", {"type": "object", "properties": {"a": {"type": "integer"}}})
ASKED = Prompt("Be brief.", "How many?", 6_000, SCHEMA, stream=True, stable="Nine boats lie in the harbour.")


def asked(url: str, provider: str = "openai") -> ModelAnswer:
    return open_model(provider, "m", url=url, timeout_ms=20_000).answer(ASKED)


def event(body: Any) -> bytes:
    return b"data: " + json.dumps(body).encode() + b"\n\n"


@pytest.mark.parametrize(
    "message",
    [
        "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
        "System role not supported",
        "Conversation roles must alternate user/assistant/user/assistant/...",
        "Error rendering prompt: Only user and assistant roles are supported!",
    ],
)
def test_a_model_without_a_role_for_instructions_is_given_them_first(message: str) -> None:
    """At the beginning of the user's message, nothing else changed."""

    def script(request: Request) -> Any:
        if request.body["messages"][0]["role"] == "system":
            return whole(400, {"error": {"message": message}})
        return stream(openai_events("{}"))

    with loopback(script) as there:
        assert asked(there.url).text == "{}"
        first, second = (request.body for request in there.requests)
    told = "Be brief.\n\nNine boats lie in the harbour.\n\nHow many?"
    assert second == {**first, "messages": [{"role": "user", "content": told}]}


def test_what_a_model_refused_once_is_not_sent_to_it_again() -> None:
    """Every further question is one request; a change that led to no answer is not kept."""

    def script(request: Request) -> Any:
        if "max_tokens" in request.body:
            return whole(400, {"error": {"message": "use 'max_completion_tokens' instead of 'max_tokens'"}})
        if "temperature" in request.body:
            return whole(400, {"error": {"message": "'temperature' does not support 0"}})
        return stream(openai_events("{}"))

    with loopback(script) as there:
        model = open_model("openai", "m", url=there.url, timeout_ms=20_000)
        assert [model.answer(ASKED).text for _ in range(3)] == ["{}"] * 3
        assert len(there.requests) == 5
        assert "response_format" in there.requests[-1].body
        there.script = lambda _request: whole(400, {"error": {"message": "not today"}})
        for _ in range(2):
            with pytest.raises(ModelTrouble, match="not today"):
                model.answer(ASKED)
        assert [("response_format" in each.body) for each in there.requests[5:]] == [True, False] * 2


@pytest.mark.parametrize(
    ("message", "limit"),
    [
        (
            "`max_tokens` is too large: 6000 (6000 > 16384 - 12000). The maximum context length is 16384",
            4_384,
        ),
        ("input length and `max_tokens` exceed context limit: 195000 + 6000 > 200000", 5_000),
        (
            "This model's maximum context length is 8192 tokens. However, you requested 11500 tokens "
            "(5500 in the messages, 6000 in the completion).",
            2_692,
        ),
        (
            "maximum context length is 32768, you requested about 33000 tokens (27000 of text, 6000 output)",
            5_768,
        ),
    ],
)
def test_an_answer_that_has_no_room_beside_the_text_is_asked_for_shorter(message: str, limit: int) -> None:
    """By the service's own reckoning; the schema stays."""

    def script(request: Request) -> Any:
        fits = request.body["max_tokens"] <= limit
        return stream(openai_events("{}")) if fits else whole(400, {"error": {"message": message}})

    with loopback(script) as there:
        assert asked(there.url).text == "{}"
        assert [each.body["max_tokens"] for each in there.requests] == [6_000, limit]
        assert "response_format" in there.requests[-1].body


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (400, "`max_tokens` is too large (6000 > 8192 - 6693). The maximum context length is 8192"),
        (400, "input length and `max_tokens` exceed context limit: 199000 + 6000 > 200000"),
        (400, "the model's context length is only 8192 tokens, and 9000 input tokens were passed"),
        (400, "This model's maximum prompt length is 8192 but the request contains 9000 tokens."),
        (400, "The input token count (9000) exceeds the maximum number of tokens allowed (8192)."),
        (429, "Request too large for m on tokens per min (TPM): Limit 8000, Requested 9000."),
    ],
)
def test_a_text_that_is_too_long_however_short_its_answer_is_sent_once(status: int, message: str) -> None:
    """The error recommends a smaller range or another model."""
    with loopback(lambda _request: whole(status, {"error": {"message": message}})) as there:
        with pytest.raises(ModelTrouble, match=rf"too long for the model \({status}\)") as caught:
            asked(there.url)
        assert (caught.value.hint, caught.value.free) == (TOO_LONG_HINT, True)
        assert len(there.requests) == 1


@pytest.mark.parametrize("kind", ["text/plain", "application/json", "application/octet-stream"])
@pytest.mark.parametrize("provider", ["anthropic", "openai"])
def test_events_under_another_type_are_events(provider: str, kind: str) -> None:
    """A gateway may name its stream wrongly; one that is cut is no answer then either."""
    events = anthropic_events("{}") if provider == "anthropic" else openai_events("{}")
    events = [b": waiting\n\n", *events]
    with loopback(lambda _request: [head(kind=kind), *events]) as there:
        assert asked(there.url, provider).text == "{}"
        there.script = lambda _request: [head(kind=kind), *events[:2]]
        with pytest.raises(ModelTrouble, match="ended too early"):
            asked(there.url, provider)


def test_pieces_may_be_lists_of_parts() -> None:
    """Only the text parts are the answer; thinking parts are left out."""
    parts = [
        {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]},
        {"type": "text", "text": "{}"},
    ]
    collector = OpenAIEvents()
    collector.feed(event({"choices": [{"delta": {"content": parts}, "finish_reason": "stop"}]}))
    collector.check()
    assert collector.text == "{}"


@pytest.mark.parametrize("provider", ["anthropic", "openai"])
def test_an_empty_reason_to_end_ends_nothing(provider: str) -> None:
    """Some servers send one with every piece: a stream that breaks after it is cut."""
    collector = AnthropicEvents() if provider == "anthropic" else OpenAIEvents()
    if provider == "anthropic":
        collector.feed(event({"type": "message_delta", "delta": {"stop_reason": ""}}))
    else:
        collector.feed(event({"choices": [{"delta": {"content": "{"}, "finish_reason": ""}]}))
    with pytest.raises(ModelTrouble, match="ended too early"):
        collector.check()


def test_an_error_on_a_line_of_its_own_is_reported() -> None:
    """As a local server ends a stream that it cannot go on with."""
    line = b'error: {"code": 500, "message": "the cache is full"}\n\n'
    with (
        loopback(lambda _request: stream([*openai_events("{}")[:-2], line])) as there,
        pytest.raises(ModelTrouble, match=r"ended the answer with an error: the cache is full"),
    ):
        asked(there.url)


@pytest.mark.parametrize("error", [{"code": 502}, {"code": 429}, {"type": "overloaded_error"}])
@pytest.mark.parametrize("streams", [False, True])
def test_an_error_that_may_pass_is_asked_again_whatever_the_status(
    error: dict[str, Any], streams: bool
) -> None:
    """Gateways answer 200 before they know; another error is not asked again."""
    answers = [{"error": error}, {"error": {"code": 400, "message": "no"}}]

    def script(_request: Request) -> Any:
        body = answers[min(len(there.requests), 2) - 1]
        return stream([event(body)]) if streams else whole(200, body)

    with loopback(script) as there:
        with pytest.raises(ModelTrouble, match="with an error: no"):
            asked(there.url)
        assert len(there.requests) == 2


def test_an_error_in_a_list_of_one_is_reported_by_its_message() -> None:
    """No JSON is shown to a person."""
    with (
        loopback(lambda _request: whole(400, [{"error": {"code": 400, "message": "not valid"}}])) as there,
        pytest.raises(ModelTrouble, match=r"refused \(400\): not valid \("),
    ):
        asked(there.url)


def test_thinking_that_only_the_total_counts_is_output() -> None:
    """Everything charged as output counts in gate E."""
    usage = {"prompt_tokens": 40, "completion_tokens": 9, "total_tokens": 349}
    with loopback(lambda _request: stream(openai_events("{}", usage=usage))) as there:
        assert asked(there.url).usage.output_tokens == 309
