"""A run's compactions are reviewed like any other session's, and a purged run leaves nothing behind."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from sqlalchemy import text

from gates.policy import Policy
from store.records import snapshots
from store.verify.verify import verify
from tests.cli.run import inside
from tests.runs.build import ANSWERED, env_of, folder_of, ledger_of
from workbench.bootstrap import Env
from workbench.services.runs.agent_runs import start
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
