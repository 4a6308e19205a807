"""What lies at the top level of the project, and that nothing built or downloaded is kept in it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOP_FOLDERS = {".ci", "bench", "docs", "gates", "sample_sessions", "store", "tests", "workbench"}
TOP_FILES = {
    ".gitignore",
    ".pre-commit-config.yaml",
    ".pre-commit-hooks.yaml",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "MANIFEST.in",
    "README.md",
    "SECURITY.md",
    "action.yml",
    "constraints.txt",
    "mkdocs.yml",
    "pyproject.toml",
    "requirements-dev.txt",
    "requirements.txt",
}
MIRRORED = {
    "facts": "workbench/facts",
    "importers": "workbench/importers",
    "runs": "workbench/runs",
    "store": "store",
    "strategies": "workbench/strategies",
}
"""Folders of tests with the product's folder whose sub-folders theirs repeat."""


@pytest.fixture(scope="module")
def kept() -> list[str]:
    """Paths of the files under version control, with `/` between the parts."""
    if not (ROOT / ".git").exists():
        pytest.skip("no checkout: this copy of the project has no .git")
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    return listed.stdout.splitlines()


def test_the_top_level_holds_what_it_should(kept: list[str]) -> None:
    """A new file at the top is a decision, not an accident."""
    assert {path.split("/")[0] for path in kept if "/" in path} == TOP_FOLDERS
    assert {path for path in kept if "/" not in path} == TOP_FILES


def test_nothing_built_is_kept(kept: list[str]) -> None:
    """Wheels, archives of source and compiled files are made, not kept."""
    assert not [path for path in kept if path.endswith((".whl", ".tar.gz", ".pyc", ".so"))]


def test_what_the_short_run_leaves_out_is_there(kept: list[str]) -> None:
    """The list of slow modules names test modules of today, in order, each once."""
    named = (ROOT / "tests" / "slow.txt").read_text(encoding="utf-8").split()
    assert named == sorted(set(named))
    assert set(named) <= set(kept)


@pytest.mark.parametrize("tests", sorted(MIRRORED))
def test_tests_are_laid_out_as_the_rooms_they_test(kept: list[str], tests: str) -> None:
    """Each folder of tests below these is named like the room that it tests."""
    modules = [Path(path) for path in kept if path.startswith(f"tests/{tests}/") and path.endswith(".py")]
    folders = {path.parent.relative_to("tests", tests).as_posix() for path in modules} - {".", "fixtures"}
    assert len(folders) > 3
    assert [each for each in sorted(folders) if not (ROOT / MIRRORED[tests] / each).is_dir()] == []
