"""Growing files are imported when due; new compactions are scored and reported once."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from bench.bench_watch import rounds
from store.errors import StoreBusy, StoreUnreadable
from tests.cli.samples import records
from tests.services.hooks.live import BOUNDARY, NOW, SUMMARY_END
from workbench.bootstrap import Env
from workbench.services.hooks.shapes import WatchShape
from workbench.services.live import ScoredCompaction, score_unscored, take_in
from workbench.services.watches import watch as module
from workbench.services.watches.follow import Follower
from workbench.services.watches.watch import Watch, WatchRequest

LINES = [json.dumps(each) + "\n" for each in records()]


@dataclass
class Watching:
    """A watch that is driven step by step, on a clock of its own."""

    folder: Path
    request: WatchRequest = field(default_factory=WatchRequest)
    lines: list[WatchShape] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)
    now: float = 100.0

    def __post_init__(self) -> None:
        (self.folder / "in").mkdir()
        env = Env(
            str(self.folder / "store.duckdb"), ticks=lambda: self.now, now=lambda: NOW, wait_seconds=30.0
        )
        self.watch = Watch(env, self.request, self.lines.append, self.commands.append)
        self.follower = Follower([str(self.folder / "in")], self.watch.grown)

    def begin(self) -> None:
        self.follower.begin()
        self.watch._sizes = self.follower.sizes()

    def append(self, lines: list[str], name: str = "a.jsonl") -> Path:
        path = self.folder / "in" / name
        with path.open("a", encoding="utf-8") as file:
            file.writelines(lines)
        return path

    def step(self, seconds: float = 2.0) -> list[tuple[str, int | None]]:
        """Time passes, everything is looked at, and what is due is taken in; what was reported of it."""
        self.follower.look()
        self.now += seconds
        self.watch.between()
        stated: list[tuple[str, int | None]] = [(each.kind, each.events_added) for each in self.lines]
        self.lines.clear()
        return stated


def test_a_new_compaction_is_reported_once(tmp_path: Path) -> None:
    """With its verdict; imports are reported where that is wanted."""
    live = Watching(tmp_path, WatchRequest(imports=True))
    live.begin()
    live.append(LINES[:BOUNDARY])
    assert live.step() == [("imported", 17)]
    live.append(LINES[BOUNDARY:SUMMARY_END])
    live.follower.look()
    live.now += 2.0
    live.watch.between()
    imported, compaction = live.lines
    assert (imported.kind, compaction.kind) == ("imported", "compaction")
    assert compaction.compaction is not None
    assert (compaction.compaction.passed, compaction.compaction.failed_gates) == (False, ["C", "D"])
    assert compaction.session_id and compaction.format == "claude-code"
    live.lines.clear()
    live.append(LINES[SUMMARY_END:])
    assert [kind for kind, _ in live.step(60.0)] == ["imported"]
    assert live.watch.totals.compactions == live.watch.totals.failed == 1


def test_compactions_from_before_are_not_reported(tmp_path: Path) -> None:
    """They are not reported when their session continues; with `everything` they are."""
    live = Watching(tmp_path)
    live.append(LINES[:SUMMARY_END])
    live.begin()
    live.append(LINES[SUMMARY_END:])
    assert live.step() == []
    assert live.watch.totals.imports == 1
    everything = WatchRequest(folders=(str(tmp_path / "in"),), everything=True, once=True)
    again = Watch(live.watch.env, everything, live.lines.append)
    again.run(threading.Event())
    assert [each.kind for each in live.lines] == ["compaction"]


@pytest.mark.parametrize("taken_in_before", [False, True])
def test_compactions_of_a_shorter_file_in_the_place_of_another_are_reported(
    tmp_path: Path, taken_in_before: bool
) -> None:
    """They are new, even in lines that the file before had, too."""
    live = Watching(tmp_path)
    path = live.append([*LINES, *LINES[SUMMARY_END:]])
    live.begin()
    if taken_in_before:
        live.append(LINES[-1:])
        assert live.step() == []
    other = [json.dumps({**each, "sessionId": "other"}) + "\n" for each in records()]
    path.write_text("".join(other[:SUMMARY_END]), encoding="utf-8")
    assert [kind for kind, _ in live.step(60.0)] == ["compaction"]


def test_a_file_settles_before_it_is_taken_in(tmp_path: Path) -> None:
    """While it grows it waits, but not for ever; an unfinished line is waited for."""
    live = Watching(tmp_path, WatchRequest(imports=True))
    live.begin()
    stated = []
    for number in range(8):
        live.append(LINES[number : number + 1])
        stated.append(bool(live.step(0.8)))
    assert stated.count(True) == 1
    (tmp_path / "other").mkdir()
    live = Watching(tmp_path / "other")
    live.begin()
    live.append([*LINES[:3], LINES[3][:20]])
    live.step(2.0)
    assert live.watch.totals.imports == 0
    live.append([LINES[3][20:]])
    live.step(2.0)
    assert (live.watch.totals.imports, live.watch.totals.events_added) == (1, 4)


def test_a_slow_file_rests_unless_a_compaction_is_spoken_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten times what it took; what was added is looked at for that."""
    live = Watching(tmp_path, WatchRequest(imports=True))
    live.begin()
    real = take_in

    def slow(*given: object) -> object:
        live.now += 5.0
        return real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "take_in", slow)
    live.append(LINES[:4])
    assert live.step()
    live.append(LINES[4:6])
    assert live.step(10.0) == []
    live.append(LINES[6:8])
    assert live.step(45.0)
    live.append(LINES[8:SUMMARY_END])
    assert [kind for kind, _ in live.step(2.0)] == ["imported", "compaction"]


