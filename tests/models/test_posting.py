"""One request: when it ends, what is asked again, how an answer is read."""

from __future__ import annotations

import gzip
import json
import threading
import time
import zlib
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from functools import partial

import pytest

from tests.models.loopback import (
    SLOW,
    Request,
    Script,
    anthropic_events,
    head,
    loopback,
    stream,
    took,
    whole,
)
from tests.models.posts import poster, reason
from workbench.models import posting
from workbench.models.base import Deadline, ModelTrouble
from workbench.models.exchange import MAX_BYTES, THREAD
from workbench.models.posting import ATTEMPTS, JITTER, Poster
from workbench.models.streams import MAX_LINE, Events, OpenAIEvents


def drip(first: bytes) -> Script:
    def script(_request: Request) -> Iterable[bytes | float]:
        yield first
        for _ in range(40_000):
            yield b"x"
            yield 0.05

    return script


@pytest.mark.parametrize(
    "first", [head(), b"HTTP/1.1 200 OK\r\nx-drip: ", head(kind="text/event-stream") + b": "]
)
def test_an_answer_that_drips_ends_at_the_deadline(first: bytes) -> None:
    """Bytes that keep coming, of the body or of the head, do not prolong the time of an answer."""
    with loopback(drip(first)) as there:
        sender = poster(there.url, timeout_ms=400)
        assert took(lambda: reason(sender, streamed=True)) < SLOW
        assert reason(sender, streamed=True).reason == "no answer in time"


def test_a_silent_service_is_not_waited_for_again_unless_it_answered_before() -> None:
    """Nothing at all within the time is lasting; of a service that answered once it is not."""
    silent: Script = lambda _request: [30.0]  # noqa: E731
    with loopback(silent) as there:
        sender = poster(there.url, timeout_ms=200)
        assert (reason(sender).reason, reason(sender).lasting) == ("no answer in time", True)
        there.script = lambda _request: whole(200, {"a": 1})
        sender.seconds = SLOW
        assert sender.post({}).body == {"a": 1}
        sender.seconds = 0.2
        there.script = silent
        assert not reason(sender).lasting
        assert len(there.requests) <= 4  # what was given up early may not have been read


def test_a_pause_within_an_answer_is_limited_and_one_before_it_is_not() -> None:
    """The first byte may take the whole time, each other one the idle limit."""
    with loopback(lambda _request: [0.4, head() + b"{", 30.0]) as there:
        sender = poster(there.url, idle=0.2)
        assert reason(sender).reason == "the answer stopped half-way"
        there.script = lambda _request: [0.7, head(200, "content-length: 2") + b"{}"]
        assert poster(there.url, idle=0.5).post({}).body == {}


@pytest.mark.parametrize(("timeout_ms", "idle"), [(200, 5.0), (5_000, 0.2)])
def test_nothing_goes_on_after_an_answer_was_given_up(timeout_ms: int, idle: float) -> None:
    """At the deadline and at the idle limit the connection ends, and with it the thread that read it."""

    def waiting() -> int:
        return sum(each.name == THREAD for each in threading.enumerate())

    with loopback(lambda _request: [head() + b"{", 30.0]) as there:
        reason(poster(there.url, timeout_ms=timeout_ms, idle=idle))
        until = time.monotonic() + SLOW
        while waiting() and time.monotonic() < until:
            time.sleep(0.01)
        assert waiting() == 0


def test_a_run_ends_its_answers() -> None:
    """The deadline of a run cuts an answer short, and nothing is sent after it."""
    with loopback(lambda _request: [300.0]) as there:
        assert took(lambda: reason(poster(there.url), run=Deadline(0.2))) < SLOW
        assert reason(poster(there.url), run=Deadline(0.0)).reason == "no answer in time"
        assert len(there.requests) <= 1


