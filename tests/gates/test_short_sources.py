"""A claim about a short source beside the clauses of it: each rule with a case on either side."""

from __future__ import annotations

import pytest

from bench.accuracy.claim_faults import SESSION, events_of
from gates.contradiction.ranking import SHORT_SOURCE, WEIGHTS_IN_USE, likelihood, ranked
from gates.contradiction.short_sources import against_clauses
from gates.findings import Found
from gates.search.index import SourceIndex
from gates.source import SourceRange, make_link
from tests.gates.test_session_claims import claim, found

TALK = (
    "user: please draw the plan of the kiosk, no logo; keep the east door",
    "assistant: Mara wants a wider counter, Tobias wants a second till.",
    "edit: plans/kiosk.svg — drawPlan splits the floor, oak -> birch",
    "assistant: The till broke because the drawer jammed. The permit is still to be filed.",
    "user: I'll phone the joiner. I'd like to show it to Hana",
    "assistant: Three of four lamps are placed, one lamp still lacks a socket. The lease is 2 years.",
    "user: make the lease 3 years",
)


def test_an_item_carried_over_is_not_laid_beside_the_range() -> None:
    """Its words come from before the range, so its names need not occur in the range."""
    events = events_of(("user: drawPlot it", *TALK))
    link = make_link(SESSION, 0, events[0].text, 0, len(events[0].text))
    index = SourceIndex.build(SourceRange(SESSION, 1, len(events) - 1), events, scope_complete=True)
    item = claim("drawPlot splits the floor.")
    assert [each.rule for each in against_clauses(item, index)] == ["kin_name"]
    carried = item.model_copy(update={"links": (link,)})
    assert against_clauses(carried, index) == []


@pytest.mark.parametrize(
    ("rule", "wrong", "right"),
    [
        ("kin_name", "dra_floor splits the floor.", "drawPlan splits the floor."),
        (
            "cause_unheard",
            "The till broke because of heavy rainfall.",
            "The till broke because a drawer jammed.",
        ),
        ("exception_left_out", "All four lamps are placed.", "Three of the lamps are placed."),
        ("value_outdated", "The kiosk is drawn in oak.", "The kiosk is drawn in birch."),
    ],
)
def test_what_the_source_says_otherwise_is_warned_of(rule: str, wrong: str, right: str) -> None:
    """The claim that has it wrong, and not the one that has it right."""
    assert ("warning", rule) in found(TALK, claim(wrong))
    assert ("warning", rule) not in found(TALK, claim(right))


def test_long_sources_are_not_read_so() -> None:
    """A long source states things repeatedly in other words."""
    filled = (*TALK, *("assistant: The floor is swept." for _ in range(60)))
    assert ("warning", "exception_left_out") not in found(filled, claim("All four lamps are placed."))


def test_a_check_whose_last_result_passes_fails_no_more() -> None:
    """A later report of failure overrides this."""
    lines = (
        "user: fix it",
        "command: make check",
        "result: FAILED",
        "edit: a.c — x",
        "command: make check",
        "result: ok",
    )
    assert ("warning", "outcome_differs") in found(lines, claim("The check still fails on Linux."))
    said = (*lines, "user: it fails on my Linux though")
    assert ("warning", "outcome_differs") not in found(said, claim("The check still fails on Linux."))


def test_a_doubtful_rule_takes_nothing_from_a_sure_one() -> None:
    """Both rules together report at least what the sure one reports alone."""
    weights = {"short source": 1.0, "short source, kin_name": 0.8, "short source, opposite_word": -2.0}
    sure, doubtful = (Found(rule, "warning", "x") for rule in ("kin_name", "opposite_word"))
    WEIGHTS_IN_USE.put_in_place((0.0, weights))
    try:
        alone, both = (likelihood(claim("It is so."), rules, 5) for rules in ([sure], [sure, doubtful]))
        assert both == alone > likelihood(claim("It is so."), [doubtful], 5)
    finally:
        WEIGHTS_IN_USE.put_in_place(None)


def test_the_day_of_a_date_may_stand_without_its_month() -> None:
    """`the 11th` bears out 11 November, and not 12 November."""
    lines = ("user: the jury meets on 4 November", "assistant: Noted.", "user: it got moved to the 11th")
    assert ("warning", "num_absent") not in found(lines, claim("The jury meets on 11 November."))
    assert ("warning", "num_absent") in found(lines, claim("The jury meets on 12 November."))


def test_a_digit_within_a_name_is_no_count() -> None:
    """Three in words is a small count, even beside `mail_3d`."""
    lines = ("user: do the welcome mail", "edit: mails/mail_3d.txt — shorter", "user: and trial_end")
    assert ("warning", "num_absent") not in found(
        lines, claim("Three mails were redone, mail_3d among them.")
    )


def test_a_summary_of_many_strange_names_knows_more_than_the_session_shows() -> None:
    """From three such claims on none of them is shown unasked; every one is on demand."""
    strange = [(claim(f"{name} splits it."), [Found("kin_name", "warning", name)]) for name in "abc"]
    for number, shown in ((2, 2), (3, 0)):
        assert len(ranked(strange[:number], 10, every=False)) == shown
        assert len(ranked(strange[:number], 10, every=True)) == number


def test_events_that_stay_verbatim_make_a_source_longer() -> None:
    """The length counts all events: of sixty with forty kept, each thing may be stated twice."""
    events = events_of(tuple(f"user: line {n} of the plan" for n in range(SHORT_SOURCE)))
    kept = frozenset(range(10, 50))
    whole = SourceIndex.build(SourceRange(SESSION, 0, len(events) - 1, kept), events, scope_complete=True)
    part = SourceIndex.build(SourceRange(SESSION, 1, len(events) - 1, kept), events, scope_complete=True)
    assert (whole.range_length, len(whole.range_events)) == (SHORT_SOURCE, SHORT_SOURCE - len(kept))
    assert part.range_length == SHORT_SOURCE - 1
    item = claim("dra_line 3 of the plan.")
    assert against_clauses(item, whole) == []


def test_a_name_that_leads_to_itself_is_not_replaced() -> None:
    """A push prints its branch on both sides of an arrow; nothing else took its place."""
    pushed = ("user: send the branch", "command: git push", "result:    5d1e..8c3f  kiosk-oak -> kiosk-oak")
    assert ("warning", "value_outdated") not in found(pushed, claim("The branch kiosk-oak holds the plan."))
