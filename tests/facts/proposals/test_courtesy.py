"""A sentence that only greets or thanks is proposed by nobody."""

from __future__ import annotations

import pytest

from workbench.facts.proposals.courtesy import is_courtesy


@pytest.mark.parametrize(
    ("text", "only"),
    [
        ("Hi! Hope you're well.", True),
        ("Hello everyone, I hope you are all doing fine.", True),
        ("Good morning!", True),
        ("Thanks a lot, very nice.", False),
        ("Thank you very much!", True),
        ("Hi, please hope for rain.", False),
        ("Yes, go ahead.", False),
        ("Hi! Hope you're well and keep the oak floor.", False),
        ("Thanks, but keep the oak floor.", False),
        ("Option 2, thanks.", False),
    ],
)
def test_only_greetings_wishes_and_thanks(text: str, *, only: bool) -> None:
    """An assent, a number or a word beyond them states something."""
    assert is_courtesy(text) == only
