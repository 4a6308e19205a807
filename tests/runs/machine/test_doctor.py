"""`doctor` shows every setting of a new run, and where it comes from."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.runs.build import env_of
from workbench.bootstrap import Env
from workbench.runs.settings import OF_ONE_RUN, PREFIX, RunSettings
from workbench.services.stores.doctor import DoctorCheck, doctor

DOCS = Path(__file__).parents[3] / "docs" / "runs" / "index.md"


@pytest.fixture
def env(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Env:
    """An environment with a configuration of its own and no variable of runs."""
    for name in RunSettings.model_fields:
        monkeypatch.delenv(PREFIX + name.upper(), raising=False)
    return replace(env_of(tmp_path), config=tmp_path / "config.toml")


def checks(env: Env) -> dict[str, DoctorCheck]:
    """Return the checks of runs by the name of the setting."""
    found = (each for each in doctor(env).checks if each.name.startswith("run"))
    return {each.name.removeprefix("run "): each for each in found}


def test_every_setting_is_shown_and_in_the_docs(env: Env) -> None:
    """Without a file or a variable each has its default."""
    stated = checks(env)
    settings = set(RunSettings.model_fields) - set(OF_ONE_RUN)
    assert settings | {"event_threshold", "n_step_fallback"} == set(stated)
    assert all(each.ok and each.value.endswith(" (default)") for each in stated.values())
    assert stated["threshold"].value == "0.4 (default)"
    assert stated["tokens"].value == "400,000 (default)"
    assert stated["seconds"].value == "900 s (default)"
    table = DOCS.read_text(encoding="utf-8").partition("## Settings")[2].partition("\n## ")[0]
    assert settings == set(re.findall(r"`([a-z_]+)`", "".join(re.findall(r"(?m)^\| (`.*?) \|", table))))


def test_the_origin_of_each_setting_is_named(env: Env, monkeypatch: pytest.MonkeyPatch) -> None:
    """Variable, policy file or configuration: the one that counts."""
    env.config_file.write_text("[run]\nsteps = 3\nselected = 4\nmoney = 1.5\n")
    monkeypatch.setenv("WORKBENCH_RUN_STEPS", "5")
    stated = checks(replace(env, run_table={"steps": 4, "selected": 5}))
    assert stated["steps"].value == "5 (WORKBENCH_RUN_STEPS)"
    assert stated["selected"].value == "5 ([run] of the policy)"
    assert stated["money"].value == f"1.5 USD ([run] in {env.config_file})"


def test_secrets_are_masked(env: Env, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a key nor the password in an address is shown."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-aaaabbbbccccddddeeeeffff11112222")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://somebody:open-sesame-77@127.0.0.1:9/v1")
    monkeypatch.setenv("WORKBENCH_RUN_MODEL", "openai:small")
    monkeypatch.setenv("WORKBENCH_RUN_EMBEDDINGS_RECORD", "https://somebody:open-sesame-77@host.example/f")
    stated = checks(env)
    key = "key in OPENAI_API_KEY (WORKBENCH_RUN_MODEL)"
    assert stated["model"].value == f"openai:small at 127.0.0.1:9/v1/chat/completions, {key}"
    assert not [each for each in stated.values() if "sesame" in each.value or "sk-aaaa" in each.value]


def test_a_model_that_cannot_be_asked_is_wrong(env: Env, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a run with it would be refused."""
    monkeypatch.setenv("WORKBENCH_RUN_MODEL", "no-such-model")
    model = checks(env)["model"]
    assert not model.ok
    assert "no-such-model" in model.value
    assert model.hint


def test_a_setting_of_one_run_is_no_variable(env: Env, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sources are named by the command, which would always replace the variable's."""
    monkeypatch.setenv("WORKBENCH_RUN_SOURCES", "notes")
    assert not checks(env)["runs"].ok
    assert "--source" in checks(env)["runs"].hint
