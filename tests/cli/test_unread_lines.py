"""`score` names the lines it could not read: damage fails, an incomplete last line is only reported."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from tests.cli.run import inside
from workbench.services.output_shapes.reports_and_drafts import ScoreShape

SAMPLE = Path(__file__).parents[2] / "sample_sessions" / "clean-run.jsonl"


def lines() -> list[bytes]:
    """The sample, line by line."""
    return SAMPLE.read_bytes().splitlines(keepends=True)


@pytest.fixture
def damaged(tmp_path: Path) -> str:
    """The sample with its fourth line cut short."""
    path = tmp_path / "damaged.jsonl"
    rows = lines()
    path.write_bytes(b"".join([*rows[:3], rows[3][:40] + b"\n", *rows[4:]]))
    return str(path)


@pytest.fixture
def growing(tmp_path: Path) -> str:
    """The sample with one more line that has no end yet."""
    path = tmp_path / "growing.jsonl"
    path.write_bytes(b"".join(lines()) + lines()[-1][:50])
    return str(path)


def scored(folder: Path, *args: str) -> tuple[int, dict[str, Any]]:
    """Exit code and object of `score --json`."""
    stated = inside("score", *args, "--json", cwd=folder)
    return stated.code, stated.json


def test_a_damaged_line_fails_the_run_and_is_named(tmp_path: Path, damaged: str) -> None:
    code, body = scored(tmp_path, damaged)
    assert (code, body["passed"]) == (1, False)
    (unread,) = body["unread"]
    assert (unread["lines"], unread["unfinished"], unread["first"][0]["line"]) == (1, False, 4)
    ScoreShape.model_validate(body)
    stated = inside("score", damaged, cwd=tmp_path)
    assert stated.code == 1
    assert "1 line could not be read" in stated.out
    assert "line 4" in stated.out
    assert "line 4" in stated.err


def test_a_line_that_is_being_written_is_reported_and_fails_nothing(tmp_path: Path, growing: str) -> None:
    code, body = scored(tmp_path, growing)
    assert (code, body["passed"], body["unread"][0]["unfinished"]) == (0, True, True)
    assert "may still be written" in " ".join(inside("score", growing, cwd=tmp_path).out.split())


@pytest.mark.parametrize(
    ("limit", "name", "code"),
    [("0", "growing", 1), ("1", "growing", 0), ("0", "damaged", 1), ("1", "damaged", 0)],
)
def test_a_limit_counts_every_line(
    tmp_path: Path, limit: str, name: str, code: int, request: pytest.FixtureRequest
) -> None:
    target = request.getfixturevalue(name)
    assert inside("score", target, "--max-unread", limit, cwd=tmp_path).code == code


def test_a_whole_transcript_says_nothing_of_it(tmp_path: Path) -> None:
    code, body = scored(tmp_path, str(SAMPLE))
    assert (code, "unread" in body) == (0, False)


def test_damage_without_a_compaction_is_reported_too(tmp_path: Path, damaged: str) -> None:
    """If the damage hides the compaction, none is found, and the note gives that as a possible reason."""
    path = tmp_path / "torn.jsonl"
    path.write_bytes(b"".join([*lines()[:6], lines()[6][:40] + b"\n"]))
    code, body = scored(tmp_path, damaged, str(path))
    assert code == 1
    assert {each["target"] for each in body["unread"]} == {damaged, str(path)}


def test_every_format_reports_it(damaged: str, tmp_path: Path) -> None:
    files = {name: tmp_path / f"out.{name}" for name in ("junit", "sarif", "markdown", "html", "github")}
    wanted = [part for name, file in files.items() for part in ("--format", f"{name}={file}")]
    inside("score", damaged, *wanted, cwd=tmp_path)
    (case,) = ET.parse(files["junit"]).findall(".//testcase[@name='every line can be read']")
    assert case.find("failure") is not None
    assert case.get("line") == "4"
    stated = json.loads(files["sarif"].read_text())["runs"][0]["invocations"][0]["toolExecutionNotifications"]
    place = stated[0]["locations"][0]["physicalLocation"]
    assert (stated[0]["level"], stated[0]["descriptor"]["id"]) == ("error", "unread_lines")
    assert place["region"]["startLine"] == 4
    for name in ("markdown", "html", "github"):
        assert "1 line could not be read, line 4" in files[name].read_text(), name
    assert "::error file=" in files["github"].read_text()


@pytest.mark.parametrize("limit", ["-1", "many", "1.5"])
def test_a_limit_that_is_none_says_that_zero_is_one(tmp_path: Path, limit: str) -> None:
    stated = inside("score", SAMPLE, f"--max-warnings={limit}", cwd=tmp_path)
    assert stated.code == 2
    assert f"{limit!r} is not a limit" in stated.err
    assert "whole number from 0" in stated.err


def test_gate_b_is_not_called_harmless(tmp_path: Path) -> None:
    """A gate that is advisory for `score` but required by `accept` is reported as such."""
    stated = inside("score", SAMPLE, cwd=tmp_path)
    assert "B, E advisory (what fails them is still not accepted)" in stated.out


def test_a_torn_compaction_is_not_reported_as_none(tmp_path: Path) -> None:
    """No compaction was found in the readable part, and the unreadable line that may contain one is named."""
    torn = [each[:40] + b"\n" if b"isCompactSummary" in each else each for each in lines()]
    (place,) = [number for number, each in enumerate(lines(), 1) if b"isCompactSummary" in each]
    (tmp_path / "torn.jsonl").write_bytes(b"".join(torn))
    stated = inside("score", "torn.jsonl", cwd=tmp_path)
    assert stated.code == 2
    assert f"found in what could be read of torn.jsonl; line {place} could not be read (" in stated.err
    assert "score a copy of the file that is whole" in stated.err
    (tmp_path / "two.jsonl").write_bytes(b"".join([*torn, lines()[0][:30]]))
    both = inside("score", "two.jsonl", "torn.jsonl", cwd=tmp_path).err
    assert f"of 2 targets; 3 lines could not be read, the first of them line {place} of two.jsonl" in both


def test_an_empty_folder_is_named_as_one(tmp_path: Path) -> None:
    """No file was looked at, so no compaction can be missing from one."""
    (tmp_path / "empty").mkdir()
    stated = inside("score", "empty", cwd=tmp_path)
    assert (stated.code, stated.err.splitlines()[0]) == (2, "workbench: empty holds no transcript")
    assert "looked for files named *.jsonl or *.json" in stated.err
    assert inside("score", "empty", "--allow-empty", cwd=tmp_path).code == 0


def test_a_damaged_copy_of_a_stored_session_is_not_called_older(tmp_path: Path) -> None:
    """The lines that could not be read are named, and the stored session is unchanged."""
    place = tmp_path / "a.jsonl"
    place.write_bytes(b"".join(lines()))
    inside("import", "a.jsonl", cwd=tmp_path)
    rows = lines()
    place.write_bytes(b"".join([*rows[:3], rows[3][:40] + b"\n", *rows[4:]]))
    damaged = " ".join(inside("import", "a.jsonl", cwd=tmp_path).out.split())
    assert "damaged this copy holds" in damaged
    assert "1 line of it could not be read; the stored session stays as it was" in damaged
    assert "skipped line 4: " in damaged
    assert inside("import", "a.jsonl", "--json", cwd=tmp_path).json["sessions"][0]["skipped"][0]["line"] == 4
    place.write_bytes(b"".join(rows[:6]))
    older = " ".join(inside("import", "a.jsonl", cwd=tmp_path).out.split())
    assert "older this copy holds" in older
    assert "could not be read" not in older


LOSSY = Path(SAMPLE).parent / "lost-open-work.jsonl"


@pytest.mark.parametrize(("gates", "said"), [("A", True), ("A,C,D", False)])
def test_passed_beside_not_replaceable_is_explained(tmp_path: Path, gates: str, said: bool) -> None:
    """A run may pass although `accept` would refuse the summary; a failing run needs no explanation."""
    stated = inside("score", str(LOSSY), "--fail-on", gates, cwd=tmp_path)
    assert "NOT REPLACEABLE" in stated.out
    assert (stated.code == 0) is said
    assert ("answer two questions" in stated.out) is said


def test_a_path_that_is_not_there_leaves_the_others_unread_and_says_so(tmp_path: Path) -> None:
    """With one of two paths missing, neither file is imported, and the message says so."""
    (tmp_path / "a.jsonl").write_bytes(b"".join(lines()))
    both = inside("import", "a.jsonl", "b.jsonl", "--store", "s.duckdb", cwd=tmp_path)
    assert both.code == 2 and "nothing was imported" in both.err
    assert "nothing was imported" not in inside("import", "b.jsonl", cwd=tmp_path).err
    assert not (tmp_path / "s.duckdb").exists()


def test_a_session_given_to_score_is_told_from_a_path(tmp_path: Path) -> None:
    """A stored session has artifacts, which are scored; of one that is nowhere neither is promised."""
    stated = inside("score", "ses_8f3a12", cwd=tmp_path, WORKBENCH_STORE=str(tmp_path / "s.duckdb"))
    assert stated.code == 2 and "there is no file and no session ses_8f3a12" in stated.err
    assert "d-1" not in stated.err
