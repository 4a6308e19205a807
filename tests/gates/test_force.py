"""A rule's scope survives or is reported as lost: hedges, lifted rules, conditions, exact names."""

from __future__ import annotations

import pytest

from gates.artifact import Item, ItemKind
from gates.capture import CapturedItem
from gates.language.similarity import even, statement
from gates.report import Retention
from gates.restatement import ArtifactStatement
from gates.retention.comparison import compare
from gates.retention.match import Match


def stated(rule: str, summary: str) -> Match:
    """Return the match of a captured rule with one statement of a summary."""
    wanted = CapturedItem(item_id="cap_1", kind="decision", text=rule, status="in_force", origin="phrase")
    unit = ArtifactStatement(statement(summary), Item(kind=ItemKind.CLAIM, text=summary))
    return compare(wanted, statement(rule), unit, even)


@pytest.mark.parametrize(
    ("rule", "summary"),
    [
        ("Keep uploads under 20 files per batch.", "There is no limit on uploads per batch any more."),
        ("Never restart the ledger service.", "Restarting the ledger service is fine on weekends."),
        ("Only the billing team may edit the tariff table.", "Anyone can edit the tariff table as needed."),
        ("Always sign the release archives.", "Signing release archives is no longer required."),
        ("It must be configurable, default to 'off'.", "It must be configurable, default to 'on'."),
        ("Keep the old export flag.", "Drop the old export flag."),
        ("Write logs to /var/log/app, not to the console.", "Write logs to the console."),
    ],
)
def test_a_rule_that_is_lifted_is_contradicted(rule: str, summary: str) -> None:
    """Examples are a permission, a cancellation, or the banned thing stated plainly."""
    assert stated(rule, summary).verdict is Retention.CONTRADICTED


@pytest.mark.parametrize(
    ("rule", "summary"),
    [
        ("Never restart the ledger service.", "Try to avoid restarting the ledger service."),
        ("Always sign the release archives.", "Usually sign the release archives."),
        ("Keep uploads at most 20 files per batch.", "Keep uploads around 20 files per batch."),
        ("Do not merge unless the nightly run is green.", "Do not merge."),
    ],
)
def test_a_rule_reported_with_less_force_is_weakened(rule: str, summary: str) -> None:
    """A hedge, a blurred number or a lost condition is no retention."""
    match = stated(rule, summary)
    assert match.verdict in (Retention.WEAKENED, Retention.DROPPED, Retention.UNCERTAIN)


@pytest.mark.parametrize(
    ("rule", "summary"),
    [
        ("Uploads must not exceed 20 files per batch.", "A hard limit of 20 files per upload batch applies."),
        ("Batches get at most 20 files.", "No more than 20 files go into batches."),
        ("Never restart the ledger service.", "Restarting the ledger service is never allowed."),
        ("Send alerts only to ops@site.org.", "Alerts may only go to ops@site.org."),
        ("Keep uploads under 20 files, per batch.", "KEEP UPLOADS UNDER 20 FILES , PER BATCH !"),
    ],
)
def test_a_rule_in_other_words_is_retained(rule: str, summary: str) -> None:
    """The same names, numbers and force may be worded freely."""
    assert stated(rule, summary).verdict in (Retention.PRESERVED, Retention.PARAPHRASED)


@pytest.mark.parametrize(
    ("rule", "summary"),
    [
        ("Send alerts only to ops@site.org.", "Send alerts only to dev@site.org."),
        ("Reach hosts only through 10.0.0.5.", "Reach hosts only through 20.0.0.5."),
        ("The cap is $500.", "The cap is $5000."),
    ],
)
def test_a_changed_address_or_number_is_mutated(rule: str, summary: str) -> None:
    """One sign makes another host, another limit."""
    assert stated(rule, summary).verdict is Retention.MUTATED


def test_a_wish_that_binds_nobody_is_not_hedged() -> None:
    """`The user prefers` tells a plain request; nothing firm was lost."""
    match = stated("use tabs in the makefile", "The user prefers tabs in the makefile: use tabs.")
    assert match.verdict in (Retention.PRESERVED, Retention.PARAPHRASED)
