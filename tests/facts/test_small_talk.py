"""Talk of the weather and masked secrets state nothing that binds."""

from __future__ import annotations

import pytest

from workbench.facts.sentences.stated import states_fact, states_outright


@pytest.mark.parametrize(
    "said",
    [
        "By the way the sky was gorgeous this morning.",
        "My password for the archive is [masked].",
        "Our key for the lock app is [redacted:api-key].",
    ],
)
def test_nothing_that_binds(said: str) -> None:
    assert not states_fact(said)
    assert not states_outright(said)


@pytest.mark.parametrize("said", ["The lock must be oiled every Monday.", "My budget is 900 euros."])
def test_facts_and_limits_still_bind(said: str) -> None:
    assert states_fact(said) or states_outright(said)
