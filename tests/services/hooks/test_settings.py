"""Installing merges, keeps a copy and is repeatable; taking out leaves the file as it was, to the byte."""

from __future__ import annotations

import json
import shlex
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from workbench.bootstrap import Env
from workbench.errors import InputError, UsageError
from workbench.services.hooks.agents import command_hooks
from workbench.services.hooks.agents.base import HookOptions
from workbench.services.hooks.agents.codex import hook_digest
from workbench.services.hooks.manage import install, status, uninstall

OPTIONS = HookOptions()
FORMS = [
    b'{\n    "model": "opus",\n    "hooks": {"PreCompact": [{"matcher": "", "hooks": [{"type": "command", '
    b'"command": "echo mine"}]}]},   "permissions": {"allow": ["Bash(ls:*)"]}\n}',
    b'{"a":1,"hooks":{}}',
    b'{\n\t"a": "\\u00e9 \xc3\xa9",\n\t"hooks": {"PreCompact": []}\n}\n',
    b'\xef\xbb\xbf{\r\n  "a": 1\r\n}\r\n',
    b"{}",
    b"",
    b"\n",
]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    found = tmp_path / "home"
    found.mkdir()
    monkeypatch.setenv("HOME", str(found))
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "PI_CODING_AGENT_DIR"):
        monkeypatch.delenv(name, raising=False)
    return found


@pytest.fixture
def env(tmp_path: Path, home: Path) -> Env:
    config = tmp_path / "config" / "config.toml"
    return Env(str(tmp_path / "store.duckdb"), actor="ann", config=config, now=lambda: "2026-03-05T09:00:00Z")


PLACES: dict[str, Callable[[Path], Path]] = {
    "claude-code": lambda home: home / ".claude" / "settings.json",
    "codex": lambda home: home / ".codex" / "hooks.json",
    "pi": lambda home: home / ".pi" / "agent" / "extensions" / "compaction-workbench.ts",
}


def commands(path: Path) -> dict[str, list[str]]:
    """Return the commands of each event in the settings, of any owner."""
    hooks: dict[str, Any] = json.loads(path.read_text(encoding="utf-8-sig"))["hooks"]
    return {
        event: [each["command"] for group in groups for each in group["hooks"]]
        for event, groups in hooks.items()
    }


@pytest.mark.parametrize("agent", list(PLACES))
def test_where_there_was_nothing_nothing_is_left(env: Env, home: Path, agent: str) -> None:
    """The file and the folders that were made for it go again."""
    made = install(env, agent, OPTIONS)
    assert (made.changed, made.backup) == (True, None)
    assert made.settings == str(PLACES[agent](home))
    assert PLACES[agent](home).is_file()
    assert install(env, agent, OPTIONS).changed is False
    assert uninstall(env, agent).changed is True
    assert list(home.iterdir()) == []
    assert uninstall(env, agent).changed is False


@pytest.mark.parametrize("agent", ["claude-code", "codex"])
@pytest.mark.parametrize("body", FORMS, ids=range(len(FORMS)))
def test_settings_come_back_to_the_byte(env: Env, home: Path, agent: str, body: bytes) -> None:
    """Settings are restored exactly, with any indentation, line ends, byte order mark and escapes."""
    path = PLACES[agent](home)
    path.parent.mkdir()
    path.write_bytes(body)
    path.chmod(0o640)
    made = install(env, agent, OPTIONS)
    assert made.changed and made.backup is not None
    assert Path(made.backup).read_bytes() == body
    assert stat.S_IMODE(Path(made.backup).stat().st_mode) == 0o600
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert install(env, agent, OPTIONS).changed is False
    assert install(env, agent, HookOptions(hold="both")).changed is True
    uninstall(env, agent)
    assert path.read_bytes() == body


def test_other_entries_stay_and_run_first(env: Env, home: Path) -> None:
    """Ours are added after them, since Codex identifies trusted hooks by their position."""
    path = PLACES["codex"](home)
    path.parent.mkdir()
    path.write_bytes(FORMS[0])
    install(env, "codex", OPTIONS)
    assert commands(path)["PreCompact"][0] == "echo mine"
    words = shlex.split(commands(path)["PreCompact"][1])
    assert words[-6:] == ["hook", "PreCompact", "--agent", "codex", "--store", env.store_location]
    assert Path(words[0]).is_absolute()


