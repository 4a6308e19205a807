"""Commands that a message suggests can be run exactly as printed."""

from __future__ import annotations

from pathlib import Path

from gates.source import make_link
from store.errors import PointerMoved
from tests.cli.run import inside
from tests.cli.samples import GOOD_SUMMARY, write_transcript
from tests.cli.test_flow import Shell, prepared, shell
from workbench.presentation.judgement import distinct

__all__ = ["prepared", "shell"]


def test_a_summary_without_its_transcript_is_told_to_give_it(tmp_path: Path) -> None:
    """`score` of a text file names --source, with any file name."""
    for name in ("s.md", "s.txt", "summary"):
        (tmp_path / name).write_text(GOOD_SUMMARY, encoding="utf-8")
        stated = inside("score", name, "--json", cwd=tmp_path)
        assert (stated.code, stated.json["code"]) == (2, "unknown_format")
        assert "--source TRANSCRIPT" in stated.json["hint"]


def test_a_folder_is_imported_and_broken_files_are_reported(shell: Shell) -> None:
    """Good files of a folder come in; a broken one makes the exit code 2 and is named."""
    folder = shell.folder / "many"
    (folder / "deep").mkdir(parents=True)
    write_transcript(folder / "deep" / "good.jsonl")
    (folder / "bad.jsonl").write_bytes(b"\x00\x00")
    stated = shell.run("import", "many", "--json")
    assert stated.code == 2
    assert [each["path"] for each in stated.json["sessions"]] == ["many/deep/good.jsonl"]
    assert "bad.jsonl" in stated.err


def test_a_copy_of_a_session_is_reported_as_one(shell: Shell) -> None:
    """Its compactions are not listed again; what it adds would be."""
    folder = shell.folder / "copies"
    folder.mkdir()
    for name in ("a.jsonl", "b.jsonl"):
        write_transcript(folder / name)
    stated = shell.run("import", "copies").out
    assert stated.count("same session as above") == 1
    assert stated.index("a.jsonl") < stated.index("same session as above") < stated.index("b.jsonl")
    assert stated.count("Compaction ") == 1


def test_what_is_refused_is_named_in_the_hint(shell: Shell) -> None:
    """The command of the hint scores the artifact that was refused."""
    artifact = shell.json("show", f"{shell.session}:d-1")["value"]["artifact_id"]
    hint = shell.run("accept", f"{shell.session}:d-1", "--json").json["hint"]
    name = hint.removeprefix("`workbench score ").split("`")[0]
    assert name.startswith("art_")
    assert shell.json("score", name, code=1)["reports"][0]["artifact_id"] == artifact


def test_nothing_is_announced_that_is_not_done(shell: Shell) -> None:
    """A strategy or model that is not there is refused before a range is reported."""
    for option in (("--strategy", "rolling"), ("--model", "gpt")):
        stated = shell.run("draft", shell.session, *option)
        assert stated.code == 2
        assert "drafting events" not in stated.err
        assert len(stated.err.splitlines()) == 2


def test_the_same_words_of_an_event_are_printed_once() -> None:
    """Links that differ only in what a reader cannot see are one; the order stays."""
    session, text = "ses_2571a5e6678b12e1d332", "Add a retry. Never more than 3. Add a retry."
    first, other = make_link(session, 4, text, 0, 12), make_link(session, 4, text, 13, 31)
    again, elsewhere = make_link(session, 4, text, 32, 44), make_link(session, 5, text, 0, 12)
    assert distinct([first, first, other, again, elsewhere]) == [first, other, elsewhere]


def test_a_message_names_the_path_as_typed_and_a_hint_that_helps(tmp_path: Path) -> None:
    """A given format is not suggested again; for several files, the message says that none was imported."""
    folder = tmp_path / "in"
    folder.mkdir()
    for name in ("a.jsonl", "b.jsonl"):
        (folder / name).write_text('{"role": "user", "content": "hello"}\n', encoding="utf-8")
    (folder / "cut.json").write_text(
        '{"sessionId": "x", "projectHash": "y", "messages": [{"id', encoding="utf-8"
    )
    store = {"WORKBENCH_STORE": str(tmp_path / "s.duckdb")}
    stated = inside("import", "in", "--input-format", "codex", cwd=tmp_path, env=None, **store)
    assert stated.code == 2
    reasons = "; ".join(f"in/{name}.jsonl holds no Codex records" for name in "ab")
    assert f"none of 3 files could be imported: {reasons}" in stated.err
    assert "leave --input-format out" in stated.err
    both = inside("score", "in", "--input-format", "codex", cwd=tmp_path, env=None, **store)
    assert both.code == 2
    assert f"none of 3 files could be read: {reasons}; in/cut.json" in both.err
    (folder / "chat.json").write_text('[{"role": "user", "content": "hello"}]', encoding="utf-8")
    some = inside("score", "in/cut.json", "in/chat.json", cwd=tmp_path, env=None, **store)
    assert some.code == 2
    assert "1 of 2 files could not be read: in/cut.json" in some.err
    assert "; the others hold no compaction" in some.err
    cut = inside("score", "in/cut.json", "--input-format", "gemini-cli", cwd=tmp_path, env=None, **store)
    assert cut.code == 2
    assert "in/cut.json is not complete JSON: " in cut.err


def test_standard_input_is_no_transcript(tmp_path: Path) -> None:
    """`-` is the name of no file, and the hint says what to do."""
    for command in ("score", "import"):
        stated = inside(command, "-", "--store", tmp_path / "s.duckdb", cwd=tmp_path)
        assert stated.code == 2
        assert "standard input is not read: write it to a file first" in stated.err


def test_a_move_that_came_second_names_both() -> None:
    """What is the newest now, and what was expected to be."""
    assert str(PointerMoved(None, "ptr_2")) == "another move was made first: the newest is ptr_2, not none"
