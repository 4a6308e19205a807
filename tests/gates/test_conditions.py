"""Preferences turned round and conditions dropped or changed, each beside a faithful rewording."""

from __future__ import annotations

import pytest

from gates.report import Retention
from gates.retention.match import RETAINED
from gates.retention.words import words
from tests.gates.test_turned_decisions import verdict

CASES = [
    (
        "I would rather repair the boiler than replace it.",
        "Rather than replacing it, repair the boiler.",
        "They would rather replace the boiler than repair it.",
    ),
    (
        "I'd rather walk the coast path than hire bikes.",
        "Walking the coast path is preferred over hiring bikes.",
        "I'd rather hire bikes than walk the coast path.",
    ),
    (
        "I prefer oats to rye for the bread.",
        "For the bread the user would rather have oats than rye.",
        "The user prefers rye to oats for the bread.",
    ),
    (
        "Frame the poster rather than laminating it.",
        "The poster is framed instead of laminated.",
        "Laminate the poster rather than framing it.",
    ),
    (
        "Sell the van once Ingrid has found another.",
        "When Ingrid has found another, the van is to be sold.",
        "Sell the van.",
    ),
    (
        "Plant the hedge after the fence is painted.",
        "As soon as the fence has been painted, plant the hedge.",
        "Plant the hedge.",
    ),
    (
        "Drain the pool before the plumber comes.",
        "The pool has to be drained before the plumber comes.",
        "Drain the pool.",
    ),
    (
        "Sign the lease only if the roof is mended.",
        "The roof must be mended before the lease is signed.",
        "Sign the lease even if the roof is not mended.",
    ),
    (
        "Call the vet if the dog limps again.",
        "If the dog limps again, the vet is to be called.",
        "Call the vet regardless of whether the dog limps again.",
    ),
    (
        "Keep the museum shut until Thursday.",
        "The museum stays shut till Thursday.",
        "Keep the museum shut from Thursday.",
    ),
]


@pytest.mark.parametrize(("said", "faithful", "changed"), CASES)
def test_turned_or_unconditional_is_not_retained_but_its_rewording_is(
    said: str, faithful: str, changed: str
) -> None:
    words.cache_clear()
    assert verdict(said, faithful) in RETAINED
    assert verdict(said, changed) in (Retention.MUTATED, Retention.WEAKENED, Retention.CONTRADICTED)


@pytest.mark.parametrize(
    ("said", "stated"),
    [
        ("After reading the memo, translate the annex into Danish.", "Translate the annex into Danish."),
        ("Before you leave, archive the minutes of the meeting.", "Archive the minutes of the meeting."),
        (
            "Ask the treasurer first even if the sum is small.",
            "Ask the treasurer first, also for a small sum.",
        ),
    ],
)
def test_what_is_done_on_the_way_may_be_left_out(said: str, stated: str) -> None:
    assert verdict(said, stated) not in (Retention.WEAKENED, Retention.MUTATED, Retention.CONTRADICTED)


def test_what_is_barred_up_to_a_time_may_be_stated_as_beginning_then() -> None:
    said = "Do not water the lawn until Thursday."
    assert verdict(said, "Water the lawn from Thursday on.") is not Retention.CONTRADICTED
    assert verdict(said, "Do not water the lawn from Thursday on.") is Retention.MUTATED
