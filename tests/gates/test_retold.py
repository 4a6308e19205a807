"""Right claims about short sessions, each beside a wrong one that looks like it and is still noticed."""

from __future__ import annotations

import pytest

from gates.language.past_tense import bases_of_past
from tests.gates.test_session_claims import claim, found

SHIFTS = (
    "user: move the bakery's late shift, only Mondays, unless Olga objects",
    "assistant: Olga is on the phone. Every oven needs a filter.",
    "edit: rota/late.csv — shift Carla -> Denis, shifts.csv unchanged",
    "assistant: 6 ovens are left, the others were sold.",
    'command: git commit -m "late shift"',
    "result: [rota 1f2e3d4] late shift",
    "user: the dough sheet is being rewritten by Piet",
)
RESTORED = (
    "edit: shop/till.toml — drawer = oak -> drawer = birch",
    "user: no, put the oak back",
    "edit: shop/till.toml — drawer = oak",
)


@pytest.mark.parametrize(
    ("rule", "right", "wrong"),
    [
        ("overclaim", "A filter is needed by every single oven.", ""),
        ("exception_left_out", "The bakery has 6 ovens left after both others were sold.", ""),
        ("exception_left_out", "Every other oven was sold.", "All of the ovens were sold."),
        (
            "cause_unheard",
            "The sheet waits because Piet is rewriting it.",
            "The sheet waits because Piet caught a cold.",
        ),
        ("value_outdated", "The late shifts are unchanged.", ""),
        ("done_reported_open", "The late shift was committed but not pushed.", ""),
        (
            "condition_dropped",
            "The bakery sells its late bread to a hotel in town.",
            "The late shift of the bakery was moved.",
        ),
        ("order_reversed", "Piet rewrote the dough sheet before the late shift moved.", ""),
    ],
)
def test_what_is_reported_otherwise_is_not_what_is_only_reported_in_other_words(
    rule: str, right: str, wrong: str
) -> None:
    """The right claim is left alone; where there is a wrong one, it is warned of."""
    assert rule not in {name for _, name in found(SHIFTS, claim(right))}
    assert not wrong or rule in {name for _, name in found(SHIFTS, claim(wrong))}


@pytest.mark.parametrize(
    ("text", "outdated"),
    [("The drawer is made of oak.", True), ("The drawer of the till is birch.", False)],
)
def test_a_value_gave_way_only_as_long_as_it_is_not_put_back(text: str, outdated: bool) -> None:
    """A later event that has it again makes it current."""
    assert (("warning", "value_outdated") in found(RESTORED[:1], claim(text))) is outdated
    assert ("warning", "value_outdated") not in found(RESTORED, claim(text))


@pytest.mark.parametrize(
    ("text", "outdated"),
    [("The window stays false.", False), ("The glass of the window is clear.", True)],
)
def test_a_mere_state_is_no_ones_value(text: str, outdated: bool) -> None:
    """A value such as `false` may belong to anything."""
    lines = ("edit: house.toml — window = false -> true, glass = clear -> frosted",)
    assert (("warning", "value_outdated") in found(lines, claim(text))) is outdated


@pytest.mark.parametrize(
    ("text", "planned"),
    [("Lyon is invited to the fair.", False), ("Nice is invited to the fair.", True)],
)
def test_what_a_noun_tells_as_done_is_no_mere_plan(text: str, planned: bool) -> None:
    """Of the one place only: the other is still to be invited."""
    lines = ("assistant: I will invite Nice to the fair.", "assistant: Invitations to Lyon are out.")
    assert (("warning", "plan_told_done") in found(lines, claim(text))) is planned


@pytest.mark.parametrize(
    ("word", "base"),
    [("rewritten", "rewrite"), ("overrode", "override"), ("resent", "resend"), ("written", "write")],
)
def test_a_prefix_leaves_the_past_of_a_verb_as_it_is(word: str, base: str) -> None:
    """Irregular verbs are listed without it."""
    assert bases_of_past(word) == {base}


WORKSHOP = (
    "user: sort the drawers, one label per drawer; do the metal ones on the left bench, not on the right",
    "command: make audit",
    "result: labels: 40 fixed; drawers: Found 3 errors",
    "assistant: That was only a trial. I'll run it for real on Monday.",
    "command: make audit",
    "result: 12 passed, 0 failed, glue (v1.21) took 4m 5s, published to main",
    "assistant: The saw isn't oiled yet. It was loud because of yours.",
    "user: start at 11 instead of 8; delete the scraps, and the offcuts too",
)


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("overclaim", "The audit doesn't find any more faults in drawers."),
        ("overclaim", "All checks passed in the end."),
        ("overclaim", "Each drawer has its own label."),
        ("overclaim", "All labels up to number 40 were fixed."),
        ("overclaim", "The metal drawers are on the left and all others elsewhere."),
        ("outcome_differs", "None of the three errors in drawers has been fixed."),
        ("num_absent", "The audit used glue 1.21."),
        ("num_absent", "The audit took 4 minutes and 5 seconds."),
        ("only_planned", "The audit had been a trial so far."),
        ("only_planned", "The labels were reported by the audit run."),
        ("unsupported", "The windows upstairs haven't been varnished."),
        ("unsupported_action", "It was published and deployed to main."),
        ("state_differs", "The saw will be oiled."),
        ("polarity_conflict", "The saw will be oiled."),
        ("cause_differs", "The saw was loud because it is the user's."),
        ("pair_swapped", "The start was put off from 8 to 11."),
        ("done_reported_open", "The audit had been waiting for labels of drawers."),
    ],
)
def test_a_right_claim_in_other_words_is_not_warned_of(rule: str, text: str) -> None:
    """Each was flagged once, or is like one that was, for a reason that lies in the rule."""
    lines = (*WORKSHOP, "result: deployed to main") if rule == "unsupported_action" else WORKSHOP
    assert rule not in {name for _, name in found(lines, claim(text))}


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("num_absent", "The audit used glue 1.22."),
        ("num_absent", "The audit took 6 minutes."),
        ("unsupported_action", "It was published and deployed to main."),
        ("state_differs", "The saw was oiled."),
        ("pair_swapped", "The start was at 8 instead of 11."),
    ],
)
def test_a_wrong_claim_of_the_same_kind_still_is(rule: str, text: str) -> None:
    """The rules are narrower, not gone."""
    assert rule in {name for _, name in found(WORKSHOP, claim(text))}


def test_a_place_that_a_claim_sets_aside_is_not_claimed() -> None:
    """`rather than on main` excludes a place."""
    lines = ("user: commit on docs/api, not on main", "assistant: Committed on docs/api.")
    right, wrong = "It was committed on docs/api rather than on main.", "It was committed on main."
    assert ("warning", "place_differs") not in found(lines, claim(right))
    assert ("warning", "place_differs") in found(lines, claim(wrong))
