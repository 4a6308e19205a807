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
    assert "masked; what is stored stays as it is" in done.err
