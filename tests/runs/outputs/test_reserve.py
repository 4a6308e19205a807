"""What the prompt of the answer says of its evidence, the output says too."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runs.build import env_of, ledger_of
from workbench.runs.outputs.output_files import report
from workbench.runs.records.shapes import NO_DIRECT_EVIDENCE, ManifestDetail
from workbench.services.runs.agent_runs import answer, start
from workbench.services.runs.shown_run import RunRequest

LIMIT = (
    "The limit in the basin is 6 knots. Past Elm Lock it is reduced to 3 knots because the wall is weak.\n"
)


@pytest.mark.parametrize("objective", ["How fast may barges go there?", "How fast may barges pass Elm Lock?"])
def test_an_answer_without_direct_evidence_has_that_reserve(tmp_path: Path, objective: str) -> None:
    """Also after a person answered; the report lists failed queries only beside it."""
    env, folder = env_of(tmp_path), tmp_path / "sources"
    folder.mkdir()
    (folder / "rules.md").write_text(f"# Basin\n\n{LIMIT}")
    shown = start(env, RunRequest(objective, (str(folder),), settings={"ask": True}))
    if shown.output is None:
        shown = answer(env, shown.record.run_id, "the lock")
    assert shown.output is not None and "3 knots" in shown.output.answer
    last = ManifestDetail.model_validate_json(ledger_of(env).manifests(shown.record.run_id)[-1].detail)
    reserved = any(NO_DIRECT_EVIDENCE in each for each in shown.output.uncertainty)
    assert reserved is last.no_direct_evidence
    assert ("without direct evidence" in report(shown.output)) is reserved
