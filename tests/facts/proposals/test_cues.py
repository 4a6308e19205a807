"""Words of classes are found sooner in plain text, and found the same."""

from __future__ import annotations

import pytest

from workbench.facts.proposals.cues import cues

SENTENCES = (
    "We decided on sqlite; don't touch `src/a.py`, it's what the user wanted.",
    "(I'm not sure) 0 issues, all green - opted for go with 'll follow-up; go",
    "Let me know if you like: pre-existing failures aren't ours, they'll remain.",
    "non-goal, no-op, re-verify, as-is, must-have, can-do.",
    "stages the PR and settles on preferring; chose, choosing, chosen",
    "n't 'll i'd I'll now -if .if ('if 'twould cannot",
    "nothing here matches at allx xall",
    "",
)


def words_of(text: str) -> list[str]:
    """Return the cue classes found in a text."""
    return [name for name in cues(text) if name.startswith("cue:")]


@pytest.mark.parametrize("text", SENTENCES)
def test_a_plain_text_has_the_classes_that_the_same_text_with_other_letters_has(text: str) -> None:
    """A text with a letter beyond ASCII takes the slow way, on which nothing is passed over."""
    assert words_of(text) == words_of(f"{text} \u00e9")


def test_a_class_is_found_wherever_its_word_stands() -> None:
    """Each of these words is alone, first or last."""
    assert "cue:i" in words_of("i")
    assert "cue:git" in words_of("done.pr")
    assert "cue:passes" in words_of("with 0 issues")
    assert "cue:will" in words_of("and 'll")
    assert "cue:not" not in words_of("knot-not")
