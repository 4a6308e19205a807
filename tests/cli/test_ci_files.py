"""The files that other projects' CI uses, and their page in the docs, run as shell steps."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.hostile import write_hostile
from tests.cli.run import ROOT, environment
from tests.cli.samples import GOOD_SUMMARY, write_transcript
from tests.cli.warm import program


def load(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def shell(script: str, cwd: Path, **changes: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
        cwd=cwd,
        env=environment(**changes),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


class Action:
    """The composite action on a runner that is this test."""

    def __init__(self, place: Path) -> None:
        self.work, self.temp = place / "work", place / "temp"
        self.work.mkdir(parents=True)
        program(self.temp / "compaction-workbench" / "bin")
        self.output, self.summary = place / "output", place / "summary"
        self.body = load("action.yml")

    def run(self, **inputs: str) -> subprocess.CompletedProcess[str]:
        """The step `Judge` with these inputs, in the environment that the runner gives it."""
        (step,) = (each for each in self.body["runs"]["steps"] if each["name"] == "Judge")
        given = {name: each.get("default", "") for name, each in self.body["inputs"].items()}
        given |= {name.replace("_", "-"): value for name, value in inputs.items()}
        variables = {
            name: re.sub(r"\$\{\{ inputs\.([a-z-]+) \}\}", lambda found: given[found[1]], value)
            for name, value in step["env"].items()
        }
        assert "${{" not in step["run"]  # an input in a script would be a command
        return shell(
            step["run"],
            self.work,
            RUNNER_TEMP=str(self.temp),
            GITHUB_ACTION_PATH=str(ROOT),
            GITHUB_WORKSPACE=str(self.work),
            GITHUB_STEP_SUMMARY=str(self.summary),
            GITHUB_OUTPUT=str(self.output),
            **variables,
        )


@pytest.fixture
def action(tmp_path: Path) -> Action:
    return Action(tmp_path)


def test_the_action_fails_and_leaves_every_report(action: Action) -> None:
    """Exit 1, annotations in the log, a step summary, the outputs that the action declares."""
    (action.work / "in put").mkdir()
    write_transcript(action.work / "in put" / "bad.jsonl")
    stated = action.run(targets="in put\n\n")
    assert stated.returncode == 1
    assert "\n::error file=in put/bad.jsonl,line=5," in stated.stdout
    assert "# Compaction gates: NOT PASSED" in action.summary.read_text()
    outputs = dict(line.split("=", 1) for line in action.output.read_text().splitlines())
    assert outputs["exit-code"] == "1"
    assert set(outputs) == set(action.body["outputs"])
    for name in ("junit", "sarif", "html"):
        assert (action.work / outputs[name]).stat().st_size > 1000


def test_the_action_passes_with_its_inputs(action: Action) -> None:
    """Policy, baseline, gates, warnings and further arguments reach the command."""
    write_transcript(action.work / "bad.jsonl")
    (action.work / "p.toml").write_text('name = "team"\n')
    shell(
        f"{action.temp}/compaction-workbench/bin/workbench score bad.jsonl --write-baseline b.json || true",
        action.work,
    )
    stated = action.run(
        targets="bad.jsonl", policy="p.toml", baseline="b.json", fail_on="C,D", max_warnings="0"
    )
    assert stated.returncode == 0, stated.stdout + stated.stderr
    assert "policy team-" in stated.stdout
    assert "gates C, D" in stated.stdout
    assert action.run(targets="bad.jsonl", arguments="--strict\n--fail-on=E").returncode == 1


def test_a_transcript_gives_the_runner_no_command(action: Action) -> None:
    """Outside the annotations of ours the log is printed while commands are stopped."""
    write_hostile(action.work / "hostile.jsonl")
    stated = action.run(targets="hostile.jsonl")
    assert stated.returncode == 1
    lines = stated.stdout.splitlines()
    stop, token = next((n, line[17:]) for n, line in enumerate(lines) if line.startswith("::stop-commands::"))
    go = lines.index(f"::{token}::")
    assert len(token) == 32
    assert stop == 0
    for line in lines[go + 1 :]:
        assert re.match(r"::(error|warning|notice) ", line)
        assert "##[" not in line


def test_the_action_says_what_it_cannot_read(action: Action) -> None:
    """Exit 2, an annotation, a summary; an input that looks like a command is an argument."""
    stated = action.run(targets="$(touch pwned)\n; touch pwned\n--out=x.jsonl")
    assert stated.returncode == 2
    assert "::error file=" in stated.stdout
    assert "could not be read" in action.summary.read_text()
    assert not (action.work / "pwned").exists()
    assert not (action.work / "x.jsonl").exists()


def test_reports_of_an_older_run_are_not_published_again(action: Action) -> None:
    """A run that ends before it writes a report leaves none behind, and names none."""
    write_transcript(action.work / "session.jsonl", GOOD_SUMMARY)
    assert action.run(targets="session.jsonl").returncode == 0
    mine = action.work / "compaction-gates" / "notes.txt"
    mine.write_text("kept")
    (action.work / "compaction-gates" / "annotations.txt").write_text("::error::of an older run")
    action.output.unlink()
    action.summary.unlink()
    again = action.run(targets="session.jsonl", arguments="--no-such-option")
    assert again.returncode == 2
    assert "of an older run" not in again.stdout
    assert not action.summary.exists()
    assert action.output.read_text() == "exit-code=2\n"
    assert [each.name for each in mine.parent.iterdir()] == ["notes.txt"]


def test_the_install_step_installs_this_checkout(action: Action, tmp_path: Path) -> None:
    """The action installs the tested versions into its own folder (checked with a stand-in for pip)."""
    (step,) = (each for each in action.body["runs"]["steps"] if each["name"] == "Install")
    programs = tmp_path / "programs"
    programs.mkdir()
    fake = programs / "python3"
    made = '#!/bin/sh\\necho "$@"\\n'
    fake.write_text(
        f'#!/bin/sh\nmkdir -p "$3/bin"\nprintf \'{made}\' > "$3/bin/python"\nchmod +x "$3/bin/python"\n'
    )
    fake.chmod(0o755)
    stated = shell(
        step["run"],
        action.work,
        PATH=f"{programs}:{os.environ['PATH']}",
        RUNNER_TEMP=str(tmp_path / "runner"),
        GITHUB_ACTION_PATH=str(ROOT),
    )
    assert stated.returncode == 0
    assert stated.stdout.split()[:3] == ["-m", "pip", "install"]
    assert stated.stdout.split()[-2:] == [f"{ROOT}/constraints.txt", str(ROOT)]


def test_the_hook_judges_the_files_that_are_committed(tmp_path: Path) -> None:
    """Its entry with file names behind it; files without a compaction pass."""
    (hook,) = load(".pre-commit-hooks.yaml")
    programs = program(tmp_path / "bin").parent
    write_transcript(tmp_path / "bad.jsonl")
    write_transcript(tmp_path / "good.jsonl", GOOD_SUMMARY)
    write_transcript(tmp_path / "none.jsonl", None)
    path = f"{programs}:{os.environ['PATH']}"

    def run(names: str) -> int:
        return shell(f"{hook['entry']} {names}", tmp_path, PATH=path).returncode

    assert re.search(hook["files"], "sessions/a.jsonl")
    assert run("bad.jsonl none.jsonl") == 1
    assert run("good.jsonl none.jsonl") == 0
    assert run("none.jsonl") == 0
    (tmp_path / "broken.jsonl").write_bytes(b"\x00\x01")
    assert run("broken.jsonl") == 2


def test_the_gitlab_job_writes_what_it_declares(tmp_path: Path) -> None:
    """Its last line, run with its variables, fails and leaves report and page."""
    (job,) = load(".ci/gitlab.yml").values()
    program(tmp_path / ".compaction-workbench" / "bin")
    (tmp_path / "sessions").mkdir()
    write_transcript(tmp_path / "sessions" / "bad.jsonl")
    stated = shell(job["script"][-1], tmp_path, **job["variables"], CI_PROJECT_DIR=str(tmp_path))
    assert stated.returncode == 1
    assert "NOT PASSED" in stated.stdout
    for each in (*job["artifacts"]["paths"], job["artifacts"]["reports"]["junit"]):
        assert (tmp_path / each).stat().st_size > 1000
    shell(
        job["script"][-1].replace("$SCORE_ARGUMENTS", "--write-baseline b.json"), tmp_path, **job["variables"]
    )
    known = {**job["variables"], "SCORE_ARGUMENTS": "--baseline b.json"}
    assert shell(job["script"][-1], tmp_path, **known).returncode == 0


def test_the_page_is_true_word_for_word(tmp_path: Path) -> None:
    """Every command of docs/ci.md with a stated result has it, run in order in an empty folder."""
    (tmp_path / "compaction-workbench").symlink_to(ROOT)
    folder = tmp_path / "empty"
    folder.mkdir()
    program(folder / ".venv" / "bin")
    page = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    first = next(each for each in re.findall(r"```sh\n(.*?)```", page, re.DOTALL))
    copying = [line for line in first.splitlines() if line.startswith(("mkdir", "cp"))]
    assert shell("\n".join(copying), folder).returncode == 0
    steps = re.findall(r"<!-- run: (\d) -->\n```sh\n(.*?)```", page, re.DOTALL)
    assert len(steps) == 5
    for code, step in steps:
        stated = shell(step, folder)
        assert stated.returncode == int(code), step + stated.stdout[-500:] + stated.stderr
    assert "new or worse than the baseline" in shell(steps[3][1], folder).stdout
    assert {"junit.xml", "results.sarif", "report.html", "summary.md", "baseline.json"} <= {
        each.name for each in folder.iterdir()
    }


def test_the_policy_of_the_page_is_one() -> None:
    """The page's policy parses."""
    from gates.policy import parse_policy

    page = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    policy = parse_policy(text)
    assert policy.fail_on == ("C", "D")
    assert policy.budget.warnings == 20


def test_workflows_of_the_page_name_inputs_that_exist() -> None:
    """`with:` of the action and the outputs that are used are declared."""
    page = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    bodies = [yaml.safe_load(each) for each in re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)]
    action = load("action.yml")
    (steps,) = (each["jobs"]["compaction-gates"]["steps"] for each in bodies if "jobs" in each)
    (used,) = (each for each in steps if each.get("id") == "gates")
    assert set(used["with"]) <= set(action["inputs"])
    for name in re.findall(r"steps\.gates\.outputs\.([a-z-]+)", page):
        assert name in action["outputs"]
    assert shutil.which("bash")
