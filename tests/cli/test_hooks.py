"""The hooks from a shell, as an agent calls them: installed, driven, looked at, taken out."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.cli.run import Result, environment, inside, workbench
from tests.services.hooks.live import BOUNDARY, SUMMARY_END, Live
from workbench.services.hooks import shapes


class Agent:
    """A stand-in for Claude Code's hooks: it reads its settings and runs the commands in them."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        (self.home / ".claude").mkdir(parents=True)
        self.settings = self.home / ".claude" / "settings.json"
        self.settings.write_text('{"model":"opus",\n "hooks": {}}')
        self.live = Live(self.home)
        self.live.write(BOUNDARY)

    def shell(self, *arguments: str | Path) -> Result:
        """A command of a person at home."""
        return inside(*arguments, cwd=self.home, HOME=str(self.home), XDG_DATA_HOME=str(self.home / "data"))

    def call(self, name: str, **fields: Any) -> tuple[int, str, str]:
        """Run what the settings say of an event, with the event on stdin; code, stdout, stderr."""
        hooks = json.loads(self.settings.read_text())["hooks"]
        (group,) = hooks[name]
        done = subprocess.run(
            group["hooks"][0]["command"],
            shell=True,
            input=json.dumps(self.live.event(name, **fields)).encode(),
            capture_output=True,
            cwd=self.home,
            env=environment(HOME=str(self.home)),
            check=False,
            timeout=300,
        )
        return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_the_whole_way_in_a_home_of_its_own(tmp_path: Path) -> None:
    """Installed, driven by events, looked at, taken out; the settings are the same bytes afterwards."""
    agent = Agent(tmp_path)
    before = agent.settings.read_bytes()
    installed = agent.shell(
        "hooks", "install", "claude-code", "--no-background", "--deadline", "100", "--json"
    )
    assert installed.code == 0
    shapes.HooksChangeShape.model_validate(installed.json)
    assert agent.call("PreCompact") == (0, "", "")
    assert agent.call("SessionStart") == (0, "", "")
    assert agent.call("PostCompact") == (0, "", "")
    agent.live.write(SUMMARY_END)
    code, out, err = agent.call("UserPromptSubmit")
    assert (code, err) == (0, "")
    assert "docs/upload.md" in json.loads(out)["hookSpecificOutput"]["additionalContext"]
    found = agent.shell("hooks", "status", "--json")
    status = shapes.HooksStatusShape.model_validate(found.json)
    assert [each.installed for each in status.agents] == [True, False, False]
    assert (status.agents[0].calls, status.agents[0].faults, status.waiting) == (5, 0, 0)
    log = shapes.HooksLogShape.model_validate(agent.shell("hooks", "log", "claude-code", "--json").json)
    assert [each.outcome for each in log.receipts] == ["done", "nothing", "queued", "caught_up", "given"]
    assert agent.call("UserPromptSubmit", prompt_id="p2") == (0, "", "")
    text = agent.shell("hooks", "log", "--last", "2").out
    assert "1 prompt without an answer left out" in text
    assert "nothing" in agent.shell("hooks", "log", "--last", "1", "--all").out
    assert "NOT REPLACEABLE  d-1" in text and "tokens given" in text
    assert "session" in agent.shell("sessions").out.lower()
    assert agent.shell("hooks", "uninstall", "claude-code").code == 0
    assert agent.settings.read_bytes() == before
    assert "not installed" in agent.shell("hooks", "status", "claude-code").out


@pytest.mark.parametrize(
    "words",
    [
        ("hook", "PreCompact", "--agent", "claude-code", "--unknown-option"),
        ("hook", "NoSuchEvent", "--agent", "claude-code"),
        ("hook", "PreCompact", "--agent", "nobody"),
        ("hook",),
        ("--wait", "3", "hook", "PreCompact", "--agent", "nobody"),
        ("--ascii", "--wait=3", "hook", "NoSuchEvent", "--agent", "claude-code"),
        ("hook", "PreCompact", "--agent", "codex", "--store", "/proc/nowhere/store.duckdb"),
    ],
)
def test_a_call_never_fails(tmp_path: Path, words: tuple[str, ...]) -> None:
    """Exit code 2 would stop a compaction of Claude Code; an older program may not know an option."""
    done = workbench(*words, cwd=tmp_path, WORKBENCH_STORE=str(tmp_path / "store.duckdb"), HOME=str(tmp_path))
    assert (done.code, done.out, done.err) == (0, "", "")


def test_a_call_that_cannot_begin_leaves_a_receipt(tmp_path: Path) -> None:
    """With what was wrong."""
    store = tmp_path / "store.duckdb"
    workbench("hook", "PreCompact", "--agent", "codex", "--store", store, "--nonsense", cwd=tmp_path)
    (receipt,) = inside("hooks", "log", "--store", store, "--json", cwd=tmp_path).json["receipts"]
    assert (receipt["agent"], receipt["event"], receipt["outcome"]) == ("codex", "PreCompact", "fault")
    assert "--nonsense" in receipt["detail"]


