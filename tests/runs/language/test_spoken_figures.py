"""Numbers of several words and quantities in several units, read as one value."""

from __future__ import annotations

import pytest

from workbench.runs.language.measures import lengths_in_units, same_length
from workbench.runs.language.quantities import quantities, same_quantity
from workbench.runs.language.spoken_figures import in_figures


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("forty-five lamps", "45 lamps"),
        ("two thousand three hundred and forty-one sheep", "2341 sheep"),
        ("seven and a half tonnes", "7.5 tonnes"),
        ("an hour and a half", "1.5 hour"),
        ("half an hour", "0.5 hour"),
        ("a quarter of an hour", "0.25 hour"),
        ("three quarters of an hour", "0.75 hour"),
        ("2½ hours", "2.5 hours"),
        ("a couple of days", "two days"),
        ("six dogs and one cat", "six dogs and one cat"),
        ("half past ten", "half past ten"),
        ("half of the crop", "half of the crop"),
    ],
)
def test_a_number_of_several_words_is_one_figure(text: str, figures: str) -> None:
    """A single word stays, and so does what is not a number with a unit."""
    assert in_figures(text) == figures


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("forty-five minutes", {45}),
        ("three quarters of an hour", {45}),
        ("an hour and a half", {90}),
        ("two hours and ten minutes", {130}),
        ("ten minutes and two hours", {10, 120}),
        ("three or four hours", {180, 240}),
        ("2-3 hours", {120, 180}),
    ],
)
def test_lengths_of_time_in_words(text: str, minutes: set[int]) -> None:
    """The parts of one length are added, and both ends of a range are returned."""
    assert {seconds / 60 for seconds, _ in lengths_in_units(text)} == minutes


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("four weeks", "a month", True),
        ("30 days", "a month", True),
        ("five weeks", "a month", False),
        ("30 days", "28 days", False),
        ("90 minutes", "an hour and a half", True),
    ],
)
def test_when_two_lengths_are_one(one: str, other: str, same: bool) -> None:
    """A month may stand for four weeks, and days are days."""
    (first,), (second,) = lengths_in_units(one), lengths_in_units(other)
    assert same_length(first, second) is same


@pytest.mark.parametrize(
    ("kind", "one", "other", "same"),
    [
        ("weight", "2.5 tonnes", "2,500 kg", True),
        ("weight", "2.5 tonnes", "4,000 kg", False),
        ("weight", "10 kg", "22 pounds", True),
        ("heat", "12 °C", "54 °F", True),
        ("heat", "12 degrees", "54 degrees Fahrenheit", True),
        ("heat", "12 °C", "12 °F", False),
        ("heat", "12 degrees", "12 °F", True),
        ("heat", "12 °C", "13 °C", False),
        ("distance", "1.2 km", "1,200 m", True),
        ("distance", "thirty-five metres", "35 metres", True),
        ("distance", "5 feet", "5 metres", False),
        ("speed", "20 knots", "37 km/h", True),
        ("speed", "60 miles an hour", "60 mph", True),
        ("speed", "20 knots", "20 km/h", False),
    ],
)
def test_quantities_are_compared_in_one_unit(kind: str, one: str, other: str, same: bool) -> None:
    """Quantities are equal as far as either was rounded; those of one unit compare by their figures."""
    (first,), (second,) = quantities(kind, one), quantities(kind, other)
    assert same_quantity(kind, first, second) is same
