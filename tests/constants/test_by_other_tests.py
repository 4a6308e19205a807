"""Constants that the tests of the gates hold already: each named test fails when the constant is moved.

`by_other_tests.json` names for each the step and the test that fails one step lower and one step higher.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypedDict

import pytest

from tests.constants.holding import Pair, moved


class Held(TypedDict):
    """A step, and the tests that fail where the constant is moved by it."""

    step: float
    lower: str
    higher: str


FILE = Path(__file__).parent / "by_other_tests.json"
HELD: dict[str, Held] = json.loads(FILE.read_text(encoding="utf-8"))


def nothing() -> None:
    """The cases stand elsewhere."""


def pair_of(key: str) -> Pair:
    """The constant by its key."""
    module, _, rest = key.partition(":")
    name, _, part = rest.partition("[")
    place = part.removesuffix("]")
    read = None if not place else int(place) if place.isdigit() else place.strip("'")
    return Pair(module, name, read, HELD[key]["step"], nothing)


@pytest.mark.parametrize("key", HELD)
def test_the_named_tests_notice(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    """They fail with the constant one step lower and one step higher."""
    held, pair = HELD[key], pair_of(key)
    for by, test in ((-pair.step, held["lower"]), (pair.step, held["higher"])):
        with moved(pair, by):
            assert pytest.main([test, "-q", "-x", "-p", "no:cacheprovider", "--no-header"]) == 1, test
    capsys.readouterr()
