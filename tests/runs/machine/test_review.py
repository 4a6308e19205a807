"""A run's compactions are reviewed like any other session's, and a purged run leaves nothing behind."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from sqlalchemy import text

from gates.policy import Policy
from store.records import artifacts, snapshots
from store.records.sessions import load_events
from store.verify.verify import verify
from tests.cli.run import inside
from tests.runs.build import ANSWERED, env_of, folder_of, ledger_of
from workbench.bootstrap import Env
from workbench.runs.records.events import CheckpointDone
from workbench.runs.records.state import parsed
from workbench.services.runs.agent_runs import begin, resume, start
from workbench.services.runs.shown_run import RunRequest
from workbench.services.runs.step_contexts import manifest

BOTH = f"{ANSWERED} And what does the soup cost?"
SOON = Policy.model_validate({"snapshot": {"event_threshold": 9, "n_step_fallback": 3}})


def test_a_checkpoint_is_accepted_and_rolled_back(tmp_path: Path) -> None:
    """Its snapshot names the manifests since; the next step's prompt holds its narrative."""
    env = replace(env_of(tmp_path), policy=SOON)
    shown = start(env, RunRequest(BOTH, (str(folder_of(tmp_path)),), "the months are known"))
    run_id = shown.record.run_id
    made = [each for each in ledger_of(env).events(run_id) if each.kind == "CHECKPOINT_DONE"]
    assert made and shown.state.snapshot_id
    first = snapshots.get(env.create_store(), shown.state.snapshot_id).body
    assert (first["run_id"], first["objective"]) == (run_id, BOTH)
    assert first["done_definition"] == "the months are known"
    kept = [each.manifest_id for each in ledger_of(env).manifests(run_id)]
    assert first["latest_context_manifest_ids"] == kept[: len(first["latest_context_manifest_ids"])]
    after = manifest(env, f"{run_id}:{made[0].step + 1}")
    assert "## Memory" in after.prompt and '"snapshot_id":null' not in after.manifest.body

    accepted = inside("accept", f"{run_id}:d-1", "--confirm", "C", "--json", cwd=tmp_path, env=env)
    assert accepted.code == 0, accepted.err
    rolled = inside("rollback", f"{run_id}:d-1", "--json", cwd=tmp_path, env=env)
    assert rolled.code == 0, rolled.err
    assert verify(env.create_store()).problems == ()
    with env.create_store().reading() as session:
        wanted = text("SELECT narrative_and_summary FROM agent_memory_snapshots")
        rows = session.execute(wanted).scalars().all()
    assert any(row and "narrative" in row for row in rows)
    assert manifest(env, f"{run_id}:{made[0].step + 1}").prompt == after.prompt


def test_a_purged_run_takes_its_sources_with_it(tmp_path: Path) -> None:
    """Except those that another run has read; what is left verifies, and the run's words are gone."""
    env = env_of(tmp_path)
    folder = folder_of(tmp_path)
    one = start(env, RunRequest(ANSWERED, (str(folder),)))
    start(env, RunRequest(ANSWERED, (str(folder / "rules.md"),)))
    before = _stems(env)
    purged = inside("purge", one.record.run_id, "--reason", "r", "--confirm", cwd=tmp_path, env=env)
    assert purged.code == 0, purged.err
    with env.create_store().reading() as session:
        titles = session.execute(text("SELECT title FROM artifacts")).scalars().all()
        assert session.execute(text("SELECT count(*) FROM runs")).scalar_one() == 1
    assert titles == ["Harbour rules"]
    left = _stems(env)
    assert "harbour" in left < before and "soup" in before - left
    assert verify(env.create_store()).problems == ()


def _stems(env: Env) -> set[str]:
    with env.create_store().reading() as session:
        return set(session.execute(text("SELECT term FROM stem")).scalars())


def test_a_resumed_run_is_compacted_as_often(tmp_path: Path) -> None:
    """It keeps the policy's `[snapshot]` that it began with, whatever the policy of who resumes it."""
    each_step = Policy.model_validate({"snapshot": {"event_threshold": 1, "n_step_fallback": 1}})
    env = env_of(tmp_path)
    begun = begin(replace(env, policy=each_step), RunRequest(BOTH, (str(folder_of(tmp_path)),)))
    shown = resume(env, begun.record.run_id)
    kinds = [each.kind for each in ledger_of(env).events(shown.record.run_id)]
    assert shown.settings.snapshot == each_step.snapshot
    assert kinds.count("CHECKPOINT_DONE") == kinds.count("OBSERVE_DONE") > 1


def test_a_checkpoint_is_seen_and_has_nobody_s_words_but_theirs(tmp_path: Path) -> None:
    """The timeline has a line of each, and what the machine planned is no item of a draft."""
    each_step = Policy.model_validate({"snapshot": {"event_threshold": 1, "n_step_fallback": 1}})
    env = replace(env_of(tmp_path), policy=each_step)
    shown = start(env, RunRequest(BOTH, (str(folder_of(tmp_path)),)))
    store, run_id = env.create_store(), shown.record.run_id
    made = [parsed(each) for each in ledger_of(env).events(run_id) if each.kind == "CHECKPOINT_DONE"]
    lines = [e.text for e in load_events(store, shown.record.session_id) if e.text.startswith("CHECKPOINT")]
    assert len(made) > 1
    for event, line in zip(made, lines, strict=True):
        assert isinstance(event, CheckpointDone)
        assert line.startswith("CHECKPOINT (EVENT_THRESHOLD, unreviewed): snapshot ")
        assert event.snapshot_id in line
        draft = artifacts.get(store, event.artifact_id).artifact
        assert not any("PLAN " in item.text for item in draft.items)
