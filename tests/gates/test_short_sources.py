"""A claim about a short source beside the clauses of it: each rule with a case on either side."""

from __future__ import annotations

import pytest

from tests.gates.test_session_claims import claim, found

TALK = (
    "user: please draw the plan of the kiosk, no logo; keep the east door",
    "assistant: Mara wants a wider counter, Tobias wants a second till.",
    "edit: plans/kiosk.svg — drawPlan splits the floor, oak -> birch",
    "assistant: The till broke because the drawer jammed. The permit is still to be filed.",
    "user: I'll phone the joiner. I'd like to show it to Hana",
    "assistant: Three of four lamps are placed, one lamp still lacks a socket. The lease is 2 years.",
    "user: make the lease 3 years",
)


@pytest.mark.parametrize(
    ("rule", "wrong", "right"),
    [
        ("kin_name", "drawPlot splits the floor.", "drawPlan splits the floor."),
        (
            "cause_unheard",
            "The till broke because of heavy rainfall.",
            "The till broke because a drawer jammed.",
        ),
        (
            "labels_swapped",
            "Tobias asked for a wider counter and Mara for a second till.",
            "Mara asked for a wider counter and Tobias for a second till.",
        ),
        ("exception_left_out", "All four lamps are placed.", "Three of the lamps are placed."),
        ("value_outdated", "The kiosk is drawn in oak.", "The kiosk is drawn in birch."),
        ("value_outdated", "The lease runs for 2 years.", "The lease runs for 3 years."),
        (
            "actor_differs",
            "The joiner is to be phoned by the agent.",
            "The joiner is to be phoned by the user.",
        ),
        (
            "actor_differs",
            "Hana wants to show the plan to the user.",
            "The user wants to show Hana the plan.",
        ),
        ("wish_denied", "The plan shows a logo.", "The plan shows no logo."),
        ("wish_kept", "The east door was removed.", "The east door was kept."),
        ("still_ahead", "The permit was filed.", "The permit has yet to be filed."),
    ],
)
def test_what_the_source_says_otherwise_is_warned_of(rule: str, wrong: str, right: str) -> None:
    """The claim that has it wrong, and not the one that has it right."""
    assert ("warning", rule) in found(TALK, claim(wrong))
    assert ("warning", rule) not in found(TALK, claim(right))


def test_long_sources_are_not_read_so() -> None:
    """There a thing is said more than once, in other words."""
    filled = (*TALK, *("assistant: The floor is swept." for _ in range(60)))
    assert ("warning", "wish_denied") not in found(filled, claim("The plan shows a logo."))


def test_what_was_run_since_may_have_done_it() -> None:
    """A permit that was still to be filed before a command may be filed by it."""
    assert ("warning", "still_ahead") not in found(
        (*TALK, "command: file permit"), claim("The permit was filed.")
    )
