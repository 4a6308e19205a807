"""Restated exclusions: what a statement rules out."""

from __future__ import annotations

from gates.language.modality import affirmed

SAID = "And log once when the feed gets stale and once when it is back, not every ten seconds"


def test_a_restated_exclusion_is_no_opposite() -> None:
    """A statement that itself excludes something affirms nothing, even with words left out."""
    assert not affirmed(SAID, "log once when feed gets stale, once when it is back, not every ten seconds")
    assert affirmed(SAID, "log it every ten seconds when the feed gets stale")
