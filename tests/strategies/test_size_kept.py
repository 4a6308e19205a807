"""Every strategy keeps the requested size, or the draft states the difference."""

from __future__ import annotations

import pytest

from gates.artifact import Item, ItemKind, parse
from gates.report import Verdict
from gates.source import EventKind
from tests.facts.session import Script
from tests.strategies.source import whole, work_session
from workbench.services.drafts.size_reached import size_reached
from workbench.strategies.asked import DraftSize, parse_size, size_of
from workbench.strategies.base import DraftRequest
from workbench.strategies.historian.draft import HistorianStrategy
from workbench.strategies.intentional import IntentionalStrategy
from workbench.strategies.native import without_contained


def long_session() -> Script:
    """Return a session whose newest turns are far larger than any size below."""
    script = work_session()
    for number in range(4):
        script.user(f"Now describe step {number} of the exporter in docs/steps.md, as long as it has to be.")
        script.edit(
            "docs/steps.md", f"step {number}", f"step {number}: " + "the rows are read and written. " * 60
        )
        script.agent(f"Step {number} of the exporter is described in docs/steps.md.")
    return script


@pytest.mark.parametrize("size", ["200", "600", "10%", "contract"])
def test_the_historian_holds_a_size(size: str) -> None:
    """Fewer turns stay in full, else the newest messages of them; what waits and binds comes first."""
    source = whole(long_session())
    request = DraftRequest(source.range, source.events, size=parse_size(size))
    artifact = parse(HistorianStrategy().draft(request).payload)
    measured = size_of(artifact, source.events)
    assert (measured.stated + measured.kept) <= request.room().most
    assert any(item.kind is ItemKind.OPEN_WORK for item in artifact.items)
    assert source.judge(artifact).gates["A"].status is Verdict.PASS


def test_a_small_historian_keeps_messages_and_a_large_one_whole_turns() -> None:
    """A call never stays without its result."""
    source = whole(long_session())
    kinds = {}
    for size in ("300", "75%"):
        request = DraftRequest(source.range, source.events, size=parse_size(size))
        kept = parse(HistorianStrategy().draft(request).payload).source.kept
        kinds[size] = {source.events[ordinal].kind for ordinal in kept}
    assert kinds["300"] <= {EventKind.USER, EventKind.ASSISTANT}
    assert {EventKind.TOOL_CALL, EventKind.TOOL_RESULT} <= kinds["75%"]


def reached(size: str | None, tokens: int) -> tuple[int, int, str | None, str]:
    """Over, under, the warning and the words for a draft of so many tokens."""
    source = whole(long_session())
    request = DraftRequest(source.range, source.events, size=parse_size(size) if size else None)
    made = size_reached(request, DraftSize(4 * tokens, 0, 4 * 10_000))
    return made.over, made.under, made.warning("memory"), made.words()


def test_a_draft_over_its_size_says_by_how_much() -> None:
    """Target and actual, and nothing where it is held."""
    over, under, warning, words = reached("600", 640)
    assert (over, under) == (40, 0)
    assert words == "asked for --size 600, at most 600 tokens of 4 characters, without headings; has 640"
    assert warning == f"the draft is larger than asked for, by 40 tokens: {words}"
    assert reached("600", 600)[:3] == (0, 0, None)


def test_a_draft_far_under_its_size_says_why() -> None:
    """Half of the requested size is close enough; the contract has its own minimum."""
    assert reached("600", 300)[:3] == (0, 0, None)
    over, under, warning, words = reached("600", 299)
    assert (over, under) == (0, 1)
    assert warning == f"the draft is smaller than asked for: {words}; a memory states at most 1,000 tokens"
    assert reached("contract", 1)[1] > 0


def test_without_a_size_only_a_long_native_draft_says_something() -> None:
    """It is the whole summary; a page is a page."""
    assert reached(None, 9_000) == (0, 0, None, "")
    source = whole(long_session())
    made = size_reached(DraftRequest(source.range, source.events), DraftSize(4 * 2_501, 0, 4 * 10_000))
    assert "the whole summary with what it lost" in (made.warning("native") or "")
    assert (
        size_reached(DraftRequest(source.range, source.events), DraftSize(4 * 2_500, 0, 4 * 10_000)).warning(
            "native"
        )
        is None
    )


def test_native_says_nothing_within_another_statement() -> None:
    """A claim within a decision goes, a file that a claim is about too; open work stays beside a claim."""
    source = whole(work_session())
    items = (
        Item(kind=ItemKind.CLAIM, text="never touch the invoices table"),
        Item(kind=ItemKind.DECISION, text="Move it, and never touch the invoices table."),
        Item(kind=ItemKind.ARTIFACT_REF, text="src/export.py"),
        Item(kind=ItemKind.CLAIM, text="src/export.py - split, total"),
        Item(kind=ItemKind.OPEN_WORK, text="write a changelog entry", status="open"),
        Item(kind=ItemKind.CLAIM, text="The user asked to write a changelog entry"),
    )
    artifact = source.draft(IntentionalStrategy()).with_items(items)
    made, dropped = without_contained(artifact)
    assert [item.text for item in made.items] == [items[n].text for n in (1, 3, 4, 5)]
    assert [each.text for each in dropped] == [items[0].text, items[2].text]
    assert {each.rule for each in dropped} == {"said_within_another"}
