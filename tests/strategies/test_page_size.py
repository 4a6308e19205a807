"""The size of a page: within the requested size, with whole messages, and calls with their results."""

from __future__ import annotations

import pytest

from gates.artifact import Artifact, parse
from gates.render import given_text
from gates.source import EventKind
from tests.strategies.source import SAMPLES, Source, ranges, whole, work_session
from workbench.strategies.asked import parse_size
from workbench.strategies.base import DraftRequest
from workbench.strategies.checkpoint import CheckpointStrategy
from workbench.strategies.intentional import IntentionalStrategy
from workbench.strategies.page import draft
from workbench.strategies.snapshot import SnapshotStrategy

SIZED = (IntentionalStrategy(), CheckpointStrategy(), SnapshotStrategy())


def drafted(source: Source, size: str) -> Artifact:
    """The default draft in a size."""
    request = DraftRequest(source.range, source.events, size=parse_size(size))
    return parse(IntentionalStrategy().draft(request).payload)


def size_of(source: Source, artifact: Artifact) -> int:
    """Characters of all that enters the context."""
    kept = sum(len(source.events[ordinal].text) for ordinal in artifact.source.kept)
    return sum(len(item.text) for item in artifact.items) + len(artifact.narrative or "") + kept


@pytest.mark.parametrize("size", ["60", "300", "900", "10%", "20%", "contract"])
def test_no_draft_is_over_the_size_asked_for(size: str) -> None:
    """Items, narrative and kept events together, by at most a twentieth."""
    for source in (whole(work_session()), ranges(SAMPLES / "clean-run.jsonl")[0]):
        for strategy in SIZED:
            request = DraftRequest(source.range, source.events, size=parse_size(size))
            artifact = parse(strategy.draft(request).payload)
            assert size_of(source, artifact) <= 1.05 * request.room().most
            assert artifact.items


def test_the_contract_is_reached_by_kept_events() -> None:
    """20 to 35% of the range, most of it verbatim."""
    source = ranges(SAMPLES / "clean-run.jsonl")[0]
    artifact = drafted(source, "contract")
    ratio = next(m.value for m in source.judge(artifact).gates["E"].measures if m.name == "compression_ratio")
    assert ratio is not None
    assert 0.20 <= ratio <= 0.35
    stated = sum(len(item.text) for item in artifact.items)
    assert size_of(source, artifact) > 2 * stated


def test_a_call_is_kept_with_its_result() -> None:
    """Neither occurs in the context alone."""
    source = ranges(SAMPLES / "clean-run.jsonl")[0]
    kept = set(drafted(source, "contract").source.kept)
    ids: dict[str, set[EventKind]] = {}
    for ordinal in kept:
        event = source.events[ordinal]
        if event.tool is not None:
            ids.setdefault(event.tool.call_id, set()).add(event.kind)
    assert ids
    assert all(kinds == {EventKind.TOOL_CALL, EventKind.TOOL_RESULT} for kinds in ids.values())


def test_a_larger_draft_states_what_the_page_does() -> None:
    """A larger size keeps more events without dropping statements of the page."""
    source = ranges(SAMPLES / "lost-open-work.jsonl")[0]
    page = {item.text for item in source.draft(IntentionalStrategy()).items}
    assert page
    assert page <= {item.text for item in drafted(source, "60%").items}


def test_a_long_document_is_reported_in_a_few_statements() -> None:
    """A pasted page of rules fills no draft; rows of tables and check lists are no statements."""
    script = work_session()
    rules = "\n".join(
        f"- Service number {n} must write its log to /var/log/service{n}.log" for n in range(40)
    )
    rows = "\n".join(f"| port {n} | must stay {8000 + n} for the gateway |" for n in range(20))
    script.user(
        f"# Handbook\n\n## Logs\n\n{rules}\n\n## Ports\n\n{rows}\n\n## Rest\n\n- [ ] Write the tests\n"
    )
    script.agent("The handbook is kept as a note.")
    artifact = whole(script).draft(IntentionalStrategy())
    ordinal = next(e.ordinal for e in script.events if "# Handbook" in e.text)
    stated = [item.text for item in artifact.items if {link.ordinal for link in item.links} == {ordinal}]
    assert len(stated) <= 6
    assert not [text for text in stated if text.startswith(("|", "[ ]"))]


def test_the_longest_page_counts_its_objective_and_headings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that enters the context is within the most of a page."""
    source = whole(work_session())

    def entering() -> int:
        artifact = parse(IntentionalStrategy().draft(DraftRequest(source.range, source.events)).payload)
        kept = sum(source.events[ordinal].tokens for ordinal in artifact.source.kept)
        return len(given_text(artifact).encode()) // 4 + kept

    usual = entering()
    for most in (usual - 20, usual - 90):
        monkeypatch.setattr(draft, "LONGEST_PAGE", most)
        assert 0.7 * most <= entering() <= most
