"""Repair applies the deterministic part of what a report asks for, and nothing else."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from gates.artifact import Artifact, ArtifactSource, Item, ItemKind, Origin
from gates.capture import make_capture
from gates.contradiction.rules import judge_item
from gates.evaluate import Evaluator
from gates.report import Verdict
from gates.search.index import SourceIndex
from gates.search.linking import SpanSearch
from gates.source import EventKind, SourceEvent, SourceRange, make_link
from tests.facts.session import SESSION
from tests.strategies.source import Source, whole, work_session
from workbench.importers import detect
from workbench.strategies.amending import amended
from workbench.strategies.checkpoint import CheckpointStrategy
from workbench.strategies.repair import REPAIR, removed, repair_artifact


@cache
def source() -> Source:
    """The scripted session."""
    return whole(work_session())


@cache
def good() -> Artifact:
    """A draft of it that passes."""
    return source().draft(CheckpointStrategy())


def repaired(artifact: Artifact) -> Artifact | None:
    """What repair makes of an artifact, under its own report."""
    fixed = repair_artifact(artifact, source().judge(artifact), source().index(), source().capture)
    return fixed.artifact if fixed is not None else None


def with_items(*items: Item) -> Artifact:
    """The good draft with other items."""
    return good().with_items(items)


def test_what_passes_is_left_alone() -> None:
    """The result is None, not a copy."""
    assert repaired(good()) is None


def test_lost_items_are_added_as_captured() -> None:
    """A missing decision and missing work come back with their links, and the artifact passes."""
    kept = [i for i in good().items if i.kind not in (ItemKind.DECISION, ItemKind.OPEN_WORK)]
    broken = with_items(*kept)
    assert source().judge(broken).gates["C"].status is Verdict.FAIL
    fixed = repaired(broken)
    assert fixed is not None
    assert not source().judge(fixed).blocking
    assert fixed.origin is Origin.REPAIRED
    assert fixed.parents == (broken.artifact_id,)
    assert fixed.prompt_version == REPAIR
    assert fixed.generation_record.counts() == (0, 0, 0, 0)
    lost = [v.text for v in source().judge(broken).retention if not v.retained]
    assert lost
    assert set(lost) <= {i.text for i in fixed.items}
    assert repaired(fixed) is None


def test_broken_links_are_resolved_by_their_quote() -> None:
    """A link with a wrong place is corrected if its words occur exactly once."""
    wanted = next(i for i in good().items if i.kind is ItemKind.FAILURE)
    link = wanted.links[0]
    elsewhere = link.chunk_id.replace(f":{link.ordinal}:", ":3:")
    shifted = link.model_copy(update={"chunk_id": elsewhere})
    assert shifted != wanted.links[0]
    items = [i.model_copy(update={"links": (shifted,)}) if i is wanted else i for i in good().items]
    fixed = repaired(with_items(*items))
    assert fixed is not None
    again = next(i for i in fixed.items if i.text == wanted.text)
    assert wanted.links[0] in again.links
    assert not source().judge(fixed).blocking


def test_a_statement_without_links_is_linked_when_the_source_says_it() -> None:
    """Missing links are searched again."""
    items = [i.model_copy(update={"links": ()}) for i in good().items]
    fixed = repaired(with_items(*items))
    assert fixed is not None
    report = source().judge(fixed)
    before = source().judge(with_items(*items))
    assert report.gates["B"].measures[0].value > before.gates["B"].measures[0].value  # type: ignore[operator]


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        ("split the query", "open", "done"),
        ("write a changelog entry", "done", "open"),
    ],
)
def test_a_status_that_the_source_disproves_is_corrected(text: str, wrong: str, right: str) -> None:
    """Finished work listed as open, and open work listed as done, get the status of the last list."""
    script = work_session()
    script.todos(("split the query of the exporter", "completed"), ("write a changelog entry now", "pending"))
    using = whole(script)
    name = {
        "split the query": "split the query of the exporter",
        "write a changelog entry": "write a changelog entry now",
    }
    captured = next(i for i in using.capture.items if i.text == name[text])
    draft = using.draft(CheckpointStrategy())
    other = tuple(i for i in draft.items if i.text != captured.text)
    false = Item(kind=ItemKind.OPEN_WORK, text=captured.text, status=wrong, links=captured.evidence)  # type: ignore[arg-type]
    broken = draft.with_items((*other, false))
    report = using.judge(broken)
    fixed = repair_artifact(broken, report, using.index(), using.capture)
    assert fixed is not None
    assert {i.status for i in fixed.artifact.items if i.text == captured.text} == {right}
    assert not using.judge(fixed.artifact).blocking


def test_only_what_was_never_said_is_taken_out() -> None:
    """An invented instruction goes, and is named; a claim without a source stays for a person."""
    invented = Item(
        kind=ItemKind.CLAIM, text="Switch the whole billing service to Kubernetes tonight", speaker="user"
    )
    unsourced = Item(kind=ItemKind.CLAIM, text="Grafana dashboards show a calm Tuesday evening")
    broken = with_items(*good().items, invented, unsourced)
    named = [item.text for item, _ in removed(broken, source().judge(broken))]
    fixed = repaired(broken)
    assert named == [invented.text]
    assert fixed is not None
    held = [i.text for i in fixed.items]
    assert invented.text not in held
    assert unsourced.text in held


@pytest.mark.shared_data
@pytest.mark.parametrize("name", ["cc-2.1.7-3", "cc-2.1.33", "cc-2.1.29"])
def test_repaired_native_compactions_retain_everything(shared_data: Path, name: str) -> None:
    """After one repair gate C passes on real summaries, B is no worse, and a second repair adds nothing."""
    path = next((shared_data / "sessions" / "claude-code").glob(f"{name}*"))
    reading = detect(path).read(path)
    events = tuple(reading.events())
    every = Source(events, SourceRange(SESSION, 0, len(events) - 1), reading.header.scope_complete)
    for found in reading.totals.compactions:
        where = SourceRange(SESSION, found.source_start, found.source_end, frozenset(found.kept))
        using = every.of(where)
        artifact = Artifact(
            source=ArtifactSource(
                session_id=SESSION, source_start=where.start, source_end=where.end, kept=found.kept
            ),
            strategy="native",
            prompt_version=found.prompt_version,
            origin=Origin.IMPORTED,
            items=found.items,
            narrative=found.narrative,
        )
        artifact = artifact.with_items(artifact.items)
        report = using.judge(artifact)
        fixed = repair_artifact(artifact, report, using.index(), using.capture)
        if fixed is None:
            assert report.gates["C"].status is Verdict.PASS
            continue
        after = using.judge(fixed.artifact)
        assert after.gates["C"].status is Verdict.PASS
        left = [(v.counted, v.verdict, v.text) for v in after.retention if v.counted and not v.retained]
        assert left == []
        kept = [item.text for item in fixed.artifact.items]
        gone = {item.text for item, _ in removed(artifact, report)}
        assert all(item.text in kept for item in artifact.items if item.text not in gone)


def amend(claim: str, rule: str, source_text: str) -> str:
    """Return the text of a claim amended by a finding of this rule."""
    events = (SourceEvent(0, EventKind.TOOL_RESULT, source_text, "n0", tokens=9),)
    index = SourceIndex.build(SourceRange(SESSION, 0, 0), events, scope_complete=True)
    link = make_link(SESSION, 0, source_text, 0, len(source_text))
    item = Item(kind=ItemKind.CLAIM, text=claim, links=(link,))
    found = judge_item(item, index, SpanSearch(index))
    findings = [each.finding("art", "itm") for each in found if each.rule == rule]
    assert findings
    return amended(item, findings, index).text


@pytest.mark.parametrize(
    ("claim", "rule", "said"),
    [
        (
            "The export has a limit of 77 rows a batch.",
            "num_conflict",
            "The export has a limit of 40 rows a batch.",
        ),
        (
            "The cache layer is enabled for the export job.",
            "polarity_conflict",
            "The cache layer is disabled for the export job.",
        ),
    ],
)
def test_a_contradicted_claim_becomes_what_the_source_says(claim: str, rule: str, said: str) -> None:
    """The linked sentence is the truth, so it takes the claim's place."""
    assert amend(claim, rule, said) == said


