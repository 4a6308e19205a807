"""Events that stay verbatim: what they say is retained, and they count in what enters the context."""

from __future__ import annotations

import pytest

from gates.artifact import Artifact, Item
from gates.budget import BudgetGate
from gates.capture import CapturedItem
from gates.evaluate import Evaluator
from gates.report import FEWEST_COUNTED, GateReport, Retention, why_thin
from gates.search.index import SourceIndex
from gates.source import SourceRange
from tests.gates.build import SESSION, TEXTS, artifact_of, capture_of, captured, item, source_events

RULE = captured("Never touch the public API.", "Never touch the public API.")
NOTE = item(
    "The exporter now writes 240 rows per batch",
    "The exporter now writes 240 rows per batch",
    speaker="agent",
)


def judged(
    *kept: int, wanted: tuple[CapturedItem, ...] = (RULE,), said: tuple[Item, ...] = (NOTE,)
) -> GateReport:
    """Return the report on an artifact that keeps these events and has only these items."""
    source = {"session_id": SESSION, "source_start": 0, "source_end": len(TEXTS) - 1, "kept": list(kept)}
    artifact: Artifact = artifact_of(*said, source=source)
    where = SourceRange(SESSION, 0, len(TEXTS) - 1, frozenset(kept))
    index = SourceIndex.build(where, source_events(), scope_complete=True)
    return Evaluator(index, capture_of(*wanted)).evaluate(artifact)


def verdict(report: GateReport) -> tuple[Retention, str]:
    """The verdict on the first captured item, and its rule."""
    return report.retention[0].verdict, report.retention[0].rule


def test_what_a_kept_event_says_is_retained() -> None:
    """The message stays in the context; keeping another message does not retain it."""
    assert verdict(judged(0)) == (Retention.PRESERVED, "kept_verbatim")
    assert verdict(judged(5))[0] is Retention.DROPPED
    assert verdict(judged())[0] is Retention.DROPPED


@pytest.mark.parametrize(("more", "retained"), [("", True), (" unless the owner agrees in writing", False)])
def test_the_kept_words_must_say_the_item(more: str, retained: bool) -> None:
    """Four fifths of an item's words must occur in its evidence quotes."""
    wanted = captured(f"Never touch the public API{more}", "Never touch the public API.")
    found = verdict(judged(0, wanted=(wanted,)))[0]
    assert (found is Retention.PRESERVED) is retained


@pytest.mark.parametrize(("kept", "retained"), [((0, 8), True), ((8,), False)])
def test_a_state_that_the_capture_sums_up_is_kept_with_all_it_was_read_from(
    kept: tuple[int, ...], retained: bool
) -> None:
    """No event contains `Failed when last run`, but the command and its output do."""
    first = captured("x", "Never touch the public API.").evidence
    last = captured("x", "Two retry tests are left").evidence
    state = captured("Failed when last run: make check && make lint", "Two retry tests are left")
    wanted = state.model_copy(update={"evidence": (*first, *last)})
    assert (verdict(judged(*kept, wanted=(wanted,)))[0] is Retention.PRESERVED) is retained


def test_files_that_a_kept_event_names_need_not_be_named_again() -> None:
    """The rest of a state must be; where nothing is left of it, it is kept."""
    state = captured(
        "Edited and not committed: store/exporter.py, billing/retry.py", "Two retry tests are left"
    )
    one = item("billing/retry.py is not committed", "Two retry tests are left")
    assert verdict(judged(wanted=(state,), said=(one,)))[0] not in (
        Retention.PRESERVED,
        Retention.PARAPHRASED,
    )
    assert verdict(judged(0, wanted=(state,), said=(one,))) == (Retention.PARAPHRASED, "state_named")
    assert verdict(judged(0, 1, wanted=(state,))) == (Retention.PRESERVED, "kept_verbatim")


def test_a_capture_of_which_a_part_stays_says_so() -> None:
    """The verdict rests on what could be lost, the figures beside it count all."""
    wanted = (RULE, captured("Two retry tests are left", "Two retry tests are left"))
    left = item("Two retry tests are left", "Two retry tests are left")
    part = judged(0, wanted=wanted, said=(left,))
    assert why_thin(part) == (
        "gate C rests on 1 of 2 captured items: the other 1 counts as kept, as its event stays verbatim"
    )
    none = judged(0, wanted=wanted[:1], said=())
    assert why_thin(none) == (
        "gate C rests on 0 of 1 captured items: it counts as kept, as its event stays verbatim"
    )
    whole = judged(wanted=wanted[1:], said=(left,))
    assert why_thin(whole) == "gate C rests on 1 captured item"


