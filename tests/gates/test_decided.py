"""What of a captured decision must be held, and what only stands beside it."""

from __future__ import annotations

import pytest

from gates.retention.decision_text import decided


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
    ],
)
def test_a_choice_is_its_name_and_a_directive_ends_before_a_question(said: str, held: str) -> None:
    """The description of an option and a question behind a directive need not survive."""
    assert decided(said) == held
