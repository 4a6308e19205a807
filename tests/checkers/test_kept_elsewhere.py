"""The answers that another address gave serve wherever this one gives none, for all three readers alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.checkers import test_judge as claims
from tests.checkers import test_proposing as windows
from tests.checkers import test_summary_reading as summaries
from tests.checkers.made import anthropic
from tests.models.loopback import Request, head, loopback, whole
from workbench.checkers import judge as judging
from workbench.checkers import proposing

Served = Callable[[Request], Iterable[bytes | float]]


def _claims(folder: Path, url: str, **limits: Any) -> Any:
    return claims.judge(folder, url, **limits).answers(claims.ASKED[:1])


def _windows(folder: Path, url: str, **limits: Any) -> Any:
    return windows.read(windows.proposer(folder, url, **limits)).items


def _summaries(folder: Path, url: str, **limits: Any) -> Any:
    return summaries.judge(folder, url, **limits).about_items(summaries.SUMMARY, summaries.CAPTURE)


def _garbled(_request: Request) -> Iterable[bytes]:
    return [head() + b"no json at all"]


def _silent(_request: Request) -> Iterable[bytes | float]:
    return [3.0]


READERS: list[tuple[Any, Served]] = [
    (_claims, lambda _request: whole(200, anthropic("entailed", "it says so"))),
    (_windows, windows.saying(windows.GOOD)),
    (_summaries, summaries.saying(*summaries.GOOD)),
]


@pytest.mark.parametrize(("read", "good"), READERS)
@pytest.mark.parametrize("failing", [_garbled, _silent])
def test_a_call_that_fails_leaves_what_another_address_gave(
    tmp_path: Path, read: Any, good: Served, failing: Served
) -> None:
    """Whether the failure passes or lasts: an answer that does not come is none."""
    with loopback(good) as there:
        found = read(tmp_path, there.url)
    assert found
    with loopback(failing) as there:
        assert read(tmp_path, there.url, timeout_ms=400) == found
        assert there.requests


@pytest.mark.parametrize(("read", "good"), READERS)
def test_a_run_without_time_left_uses_what_another_address_gave(
    tmp_path: Path, read: Any, good: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is sent then."""
    with loopback(good) as there:
        found = read(tmp_path, there.url)
    monkeypatch.setattr(judging, "RUN_TIMES", 0)
    monkeypatch.setattr(proposing, "RUN_TIMES", 0)
    with loopback(good) as there:
        assert read(tmp_path, there.url) == found
        assert there.requests == []
