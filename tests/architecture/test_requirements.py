"""The files of exact versions agree, and each version has hashes: what is installed is what was tested."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OTHERS = {"colorama", "setuptools"}
"""On another system, and to build the project itself."""


def plain(name: str) -> str:
    """A package's name as the index writes it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pinned(file: str) -> dict[str, tuple[str, str]]:
    """The packages of a file of requirements, each with its version and what follows."""
    text = (ROOT / file).read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    found = [re.match(r"([A-Za-z0-9_.-]+)==([^\s;]+)(.*)", line) for line in lines]
    return {plain(each[1]): (each[2], each[3]) for each in found if each is not None}


@pytest.mark.parametrize("file", ["requirements.txt", "requirements-dev.txt"])
def test_every_version_has_hashes_and_is_that_of_the_constraints(file: str) -> None:
    """Of each file of the release that the index has, so that every system finds its own."""
    known, hashed = pinned("constraints.txt"), pinned(file)
    assert len(hashed) > 30
    for name, (version, rest) in hashed.items():
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", rest), name
        assert name in OTHERS or known[name][0] == version, name


@pytest.mark.parametrize(("file", "extra"), [("requirements.txt", None), ("requirements-dev.txt", "dev")])
def test_everything_that_is_asked_for_is_in_it(file: str, extra: str | None) -> None:
    """`--no-deps` for the project itself leaves nothing out."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked = list(project["project"]["dependencies"]) + list(project["build-system"]["requires"])
    if extra is not None:
        asked += project["project"]["optional-dependencies"][extra]
    names = {plain(re.split(r"[<>=!~\[; ]", each)[0]) for each in asked}
    assert names <= set(pinned(file))
