"""Ranges that begin in the middle: a draft states their content and inherited items only."""

from __future__ import annotations

import pytest

from tests.facts.session import Script
from tests.strategies.source import whole, work_session
from workbench.strategies.base import Strategy
from workbench.strategies.historian.draft import HistorianStrategy
from workbench.strategies.intentional import IntentionalStrategy
from workbench.strategies.memory.drafting import MemoryStrategy

STRATEGIES: tuple[Strategy, ...] = (IntentionalStrategy(), MemoryStrategy(), HistorianStrategy())


def later_session() -> tuple[Script, int]:
    """A session with choices of the agent early on, and five turns of other work from the event given."""
    script = work_session()
    script.agent("I chose batches of 40 rows because the staging copy times out after 3 seconds otherwise.")
    script.user("fine, go on")
    start = len(script.events)
    for number in range(5):
        script.user(f"please write page {number} of the handbook to docs/page{number}.md")
        script.edit(f"docs/page{number}.md", "", f"Page {number} tells how the export is started.")
        script.agent(
            f"Page {number} of the handbook is written and names the command that starts the export."
        )
    return script, start


@pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda strategy: strategy.name)
def test_no_statement_rests_on_events_before_the_range_alone(strategy: Strategy) -> None:
    """Every item links into the range, or to a decision or open work that the range inherits."""
    script, start = later_session()
    source = whole(script, start)
    artifact = source.draft(strategy)
    inherited = {link.evidence_id for item in source.capture.items if item.carried for link in item.evidence}
    assert inherited
    assert any("never touch the invoices table" in item.text for item in artifact.items)
    for item in artifact.items:
        counts = [link for link in item.links if link.ordinal >= start or link.evidence_id in inherited]
        assert counts, item.text
    found = source.judge(artifact).gates["B"].findings
    assert not [each.message for each in found if each.rule == "link_out_of_range"]
