"""Figures with a unit are read with what they measure."""

from __future__ import annotations

import pytest

from gates.language.amounts import amounts


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("two weeks", "14 days"),
        ("90 minutes", "1.5 hours"),
        ("1,500 ms", "1.5 s"),
        ("250 mg", "0.25 g"),
        ("2 kb", "0.002 MB"),
        ("20 euros", "20 EUR"),
        ("3 km", "3000 m"),
    ],
)
def test_one_amount_in_two_units_is_equal(one: str, other: str) -> None:
    first, second = next(amounts(one)), next(amounts(other))
    assert first.equals(second)


@pytest.mark.parametrize(
    ("one", "other"), [("5 ms", "5 s"), ("20 euros", "20 dollars"), ("5 g", "5 ml"), ("3 days", "3 weeks")]
)
def test_one_figure_with_another_unit_is_not(one: str, other: str) -> None:
    first, second = next(amounts(one)), next(amounts(other))
    assert first.figure == second.figure
    assert not first.equals(second)


def test_what_has_no_unit_is_no_amount() -> None:
    assert not list(amounts("7 apples, port 8080, v2.1.3s/x and 20% of them"))
    assert [each.written for each in amounts("wait three days, then 10 minutes more")] == [
        "three days",
        "10 minutes",
    ]


@pytest.mark.parametrize(("one", "other"), [("2 euros", "1 dollar"), ("3 dollars", "2 pounds")])
def test_money_of_two_currencies_is_never_equal(one: str, other: str) -> None:
    """Different currencies differ even with equal amounts."""
    first, second = next(amounts(one)), next(amounts(other))
    assert first.base == second.base
    assert not first.equals(second)


def test_a_unit_that_is_no_binary_fraction_is_equal_too() -> None:
    first, second = next(amounts("0.3 kg")), next(amounts("300 g"))
    assert first.equals(second)
