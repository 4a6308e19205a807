"""The judge, against a service on loopback: what is sent, kept and left unjudged."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from gates.second_opinion import PASSAGE_LENGTH, CheckerAnswer, Opinion, Question
from tests.checkers.made import anthropic, asked_claim, openai, service
from tests.models.loopback import SLOW, Request, loopback, took, whole
from workbench.checkers.judge import (
    MOST_USELESS,
    NO_VERDICT,
    RUN_TIMES,
    THREADS,
    JudgeChecker,
    answer_of,
    prompt_of,
)
from workbench.checkers.settings import CheckerSetting
from workbench.errors import UsageError
from workbench.models.posting import check_address

KEY = "AKIA" + "ABCDEFGHIJKLMNOP"
ASKED = (
    Question("The limit is 5.", "claim", None, ("The limit is 3.",)),
    Question(f"The key {KEY} is in .env", "claim", None, (f"I put {KEY} into .env",)),
)
VARIABLE = "JUDGE_TEST_KEY"


def judge(folder: Path, url: str, *, asked: bool = True, **limits: int) -> JudgeChecker:
    setting = CheckerSetting("judge", "m", provider="anthropic", url=url, key=VARIABLE, asked=asked)
    return JudgeChecker(setting, folder, **limits)


def verdict(body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    claim = asked_claim(body)["claim"]
    word = "contradicted" if "limit" in claim else "entailed"
    return 200, anthropic(word, f"because of {claim[:9]}\x1b[31m")


def test_a_claim_is_masked_sent_once_and_answered_from_what_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Secrets are masked, each claim is sent once, and stored answers are used without a service."""
    monkeypatch.setenv(VARIABLE, "the-key")
    with service(verdict) as there:
        checker = judge(tmp_path, there.url)
        said = checker.answers(ASKED)
        assert checker.answers(ASKED) == said
        url = there.url
    assert [answer.opinion for answer in said] == [Opinion.CONTRADICTED, Opinion.ENTAILED]
    assert "\x1b" not in said[0].reason
    assert len(there.bodies) == 2
    assert KEY not in str(there.bodies)
    assert {body["temperature"] for body in there.bodies} == {0}
    assert {stated["x-api-key"] for stated in there.headers} == {"the-key"}
    assert any(
        "asked about 2 claims, 2 answered (200 tokens in, 40 out), secrets masked in 2 places" in n
        for n in checker.notes()
    )
    kept = [path.read_text(encoding="utf-8") for path in tmp_path.iterdir()]
    assert KEY not in "".join(kept)
    monkeypatch.delenv(VARIABLE)
    for asked in (True, False):
        assert judge(tmp_path, url, asked=asked).answers(ASKED) == said


def test_half_a_secret_at_the_edge_of_a_cut_passage_is_not_sent() -> None:
    """A passage of the maximum length was cut from a longer text, at either end."""
    half = KEY[:12] + "QRSTUV"
    cut = f"{half} {'word ' * PASSAGE_LENGTH}"[: PASSAGE_LENGTH - 1 - len(half)] + f" {half}"
    short = f"{half} stands here"
    prompt, _ = prompt_of(Question("The key is set.", "claim", None, (cut, short)))
    passages = json.loads(prompt.text)["passages"]
    assert len(cut) == PASSAGE_LENGTH
    assert half not in passages[0]
    assert passages[1] == short


