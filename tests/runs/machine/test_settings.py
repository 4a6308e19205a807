"""Settings of a run: options come before environment, policy file and configuration."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.bootstrap import make_env
from workbench.errors import InputError
from workbench.runs.settings import settings_of


def test_the_nearer_one_counts(tmp_path: Path) -> None:
    """Each of the four over the next."""
    config = tmp_path / "config.toml"
    config.write_text("[run]\nsteps = 3\ntokens = 1000\ncandidates = 40\nselected = 3\n")
    policy = {"steps": 4, "tokens": 2000, "candidates": 50}
    made = settings_of(
        {"steps": 6}, config, {"WORKBENCH_RUN_TOKENS": "3000", "WORKBENCH_RUN_STEPS": "5"}, policy
    )
    assert (made.steps, made.tokens, made.candidates, made.selected) == (6, 3_000, 50, 3)


def test_a_policy_file_has_a_table_for_runs(tmp_path: Path) -> None:
    """It is separate from the policy's own keys, and an unknown key is refused."""
    path = tmp_path / "policy.toml"
    path.write_text("strict = false\n\n[run]\nsteps = 4\n")
    env = make_env(store=str(tmp_path / "s.duckdb"), policy_path=str(path))
    assert (env.policy.strict, dict(env.run_table)) == (False, {"steps": 4})
    assert settings_of({}, tmp_path / "none.toml", {}, env.run_table).steps == 4
    with pytest.raises(InputError, match="step"):
        settings_of({}, tmp_path / "none.toml", {}, {"step": 4})
    path.write_text("run = 4\n")
    with pytest.raises(InputError, match="no table"):
        make_env(store=str(tmp_path / "s.duckdb"), policy_path=str(path))


@pytest.mark.parametrize("name", ["MONEY", "SECONDS", "FETCH_SECONDS"])
def test_a_budget_has_an_end(tmp_path: Path, name: str) -> None:
    """An infinite budget is refused, as no event could store it."""
    with pytest.raises(InputError, match=f"run setting {name.lower()}"):
        settings_of({}, tmp_path / "none.toml", {f"WORKBENCH_RUN_{name}": "inf"})


def test_a_variable_that_is_no_setting_is_named(tmp_path: Path) -> None:
    """With the setting that was probably meant."""
    with pytest.raises(InputError, match="WORKBENCH_RUN_STEP is not a setting of runs") as caught:
        settings_of({}, tmp_path / "none.toml", {"WORKBENCH_RUN_STEP": "3"})
    assert "did you mean steps?" in caught.value.hint
