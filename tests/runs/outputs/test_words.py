"""What the commands of runs say and write agrees with their schemas and with what the run did."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.cli.run import inside
from tests.runs.build import env_of, folder_of, run_over
from workbench.services.runs.agent_runs import begin, cancel, start
from workbench.services.runs.shown_run import RunRequest
from workbench.services.runs.step_contexts import manifest
from workbench.services.schemas import schema_of


def _valid(body: Any, name: str) -> bool:
    return bool(Draft202012Validator(schema_of(name)).is_valid(body))


def test_manifest_files_follow_the_schema(tmp_path: Path) -> None:
    """As does what `run manifest --json` prints, which has the prompt too."""
    env, shown = run_over(tmp_path)
    done = inside("run", "status", shown.record.run_id, "--out", "out", cwd=tmp_path, env=env)
    assert done.code == 0, done.err
    files = sorted((tmp_path / "out" / "manifests").iterdir())
    assert len(files) == shown.state.step
    assert all(_valid(json.loads(each.read_text(encoding="utf-8")), "manifest") for each in files)
    printed = manifest(env, f"{shown.record.run_id}:1").to_json()
    assert printed["prompt"] and _valid(printed, "manifest")


def test_the_policy_schema_has_the_table_of_runs() -> None:
    """With its settings and bounds, without those that no file may set."""
    assert _valid({"run": {"steps": 4}, "snapshot": {"n_step_fallback": 1, "event_threshold": 1}}, "policy")
    refused: tuple[dict[str, object], ...] = ({"step": 4}, {"steps": 0}, {"out": "here"}, {"snapshot": {}})
    for wrong in refused:
        assert not _valid({"run": wrong}, "policy")


def test_sources_that_were_not_read_are_counted_and_listed(tmp_path: Path) -> None:
    """Three in the reason of a run that read none, and all of them as JSON."""
    folder = tmp_path / "sources"
    folder.mkdir()
    for number in range(17):
        (folder / f"{number:02}.bin").write_bytes(b"\0\1")
    shown = start(env_of(tmp_path), RunRequest("Who lit the lamp?", (str(folder),)))
    assert shown.state.status == "FAILED"
    assert (
        f"and 14 more, which `workbench run status {shown.record.run_id} --json` lists" in shown.state.reason
    )
    body = shown.to_json()
    assert [each["location"] for each in body["not_read"]] == [f"{n:02}.bin" for n in range(17)]
    assert _valid(body, "run")


def test_a_run_cancelled_before_an_output_offers_none(tmp_path: Path) -> None:
    """Neither `resume` nor `status --out` leads to outputs that are not there."""
    env = env_of(tmp_path)
    begun = begin(env, RunRequest("Who lit the lamp?", (str(folder_of(tmp_path)),))).record.run_id
    waiting = inside("run", "status", begun, "--out", "out", cwd=tmp_path, env=env)
    assert "the run has no output yet" in waiting.out
    cancel(env, begun, "not needed")
    resumed = inside("run", "resume", begun, cwd=tmp_path, env=env)
    assert "ended before it had an output" in resumed.err
    assert "writes its outputs" not in resumed.err
    shown = inside("run", "status", begun, "--out", "out", cwd=tmp_path, env=env)
    assert "nothing is written to out: the run ended before it had an output" in shown.out
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "verb",
    [
        ("list",),
        ("status", "run_123456"),
        ("resume", "run_123456"),
        ("answer", "run_123456", "the green one"),
        ("cancel", "run_123456"),
        ("manifest", "run_123456:1"),
    ],
)
def test_a_wrong_setting_in_a_variable_is_refused(tmp_path: Path, verb: tuple[str, ...]) -> None:
    """By the commands that continue, end or show runs too: an unknown name and an impossible value."""
    env = env_of(tmp_path)
    done = inside("run", *verb, cwd=tmp_path, env=env, WORKBENCH_RUN_STEP="3")
    assert (done.code, done.out) == (2, "")
    assert "WORKBENCH_RUN_STEP is not a setting of runs" in done.err
    done = inside("run", *verb, cwd=tmp_path, env=env, WORKBENCH_RUN_STEPS="none")
    assert done.code == 2
    assert "run setting steps" in done.err
    assert "WORKBENCH_RUN_STEPS" in done.err
