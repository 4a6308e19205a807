"""What a statement says shall not be, repeated."""

from __future__ import annotations

from gates.language.modality import affirmed

SAID = "And log once when the feed gets stale and once when it is back, not every ten seconds"


def test_a_restated_exclusion_is_no_opposite() -> None:
    """A statement that itself says what shall not be affirms nothing, whatever words fell out of it."""
    assert not affirmed(SAID, "log once when feed gets stale, once when it is back, not every ten seconds")
    assert affirmed(SAID, "log it every ten seconds when the feed gets stale")
