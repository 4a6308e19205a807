"""Decisions of the agent, apart from its findings and actions."""

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
        ("Fix: the reader keeps both of the dates.", True),
        ("Fix the reader by keeping both of the dates.", False),
        ("An event-driven approach would fit the reader much better than polling.", False),
        ("We decided on polling, since an event queue would need a server.", True),
    ],
)
def test_a_finding_is_no_decision(text: str, *, decision: bool) -> None:
    """Only a statement about what is to be is a decision; advice that nobody took is none."""
    assert decides(text) is decision
    assert not decides(text, frozenset({"cue:decides", "cue:done"}))
