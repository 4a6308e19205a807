"""Likely losses are listed separately on the claims screen and do not look like failures."""

from __future__ import annotations

from gates.evaluate import Evaluator
from tests.gates.build import artifact_of as judged_artifact
from tests.gates.build import capture_of, captured, index_of, item, source_events
from tests.store.build import artifact_of
from workbench.presentation.judgement import Judgement
from workbench.presentation.problems import GateProblem, ReviewWay
from workbench.tui.state.review.claims import Claims, claims_of, detail_rows, list_rows
from workbench.tui.state.review.drafts import counter
from workbench.tui.state.review.gate_table import explained, gate_rows, verdict_bar
from workbench.tui.state.spans import PaneRow


def lost(key: str, *, counted: bool, reviews: tuple[ReviewWay, ...]) -> GateProblem:
    return GateProblem(
        key, "C", counted, "decision dropped", "Use UTC.", None, (), None, reviews, None, counted
    )


PROBLEMS = (
    lost("cap_a", counted=True, reviews=("dismiss",)),
    lost("cap_b", counted=False, reviews=("confirm", "dismiss")),
)


def plain(rows: list[PaneRow]) -> str:
    return "\n".join("".join(span.text for span in each.line) for each in rows)


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


def test_the_gates_of_a_draft_list_what_is_likely_lost_and_how_little_gate_c_rests_on() -> None:
    """The screen shows what the command prints: the count in the table, the item below it, the doubt."""
    kept = item("Never touch the public API.", kind="decision")
    done = captured("Write a changelog entry.", "write a changelog entry for it").model_copy(
        update={"carried_out": True, "likelihood": 0.9}
    )
    rule = captured("Never touch the public API.", "Never touch the public API.")
    made = judged_artifact(kept, item("The office orders paper."), origin="imported", strategy="native")
    report = Evaluator(index_of(), capture_of(rule, done)).evaluate(made)
    assert report.likely_lost and report.blocking
    shown = Judgement(report, made, source_events())
    table, below = plain(gate_rows(shown, 100, compact=False)), plain(explained(shown, "C", 100))
    assert "1 likely lost" in table and "1 likely lost" in below
    assert "likely lost, not counted: decision dropped" in below
    little = "gate C rests on 1 captured item, so a pass of it proves little"
    assert little in below.replace("\n", " ").replace("Gate", "gate")
    bar = "".join(span.text for span in verdict_bar(shown)[0])
    assert little in bar
