"""Gate C reads: what a retelling changed is named, what it only words otherwise is retained."""

from __future__ import annotations

import pytest

from gates.artifact import Item, ItemKind
from gates.capture import Capture, CapturedItem, apply_reviews, make_capture
from gates.language.similarity import even, statement
from gates.report import FEWEST_COUNTED, THIN_CAPTURE, Retention, RetentionVerdict
from gates.restatement import ArtifactStatement
from gates.retention.clear_words import is_self_contained
from gates.retention.comparison import LEAST_HELD, MAX_MISSING, compare
from gates.retention.gate import FIRST_PROPOSED, thin
from gates.retention.judging import judge
from gates.retention.likelihood import LISTED_FROM, likely_loss
from gates.retention.match import Match
from gates.review import Review, ReviewAction
from gates.source import SourceRange, make_link

KEPT = (Retention.PRESERVED, Retention.PARAPHRASED)


def wanted(said: str, item_id: str = "cap_1", likelihood: float | None = None) -> CapturedItem:
    """A decision in these words."""
    return CapturedItem(
        item_id=item_id, kind="decision", text=said, status="in_force", origin="phrase", likelihood=likelihood
    )


def wording(said: str, restated: str) -> Match:
    """Return the match of a decision with one statement."""
    unit = ArtifactStatement(statement(restated), Item(kind=ItemKind.DECISION, text=restated))
    return compare(wanted(said), statement(said), unit, even)


@pytest.mark.parametrize(
    ("said", "restated", "kind"),
    [
        ("Each courier signs the log.", "Some couriers sign the log.", "quantifier"),
        ("Only Runa signs the log.", "Runa signs the log.", "quantifier"),
        ("Couriers must sign the log.", "Couriers should sign the log.", "modal"),
        ("The kiosk may show adverts.", "The kiosk must show adverts.", "modal"),
        ("Weigh the parcel before printing the label.", "Print the label, then weigh the parcel.", "order"),
        ("Clean the hopper, fill the tank, run it.", "Fill the tank, clean the hopper, run it.", "order"),
        ("Copy maps from the tablet to the kiosk.", "Copy maps from the kiosk to the tablet.", "role"),
        ("Prefer polling over callbacks.", "Prefer callbacks over polling.", "role"),
        ("I pick the courier, you print it.", "The agent picks the courier, the user prints it.", "role"),
        ("Keep parcels for 14 days.", "Keep parcels for 14 hours.", "number"),
        ("Keep at least 14 parcels per shelf.", "Keep at most 14 parcels per shelf.", "bound"),
        ("The kiosk prints no adverts.", "The kiosk prints adverts.", "negation"),
        ("Archive the parcel lists.", "Delete the parcel lists.", "verb"),
        ("Stage the kiosk in us-east-1.", "Stage the kiosk in us-east-2.", "name"),
        ("Branch the kiosk off release/2.1.", "Branch the kiosk off release/2.2.", "name"),
        ("Ask Runa for the kiosk key.", "Ask Tove for the kiosk key.", "name"),
        ("Open the hatch unless the pump runs.", "Open the hatch.", "condition"),
        ("If the scale drifts, stop the belt.", "Stop the belt.", "condition"),
    ],
)  # fmt: skip
def test_a_changed_statement_is_not_retained(said: str, restated: str, kind: str) -> None:
    """One edit of each class is enough, and the statement's own words are retained."""
    assert wording(said, restated).verdict not in KEPT, kind
    assert wording(said, said.upper()).verdict is Retention.PRESERVED


@pytest.mark.parametrize(
    ("said", "restated"),
    [
        ("Weigh the parcel before printing the label.", "Before printing the label, the parcel is weighed."),
        ("Weigh the parcel before printing the label.", "The label is printed after the parcel was weighed."),
        ("Only Runa signs the log.", "Signing the log is reserved for Runa."),
        ("Please keep the hatch closed, it annoys me otherwise.", "Keep the hatch closed."),
        ("Parcels are capped at 20 kg.", "Parcels are capped at 20 kg; scale.py checks it."),
        ("Runa weighs parcels, Tove prints labels.", "Parcels are weighed by Runa, labels printed by Tove."),
        ("Can we also log the weight of each parcel?", "Log the weight of each parcel."),
        ("No shift with fewer than two couriers.", "At least two couriers per shift."),
    ],
)  # fmt: skip
def test_a_reworded_statement_is_retained(said: str, restated: str) -> None:
    """Voice, place, courtesy, reasons and added detail change nothing."""
    assert wording(said, restated).verdict in KEPT


@pytest.mark.parametrize(
    "restated", ["Do not print adverts.", "Never print adverts.", "We don't print adverts."]
)
def test_the_same_words_behind_a_negation_say_the_opposite(restated: str) -> None:
    """This holds even for few words; a `no` that only replies is not a negation."""
    assert wording("Print adverts.", restated).verdict is Retention.CONTRADICTED
    assert wording("Print adverts.", "No, print adverts.").verdict is Retention.PRESERVED


