"""What breakers found: the index names code and tests that are there; `bench.breakers` runs them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.breakers.__main__ import Repair, repairs, table

ROOT = Path(__file__).resolve().parents[2]
ALL = list(repairs())


@pytest.mark.parametrize("repair", ALL, ids=lambda repair: repair.says.replace(" ", "_"))
def test_a_repair_can_be_taken_out_and_has_its_test(repair: Repair) -> None:
    """Each repair's text occurs exactly once in its file, and the test named for it exists."""
    whole = (ROOT / repair.file).read_text(encoding="utf-8")
    assert repair.taken_out(whole) != whole
    path, _, name = repair.test.partition("::")
    assert f"def {name}" in (ROOT / path).read_text(encoding="utf-8")


def test_every_row_is_listed_once_and_in_the_table() -> None:
    """`tests/breakers.md` is what `python -m bench.breakers --table` prints below its head."""
    assert len({repair.says for repair in ALL}) == len(ALL)
    assert (ROOT / "tests" / "breakers.md").read_text(encoding="utf-8").endswith(f"\n{table()}")