def test_an_answer_of_any_length_is_not_read() -> None:
    """An answer exactly at the limit is read.

    One byte more ends it, even if its declared length is smaller.
    """
    exact = b'"' + b"x" * (MAX_BYTES - 2) + b'"'
    with loopback(lambda _request: [head(), exact]) as there:
        assert len(poster(there.url).post({}).body) == MAX_BYTES - 2
        there.script = lambda _request: [head(), exact, b" "]
        assert reason(poster(there.url)).reason == "the answer is over 2 MB"
        packed = gzip.compress(exact)
        there.script = lambda _request: [head(200, "content-encoding: gzip"), packed]
        assert len(poster(there.url).post({}).body) == MAX_BYTES - 2
        larger = gzip.compress(exact + b" ")
        there.script = lambda _request: [head(200, "content-encoding: gzip"), larger]
        assert reason(poster(there.url)).reason == "the answer is over 2 MB"


def test_a_compressed_answer_is_read_though_none_was_asked_for() -> None:
    """Proxies may compress unasked: the text of a refusal must be readable anyway."""
    body = json.dumps({"error": {"message": "no credit left"}}).encode()
    with loopback(lambda _request: [head(200, "content-encoding: deflate"), zlib.compress(b"7")]) as there:
        assert poster(there.url).post({}).body == 7
        there.script = lambda _request: [head(401, "content-encoding: gzip"), gzip.compress(body)]
        assert ": no credit left (" in reason(poster(there.url)).reported
        there.script = lambda _request: [head(401, "content-encoding: br"), body]
        assert reason(poster(there.url)).reason == "refused without a key (401)"
        there.script = lambda _request: [head(200, "content-encoding: br"), b"7"]
        assert "compressed" in reason(poster(there.url)).reason
        assert there.requests[-1].headers["accept-encoding"] == "identity"


@pytest.mark.parametrize("status", [429, 503, 529])
def test_what_may_pass_is_asked_again_after_the_pause_it_names(status: int) -> None:
    """Retry-After is kept, as a number and as a date; one that is too long ends the matter."""
    pauses: list[float] = []
    with loopback(lambda _request: whole(status, {}, "retry-after: 3")) as there:
        trouble = reason(poster(there.url, timeout_ms=600_000, pauses=pauses))
        said = "rate limited (429)" if status == 429 else f"the service said {status}"
        assert (trouble.reason, trouble.lasting) == (said, True)
        assert len(there.requests) == ATTEMPTS
        assert len(pauses) == ATTEMPTS - 1
        assert all(3 <= pause <= 3 * (1 + JITTER) for pause in pauses)
        later = format_datetime(datetime.now(UTC) + timedelta(seconds=120), usegmt=True)
        there.script = lambda _request: whole(status, {}, f"retry-after: {later}")
        pauses.clear()
        reason(poster(there.url, timeout_ms=600_000, pauses=pauses))
        assert all(60 < pause <= 120 * (1 + JITTER) for pause in pauses)
        there.script = lambda _request: whole(status, {}, "retry-after: 40")
        pauses.clear()
        reason(poster(there.url, timeout_ms=600_000, pauses=pauses))
        assert len(pauses) == ATTEMPTS - 1
        assert all(40 <= pause <= 40 * (1 + JITTER) for pause in pauses)


def test_a_spent_quota_is_not_asked_again_whatever_its_status() -> None:
    """No pause helps; a rate limit is different, even if it names a type too."""
    pauses: list[float] = []
    spent = {"message": "You exceeded your current quota.", "type": "requests", "code": "insufficient_quota"}
    with loopback(lambda _request: whole(429, {"error": spent})) as there:
        sender = poster(there.url, pauses=pauses)
        trouble = reason(sender)
        assert (trouble.reason, trouble.lasting) == ("the quota is spent (429)", True)
        assert ": You exceeded your current quota. (" in trouble.reported
        assert trouble.hint == "look at plan and billing of the account"
        there.script = lambda _request: whole(402, {"error": {"type": "billing_error"}})
        assert reason(sender).reason == "the quota is spent (402)"
        assert (len(there.requests), pauses) == (2, [])
        there.script = lambda _request: whole(
            429, {"error": {"type": "tokens", "code": "rate_limit_exceeded"}}
        )
        assert reason(sender).reason == "rate limited (429)"
        assert len(there.requests) == 2 + ATTEMPTS


