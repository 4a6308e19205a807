"""Permanent rules of a session beside a summary of it: kept, reworded, changed, reversed or lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bench.accuracy.documents import rows
from bench.accuracy.frame import Figure, share
from gates.artifact import Artifact, ArtifactSource, Origin
from gates.capture import Capture, CapturedItem, make_capture
from gates.evaluate import evaluate
from gates.report import Retention, RetentionVerdict
from gates.search.index import SourceIndex
from gates.source import EventKind, SourceEvent, SourceRange, make_link
from workbench.importers.summaries.headings import parse_summary

TITLE = "compaction_guard: verdict of gate C on one standing rule and the summary that followed"

SESSION = "ses_rules"
_KINDS = {"system": EventKind.SYSTEM, "user": EventKind.USER, "assistant": EventKind.ASSISTANT}
LOST = ("mutated", "contradicted", "dropped")
ELSEWHERE = ("tail_only", "block_carried")
"""The rule is in kept messages, so the summary need not contain it."""


def verdict(row: dict[str, Any]) -> RetentionVerdict:
    """Gate C's verdict on the row's rule, captured as a decision, in the row's summary."""
    events = tuple(
        SourceEvent(n, _KINDS[m["role"]], m["content"], f"n{n}", tokens=max(1, len(m["content"]) // 4))
        for n, m in enumerate(row["before"])
    )
    index = SourceIndex.build(SourceRange(SESSION, 0, len(events) - 1), events, scope_complete=True)
    items, narrative = parse_summary(row["summary"])
    source = ArtifactSource(session_id=SESSION, source_start=0, source_end=len(events) - 1)
    artifact = Artifact(
        source=source,
        strategy="native",
        prompt_version="imported:text/1",
        origin=Origin.IMPORTED,
        narrative=narrative,
    ).with_items(items)
    return evaluate(artifact, index, _captured(row["invariant"], events)).retention[0]


def _captured(rule: str, events: tuple[SourceEvent, ...]) -> Capture:
    said = next(e for e in events if rule in e.text)
    start = said.text.index(rule)
    link = make_link(SESSION, said.ordinal, said.text, start, start + len(rule))
    item = CapturedItem(
        item_id="cap_rule", kind="decision", text=rule, status="in_force", origin="phrase", evidence=(link,)
    )
    return make_capture("rules/1", [item])


def figures(data: Path) -> Iterable[Figure]:
    """How each label is judged; what was mutated, contradicted or dropped must never count as retained."""
    retained: Counter[str] = Counter()
    total: Counter[str] = Counter()
    named = 0
    for row in rows(data, "compaction_guard"):
        if row["operator"] in ELSEWHERE:
            continue
        stated = verdict(row)
        label = row["label"]
        total[label] += 1
        retained[label] += stated.retained
        named += label == "contradicted" and stated.verdict is Retention.CONTRADICTED
    lost = sum(total[label] for label in LOST)
    yield share(
        "rules lost or changed, called retained",
        sum(retained[label] for label in LOST),
        lost,
        must=0.0,
        better="lower",
    )
    missed = total["paraphrased"] - retained["paraphrased"]
    yield share("rules reworded, not retained", missed, total["paraphrased"], must=0.1, better="lower")
    yield share("rules contradicted, named so", named, total["contradicted"], must=0.75)
    yield share("rules weakened, called retained", retained["weakened"], total["weakened"], better="lower")
    yield share("rules kept, retained", retained["preserved"], total["preserved"])
