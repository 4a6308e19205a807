"""Commands and wishes of a plan in a memory: the capture's own lead is nobody's words."""

from __future__ import annotations

import pytest

from tests.facts.session import Script
from tests.strategies.source import whole
from workbench.strategies.clauses import memory_clauses
from workbench.strategies.memory.drafting import MemoryStrategy

CHECKS = "mise run fmt && mise run types && mise run test:ci"
PLAN = f"""# Plan: one ledger for each ferry

## Context

The skipper reads two ledgers today, and they disagree about the fuel of the night crossing.

## Changes

Write the fuel into the ledger of the ferry in `ferry/ledger.py`.

## Verification

```
{CHECKS}
```
"""


def test_the_commands_that_verify_a_plan_are_stated_whole() -> None:
    """They are to be run: nothing says that they were."""
    script = Script()
    script.user("Plan how the fuel gets into one ledger for each ferry, please.")
    script.plan(PLAN)
    for number in range(12):
        script.run(f"cat ferry/crossing_{number}.py", "fuel = 3\n" * 40)
    script.agent("The ledger of the ferry has a column for the fuel now.")
    made = whole(script).draft(MemoryStrategy())
    assert f"Verify the plan with: {CHECKS}" in [item.text for item in made.items]


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        (
            "The skipper wants short notes in the log so they can see what the mate is doing — not sent to "
            "the harbour office, just shown on the bridge of the ship.",
            "not sent to",
        ),
        ("The pump failed twice at night so we could hear it and we then changed the valve of the tank.", ""),
    ],
)
def test_an_aim_may_be_left_out_and_a_contrast_stays(text: str, stated: str) -> None:
    """`So they can see it` says what something is for; without it, the rest is as true."""
    made = memory_clauses(text, binds=True)
    assert stated in " ".join(made.texts)
    assert not made.left_out


@pytest.mark.parametrize(
    "text", ["The dark window in the tower is the case of a clock that the old keeper of the hall built."]
)
def test_an_article_stays_after_a_form_of_be(text: str) -> None:
    """`Is case` is no English."""
    assert all("is case" not in each for each in memory_clauses(text).texts)
    assert memory_clauses(text).texts
