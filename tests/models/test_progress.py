"""Progress of an answer, cancelling it, and what a cache is asked to keep."""

from __future__ import annotations

import threading
import time

import pytest

from tests.models.loopback import Request, anthropic_events, loopback, stream, whole
from tests.models.service import Hang, Say, served
from workbench.models.base import AnswerProgress, Prompt
from workbench.models.exchange import THREAD
from workbench.models.posting import Poster
from workbench.models.services import open_model

STABLE = Prompt("Be brief.", "How many?", 50, stream=True, stable="What is known.")


class Enough(Exception):
    """Raised by a listener."""


def waiting() -> int:
    return sum(each.name == THREAD for each in threading.enumerate())


def test_progress_is_reported_while_an_answer_comes() -> None:
    """In the thread that asked, never going down."""
    heard: list[int] = []
    threads = set()

    def tick(at: AnswerProgress) -> None:
        heard.append(at.characters)
        threads.add(threading.current_thread())

    with served(Say("x" * 40, pieces=8, pause=0.15)) as there:
        answer = open_model("openai", "m", url=f"{there.url}/v1", timeout_ms=20_000).answer(STABLE, tick=tick)
    assert answer.text == "x" * 40
    assert heard == sorted(heard)
    assert heard[-1] > 0
    assert threads == {threading.current_thread()}


@pytest.mark.parametrize("behaviour", [Hang(30), Say("x" * 40, pieces=40, pause=0.2)])
def test_a_listener_that_raises_ends_the_exchange(behaviour: Hang | Say) -> None:
    """Before the first word and in the middle; the connection and its thread end."""

    def tick(at: AnswerProgress) -> None:
        if at.characters or (isinstance(behaviour, Hang) and there.requests):
            raise Enough

    with served(behaviour) as there:
        with pytest.raises(Enough):
            open_model("anthropic", "m", url=there.url, timeout_ms=60_000).answer(STABLE, tick=tick)
        until = time.monotonic() + 60
        while waiting() and time.monotonic() < until:
            time.sleep(0.01)
        assert waiting() == 0
        assert len(there.requests) == 1


def test_a_pause_before_another_try_is_reported_and_can_be_ended() -> None:
    """The notice contains the service's message and the remaining seconds."""
    heard: list[AnswerProgress] = []

    def tick(at: AnswerProgress) -> None:
        heard.append(at)
        if len([each for each in heard if each.reason]) == 3:
            raise Enough

    with loopback(lambda _request: whole(429, {}, "retry-after: 9")) as there:
        with pytest.raises(Enough):
            Poster(there.url, {}, timeout_ms=60_000, sleep=lambda _s: None).post({}, tick=tick)
        assert len(there.requests) == 1
    stated = [each for each in heard if each.reason]
    assert [each.reason for each in stated] == ["rate limited (429)"] * 3
    assert stated[0].pause > stated[1].pause > stated[2].pause > 8


def test_what_is_stable_is_marked_for_the_cache() -> None:
    """The instructions and the stable text, and nothing else; without it a request is as it was."""
    model = open_model("anthropic", "m", url="http://localhost", timeout_ms=1)
    mark = {"type": "ephemeral"}
    body = model.request(STABLE)
    assert body["system"] == [{"type": "text", "text": "Be brief.", "cache_control": mark}]
    assert body["messages"][0]["content"] == [
        {"type": "text", "text": "What is known.", "cache_control": mark},
        {"type": "text", "text": "How many?"},
    ]
    plain = model.request(Prompt("Be brief.", "How many?", 50))
    assert (plain["system"], plain["messages"][0]["content"]) == ("Be brief.", "How many?")
    other = open_model("openai", "m", url="http://localhost", timeout_ms=1).request(STABLE)
    assert other["messages"][1]["content"] == "What is known.\n\nHow many?"


def test_a_service_that_knows_no_marks_is_sent_none() -> None:
    """After its refusal the same texts go without them."""

    def picky(request: Request) -> list[bytes]:
        if "cache_control" in str(request.body):
            return list(whole(400, {"error": {"message": "system.0.cache_control: unknown field"}}))
        return stream(anthropic_events("seven"))

    with loopback(picky) as there:
        answer = open_model("anthropic", "m", url=there.url, timeout_ms=5_000).answer(STABLE)
    assert answer.text == "seven"
    last = there.requests[-1].body
    assert (last["system"], last["messages"][0]["content"]) == ("Be brief.", "What is known.\n\nHow many?")
    assert len(there.requests) == 2


def test_the_cache_is_counted_apart() -> None:
    """Written by the first request, read by the second, in both protocols; the counts do not overlap."""
    known = Prompt("Be brief.", "How many?", 50, stream=True, stable="What is known. " * 600)
    for protocol, path in (("anthropic", ""), ("openai", "/v1")):
        with served(Say("seven")) as there:
            model = open_model(protocol, "m", url=there.url + path, timeout_ms=5_000)
            first, second = (model.answer(known).usage for _ in range(2))
        assert first.cache_read_tokens == 0
        assert first.cache_creation_tokens
        assert second.cache_read_tokens == first.cache_creation_tokens
        assert second.cache_creation_tokens == 0
        assert second.input_tokens == first.input_tokens
