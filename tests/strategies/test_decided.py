"""What the agent decides, apart from what it found and what it did."""

from __future__ import annotations

import pytest

from workbench.strategies.page.decided import decides


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ("The fix is to check each file before it is yielded.", True),
        ("Decision: the reader keeps both of the dates.", True),
        ("The pattern `^src/gen` works correctly in both modes.", False),
        ("The problem is in lines 613-617 of the reader.", False),
        ("`discover` finds all of the files recursively.", False),
    ],
)
def test_a_finding_is_no_decision(text: str, *, decision: bool) -> None:
    """Only what says what is to be is one."""
    assert decides(text) is decision
    assert not decides(text, frozenset({"cue:decides", "cue:done"}))