def test_a_slip_of_a_name_is_put_right_only_where_one_name_can_be_meant() -> None:
    """One near name is taken; of two, none."""
    one = "edited src/exporter_batch.py and README.md"
    two = "edited src/exporter_batch.py, src/exporter_batches.py"
    wrong = "The change is in src/exporter_batchs.py."
    assert amend(wrong, "id_absent", one) == "The change is in src/exporter_batch.py."
    assert amend(wrong, "id_absent", two) == wrong


@pytest.mark.parametrize("carried_out", [False, True])
def test_a_request_that_was_carried_out_is_never_added(carried_out: bool) -> None:
    """A reader of the summary would repeat it; open work is added."""
    known = source()
    capture = known.capture
    asked = next(i for i in capture.items if i.kind == "decision" and i.counts)
    marked = asked.model_copy(update={"carried_out": carried_out, "likelihood": 0.9})
    items = [marked if i.item_id == asked.item_id else i for i in capture.items]
    changed = make_capture(capture.capture_version, items)
    broken = with_items(*(i for i in good().items if i.kind not in (ItemKind.DECISION, ItemKind.OPEN_WORK)))
    report = Evaluator(known.index(), changed).evaluate(broken)
    made = repair_artifact(broken, report, known.index(), changed, likely=True)
    assert made is not None
    assert any(item.text == asked.text for item in made.artifact.items) is not carried_out
