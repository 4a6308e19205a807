"""The short forms of the endurance runs; the long ones are commands (see CONTRIBUTING)."""

from __future__ import annotations

from pathlib import Path

from bench.endurance import machine
from bench.endurance.crash import Campaign
from bench.endurance.fuzz import fuzz
from bench.endurance.phases import phases


def test_a_store_survives_kills_in_any_phase(tmp_path: Path) -> None:
    """After each kill the store holds everything that was acknowledged and nothing by half."""
    campaign = Campaign(tmp_path, seed=11)
    try:
        for _ in range(6):
            campaign.one()
    finally:
        campaign.close()
    assert campaign.kills >= 3
    assert {verb for verb, _, _ in campaign.hits} <= set(phases())


def test_moves_in_any_order_are_what_a_simple_oracle_says() -> None:
    """Imports, drafts, reviews, acceptances, rollbacks and races of two reviewers."""
    done = machine.run(5, steps=5, each=3)
    assert not done.broken
    assert done.runs >= 5
    assert done.ended["accept: done"]


def test_nothing_that_an_importer_or_a_parser_takes_breaks_it() -> None:
    """What cannot be read is refused in words; what is read is dense, stable and harmless."""
    done = fuzz(5, inputs=400, minutes=10)
    assert not done.faults
    assert sum(map(len, done.seen.values())) > 0.4 * sum(map(len, done.total.values()))
    assert all(done.ended.values())
