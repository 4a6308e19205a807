"""Proposed items that a report judges and does not list."""

from __future__ import annotations

from gates.capture import CapturedItem
from gates.evaluate import evaluate
from gates.retention.likelihood import LISTED_FROM
from gates.source import make_link
from tests.gates.build import SESSION, artifact_of, capture_of, index_of, item
from tests.gates.test_listing import EVENTS

RULE = "Keep every crate of the north depot below forty kilos."


def proposed(text: str, likelihood: float) -> CapturedItem:
    """A decision that binds with this likelihood."""
    return CapturedItem(
        item_id=f"cap_{likelihood}",
        kind="decision",
        text=text,
        status="in_force",
        origin="phrase",
        likelihood=likelihood,
    )


PROPOSED = (
    proposed("The ferry timetable moves to the winter season.", 0.1),
    proposed("Print two labels for each fragile parcel.", 0.99),
    proposed("Painters may use the back gate on Mondays.", 0.3),
    proposed(RULE, 0.2),
)


def test_what_is_less_likely_a_loss_than_not_is_judged_and_not_listed() -> None:
    """Likeliest loss first, never counted; a retained item stands in the list already."""
    capture = capture_of().model_copy(update={"proposed": PROPOSED})
    report = evaluate(artifact_of(item(RULE), origin="imported"), index_of(EVENTS), capture)
    assert [each.item_id for each in report.retention] == ["cap_0.99", "cap_0.2"]
    assert [each.item_id for each in report.unlisted] == ["cap_0.3", "cap_0.1"]
    assert all(each.likelihood < LISTED_FROM and not each.counted for each in report.unlisted)
    assert report.likely_lost == report.retention[:1]
    assert [each["verdict"] for each in report.to_json()["unlisted"]] == ["dropped", "dropped"]


def test_without_a_capture_nothing_is_judged() -> None:
    """Gate C could not be evaluated."""
    assert evaluate(artifact_of(item(RULE)), index_of(EVENTS), None).unlisted == ()


def test_they_are_few_and_short() -> None:
    """The likeliest 25, each with the first place where it was said."""
    event = EVENTS[0]
    link = make_link(SESSION, event.ordinal, event.text, 0, 4)
    many = tuple(
        proposed(f"Crate number {n} goes to pier {n}.", n / 1000).model_copy(
            update={"evidence": (link, link)}
        )
        for n in range(1, 28)
    )
    capture = capture_of().model_copy(update={"proposed": many})
    found = evaluate(artifact_of(item(RULE), origin="imported"), index_of(EVENTS), capture).unlisted
    assert len(found) == 25
    chances = [each.likelihood for each in found]
    assert chances == sorted(chances, reverse=True)
    assert all(each.evidence == (link,) for each in found)
    assert not any(each.matched_evidence or each.fix for each in found)