def test_the_last_place_must_be_kept() -> None:
    """An answer is what binds, not the question before it."""
    link = captured("Two retry tests are left", "Two retry tests are left").evidence
    both = RULE.model_copy(update={"evidence": (*RULE.evidence, *link)})
    assert verdict(judged(0, wanted=(both,)))[0] is Retention.DROPPED
    assert verdict(judged(0, 8, wanted=(both,)))[0] is Retention.PRESERVED


def test_a_statement_that_says_otherwise_is_not_excused() -> None:
    """A contradicted item stays contradicted, whichever events are kept."""
    wrong = item(
        "Touch the public API freely", "Never touch the public API.", kind="decision", speaker="user"
    )
    alone, beside = judged(said=(wrong,)), judged(0, said=(wrong,))
    if verdict(alone)[0] in (Retention.MUTATED, Retention.CONTRADICTED):
        assert verdict(beside) == verdict(alone)


@pytest.mark.parametrize(("kept", "thin"), [((), False), ((0,), True)])
def test_what_stays_verbatim_makes_no_capture_thick(kept: tuple[int, ...], thin: bool) -> None:
    """It cannot be lost, so it says nothing about the summary."""
    wanted = tuple(RULE.model_copy(update={"item_id": f"{RULE.item_id}{n}"}) for n in range(FEWEST_COUNTED))
    assert ("thin_capture" in judged(*kept, wanted=wanted).tags) is thin


def rules(report: GateReport) -> set[str]:
    """Rules of gate E's findings."""
    return {finding.rule for finding in report.gates["E"].findings}


def test_kept_events_count_in_the_share_of_the_source() -> None:
    """The artifact's text and what stays, against all of the range."""

    def ratio(report: GateReport) -> float:
        value = next(m.value for m in report.gates["E"].measures if m.name == "compression_ratio")
        assert value is not None
        return float(value)

    assert ratio(judged()) < ratio(judged(0)) < ratio(judged(0, 1, 4))


def test_growth_of_the_context_warns_and_never_blocks() -> None:
    """One token more than now is a warning; an equal number is not."""
    source = source_events()
    where = SourceRange(SESSION, 0, len(TEXTS) - 1)
    judge = Evaluator(SourceIndex.build(where, source, scope_complete=True), capture_of(RULE))
    artifact = artifact_of(NOTE)
    grows, same = judge.evaluate(artifact, growth=1), judge.evaluate(artifact, growth=0)
    assert "context_grows" in rules(grows)
    assert "context_grows" not in rules(same)
    assert grows.gates["E"].status is same.gates["E"].status
    assert grows.input_digest != same.input_digest
    assert BudgetGate().name == "E"


@pytest.mark.parametrize(
    ("lead", "retained"),
    [("Verify the plan with: ", True), ("Never touch after Monday: ", False), ("", True)],
)
def test_a_lead_of_the_capture_need_not_be_said(lead: str, retained: bool) -> None:
    """A label such as a plan's verification may be left out; a lead that forbids may not."""
    wanted = captured(f"{lead}Two retry tests are left", "Two retry tests are left")
    found = verdict(judged(8, wanted=(wanted,)))[0]
    assert (found is Retention.PRESERVED) is retained


def test_a_kept_event_is_looked_at_before_a_statement_in_other_words() -> None:
    """Word for word beside the summary is more than a paraphrase in it."""
    retold = item("The public API must not be touched", "Never touch the public API.", speaker="user")
    assert verdict(judged(said=(retold,)))[0] is Retention.PARAPHRASED
    assert verdict(judged(0, said=(retold,))) == (Retention.PRESERVED, "kept_verbatim")


def test_a_kept_message_may_repeat_what_was_said_elsewhere() -> None:
    """The words must all be there; a few words recur by chance."""
    said = "The exporter now writes 240 rows per batch and keeps the old column order."
    elsewhere = captured(said, "Never touch the public API.")
    assert verdict(judged(6, wanted=(elsewhere,)))[1] == "kept_verbatim"
    assert verdict(judged(5, wanted=(elsewhere,)))[1] != "kept_verbatim"
    short = captured("the old column", "Never touch the public API.")
    assert verdict(judged(6, wanted=(short,)))[1] != "kept_verbatim"
