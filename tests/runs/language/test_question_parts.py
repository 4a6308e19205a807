"""The questions of an objective apart."""

from __future__ import annotations

import pytest

from workbench.runs.language.question_parts import parts_of


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Who built and who paid for the mill?", ["Who built the mill?", "who paid for the mill?"]),
        ("Who built and paid for the mill?", ["Who built the mill?", "who paid for the mill?"]),
        ("Who made and mended the nets?", ["Who made the nets?", "who mended the nets?"]),
        ("Who drew, and when was it built?", ["Who drew", "when was it built?"]),
        ("Who painted the hall and the stage?", ["Who painted the hall and the stage?"]),
        ("What is the toll and who collects it?", ["What is the toll", "who collects it?"]),
    ],
)
def test_questions_are_parted(text: str, parts: list[str]) -> None:
    """A verb without an object takes that of the next question; other words stay unchanged."""
    assert parts_of(text) == parts
