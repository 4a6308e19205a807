"""Commit messages and comments on a request are read as the agent's words."""

from __future__ import annotations

import pytest

from gates.source import EventKind
from tests.facts.session import Script
from workbench.facts.proposals.fold import CandidateFold
from workbench.strategies.page.statement import COMMITTED, POSTED, lead_of_text

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


@pytest.mark.parametrize(
    ("form", "lead"),
    [
        ('{name}: gh pr comment 5 --body "', POSTED),
        ('exec\n{name}: cd desk && gh issue comment 7 --body "', POSTED),
        ('{name}: git commit -m "', COMMITTED),
        ('{name}: git commit -m "rows" && gh pr comment 5 --body "', POSTED),
        ('{name}: gh pr view 5 && git commit -m "', COMMITTED),
    ],
)
@pytest.mark.parametrize("name", ["command", "cmd", "script"])
def test_what_is_sent_to_people_was_posted_whatever_the_parameter_is_named(
    form: str, lead: str, name: str
) -> None:
    """Of several commands on a line the nearest one counts."""
    script = Script()
    before = form.format(name=name)
    script.add(EventKind.TOOL_CALL, f'{before}{SAID}"')
    assert lead_of_text(script.events[0], len(before)) == lead
