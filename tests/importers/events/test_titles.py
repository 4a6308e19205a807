"""Titles of sessions, taken from their users' first messages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.importers import made
from tests.importers.build import Log
from workbench.importers import detect
from workbench.importers.events.titles import TITLE_LIMIT, title_after, title_in


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Fix the tests\nin all folders", "Fix the tests"),
        ("  \n\n Fix the tests", "Fix the tests"),
        ("<uploaded_files>\n/srv/repo\n</uploaded_files>\nFix the tests", "Fix the tests"),
        ("<uploaded_files>\n/srv/repo\n</uploaded_files>", "/srv/repo"),
        ("/srv/repo/cart.py\nit fails", "it fails"),
        ("@src/cart.py", "@src/cart.py"),
        (
            "# Files mentioned by the user:\n\n## a.png: /a.png\n\n## My request for Codex:\nput it on top",
            "put it on top",
        ),
        ("<task>\nFix the tests\n</task>", "Fix the tests"),
        ("<uploaded_files>", "<uploaded_files>"),
        ("https://github.com/ann/parser/issues/31\nFix that", "Fix that"),
        ("https://github.com/ann/parser/issues/31", "github.com/…/issues/31"),
        ("https://www.example.org/a/", "example.org/a"),
        ("see https://github.com/ann/parser/issues/31, please", "see github.com/…/issues/31, please"),
        ("```\n12\n```", "```"),
        ("", ""),
        ("x" * TITLE_LIMIT, "x" * TITLE_LIMIT),
        ("x" * (TITLE_LIMIT + 1), "x" * (TITLE_LIMIT - 1) + "…"),
        ("fix the parser " * 5 + "now and again", "fix the parser " * 5 + "now…"),
        ("x" * (TITLE_LIMIT - 1) + " and", "x" * (TITLE_LIMIT - 1) + "…"),
        ("x " + "y" * TITLE_LIMIT, "x " + "y" * (TITLE_LIMIT - 3) + "…"),
    ],
)
def test_a_title_is_the_first_line_that_names_something(text: str, title: str) -> None:
    """Tags, addresses and paths are skipped; if nothing else is there, the end of an address is used."""
    assert title_in(text) == title


@pytest.mark.parametrize(
    ("before", "text", "title"),
    [
        ("", "Fix the tests", "Fix the tests"),
        ("github.com/…/issues/31", "can you fix that?", "github.com/…/issues/31: can you fix that?"),
        ("github.com/…/issues/31", "ok", "github.com/…/issues/31"),
        ("github.com/…/issues/31", "https://github.com/ann/parser/issues/32", "github.com/…/issues/31"),
        ("github.com/…/issues/31", "", "github.com/…/issues/31"),
        ("see github.com/…/issues/31", "Fix the tests", "see github.com/…/issues/31"),
        ("Fix the tests", "Now the docs", "Fix the tests"),
        (
            "example.org/a",
            "x" * TITLE_LIMIT,
            ("example.org/a: " + "x" * TITLE_LIMIT)[: TITLE_LIMIT - 1] + "…",
        ),
    ],
)
def test_an_address_is_titled_by_what_is_said_next(before: str, text: str, title: str) -> None:
    """The first informative message is used; a title with other words stays."""
    assert title_after(before, text) == title


ISSUE = "https://github.com/ann/parser/issues/31"
NAMED = "github.com/…/issues/31: Fix the last row"


def pi_session() -> str:
    """Two messages of a human."""
    told = [{"role": "user", "content": [{"type": "text", "text": text}]} for text in SAID]
    head = {"type": "session", "id": "s-1", "timestamp": "2026-01-01T00:00:00Z", "cwd": "/work"}
    return made.lines([head, *({"type": "message", "timestamp": "x", "message": each} for each in told)])


def codex_session() -> str:
    """The same as turns."""
    log = made.Rollout()
    for text in SAID:
        log.turn(text)
        log.says("I look.")
    return log.text()


def openhands_session() -> str:
    """The same as events."""
    return made.lines(
        made.sdk_event(
            "MessageEvent",
            number,
            source="user",
            llm_message={"role": "user", "content": [made.text_block(text)]},
        )
        for number, text in enumerate(SAID, 1)
    )


def claude_session() -> str:
    """The same as records."""
    log = Log()
    for text in SAID:
        log.user(text)
    return "\n".join(log.lines) + "\n"


SAID = (ISSUE, "Fix the last row", "Now the docs")


@pytest.mark.parametrize("session", [pi_session, codex_session, openhands_session, claude_session])
def test_a_session_that_opens_with_an_address_is_named_by_its_next_message(
    session: Callable[[], str], tmp_path: Path
) -> None:
    """In each of the formats, and no message after that one."""
    path = tmp_path / "session.jsonl"
    path.write_text(session(), encoding="utf-8")
    reading = detect(path).read(path)
    list(reading.events())
    assert reading.header.title == NAMED


def test_a_number_is_no_title() -> None:
    """It answers a command or a question; the first message with words names the session."""
    assert title_after(title_after("", "12"), "Plan the garden") == "Plan the garden"
    assert title_after(title_after("", "12"), "13") == "12"
