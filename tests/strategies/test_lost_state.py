"""The state of the work at the end: verdicts when it is lost, and a native draft that states it."""

from __future__ import annotations

import pytest

from gates.artifact import Artifact, Item, ItemKind, Origin, parse
from gates.capture import make_capture
from gates.report import GateReport, Retention
from gates.source import make_link
from tests.facts.session import SESSION, Script
from tests.strategies.source import Source, whole
from workbench.facts.actions.lost_state import lost_states
from workbench.presentation.gate_words import REPLACEABLE, STATE_LOST, replaceability
from workbench.strategies.base import DraftRequest, as_artifact
from workbench.strategies.native import NativeStrategy, NativeSummary


def edited() -> Source:
    """Return a session that ends with an uncommitted edit."""
    script = Script()
    script.user("Never drop the second date of a row when you port the exporter.")
    script.edit("src/rows.py", "one", "two")
    script.agent("The exporter keeps both of the dates of a row now, as the test in tests/rows.py wants it.")
    return whole(script)


def parrot(source: Source) -> Artifact:
    """Return a summary with the rules but without the edits."""
    said = "Never drop the second date of a row when you port the exporter."
    link = make_link(SESSION, 0, source.events[0].text, 0, len(said))
    rule = Item(kind=ItemKind.CONSTRAINT, text=said, links=(link,))
    return candidate_of(source, (rule,))


def candidate_of(source: Source, items: tuple[Item, ...]) -> Artifact:
    """An artifact of the session with these statements."""
    request = DraftRequest(source.range, source.events, objective="Port the exporter")
    return as_artifact(request, items, "imported", Origin.DRAFTED)


def judged(source: Source, verdict: Retention, text: str) -> GateReport:
    """Return its report with one proposed item of open work with this verdict."""
    report = source.judge(parrot(source))
    state = next(v for v in report.retention if not v.counted)
    told = state.model_copy(update={"verdict": verdict, "text": text, "kind": "open_work"})
    return report.model_copy(update={"retention": (told,), "gates": passing(report)})


def passing(report: GateReport) -> dict[str, object]:
    """The gates, each passed."""
    return {name: gate.model_copy(update={"status": "PASS"}) for name, gate in report.gates.items()}


EDITED = "Edited and not committed: rows.py"


@pytest.mark.parametrize(
    ("verdict", "text", "lost"),
    [
        (Retention.DROPPED, EDITED, True),
        (Retention.DROPPED, "Failed when last run: TestRows", True),
        (Retention.PARAPHRASED, EDITED, False),
        (Retention.UNCERTAIN, EDITED, False),
        (Retention.DROPPED, "Passed when last run: TestRows", False),
    ],
)
def test_a_verdict_begins_with_the_state_that_is_lost(verdict: Retention, text: str, *, lost: bool) -> None:
    """No gate fails; the state is in the first words of the report."""
    report = judged(edited(), verdict, text)
    assert bool(lost_states(report)) is lost
    found = replaceability(report)
    assert found.word == (STATE_LOST if lost else REPLACEABLE)
    assert found.why.startswith(f"likely lost: {text}; ") is lost


def test_a_native_draft_states_how_the_work_stood() -> None:
    """It is stated if the summary lacks it and the proposal's words have a source."""
    source = edited()
    summary = parrot(source)
    report = source.judge(summary)
    wanted = next(v for v in report.retention if v.text.startswith("Edited and not committed"))
    assert not wanted.counted and not wanted.retained
    found = NativeSummary(summary, summary.artifact_id, report, source.index(), source.capture)
    request = DraftRequest(source.range, source.events, objective="Port the exporter")
    made = parse(NativeStrategy(found).draft(request).payload)
    assert wanted.text in [each.text for each in made.items]
    nothing = make_capture(source.capture.capture_version, source.capture.items)
    bare = NativeSummary(summary, summary.artifact_id, report, source.index(), nothing)
    assert wanted.text not in [each.text for each in parse(NativeStrategy(bare).draft(request).payload).items]
