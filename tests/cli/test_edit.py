"""`edit`: the form out, the form in, an editor in between, and nothing lost where a line does not fit."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.run import environment, seen
from tests.cli.test_flow import Shell, prepared, shell
from workbench.services.output_shapes.edit_shapes import EditFormShape, EditShape
from workbench.services.schemas import schema_of

__all__ = ["prepared", "shell"]


def form(shell: Shell) -> str:
    """The form of the session's own summary."""
    return shell.run("edit", f"{shell.session}:d-1", "--form").out


def test_a_form_goes_out_and_comes_back_as_a_new_artifact(shell: Shell, tmp_path: Path) -> None:
    """Its parent is the old one, and both JSON outputs match their schema."""
    given = f"{shell.session}:d-1"
    body = shell.json("edit", given, "--form")
    EditFormShape.model_validate(body)
    head, first, rest = body["form"].partition("## c-1 ")
    kind, _, _ = rest.partition("\n")
    path = tmp_path / "form.md"
    path.write_text(head + first + rest.replace(kind, "decision", 1))
    stated = shell.run("edit", given, "--apply", str(path), "--reason", "it binds", "--json")
    EditShape.model_validate(stated.json)
    assert stated.json["artifact"]["origin"] == "edited"
    assert stated.json["artifact"]["parents"] == [body["artifact_id"]]
    assert stated.json["artifact"]["items"][0]["kind"] == "decision"
    assert stated.code == (0 if stated.json["report"]["replaceable"] else 1)
    changed = shell.json("diff", given, stated.json["artifact_id"])["changes"]
    assert changed and "objective" not in {each["field"] for each in changed}, "a native summary had none"
    assert schema_of("edit")["properties"]["schema"]["const"] == "workbench.edit/1"
    assert schema_of("edit-form")["properties"]["schema"]["const"] == "workbench.edit-form/1"


def test_a_form_that_changes_nothing_makes_nothing(shell: Shell, tmp_path: Path) -> None:
    """The existing artifact is returned, and a message says that nothing changed."""
    path = tmp_path / "form.md"
    path.write_text(form(shell))
    before = shell.json("show", shell.session)["value"]["artifacts"]
    stated = shell.run("edit", f"{shell.session}:d-1", "--apply", str(path))
    assert "changes nothing" in stated.err
    assert shell.json("show", shell.session)["value"]["artifacts"] == before


def test_an_artifact_as_json_is_taken_too(shell: Shell, tmp_path: Path) -> None:
    """For scripts; its links may be just event and quote."""
    artifact = shell.json("show", f"{shell.session}:d-1")["value"]["artifact"]
    artifact["items"] = artifact["items"][:2]
    for item in artifact["items"]:
        item["links"] = [{"ordinal": link["ordinal"], "quote": link["quote"]} for link in item["links"]]
    path = tmp_path / "artifact.json"
    path.write_text(json.dumps(artifact))
    stated = shell.run("edit", f"{shell.session}:d-1", "--apply", str(path), "--json")
    assert [item["text"] for item in stated.json["artifact"]["items"]] == [
        i["text"] for i in artifact["items"]
    ]


@pytest.mark.parametrize(
    ("wrong", "named"),
    [({"items": 5}, "items"), ({"items": "none"}, "items"), ({"narrative": "\ud800"}, "narrative")],
)
def test_json_that_is_no_artifact_is_named(
    shell: Shell, tmp_path: Path, wrong: dict[str, object], named: str
) -> None:
    """The field that is wrong, and exit 2."""
    artifact = shell.json("show", f"{shell.session}:d-1")["value"]["artifact"]
    path = tmp_path / "artifact.json"
    path.write_text(json.dumps(artifact | wrong))
    stated = shell.run("edit", f"{shell.session}:d-1", "--apply", str(path), "--json")
    assert stated.code == 2
    assert stated.json["code"] == "input_unreadable"
    assert named in stated.json["message"]


def test_errors_are_shown_by_line_and_the_file_is_kept(shell: Shell, tmp_path: Path) -> None:
    """Exit 2, nothing stored, and the command that goes on from there."""
    path = tmp_path / "form.md"
    path.write_text(form(shell) + "\n## claim\nA new statement\n> 99999: nowhere\n\n## idea\nAnother\n")
    lines = path.read_text().count("\n")
    stated = shell.run("edit", f"{shell.session}:d-1", "--apply", str(path), "--json")
    assert stated.code == 2
    assert stated.json["code"] == "form_invalid"
    assert f"line {lines - 3}: there is no event 99999" in stated.err
    assert f"line {lines - 1}: 'idea' is no kind" in stated.err
    assert f"--apply {path}" in stated.json["hint"]
    assert path.exists()


def test_without_a_terminal_the_other_two_ways_are_named(shell: Shell) -> None:
    """No editor is started without a terminal."""
    stated = shell.run("edit", f"{shell.session}:d-1")
    assert stated.code == 2
    assert "--form" in stated.err
    assert shell.run("edit", f"{shell.session}:d-1", "--form", "--apply", "x").code == 2
    assert shell.run("edit", f"{shell.session}:d-1", "--apply", "/nowhere").code == 2
    assert shell.run("edit", "d-77").code == 2