def test_what_others_changed_since_stays(env: Env, home: Path) -> None:
    """Only our entries are removed, also from a group that another program extended."""
    path = PLACES["claude-code"](home)
    path.parent.mkdir()
    path.write_bytes(b'{"a": 1}')
    install(env, "claude-code", OPTIONS)
    found = json.loads(path.read_text())
    found["b"] = 2
    found["hooks"]["PreCompact"][0]["hooks"].append({"type": "command", "command": "echo mine"})
    found["hooks"]["Stop"] = []
    path.write_text(json.dumps(found, indent=2))
    stated = uninstall(env, "claude-code")
    assert "changed since" in stated.notes[0]
    assert json.loads(path.read_text()) == {
        "a": 1,
        "b": 2,
        "hooks": {"PreCompact": [{"hooks": [{"type": "command", "command": "echo mine"}]}], "Stop": []},
    }


def test_a_second_installation_keeps_the_first_copy(env: Env, home: Path) -> None:
    """Options are changed in place; what others did in between is what comes back."""
    path = PLACES["claude-code"](home)
    path.parent.mkdir()
    path.write_bytes(b'{"a":1}')
    install(env, "claude-code", OPTIONS)
    install(env, "claude-code", HookOptions(hold="manual", tokens=500, give="lost", hold_minutes=3))
    (command,) = commands(path)["PreCompact"]
    assert json.loads(path.read_text())["hooks"]["PreCompact"][0]["hooks"][0]["timeout"] == 60
    assert command.endswith("--hold manual --hold-minutes 3 --give lost --tokens 500")
    uninstall(env, "claude-code")
    assert path.read_bytes() == b'{"a":1}'


def test_a_link_stays_a_link(env: Env, home: Path, tmp_path: Path) -> None:
    """Settings are often kept elsewhere."""
    real = tmp_path / "dotfiles.json"
    real.write_bytes(b'{"a": 1}\n')
    path = PLACES["claude-code"](home)
    path.parent.mkdir()
    path.symlink_to(real)
    install(env, "claude-code", OPTIONS)
    assert path.is_symlink() and b"workbench" in real.read_bytes()
    uninstall(env, "claude-code")
    assert path.is_symlink() and real.read_bytes() == b'{"a": 1}\n'


@pytest.mark.parametrize(
    "body",
    [b"{", b"[]", b'{"hooks": []}', b'{"hooks": {"PreCompact": {}}}', b"\xff", b"// c\n{}", b"[" * 9999],
)
def test_settings_that_cannot_be_read_are_left_alone(env: Env, home: Path, body: bytes) -> None:
    """The error names the file."""
    path = PLACES["claude-code"](home)
    path.parent.mkdir()
    path.write_bytes(body)
    with pytest.raises(InputError, match="settings"):
        install(env, "claude-code", OPTIONS)
    with pytest.raises(InputError, match="settings"):
        uninstall(env, "claude-code")
    assert path.read_bytes() == body
    (found,) = status(env, "claude-code").agents
    assert not found.installed and found.notes


def test_an_extension_of_somebody_else_is_not_overwritten(env: Env, home: Path) -> None:
    """Of our name, but not ours."""
    path = PLACES["pi"](home)
    path.parent.mkdir(parents=True)
    path.write_text("export default function () {}\n")
    with pytest.raises(InputError, match="not written by"):
        install(env, "pi", OPTIONS)
    with pytest.raises(InputError, match="not written by"):
        uninstall(env, "pi")
    assert path.read_text() == "export default function () {}\n"


def test_the_extension_runs_this_program_on_this_store(env: Env, home: Path, tmp_path: Path) -> None:
    """Its commands are JSON data, so a path may contain any character."""
    env = Env(str(tmp_path / 'a "quoted" $(name).duckdb'), config=tmp_path / "config.toml")
    install(env, "pi", HookOptions(hold="both"))
    text = PLACES["pi"](home).read_text(encoding="utf-8")
    line = next(each for each in text.splitlines() if each.startswith("const COMMANDS"))
    found = json.loads(line.partition(" = ")[2].removesuffix(";"))
    assert found["PreCompact"][-7:] == [
        "PreCompact",
        "--agent",
        "pi",
        "--store",
        env.store_location,
        "--hold",
        "both",
    ]
    assert status(env, "pi").agents[0].hooks[0].current
    with pytest.raises(UsageError, match="whether a compaction was requested"):
        install(env, "pi", HookOptions(hold="manual"))


