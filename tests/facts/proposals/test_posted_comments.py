"""Commit messages and comments on a request are read as the agent's words."""

from __future__ import annotations

import pytest

from tests.facts.session import Script
from workbench.facts.proposals.fold import CandidateFold

SAID = "The debounce compares the version and the model before it skips a publish."


@pytest.mark.parametrize(
    "command",
    [
        f'gh api repos/desk/ledger/pulls/5/comments/7/replies -f body="{SAID}"',
        f"gh api repos/desk/ledger/pulls/5/comments --raw-field body='{SAID}'",
        f'gh pr comment 5 --body="{SAID}"',
        f'git commit -m "{SAID}" && git push',
    ],
)
def test_a_comment_is_a_candidate_without_its_command(command: str) -> None:
    """Up to the mark that closes it."""
    script = Script()
    script.run(command, "ok")
    fold = CandidateFold()
    for event in script.events:
        fold.take(event)
    assert [c.text for c in fold.candidates if c.source == "commit"] == [SAID]
