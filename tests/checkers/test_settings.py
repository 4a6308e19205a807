"""Enabled checkers from the command line and the configuration file, and errors in either."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from workbench import modes
from workbench.checkers import extras
from workbench.checkers.settings import CheckerSetting, enabled
from workbench.errors import WorkbenchError

ROOT = Path(__file__).resolve().parents[2]

DESCRIBED = """
[tier.vectors]
model = "/models/static"
on = true

[tier.judge]
provider = "openai"
model = "some-model"
url = "http://127.0.0.1:9/v1"
"""
VECTORS = CheckerSetting("vectors", "/models/static", on=True)
SERVED = CheckerSetting("judge", "some-model", provider="openai", url="http://127.0.0.1:9/v1")


def described(folder: Path, text: str = DESCRIBED) -> Path:
    path = folder / "config.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_command_line_comes_before_the_configuration(tmp_path: Path) -> None:
    """An enabled checker is used, a described one if it is named, and a given address replaces its own."""
    path = described(tmp_path)
    asked = CheckerSetting("judge", "some-model", "openai", "http://127.0.0.1:9/v1", asked=True)
    other = CheckerSetting("judge", "other", "openai", "http://127.0.0.1:9/v1", asked=True)
    elsewhere = CheckerSetting("judge", "other", "anthropic", asked=True)
    assert enabled((), path) == (VECTORS,)
    assert enabled(("judge",), path) == (VECTORS, asked)
    assert enabled(("judge=openai:other",), path) == (VECTORS, other)
    assert enabled(("judge=anthropic:other",), path) == (VECTORS, elsewhere)
    assert enabled(("nli=a=b", "vectors=c"), path) == (
        CheckerSetting("vectors", "c", asked=True),
        CheckerSetting("nli", "a=b", asked=True),
    )
    assert enabled(("judge", "none"), path) == ()
    assert enabled((), tmp_path / "absent.toml") == ()
    assert modes.read(path) == ()


@pytest.mark.parametrize(
    ("asked", "text", "said"),
    [
        ("wishes", "", "there is no checker 'wishes'"),
        ("nli", "", "the checker nli has no model"),
        ("nli=", "", "--checker nli= names no folder"),
        ("judge=openai", "", "names no model"),
        ("judge=oracle:m", "", "there is no provider 'oracle'"),
        ("", "[checker.wishes]\nmodel = 'x'", "is not one of: vectors, nli, judge"),
        ("", "[tier.nli]\nfolder = 'x'", "has a key that it does not take"),
        ("", "[tier.nli]\nmodel = 'x'\non = 'yes'", "`on` is true or false"),
        ("", "[tier.nli]\non = true", "names no model"),
        ("", "checker = 1", "is not one of"),
        ("", "[tier.judge]\nmodel = 'x'\nprovider = 'oracle'", "there is no provider 'oracle'"),
        ("", "[tier.judge", "is not TOML"),
        ("", "[chekcer.judge]\nmodel = 'x'", "has a key 'chekcer', which it does not take"),
    ],
)
def test_what_is_no_checker_is_refused_in_words(tmp_path: Path, asked: str, text: str, said: str) -> None:
    """Each mistake gives one error with the reason and a hint."""
    with pytest.raises(WorkbenchError) as caught:
        enabled((asked,) if asked else (), described(tmp_path, text))
    assert said in caught.value.message
    assert caught.value.hint


def test_the_extras_bring_what_the_checkers_import() -> None:
    """The libraries that errors name are those of pyproject.toml, and no default install has them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for name, libraries in extras.LIBRARIES.items():
        brought = [each.partition(">")[0] for each in project["optional-dependencies"][name]]
        assert tuple(brought) == libraries
        for group in (project["dependencies"], project["optional-dependencies"]["dev"]):
            assert not [each for each in group if each.startswith(libraries)]


def test_the_extras_that_doctor_lists_are_those_that_can_be_installed() -> None:
    """All of the program's own commands and runs over HTTP; the rest: checkers, other agents, and `dev`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    others = {"dev", "vectors", "nli", "langgraph", "openai-agents", "claude-agent"}
    assert set(extras.USES) | others == set(project["optional-dependencies"])
    assert not set(extras.USES) & others
    assert extras.is_installed("json") and not extras.is_installed("no_such_module_anywhere")
