"""Talk of the weather and masked secrets state nothing that binds."""

from __future__ import annotations

import pytest

from workbench.facts.sentences.stated import states_fact, states_outright


@pytest.mark.parametrize(
    "said",
    [
        "By the way the sky was gorgeous this morning.",
        "The weather has been terrible this week, I hope the sun comes out.",
        "Gosh, it's cold in here today.",
        "I'm having dinner, back in an hour.",
        "Back in 10.",
        "Brilliant, that's exactly what I was looking for.",
        "We're opening a bakery in May and I'd like some help with the plan.",
        "My password for the archive is [masked].",
        "Our key for the lock app is [redacted:api-key].",
    ],
)
def test_nothing_that_binds(said: str) -> None:
    assert not states_fact(said)
    assert not states_outright(said)


@pytest.mark.parametrize(
    "said",
    [
        "The lock must be oiled every Monday.",
        "My budget is 900 euros.",
        "The sun room has to be cold at night.",
        "I'm having dinner with the mayor on Friday.",
        "The loan is back at the library by 3 May.",
    ],
)
def test_facts_and_limits_still_bind(said: str) -> None:
    assert states_fact(said) or states_outright(said)
