"""The short forms of the endurance runs; the long ones are commands (see CONTRIBUTING)."""

from __future__ import annotations

from pathlib import Path

from tests.endurance.crash import Campaign
from tests.endurance.phases import phases


def test_a_store_survives_kills_in_any_phase(tmp_path: Path) -> None:
    """After each kill the store holds everything that was acknowledged and nothing by half."""
    campaign = Campaign(tmp_path, seed=11)
    try:
        for _ in range(8):
            campaign.one()
    finally:
        campaign.close()
    assert campaign.kills >= 4
    assert {verb for verb, _, _ in campaign.hits} <= set(phases())
