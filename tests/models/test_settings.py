"""Which model is asked: by provider and name, or as the configuration describes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.errors import InputError, UsageError
from workbench.models.settings import ModelSetting, is_offline, read, setting_of

LOCAL = (
    '[model.local]\nprovider = "openai"\nmodel = "small"\nurl = "http://127.0.0.1:8080/v1"\nkey = "MY_KEY"\n'
)


def test_a_model_is_named_or_described(tmp_path: Path) -> None:
    """A name without a colon is the file's; a model's own name may hold colons."""
    path = tmp_path / "config.toml"
    path.write_text(LOCAL)
    assert setting_of("local", path) == ModelSetting(
        "local", "openai", "small", "http://127.0.0.1:8080/v1", "MY_KEY"
    )
    assert setting_of("openai:family:7b", path) == ModelSetting("openai:family:7b", "openai", "family:7b")
    assert read(tmp_path / "none.toml") == {}
    assert (is_offline(None), is_offline("extractive"), is_offline("local")) == (True, True, False)


@pytest.mark.parametrize("name", ["other", "", ":", "openai:", "openai: ", "nobody:m"])
def test_what_names_no_model_is_refused(name: str, tmp_path: Path) -> None:
    """With the names that there are."""
    path = tmp_path / "config.toml"
    path.write_text(LOCAL)
    with pytest.raises(UsageError) as refused:
        setting_of(name, path)
    assert "local" in refused.value.hint


@pytest.mark.parametrize(
    "text",
    [
        "model = 7",
        "[model]\nlocal = 7",
        '[model.x]\nprovider = "openai"',
        '[model.x]\nmodel = "m"\nprovider = "nobody"',
        '[model.x]\nmodel = "m"\nprovider = "openai"\nsecret = "s"',
        '[model.x]\nmodel = 7\nprovider = "openai"',
        '[model."a:b"]\nmodel = "m"\nprovider = "openai"',
        '[model.extractive]\nmodel = "m"\nprovider = "openai"',
        "[model",
    ],
)
def test_a_table_that_describes_no_model_is_refused(text: str, tmp_path: Path) -> None:
    """Named with its file."""
    path = tmp_path / "config.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=r"config\.toml"):
        read(path)


def test_a_key_is_needed_for_the_providers_own_service_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A service at another address may need none; a key is never sent in the open."""
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(UsageError, match="OPENAI_API_KEY holds no key"):
        ModelSetting("o", "openai", "m").serve(1_000)
    assert ModelSetting("o", "openai", "m", url="http://192.0.2.7/v1").serve(1_000).model.url
    monkeypatch.setenv("MY_KEY", "sesame")
    with pytest.raises(UsageError, match="unencrypted"):
        ModelSetting("o", "openai", "m", url="http://192.0.2.7/v1", key="MY_KEY").serve(1_000)
    assert ModelSetting("o", "openai", "m", key="MY_KEY").serve(1_000).named == "openai:m"
