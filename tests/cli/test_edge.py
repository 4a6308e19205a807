"""The edge: exit codes, errors in one line, streams that are closed, foreign or gone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from tests.cli.run import ROOT, environment, inside, workbench
from tests.cli.samples import records
from tests.cli.warm import answered
from workbench.bootstrap import Env
from workbench.cli import main as edge
from workbench.cli import stdout
from workbench.cli.commands import sessions as reading
from workbench.cli.reply import Reply
from workbench.errors import InputError, Refused
from workbench.presentation.spans import StyledText
from workbench.version import __version__


def test_version_and_help_end_well() -> None:
    """`--version` and `--help` print to stdout and exit 0."""
    stated = workbench("--version")
    assert (stated.code, stated.out, stated.err) == (0, f"workbench {__version__}\n", "")
    helped = workbench("--help")
    assert helped.code == 0
    for command in "import sessions timeline show capture draft review score repair accept".split():
        assert f"\n    {command} " in helped.out


def test_no_command_says_what_to_type() -> None:
    """Without a command the short help goes to stderr and the exit code is 2."""
    stated = workbench()
    assert (stated.code, stated.out) == (2, "")
    assert "workbench demo --headless" in stated.err
    assert "workbench import PATH" in stated.err


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        (["scroe", "x"], "there is no command 'scroe'", "did you mean `workbench score`?"),
        (["draft"], "workbench draft needs SESSION", "`workbench sessions` lists the sessions"),
        (["export", "x"], "workbench export needs --out", "`workbench export --help`"),
        (["modes", "rollling"], "there is no mode 'rollling'", "did you mean rolling?"),
        (["score"], "workbench score needs TARGET", "name a transcript, a folder"),
        (["score", "x", "--bogus"], "workbench score has no option --bogus", "--help"),
        (["timeline", "abc", "--range", "9-3"], "'9-3' is not a range", "as in --range 10..57"),
        (["timeline", "abc", "--range", "-1..2"], "'-1..2' is not a range", "as in --range 10..57"),
        (["draft", "abc", "--range", "-4"], "'-4' is not a range", "as in --range 10..57"),
        (["timeline", "abc", "--range", "9..3"], "the range 9..3 is reversed", "--range 3..9"),
        (["import", ""], "the path is empty", "name a file or a folder"),
        (["score", "x.jsonl", " "], "the path is empty", "name a file or a folder"),
        (["score", "x.jsonl", "--source", ""], "the path is empty", "name a file or a folder"),
        (["score", "x.jsonl", "--policy="], "the path is empty", "name a file or a folder"),
        (["mcp", "--folder", " "], "the path is empty", "name a file or a folder"),
        (["search", "a", "\udcff"], "TEXT is not valid UTF-8", "type it in UTF-8"),
        (["show", "\udcff"], "ID is not valid UTF-8", "type it in UTF-8"),
        (["accept", "art_123456", "--reason", "\udcff"], "--reason is not valid UTF-8", "type it in UTF-8"),
        (["scroe" * 900], "there is no command 'scroescroe", "`workbench --help`"),
        (["sessions", "--store", ""], "the path is empty", "name a file or a folder"),
        (["accept", "abc", "--confirm", "F"], "--confirm takes no 'F'", "there are: A, B, C, D, E"),
    ],
)
def test_usage_errors_are_one_line_and_a_hint(
    tmp_path: Path, arguments: list[str], message: str, hint: str
) -> None:
    """An invalid command line exits 2 with the reason and a hint, and prints no data."""
    stated = inside(*arguments, cwd=tmp_path)
    assert stated.code == 2
    assert stated.out == ""
    first, second = stated.err.splitlines()
    assert first.startswith("workbench: ")
    assert message in first
    assert hint in second
    assert len(first) < 700


def test_errors_are_an_object_with_json() -> None:
    """With `--json` an error is a `workbench.error/1` object on stdout, and the exit code stays."""
    stated = workbench("score", "--json", "/nowhere/at/all.jsonl")
    assert stated.code == 2
    assert list(stated.json) == ["schema", "code", "message", "hint"]
    assert stated.json["schema"] == "workbench.error/1"
    assert stated.json["code"] == "input_missing"
    assert "/nowhere/at/all.jsonl" in stated.json["message"]


def _fake(monkeypatch: pytest.MonkeyPatch, reply: Reply | BaseException) -> None:
    def run(_args: Namespace, _env: Env) -> Reply:
        if isinstance(reply, BaseException):
            raise reply
        return reply

    monkeypatch.setattr(reading, "run_sessions", run)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (Refused("no", "why"), 1),
        (InputError("bad", "do"), 2),
        (PermissionError(13, "Permission denied", "/x"), 2),
        (RuntimeError("a fault"), 2),
        (KeyboardInterrupt(), 130),
    ],
)
def test_every_error_becomes_an_exit_code(
    error: BaseException, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No exception leaves the edge; each has its code and a line on stderr."""
    monkeypatch.delenv("WORKBENCH_DEBUG", raising=False)
    _fake(monkeypatch, error)
    assert edge.main(["sessions"], env=Env("unused")) == code
    stated = capsys.readouterr()
    assert stated.out == ""
    assert stated.err.strip()
    assert "Traceback" not in stated.err


