"""Shell completion: the candidates at the cursor, and the scripts in the shells themselves."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.hostile import write_hostile
from tests.cli.run import environment, inside
from tests.cli.samples import write_transcript
from tests.cli.warm import program
from workbench.cli.completion.candidates import CompletionAnswer, CompletionNames, CompletionWord, answer_to
from workbench.cli.completion.command import answer_lines, before_break, words_of
from workbench.cli.parser import build_parser

NAMES = CompletionNames(
    sessions=lambda: [CompletionWord("ses_1a2b3c", "Fix the upload")],
    artifacts=lambda: [
        CompletionWord("ses_1a2b3c:d-1", "native"),
        CompletionWord("ses_1a2b3c:d-2", "intentional"),
    ],
    artifact_ids=lambda: [CompletionWord("art_5e6f", "ses_1a2b3c:d-1, native")],
    pointers=lambda: [CompletionWord("ptr_9f", "accept")],
    plugins=lambda group: {"strategies": ("intentional", "native"), "importers": ("claude-code",)}[group],
    schemas=lambda: ("score", "show"),
    modes=lambda: ("rolling",),
)


def asked(line: str) -> CompletionAnswer:
    return answer_to(build_parser(), line.split(" "), NAMES)


def words(line: str) -> list[str]:
    return [each.word for each in asked(line).candidates]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("rep", ["report", "repair", "replay"]),
        ("--store x rep", ["report", "repair", "replay"]),
        ("draft ses", ["ses_1a2b3c"]),
        ("draft x --strategy ", ["intentional", "native"]),
        ("draft x --strategy=n", ["--strategy=native"]),
        ("replay x --strategy native --strategy i", ["intentional"]),
        ("score --format ju", ["junit"]),
        ("score --format=ht", ["--format=html"]),
        ("report x --format ", ["markdown", "html"]),
        ("score --input-format c", ["claude-code"]),
        ("accept ", ["ses_1a2b3c:d-1", "ses_1a2b3c:d-2"]),
        ("accept art", ["art_5e6f"]),
        ("score art_", ["art_5e6f"]),
        ("show art_5", ["art_5e6f"]),
        ("accept x --confirm ", ["A", "B", "C", "D", "E"]),
        ("accept x --expect p", ["ptr_9f"]),
        ("accept x --actor ", []),
        ("show ", ["ses_1a2b3c"]),
        ("show ses_1a2b3c:", ["ses_1a2b3c:d-1", "ses_1a2b3c:d-2"]),
        ("diff x ses_1a2b3c:d-1 ", []),
        ("context x --view ", ["active", "native"]),
        ("review ap", ["approve"]),
        ("schema s", ["score", "show"]),
        ("modes ", ["rolling"]),
        ("modes rolling o", ["on", "off"]),
        ("completion z", ["zsh"]),
        ("sessions x", []),
    ],
)
def test_what_may_stand_at_the_cursor(line: str, expected: list[str]) -> None:
    """Commands, ids, values of options; nothing where nothing more is taken."""
    assert words(line) == expected


@pytest.mark.parametrize("line", ["import ", "score ", "score x --policy ", "diff ", "--store ", "report "])
def test_paths_may_stand_where_files_are_named(line: str) -> None:
    """The shell completes them."""
    assert asked(line).files


def test_options_are_offered_once() -> None:
    """Each option is offered with its description, and again only if it can be repeated."""
    offered = words("score x --jobs 2 --format html -")
    assert "--baseline" in offered
    assert "--jobs" not in offered
    assert "--format" in offered
    assert all(each.about for each in asked("score -").candidates)
    assert words("score -- -") == []


def test_a_store_is_opened_only_for_ids() -> None:
    """Commands, options and files are answered without a look at it."""

    def never() -> list[CompletionWord]:
        raise AssertionError("looked")

    names = CompletionNames(sessions=never, artifacts=never, pointers=never, plugins=NAMES.plugins)
    for line in ("", "sc", "score ", "score x", "score --fo", "draft x --strategy n"):
        answer_to(build_parser(), line.split(" "), names)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("workbench sc", ["workbench", "sc"]),
        ("workbench score ", ["workbench", "score", ""]),
        ("workbench score 'my fi", ["workbench", "score", "my fi"]),
        ('workbench score "my fi', ["workbench", "score", "my fi"]),
        ("workbench score my\\ fi", ["workbench", "score", "my fi"]),
    ],
)
def test_a_line_is_cut_as_a_shell_would(line: str, expected: list[str]) -> None:
    """Up to the cursor, with quotes that are still open."""
    assert words_of(line) == expected


def test_bash_replaces_only_after_its_breaks() -> None:
    """An id with a colon is continued behind it."""
    assert before_break("ses_1:d-", "=:") == "ses_1:"
    assert before_break("--format=ju", "=:") == "--format="
    assert before_break("ses_1:d-", "=") == ""


def test_a_title_is_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line, no control character, cut; the ids are those of the store that the line names."""
    store = str(tmp_path / "s.duckdb")
    path = write_hostile(tmp_path / "a.jsonl")
    title = r"\u001b[31mred\u001b]0;x\u0007\nsecond: line " + "x" * 100
    text = path.read_text(encoding="utf-8").replace("Add a retry", title)
    path.write_text(text, encoding="utf-8")
    inside("import", str(path), "--store", store, cwd=tmp_path)
    monkeypatch.setenv("WORKBENCH_STORE", str(tmp_path / "none.duckdb"))
    (kind, *lines) = answer_lines(["fish", "--", "--store", store, "draft", ""])
    assert kind == "words"
    (line,) = lines
    name, _, about = line.partition("\t")
    assert name.startswith("ses_")
    assert "\x1b" not in line
    assert len(about) <= 60
    assert answer_lines(["fish", "--", "draft", ""]) == ["words"]