def test_scoring_a_compaction_does_not_put_off_what_comes_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pause is for files that are slow to import: a compaction is scored only once."""
    live = Watching(tmp_path, WatchRequest(imports=True))
    live.begin()

    def slow(*given: object) -> object:
        live.now += 20.0
        return score_unscored(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "score_unscored", slow)
    live.append(LINES[:4])
    assert live.step()
    live.append(LINES[4:6])
    assert live.step(2.0)


def test_a_store_in_use_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file stays due, without a message."""
    live = Watching(tmp_path, WatchRequest(imports=True))
    live.begin()
    live.append(LINES[:4])

    def busy(*_: object) -> None:
        raise StoreBusy("held", "wait")

    with monkeypatch.context() as patched:
        patched.setattr(module, "take_in", busy)
        assert live.step() == []
    assert live.step(10.0) == [("imported", 4)]


def test_a_run_that_looks_once_does_not_pass_over_a_store_in_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends with that error, since there is no later look."""
    live = Watching(tmp_path)
    live.append(LINES[:SUMMARY_END])

    def busy(*_: object) -> None:
        raise StoreBusy("held", "wait")

    for step in ("take_in", "score_unscored"):
        once = Watch(live.watch.env, WatchRequest((str(tmp_path / "in"),), once=True), live.lines.append)
        with monkeypatch.context() as patched:
            patched.setattr(module, step, busy)
            with pytest.raises(StoreBusy):
                once.run(threading.Event())
    assert live.lines == []


def test_the_stores_own_trouble_is_reported_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In its own words, not of each file; and of a run that looks once it is the end."""
    live = Watching(tmp_path, WatchRequest(imports=True))
    live.begin()

    def shut(*_: object) -> None:
        raise StoreUnreadable("the store is shut", "open it")

    with monkeypatch.context() as patched:
        patched.setattr(module, "take_in", shut)
        for name in ("a.jsonl", "b.jsonl"):
            live.append(LINES[:4], name)
        live.follower.look()
        live.now += 2.0
        live.watch.between()
        assert [(each.code, each.message) for each in live.lines] == [
            ("store_unreadable", "the store is shut")
        ]
        live.lines.clear()
        once = Watch(live.watch.env, WatchRequest((str(tmp_path / "in"),), once=True), live.lines.append)
        with pytest.raises(StoreUnreadable):
            once.run(threading.Event())
    assert live.lines == []


