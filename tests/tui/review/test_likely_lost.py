"""Likely losses are listed separately on the claims screen and do not look like failures."""

from __future__ import annotations

from tests.store.build import artifact_of
from workbench.presentation.problems import GateProblem, ReviewWay
from workbench.tui.state.review.claims import Claims, claims_of, detail_rows, list_rows
from workbench.tui.state.review.drafts import counter


def lost(key: str, *, counted: bool, reviews: tuple[ReviewWay, ...]) -> GateProblem:
    return GateProblem(
        key, "C", counted, "decision dropped", "Use UTC.", None, (), None, reviews, None, counted
    )


PROBLEMS = (
    lost("cap_a", counted=True, reviews=("dismiss",)),
    lost("cap_b", counted=False, reviews=("confirm", "dismiss")),
)


def claims() -> Claims:
    return claims_of(artifact_of("ses_1", 0, 2), PROBLEMS)


def text(claims: Claims) -> str:
    return "\n".join("".join(span.text for span in each.line) for each in list_rows(claims.entries, 60))


def test_likely_lost_stands_below_what_is_lost_and_is_not_counted_as_failing() -> None:
    """Two sections, and one `!` for the counted item only."""
    shown = text(claims())
    assert shown.index("Not retained  1") < shown.index("Likely lost, not counted  1")
    assert claims().count("!") == 1
    assert claims().count("?") == 1


def test_a_likely_loss_says_that_it_is_not_counted_and_which_keys_fit() -> None:
    """The counted one names the gate, the likely one states that it does not count."""
    found = claims().entry("cap_b")
    assert found is not None
    text = "\n".join("".join(span.text for span in each.line) for each in detail_rows(found, 0, (), 90))
    assert "decision dropped, not counted" in text
    assert "c counts it from now on; d dismisses the captured item" in text
    assert counter(PROBLEMS) == "1 problem   1 lost"
