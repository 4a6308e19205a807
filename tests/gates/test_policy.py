"""Policies: a value of the wrong type and a name that is not there are errors."""

from __future__ import annotations

import pytest

from gates.errors import PolicyError
from gates.policy import DEFAULT_POLICY, FAULT_CLASSES, parse_policy


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('strict = "yes"', "policy key strict:"),
        ("strict = 1", "policy key strict:"),
        ("surprise = true", "policy key surprise:"),
        ('[thresholds]\ndecision_recall = "0.5"', "policy key thresholds.decision_recall:"),
        ("[thresholds]\ncontradiction_count = true", "policy key thresholds.contradiction_count:"),
        ("[thresholds]\nsurprise = 1", "policy key thresholds.surprise:"),
        ('[purpose.compaction]\ncap_tokens = "40000"', "policy key purpose.compaction.cap_tokens:"),
        ("[calibrate.floor]\nflip_negations = 0.9", "policy key calibrate.floor: there is no fault class"),
        ("[calibrate.floor]\nflip_negation = 1.5", "policy key calibrate.floor.flip_negation:"),
        ("strict = ", "the policy is not TOML"),
    ],
)
def test_a_wrong_key_or_value_is_named(text: str, place: str) -> None:
    """The message begins with the key, the hint says where the shape is."""
    with pytest.raises(PolicyError) as told:
        parse_policy(text)
    assert told.value.message.startswith(place)
    assert told.value.hint


def test_every_fault_class_can_have_a_floor() -> None:
    """Whole numbers are shares too; the version changes with the floor."""
    assert len(set(FAULT_CLASSES)) == 15
    body = "strict = true\n[calibrate.floor]\n" + "".join(f"{name} = 1\n" for name in FAULT_CLASSES)
    policy = parse_policy(body)
    assert policy.strict is True
    assert set(policy.calibrate.floor) == set(FAULT_CLASSES)
    assert policy.version != DEFAULT_POLICY.version


def test_no_keys_are_the_contracts_numbers() -> None:
    """An empty policy is the default one."""
    assert parse_policy("") == DEFAULT_POLICY
