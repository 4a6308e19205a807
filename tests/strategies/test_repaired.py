"""A repair that drops unsourced statements: what it drops and adds, and what still fails."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Literal

import pytest

from gates.artifact import Artifact, Item, ItemKind, Origin
from gates.capture import make_capture
from gates.report import Finding, GateReport, Verdict
from gates.source import SourceRange
from tests.strategies.source import Source, whole, work_session
from workbench.errors import UsageError
from workbench.strategies.base import DraftRequest
from workbench.strategies.checkpoint import CheckpointStrategy
from workbench.strategies.native import NativeStrategy, NativeSummary
from workbench.strategies.repair import REPAIR, RepairedArtifact, repair_artifact
from workbench.strategies.repaired import blocking, leaves_out

INVENTED = "The staging cluster was rebuilt on Friday by the night crew"


@cache
def source() -> Source:
    """The scripted session."""
    return whole(work_session())


@cache
def good() -> Artifact:
    """A draft of it that passes."""
    return source().draft(CheckpointStrategy())


def summary(*more: Item, narrative: str | None = None, lost: bool = False) -> Artifact:
    """The good draft as a summary of the transcript's own, without links, with more statements."""
    kept = [i for i in good().items if not lost or i.kind not in (ItemKind.DECISION, ItemKind.OPEN_WORK)]
    bare = [
        i.model_copy(update={"links": (), "detail": None}) for i in kept if i.kind is not ItemKind.CONFLICT
    ]
    made = good().model_copy(update={"origin": Origin.IMPORTED, "strategy": "native", "narrative": narrative})
    return made.with_items((*bare, *more))


def repaired(artifact: Artifact, *, report: GateReport | None = None, **how: bool) -> RepairedArtifact:
    """Return the artifact repaired without its unsourced statements."""
    how = {"drop_unsourced": True, **how}
    found = repair_artifact(
        artifact, report or source().judge(artifact), source().index(), source().capture, **how
    )
    assert found is not None
    return found


def test_what_has_no_source_is_left_out_and_reported() -> None:
    """With its words, the rule and the reason; the rest stays, and the result passes gate B."""
    artifact = summary(Item(kind=ItemKind.CLAIM, text=INVENTED))
    made = repaired(artifact)
    stated = {each.text: each for each in made.dropped}
    assert stated[INVENTED].rule == "no_source"
    assert stated[INVENTED].reason
    assert stated[INVENTED].item_id in {item.item_id for item in artifact.items}
    left = {item.text for item in made.artifact.items}
    assert left | set(stated) >= {item.text for item in artifact.items}
    assert not left & set(stated)
    assert source().judge(made.artifact).gates["B"].status is Verdict.PASS


def test_nothing_is_left_out_unasked() -> None:
    """Without the wish it stays, and is named as what is in the way."""
    artifact = summary(Item(kind=ItemKind.CLAIM, text=INVENTED), lost=True)
    made = repaired(artifact, drop_unsourced=False)
    assert made.dropped == ()
    assert INVENTED in {item.text for item in made.artifact.items}
    report = source().judge(made.artifact)
    named = [each for each in blocking(made.artifact, report) if each.gate == "B"]
    assert INVENTED in {each.text for each in named}
    assert {each.item_id for each in named} <= {item.item_id for item in made.artifact.items}


def test_what_was_lost_is_added_and_never_left_out_again() -> None:
    """A native summary that drops decisions and work passes every gate once it is repaired."""
    artifact = summary(lost=True)
    assert source().judge(artifact).gates["C"].status is Verdict.FAIL
    made = repaired(artifact)
    report = source().judge(made.artifact)
    assert not report.blocking
    assert blocking(made.artifact, report) == ()
    lost = {v.text for v in source().judge(artifact).retention if not v.retained and v.counted}
    assert lost
    assert lost <= {item.text for item in made.artifact.items}


def test_loose_sentences_of_the_narrative_are_cut() -> None:
    """Each is listed without an item; what the items cover stays."""
    covered = next(item.text for item in good().items if item.kind is ItemKind.OPEN_WORK)
    made = repaired(summary(narrative=f"{covered.rstrip('.')}. {INVENTED}."))
    (cut,) = [each for each in made.dropped if each.item_id is None]
    assert (cut.rule, cut.text.rstrip(".")) == ("narrative_uncovered", INVENTED)
    assert (made.artifact.narrative or "").startswith(covered.rstrip("."))
    assert INVENTED not in (made.artifact.narrative or "")


def test_a_lost_item_whose_evidence_does_not_resolve_is_never_written() -> None:
    """It stays lost."""
    kept = summary(Item(kind=ItemKind.CLAIM, text=INVENTED), lost=True)
    capture = source().capture
    broken = [
        item.model_copy(
            update={"evidence": tuple(e.model_copy(update={"quote_hash": "0" * 64}) for e in item.evidence)}
        )
        for item in capture.items
    ]
    capture = make_capture(capture.capture_version, broken)
    made = repair_artifact(kept, source().judge(kept), source().index(), capture, drop_unsourced=True)
    assert made is not None
    lost = {item.text for item in broken if item.counts}
    assert not lost & {item.text for item in made.artifact.items if item.kind is ItemKind.DECISION}