def test_errors_show_control_characters(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file name or a quotation in a message cannot steer the terminal."""
    _fake(monkeypatch, InputError("cannot read \x1b]0;gone\x07\nx", "rm \x9b2J"))
    edge.main(["sessions"], env=Env("unused"))
    err = capsys.readouterr().err
    assert "\x1b" not in err
    assert "\\x1b]0;gone\\x07 x" in err
    assert "\\x9b" in err


def test_json_escapes_what_a_terminal_obeys(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """JSON stays the same data, with C1 controls, bidirectional marks and tags as escapes."""
    hostile = "\x1b[2J \x9b \u202e \U000e0041 ä"
    stdout.write_json({"schema": "x/1", "text": hostile})
    raw = capsysbinary.readouterr().out
    assert json.loads(raw) == {"schema": "x/1", "text": hostile}
    assert b"\\u202e" in raw
    assert b"\\udb40\\udc41" in raw
    assert "ä".encode() in raw


def test_colour_is_for_terminals_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Colour is on when stdout is a terminal, off with NO_COLOR, off on a dumb terminal, off in a pipe."""
    lines = [(StyledText("PASS", "good"), StyledText(" \x1b[0m"))]
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    stdout.write_lines(lines)
    assert capsys.readouterr().out == "PASS \\x1b[0m\n"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    stdout.write_lines(lines)
    assert capsys.readouterr().out == "\x1b[32mPASS\x1b[0m \\x1b[0m\n"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    assert not stdout.coloured()
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not stdout.coloured()


def test_a_reader_who_leaves_early_is_no_error() -> None:
    """A closed pipe ends the command quietly, with the code of what it found."""
    read_end, write_end = os.pipe()
    os.close(read_end)
    done = subprocess.run(
        [sys.executable, "-m", "workbench", "schema", "artifact"],
        cwd=ROOT,
        env=environment(),
        stdout=write_end,
        stderr=subprocess.PIPE,
        check=False,
        timeout=300,
    )
    os.close(write_end)
    assert done.returncode == 0
    assert done.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize(
    "arguments",
    [
        ["schema", "artifact"],
        ["sessions", "--json"],
        ["no-such", "--json"],
        ["--help"],
        ["--version"],
        ["score", "--help"],
    ],
)
def test_an_output_that_cannot_be_written_is_one_line(arguments: list[str], tmp_path: Path) -> None:
    """No traceback, whether a result or an error is printed, and the code of an input error."""
    changes = environment(WORKBENCH_STORE=str(tmp_path / "s.duckdb"))
    with Path("/dev/full").open("wb") as full, (tmp_path / "err").open("w+b") as told:
        code = answered(arguments, ROOT, changes, [full.fileno(), full.fileno(), told.fileno()])
        told.seek(0)
        err = told.read()
    assert code == 2
    assert b"Traceback" not in err and b"Exception" not in err
    said = b"no space left on device" if arguments[0] != "no-such" else b"no-such"
    assert said in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize(
    ("arguments", "stdout_full", "code"),
    [
        (["schema", "artifact"], True, 2),
        (["--help"], True, 2),
        (["no-such"], True, 2),
        (["score", "no-such-file", "--json"], True, 2),
        (["sessions"], True, 2),
        (["no-such"], False, 2),
        (["sessions"], False, 0),
    ],
)
def test_a_full_stderr_does_not_change_the_code(
    arguments: list[str], stdout_full: bool, code: int, tmp_path: Path
) -> None:
    """With stderr unwritable, a fault still does not exit 1 (failed gate), and a result keeps its code."""
    changes = environment(WORKBENCH_STORE=str(tmp_path / "s.duckdb"))
    with Path("/dev/full").open("r+b", buffering=0) as full, Path(os.devnull).open("wb") as nothing:
        out = full if stdout_full else nothing
        streams = [nothing.fileno(), out.fileno(), full.fileno()]
        assert answered(arguments, ROOT, changes, streams) == code


@pytest.mark.skipif(os.name == "nt", reason="needs a shell that closes descriptors")
def test_closed_streams_are_no_error() -> None:
    """With stdout and stderr closed the command still ends with its code."""
    for redirect, code in ((">&-", 0), (">&- 2>&-", 0)):
        command = f'"{sys.executable}" -m workbench schema policy {redirect}'
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=ROOT,
            env=environment(),
            capture_output=True,
            check=False,
            timeout=300,
        )
        assert done.returncode == code
        assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ("sessions", 0, ""),
        ("schema score", 0, ""),
        ("sessions >&-", 0, ""),
        ("edit art_0123456789ab --apply -", 2, "workbench: "),
        ("edit art_0123456789ab >&-", 2, "workbench: there is no terminal"),
        ("", 2, "workbench demo --headless"),
        ("mcp", 0, ""),
        ("mcp >&-", 2, "workbench: mcp answers on standard output, which is closed"),
    ],
)
def test_a_closed_stdin_is_an_empty_one(arguments: str, code: int, words: str, tmp_path: Path) -> None:
    """A closed stdin, as under cron and some service managers, is read as empty and is no fault."""
    done = subprocess.run(
        ["sh", "-c", f'"$0" -m workbench {arguments} <&-', sys.executable],
        cwd=ROOT,
        env=environment(WORKBENCH_STORE=str(tmp_path / "s.duckdb")),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr and "fault" not in done.stderr
    assert words in done.stderr


def test_a_locale_without_utf8_is_no_error(tmp_path: Path) -> None:
    """Letters missing from the locale are printed as escapes; JSON stays UTF-8."""
    missing = tmp_path / "日本.jsonl"
    foreign = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}
    stated = workbench("score", missing, cwd=None, **foreign)
    assert stated.code == 2
    assert "Traceback" not in stated.err
    assert "\\ud" in stated.err
    assert workbench("score", missing, "--json", cwd=None, **foreign).json["code"] == "input_missing"
    said = records()
    for record in said:
        if record.get("message", {}).get("content") == "Do not touch the download client.":
            record["message"]["content"] = "Do not touch the 日本 client."
    wide = tmp_path / "wide.jsonl"
    wide.write_text("".join(json.dumps(record) + "\n" for record in said), encoding="utf-8")
    assert "Do not touch the \\u65e5\\u672c client." in workbench("score", wide, cwd=None, **foreign).out
    assert "Do not touch the 日本 client." in workbench("score", wide, "--json", cwd=None, **foreign).out


def test_the_width_is_the_terminals_or_80(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a terminal 80 columns are used, unless COLUMNS is set."""
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setattr("shutil.get_terminal_size", os.terminal_size)
    assert stdout.width() == 80
    monkeypatch.undo()
    monkeypatch.setenv("COLUMNS", "120")
    assert stdout.width() == 120


def test_an_interrupted_query_is_an_interruption(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The driver's own error about ^C counts as an interrupt; any other failing query is a fault."""
    for words, code in (("Query interrupted", 130), ("Query broke", 2)):

        def run(*_: object, words: str = words) -> None:
            raise RuntimeError(words)

        monkeypatch.setattr(reading, "run_sessions", run)
        assert edge.main(["--store", str(tmp_path / "s.duckdb"), "sessions"]) == code
