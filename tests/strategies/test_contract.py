"""What holds for the draft of every strategy, on every source."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from gates.artifact import Artifact, ItemKind
from gates.language.similarity import statement, subsumes
from gates.report import GateReport, Verdict
from gates.search.index import SourceIndex
from tests.strategies.source import NAMES, SAMPLES, Source, ranges, whole, work_session
from workbench.facts.spans import GAP
from workbench.strategies.base import DraftRequest, Strategy
from workbench.strategies.checkpoint import CheckpointStrategy
from workbench.strategies.condensing import words_of
from workbench.strategies.intentional import IntentionalStrategy
from workbench.strategies.memory.drafting import MemoryStrategy
from workbench.strategies.snapshot import SnapshotStrategy

STRATEGIES: tuple[Strategy, ...] = (
    IntentionalStrategy(),
    CheckpointStrategy(),
    SnapshotStrategy(),
    MemoryStrategy(),
)
WHOLE = ("cc-2.1.7-3", "cc-2.1.33")
"""Sessions of whose first range every strategy makes a draft."""
REAL = (
    "cc-2.1.7-3",
    "cc-2.1.33",
    "cc-2.1.17",
    "cc-2.1.20",
    "cc-2.1.29",
    "cc-2.0.76",
    "cc-2.1.12",
    "cc-2.1.32",
)


@cache
def sample(name: str) -> tuple[Source, ...]:
    """The ranges of one sample session."""
    return tuple(ranges(SAMPLES / name))


def by_name(strategy: Strategy) -> str:
    """A strategy's name, for test ids."""
    return strategy.name


def check(source: Source, strategy: Strategy) -> tuple[Artifact, GateReport]:
    """A draft, after what every draft must be: parsed, linked, retained, uncontradicted, costless."""
    artifact = source.draft(strategy)
    report = source.judge(artifact)
    blocking = {name: [f.message for f in report.gates[name].findings] for name in report.blocking}
    assert not blocking
    index = source.index()
    for item in artifact.items:
        assert item.links, item.text
        assert all(index.resolve(link).ok for link in item.links)
    assert artifact.generation_record.counts() == (0, 0, 0, 0)
    assert artifact.prompt_version == strategy.prompt_version
    assert artifact.strategy == strategy.name
    assert not restated(artifact)
    assert not misquoted(artifact, index)
    return artifact, report


def restated(artifact: Artifact) -> list[tuple[str, str]]:
    """Return pairs of items of one kind and status in which one contains the other and little more."""
    found = []
    held = [(item, statement(item.text).stems) for item in artifact.items[:400]]
    for one, longer in held:
        for other, shorter in held:
            same = one is not other and one.kind is other.kind and one.status == other.status
            if not same or one.kind is ItemKind.ARTIFACT_REF or not shorter <= longer:
                continue
            if 2 * len(shorter) >= len(longer) and subsumes(one.text, other.text):
                found.append((one.text, other.text))
    return found


def misquoted(artifact: Artifact, index: SourceIndex) -> list[str]:
    """Items in a speaker's name whose text is not, word for word, what they link to."""
    wrong = []
    for item in artifact.items:
        if (item.speaker is not None and item.kind is not ItemKind.CLAIM) or item.speaker == "user":
            said = " ".join(" ".join(link.quote for link in item.links).split())
            parts = [" ".join(link.quote.split()) for link in item.links]
            text = item.text.removesuffix(f" {GAP}")  # the mark of a list or sentence that was cut
            if text not in parts and text not in said:
                wrong.append(item.text)
            if item.speaker == "user":
                places = [index.resolve(link) for link in item.links]
                assert any(index.is_human(p.ordinal, p.start, p.end) for p in places), item.text
    return wrong


@pytest.mark.parametrize("strategy", STRATEGIES, ids=by_name)
def test_a_draft_of_a_scripted_session(strategy: Strategy) -> None:
    """Every strategy's draft passes the gates and names its strategy."""
    check(whole(work_session()), strategy)


@pytest.mark.parametrize("strategy", STRATEGIES, ids=by_name)
@pytest.mark.parametrize("name", NAMES)
def test_drafts_of_the_samples(name: str, strategy: Strategy) -> None:
    """The drafts of the sample sessions pass; a page is no larger than the contract allows."""
    for source in sample(name):
        _, report = check(source, strategy)
        share = next(m.value for m in report.gates["E"].measures if m.name == "compression_ratio")
        assert share is not None
        if strategy.name == "intentional":
            assert share <= 0.35


@pytest.mark.parametrize("strategy", STRATEGIES, ids=by_name)
def test_equal_requests_give_equal_drafts(strategy: Strategy) -> None:
    """A draft depends on the request only."""
    source = sample("lost-open-work.jsonl")[0]
    request = DraftRequest(source.range, source.events)
    again = DraftRequest(source.range, list(source.events))
    assert strategy.draft(request).payload == strategy.draft(again).payload


@pytest.mark.parametrize("strategy", STRATEGIES, ids=by_name)
def test_events_after_the_range_do_not_matter(strategy: Strategy) -> None:
    """A draft is made of what was known at the range's end."""
    source = sample("lost-open-work.jsonl")[0]
    cut = Source(source.events[: source.range.end + 1], source.range)
    assert source.draft(strategy) == cut.draft(strategy)


def part_of(stated: str, said: str) -> bool:
    """Whether a text is words of another in their order, gaps aside."""
    rest = iter(words_of(said))
    return all(word in rest for word in words_of(stated.replace(GAP, " ")))


def only_unclear(source: Source, strategy: Strategy) -> None:
    """Check that only gate C blocks a draft, for items unclear, split or listed as left out."""
    report = source.judge(source.draft(strategy))
    assert set(report.blocking) <= {"C"}
    made = strategy.draft(DraftRequest(source.range, source.events, objective="Ship it"))
    owned = [each.text for each in made.dropped]
    lost = [each for each in report.retention if each.counted and not each.retained]
    silent = [each for each in lost if not any(part_of(text, each.text) for text in owned)]
    assert {each.verdict.value for each in silent} <= {"uncertain", "weakened"}
    assert len(lost) <= 9  # long sentences of a plan and of answers, whose words may not be cut


@pytest.mark.shared_data
@pytest.mark.parametrize("name", REAL)
def test_drafts_of_real_ranges(shared_data: Path, name: str) -> None:
    """The default draft of every real range passes, in at most 35% of its source; of two sessions all do."""
    path = next((shared_data / "sessions" / "claude-code").glob(f"{name}*"))
    for number, source in enumerate(ranges(path)):
        for strategy in STRATEGIES:
            if strategy.name != "intentional" and (number or name not in WHOLE):
                continue
            if strategy.name == "memory":  # some statements there have no way without twelve words in a row
                only_unclear(source, strategy)
                continue
            artifact, report = check(source, strategy)
            share = next(m.value for m in report.gates["E"].measures if m.name == "compression_ratio")
            assert share is not None
            if strategy.name == "intentional":
                assert share <= 0.35
            assert report.gates["C"].status is Verdict.PASS
            assert artifact.origin.value == ("checkpoint" if strategy.name == "checkpoint" else "drafted")