def with_editor(shell: Shell, editor: Path, *arguments: str) -> tuple[int, str]:
    """Run a command on a terminal with this editor; return its exit code and all visible text."""
    where = {"WORKBENCH_STORE": str(shell.store), "EDITOR": str(editor)}
    return seen(*arguments, cwd=shell.folder, **where)


@pytest.fixture(autouse=True)
def _forms_lie_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))


def in_terminal(shell: Shell, editor: Path, *arguments: str) -> tuple[int, str]:
    """Run a command on a terminal of its own; its exit code and all that it showed."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "workbench", "--store", str(shell.store), *arguments]
    env = environment(EDITOR=str(editor), TMPDIR=str(editor.parent), TERM="dumb")
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=env, close_fds=True
    ) as child:
        os.close(theirs)
        shown = b""
        while True:
            try:
                piece = os.read(ours, 65_536)
            except OSError:
                break
            if not piece:
                break
            shown += piece
        code = child.wait(60)
    os.close(ours)
    return code, shown.decode("utf-8", "replace")


def test_the_editor_is_given_the_form_and_its_file_is_kept_only_where_something_is_wrong(
    shell: Shell, tmp_path: Path
) -> None:
    """First an editor that breaks a line, then one that drops a statement."""
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\nprintf "## idea\\nwords\\n" >> "$1"\n')
    editor.chmod(0o755)
    code, shown = in_terminal(shell, editor, "edit", f"{shell.session}:d-1")
    (kept,) = tmp_path.glob("workbench-d-1-*.md")
    assert code == 2
    assert str(kept) in shown.replace("\r\n", "")
    assert "'idea' is no kind" in shown
    kept.unlink()
    editor.write_text("#!/bin/sh\nsed -i 's/^## c-1 .*/## c-1 decision/' \"$1\"\n")
    code, shown = with_editor(shell, editor, "edit", f"{shell.session}:d-1")
    assert code in (0, 1), shown
    assert "edit/1, edited" in shown
    assert not list(tmp_path.glob("workbench-d-1-*.md"))
    editor.write_text("#!/bin/sh\nexit 3\n")
    code, shown = with_editor(shell, editor, "edit", f"{shell.session}:d-1")
    assert code == 1
    assert "exit code 3" in shown


@pytest.mark.parametrize(
    ("script", "code", "said", "kept"),
    [
        ("exit 3", 1, "ended with exit code 3; nothing was changed", False),
        ('echo more >> "$1"; exit 3', 1, "ended with exit code 3; nothing was changed", True),
        ('printf "\\377\\376x" > "$1"', 2, "is not valid UTF-8 (byte 0); nothing was changed", True),
        ('truncate -s 70000000 "$1"', 2, "too large for a form; nothing was changed", True),
        ('rm "$1"', 2, "the editor left no file; nothing was changed", False),
    ],
)
def test_an_editor_that_fails_changes_nothing_and_says_how_to_go_on(
    shell: Shell, tmp_path: Path, script: str, code: int, said: str, kept: bool
) -> None:
    """A form with the user's text is kept and the message names the command to apply it.

    An unedited one is deleted.
    """
    editor = tmp_path / "editor"
    editor.write_text(f"#!/bin/sh\n{script}\n")
    editor.chmod(0o755)
    given = f"{shell.session}:d-1"
    ended, shown = with_editor(shell, editor, "edit", given)
    found = [str(path) for path in tmp_path.glob("workbench-d-1-*.md")]
    assert (ended, said in shown, len(found)) == (code, True, int(kept)), shown
    for path in found:
        assert f"`workbench edit {given} --apply {path}`" in shown


def test_an_editor_that_is_not_there_leaves_no_file(shell: Shell, tmp_path: Path) -> None:
    """The unedited form is deleted when the editor cannot be started."""
    code, shown = with_editor(shell, tmp_path / "none", "edit", f"{shell.session}:d-1")
    assert (code, "cannot be started" in shown, "nothing was changed" in shown) == (2, True, True)
    assert not list(tmp_path.glob("workbench-d-1-*.md"))


def test_a_note_is_kept_as_a_review_that_no_gate_uses(shell: Shell) -> None:
    """On an event, on a statement by its place, on a draft; what it is about must be there."""
    given = f"{shell.session}:d-1"
    before = shell.run("score", given, "--json").json
    for target in (f"{shell.session}:3", f"{given}:c-1", given):
        made = shell.json("review", "note", target, "--reason", "ask Ben")
        assert (made["action"], made["reason"]) == ("note", "ask Ben")
    assert shell.run("score", given, "--json").json["reports"] == before["reports"]
    for target in (f"{shell.session}:99999", f"{given}:c-999", "d-99"):
        assert shell.run("review", "note", target, "--reason", "x").code == 2
    assert shell.run("review", "note", given, "--reason", " ").code == 2
