"""The measured values of a gate in a narrow table, and gates named in a sentence."""

from __future__ import annotations

from workbench.presentation.figures import gates_named
from workbench.presentation.gate_table import MeasureRow


def test_gates_are_named_as_in_a_sentence() -> None:
    assert gates_named(["B"]) == "gate B"
    assert gates_named(["B", "C"]) == "gates B and C"
    assert gates_named(["B", "C", "D"]) == "gates B, C and D"


def test_what_the_name_says_elsewhere_is_said_beside_the_value() -> None:
    """In one line for a gate nobody reads the names of its values: counts and limits say what they are of."""
    work = MeasureRow("open work kept", "0.75 (3/4)", ">= 0.95", False, "3/4", label="open")
    tokens = MeasureRow("model tokens", "no model", "<= 40,000", True, unit="tokens")
    assert work.short == "open 3/4"
    assert work._replace(counts="", value="1.00").short == "open 1.00"
    assert tokens.short == "no model"
    assert tokens.needed_with_unit == "<= 40,000 tokens"
    assert MeasureRow("size", "-", "", None, unit="tokens").needed_with_unit == ""
