"""The fault operators: what they change, where they do not apply, and that they are deterministic."""

from __future__ import annotations

import pytest

from gates.faults.text_faults import TEXT_FAULTS, Material, change_identifier, change_number, mutated_name
from gates.language.tokens import tokenise

SOURCE = "Ada will send the report to Grace Hopper on Monday. It has 240 rows and the export passed."
MATERIAL = Material(SOURCE, ("Alan Turing",), ("The kitchen is painted blue.",))


@pytest.mark.parametrize(
    ("fault", "claim", "changed"),
    [
        ("flip_negation", "The export was finished.", "The export was not finished."),
        ("flip_negation", "The export was not finished.", "The export was finished."),
        ("flip_negation", "The export can't be finished.", "The export can be finished."),
        ("flip_status", "The export passed.", "The export failed."),
        ("proposed_as_done", "Ada will send the report.", "Ada sent the report."),
        ("proposed_as_done", "Ada plans to submit it.", "Ada submitted it."),
        ("swap_entity_out", "A report goes to Grace Hopper.", "A report goes to Alan Turing."),
        ("invent_claim", "The export passed.", "The kitchen is painted blue."),
    ],
)
def test_an_operator_makes_its_fault(fault: str, claim: str, changed: str) -> None:
    """Each operator changes what its class names, and nothing else of the claim."""
    assert TEXT_FAULTS[fault](claim, MATERIAL, "seed") == changed


@pytest.mark.parametrize("fault", sorted(set(TEXT_FAULTS) - {"invent_claim"}))
def test_an_operator_that_does_not_apply_gives_none(fault: str) -> None:
    """A claim without the thing that an operator changes gives no mutant."""
    assert TEXT_FAULTS[fault]("Nice weather today.", MATERIAL, "seed") is None


@pytest.mark.parametrize("seed", [f"s{n}" for n in range(8)])
def test_a_changed_number_stands_neither_in_the_claim_nor_in_the_source(seed: str) -> None:
    """The new value is new, and keeps the format of the old one."""
    changed = change_number("The table has 1,240 rows.", MATERIAL, seed)
    assert changed is not None
    values = {number.value for number in tokenise(changed).numbers}
    assert not values & {1240.0, 240.0}
    assert changed == change_number("The table has 1,240 rows.", MATERIAL, seed)


def test_a_changed_identifier_keeps_its_kind() -> None:
    """A path stays a path with its extension, a symbol stays a symbol."""
    assert mutated_name("src/upload.py", "x").endswith(".py")
    changed = change_identifier("The loop is in src/upload.py.", MATERIAL, "x")
    assert changed is not None
    assert changed != "The loop is in src/upload.py."
    assert "src/upload" in changed
