"""Proposals that a report judges without listing them are made anew and never stored."""

from __future__ import annotations

from pathlib import Path

from gates.artifact import Artifact, ArtifactSource, Item, ItemKind, Origin
from store.records import artifacts, reports
from tests.services.test_drafting import environment, imported
from workbench.services.judgement.judge import judge_artifact


def test_a_stored_report_has_none_and_they_come_when_asked_for(tmp_path: Path) -> None:
    """The first time and every later time, under the same id."""
    env = environment(tmp_path)
    item = Item(item_id="itm_00000000000000000000", kind=ItemKind.CLAIM, text="The upload was looked at.")
    made = Artifact(
        source=ArtifactSource(session_id=imported(env, tmp_path), source_start=0, source_end=16),
        strategy="intentional",
        prompt_version="by hand/1",
        origin=Origin.DRAFTED,
    ).with_items((item,))
    stored = artifacts.put(env.open_store(), made, now=env.now())
    first, second, plain = (
        judge_artifact(env, stored.artifact_id, unlisted=asked) for asked in (True, True, False)
    )
    assert first.report == second.report
    assert first.report.unlisted
    assert first.report_id == second.report_id == plain.report_id
    kept = reports.latest(env.open_store(), stored.artifact_id)
    assert kept is not None
    assert kept.report == plain.report == first.report.stored
    assert plain.report.unlisted == ()
