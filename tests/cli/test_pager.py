"""Long output on a terminal: through the pager, and only then."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios
import time
from pathlib import Path

import pytest

from tests.cli.hostile import write_hostile
from tests.cli.run import environment, inside
from workbench.cli.pager import pager_command, shows_colours

READER = """#!/bin/sh
echo "[pager $*]"
cat > "$SEEN"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a pager that records its input and a transcript to score."""
    for name in ("reader", "less"):
        (tmp_path / name).write_text(READER)
        (tmp_path / name).chmod(0o755)
    write_hostile(tmp_path / "a.jsonl")
    return tmp_path


def on_a_terminal(folder: Path, *arguments: str, rows: int = 24, **changes: str) -> tuple[str, str]:
    """Return what a terminal of that height shows of a command, and the pager's input."""
    seen = folder / "seen"
    seen.unlink(missing_ok=True)
    made = environment(TERM="xterm", SEEN=str(seen), **changes)
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(folder)
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", rows, 80, 0, 0))
        os.execve(sys.executable, [sys.executable, "-m", "workbench", *arguments], made)
    shown, end = b"", time.monotonic() + 60
    while time.monotonic() < end:
        ready, _, _ = select.select([terminal], [], [], 0.2)
        if ready:
            try:
                piece = os.read(terminal, 65536)
            except OSError:
                break
            if not piece:
                break
            shown += piece
    os.waitpid(pid, 0)
    os.close(terminal)
    given = seen.read_text(encoding="utf-8") if seen.exists() else ""
    return shown.decode("utf-8", "replace").replace("\r\n", "\n"), given


def on_24_rows(folder: Path, *arguments: str, **changes: str) -> tuple[str, str]:
    """Like `on_a_terminal`, in this process with simulated terminals.

    Return the output and the pager's input.
    """
    kept = folder / "seen"
    kept.unlink(missing_ok=True)
    where = {"TERM": "xterm", "LINES": "24", "COLUMNS": "80", "SEEN": str(kept), **changes}
    stated = inside(*arguments, cwd=folder, env=None, typed="", **where)
    return stated.out, kept.read_text(encoding="utf-8") if kept.exists() else ""


def test_long_output_goes_to_the_pager_of_the_user(folder: Path) -> None:
    """All of it, without colours where the pager is not known to show them, and no other escape."""
    shown, given = on_a_terminal(folder, "score", "a.jsonl", PAGER=f"{folder}/reader -x")
    assert "[pager -x]" in shown
    assert "NOT REPLACEABLE" not in shown
    assert given == inside("score", "a.jsonl", cwd=folder).out
    assert "\x1b" not in given


def test_less_is_given_colours_and_nothing_else(folder: Path) -> None:
    """Its options are set where the user has none; every escape sequence is a colour."""
    path = f"{folder}:{os.environ['PATH']}"
    _, given = on_24_rows(folder, "score", "a.jsonl", PATH=path)
    assert "\x1b[31m" in given
    assert "\x1b" not in re.sub(r"\x1b\[\d*m", "", given)
    _, plain = on_24_rows(folder, "score", "a.jsonl", PATH=path, LESS="S")
    assert "\x1b" not in plain


def test_what_fits_the_screen_is_printed(folder: Path) -> None:
    """Output is also printed directly if the pager is switched off or missing."""
    reader = f"{folder}/reader"
    shown, given = on_a_terminal(folder, "score", "a.jsonl", rows=500, PAGER=reader)
    assert ("NOT REPLACEABLE" in shown, given) == (True, "")
    assert on_24_rows(folder, "score", "a.jsonl", PAGER=reader)[1]
    for arguments, pager in (
        (("score", "a.jsonl", "--no-pager"), reader),
        (("--no-pager", "score", "a.jsonl"), reader),
        (("score", "a.jsonl"), "cat"),
        (("score", "a.jsonl"), ""),
        (("score", "a.jsonl"), "no-such-pager"),
        (("score", "a.jsonl"), "'"),
    ):
        shown, given = on_24_rows(folder, *arguments, PAGER=pager)
        assert ("NOT REPLACEABLE" in shown, given) == (True, ""), (arguments, pager)


def test_help_is_paged_too(folder: Path) -> None:
    """It is longer than a screen."""
    shown, given = on_a_terminal(folder, "score", "--help", PAGER=f"{folder}/reader")
    assert "[pager ]" in shown
    assert given.startswith("usage: workbench score")


def test_without_a_terminal_nothing_is_paged(folder: Path) -> None:
    """A pipe gets the output itself."""
    stated = inside(
        "score", "a.jsonl", cwd=folder, env=None, PAGER=f"{folder}/reader", SEEN=str(folder / "seen")
    )
    assert "NOT REPLACEABLE" in stated.out
    assert not (folder / "seen").exists()


def test_a_reader_may_leave(folder: Path) -> None:
    """A pager that stops reading ends the command quietly."""
    (folder / "reader").write_text("#!/bin/sh\nhead -n 1\n")
    shown, _ = on_a_terminal(folder, "timeline", "x", PAGER=f"{folder}/reader")
    assert "Traceback" not in shown
    shown, _ = on_a_terminal(folder, "schema", "score", PAGER=f"{folder}/reader")
    assert shown.strip() == "{"


def test_the_pager_is_what_the_environment_says() -> None:
    """None on a dumb terminal; colours only for less that shows them."""
    assert pager_command({"TERM": "dumb", "PAGER": "sh"}) is None
    assert pager_command({"TERM": "xterm", "PAGER": "sh -c"}) == ["sh", "-c"]
    assert pager_command({}) is None
    assert shows_colours(["/usr/bin/less"], {})
    assert not shows_colours(["less"], {"LESS": "X"})
    assert shows_colours(["less", "-R"], {"LESS": "X"})
    assert not shows_colours(["more"], {})