def test_a_receipt_is_left_where_the_call_names_its_store_behind_a_sign(tmp_path: Path) -> None:
    """`--store=PATH` and `--agent=NAME` are read like two words, in the store that nobody else names."""
    store = tmp_path / "own" / "store.duckdb"
    store.parent.mkdir()
    elsewhere = str(tmp_path / "store.duckdb")
    words = ("hook", "PreCompact", "--agent=codex", f"--store={store}", "--nonsense")
    workbench(*words, cwd=tmp_path, WORKBENCH_STORE=elsewhere)
    (receipt,) = inside("hooks", "log", "--store", store, "--json", cwd=tmp_path).json["receipts"]
    assert (receipt["agent"], receipt["event"]) == ("codex", "PreCompact")


def test_a_reader_that_never_comes_to_an_end_is_left(tmp_path: Path) -> None:
    """The agent keeps stdin open without writing: the process ends by itself, silently."""
    store = tmp_path / "store.duckdb"
    words = ["-m", "workbench", "hook", "PreCompact", "--agent", "codex", "--store", str(store)]
    with subprocess.Popen(
        [sys.executable, *words, "--deadline", "0.2", "--no-background"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(HOME=str(tmp_path)),
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        guard = threading.Timer(200, process.kill)  # what never comes must not be waited for
        guard.start()
        assert (process.stdout.read(), process.stderr.read()) == (b"", b"")
        guard.cancel()
        assert process.wait(60) == 0
    (receipt,) = inside("hooks", "log", "--store", store, "--json", cwd=tmp_path).json["receipts"]
    assert receipt["outcome"] == "late"


def test_what_is_typed_wrong_is_said(tmp_path: Path) -> None:
    """To a person, with what to do."""
    done = inside("hooks", "install", cwd=tmp_path, HOME=str(tmp_path))
    assert (done.code, "say which agent" in done.err) == (2, True)
    assert inside("hooks", "install", "nobody", cwd=tmp_path, HOME=str(tmp_path)).code == 2
    assert inside("hooks", "fly", cwd=tmp_path, HOME=str(tmp_path)).code == 2
    empty = inside("hooks", "log", cwd=tmp_path, HOME=str(tmp_path), WORKBENCH_STORE=str(tmp_path / "s"))
    assert (empty.code, "no call yet" in empty.out) == (0, True)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        *(
            (("install", "claude-code", "--deadline", given), f"--deadline {given} is out of range")
            for given in ("0", "0.001", "0.9", "120.5", "9999")
        ),
        (("status", "--hold", "both"), "--hold goes with hooks install, not with hooks status"),
        (("log", "--hold-minutes", "3"), "--hold-minutes goes with hooks install, not with hooks log"),
        (("uninstall", "pi", "--no-background"), "--no-background goes with hooks install"),
        (("status", "--last", "3"), "--last goes with hooks log, not with hooks status"),
        (("catch-up", "--project", "."), "--project goes with hooks install or uninstall or status"),
    ],
)
def test_an_option_out_of_place_or_range_is_refused(
    tmp_path: Path, words: tuple[str, ...], message: str
) -> None:
    """Nothing is written, and the message names the valid values."""
    agent = Agent(tmp_path)
    before = agent.settings.read_bytes()
    done = agent.shell("hooks", *words)
    assert (done.code, message in done.err, len(done.err.splitlines())) == (2, True, 2)
    assert agent.settings.read_bytes() == before


@pytest.mark.parametrize("given", ["1", "120"])
def test_a_deadline_is_waited_for_by_the_agent_too(tmp_path: Path, given: str) -> None:
    """Its own limit is ten seconds later at least."""
    agent = Agent(tmp_path)
    assert agent.shell("hooks", "install", "claude-code", "--deadline", given).code == 0
    for groups in json.loads(agent.settings.read_text())["hooks"].values():
        assert int(given) + 10 <= groups[0]["hooks"][0]["timeout"] <= 130


@pytest.mark.parametrize(
    ("text", "defect"),
    [
        ("{no json", "the settings are not JSON"),
        ('{"hooks": []}', "the settings are not an object with hooks as lists"),
        ('{"hooks": {"PreCompact": "x"}}', "the settings are not an object with hooks as lists"),
    ],
)
def test_status_names_what_is_wrong_with_settings(tmp_path: Path, text: str, defect: str) -> None:
    """`hooks status` names the same defect as `install`, and reports the hooks as not installed."""
    agent = Agent(tmp_path)
    agent.settings.write_text(text)
    stated = agent.shell("hooks", "status", "claude-code")
    assert "not installed" in stated.out and f"! {defect}" in stated.out
    refused = agent.shell("hooks", "install", "claude-code")
    assert (refused.code, defect in refused.err) == (2, True)


def test_the_command_in_the_settings_is_the_program_of_this_installation(tmp_path: Path) -> None:
    """The full path is used, since an agent may have another PATH."""
    agent = Agent(tmp_path)
    agent.shell("hooks", "install", "claude-code")
    command = json.loads(agent.settings.read_text())["hooks"]["PreCompact"][0]["hooks"][0]["command"]
    assert Path(shlex.split(command)[0]).is_file()
