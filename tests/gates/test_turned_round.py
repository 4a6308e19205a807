"""A change is only turned round if the session tells the same change of the same thing the other way."""

from __future__ import annotations

import pytest

from tests.gates.test_session_claims import claim, found

THANKS = "user: thanks, go on with the next part of it"
EDIT = "edit: src/loader.py — load"


def told(stated: str, *lines: str) -> bool:
    """Whether the rule warns of a claim about these events."""
    return ("warning", "change_turned") in found(("user: please look", *lines, THANKS), claim(stated))


@pytest.mark.parametrize(
    "stated",
    [
        "The script was changed to run the sources directly instead of importing the module.",
        "The script runs source files directly instead of the module import.",
    ],
)
def test_one_word_in_common_is_no_side_in_common(stated: str) -> None:
    said = "assistant: With the flag it calls `walk_files(files_or_modules)` instead of the files directly."
    assert not told(stated, said)


def test_another_thing_that_changed_the_other_way_is_not_the_same_change() -> None:
    said = "assistant: I moved the footer from green to red, it is easier to read now."
    assert not told("The badge of the header was changed from red to green.", said)
    assert told("The footer was moved from red to green, easier to read.", said)


@pytest.mark.parametrize(
    "said",
    [
        "user: never use npm instead of pnpm for the nightly build",
        "assistant: I revert the change of the nightly build from pnpm to npm.",
        "user: do not switch the nightly build from pnpm to npm",
        "assistant: We avoid moving the nightly build from pnpm to npm.",
        "assistant: I undid the switch of the nightly build from pnpm to npm.",
    ],
)
def test_a_change_that_the_session_denies_or_undoes_supports_its_reverse(said: str) -> None:
    assert not told("The nightly build uses pnpm instead of npm.", said)
    assert not told("The nightly build was switched from npm to pnpm.", said)


@pytest.mark.parametrize(
    ("said", "warned"),
    [
        ("user: the loader reads the cached rows instead of the fresh rows", False),
        ("assistant: The loader reads the cached rows instead of the fresh rows.", False),
        ("user: the loader should read the cached rows instead of the fresh rows", True),
        ("user: in the loader, use the cached rows instead of the fresh rows", True),
    ],
)
def test_a_state_before_the_edit_is_no_choice(said: str, warned: bool) -> None:
    """What a fault did instead is what the mended code does not do."""
    stated = "The loader reads the fresh rows instead of the cached rows."
    assert told(stated, said, EDIT) is warned
    assert told(stated, EDIT, said)
