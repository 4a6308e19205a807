"""Summaries that a known agent left in the user's place of a message list, above all as its beginning."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.importers import formats
from tests.importers.reads import read

SUMMARY = f"{formats.CONTINUED}\n7. Pending Tasks:\n   - Greet"
LATER = f"{formats.CONTINUED}\n7. Pending Tasks:\n   - Part"
SYSTEM = ("system", "Be brief")
FORMATS = ("openai-chat", "anthropic-messages", "jsonl-chat")


def request(*said: tuple[str, str]) -> dict[str, object]:
    """A request with these messages."""
    return {"messages": [{"role": role, "content": text} for role, text in said]}


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("opening", [(), (SYSTEM,)])
def test_a_summary_with_which_a_file_begins_ranges_over_itself(
    tmp_path: Path, name: str, opening: tuple[tuple[str, str], ...]
) -> None:
    """Instructions before it are none of what it replaced, which is in another file; a later one goes on."""
    said = (("user", SUMMARY), ("assistant", "Ho"), ("user", "Go on"), ("user", LATER))
    found = read(name, tmp_path, request(*opening, *said))
    own = len(opening)
    assert found.ranges() == [(own, own, (), own), (own + 1, own + 2, (), own + 3)]
    assert not found.header.scope_complete and found.header.title == "Go on"
    assert "Greet" in found.totals.compactions[0].items[0].text


@pytest.mark.parametrize("name", FORMATS)
def test_a_summary_after_talk_replaces_the_talk(tmp_path: Path, name: str) -> None:
    """The earlier messages are its range, and the file is complete."""
    found = read(name, tmp_path, request(("user", "Hi"), ("assistant", "Ho"), ("user", SUMMARY)))
    assert found.ranges() == [(0, 1, (), 2)] and found.header.scope_complete


@pytest.mark.parametrize("name", FORMATS)
def test_somebody_who_only_mentions_a_summary_says_so_himself(tmp_path: Path, name: str) -> None:
    """Only how a message begins makes it a summary."""
    found = read(name, tmp_path, request(("user", f"It printed: {formats.CONTINUED}"), ("assistant", "Ho")))
    assert found.ranges() == [] and found.stated()[0][0] == "user"