def test_a_service_that_forbids_another_attempt_is_not_asked_again() -> None:
    """The header that the services' own clients obey."""
    with loopback(lambda _request: whole(503, {}, "x-should-retry: false")) as there:
        assert reason(poster(there.url)).reason == "the service said 503"
        assert len(there.requests) == 1
        there.script = lambda _request: whole(503, {}, "x-should-retry: true")
        reason(poster(there.url))
        assert len(there.requests) == 1 + ATTEMPTS


def test_a_pause_in_milliseconds_goes_before_one_in_seconds() -> None:
    """If it is not a number, the seconds apply."""
    pauses: list[float] = []
    with loopback(lambda _request: whole(429, {}, "retry-after: 30", "retry-after-ms: 1500")) as there:
        reason(poster(there.url, timeout_ms=600_000, pauses=pauses))
        assert all(1.5 <= pause <= 1.5 * (1 + JITTER) for pause in pauses)
        assert len(pauses) == ATTEMPTS - 1
        pauses.clear()
        there.script = lambda _request: whole(429, {}, "retry-after: 30", "retry-after-ms: soon")
        reason(poster(there.url, timeout_ms=600_000, pauses=pauses))
        assert all(30 <= pause <= 30 * (1 + JITTER) for pause in pauses)
        assert len(pauses) == ATTEMPTS - 1


