"""Policies: a value of the wrong type and a name that is not there are errors."""

from __future__ import annotations

import pytest

from gates.errors import PolicyError
from gates.policy import DEFAULT_POLICY, FAULT_CLASSES, looser_keys, other_purposes, parse_policy


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
        ("[purpose.compactoin]\ncap_tokens = 1", "policy key purpose.compactoin: there is no purpose"),
        ("[purpose.Judge]", "policy key purpose.Judge: there is no purpose"),
        ("[purpose.captures]\ntimeout_ms = 1", "policy key purpose.captures: there is no purpose"),
        ("[calibrate.floor]\nflip_negations = 0.9", "policy key calibrate.floor: there is no fault class"),
        ("[calibrate.floor]\nflip_negation = 1.5", "policy key calibrate.floor.flip_negation:"),
        ("strict = ", "the policy is not TOML"),
        (f"x = {'[' * 5000}{']' * 5000}", "the policy is nested too deeply"),
        ("[purpose.compaction]\ncap_tokens = 9007199254740992", "the policy has a number"),
        ("[budget]\nwarnings = 9007199254740992", "the policy has a number"),
        ('fail_on = ["F"]', "policy key fail_on.0:"),
        ("fail_on = []", "policy key fail_on:"),
    ],
)
def test_a_wrong_key_or_value_is_named(text: str, place: str) -> None:
    """The message begins with the key, and the hint names where the shape is documented."""
    with pytest.raises(PolicyError) as stated:
        parse_policy(text)
    assert stated.value.message.startswith(place)
    assert stated.value.hint


def test_a_purpose_of_another_maker_can_have_limits() -> None:
    """Any name that is not a misspelling of a built-in purpose is accepted and listed separately."""
    policy = parse_policy("[purpose.night]\ncap_tokens = 7\n[purpose.judge]\ncap_tokens = 9")
    assert other_purposes(policy) == ("night",)
    assert {name: each.cap_tokens for name, each in policy.purpose.items()} == {
        "night": 7,
        "judge": 9,
        "compaction": 40_000,
    }


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


def test_what_decides_a_score_is_part_of_the_version() -> None:
    """Gates that are named change the version; none named leaves it."""
    assert parse_policy('fail_on = ["A", "D"]').version != DEFAULT_POLICY.version
    assert parse_policy('fail_on = ["A", "D"]').fail_on == ("A", "D")


@pytest.mark.parametrize(
    ("same", "looser", "key"),
    [
        ("[thresholds]\ndecision_recall = 0.95", "[thresholds]\ndecision_recall = 0.94", "decision_recall"),
        ("[thresholds]\nopen_work_recall = 1", "[thresholds]\nopen_work_recall = 0.94", "open_work_recall"),
        ("[thresholds]\ncontradiction_count = 0", "[thresholds]\ncontradiction_count = 1", "contra"),
        (
            "[purpose.compaction]\ncap_tokens = 40000",
            "[purpose.compaction]\ncap_tokens = 40001",
            "cap_tokens",
        ),
        ("[purpose.compaction]\ntimeout_ms = 1", "[purpose.compaction]\ntimeout_ms = 120001", "timeout_ms"),
        ("strict = true", "[purpose.other]\ncap_tokens = 1", "purpose.other"),
    ],
)
def test_a_policy_that_allows_more_is_looser_by_its_key(same: str, looser: str, key: str) -> None:
    """The value itself is not looser, the next one is; the key is named."""
    assert not list(looser_keys(parse_policy(same)))
    (named,) = looser_keys(parse_policy(looser))
    assert key in named


def test_giving_up_strictness_is_looser() -> None:
    """A strict store is not accepted into without strictness."""
    (named,) = looser_keys(DEFAULT_POLICY, parse_policy("strict = true"))
    assert named.startswith("strict")


def test_a_budget_is_part_of_the_version_and_loosens_no_acceptance() -> None:
    """Older policies keep their version; `accept` does not read it."""
    assert parse_policy("[budget]\nfailed = 0\n").version == DEFAULT_POLICY.version
    given = parse_policy("[budget]\nfailed = 3\nwarnings = 9\n")
    assert given.version != DEFAULT_POLICY.version
    assert list(looser_keys(given)) == []
    with pytest.raises(PolicyError) as stated:
        parse_policy("[budget]\nwarnings = true\n")
    assert stated.value.message.startswith("policy key budget.warnings:")


@pytest.mark.parametrize(
    ("table", "hint"),
    [("threshold", "did you mean thresholds?"), ("tier.judge", "[tier] belongs in the configuration file")],
)
def test_an_unknown_table_names_the_one_that_was_meant(table: str, hint: str) -> None:
    """A misspelt table, and one of the other file, are errors with a way on."""
    with pytest.raises(PolicyError) as caught:
        parse_policy(f"[{table}]\non = true")
    assert caught.value.hint is not None and caught.value.hint.startswith(hint)
