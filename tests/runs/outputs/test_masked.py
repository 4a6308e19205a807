"""Secrets of sources are masked in what a run's commands print."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.run import inside
from tests.masking.test_masking import SECRETS

SECRET = SECRETS["GitHub Token"]


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_an_answer_is_masked(tmp_path: Path, more: tuple[str, ...]) -> None:
    """The count is printed on stderr; the store keeps the words."""
    (tmp_path / "notes").mkdir()
    note = f"The deploy token of the mirror is {SECRET}. The mirror is deployed on Fridays.\n"
    (tmp_path / "notes" / "mirror.md").write_text(note, encoding="utf-8")
    done = inside(
        "run", "start", "--objective", "What is the deploy token of the mirror?", "--source", "notes",
        "--store", "s.duckdb", *more, cwd=tmp_path,
    )  # fmt: skip
    assert done.code == 0, done.err
    assert "mirror.md" in done.out
    assert SECRET not in "".join(done.out.split())
    assert "secrets masked in " in done.err


def test_only_the_owner_may_read_the_outputs(tmp_path: Path) -> None:
    """They hold the words of sources, as the store does."""
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "mirror.md").write_text("The mirror is deployed on Fridays.\n", encoding="utf-8")
    asked = ("run", "start", "--objective", "When is the mirror deployed?", "--source", "notes")
    stated = inside(*asked, "--store", "s.duckdb", "--out", "out", cwd=tmp_path)
    assert stated.code == 0, stated.err
    made = [tmp_path / "out", *(tmp_path / "out").rglob("*")]
    assert {path.name for path in made} >= {"out", "sources", "manifests", "report.md", "output.json"}
    assert [path.name for path in made if path.stat().st_mode & 0o077] == []
