"""Numbers of events as people type them."""

from __future__ import annotations

import pytest

from workbench.event_numbers import event_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("148", 148),
        ("007", 7),
        ("9" * 18, 10**18 - 1),
        ("9" * 19, None),
        ("9" * 5_000, None),
        ("", None),
        ("-1", None),
        ("1_0", None),
        ("1.5", None),
        (" 1", None),
        ("c-1", None),
        ("²", None),
    ],
)
def test_only_digits_of_a_reasonable_length_are_a_number(text: str, number: int | None) -> None:
    assert event_number(text) == number
