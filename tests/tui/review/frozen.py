"""Pages made by hand, so that pictures of screens do not change when a rule of the gates does."""

from __future__ import annotations

from gates.artifact import Artifact
from gates.capture import CapturedItem, make_capture
from gates.report import Finding, GateReport, GateResult, Measure, Retention, RetentionVerdict, Verdict
from gates.snapshot.builder import snapshot_of_artifact
from gates.snapshot.diff import diff
from store.values import ContextSegment, ContextView, Pointer, StoredArtifact, StoredSession
from tests.gates.build import SESSION, artifact_of, index_of, item, link_to
from workbench.edits.item_places import places
from workbench.services.contexts.context import ContextPage
from workbench.services.drafts.draft_page import DraftLine, DraftPage
from workbench.services.judgement.judge import JudgedArtifact
from workbench.services.lookup.diff import Compared, Side
from workbench.services.lookup.diff_choices import Contrast, SideLabel
from workbench.services.lookup.range_capture import Captured
from workbench.services.moves.accept_rollback import ContextSize
from workbench.services.moves.history_page import HistoryPage, MoveLine
from workbench.services.moves.move_preview import Foreseen

WHEN = "2026-11-20T14:02:00.000Z"


def session() -> StoredSession:
    """Return a session of nine events."""
    return StoredSession(
        SESSION,
        "claude-code",
        "n",
        "fix-login-flow",
        True,
        4.0,
        "fix-login-flow.jsonl",
        WHEN,
        9,
        3,
        3,
        300,
        0,
        "c",
        2,
        0,
    )


def artifact() -> Artifact:
    """Three sound items and two that are not."""
    return artifact_of(
        item("Use the --dry-run flag for the first export", "Use the --dry-run flag", kind="decision"),
        item("Two retry tests are left", "Two retry tests are left", kind="open_work", status="open"),
        item("The exporter writes 420 rows per batch", "240 rows per batch"),
        item("CI uses an older browser"),
        item("Never touch the public API", "Never touch the public API", kind="constraint"),
        objective="Migrate the invoice exporter.",
    )


def report(made: Artifact, *, passing: bool = False) -> GateReport:
    """B advises, C and D fail; or everything passes."""
    number, browser = made.items[2], made.items[3]
    link = link_to("write a changelog entry for it")
    lost = RetentionVerdict(
        item_id="cap_changelog",
        kind="decision",
        text="Write a changelog entry for the first export",
        verdict=Retention.DROPPED,
        rule="no_match",
        evidence=(link,),
        fix="add decision: Write a changelog entry for the first export (event 5)",
    )
    wrong = Finding(
        finding_id="fnd_number",
        rule="number_absent",
        rule_version="1",
        severity="hard",
        message="it says 420, the source says 240",
        item_id=number.item_id,
        evidence=number.links,
    )
    loose = Finding(
        finding_id="fnd_loose",
        rule="no_source",
        rule_version="1",
        severity="hard",
        message="no source found in the range",
        item_id=browser.item_id,
    )
    ok = passing
    gates = {
        "A": _gate(True, _measure("parse_success_rate", 1.0, "==", 1.0, True)),
        "B": _gate(
            ok, _measure("traceable_item_ratio", 1.0 if ok else 0.8, ">=", 0.98, ok), () if ok else (loose,)
        ),
        "C": GateResult(
            status=Verdict.PASS if ok else Verdict.FAIL,
            measures=(
                _measure("decision_recall", 1.0 if ok else 0.5, ">=", 0.95, ok),
                _measure("open_work_recall", 1.0, ">=", 0.95, True),
            ),
        ),
        "D": _gate(ok, _measure("contradiction_count", 0 if ok else 1, "==", 0, ok), () if ok else (wrong,)),
        "E": _gate(True, _measure("total_tokens", 8_941, "<=", 40_000, True)),
    }
    return GateReport(
        artifact_id=made.artifact_id,
        session_id=SESSION,
        origin="drafted",
        source_start=0,
        source_end=8,
        scope_complete=True,
        input_digest="0" * 64,
        policy_version="default-000000000000",
        evaluator_version="picture/1",
        replaceable=ok,
        gates=gates,
        retention=() if ok else (lost,),
    )


def _measure(name: str, value: float, op: str, threshold: float, passed: bool) -> Measure:
    return Measure.model_validate(
        {"name": name, "value": value, "op": op, "threshold": threshold, "passed": passed}
    )


def _gate(passed: bool, measure: Measure, findings: tuple[Finding, ...] = ()) -> GateResult:
    return GateResult(status=Verdict.PASS if passed else Verdict.FAIL, measures=(measure,), findings=findings)


def draft() -> DraftPage:
    """d-2 of two drafts."""
    made = artifact()
    judged = JudgedArtifact(
        made.artifact_id, made, 2, report(made), "rep_1", make_capture("v", ()), (), index_of()
    )
    lines = (
        DraftLine("art_1", 1, "checkpoint", "checkpoint", 0, 8, "PASS", "rolled back"),
        DraftLine(made.artifact_id, 2, "intentional", "drafted", 0, 8, "FAIL B C D", "draft"),
    )
    return DraftPage(session(), judged, lines, None, source_tokens=7_310, artifact_tokens=1_702)