def test_a_file_that_cannot_be_read_is_reported_once(tmp_path: Path) -> None:
    """And followed on: when it can be read, it is taken in."""
    live = Watching(tmp_path, WatchRequest(imports=True))
    live.begin()
    path = live.append(["not a transcript\n"])
    assert live.step() == [("fault", None)]
    live.append(["still none\n"])
    assert live.step(60.0) == []
    path.unlink()
    live.append(LINES[:4])
    assert live.step(60.0) == [("imported", 4)]


def test_a_session_in_which_nothing_was_said_is_no_fault(tmp_path: Path) -> None:
    """Agents begin their files with records that are no events."""
    live = Watching(tmp_path)
    live.begin()
    live.append(['{"type": "file-history-snapshot", "messageId": "a", "snapshot": {}}\n'])
    live.step()
    live.append(LINES[:2])
    live.step(60.0)
    assert live.watch.totals.faults <= 1
    assert live.watch.totals.imports == 1


def test_a_failing_compaction_runs_the_command(tmp_path: Path) -> None:
    """With what is known of it in the environment, and nothing of it in the command."""
    out = tmp_path / "out.txt"
    keys = "ARTIFACT NUMBER SESSION TRANSCRIPT FORMAT STORE RANGE GATES FAILED_GATES LOST LIKELY_LOST TRIGGER"
    script = "".join(f'echo "{key}=$WORKBENCH_{key}"; ' for key in keys.split())
    live = Watching(tmp_path, WatchRequest(on_fail=f"({script}) > '{out}'; exit 3"))
    live.begin()
    name = "$(touch hacked); `touch hacked`.jsonl"
    live.append(LINES[:SUMMARY_END], name)
    live.step()
    stated = dict(line.split("=", 1) for line in out.read_text().splitlines())
    assert stated["TRANSCRIPT"] == str(tmp_path / "in" / name)
    assert stated["FAILED_GATES"] == "C D"
    assert stated["RANGE"] == "0..16"
    assert stated["SESSION"].startswith("ses_") and stated["ARTIFACT"].startswith("art_")
    assert int(stated["LOST"]) > 0
    assert live.commands == ["the command of --on-fail: it exited 3"]
    assert not list(Path.cwd().glob("hacked")) and not list(tmp_path.rglob("hacked"))


def test_memory_of_files_stays_small(tmp_path: Path) -> None:
    """Many appends leave no more behind than one: one value a file, nothing due, no file open."""
    live = Watching(tmp_path)
    live.begin()
    open_before = len(list(Path("/proc/self/fd").iterdir())) if Path("/proc/self/fd").exists() else 0
    for number in range(200):
        for name in ("a.jsonl", "b.jsonl", "c.jsonl"):
            live.append(["{}\n"], name)
        live.follower.look()
        live.now += 0.1
        assert len(live.watch._due) <= 3
        assert live.follower.files == 3
        if number == 100 and open_before:
            assert len(list(Path("/proc/self/fd").iterdir())) <= open_before + 1


def test_what_a_watch_holds_does_not_grow_with_what_is_written(tmp_path: Path) -> None:
    """The benchmark in short: handles stay, every line is taken in, and memory does not follow the bytes."""
    found = list(rounds(tmp_path, appends=240, files=3, count=6))
    assert [each.events for each in found] == [40, 80, 120, 160, 200, 240]
    assert [each.imports for each in found] == [3, 6, 9, 12, 15, 18]
    assert len({each.handles for each in found[1:]}) == 1
    assert found[-1].memory - found[2].memory < 40_000_000


def test_a_summary_that_nobody_can_read_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is reported as opaque, and no command is run: some agents encrypt every one."""

    def opaque(*given: object) -> tuple[ScoredCompaction, ...]:
        found = score_unscored(*given)  # type: ignore[arg-type]
        return tuple(replace(each, compaction=replace(each.compaction, opaque=True)) for each in found)

    monkeypatch.setattr(module, "score_unscored", opaque)
    live = Watching(tmp_path, WatchRequest(on_fail="exit 1"))
    live.begin()
    live.append(LINES[:SUMMARY_END])
    live.follower.look()
    live.now += 2.0
    live.watch.between()
    (line,) = live.lines
    assert line.compaction is not None
    assert (line.compaction.opaque, line.compaction.passed) == (True, None)
    assert (live.watch.totals.failed, live.commands) == (0, [])
