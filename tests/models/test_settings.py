"""Which model is asked: by provider and name, or as the configuration describes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.models.loopback import loopback, openai, whole
from workbench.errors import InputError, UsageError
from workbench.models.base import ModelTrouble, Prompt
from workbench.models.serving import credentials
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


def test_the_providers_own_key_goes_to_no_other_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """An explicit `url` is sent only the key that `key` names; the base variable's address is sent both."""
    monkeypatch.setenv("OPENAI_API_KEY", "the-own-key")
    monkeypatch.setenv("MY_KEY", "the-other-key")
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with loopback(lambda _request: whole(200, openai("{}"))) as there:

        def sent(setting: ModelSetting) -> str | None:
            setting.serve(10_000).model.answer(Prompt("a", "b"))
            return there.requests[-1].headers.get("authorization")

        elsewhere = ModelSetting("o", "openai", "m", url=f"{there.url}/v1")
        assert sent(elsewhere) is None
        assert sent(ModelSetting("o", "openai", "m", elsewhere.url, "MY_KEY")) == "Bearer the-other-key"
        monkeypatch.setenv("OPENAI_BASE_URL", elsewhere.url)
        assert sent(ModelSetting("o", "openai", "m")) == "Bearer the-own-key"
        assert sent(ModelSetting("o", "openai", "m", key="MY_KEY")) == "Bearer the-other-key"
        monkeypatch.setenv("ANTHROPIC_API_KEY", "the-own-key")
        with pytest.raises(ModelTrouble):
            ModelSetting("a", "anthropic", "m", url=there.url).serve(10_000).model.answer(Prompt("a", "b"))
        assert "x-api-key" not in there.requests[-1].headers


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("https://api.openai.com/v1", "the-own-key"),
        ("https://API.OpenAI.com:443", "the-own-key"),
        ("https://eu.api.openai.com/v1", "the-own-key"),
        ("https://api.openai.com.example.org/v1", ""),
        ("https://notapi.openai.com/v1", ""),
        ("https://api.openai.com@example.org/v1", ""),
        ("https://example.org/api.openai.com", ""),
        ("http://[", ""),
    ],
)
def test_a_provider_is_known_by_its_host(url: str, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address that only begins as the provider's does is another service."""
    monkeypatch.setenv("OPENAI_API_KEY", "the-own-key")
    found = credentials("openai", url)
    assert (found.key, found.withheld) == (key, not key)
    monkeypatch.delenv("OPENAI_API_KEY")
    found = credentials("openai", url)
    assert (found.key, found.missing, found.withheld) == ("", bool(key), False)