def test_how_much_may_be_left_out() -> None:
    """One plain word may be left out if enough is stated; two may not."""
    long = "the brass hatch of the old northern kiosk"
    assert MAX_MISSING == 1
    assert wording(f"Paint {long}.", "Paint the brass hatch of the northern kiosk.").verdict in KEPT
    assert wording(f"Paint {long}.", "Paint the brass hatch of the kiosk.").rule == "words_left_out"
    assert LEAST_HELD == 0.66
    assert wording("Paint hatch borders.", "Paint borders.").verdict in KEPT
    assert wording("Paint hatch.", "Paint.").verdict not in KEPT


@pytest.mark.parametrize(
    ("quoted", "clear"),
    [
        ("yes, that one", False),
        ("put it there", False),
        ("move that kiosk here", False),
        ("move the kiosk", True),
        ("move that kiosk to the northern wall", True),
    ],
)
def test_a_quotation_alone_is_weak_unless_its_words_say_all(quoted: str, clear: bool) -> None:
    """The same words stated as a decision need no context."""
    assert is_self_contained(quoted) is clear
    said = ArtifactStatement(statement(quoted), Item(kind=ItemKind.CLAIM, text=quoted, speaker="user"))
    weak = judge(wanted(quoted), (said,), None, even, weak_quotes=True)
    assert (weak.verdict in KEPT) is clear
    stated = ArtifactStatement(statement(quoted), Item(kind=ItemKind.DECISION, text=quoted))
    assert judge(wanted(quoted), (said, stated), None, even, weak_quotes=True).verdict is Retention.PRESERVED


def verdict(item_id: str, *, counted: bool, kept: bool) -> RetentionVerdict:
    """A verdict of a report."""
    how = Retention.PRESERVED if kept else Retention.DROPPED
    return RetentionVerdict(
        item_id=item_id, kind="decision", text="x", verdict=how, rule="r", counted=counted
    )


def test_a_capture_is_thin_below_six_counted_items() -> None:
    """Five are too few, six are not."""
    wording_six = tuple(verdict(f"c{n}", counted=True, kept=True) for n in range(FEWEST_COUNTED))
    assert THIN_CAPTURE == "thin_capture"
    assert not thin(make_capture("x/1", []), wording_six)
    assert thin(make_capture("x/1", []), wording_six[1:])


def test_a_capture_is_thin_where_half_of_the_first_proposals_look_lost() -> None:
    """Of fifteen, eight are half; a lost one behind them is not looked at."""
    sure = tuple(verdict(f"c{n}", counted=True, kept=True) for n in range(FEWEST_COUNTED))
    waiting = make_capture(
        "x/1", [], [wanted("Close the hatch.", f"p{n:02}") for n in range(FIRST_PROPOSED + 5)]
    )
    lost = [verdict(f"p{n:02}", counted=False, kept=False) for n in range(8)]
    assert thin(waiting, (*sure, *lost))
    assert not thin(waiting, (*sure, *lost[1:]))
    assert not thin(waiting, (*sure, *lost[1:], verdict("p17", counted=False, kept=False)))


def test_what_is_less_likely_lost_than_not_is_not_listed() -> None:
    """The likelihood that it binds counts as much as the likelihood that it was lost."""
    gone = Match(Retention.DROPPED, "no_match", 0.0)
    sure = likely_loss(wanted("Close the hatch.", likelihood=1.0), gone)
    doubted = likely_loss(wanted("Close the hatch.", likelihood=0.5), gone)
    assert sure > LISTED_FROM > doubted
    assert likely_loss(wanted("Close the hatch."), gone) == doubted
    kept = Match(Retention.PRESERVED, "literal", 1.0, held=1.0)
    assert likely_loss(wanted("Close the hatch.", likelihood=1.0), kept) < LISTED_FROM


def added(ordinal: int) -> Review:
    """Return an item added by a reviewer with an event as evidence."""
    link = make_link("ses_1", ordinal, "Close the hatch.", 0, 16)
    item = wanted("Close the hatch.", f"cap_{ordinal}").model_copy(update={"evidence": (link,)})
    return Review(
        review_id=f"rev_{ordinal}",
        session_id="ses_1",
        action=ReviewAction.ADD,
        target=item.item_id,
        added=item.model_dump(mode="json"),
        actor="mia",
        reason="said so",
    )


def test_an_added_item_counts_from_the_moment_it_was_said() -> None:
    """A range that ended before it demands nothing; one that begins after it carries it."""
    empty: Capture = make_capture("x/1", [])

    def items(start: int, end: int) -> list[bool]:
        applied = apply_reviews(empty, [added(41)], SourceRange("ses_1", start, end))
        return [item.carried for item in applied.items]

    assert items(0, 40) == []
    assert items(0, 41) == [False]
    assert items(42, 60) == [True]
