"""What the ranker sees of a statement's first words, and of the turn that it stands in."""

from __future__ import annotations

import pytest

from tests.facts.session import Script
from workbench.facts.proposals.cues import first_words
from workbench.facts.proposals.fold import CandidateFold
from workbench.facts.proposals.outlook import Outlook


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Let me read the tide tables.", ["first:let", "first:let me"]),
        ("**Don’t** round the heights.", ["first:don't", "first:don't round"]),
        ("Soundings!", ["first:soundings"]),
        ("12:30", []),
    ],
)
def test_the_first_words_of_a_statement_are_features(text: str, found: list[str]) -> None:
    """One and two of them, in lower case, without marks."""
    assert first_words(text) == found


def seen(script: Script) -> dict[str, dict[str, float]]:
    """The features of each sentence that may bind."""
    fold = CandidateFold()
    for event in script.events:
        fold.take(event)
    outlook = Outlook(fold, 0)
    return {c.text: outlook.features(c) for c in fold.candidates}


def test_a_report_that_ends_a_turn_after_work_is_known_as_such() -> None:
    """Another message of that turn is not; the next turn has done nothing."""
    script = Script()
    script.user("Make the tide tables faster.")
    script.agent("Let me look at the tide reader.")
    script.edit("src/tides.py", "a", "b")
    script.run("git commit -m 'Tides'", "[main 1234567] Tides")
    script.agent("The tide reader keeps one table in memory.")
    script.user("Why only one table?")
    script.agent("Two tables would not fit on a phone.")
    found = seen(script)
    begun, ended = (
        found["Let me look at the tide reader."],
        found["The tide reader keeps one table in memory."],
    )
    assert {"turn_before:0", "turn_left:1", "turn_edits:1"} <= begun.keys()
    assert not any(name.startswith("closes_") and "turn" not in name for name in begun)
    assert {
        "turn_before:1",
        "turn_left:0",
        "closes_edits:1",
        "closes_commit",
        "closes_kind:prose",
    } <= ended.keys()
    answer = found["Two tables would not fit on a phone."]
    assert {"turn_edits:0", "closes_edits:0", "closes_tools:0"} <= answer.keys()
    assert "closes_commit" not in answer
