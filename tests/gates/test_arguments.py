"""Who does what to whom is compared by the arguments of a verb, in active and in passive voice."""

from __future__ import annotations

import pytest

from bench.accuracy.tables.decision_faults import verdict
from gates.report import Retention
from gates.retention.alignment import align
from gates.retention.arguments import arguments_exchanged
from gates.retention.denied_others import alternatives_exchanged
from gates.retention.replaced_people import person_replaced

KEPT = (Retention.PRESERVED, Retention.PARAPHRASED)
EXCHANGED = (
    (
        "The primary notifies the replica of each commit.",
        "The primary is notified of each commit by the replica.",
    ),
    ("The user's setting overrides the workspace's.", "The workspace's setting overrides the user's."),
    ("Ask Leo before you change the router.", "Leo asks before changing the router."),
)
REPLACED = (
    ("Send the draft to me before it is published.", "Send the draft to the editor before it is published."),
    ("I approve every release.", "The release manager approves every release."),
    ("The vendor hosts the status page.", "We host the status page ourselves."),
    ("I keep the contract files.", "The agent keeps the contract files."),
    ("Each author merges their own pull request.", "Each pull request is merged by its reviewer."),
    ("Layout is my decision.", "Layout is the agent's decision."),
    ("You write the release notes.", "The marketing team writes the release notes."),
    ("The translator gets the glossary from us.", "We get the glossary from the translator."),
)
OTHERS = (
    (
        "In a tie, the chair's vote counts double, not the founder's.",
        "In a tie, the founder's vote counts double, not the chair's.",
    ),
    (
        "It's the reviewer who resolves threads, not the author.",
        "Threads are resolved by their author rather than the reviewer.",
    ),
)
ORDERS = (
    (
        "Only after the freeze ends do we merge the refactor.",
        "The refactor gets merged, and the freeze ends only after that.",
    ),
    ("The caller closes the connection.", "The connection is closed by the callee."),
)
FAITHFUL = (
    ("The primary notifies the replica of each commit.",
     "The replica is notified of each commit by the primary."),
    ("Ask Leo before you change the router.", "Leo has to be asked before changing the router."),
    ("Team red reviews team blue's code this sprint.",
     "This sprint team blue's code is reviewed by team red."),
    ("I approve every release.", "Every release is approved by the user."),
    ("Send the draft to me before it is published.", "The draft is sent to the user before publication."),
    ("The nightly job reads from the replica and writes to the primary.",
     "The nightly job writes to the primary and reads from the replica."),
    ("Only admins may delete projects; editors may rename them.",
     "Projects can be renamed by editors but deleted only by admins."),
    ("Show the newest comment on top and the oldest at the bottom.",
     "The oldest comment is shown at the bottom, the newest on top."),
    ("It's the reviewer who resolves threads, not the author.",
     "Not the author but the reviewer resolves threads."),
    ("Jo answers the press on behalf of the club.", "On behalf of the club, the press is answered by Jo."),
)  # fmt: skip


@pytest.mark.parametrize(("said", "stated"), [*EXCHANGED, *REPLACED, *OTHERS, *ORDERS])
def test_a_part_given_to_another_is_not_retained(said: str, stated: str) -> None:
    """A statement in which somebody else acts, owns or decides does not retain the original."""
    assert verdict({"kind": "decision", "said": said, "stated": stated}).verdict not in KEPT


@pytest.mark.parametrize(("said", "stated"), FAITHFUL)
def test_another_voice_and_another_order_are_retained(said: str, stated: str) -> None:
    """The same arguments in another voice or order retain the original."""
    assert verdict({"kind": "decision", "said": said, "stated": stated}).verdict in KEPT


@pytest.mark.parametrize(("said", "stated"), EXCHANGED)
def test_exchanged_arguments_are_found(said: str, stated: str) -> None:
    """Subject and object that changed places are recognised by the verb that both sides share."""
    assert arguments_exchanged(align(said, stated))
    assert not arguments_exchanged(align(said, said))


@pytest.mark.parametrize(("said", "stated"), REPLACED)
def test_replaced_people_are_found(said: str, stated: str) -> None:
    """Somebody else in the same part is recognised, in both directions."""
    assert person_replaced(align(said, stated))
    assert person_replaced(align(stated, said))
    assert not person_replaced(align(said, said))


@pytest.mark.parametrize(("said", "stated"), OTHERS)
def test_exchanged_alternatives_are_found(said: str, stated: str) -> None:
    """`the one, not the other` is the opposite of `the other, not the one`."""
    assert alternatives_exchanged(align(said, stated))
    assert not alternatives_exchanged(align(said, said))
