"""The questions of an objective apart."""

from __future__ import annotations

import pytest

from workbench.runs.language.question_parts import asking_of, parts_of


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Who built and who paid for the mill?", ["Who built the mill?", "who paid for the mill?"]),
        ("Who built and paid for the mill?", ["Who built the mill?", "who paid for the mill?"]),
        ("Who made and mended the nets?", ["Who made the nets?", "who mended the nets?"]),
        ("Who drew, and when was it built?", ["Who drew?", "when was it built?"]),
        ("Who drew the mill and was its wheel new?", ["Who drew the mill?", "was its wheel new?"]),
        ("Who painted the hall and the stage?", ["Who painted the hall and the stage?"]),
        (
            "When does the shop open, who keeps it, and why was the roof mended in 1990?",
            ["When does the shop open?", "who keeps it?", "why was the roof mended in 1990?"],
        ),
        (
            "When did the boat, which was old, sink, and who saw it?",
            ["When did the boat, which was old, sink?", "who saw it?"],
        ),
        ("Who was the baker, who was ill?", ["Who was the baker, who was ill?"]),
        (
            "Who painted Elm Hall and in what year?",
            ["Who painted Elm Hall?", "in what year was Elm Hall painted?"],
        ),
        ("When was the organ built and why?", ["When was the organ built?", "why was the organ built?"]),
        ("Who forged Elm Gate, and how wide is it?", ["Who forged Elm Gate?", "how wide is Elm Gate?"]),
        (
            "How old is she, and who owns the Runa?",
            ["How old is she, who owns the Runa?", "who owns the Runa?"],
        ),
        ("Who forged Elm Gate, and does it still shut?", ["Who forged Elm Gate?", "does it still shut?"]),
        (
            "When was the mill sold and can the wheel turn?",
            ["When was the mill sold?", "can the wheel turn?"],
        ),
        ("Who owns the mill, and is it open?", ["Who owns the mill?", "is it open?"]),
        ("What was built in 1900 and is the oldest?", ["What was built in 1900 and is the oldest?"]),
        ("Does the mill turn and grind?", ["Does the mill turn and grind?"]),
        (
            "When was the dam built, why did it crack and how deep is the lake?",
            ["When was the dam built?", "why did it crack?", "how deep is the lake?"],
        ),
        (
            "Where is the dam, which was built by Elm Guild?",
            ["Where is the dam, which was built by Elm Guild?"],
        ),
        ("What is the toll and who collects it?", ["What is the toll?", "who collects it?"]),
    ],
)
def test_questions_are_parted(text: str, parts: list[str]) -> None:
    """A verb without an object takes that of the next question; other words stay unchanged."""
    assert parts_of(text) == parts


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("We are planning the season. When does the ferry start?", "When does the ferry start?"),
        ("When does the ferry start? We are planning the season.", "When does the ferry start?"),
        ("Dr. Holm asked us to write. Who built the mill?", "Who built the mill?"),
        ("The Runa is our ferry. How long is she?", "How long is she, The Runa is our ferry?"),
        ("The Runa is our ferry. How many cars does she carry?", "How many cars does she carry?"),
        (
            "Find out who built the mill. We need it soon. When did it burn?",
            "Find out who built the mill. When did it burn?",
        ),
        ("I wonder when the ferry starts. Who sails it?", "I wonder when the ferry starts. Who sails it?"),
        ("Closing dates of the harbour. Only winter.", "Closing dates of the harbour. Only winter."),
        ("Who built the mill?", "Who built the mill?"),
    ],
)
def test_what_asks_nothing_is_left_out(text: str, asked: str) -> None:
    """Sentences around a question are not looked for, unless the question names nothing without them."""
    assert asking_of(text) == asked
