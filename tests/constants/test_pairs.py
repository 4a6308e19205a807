"""A constant is held by its pair: the cases pass as they are, and not when it is moved by a step."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from tests.constants.holding import PAIRS, Pair, moved

for _path in sorted(Path(__file__).parent.glob("*_*.py")):
    if not _path.name.startswith(("test_", "__")):
        import_module(f"tests.constants.{_path.stem}")


def case_name(pair: Pair) -> str:
    """As the report names it."""
    return pair.key


@pytest.mark.parametrize("pair", PAIRS, ids=case_name)
def test_the_cases_stand_just_above_and_just_below(pair: Pair) -> None:
    """They pass as they are, and fail with the constant one step lower and one step higher."""
    pair.case()
    for by in (-pair.step, pair.step):
        with moved(pair, by), pytest.raises(AssertionError):
            pair.case()
    pair.case()
