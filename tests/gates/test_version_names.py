"""A name of the same family with another version is another name."""

from __future__ import annotations

import pytest

from gates.report import Retention
from gates.retention.match import RETAINED
from gates.retention.version_names import other_version, versions
from tests.gates.test_added_limits import stated


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("use falcon-3-mini-preview", 'load_model("acme", "falcon-2.5-mini")'),
        ("use falcon-3-mini-preview for the captions", "The captions are written by falcon-2.5-mini."),
        ("encode it as utf-16", "It is encoded as utf-8."),
    ],
)
def test_another_version_of_a_family_is_another_name(said: str, told: str) -> None:
    """The first part of the name is the same, the version is not."""
    assert other_version(said, told)
    assert stated(said, told).verdict not in RETAINED


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("use falcon-3-mini-preview", "falcon-3-mini-preview is used"),
        ("use falcon-3-mini-preview", "moved from falcon-2.5-mini to the preview"),
        ("use falcon-3-mini-preview", "heron-2.5-mini is used"),
        ("do step-2 first", "step-3 follows"),
        ("use utf-8 and utf-16", "utf-8 is used"),
    ],
)
def test_the_same_version_another_family_or_a_counted_step_is_not(said: str, told: str) -> None:
    """What was replaced may be named too."""
    assert not other_version(said, told)


def test_another_version_alters_an_item() -> None:
    """In nearly the same words the name was changed."""
    match = stated(
        "The captions are written by falcon-3-mini.", "The captions are written by falcon-2.5-mini."
    )
    assert match.verdict in (Retention.MUTATED, Retention.WEAKENED)
    assert versions("falcon-3-mini and step-4") == {"falcon": frozenset(("3",))}
