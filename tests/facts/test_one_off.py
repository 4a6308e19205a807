"""Requests that only name a deed, and those that say how something is to be."""

from __future__ import annotations

import pytest

from workbench.facts.one_off import MOST_WORDS, asks_which, is_one_off


@pytest.mark.parametrize(
    "text",
    [
        "Commit and push.",
        "please run the linter, then open a PR",
        "ok can you check the logs again",
        "let's add a test for this please",
        "Run it and fix the errors",
        "check " + "w " * (MOST_WORDS - 1),
    ],
)
def test_deeds_alone(text: str) -> None:
    """Over once they are done."""
    assert is_one_off(text)


@pytest.mark.parametrize(
    "text",
    [
        "Always run the linter",
        "commit, but don't push",
        "put the check into the handler",
        "run the tests and rename the flag to --dry",
        "use the new store",
        "thanks",
        "check " + "w " * MOST_WORDS,
    ],
)
def test_what_lasts_or_says_how(text: str) -> None:
    """They hold after their turn."""
    assert not is_one_off(text)


@pytest.mark.parametrize(
    ("text", "which"),
    [
        ("can we do it in the hook or do we need the daemon?", True),
        ("can we do it in the hook?", False),
        ("do it in the hook or in the daemon", False),
    ],
)
def test_a_question_that_offers_two_ways_directs_neither(text: str, which: bool) -> None:
    """Two questions joined by `or`."""
    assert asks_which(text) is which