def test_a_question_that_makes_no_sense_is_answered_with_nothing(tmp_path: Path) -> None:
    """No traceback, no text on the line."""
    for given in ([], ["tcsh"], ["bash"], ["zsh", "--"], ["fish", "--", "no-such", "x"]):
        stated = inside("__complete", *given, cwd=tmp_path)
        assert stated.err == ""
        assert stated.out.split("\n")[0] in ("files", "words")
    (tmp_path / "bad.duckdb").write_bytes(b"no store")
    stated = inside("__complete", "fish", "--", "--store", "bad.duckdb", "draft", "", cwd=tmp_path)
    assert (stated.out, stated.err) == ("words\n", "")


@pytest.fixture(scope="module")
def at_a_prompt(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment with the program in its path, and a store with one session."""
    folder = tmp_path_factory.mktemp("prompt")
    programs = program(folder / "bin").parent
    store = str(folder / "s.duckdb")
    inside("import", str(write_transcript(folder / "a.jsonl")), "--store", store, cwd=folder)
    made = environment(WORKBENCH_STORE=store, HOME=str(folder))
    return {**made, "PATH": f"{programs}:{made['PATH']}", "FOLDER": str(folder)}


def shell(program: str, script: str, at: dict[str, str]) -> list[str]:
    if shutil.which(program) is None:
        pytest.skip(f"no {program} on this machine")
    done = subprocess.run(
        [program, "-c", script],
        env=at,
        cwd=at["FOLDER"],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


_BASH = """
eval "$(workbench completion bash)"
try() { COMP_LINE="$1"; COMP_POINT=${#1}; _workbench; printf '%s\\n' "${COMPREPLY[@]}"; }
compopt() { :; }
"""


def test_bash_completes(at_a_prompt: dict[str, str]) -> None:
    """Commands, formats behind a sign that breaks words, ids."""
    assert shell("bash", f"{_BASH} try 'workbench rep'", at_a_prompt) == ["report", "repair", "replay"]
    assert shell("bash", f"{_BASH} try 'workbench score --format=ju'", at_a_prompt) == ["junit"]
    (found,) = shell("bash", f"{_BASH} try 'workbench accept ses_'", at_a_prompt)
    assert found.startswith("ses_")
    assert found.endswith(":d-1")
    (by_id,) = shell("bash", f"{_BASH} try 'workbench accept art_'", at_a_prompt)
    assert by_id.startswith("art_") and len(by_id) > len("art_")


def test_fish_completes(at_a_prompt: dict[str, str]) -> None:
    """With descriptions."""
    begin = "workbench completion fish | source; complete -C"
    found = shell("fish", f'{begin} "workbench rep"', at_a_prompt)
    assert "report\twrite a review to send, or say what many results show" in found
    assert "--format=junit" in shell("fish", f'{begin} "workbench score --format=ju"', at_a_prompt)
    assert "a.jsonl" in shell("fish", f'{begin} "workbench score a"', at_a_prompt)


def test_zsh_reads_its_script(at_a_prompt: dict[str, str]) -> None:
    """It defines the completion of the command without a complaint."""
    begin = 'autoload -U compinit; compinit -u -D; eval "$(workbench completion zsh)";'
    assert shell("zsh", f"{begin} print -r -- $_comps[workbench]", at_a_prompt) == ["_workbench"]
