"""Short bans, compared with what a statement reports about the banned thing."""

from __future__ import annotations

import pytest

from gates.capture import CapturedItem
from gates.language.similarity import even, statement
from gates.report import Retention
from gates.restatement import ArtifactStatement
from gates.retention.bans import banned, became_of
from gates.retention.judging import judge
from tests.gates.build import item

BAN = "no shims"


def verdict(said: str, stated: str) -> tuple[Retention, str]:
    """Return gate C's verdict and rule for a decision and one statement."""
    wanted = CapturedItem(item_id="cap_1", kind="decision", text=said, status="in_force", origin="phrase")
    match = judge(wanted, (ArtifactStatement(statement(stated), item(stated)),), None, even)
    return match.verdict, match.rule


@pytest.mark.parametrize(
    "stated",
    [
        "All shims of the old parcel reader were removed",
        "Removed the old shims",
        "The reader works without shims",
        "Shims were not added",
    ],
)
def test_a_ban_is_kept_where_the_thing_is_gone(stated: str) -> None:
    """The wording of the removal does not matter."""
    assert became_of(banned(BAN), stated) == "gone"
    assert verdict(BAN, stated)[0] in (Retention.PRESERVED, Retention.PARAPHRASED)


@pytest.mark.parametrize(
    "stated",
    [
        "Shims were not removed",
        "The shims haven't been removed yet",
        "Shims still need to be removed",
        "We did not remove the shims",
        "No shim was removed",
        "Shims were added for the old reader",
        "The shims were kept for a year",
    ],
)
def test_a_ban_is_broken_where_the_thing_is_still_there(stated: str) -> None:
    """Shared words keep nothing then."""
    assert became_of(banned(BAN), stated) == "stays"
    assert verdict(BAN, stated) == (Retention.CONTRADICTED, "ban_broken")


@pytest.mark.parametrize(
    "stated",
    [
        "Removed the tests for shims",
        "The reader was removed",
        "Shims are used by the reader",
        "The tests of shims were dropped",
    ],
)
def test_what_became_of_something_else_says_nothing(stated: str) -> None:
    """A report that the banned thing is used does not count either."""
    assert became_of(banned(BAN), stated) is None


def test_a_longer_rule_is_no_short_ban() -> None:
    """Words after a comma may contain an exception."""
    assert banned("no shims, except in tests") == frozenset()
    assert banned("there are no shims") == frozenset()


def test_what_is_left_out_is_gone() -> None:
    """`left` and `kept` say that it stays, but not with `out`."""
    what = banned("no aliases")
    assert became_of(what, "The aliases were left out of the new reader.") == "gone"
    assert became_of(what, "The aliases were kept out.") == "gone"
    assert became_of(what, "The aliases were left in the new reader.") == "stays"
    assert became_of(what, "The aliases were not left out.") == "stays"
