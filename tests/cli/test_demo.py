"""The demo runs every step, and its text comes from scoring the samples."""

from __future__ import annotations

from pathlib import Path

from tests.cli.run import ROOT, inside


def test_the_demo_shows_every_step_with_what_to_type(tmp_path: Path) -> None:
    """One sample fails each of B, C and D with a reason; a draft is accepted and withdrawn; all is whole."""
    stated = inside("demo", "--headless", cwd=ROOT, WORKBENCH_STORE=str(tmp_path / "mine.duckdb"))
    assert stated.code == 0, stated.err
    for command in "import score draft accept history rollback diff verify".split():
        assert f"\n$ workbench {command}" in stated.out
    for gate in "BCD":
        assert f"why {gate} fails" in stated.out
    assert "said at event" in stated.out
    assert "now replaces events" in stated.out
    assert "was rolled back" in stated.out
    assert "\nOK  every record" in stated.out
    assert not (tmp_path / "mine.duckdb").exists()


def test_the_demo_as_json_holds_what_each_command_gave() -> None:
    """Every step has its command, its exit code and the object that the command prints."""
    body = inside("demo", "--headless", "--json", cwd=ROOT).json
    assert body["schema"] == "workbench.demo/1"
    names = [step["command"].split()[1] for step in body["steps"]]
    assert names[0] == "import"
    assert names[-1] == "verify"
    schemas = {step["data"]["schema"] for step in body["steps"]}
    assert {"workbench.score/1", "workbench.draft/1", "workbench.accept/1", "workbench.verify/1"} <= schemas
    scored = [step for step in body["steps"] if step["command"].startswith("workbench score")]
    assert sorted(step["exit_code"] for step in scored) == [0, 1, 1]


def test_the_demo_without_screens_says_what_to_type() -> None:
    """Until there is an app, `demo` alone names the headless one."""
    stated = inside("demo", cwd=ROOT)
    assert stated.code == 2
    assert "workbench demo --headless" in stated.err