def test_that_all_hooks_are_switched_off_is_said(env: Env, home: Path, tmp_path: Path) -> None:
    """The note says so, since Claude Code then runs no hook and reports nothing."""
    assert not any("disableAllHooks" in note for note in install(env, "claude-code", OPTIONS).notes)
    local = home / ".claude" / "settings.local.json"
    local.write_text('{"disableAllHooks": true}')
    project = tmp_path / "project"
    project.mkdir()
    made = install(env, "claude-code", OPTIONS, str(project))
    assert f"nothing will run: {local} switches all hooks off (disableAllHooks)" in made.notes
    found = status(env, "claude-code").agents[0].notes
    assert f"nothing will run: {local} switches all hooks off (disableAllHooks)" in found
    local.write_text('{"disableAllHooks": false}')
    assert not any("disableAllHooks" in note for note in status(env, "claude-code").agents[0].notes)


def test_a_project_has_settings_of_its_own(env: Env, home: Path, tmp_path: Path) -> None:
    """The project's local settings are used, not the shared ones; a note says if both would answer."""
    project = tmp_path / "project"
    project.mkdir()
    install(env, "claude-code", OPTIONS)
    made = install(env, "claude-code", OPTIONS, str(project))
    assert made.settings == str(project / ".claude" / "settings.local.json")
    assert any("answered twice" in note for note in made.notes)
    assert [each.scope for each in status(env, "claude-code", str(project)).agents] == ["user", "project"]
    uninstall(env, "claude-code", str(project))
    assert list(project.iterdir()) == []
    with pytest.raises(InputError, match="not a folder"):
        install(env, "codex", OPTIONS, str(project / "missing"))


def test_hooks_of_another_store_are_distinguished(env: Env, home: Path, tmp_path: Path) -> None:
    """An agent may still call a program or a store that is gone."""
    install(env, "claude-code", OPTIONS)
    other = Env(str(tmp_path / "other.duckdb"), config=env.config)
    assert not any(hook.current for hook in status(other, "claude-code").agents[0].hooks)
    assert all(hook.current for hook in status(env, "claude-code").agents[0].hooks)


def test_codex_says_which_hooks_it_trusts(env: Env, home: Path) -> None:
    """By the digest that it notes; a hook that changed is not trusted any more."""
    made = install(env, "codex", OPTIONS)
    assert any("/hooks" in note for note in made.notes)
    path = PLACES["codex"](home)
    assert [hook.trusted for hook in status(env, "codex").agents[0].hooks] == [False] * 3
    states = [
        f'[hooks.state."{path}:{name}:{group}:{place}"]\n'
        f'trusted_hash = "{hook_digest(event, around, handler)}"\n'
        for (event, group, place, around, handler), name in zip(
            command_hooks.places("codex", path.read_text()),
            ("pre_compact", "post_compact", "session_start"),
            strict=True,
        )
    ]
    (home / ".codex" / "config.toml").write_text("".join(states))
    found = status(env, "codex").agents[0]
    assert [hook.trusted for hook in found.hooks] == [True] * 3
    assert not any("/hooks" in note for note in found.notes)
    install(env, "codex", HookOptions(give="lost"))
    assert [hook.trusted for hook in status(env, "codex").agents[0].hooks] == [False] * 3


def test_the_digest_is_the_one_that_codex_makes() -> None:
    """As Codex 0.169.0 printed it for these two hooks."""
    first = {"type": "command", "command": "echo hi", "timeout": 20}
    second = {"type": "command", "command": "echo start"}
    assert hook_digest("PreCompact", {"hooks": [first]}, first) == (
        "sha256:1e6d8239d59089f5218be5daded371f6ab46fdc26d44cf2a3fca2dbbde74264f"
    )
    assert hook_digest("SessionStart", {"matcher": "compact", "hooks": [second]}, second) == (
        "sha256:fb0fec8189b428af4efb1a844d5481c6731a3dd0735b95983865339abc8add16"
    )
