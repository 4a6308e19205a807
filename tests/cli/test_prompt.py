"""At the prompt: what was probably meant, examples that can be typed, the manual page, the width."""

from __future__ import annotations

import argparse
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.run import inside
from tests.cli.samples import write_transcript
from workbench.cli.commands.examples import EXAMPLES
from workbench.cli.manual import manual_page, roff
from workbench.cli.parser import build_parser
from workbench.cli.subparsers import subcommands
from workbench.nearest import did_you_mean


@pytest.mark.parametrize(
    ("given", "message", "hint"),
    [
        (["scor"], "there is no command 'scor'", "did you mean `workbench score`?"),
        (["score", "--fromat", "x"], "workbench score has no option --fromat", "did you mean --format?"),
        (
            ["score", "x", "--basline=b"],
            "workbench score has no option --basline",
            "did you mean --baseline?",
        ),
        (["sessions", "--jsno"], "workbench sessions has no option --jsno", "did you mean --json?"),
        (["--stroe", "x"], "workbench has no option --stroe", "did you mean --store?"),
        (["sessions", "more"], "workbench sessions takes no further argument 'more'", "--help"),
        (["context", "x", "--view", "activ"], "--view takes no 'activ'", "did you mean active?"),
        (["context", "x", "--format", "markdwon"], "--format takes no 'markdwon'", "did you mean markdown?"),
        (["review", "aprove", "x", "--reason", "r"], "takes no 'aprove'", "did you mean approve?"),
        (["score", "x", "--format", "srif"], "there is no format 'srif'", "did you mean sarif?"),
        (["completion", "bahs"], "SHELL takes no 'bahs'", "did you mean bash?"),
        (["schema", "scroe"], "there is no schema 'scroe'", "did you mean score?"),
        (["modes", "roling", "on", "--reason", "r"], "there is no mode 'roling'", "did you mean rolling?"),
        (["score", "a.jsonl", "--input-format", "claude_code"], "no format 'claude_code'", "claude-code?"),
        (["score", "x", "--zzzzzz"], "workbench score has no option --zzzzzz", "`workbench score --help`"),
        (["score", "x", "--frobnicate"], "workbench score has no option --frobnicate", "`workbench score"),
    ],
)
def test_what_was_meant_is_named(tmp_path: Path, given: list[str], message: str, hint: str) -> None:
    """Options, commands, formats, schemas, modes; nothing is guessed where nothing is near."""
    write_transcript(tmp_path / "a.jsonl")
    stated = inside(*given, cwd=tmp_path)
    assert stated.code == 2
    assert message in stated.err
    assert hint in stated.err
    assert ("did you mean" in stated.err) == (given[-1] not in ("--zzzzzz", "--frobnicate", "more"))


def test_a_strategy_that_was_meant_is_named(tmp_path: Path) -> None:
    """Of drafts and of triggers."""
    store = ("--store", str(tmp_path / "s.duckdb"))
    inside("import", str(write_transcript(tmp_path / "a.jsonl")), *store, cwd=tmp_path)
    (session,) = inside("sessions", "--json", *store, cwd=tmp_path).json["sessions"]
    for command in ("draft", "replay"):
        stated = inside(command, session["session_id"], "--strategy", "nativ", *store, cwd=tmp_path)
        assert stated.code == 2
        assert "did you mean native?" in stated.err
    stated = inside("triggers", session["session_id"], "--strategy", "memroy", *store, cwd=tmp_path)
    assert "did you mean memory?" in stated.err


def test_nothing_near_is_not_guessed() -> None:
    """A far name, and a beginning that fits one only."""
    assert did_you_mean("xyz", ("score", "show")) == ""
    assert did_you_mean("mark", ("markdown", "html")) == "did you mean markdown? "


def commands(parser: argparse.ArgumentParser) -> Iterator[str]:
    for name, each in subcommands(parser).items():
        below = subcommands(each)
        yield from (f"{name} {inner}" for inner in below) if below else (name,)


@pytest.mark.parametrize("name", list(commands(build_parser())))
def test_every_help_ends_with_examples_that_can_be_typed(name: str) -> None:
    """Each command has one, and the parser accepts it as printed."""
    examples = EXAMPLES.get(name) or EXAMPLES.get(name.partition(" ")[0])
    assert examples, f"{name} has no example in workbench.cli.commands.examples"
    parser = build_parser()
    command = parser
    for word in name.split():
        command = subcommands(command)[word]
    if name in EXAMPLES:
        shown = command.format_help().split("example", 1)[1]
        for example in examples:
            assert f"  workbench {example}\n" in shown
    for example in examples:
        typed = re.split(r" [|>] ", example)[0]
        parser.parse_args(shlex.split(typed))


def test_the_manual_page_is_clean_roff() -> None:
    """`groff` formats it without a warning, and every command and option is in it."""
    page = manual_page(build_parser())
    assert page.startswith(".TH WORKBENCH 1")
    for name in subcommands(build_parser()):
        assert f"\n.SS {name}\n" in page
    assert "\\-\\-write\\-baseline" in page
    if shutil.which("groff") is None:
        pytest.skip("no groff on this machine")
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww"], input=page.encode(), capture_output=True, check=False, timeout=300
    )
    assert done.stderr == b""
    assert b"junit.xml" in done.stdout


def test_roff_takes_text_as_text() -> None:
    """Nothing becomes a request, an escape or a hyphen."""
    assert roff(".SH x\n'x\n\\fB-x") == "\\&.SH x\n\\&\\(aqx\n\\efB\\-x"


def test_sessions_use_the_width_there_is(tmp_path: Path) -> None:
    """At 190 columns the title is whole and there is more of each; at 80 nothing is wider than that."""
    title = "Add a retry to the upload client in src/upload.py. Never retry more than 3…"
    store = str(tmp_path / "s.duckdb")
    inside("import", str(write_transcript(tmp_path / "a.jsonl")), "--store", store, cwd=tmp_path)
    wide = inside("sessions", "--store", store, cwd=tmp_path, env=None, COLUMNS="190").out
    assert title in wide
    assert "2026-03-04" in wide
    assert "claude-code" in wide
    narrow = inside("sessions", "--store", store, cwd=tmp_path, env=None, COLUMNS="80").out
    assert title not in narrow
    assert "Last event" not in narrow
    assert max(map(len, narrow.splitlines())) <= 80