def test_what_a_reviewer_asked_for_is_not_called_left_out() -> None:
    """Its statement had no source and was dropped; the captured item brings it back with a link."""
    capture = source().capture
    told = next(item for item in capture.items if item.kind == "decision" and item.counts)
    asked = told.model_copy(update={"text": INVENTED, "item_id": f"cap_{0:020x}"})
    reviewed = make_capture(capture.capture_version, [*capture.items, asked])
    artifact = summary(Item(kind=ItemKind.DECISION, text=INVENTED))
    report = source().judge(artifact)
    made = repair_artifact(artifact, report, source().index(), reviewed, drop_unsourced=True)
    assert made is not None
    assert INVENTED in {item.text for item in made.artifact.items}
    assert INVENTED not in {each.text for each in made.dropped}


def test_what_is_likely_lost_is_added_on_demand() -> None:
    """Proposed items are added with their links only on request."""
    capture = source().capture
    wanted = next(item for item in capture.items if item.kind == "decision" and item.counts)
    proposing = make_capture(
        capture.capture_version, [i for i in capture.items if i is not wanted], [*capture.proposed, wanted]
    )
    artifact = summary(lost=True)
    report = source().judge(artifact)
    verdicts = [
        v.model_copy(update={"counted": False}) if v.item_id == wanted.item_id else v
        for v in report.retention
    ]
    stated = report.model_copy(update={"retention": tuple(verdicts)})
    for likely in (False, True):
        made = repair_artifact(artifact, stated, source().index(), proposing, likely=likely)
        assert made is not None
        assert (wanted.text in {item.text for item in made.artifact.items}) is likely


def test_a_question_whose_answer_is_left_out_is_left_out_too() -> None:
    """Alone it would be open again."""
    question = Item(kind=ItemKind.CLAIM, text="Which lifeboat did the pelicans inspect?")
    answer = Item(kind=ItemKind.CLAIM, text="Answered: the northern lifeboat of the harbour pelicans.")
    made = repaired(summary(question, answer))
    stated = {each.text for each in made.dropped}
    assert {question.text, answer.text} <= stated
    assert question.text not in {item.text for item in made.artifact.items}


@pytest.mark.parametrize("gate", ["A", "E"])
def test_a_gate_that_fails_as_a_whole_is_named(gate: str) -> None:
    """If no single statement is to blame, the measure is reported."""
    report = source().judge(good())
    failed = report.gates[gate].model_copy(update={"status": Verdict.FAIL, "findings": ()})
    (named,) = blocking(good(), report.model_copy(update={"gates": {**report.gates, gate: failed}}))
    assert (named.gate, named.rule, named.item_id) == (gate, "gate_not_passed", None)
    assert named.fix


def native(artifact: Artifact) -> NativeStrategy:
    """The strategy over a summary of the scripted session."""
    index, capture = source().index(), source().capture
    return NativeStrategy(
        NativeSummary(artifact, artifact.artifact_id, source().judge(artifact), index, capture)
    )


def request_of(artifact: Artifact, **change: object) -> DraftRequest:
    """The request for exactly the summary's range."""
    events = source().index().events
    made = DraftRequest(artifact.source.range(), events, objective="Split the query")
    return replace(made, **change)  # type: ignore[arg-type]


def test_native_is_the_summary_repaired() -> None:
    """Drafted, its parent the summary, no tokens, and what was left out is handed on."""
    artifact = summary(Item(kind=ItemKind.CLAIM, text=INVENTED), lost=True)
    made = native(artifact).draft(request_of(artifact))
    drafted = Artifact.model_validate(made.payload)
    assert (drafted.strategy, drafted.origin, drafted.prompt_version) == ("native", Origin.DRAFTED, REPAIR)
    assert drafted.parents == (artifact.artifact_id,)
    assert drafted.objective.startswith("Split the query")
    assert "please move the exporter to src/export.py" in drafted.objective
    assert made.record.counts() == (0, 0, 0, 0)
    assert INVENTED in {each.text for each in made.dropped}
    assert not source().judge(drafted).blocking


def test_native_refuses_what_it_cannot_read() -> None:
    """Another range, an encrypted summary, none at all."""
    artifact = summary()
    other = SourceRange(artifact.source.session_id, 0, artifact.source.source_end - 1)
    with pytest.raises(UsageError, match="no summary of exactly"):
        native(artifact).draft(request_of(artifact, source=other))
    with pytest.raises(UsageError, match="no summary of exactly"):
        NativeStrategy().draft(request_of(artifact))
    with pytest.raises(UsageError, match="encrypted"):
        native(artifact.model_copy(update={"opaque": True})).draft(request_of(artifact))


@pytest.mark.parametrize(
    ("gate", "rule", "severity", "left_out"),
    [
        ("B", "no_source", "hard", True),
        ("B", "source_scattered", "warning", True),
        ("B", "link_unresolved", "warning", False),
        ("D", "num_conflict", "hard", True),
        ("D", "num_conflict", "warning", False),
        ("D", "id_absent", "hard", False),
    ],
)
def test_what_leaves_a_statement_out(
    gate: str, rule: str, severity: Literal["hard", "warning"], left_out: bool
) -> None:
    """It is dropped without a source or for an uncleared hard finding, never for a warning of gate D."""
    finding = Finding(
        finding_id="f", rule=rule, rule_version="1", severity=severity, message="m", item_id="itm_1"
    )
    assert leaves_out(gate, finding, frozenset({("id_absent", "itm_1")})) is left_out