def test_whatever_goes_wrong_leaves_a_claim_unjudged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unreachable, refused, over the cap, not asked, no verdict: unjudged, and nothing is kept."""

    def reasons(checker: JudgeChecker) -> set[str]:
        said = checker.answers(ASKED)
        assert {answer.opinion for answer in said} == {Opinion.UNJUDGED}
        return {answer.reason for answer in said}

    monkeypatch.setenv(VARIABLE, "the-key")
    with service(lambda _body: (401, {})) as there:
        assert reasons(judge(tmp_path, there.url)) == {"the key was refused (401)"}
        there.reply = lambda _body: (200, anthropic("perhaps", ""))
        assert reasons(judge(tmp_path, there.url)) == {"no verdict in the answer"}
        there.reply = lambda _body: (200, {"content": "odd"})
        assert reasons(judge(tmp_path, there.url)) == {"the answer has another shape"}
        assert reasons(judge(tmp_path, there.url, asked=False)) == {"not asked yet"}
        assert reasons(judge(tmp_path, there.url, cap_tokens=10)) == {"over the cap of tokens"}
        url = there.url
    assert reasons(judge(tmp_path, url)) == {"cannot connect"}
    monkeypatch.delenv(VARIABLE)
    checker = judge(tmp_path, "")
    assert reasons(checker) == {"no key"}
    assert checker.notes() == (f"judge anthropic:m: nothing was sent, {VARIABLE} holds no key",)
    assert not list(tmp_path.iterdir())


def test_a_model_that_refuses_a_field_is_asked_without_it(tmp_path: Path) -> None:
    """Temperature and the older limit of tokens are left out for a model that will not take them."""

    def picky(body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        if "temperature" in body:
            return 400, {"error": "temperature is not supported"}
        if "max_tokens" in body:
            return 400, {"error": "use max_completion_tokens"}
        return 200, openai("neutral", "silent")

    with service(picky) as there:
        setting = CheckerSetting("judge", "m", provider="openai", url=there.url, asked=True)
        said = JudgeChecker(setting, tmp_path).answers(ASKED[:1])
    assert said == [CheckerAnswer(Opinion.NEUTRAL, 1.0, "silent")]
    assert [sorted(set(body) - {"model", "messages"}) for body in there.bodies] == [
        ["max_tokens", "temperature"],
        ["max_tokens"],
        ["max_completion_tokens"],
    ]


@pytest.mark.parametrize(
    "text",
    ["", "{", "{}" * 9, '["entailed"]', '{"verdict": ["entailed"]}', '{"verdict": "unjudged"}', "[" * 5000],
)
def test_an_answer_without_a_verdict_is_none(text: str) -> None:
    """No text of a model is taken for a verdict unless it names one."""
    assert answer_of(text).opinion is Opinion.UNJUDGED


def test_a_key_goes_nowhere_in_the_open() -> None:
    """An address without encryption is refused for a key, unless it is this machine."""
    check_address("http://127.0.0.1:8080/v1", secret=True)
    check_address("http://models.example/v1", secret=False)
    for url in (
        "http://models.example/v1",
        "http://127.0.0.1.example/",
        "ftp://host/",
        "nowhere",
        "http://[",
    ):
        with pytest.raises(UsageError):
            check_address(url, secret=True)


def test_a_silent_service_costs_one_wait(tmp_path: Path) -> None:
    """After the first answer that never came nothing more is asked, and the command goes on."""
    many = [Question(f"The limit is {n}.", "claim", None, ("The limit is 3.",)) for n in range(40)]
    with loopback(lambda _request: [300.0]) as there:
        checker = judge(tmp_path, there.url, timeout_ms=200)
        said: list[CheckerAnswer] = []
        assert took(lambda: said.extend(checker.answers(many))) < SLOW
        assert {(answer.opinion, answer.reason) for answer in said} == {
            (Opinion.UNJUDGED, "no answer in time")
        }
        assert len(there.requests) <= THREADS


def _claims(count: int) -> list[Question]:
    return [Question(f"The limit is {n}.", "claim", None, ("The limit is 3.",)) for n in range(count)]


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (lambda _body: (200, anthropic("perhaps", "")), NO_VERDICT),
        (lambda _body: (200, {"content": "odd"}), "the answer has another shape"),
    ],
)
def test_a_model_that_never_answers_in_the_form_is_asked_a_few_times_and_no_more(
    tmp_path: Path, reply: Any, why: str
) -> None:
    """It stops for all later artifacts too and notes it; claims not asked about get the same reason."""
    with service(reply) as there:
        checker = judge(tmp_path, there.url)
        said = [*checker.answers(_claims(40)), *checker.answers(_claims(60)[40:])]
        assert {(answer.opinion, answer.reason) for answer in said} == {(Opinion.UNJUDGED, why)}
        assert MOST_USELESS <= len(there.bodies) < MOST_USELESS + THREADS
    assert checker.notes()[-1] == (
        f"judge anthropic:m: asked no more after {MOST_USELESS} answers in a row of no use ({why}); "
        "choose another model"
    )


def test_a_model_that_answers_in_the_form_now_and_then_is_asked_on(tmp_path: Path) -> None:
    """One useful answer resets the count of useless ones."""
    told = [0]

    def reply(_body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        told[0] += 1
        return 200, anthropic("entailed" if told[0] % MOST_USELESS == 0 else "perhaps", "")

    with service(reply) as there:
        checker = judge(tmp_path, there.url)
        said = [answer for claim in _claims(4 * MOST_USELESS) for answer in checker.answers([claim])]
        assert len(there.bodies) == 4 * MOST_USELESS
    assert sum(answer.opinion is Opinion.ENTAILED for answer in said) == 4
    assert not any("asked no more" in note for note in checker.notes())


def test_a_run_of_claims_has_an_end(tmp_path: Path) -> None:
    """A service that answers once and then not at all is given up after a few time limits."""
    first = threading.Event()

    def once(_request: Request) -> Iterable[bytes | float]:
        if first.is_set():
            return [300.0]
        first.set()
        return whole(200, anthropic("entailed", ""))

    many = [Question(f"The limit is {n}.", "claim", None, ("The limit is 3.",)) for n in range(200)]
    with loopback(once) as there:
        checker = judge(tmp_path, there.url, timeout_ms=100)
        assert took(lambda: checker.answers(many)) < SLOW
        assert len(there.requests) <= 1 + THREADS * (RUN_TIMES + 1)


def test_kept_answers_serve_without_a_key_and_at_a_dead_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The report is the same on a machine that has the answers only; nothing is sent."""
    monkeypatch.setenv(VARIABLE, "the-key")
    with service(verdict) as there:
        said = judge(tmp_path, there.url).answers(ASKED)
    assert judge(tmp_path, "http://127.0.0.1:9").answers(ASKED) == said
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", VARIABLE):
        monkeypatch.delenv(name, raising=False)
    keyless = JudgeChecker(CheckerSetting("judge", "m", provider="anthropic", asked=True), tmp_path)
    assert keyless.answers(ASKED) == said
    with service(lambda _body: (200, anthropic("neutral", "other"))) as other:
        assert judge(tmp_path, other.url).answers(ASKED) != said
