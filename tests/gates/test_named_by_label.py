"""Tasks and options reported by their label, and items reported in several sentences."""

from __future__ import annotations

import pytest

from gates.capture import CapturedItem, CaptureKind
from gates.report import Retention
from gates.restatement import units
from gates.retention.decision_text import to_hold
from gates.retention.judging import judge
from tests.gates.build import artifact_of, item

RETAINED = (Retention.PRESERVED, Retention.PARAPHRASED)


def verdict(kind: CaptureKind, text: str, *stated: str) -> tuple[Retention, str]:
    """What an imported summary of some statements makes of an item."""
    wanted = CapturedItem(
        item_id="cap_1",
        kind=kind,
        text=text,
        status="open" if kind == "open_work" else "in_force",
        origin="phrase",
    )
    match = judge(wanted, units(artifact_of(*map(item, stated), origin="imported")), None, lambda _: 1)
    return match.verdict, match.rule


TASK = "Task 4: Last look: Put the timers back for a moment and compare both runs"


def test_a_task_is_reported_by_its_number_with_its_title() -> None:
    """A title of two words is too short by itself."""
    assert verdict("open_work", TASK, "Task 4: Last look") == (Retention.PARAPHRASED, "label_named")
    renamed = "Task 3: Read each parcel once in `countAllParcels`"
    told = "Task 3: Read each parcel once in the parcel count"
    assert verdict("open_work", told, renamed)[0] in RETAINED


@pytest.mark.parametrize("stated", ["Task 5: Last look", "Task 4: Print the labels", "Last look"])
def test_another_number_or_another_title_is_not_it(stated: str) -> None:
    """Both must match."""
    assert verdict("open_work", TASK, stated)[1] != "label_named"


ANSWER = "A: A plain time of the last close A) it is when we know that somebody closed the parcel window."


def test_an_option_is_reported_by_its_letter() -> None:
    """With some of its words, and as chosen."""
    told = "User chose option A: `closed_at` is when we know somebody closed it (not the last activity)"
    assert verdict("decision", ANSWER, told) == (Retention.PARAPHRASED, "label_named")


@pytest.mark.parametrize(
    "stated",
    [
        "User chose option B: `closed_at` is when we know somebody closed it",
        "User never chose option A: it is when we know that somebody closed it",
        "User rejected option A and chose option C, when somebody closed it",
        "User chose option A for the colours of the labels on the front page",
    ],
)
def test_another_letter_a_refusal_or_other_words_are_not_it(stated: str) -> None:
    """The letter alone is ambiguous: each question has an option A."""
    assert verdict("decision", ANSWER, stated)[1] != "label_named"


def test_an_approved_plan_is_reported_by_its_file() -> None:
    """Its name is made of three words of the title; one of two, or with another word, is another's."""
    plan = "Approved plan: Fast parcel sorting implementation plan. Read each parcel once and keep an index."
    told = "`docs/plans/2026-02-04-fast-parcel-sorting.md`: written, four tasks"
    assert verdict("decision", plan, told) == (Retention.PARAPHRASED, "label_named")
    for other in ("`docs/plans/parcel-sorting.md`: written", "`fast-parcel-printing.md`: written"):
        assert verdict("decision", plan, other)[1] != "label_named"


def test_sentences_may_be_told_apart() -> None:
    """Each sentence needs its own statement; an unreported one is missing."""
    said = "Write the parcel ledger as CSV with a header row. Never touch the label printer settings."
    first, second = (
        "The parcel ledger is written as CSV with a header row",
        "Never touch the label printer settings",
    )
    assert verdict("decision", said, first, second)[0] in RETAINED
    assert verdict("decision", said, first)[0] not in RETAINED
    assert verdict("decision", said, first, "The label printer settings may be touched")[0] not in RETAINED


def test_failing_tests_are_reported_by_their_group() -> None:
    """By its name, or by the file that is called like it."""
    failed = "Failed when last run: TestParcelSorting_Weight, TestParcelSorting_Size"
    for told in ("`parcel_sorting_test.go`: currently failing", "All of TestParcelSorting still fail"):
        assert verdict("open_work", failed, told) == (Retention.PARAPHRASED, "state_named")
    for other in (
        "TestParcelSorting_Colour fails",
        "`parcel_sorting_test.go`: 2 tests",
        "parcel_test.go fails",
    ):
        assert verdict("open_work", failed, other)[1] != "state_named"


def test_a_reason_permits_nothing() -> None:
    """`so that they can see it` is what it is for."""
    said = "Show parcel notices in the terminal so that couriers can see the state."
    assert verdict("decision", said, "Parcel notices are shown in the terminal")[1] != "modal_changed"
    allowed = "Couriers can print parcel notices in the terminal."
    assert (
        verdict("decision", allowed, "Couriers must print parcel notices in the terminal")[0] not in RETAINED
    )


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "Remove the clearing of the parcel mark in the saver. The packer already sets it anew.",
            "Removed the clearing of the parcel mark in the saver",
        ),
        (
            "there is already a parcel reader in the packer, let's avoid code duplication",
            "Let's avoid code duplication",
        ),
    ],
)
def test_what_is_so_already_need_not_be_reported(said: str, told: str) -> None:
    """It is a reason for the decision."""
    assert verdict("decision", said, told)[0] in RETAINED


@pytest.mark.parametrize(
    "said",
    [
        "Remove the clearing of the parcel mark. Keep what the packer already sets.",
        "Remove the clearing of the parcel mark. Never clear what is already set.",
        "Remove the clearing of the parcel mark. If it is already set, stop.",
    ],
)
def test_a_rule_about_what_is_so_already_stays(said: str) -> None:
    """`keep`, `never`, `if`: that sentence decides, too."""
    assert to_hold("decision", said) == said
