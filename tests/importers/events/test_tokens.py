"""Token estimates."""

from __future__ import annotations

import pytest

from workbench.importers.events.tokens import byte_length, estimate, fit


@pytest.mark.parametrize("text", ["", "abc", "café", "→" * 50, "\ud83d", "é" * 20_000, "x" * 30_000])
def test_lengths_are_those_of_utf8(text: str) -> None:
    """Texts of any length are measured exactly."""
    assert byte_length(text) == len(text.encode("utf-8", "surrogatepass"))


def test_long_texts_are_sampled() -> None:
    """A long mixed text is measured to within a few per cent."""
    text = "".join(f"{number:>6}→ some code here\n" for number in range(2_000))
    assert byte_length(text) == pytest.approx(len(text.encode()), rel=0.02)


def test_estimates_round_up() -> None:
    """Any text counts as at least one token, an empty one as none."""
    assert [estimate(text, 4.0) for text in ("", "a", "abcd", "abcde")] == [0, 1, 1, 2]


def test_fitting() -> None:
    """The median holds against outliers, is kept in bounds, and needs enough to go by."""
    assert fit([(1_000, 3_200)] * 9 + [(50_000, 3)] + [(5, 9_000)] * 50) == 2.5
    assert fit([(1_000, 3_200)] * 90 + [(5_000, 3)]) == 3.2
    assert fit([(1_000, 90_000)] * 9) == 6.0
    assert fit([(1_000, 3_200)] * 7) == 4.0
