"""Open work and decisions of real sessions, in their own native summaries and in those of other sessions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from gates.artifact import Artifact
from gates.capture import CapturedItem
from gates.evaluate import Evaluator
from gates.index import Preparer, SourceIndex
from gates.report import Retention, RetentionVerdict
from gates.source import SignalKind, SourceEvent, SourceRange
from tests.benchmarks.accuracy.frame import Figure, share
from workbench.capture import capture_range
from workbench.services.imported import imported_artifact
from workbench.services.transcripts import read_transcript

TITLE = "captured items in their own native summaries and in other sessions'; work cut at every todo change"

_TODO = (SignalKind.TODO_LIST, SignalKind.TASK_CREATED, SignalKind.TASK_UPDATED)
_STATUS_RULES = ("open_told_done",)
"""At a cut the work is open that the summary, written later, may tell as done; its words are found."""


@dataclass(frozen=True)
class Summary:
    """A native compaction, its source, and what was open or in force at some time of its range."""

    session: str
    artifact: Artifact
    index: SourceIndex
    work: tuple[CapturedItem, ...]
    decisions: tuple[CapturedItem, ...]


def summaries(data: Path) -> Iterator[Summary]:
    """Every readable native compaction of the Claude Code transcripts."""
    for path in sorted((data / "sessions" / "claude-code").glob("cc-*.jsonl")):
        transcript = read_transcript(str(path))
        preparer = Preparer()
        for found in transcript.compactions:
            artifact = imported_artifact(transcript.session_id, found)
            start, end = found.source_start, found.source_end
            source = SourceRange(transcript.session_id, start, end)
            index = SourceIndex.build(source, transcript.events, scope_complete=True, preparer=preparer)
            yield Summary(
                transcript.session_id,
                artifact,
                index,
                _work(transcript.session_id, transcript.events, start, end),
                _decisions(transcript.session_id, transcript.events, start, end),
            )


def _work(session: str, events: tuple[SourceEvent, ...], start: int, end: int) -> tuple[CapturedItem, ...]:
    """Everything that was open at a change of the todo list within the range, each item once."""
    found: dict[str, CapturedItem] = {}
    for event in events[start : end + 1]:
        if any(signal.kind in _TODO for signal in event.signals):
            cut = capture_range(session, events, start, event.ordinal)
            found |= {i.item_id: i for i in cut.items if i.kind == "open_work" and i.counts}
    return tuple(found.values())


def _decisions(
    session: str, events: tuple[SourceEvent, ...], start: int, end: int
) -> tuple[CapturedItem, ...]:
    items = capture_range(session, events, start, end).items
    return tuple(i for i in items if i.kind == "decision" and i.counts)


def judged(of: Summary, items: tuple[CapturedItem, ...]) -> tuple[RetentionVerdict, ...]:
    """The verdicts of items, of this session or another, on a summary."""
    from gates.capture import make_capture

    return Evaluator(of.index, make_capture("cut/1", items)).evaluate(of.artifact).retention


def found(verdict: RetentionVerdict) -> bool:
    """Whether the summary speaks of it: retained, or told with the state of a later time."""
    return verdict.retained or verdict.rule in _STATUS_RULES


def figures(data: Path) -> Iterable[Figure]:
    """Found in the own summary, and in those of other sessions; for decisions, verdicts beside it."""
    known = list(summaries(data))
    own = [v for each in known for v in judged(each, each.work)]
    foreign = [v for each in known for other in known if other.session != each.session
               for v in judged(each, other.work)]  # fmt: skip
    yield share("open work found in its own native summary", sum(map(found, own)), len(own), must=0.98)
    yield share(
        "open work found in another session's", sum(map(found, foreign)), len(foreign), must=0.05, better="lower"
    )
    mine = [v for each in known for v in judged(each, each.decisions)]
    others = [v for each in known for other in known if other.session != each.session
              for v in judged(each, other.decisions)]  # fmt: skip
    yield share("decisions retained by the own native summary", sum(v.retained for v in mine), len(mine))
    dropped = sum(v.verdict is Retention.DROPPED for v in mine)
    yield share("decisions called dropped from it", dropped, len(mine), better="lower", tolerance=0.05)
    yield share(
        "decisions found in another session's", sum(v.retained for v in others), len(others), better="lower"
    )
