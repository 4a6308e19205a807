"""`watch` in a process of its own: lines as they come, a clean end on ^C, an exit code with --once."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.cli.run import environment, inside
from tests.cli.samples import GOOD_SUMMARY, SESSION, write_transcript
from workbench.services.hooks.shapes import WatchShape


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_lines_come_as_they_are_made_and_the_end_is_clean(tmp_path: Path, ending: signal.Signals) -> None:
    """One JSON object a line, at once; ^C and SIGTERM end it with 0 and the figures."""
    folder = tmp_path / "in"
    folder.mkdir()
    words = ["watch", str(folder), "--store", str(tmp_path / "store.duckdb"), "--json", "--poll", "0.2"]
    with subprocess.Popen(
        [sys.executable, "-m", "workbench", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(HOME=str(tmp_path)),
        text=True,
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        guard = threading.Timer(200, process.kill)  # what never comes must not be waited for
        guard.start()
        assert "^C ends it" in process.stderr.readline()
        write_transcript(tmp_path / "a.jsonl").rename(folder / "a.jsonl")
        found = WatchShape.model_validate_json(process.stdout.readline())
        assert (found.kind, found.format) == ("compaction", "claude-code")
        assert found.compaction is not None and not found.compaction.passed
        process.send_signal(ending)
        assert process.wait(60) == 0
        assert process.stdout.read() == ""
        assert "1 compaction scored, 1 failed" in process.stderr.read()
        guard.cancel()


def test_once_takes_in_what_is_there(tmp_path: Path) -> None:
    """A second time nothing is repeated, but what failed fails; a file that cannot be read is exit 2."""
    folder = tmp_path / "in"
    folder.mkdir()
    write_transcript(folder / "a.jsonl")
    (folder / "b.jsonl").write_text("no transcript\n")
    store = tmp_path / "store.duckdb"
    first = inside("watch", folder, "--once", "--json", "--store", store, cwd=tmp_path)
    kinds = [json.loads(line)["kind"] for line in first.out.splitlines()]
    assert (first.code, sorted(kinds)) == (2, ["compaction", "fault"])
    (folder / "b.jsonl").unlink()
    again = inside("watch", folder, "--once", "--store", store, cwd=tmp_path)
    assert (again.code, again.out) == (1, "")
    assert "1 compaction failed before and is not reported again; --json lists them" in again.err
    listed = inside("watch", folder, "--once", "--json", "--store", store, cwd=tmp_path)
    told = [json.loads(line) for line in (first.out + listed.out).splitlines()]
    kept, known = (each for each in told if each["kind"] == "compaction")
    assert (listed.code, kept["reported_before"], known["reported_before"]) == (1, False, True)
    assert known["compaction"] == kept["compaction"]


def test_once_over_what_passes_is_zero_again(tmp_path: Path) -> None:
    """A failure of an earlier run is one of the files that are there."""
    folder = tmp_path / "in"
    folder.mkdir()
    write_transcript(folder / "a.jsonl", GOOD_SUMMARY)
    for _ in range(2):
        done = inside("watch", folder, "--once", "--store", tmp_path / "s.duckdb", cwd=tmp_path)
        assert done.code == 0
        assert "failed before" not in done.err


def test_a_format_that_does_not_exist_is_a_usage_error(tmp_path: Path) -> None:
    """The error is printed once, before any file is read."""
    write_transcript(tmp_path / "a.jsonl")
    done = inside("watch", tmp_path, "--once", "--input-format", "nosuch", cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert "there is no format 'nosuch'" in done.err


def test_files_that_are_not_followed_are_named_once(tmp_path: Path) -> None:
    """Otherwise a folder of transcripts in another format looks as if it were fine."""
    folder = tmp_path / "in"
    folder.mkdir()
    for name in ("a.json", "b.json", "c.txt", "d\x1b[31m.eval"):
        (folder / name).write_text("{}")
    done = inside("watch", folder, "--once", "--store", tmp_path / "s.duckdb", cwd=tmp_path)
    assert done.code == 0
    assert done.err.count("4 files not followed") == 1
    assert "a.json, b.json, c.txt and 1 more" in done.err
    assert "\x1b" not in done.err


def test_a_line_for_a_reader(tmp_path: Path) -> None:
    """The word of `score`, the gates in a word each, what does not decide in small letters; no escapes."""
    folder = tmp_path / "in"
    folder.mkdir()
    path = write_transcript(folder / "a.jsonl", GOOD_SUMMARY)
    path.write_text(path.read_text().replace("Add a retry", "\\u001b[31mAdd a retry"))
    done = inside("watch", folder, "--once", "--imports", "--store", tmp_path / "s.duckdb", cwd=tmp_path)
    lines = done.out.splitlines()
    assert "events added" in lines[0]
    assert "  NOT REPLACEABLE  A:ok B:fail C:" in lines[1] and "d-1 events 0..16" in lines[1]
    assert "\x1b" not in done.out


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    """`watch` would otherwise wait forever."""
    done = inside("watch", tmp_path / "missing", "--once", cwd=tmp_path)
    assert (done.code, "there is no folder" in done.err) == (2, True)
    quiet = inside("watch", "--once", cwd=tmp_path, HOME=str(tmp_path), WORKBENCH_STORE=str(tmp_path / "s"))
    assert (quiet.code, quiet.out) == (0, "")


def test_a_store_that_cannot_be_used_is_reported_once(tmp_path: Path) -> None:
    """The error is that of `import`, not a fault of each file."""
    folder = tmp_path / "in"
    folder.mkdir()
    for name in ("a.jsonl", "b.jsonl"):
        write_transcript(folder / name)
    store = tmp_path / "s.duckdb"
    store.write_bytes(b"no store " * 2_000)
    done = inside("watch", folder, "--once", "--store", store, cwd=tmp_path)
    taken = inside("import", folder, "--store", store, cwd=tmp_path)
    assert (done.code, done.out) == (3, "")
    assert done.err == taken.err
    assert "fault in the program" not in done.err


def test_the_last_line_counts_as_people_do(tmp_path: Path) -> None:
    """Singular and plural agree with the numbers."""
    folder = tmp_path / "in"
    folder.mkdir()
    write_transcript(folder / "a.jsonl")
    words = ("watch", folder, "--once", "--store", tmp_path / "s.duckdb")
    assert (
        "1 import, 23 events added, 1 compaction scored, 1 failed, 0 faults"
        in inside(*words, cwd=tmp_path).err
    )
    path = write_transcript(folder / "b.jsonl")
    path.write_text(path.read_text().replace(SESSION, SESSION[::-1]))
    assert "1 compaction failed before and is not reported again" in inside(*words, cwd=tmp_path).err
    assert "2 compactions failed before and are not reported again" in inside(*words, cwd=tmp_path).err
