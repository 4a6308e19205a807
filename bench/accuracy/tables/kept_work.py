"""Open work and decisions of real sessions: found in their own summary, not in others', missed when dropped.

Few native compactions hold open work, so a summary is drafted at every change of a todo list; its items are
judged as text that came from elsewhere, without the links by which the drafter would be believed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.accuracy.frame import Figure, share
from gates.artifact import Artifact, Origin, number_items, parse
from gates.capture import CapturedItem
from gates.imported import imported_artifact
from gates.language.similarity import coverage, statement
from gates.report import Retention
from gates.restatement import owners, units
from gates.retention.judging import judge
from gates.retention.match import Match
from gates.search.index import Preparer, SourceIndex
from gates.source import SignalKind, SourceEvent, SourceRange
from workbench.capture import capture_range
from workbench.services.transcript_files.transcripts import Transcript, read_transcript
from workbench.strategies.base import DraftRequest
from workbench.strategies.checkpoint import CheckpointStrategy

TITLE = "captured items of real sessions, cut at every todo change: own and foreign summaries, and drops"

KEPT = (Retention.PRESERVED, Retention.PARAPHRASED)
SAME = 0.6
"""Share of an item's words from which a statement goes when the item is dropped, as restating it."""
_TODO = (SignalKind.TODO_LIST, SignalKind.TASK_CREATED, SignalKind.TASK_UPDATED)


@dataclass(frozen=True)
class Case:
    """A summary of a range, and the items it must contain."""

    session: str
    artifact: Artifact
    index: SourceIndex
    items: tuple[CapturedItem, ...]

    def match(self, wanted: CapturedItem) -> Match:
        """What becomes of an item, of this session or another."""
        owned = owners(self.artifact, self.items)
        return judge(wanted, units(self.artifact), owned, self.index.weight)

    def of_kind(self, kind: str) -> list[CapturedItem]:
        """The items of a kind that must be held."""
        return [item for item in self.items if item.kind == kind and item.counts]

    def as_text(self) -> Case:
        """Return the same summary as an imported one, without its links."""
        items = tuple(item.model_copy(update={"links": ()}) for item in self.artifact.items)
        stated = self.artifact.model_copy(update={"origin": Origin.IMPORTED, "items": items})
        return Case(self.session, stated, self.index, self.items)

    def without(self, wanted: CapturedItem) -> Case:
        """The summary with every statement of the item taken out."""
        stems = statement(wanted.text).stems
        kept = [i for i in self.artifact.items if coverage(stems, statement(i.text).stems) < SAME]
        left = self.artifact.model_copy(update={"items": number_items(tuple(kept)), "narrative": None})
        return Case(self.session, left, self.index, self.items)


def cases(data: Path) -> tuple[list[Case], list[Case]]:
    """Drafts at every todo change and at every native range's end, and the native summaries."""
    drafted: list[Case] = []
    native: list[Case] = []
    for path in sorted((data / "sessions" / "claude-code").glob("*todo*.jsonl")):
        drafted += _cuts(read_transcript(str(path)), ())
    for path in sorted((data / "sessions" / "claude-code").glob("cc-*compaction*.jsonl")):
        transcript = read_transcript(str(path))
        starts = []
        for found in transcript.compactions:
            artifact = imported_artifact(transcript.session_id, found)
            case = _case(transcript, Preparer(), found.source_start, found.source_end)
            native.append(Case(case.session, artifact, case.index, case.items))
            starts.append((found.source_start, found.source_end))
        drafted += _cuts(transcript, starts)
    return drafted, native


def _cuts(transcript: Transcript, ranges: Iterable[tuple[int, int]]) -> Iterator[Case]:
    """A case for every todo change outside sidechains, from the beginning of the range that it lies in."""
    known = tuple(ranges)
    preparer = Preparer()
    for event in transcript.events:
        if event.sidechain is None and _changes(event):
            start = max((a for a, b in known if a <= event.ordinal <= b), default=0)
            yield _case(transcript, preparer, start, event.ordinal)


def _changes(event: SourceEvent) -> bool:
    return any(signal.kind in _TODO for signal in event.signals)


def _case(transcript: Transcript, preparer: Preparer, start: int, end: int) -> Case:
    session, events = transcript.session_id, transcript.events
    source = SourceRange(session, start, end)
    drafted = CheckpointStrategy().draft(DraftRequest(source, events))
    index = SourceIndex.build(source, events, scope_complete=True, preparer=preparer)
    items = capture_range(session, events, start, end).items
    return Case(session, parse(drafted.payload), index, items)


def figures(data: Path) -> Iterable[Figure]:
    """Own, foreign and dropped, for open work; foreign and dropped, for decisions."""
    drafted, native = cases(data)
    own = [case.as_text().match(item) for case in drafted for item in case.of_kind("open_work")]
    kept = sum(match.verdict in KEPT for match in own)
    yield share("open work found in its own summary", kept, len(own), must=0.98)
    for kind, must in (("open_work", 0.05), ("decision", None)):
        wanted = {(c.session, i.text): i for c in (*drafted, *native) for i in c.of_kind(kind)}
        found = [n.match(i) for n in native for (s, _), i in sorted(wanted.items()) if s != n.session]
        hits = sum(match.verdict in KEPT for match in found)
        name = f"{kind.replace('_', ' ')} found in another session's summary"
        yield share(name, hits, len(found), must=must, better="lower")
    for kind, must in (("open_work", 0.98), ("decision", 0.95)):
        # The same open work at another cut is another case; a decision is the same in every cut.
        once = kind == "decision"
        among = {(c.session, i.text, 0 if once else n): (c, i)
                 for n, c in enumerate(drafted) for i in c.of_kind(kind)}  # fmt: skip
        drops = [case.without(item).match(item) for case, item in among.values()]
        noticed = sum(match.verdict not in KEPT for match in drops)
        yield share(f"drop of {kind.replace('_', ' ')} noticed", noticed, len(drops), must=must)
    ended = [n.match(i).verdict in KEPT for n in native for i in n.of_kind("open_work")]
    yield share("open work at a native range's end, retained", sum(ended), len(ended), tolerance=0.2)
    mine = [n.match(i).verdict in KEPT for n in native for i in n.of_kind("decision")]
    yield share("decisions retained by the own native summary", sum(mine), len(mine), tolerance=0.05)
    fresh = [n.match(i).verdict in KEPT for n in native for i in n.of_kind("decision") if not i.carried]
    yield share("decisions made in the range, retained by it", sum(fresh), len(fresh), tolerance=0.05)
