"""Which parts of a captured decision must be retained, and which are only context."""

from __future__ import annotations

import pytest

from gates.retention.command_lists import all_stated, named_commands
from gates.retention.decision_text import decided, to_hold


@pytest.mark.parametrize(
    ("said", "held"),
    [
        (
            "Which mode do you prefer? A: Silent fallback (Recommended) - Log the error and go on.",
            "Which mode do you prefer? Silent fallback",
        ),
        ("Let's store it in metadata, can you give a full example?", "Let's store it in metadata"),
        ("Can you give a full example?", "Can you give a full example?"),
        ("Never push - ask me first", "Never push - ask me first"),
        (
            "Which way? 2: Deepen the tests that exist? I think 2 is the right way.",
            "Which way? Deepen the tests that exist",
        ),
        (
            "Which way? B: Deepen the tests. B seems fine, but leave the old ones",
            "Which way? Deepen the tests. it seems fine, but leave the old ones",
        ),
        ("Keep the row (needed by the writer).", "Keep the row."),
        ("We need the id, no?", "We need the id"),
        ("It has to be a list, doesn't it?", "It has to be a list"),
        ("Do we store it or no?", "Do we store it or no?"),
        ("Keep the row (if the writer asks).", "Keep the row (if the writer asks)."),
    ],
)
def test_a_choice_is_its_name_and_a_directive_ends_before_a_question(said: str, held: str) -> None:
    """The description of an option and a question behind a directive need not survive."""
    assert decided(said) == held


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("Step 1: Lock the store (PR 2): Add a lock for writers", "Lock the store: Add a lock for writers"),
        ("Task 3: Read each parcel once", "Read each parcel once"),
        ("Raise the limit to 3 parcels", "Raise the limit to 3 parcels"),
        ("Task 4:", "Task 4:"),
    ],
)
def test_the_place_of_work_in_a_plan_need_not_survive(said: str, held: str) -> None:
    """The numbers of what is to be done must."""
    assert to_hold("open_work", said) == held
    assert to_hold("decision", said) == said


def test_the_mark_that_points_to_a_file_is_no_part_of_its_name() -> None:
    """A scoped package is no file."""
    assert to_hold("decision", "remember @docs/plan.md, too") == "remember docs/plan.md, too"
    assert to_hold("decision", "use @parcels/core for it") == "use @parcels/core for it"


@pytest.mark.parametrize(
    ("said", "commands"),
    [
        (
            "Verify the plan with: make fmt && make test:ci; make e2e 2>&1",
            ("make fmt", "make test:ci", "make e2e"),
        ),
        ("Verify the plan with: the tests of the reader, twice", ()),
        ("Keep it; run make test", ()),
    ],
)
def test_an_item_may_name_commands_alone(said: str, commands: tuple[str, ...]) -> None:
    """Behind a colon, joined as a shell joins them."""
    assert named_commands(said) == commands


@pytest.mark.parametrize(
    ("texts", "stated"),
    [
        (("`make fmt`: clean", "then make test:ci passed"), True),
        (("`make fmt`: clean", "then make test passed"), False),
        (("make fmtall and make test:ci",), False),
    ],
)
def test_commands_are_reported_wherever_each_is_named(texts: tuple[str, ...], stated: bool) -> None:
    """Each as it is written, and none as the beginning of another."""
    assert all_stated(("make fmt", "make test:ci"), texts) is stated
