"""When the cursor's line disappears, the cursor moves to its neighbour, not to the top."""

from __future__ import annotations

import pytest

from workbench.tui.state.review.claims import beside


@pytest.mark.parametrize(
    ("wanted", "now", "expected"),
    [
        ("b", ["a", "b", "c"], "b"),
        ("b", ["a", "c"], "c"),
        ("b", ["a"], "a"),
        ("b", ["x"], None),
        ("z", ["a"], "z"),
        (None, ["a"], None),
    ],
)
def test_a_line_that_is_gone_leaves_the_cursor_to_its_neighbour(
    wanted: str | None, now: list[str], expected: str | None
) -> None:
    """The next one that is left, else the one before; an unknown key is not handled here."""
    assert beside(wanted, ["a", "b", "c"], now) == expected
