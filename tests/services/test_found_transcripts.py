"""Transcripts where agents keep them: found, looked into in part, never read whole; paths completed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.tui.build import login_log
from workbench.services.transcript_files.path_completion import common, completions
from workbench.services.watches import found_transcripts as service
from workbench.services.watches.found_transcripts import FoundTranscript, found_transcripts, glimpse


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folders of both agents, elsewhere than in the home folder."""
    claude, codex = tmp_path / "claude", tmp_path / "codex"
    (claude / "projects" / "p" / "subagents").mkdir(parents=True)
    (codex / "sessions" / "2026" / "11" / "20").mkdir(parents=True)
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(claude))
    monkeypatch.setenv("CODEX_HOME", str(codex))
    return tmp_path


def test_the_newest_come_first_and_subagents_are_left_out(home: Path) -> None:
    """Both places are respected; empty files and those of subagents are none."""
    project = home / "claude" / "projects" / "p"
    old = login_log().write(project, "old.jsonl")
    os.utime(old, (1_000, 1_000))
    new = home / "codex" / "sessions" / "2026" / "11" / "20" / "rollout.jsonl"
    new.write_text("{}\n")
    (project / "empty.jsonl").touch()
    (project / "agent-1.jsonl").write_text("{}\n")
    (project / "subagents" / "x.jsonl").write_text("{}\n")
    found = found_transcripts()
    assert [(Path(each.path).name, each.agent) for each in found.files] == [
        ("rollout.jsonl", "codex"),
        ("old.jsonl", "claude-code"),
    ]


def test_thousands_are_listed_up_to_a_bound(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest are listed, the others counted."""
    monkeypatch.setattr(service, "MOST_LISTED", 5)
    project = home / "claude" / "projects" / "p"
    for number in range(40):
        place = project / f"{number}.jsonl"
        place.write_text("{}\n")
        os.utime(place, (number + 1, number + 1))
    found = found_transcripts()
    assert [Path(each.path).stem for each in found.files] == ["39", "38", "37", "36", "35"]
    assert found.more == 35


def test_a_look_gives_title_and_compactions(home: Path) -> None:
    """The user's first words; a compaction that straddles what is read at once counts once."""
    place = login_log().write(home / "claude", "s.jsonl")
    seen = glimpse(FoundTranscript(str(place), "claude-code", place.stat().st_size, 0.0))
    assert seen.title.startswith("Turn 0: the login test still fails")
    assert (seen.compactions, seen.whole) == (1, True)
    mark = b'{"type":"system","subtype":"compact_boundary"}\n'
    for before in range(service.BEGINNING - 60, service.BEGINNING + 10, 7):
        place.write_bytes(b" " * before + b"\n" + mark)
        assert glimpse(FoundTranscript(str(place), "", place.stat().st_size, 0.0)).compactions == 1


def test_only_a_part_of_a_long_transcript_is_counted(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The result states that only the first part was read."""
    monkeypatch.setattr(service, "MOST_SCANNED", service.BEGINNING)
    place = home / "long.jsonl"
    place.write_bytes(b"x" * (service.BEGINNING + 10))
    assert not glimpse(FoundTranscript(str(place), "", place.stat().st_size, 0.0)).whole
    assert glimpse(FoundTranscript(str(home / "gone.jsonl"), "", 1, 0.0)).title == ""


def test_a_path_goes_on_with_folders_and_transcripts(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders end in a slash; other files, and names with a dot, are not offered; `~` stays as typed."""
    (home / "logs").mkdir()
    for name in ("log-1.jsonl", "log-2.jsonl", "log.txt", ".hidden.jsonl"):
        (home / name).touch()
    offered = completions(f"{home}/lo")
    assert [each.removeprefix(f"{home}/") for each in offered] == ["log-1.jsonl", "log-2.jsonl", "logs/"]
    assert common(offered, "") == f"{home}/log"
    monkeypatch.setenv("HOME", str(home))
    assert completions("~/log-2") == ("~/log-2.jsonl",)
    assert completions(f"{home}/nowhere/x") == ()
    assert common((), "as typed") == "as typed"
