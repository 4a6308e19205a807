"""Other processes use the store while sources are read: it is closed meanwhile, and batches are short."""

from __future__ import annotations

import subprocess
import sys
from itertools import count
from pathlib import Path
from shutil import rmtree

import pytest

from tests.runs.build import ANSWERED, env_of, folder_of
from workbench.runs.planning.offline_agent import RuleAgent
from workbench.runs.records.state import RunState
from workbench.runs.settings import RunSettings
from workbench.runs.sources import reader, source_reading
from workbench.runs.sources.source_reading import SourceReading
from workbench.services.runs.agent_runs import begin, cancel, listing, machine_of, resume, start
from workbench.services.runs.run_ledger import StoreLedger
from workbench.services.runs.shown_run import RunRequest

_LOOK = (
    "import sys; from pathlib import Path; from store.engine import Store\n"
    "with Store(Path(sys.argv[1]), 60.0).reading(): pass\n"
)


def many(path: Path, number: int) -> Path:
    """Write a number of small sources and return their folder."""
    folder = path / "sources"
    folder.mkdir()
    for place in range(number):
        (folder / f"n{place:02}.txt").write_text(f"Note {place}\n\nThe lamp {place} is green.\n")
    return folder


def test_a_batch_ends_where_its_time_is_over(tmp_path: Path) -> None:
    """Each reading of the clock is three seconds later, so two files are a batch; none is lost."""
    env = env_of(tmp_path)
    folder = many(tmp_path, 7)
    run = begin(env, RunRequest("Which lamp?", (str(folder),))).record.run_id
    ticks = count()
    reading = SourceReading(
        StoreLedger(env.open_store()),
        run,
        RunSettings(sources=(str(folder),)),
        ticks=lambda: 3.0 * next(ticks),
    )
    read, done = [], False
    while not done:
        _, body = reading.next("2026-03-01T00:00:00.000Z")
        read.append(body.read)
        done = body.complete
    assert sum(read) == 7
    assert max(read) <= 2


def test_another_process_gets_in_while_sources_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process waits at most for one batch, here one file."""
    env = env_of(tmp_path)
    folder = many(tmp_path, 16)
    run = begin(env, RunRequest("Which lamp?", (str(folder),))).record.run_id
    whole, read, got_in = reader.indexed, list[object](), list[int]()

    def slow(*arguments: object) -> object:
        read.append(arguments)
        if len(read) == 5:
            path = str(tmp_path / "store.duckdb")
            other = subprocess.run([sys.executable, "-c", _LOOK, path], check=False)
            got_in.append(other.returncode)
        return whole(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(source_reading, "indexed", slow)
    machine = machine_of(env, StoreLedger(env.open_store()), run, RuleAgent())
    while machine.state.phase == "SOURCES":
        machine.advance()
    assert (len(read), got_in) == (16, [0])


def test_a_run_that_is_cancelled_while_it_is_driven_ends_so(tmp_path: Path) -> None:
    """The process that drives it reports that and records nothing afterwards."""
    env = env_of(tmp_path)
    folder = many(tmp_path, 2)
    met: list[str] = []

    def on_phase(state: RunState) -> None:
        if state.phase == "PLAN" and not met:
            met.append(state.phase)
            (run,) = listing(env)
            cancel(env, run.run_id, "enough")

    shown = start(env, RunRequest("Which lamp is green?", (str(folder),)), on_phase=on_phase)
    assert met
    assert shown.state.status == "CANCELLED"


def test_a_source_that_went_before_it_was_read_holds_nothing_up(tmp_path: Path) -> None:
    """A started run continues with the sources left and names the missing one; without any it fails."""
    folder, env = folder_of(tmp_path), env_of(tmp_path)
    named = tuple(str(folder / name) for name in ("rules.md", "crew.txt"))
    left, alone = (begin(env, RunRequest(ANSWERED, some)) for some in (named, named[1:]))
    (folder / "crew.txt").unlink()
    found = resume(env, left.record.run_id).output
    assert found is not None and "5 January" in found.answer
    by_location = {
        each.location: (each.status, "not there any more" in each.reason) for each in found.sources
    }
    assert by_location == {"rules.md": ("read", False), "crew.txt": ("skipped", True)}
    failed = resume(env, alone.record.run_id)
    assert failed.state.status == "FAILED" and "crew.txt is not there any more" in failed.state.reason
    rmtree(folder)
    emptied = begin(env, RunRequest(ANSWERED, (str(folder_of(tmp_path)),)))
    for each in folder.iterdir():
        each.unlink()
    assert resume(env, emptied.record.run_id).state.status == "FAILED"


def test_a_source_that_became_something_else_is_not_read(tmp_path: Path) -> None:
    """A folder in place of a named file, or a file in place of a folder, is not read."""
    folder, env = folder_of(tmp_path), env_of(tmp_path)
    (folder / "notes").mkdir()
    (folder / "notes" / "own.txt").write_text("The lamp is green.\n")
    named = tuple(str(folder / name) for name in ("rules.md", "crew.txt", "notes"))
    left = begin(env, RunRequest(ANSWERED, named))
    (folder / "crew.txt").unlink()
    (folder / "crew.txt").mkdir()
    (folder / "crew.txt" / "secret.md").write_text("The harbour is closed in May.\n")
    rmtree(folder / "notes")
    (folder / "notes").write_text("The harbour is closed in June.\n")
    found = resume(env, left.record.run_id).output
    assert found is not None and "5 January" in found.answer
    by_location = {each.location: (each.status, each.reason) for each in found.sources}
    assert by_location["rules.md"] == ("read", "")
    assert {name: status for name, (status, _) in by_location.items()} == {
        "rules.md": "read", "crew.txt": "skipped", "notes": "skipped",
    }  # fmt: skip
    assert "is a folder now" in by_location["crew.txt"][1] and "is a file now" in by_location["notes"][1]
