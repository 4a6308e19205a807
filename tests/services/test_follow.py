"""Which file is new, grew or was replaced; nothing is opened, and nothing is reported twice."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from workbench.services.watches.follow import Follower, Growth


class Heard(list[Growth]):
    """Reported changes, as file name and kind."""

    def take(self) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = [(Path(each.path).name, each.kind) for each in self]
        self.clear()
        return found


def follower(*folders: Path) -> tuple[Follower, Heard]:
    heard = Heard()
    return Follower([str(each) for each in folders], heard.append), heard


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(text)


def test_growth_is_reported_once(tmp_path: Path) -> None:
    """With the sizes before and after; what was there at the start is not reported."""
    write(tmp_path / "old.jsonl", "1\n")
    following, heard = follower(tmp_path)
    assert following.begin() == 1
    assert following.look() == 0
    write(tmp_path / "old.jsonl", "2\n")
    write(tmp_path / "deep" / "er" / "new.jsonl", "1\n")
    assert following.look() == 2
    assert set(heard) == {
        Growth(str(tmp_path / "deep" / "er" / "new.jsonl"), 2, 0, "new"),
        Growth(str(tmp_path / "old.jsonl"), 4, 2, "grown"),
    }
    assert following.look() == 0
    assert following.files == 2


def test_a_file_in_the_place_of_another_is_distinguished(tmp_path: Path) -> None:
    """Shorter than it was, or another file of that name; one that goes is forgotten."""
    path = tmp_path / "a.jsonl"
    write(path, "1\n2\n")
    following, heard = follower(tmp_path)
    following.begin()
    path.write_text("1\n")
    following.look()
    assert heard.take() == [("a.jsonl", "replaced")]
    write(tmp_path / "b", "1\n2\n3\n")
    (tmp_path / "b").rename(path)
    following.look()
    assert heard.take() == [("a.jsonl", "replaced")]
    path.unlink()
    following.look()
    assert (heard.take(), following.files) == ([], 0)


def test_what_is_no_transcript_is_passed_over(tmp_path: Path) -> None:
    """Other names, hidden files, empty ones, a pipe, a folder of that name, a link in a circle."""
    for name in ("a.txt", ".b.jsonl", "c.jsonl.tmp"):
        write(tmp_path / name, "1\n")
    (tmp_path / "empty.jsonl").touch()
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "circle").symlink_to(tmp_path)
    (tmp_path / "nowhere.jsonl").symlink_to(tmp_path / "gone")
    following, heard = follower(tmp_path, tmp_path / "missing")
    following.look()
    assert heard.take() == []
    write(tmp_path / "folder.jsonl" / "in.jsonl", "1\n")
    following.look_at([str(tmp_path / "a.txt"), str(tmp_path / "gone.jsonl"), "gone"])
    assert heard.take() == []
    following.look()
    assert heard.take() == [("in.jsonl", "new")]


def test_a_folder_may_come_later(tmp_path: Path) -> None:
    """A single file may be followed by name too."""
    following, heard = follower(tmp_path / "later", tmp_path / "one.jsonl")
    following.begin()
    write(tmp_path / "later" / "a.jsonl", "1\n")
    write(tmp_path / "one.jsonl", "1\n")
    following.look()
    assert sorted(heard.take()) == [("a.jsonl", "new"), ("one.jsonl", "new")]


def test_polling_ends_when_it_is_asked_to(tmp_path: Path) -> None:
    """After the look that it is at."""
    following, heard = follower(tmp_path)
    stop = threading.Event()
    write(tmp_path / "a.jsonl", "1\n")
    following.run(stop, poll_seconds=0.01, between=stop.set)
    assert heard.take() == [("a.jsonl", "new")]


@pytest.fixture
def stated_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[set[tuple[int, str]]]]:
    """`watchfiles` as it tells: sets of changes, and empty ones when nothing happened for a second."""
    changes: list[set[tuple[int, str]]] = []

    def watch(*_: str, **__: object) -> Iterator[set[tuple[int, str]]]:
        yield from changes
        raise RuntimeError("too many folders")

    module = ModuleType("watchfiles")
    module.watch = watch  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "watchfiles", module)
    yield changes


def test_what_is_reported_as_changed_is_looked_at(
    tmp_path: Path, stated_changes: list[set[tuple[int, str]]]
) -> None:
    """If notifications fail, polling continues."""
    following, heard = follower(tmp_path)
    following.begin()
    write(tmp_path / "a.jsonl", "1\n")
    stated_changes += [set(), {(1, str(tmp_path / "a.jsonl")), (2, str(tmp_path / "gone.jsonl"))}]
    stop, calls = threading.Event(), []

    def between() -> None:
        calls.append(len(heard))
        if len(calls) == 4:
            stop.set()

    following.run(stop, between=between)
    assert heard.take() == [("a.jsonl", "new")]
    assert len(calls) >= 4


def test_changes_are_reported(tmp_path: Path) -> None:
    """With the real package, where it is installed."""
    pytest.importorskip("watchfiles")
    following, heard = follower(tmp_path)
    following.begin()
    stop = threading.Event()
    rounds = []

    def between() -> None:
        rounds.append(len(heard))
        if len(rounds) == 1:
            write(tmp_path / "deep" / "a.jsonl", "1\n")
        if heard or len(rounds) > 60:
            stop.set()

    following.run(stop, between=between)
    assert heard.take() == [("a.jsonl", "new")]
