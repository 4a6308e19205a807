"""What surrounds the flow: schemas of the shapes, and the look at the environment."""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path

import pytest

from store import engine
from tests.cli.run import ROOT, inside
from tests.cli.test_flow import Shell, prepared, shell
from workbench import __main__, config
from workbench.bootstrap import Env
from workbench.services.stores import doctor as doctor_module
from workbench.services.stores.doctor import DoctorCheck, doctor

__all__ = ["prepared", "shell"]


def test_schemas_are_json_schemas() -> None:
    """Every documented shape prints a schema; unknown names are an error."""
    for name in ("artifact", "capture", "policy", "snapshot", "score", "workbench.diff/1"):
        stated = inside("schema", name, cwd=ROOT)
        assert stated.code == 0
        assert stated.json["$schema"].endswith("2020-12/schema")
        assert stated.json["properties"]


def test_doctor_looks_around(shell: Shell) -> None:
    """Versions, store, terminal and locale, each with its state."""
    found = shell.json("doctor")
    names = {check["name"]: check for check in found["checks"]}
    assert {"python", "duckdb", "store", "terminal", "locale"} <= set(names)
    assert names["store"]["ok"] is True
    assert str(shell.store) in names["store"]["value"]


def test_doctor_lists_what_commands_need(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Each extra with what it is for, and how it is installed from the index and in a clone."""
    monkeypatch.setattr(doctor_module, "is_installed", lambda module: module == "mcp")
    found = {each.name: each for each in doctor(Env(str(tmp_path / "s.duckdb"))).checks}
    assert {"extra serve", "extra mcp", "extra watch"} <= set(found)
    assert (found["extra mcp"].value, found["extra mcp"].hint) == ("installed", "")
    assert "`workbench serve`" in found["extra serve"].value and found["extra serve"].ok
    for form in ("'compaction-workbench[serve]'", "'.[serve]'"):
        assert form in found["extra serve"].hint


def test_doctor_says_where_nothing_can_be_written(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """`doctor` reports a read-only store, and a place where none can be created."""
    monkeypatch.setattr(engine, "writable", lambda _path: False)
    monkeypatch.setattr(os, "access", lambda *_, **__: False)

    def stated(place: Path) -> DoctorCheck:
        (found,) = (each for each in doctor(Env(str(place))).checks if each.name == "store")
        return found

    there, nowhere = stated(shell.store), stated(shell.folder / "deep" / "er" / "s.duckdb")
    assert there.ok and "opens to be read only" in there.value and "--store" in there.hint
    assert not nowhere.ok and "no file can be written there" in nowhere.value and "--store" in nowhere.hint


def test_a_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    """A text file or a folder in place of the store is exit 3, and stays as it is."""
    text = tmp_path / "text.duckdb"
    text.write_text("no database", encoding="utf-8")
    for place in (text, tmp_path):
        stated = inside("sessions", "--store", place, "--json", cwd=tmp_path)
        assert (stated.code, stated.json["code"]) == (3, "store_unreadable"), stated.err
    assert text.read_text(encoding="utf-8") == "no database"


@pytest.mark.parametrize("redirected", ["stdin", "stdout", "stderr", None])
def test_the_app_opens_only_where_all_streams_are_terminals(
    redirected: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The app is drawn on stderr: with one of the three elsewhere it is the command line."""
    offered: list[bool] = []

    def run(*, open_app: object) -> int:
        offered.append(open_app is not None)
        return 0

    monkeypatch.setattr("workbench.cli.main.main", run)
    monkeypatch.setenv("TERM", "xterm-256color")
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(getattr(sys, name), "isatty", partial(bool, name != redirected))
    assert __main__.main() == 0
    assert offered == [redirected is None]


def test_a_dumb_terminal_gets_no_app(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It cannot display a full screen; the commands that work without one are named."""
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr(sys, "argv", ["workbench"])
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(getattr(sys, name), "isatty", lambda: True)
    assert __main__.main() == 2
    captured = capsys.readouterr()
    assert "TERM=dumb" in captured.err
    assert "workbench demo --headless" in captured.err
    assert "\x1b" not in captured.out + captured.err


def test_an_actor_that_is_not_utf8_is_written_with_escapes(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a login name, a variable or an option may have such bytes; a record takes text only."""
    monkeypatch.setenv("WORKBENCH_ACTOR", "jos\udce9")
    assert config.actor_name(None) == "jos\\udce9"
    assert config.actor_name("zo\udceb").isascii()
    assert config.actor_name("Zoë") == "Zoë"
