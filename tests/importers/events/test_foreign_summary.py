"""Another agent's summary in a transcript whose format has its own compactions: not a user's words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.importers import formats, made
from tests.importers.reads import read
from workbench.importers.events.speech import is_summary

TASK = "Fix the parser, never touch setup.py"
SUMMARIES = (
    f"{formats.CONTINUED}\n7. Pending Tasks:\n   - Greet",
    "The conversation history before this point was compacted into the following summary:\n\nGreet",
    "Another language model started to solve this problem and produced a summary of its thinking process."
    "\nGreet",
)


def codex(said: list[str]) -> str:
    """A rollout with these messages in the user's place."""
    rollout = made.Rollout()
    for text in said:
        rollout.turn(text)
    rollout.says("Ho")
    return rollout.text()


def pi(said: list[str]) -> str:
    """A session of pi with them."""
    time = "2026-01-01T00:00:00Z"
    header = {"type": "session", "id": "p-1", "timestamp": time, "cwd": "/work", "version": 3}
    messages = [{"role": "user", "content": [{"type": "text", "text": text}]} for text in said]
    entries = [
        {
            "type": "message",
            "id": f"e{n}",
            "parentId": f"e{n - 1}" if n else None,
            "timestamp": time,
            "message": each,
        }
        for n, each in enumerate(messages)
    ]
    return made.lines([header, *entries])


def gemini(said: list[str]) -> str:
    """A session of Gemini CLI with them."""
    header = {"sessionId": "s-1", "projectHash": "p", "startTime": "2026-01-01T00:00:00Z", "kind": "main"}
    messages = [made.gemini_said(f"m{n}", text) for n, text in enumerate(said)]
    return made.lines([header, *messages, made.gemini_answer("m9", "Ho")])


def openhands(said: list[str]) -> str:
    """A conversation of the OpenHands SDK with them."""
    return made.lines(
        made.sdk_event(
            "MessageEvent", n, source="user", llm_message={"role": "user", "content": [made.text_block(text)]}
        )
        for n, text in enumerate(said)
    )


def openhands_0(said: list[str]) -> list[object]:
    """One of OpenHands version 0 with them."""
    return [
        {"id": n, "source": "user", "action": "message", "args": {"content": text}, "timestamp": "2026-01-01"}
        for n, text in enumerate(said)
    ]


def swe_agent(said: list[str]) -> object:
    """A run of SWE-agent with them."""
    history = [{"role": "user", "content": text, "agent": "main"} for text in said]
    return {"trajectory": [], "history": history}


def mini_swe_agent(said: list[str]) -> object:
    """A run of mini-SWE-agent with them."""
    return {"messages": [{"role": "user", "content": text} for text in said], "info": {"mini_version": "2.0"}}


FORMATS: list[tuple[str, Callable[[list[str]], object]]] = [
    ("codex", codex),
    ("pi", pi),
    ("gemini-cli", gemini),
    ("openhands", openhands),
    ("openhands", openhands_0),
    ("swe-agent", swe_agent),
    ("mini-swe-agent", mini_swe_agent),
]


@pytest.mark.parametrize(("name", "written"), FORMATS, ids=lambda each: getattr(each, "__name__", ""))
@pytest.mark.parametrize("summary", SUMMARIES)
def test_the_summary_of_another_agent_is_no_human_s_words(
    tmp_path: Path, name: str, written: Callable[[list[str]], object], summary: str
) -> None:
    """It is a note of a program; the task behind it is the human's, and names the session."""
    assert is_summary(summary)
    found = read(name, tmp_path, written([summary, TASK]))
    users = [event.text for event in found.events if event.kind.value == "user"]
    notes = [event.text for event in found.events if event.kind.value == "meta"]
    assert users == [TASK] and notes == [summary]
    assert found.header.title == TASK


@pytest.mark.parametrize(("name", "written"), FORMATS, ids=lambda each: getattr(each, "__name__", ""))
def test_somebody_who_mentions_a_summary_says_so_himself(
    tmp_path: Path, name: str, written: Callable[[list[str]], object]
) -> None:
    """Only how a message begins makes it one."""
    found = read(name, tmp_path, written([f"It printed: {formats.CONTINUED}"]))
    assert [event.kind.value for event in found.events if event.kind.value != "assistant"] == ["user"]
