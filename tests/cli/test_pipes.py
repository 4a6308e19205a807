"""A named pipe in place of a file is read if it has a writer, and refused in time if it has none.

Each test runs in its own process with a time limit, so that an endless wait fails the test.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from tests.cli.hostile import write_hostile
from tests.cli.run import workbench
from workbench import pipes

LIMIT = 60


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a transcript, and a pipe without a process at its other end."""
    write_hostile(tmp_path / "a.jsonl")
    os.mkfifo(tmp_path / "pipe.jsonl")
    return tmp_path


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other end may come late on a busy machine."""
    monkeypatch.setattr(pipes, "PATIENCE", float(LIMIT))


def ended(folder: Path, *arguments: str) -> tuple[int, str]:
    """Exit code and stderr of a command, which must end by itself."""
    done = workbench(*arguments, cwd=folder, WORKBENCH_STORE=str(folder / "store.duckdb"))
    return done.code, done.err


@pytest.mark.parametrize("command", ["score", "import"])
def test_a_pipe_is_no_transcript(folder: Path, command: str) -> None:
    code, stated = ended(folder, command, "pipe.jsonl")
    assert (code, stated.splitlines()[0]) == (
        2,
        "workbench: pipe.jsonl is a pipe: a transcript is read more than once",
    )


@pytest.mark.parametrize(
    "words",
    [
        ("score", "pipe.jsonl", "--source", "a.jsonl"),
        ("score", "a.jsonl", "--capture", "pipe.jsonl"),
        ("score", "a.jsonl", "--policy", "pipe.jsonl"),
        ("score", "a.jsonl", "--baseline", "pipe.jsonl"),
        ("verify", "--heads", "pipe.jsonl"),
    ],
)
def test_nobody_writes(folder: Path, words: tuple[str, ...]) -> None:
    code, stated = ended(folder, *words)
    assert (code, "within 2 seconds nobody wrote to it" in stated) == (2, True)


@pytest.mark.parametrize("option", ["--write-baseline=pipe.jsonl", "--format=html=pipe.jsonl"])
def test_nobody_reads(folder: Path, option: str) -> None:
    code, stated = ended(folder, "score", "a.jsonl", option)
    assert (code, "within 2 seconds nobody read from it" in stated) == (2, True)


def test_what_is_written_late_and_in_pieces_is_read_whole(tmp_path: Path, patient: None) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    begun = threading.Event()

    def write() -> None:
        with pipe.open("wb", buffering=0) as file:
            begun.set()
            for piece in (b"one ", b"two ", b"x" * 200_000):
                file.write(piece)

    writer = threading.Thread(target=write)
    writer.start()
    assert pipes.read_whole(pipe) == b"one two " + b"x" * 200_000
    writer.join(LIMIT)
    assert begun.is_set()


@pytest.mark.parametrize("content", [b"", b"0123456789"])
def test_a_file_is_read_up_to_a_limit(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    assert (pipes.read_whole(path), pipes.read_whole(path, 4)) == (content, content[:4])


def test_what_is_written_into_a_pipe_arrives(tmp_path: Path, patient: None) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    with pipes.open_to_write(pipe) as file:
        file.write(b"whole")
    reader.join(LIMIT)
    assert got == [b"whole"]
