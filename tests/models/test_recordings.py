"""Recorded answers are replayed: all or none, and only for the same request."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.models.loopback import Request, anthropic_events, loopback, stream
from tests.models.service import Refuse, Say, served
from workbench.errors import InputError, UsageError
from workbench.models.base import ModelTrouble, Prompt, Usage
from workbench.models.recordings import Recorded, Recorder
from workbench.models.services import open_model

ASKED = Prompt("Be brief.", "How many?", 50, stream=True, stable="What is known.")


@pytest.mark.parametrize("protocol", ["anthropic", "openai"])
def test_a_recorded_answer_is_given_again(protocol: str, tmp_path: Path) -> None:
    """Text, counts and time; the address does not matter, every word of the request does."""
    path = tmp_path / "r.jsonl"
    with served(Say("seven")) as there:
        base = there.url + ("" if protocol == "anthropic" else "/v1")
        recorder = Recorder(open_model(protocol, "m", url=base, timeout_ms=5_000), path)
        given = recorder.answer(ASKED)
        assert not path.exists()
        assert recorder.write() == 1
    again = Recorded(path)
    assert again.named == f"{protocol}:m"
    assert again.answer(ASKED) == given
    assert given.elapsed_ms is not None
    for other in (
        Prompt("Be brief!", "How many?", 50, stream=True, stable="What is known."),
        Prompt("a", "b"),
    ):
        with pytest.raises(ModelTrouble, match="holds no answer to this request") as refused:
            again.answer(other)
        assert refused.value.free
    assert "How many" not in path.read_text()


def test_that_there_was_no_answer_is_recorded_too(tmp_path: Path) -> None:
    """The reason, possible costs and the wait are recorded; a later answer replaces the failure."""
    path, again = tmp_path / "r.jsonl", Prompt("Be brief.", "And then?", 50, stream=True)
    with served(Say("seven"), Say("eight", cut=3), Refuse(401), Say("nine")) as there:
        recorder = Recorder(open_model("openai", "m", url=f"{there.url}/v1", timeout_ms=5_000), path)
        recorder.answer(ASKED)
        found = []
        for _ in range(2):
            with pytest.raises(ModelTrouble) as caught:
                recorder.answer(again)
            found.append(caught.value)
        assert recorder.write() == 1
        with pytest.raises(ModelTrouble) as caught:
            Recorded(path).answer(again)
        replayed = caught.value
        assert (replayed.reason, replayed.free) == (found[-1].reason, found[-1].free)
        assert replayed.elapsed_ms == found[-1].elapsed_ms is not None
        path.unlink()
        recorder.answer(again)
        assert recorder.write() == 2
    assert Recorded(path).answer(again).text == "nine"


def test_a_request_that_was_sent_twice_has_two_answers(tmp_path: Path) -> None:
    """They are given in their order, and from the first on once all were given."""
    path, given = tmp_path / "r.jsonl", []
    with served(Say("seven"), Say("eight", cut=3), Say("nine")) as there:
        recorder = Recorder(open_model("openai", "m", url=f"{there.url}/v1", timeout_ms=5_000), path)
        given.append(recorder.answer(ASKED))
        with pytest.raises(ModelTrouble):
            recorder.answer(ASKED)
        given.append(recorder.answer(ASKED))
        recorder.write()
    again = Recorded(path)
    assert [again.answer(ASKED) for _ in range(3)] == [*given, given[0]]


def test_what_failed_tries_were_counted_is_given_again(tmp_path: Path) -> None:
    """Of a stream that was overloaded after its count of the request, and of one cut half-way."""
    path, tries = tmp_path / "r.jsonl", 0

    def said(event: object) -> bytes:
        return f"data: {json.dumps(event)}\n\n".encode()

    def events(_request: Request) -> Iterable[bytes | float]:
        nonlocal tries
        tries += 1
        counts = {"input_tokens": 90 + tries, "output_tokens": 1}
        start = {"type": "message_start", "message": {"usage": counts}}
        error = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
        text = {"type": "content_block_delta", "delta": {"type": "text_delta", "text": "sev"}}
        if tries in (1, 3):
            return stream([said(start), said(error)])
        return stream(anthropic_events("seven") if tries == 2 else [said(start), said(text)])

    with loopback(events) as there:
        recorder = Recorder(open_model("anthropic", "m", url=there.url, timeout_ms=9_000), path)
        given = recorder.answer(ASKED)
        assert given.failed == (Usage(91, None, None, 1),)
        other = Prompt("Be brief.", "And then?", 50, stream=True)
        with pytest.raises(ModelTrouble) as caught:
            recorder.answer(other)
        assert [each.input_tokens for each in caught.value.failed] == [93, 94]
        assert not caught.value.unanswered
        recorder.write()
    again = Recorded(path)
    assert again.answer(ASKED) == given
    with pytest.raises(ModelTrouble) as replayed:
        again.answer(other)
    assert replayed.value.failed == caught.value.failed
    text = path.read_text()
    path.write_text(text.replace('"input_tokens": 93', '"input_tokens": "many"'))
    with pytest.raises(InputError, match="line 2 of"):
        Recorded(path)


@pytest.mark.parametrize("changed", [{"trouble": 1}, {"free": None}, {"elapsed_ms": None}])
def test_a_trouble_of_another_shape_is_refused(changed: dict[str, object], tmp_path: Path) -> None:
    """As a line of an answer is."""
    shared = {name: GOOD[name] for name in ("schema", "key", "provider", "model", "elapsed_ms")}
    path = tmp_path / "r.jsonl"
    path.write_text(json.dumps({**shared, "trouble": "rate limited (429)", "free": True}) + "\n")
    assert Recorded(path).named == "openai:m"
    path.write_text(json.dumps({**shared, "trouble": "rate limited (429)", "free": True, **changed}) + "\n")
    with pytest.raises(InputError, match="line 1 of"):
        Recorded(path)


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    """An existing file is refused, both before and after the model was called."""
    model = open_model("openai", "m", url="http://localhost", timeout_ms=1)
    recorder = Recorder(model, tmp_path / "r.jsonl")
    (tmp_path / "r.jsonl").write_text("mine")
    with pytest.raises(UsageError, match="there already"):
        recorder.write()
    with pytest.raises(UsageError, match="there already"):
        Recorder(model, tmp_path / "r.jsonl")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(UsageError, match="there already"):
        Recorder(model, tmp_path / "link")
    assert (tmp_path / "r.jsonl").read_text() == "mine"


USAGE = {"input_tokens": 1, "cache_read_tokens": 0, "cache_creation_tokens": None, "output_tokens": 2}
GOOD = {
    "schema": "workbench.recorded/1",
    "key": "k",
    "provider": "openai",
    "model": "m",
    "answer": "a",
    "cut": False,
    "usage": USAGE,
    "elapsed_ms": 3,
}


@pytest.mark.parametrize(
    "changed",
    [
        {"schema": "workbench.recorded/2"}, {"key": 7}, {"provider": "nobody"}, {"answer": None}, {"cut": 1},
        {"usage": {}}, {"usage": None}, {"elapsed_ms": -1}, {"elapsed_ms": True}, {"elapsed_ms": 10**12},
        {"usage": {**USAGE, "input_tokens": -1}},
    ],
)  # fmt: skip
def test_what_is_no_recording_is_refused(changed: dict[str, object], tmp_path: Path) -> None:
    """Line by line; a file of several models too, and one that is not there."""
    path = tmp_path / "r.jsonl"
    path.write_text(json.dumps(GOOD) + "\n")
    assert Recorded(path).named == "openai:m"
    path.write_text(json.dumps(GOOD) + "\n" + json.dumps({**GOOD, **changed}) + "\n")
    with pytest.raises(InputError, match="line 2 of"):
        Recorded(path)
    path.write_text("[" * 100_000)
    with pytest.raises(InputError, match="line 1 of"):
        Recorded(path)
    path.write_text(json.dumps(GOOD) + "\n" + json.dumps({**GOOD, "key": "j", "model": "n"}) + "\n")
    with pytest.raises(InputError, match="several models"):
        Recorded(path)
    path.write_text("")
    with pytest.raises(InputError, match="no answer"):
        Recorded(path)
    with pytest.raises(InputError, match="cannot read"):
        Recorded(tmp_path / "none.jsonl")
