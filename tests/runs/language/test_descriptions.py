"""Names of things that a text explains."""

from __future__ import annotations

import pytest

from workbench.runs.language.descriptions import descriptions


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("- **The Old Lady**: the steam crane at the quay.", {"old lady": "the steam crane at the quay."}),
        ("- **Our oldest boat** – the Runa, built in 1911.", {"oldest boat": "the Runa, built in 1911."}),
        ("The Runa, our oldest boat, is laid up.", {"oldest boat": "The Runa"}),
        ("Our smallest crane, the Heron, lifts two tonnes.", {"smallest crane": "the Heron"}),
        ("The Harbour Board (HB) met in May.", {"hb": "The Harbour Board"}),
        ("The steam crane, nicknamed the Old Lady, is red.", {"old lady": "The steam crane"}),
        ("Date: the fourth of May", {}),
        ("12 May: the crane was oiled.", {}),
        ("The crane was oiled, and the boat was tarred.", {}),
    ],
)
def test_names_are_read_with_their_explanation(text: str, found: dict[str, str]) -> None:
    """From a glossary, from brackets, from a description after a comma; a date or a field is none."""
    assert {
        each.name: each.explained for each in descriptions(text) if each.name in found or not found
    } == found
