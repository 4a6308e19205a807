"""What decided that an item is not retained, in words for a reader, by the rule of its verdict."""

from __future__ import annotations

REASONS = {
    "only_quoted": "stands only in the list of user messages",
    "score_between": "only some of its words are stated",
    "words_left_out": "words of it are left out",
    "some_names_stated": "some of its names are missing",
    "identifier_lost": "a name is missing",
    "identifier_changed": "another name is stated",
    "name_changed": "another name is stated",
    "version_changed": "another version is stated",
    "address_changed": "another address is stated",
    "number_lost": "a number is missing",
    "number_changed": "another number is stated",
    "unit_changed": "another unit is stated",
    "bound_changed": "another bound is stated (at least, at most, exactly)",
    "condition_changed": "a condition is missing or differs",
    "exception_changed": "an exception is missing or differs",
    "exception_added": "an exception is added that nobody stated",
    "scope_narrowed": "a limit is added that nobody stated",
    "quantifier_changed": "another quantity is stated (all, some, only)",
    "modal_changed": "another obligation is stated (must, should, may)",
    "force_lost": "it is stated less firmly",
    "negation_changed": "a negation is missing or added",
    "negation_before": "the statement before it denies it",
    "order_changed": "another order is stated",
    "role_changed": "it is stated of somebody or something else",
    "place_changed": "another place is stated",
    "measure_changed": "another time or measure is stated",
    "verb_changed": "another action is stated",
    "polarity": "its opposite is stated",
    "opposite_word": "its opposite is stated",
    "barred_affirmed": "what it excludes is stated",
    "ban_broken": "what it forbids was done",
    "rule_lifted": "it is stated as lifted",
    "replaced_value": "the value that was replaced is stated",
    "open_told_done": "it is open, and is stated as done",
    "state_not_said": "its files are named, its state is not",
}
"""Reasons by rule. A rule without one says no more than its verdict (`no_match`: dropped)."""


def reason_for(rule: str) -> str:
    """Return what decided a verdict as the beginning of a message: `another name is stated: `; or nothing."""
    reason = REASONS.get(rule)
    return f"{reason}: " if reason else ""