def contrast() -> Contrast:
    """d-1 beside d-2: a number that changed, a claim that went, open work that came."""
    before = artifact_of(
        item("Use the --dry-run flag for the first export", "Use the --dry-run flag", kind="decision"),
        item("The exporter writes 240 rows per batch", "240 rows per batch"),
        item("The old exporter stays in place for a month"),
        objective="Migrate the invoice exporter.",
    )
    a, b = Side("art_1", snapshot_of_artifact(before)), Side("art_2", snapshot_of_artifact(artifact()))
    result = diff(a.snapshot, b.snapshot, name_a=a.name, name_b=b.name, by="item")
    labels = (
        SideLabel("art_1", "d-1", "checkpoint  PASS", places(before)),
        SideLabel("art_2", "d-2", "intentional  FAIL B C D", places(artifact())),
    )
    return Contrast(SESSION, Compared(a, b, result, differs=True), *labels)


def context() -> ContextPage:
    """Nine events of which the first six are reported by d-2."""
    made = artifact()
    stand_in = StoredArtifact(made.artifact_id, SESSION, 2, made, WHEN)
    active = (
        ContextSegment("artifact", 0, 5, made.artifact_id, 1_702),
        ContextSegment("events", 6, 8, None, 4_120, (6, 7, 8)),
    )
    native = (ContextSegment("events", 0, 8, None, 11_430, tuple(range(9))),)
    return ContextPage(
        "fix-login-flow",
        ContextView(SESSION, "active", "ptr_3", active, 5_822),
        ContextView(SESSION, "native", "ptr_3", native, 11_430),
        {made.artifact_id: stand_in},
    )


def captured() -> Captured:
    """Open work and a decision of which one is done."""
    items = (
        CapturedItem(
            item_id="cap_retry",
            kind="open_work",
            text="Two retry tests are left",
            status="open",
            origin="structural",
            carried=False,
            evidence=(link_to("Two retry tests are left"),),
        ),
        CapturedItem(
            item_id="cap_flag",
            kind="decision",
            text="Use the --dry-run flag for the first export",
            status="in_force",
            origin="phrase",
            carried=True,
            evidence=(link_to("Use the --dry-run flag"),),
        ),
    )
    return Captured(session(), 0, 8, make_capture("v", items), (1,) * 9)


def _pointer(sequence: int, action: str, artifact_id: str, span: tuple[int, int], actor: str) -> Pointer:
    return Pointer(
        pointer_id=f"ptr_{sequence:020d}",
        sequence=sequence,
        session_id=SESSION,
        action="accept" if action == "accept" else "rollback",
        artifact_id=artifact_id,
        source_start=span[0],
        source_end=span[1],
        displaced=(),
        confirmed=(),
        undoes=None,
        previous_pointer_id=f"ptr_{sequence - 1:020d}" if sequence > 1 else None,
        prompt_version="extractive/1",
        policy_version="default-000000000000",
        report_id="rep_1",
        actor=actor,
        reason="cookie fix is settled" if sequence == 3 else None,
        created_at=WHEN.replace("14:02", f"14:{20 + sequence}"),
        hash="ab" * 32,
    )


def foreseen(action: str = "accept") -> Foreseen:
    """Return a move that is foreseen and not made."""
    sizes = (ContextSize(395, ("art_1",), 148_204), ContextSize(384, ("art_1", "art_2"), 142_525))
    before, after = sizes if action == "accept" else sizes[::-1]
    head = _pointer(3, "accept", "art_1", (155, 171), "ben")
    shown = report(artifact(), passing=True) if action == "accept" else None
    return Foreseen(
        action,
        SESSION,
        "fix-login-flow",
        "art_" + "7" * 60 + "09c1",
        3,
        141,
        151,
        head,
        5,
        4,
        before,
        after,
        (),
        "default-000000000000",
        "extractive/1",
        shown,
    )


def history() -> HistoryPage:
    """Three moves, the second withdrawn by nobody."""
    moves = (
        _line(_pointer(3, "accept", "art_3", (141, 151), "ann"), 3, 148_204, 142_525, active=True),
        _line(_pointer(2, "rollback", "art_1", (155, 171), "ann"), 1, 144_214, 148_204),
        _line(_pointer(1, "accept", "art_1", (155, 171), "ben"), 1, 148_204, 144_214, undone=2),
    )
    return HistoryPage(session(), moves, {moves[0].pointer.pointer_id: foreseen("rollback")})


def _line(
    pointer: Pointer, number: int, before: int, after: int, *, active: bool = False, undone: int | None = None
) -> MoveLine:
    return MoveLine(pointer, number, before, after, active, undone, None, (), f"snp_{pointer.sequence}", None)
