"""Settling an uncertain match: never in an artifact that was not meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from gates.artifact import Artifact, ArtifactSource, Item, ItemKind, Origin
from store.records import artifacts
from tests.services.test_drafting import environment, imported
from workbench.bootstrap import Env
from workbench.errors import UsageError
from workbench.services.judgement.judge import judge_artifact
from workbench.services.review_log import reviews

OPEN_WORK = "Document the retry limit in docs/upload.md"


@pytest.fixture
def env(tmp_path: Path) -> Env:
    return environment(tmp_path)


def artifact(env: Env, session: str, text: str, name: str) -> tuple[str, str]:
    """Store and judge an artifact with this open work; return its id and the captured item's."""
    item = Item(item_id="itm_00000000000000000000", kind=ItemKind.OPEN_WORK, text=text, status="open")
    made = Artifact(
        source=ArtifactSource(session_id=session, source_start=0, source_end=16),
        strategy="intentional",
        prompt_version="by hand/1",
        origin=Origin.DRAFTED,
        objective=name,
    ).with_items((item,))
    stored = artifacts.put(env.open_store(), made, now=env.now())
    report = judge_artifact(env, stored.artifact_id).report
    (captured,) = (verdict.item_id for verdict in report.retention if verdict.text == OPEN_WORK)
    return stored.artifact_id, captured


def test_the_one_artifact_with_the_uncertain_match_is_taken(env: Env, tmp_path: Path) -> None:
    """Artifacts that clearly keep or drop the item are skipped; the message names the chosen one."""
    session = imported(env, tmp_path)
    artifact(env, session, OPEN_WORK, "keeps it")
    unsure, captured = artifact(env, session, "Write docs/upload.md", "says it vaguely")
    made = reviews.settle(env, captured, artifact=None, reason="it is meant")
    assert made.stored.review.artifact_id == unsure
    assert f"({unsure[:12]})" in made.about


def test_several_uncertain_matches_are_ambiguous(env: Env, tmp_path: Path) -> None:
    """They are named, nothing is recorded, and `--artifact` chooses."""
    session = imported(env, tmp_path)
    first, captured = artifact(env, session, "Write docs/upload.md", "one")
    second, _ = artifact(env, session, "Write docs/upload.md", "two")
    with pytest.raises(UsageError) as stated:
        reviews.settle(env, captured, artifact=None, reason="it is meant")
    assert stated.value.code == "ambiguous"
    assert first[:12] in stated.value.message
    assert second[:12] in stated.value.message
    made = reviews.settle(env, captured, artifact=first, reason="it is meant")
    assert made.stored.sequence == 1
    assert made.stored.review.artifact_id == first


def test_what_is_not_uncertain_is_reported_with_its_artifact(env: Env, tmp_path: Path) -> None:
    """The message names the match and its artifact."""
    session = imported(env, tmp_path)
    kept, captured = artifact(env, session, OPEN_WORK, "keeps it")
    with pytest.raises(UsageError, match=rf"preserved in d-2 \({kept[:12]}\)"):
        reviews.settle(env, captured, artifact=kept, reason="it is meant")