def test_a_wait_that_is_too_long_is_reported_with_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A longer wait fails at once without a pause; the error names the limit or the remaining time."""
    pauses: list[float] = []
    monkeypatch.setattr(posting, "Deadline", partial(Deadline, clock=lambda: 5.0))

    def told(status: int, body: object, *lines: str, timeout_ms: int = 120_000, left: float = 999.0) -> str:
        with loopback(lambda _request: whole(status, body, *lines)) as there:
            sender = poster(there.url, timeout_ms=timeout_ms, pauses=pauses)
            trouble = reason(sender, run=Deadline(left, lambda: 5.0))
            assert len(there.requests) == 1
            place = there.url.removeprefix("http://")
        assert trouble.hint == "timeout_ms of the purpose in the policy is the limit"
        assert not any(sign in trouble.reason for sign in ("900", place))
        return trouble.reported.replace(place, "PLACE")

    slow = {"error": {"message": "slow down, please"}}
    limited = "rate limited (429): the service asks to wait 900 s, the limit is 120 s"
    assert told(429, {}, "retry-after: 900") == f"{limited} (PLACE)"
    assert told(429, slow, "retry-after: 899.5") == f"{limited}; it says: slow down, please (PLACE)"
    assert told(503, {}, "retry-after: 86400", timeout_ms=1_500).startswith(
        "the service said 503: the service asks to wait 86,400 s, the limit is 1.5 s"
    )
    assert "asks to wait 90 s, 50 s are left" in told(429, {}, "retry-after: 90", left=50.9)
    assert told(429, slow, left=0.9) == "no answer in time: rate limited (429): slow down, please (PLACE)"
    assert told(429, {}, "retry-after: inf", left=0.9) == "no answer in time: rate limited (429) (PLACE)"
    assert pauses == []


def test_a_refusal_is_reported_in_the_words_of_the_service() -> None:
    """On one line, at most 200 characters, without control characters; without words where it has none."""
    said = {
        "error": {"type": "invalid_request_error", "message": "temperature\n\x1b[31mmust be 1 " + "x" * 400}
    }
    with loopback(lambda _request: whole(400, said)) as there:
        stated = reason(poster(there.url)).reason
        assert stated.startswith("the request was refused (400): temperature \\x1b[31mmust be 1 xxx")
        assert len(stated) == len("the request was refused (400): ") + 200
        there.script = lambda _request: whole(422, {"error": "no tools"})
        assert reason(poster(there.url)).reason == "the request was refused (422): no tools"
        there.script = lambda _request: whole(400, {"detail": 7})
        assert reason(poster(there.url)).reason == 'the request was refused (400): {"detail": 7}'
        there.script = lambda _request: whole(400, {})
        assert reason(poster(there.url)).reason == "the request was refused (400)"


KEY = "sk-ant-api03-" + "a1B2" * 24
SAID = [
    (
        b'{"error": {"message": "model \'tiny\' not found, pull it first"}}',
        "model 'tiny' not found, pull it first",
    ),
    (b'{"error": "slow down,\\n please"}', "slow down, please"),
    (b'{"message": "no"}', "no"),
    (b'{"detail": "Not Found"}', "Not Found"),
    (b'[{"msg": "field required"}]', '[{"msg": "field required"}]'),
    (b"out of memory\r\nat line 7", "out of memory"),
    (b"\x1b[2J\x00gone \xe2\x80\xae", "\\x1b[2J\\x00gone \\u202e"),
    (b"<html><head><title>502 Bad\n Gateway</title></head>", "502 Bad Gateway"),
    (b"<html><body>", ""),
    (b"", ""),
    (b"{}", ""),
    (b"wrong key own-key!", "wrong key [masked: the key]!"),
    (KEY.encode(), "[masked: Anthropic API key]"),
    (b"no such key: sk-q7Rt5Vn2 (expired)", "no such key: [masked: a key] (expired)"),
    (b"we do not know sk-org-f00d99, gsk_4h7k", "we do not know [masked: a key], [masked: a key]"),
    (b"sk-ab1*****yz was revoked", "[masked: a key] was revoked"),
    (b"Bad token provided: '9fk3-aa7c'. Ask again", "Bad token provided: '[masked: a key]'. Ask again"),
    (b"your API key is z81kq2m", "your API key is [masked: a key]"),
    (
        b"the key is wrong; token limit: 128000; task-1234 of sk-learn",
        "the key is wrong; token limit: 128000; task-1234 of sk-learn",
    ),
    (b"y" * 200, "y" * 200),
    (b"y" * 201, "y" * 199 + "…"),
]


@pytest.mark.parametrize("status", [401, 404, 409, 422, 500])
@pytest.mark.parametrize(("body", "said"), SAID)
def test_a_person_is_told_what_a_service_says_and_where_it_is(status: int, body: bytes, said: str) -> None:
    """Its first line, masked, escaped and limited; the address without user, password, query and key."""
    with loopback(lambda _request: [head(status, "retry-after: 0"), body]) as there:
        host = there.url.removeprefix("http://")
        url = f"http://me:word@{host}/v1/chat?key={KEY}"
        sender = Poster(url, {"Authorization": "Bearer own-key"}, timeout_ms=10_000, sleep=lambda _s: None)
        message = reason(sender).message
    assert message.startswith("the model gave no answer: ")
    assert message.endswith(f"{said and ': '}{said} ({host}/v1/chat)")
    assert str(status) in message
    assert KEY not in message


def test_nothing_is_asked_again_once_a_part_of_the_answer_came() -> None:
    """Before the first word a broken or overloaded stream is asked again; after it, it is not."""
    begun, error = (
        anthropic_events("one")[0],
        b'data: {"type":"error","error":{"type":"overloaded_error"}}\n\n',
    )
    word = anthropic_events("one")[2]
    with loopback(lambda _request: stream([begun, error])) as there:
        assert reason(poster(there.url), streamed=True).reason == "the service is overloaded"
        assert len(there.requests) == ATTEMPTS
        for pieces, said in (
            ([begun, word, error], "the service ended the answer with an error"),
            ([begun, word], "the answer ended too early"),
        ):
            there.requests.clear()
            there.script = lambda _request, pieces=pieces: stream(pieces)  # type: ignore[misc]
            assert reason(poster(there.url), streamed=True).reason == said
            assert len(there.requests) == 1
        there.requests.clear()
        there.script = lambda _request: []
        assert reason(poster(there.url)).reason == "the connection broke"
        assert len(there.requests) == ATTEMPTS


@pytest.mark.parametrize("body", [b"", b"{", b"[" * 200_000, b"9" * 100_000, b"\xff"])
def test_what_is_no_json_is_no_answer(body: bytes) -> None:
    """Empty, cut, nested without end, a number without end: one short reason."""
    with loopback(lambda _request: [head(), body]) as there:
        assert reason(poster(there.url)).reason == "the answer is not JSON"


def test_a_line_of_a_stream_is_limited() -> None:
    """A line without an end is read up to its limit; events may be split anywhere."""
    events = Events()
    assert events.feed(b"x" * MAX_LINE) == []
    with pytest.raises(ModelTrouble):
        events.feed(b"x")
    whole_stream = b": note\r\nevent: a\r\ndata: {1\r\ndata: 2}\r\n\r\ndata: 3\n\n\n"
    pieces = Events()
    found = [data for at in range(len(whole_stream)) for data in pieces.feed(whole_stream[at : at + 1])]
    assert found == [b"{1\n2}", b"3"]


def test_a_deadline_is_by_the_clock_alone() -> None:
    """The remaining time counts down to zero and stays there."""
    now = [10.0]
    deadline = Deadline(5.0, lambda: now[0])
    assert deadline.left() == 5.0
    now[0] = 14.0
    assert deadline.left() == 1.0
    now[0] = 99.0
    assert deadline.left() == 0.0


CHOICE = b'data: {"choices":[{"delta":{"content":"hi"},"finish_reason":null}]}'
FINISH = b'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}'


@pytest.mark.parametrize(
    "pieces",
    [
        [CHOICE + b"\n\n", b"data: [DONE]\n\n"],
        [CHOICE + b"\r\r", b"data: [DONE]\r\r"],
        [CHOICE + b"\r\n\r", b"\ndata: [DONE]\r", b"\n\r\n"],
        [b"\xef\xbb\xbf" + CHOICE + b"\n\n", b"data: [DONE]\n\n"],
        [CHOICE + b"\n\n", b"data: [DONE]"],
        [CHOICE + b"\n\n", FINISH + b"\n\n"],
    ],
    ids=["LF", "CR", "CR LF apart", "byte order mark", "no blank line", "no mark of the end"],
)
def test_a_stream_is_read_by_the_rules_of_server_sent_events(pieces: list[bytes]) -> None:
    """A stream that ends cleanly counts as complete, even without its end marker."""
    with loopback(lambda _request: stream(pieces)) as there:
        given = poster(there.url).post({}, OpenAIEvents).collector
    assert given is not None and given.text == "hi"


@pytest.mark.parametrize("rest", [b"", b"data: {", FINISH[:20], b"data: [DONE"])
def test_a_stream_that_is_cut_is_no_answer(rest: bytes) -> None:
    cut = stream([CHOICE + b"\n\n", rest])
    with (
        loopback(lambda _request: cut) as there,
        pytest.raises(ModelTrouble, match="the answer ended too early"),
    ):
        poster(there.url).post({}, OpenAIEvents)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (
            whole(200, {"error": {"message": "no model 'x' sk-ant-0123456789"}}),
            "answered with an error: no model",
        ),
        (whole(200, {"error": "no model 'x'"}), "the service answered with an error: no model 'x' ("),
        (stream([b'data: {"error":{"message":"out of memory"}}\n\n']), "with an error: out of memory ("),
        (stream([CHOICE, b"\n\n", b'data: {"error":{"code":5}}\n\n']), "ended the answer with an error (127"),
    ],
)
def test_an_error_in_place_of_an_answer_is_reported_in_the_words_of_the_service(
    answer: Iterable[bytes | float], said: str
) -> None:
    """With status 200, whole or in the stream; the key that was sent is masked in it."""
    with loopback(lambda _request: answer) as there:
        sender = Poster(there.url, {"Authorization": "Bearer sk-ant-0123456789"}, timeout_ms=5_000)
        with pytest.raises(ModelTrouble) as caught:
            sender.post({}, OpenAIEvents)
        assert len(there.requests) == 1
    assert said in caught.value.reported and "0123456789" not in caught.value.reported
    assert there.url.removeprefix("http://") not in caught.value.reason
