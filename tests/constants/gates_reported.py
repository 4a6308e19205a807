"""Pairs for what a summary tells in its own words: bans, labels, neighbours."""

from __future__ import annotations

from gates.capture import CapturedItem
from gates.language.similarity import even, statement
from gates.restatement import ArtifactStatement
from gates.retention.bans import banned, became_of
from gates.retention.by_label import named_by_label
from gates.retention.neighbours import _runs, stated_together
from tests.constants.holding import holds

GATES = "gates.retention"
BAN = banned("no shims")


@holds(f"{GATES}.bans:NEAR")
def what_was_done_stands_near_its_object() -> None:
    """Four words between are near, five are not."""
    assert became_of(BAN, "Removed these four old ugly shims") == "gone"
    assert became_of(BAN, "Removed these four old ugly parcel shims") is None


@holds(f"{GATES}.bans:FAR")
def what_became_of_it_may_stand_further_off() -> None:
    """Eight words between are read, nine are not."""
    assert became_of(BAN, "The shims that all eight old parcel readers had were removed") == "gone"
    assert became_of(BAN, "The shims that all the eight old parcel readers had were removed") is None


def _told(kind: str, text: str, stated: str) -> bool:
    wanted = CapturedItem.model_validate(
        {
            "item_id": "cap_1",
            "kind": kind,
            "text": text,
            "status": "open" if kind == "open_work" else "in_force",
            "origin": "phrase",
        }
    )
    return named_by_label(wanted, (ArtifactStatement(statement(stated), None),)) is not None


@holds(f"{GATES}.by_label:TITLE_HELD", step=0.1)
def a_numbered_title_is_mostly_there() -> None:
    """Three words of five, not four of seven."""
    title = "Task 2: parcel ledger depot weight courier"
    assert _told("open_work", title, "Task 2: parcel ledger depot")
    assert not _told("open_work", f"{title} stamp label", "Task 2: parcel ledger depot weight")


@holds(f"{GATES}.by_label:LEAST_FILE")
def a_file_with_three_words_of_the_title_is_the_plan() -> None:
    """Two words name other things, too."""
    plan = "Approved plan: Parcel ledger depot index."
    assert _told("decision", plan, "Wrote 2026-02-parcel-ledger-depot.md")
    assert not _told("decision", plan, "Wrote 2026-02-parcel-ledger.md")


@holds(f"{GATES}.by_label:OPTION_HELD", step=0.1)
def a_chosen_option_is_told_by_half_of_its_words() -> None:
    """The item is reported if half the words beside the letter are its own; a third is too few."""
    option = "B: parcel ledger depot weight"
    assert _told("decision", option, "User chose option B: parcel ledger by courier stamp")
    assert not _told("decision", option, "User chose option B: parcel ledger by courier stamp label")


@holds(f"{GATES}.neighbours:NEIGHBOURS")
def three_statements_are_read_together() -> None:
    """Words spread over three neighbouring statements count together; over four they do not."""
    _runs.cache_clear()
    told = [ArtifactStatement(statement(each), None) for each in ("parcel", "ledger", "depot", "courier")]
    assert stated_together(statement("parcel ledger depot courier").stems, told, even) == 0.75
