"""Drafting and judging of one series of a replay, pass after pass, in memory: no store, no clock.

Every artifact is judged against the original events of the whole range so far (SG1), whatever it was made
from: a rolling one from the artifact before, a stage from its own window, the transcript's from its agent.
Retention is decided by gate C, as in `score` of the same artifact.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from gates.artifact import Artifact, ArtifactSource, Item, parse
from gates.capture import Capture
from gates.errors import ArtifactError
from gates.evaluate import Evaluator
from gates.policy import Policy
from gates.render import given_text
from gates.report import GateReport, Retention, RetentionVerdict
from gates.retention.gate import FIRST_PROPOSED
from gates.review import Review
from gates.search.index import Preparer, SourceIndex
from gates.source import SourceRange
from gates.trust import as_counted
from workbench.capture import capture_range
from workbench.errors import WorkbenchError
from workbench.facts.history import EventHistory
from workbench.services.drafts.strategy_names import ROLLING
from workbench.services.replays.replay_cuts import Cut
from workbench.services.replays.replay_points import ItemAge, LostItem, Point, Share
from workbench.strategies.base import DraftRequest, Strategy
from workbench.strategies.staging import seed_of

STAGED = "multi_session"


@dataclass
class ReplayGround:
    """The session of a replay, prepared once for all series."""

    session_id: str
    events: EventHistory
    """The session's events, each of which is read once for all passes."""
    scope_complete: bool
    policy: Policy
    reviews: tuple[Review, ...]
    objective: str
    _preparer: Preparer = field(default_factory=Preparer)
    _end: int = -1
    _capture: Capture | None = None
    _judges: dict[frozenset[int], Evaluator] = field(default_factory=dict)

    def judge(self, end: int, kept: frozenset[int]) -> Evaluator:
        """Return the evaluator of artifacts of the events 0..`end`.

        Only those of the last range are cached.
        """
        if end != self._end:
            self._end, self._judges = end, {}
            self._capture = capture_range(self.session_id, self.events, 0, end)
        if kept not in self._judges:
            source = SourceRange(self.session_id, 0, end, kept)
            index = SourceIndex.build(
                source, self.events, scope_complete=self.scope_complete, preparer=self._preparer
            )
            self._judges[kept] = Evaluator(index, self._capture, self.policy)
        return self._judges[kept]


class Series:
    """One series, with its state between passes."""

    def __init__(self, ground: ReplayGround, name: str) -> None:
        self._ground = ground
        self.name = name
        self._number = 0
        self._made: list[Artifact] = []
        self._since: dict[str, int] = {}
        self._lost: dict[str, int] = {}
        self._kept: set[str] = set()
        self._retained: set[str] = set()

    def draft(self, maker: Strategy, cut: Cut) -> Point:
        """Draft and judge the next pass with a strategy, over the events up to a cut."""
        self._number += 1
        try:
            made = parse(maker.draft(self._request(cut)).payload)
        except ArtifactError as error:
            return self._skipped(cut, f"the draft does not parse: {error.problems[0]}")
        except WorkbenchError as error:
            return self._skipped(cut, error.message)
        self._made.append(made)
        return self._judged(made, cut)

    def found(self, made: Artifact, cut: Cut) -> Point:
        """Judge the next pass, whose artifact was made elsewhere."""
        self._number += 1
        if made.opaque:
            return self._skipped(cut, "the summary is encrypted or absent")
        return self._judged(made, cut)

    def _request(self, cut: Cut) -> DraftRequest:
        ground, start, seed = self._ground, 0, ""
        rolled: tuple[Artifact, ...] = ()
        if self._made and self.name == ROLLING:
            rolled = (self._made[-1],)
        elif self._made and self.name == STAGED:
            start = self._made[-1].source.source_end + 1
            seed = seed_of(self._made, ground.objective).text
        source = SourceRange(ground.session_id, start, cut.end)
        seen = ground.events[: cut.end + 1]
        return DraftRequest(source, seen, ground.objective, rolled=rolled, seed=seed)

    def _skipped(self, cut: Cut, why: str) -> Point:
        return Point(self.name, self._number, cut.end, cut.turn, 0, skipped=why)

    def _judged(self, made: Artifact, cut: Cut) -> Point:
        ground, kept = self._ground, frozenset(made.source.kept)
        judge = ground.judge(cut.end, kept)
        whole = ArtifactSource(
            session_id=ground.session_id, source_start=0, source_end=cut.end, kept=made.source.kept
        )
        report = judge.evaluate(made.model_copy(update={"source": whole}), ground.reviews)
        index = judge.index
        verbatim = sum(ground.events[ordinal].tokens for ordinal in kept)
        point = Point(
            self.name,
            self._number,
            cut.end,
            cut.turn,
            source_tokens=index.source_tokens + verbatim,
            tokens=index.estimate_tokens(given_text(made)) + verbatim,
            items=self._aged(made),
            decisions=_share(report, "decision"),
            open_work=_share(report, "open_work"),
            proposed=self._proposed(judge, report),
            held=self._held(judge, report),
            contradictions=_contradictions(report),
            warnings=sum(f.severity == "warning" for g in "CD" for f in report.gates[g].findings),
            failed=report.blocking,
            counted=frozenset((v.kind, v.item_id) for v in report.retention if v.counted),
        )
        return replace(point, lost=self._losing(report))

    def _aged(self, made: Artifact) -> tuple[ItemAge, ...]:
        self._since = {i.item_id: self._since.get(i.item_id, self._number) for i in made.items}
        return tuple(self._age(item) for item in made.items)

    def _age(self, item: Item) -> ItemAge:
        since = self._since[item.item_id]
        text = item.text if since == self._number else None
        return ItemAge(item.item_id, item.kind.value, text, item.generation, since)

    def _proposed(self, judge: Evaluator, report: GateReport) -> Share:
        if judge.capture is None:
            return Share(0, 0)
        trust = self._ground.policy.capture.trust
        applied = as_counted(judge.capture, trust, self._ground.reviews, judge.index.source)
        first = [item for item in applied.proposed if item.counts][:FIRST_PROPOSED]
        retained = {v.item_id for v in report.retention if not v.counted and v.retained}
        return Share(sum(item.item_id in retained for item in first), len(first))

    def _held(self, judge: Evaluator, report: GateReport) -> Share:
        """Return how much of what earlier passes retained, counted or proposed, this one retains."""
        made = judge.capture
        captured = (*made.items, *made.proposed) if made is not None else ()
        known = {item.item_id for item in captured} & self._retained
        retained = {v.item_id for v in report.retention if v.retained}
        self._retained |= retained
        return Share(len(known & retained), len(known))

    def _losing(self, report: GateReport) -> tuple[LostItem, ...]:
        """Return the lost items, each with the pass since which it has been lost."""
        self._lost = {v.item_id: self._lost.get(v.item_id, self._number) for v in report.lost}
        lost_now = tuple(self._lost_item(verdict) for verdict in report.lost)
        self._kept |= {v.item_id for v in report.retention if v.counted and v.item_id not in self._lost}
        return lost_now

    def _lost_item(self, lost: RetentionVerdict) -> LostItem:
        since, before = self._lost[lost.item_id], lost.item_id in self._kept
        return LostItem(lost.item_id, lost.kind, lost.text, lost.verdict.value, since, before)


def _share(report: GateReport, kind: str) -> Share:
    of_kind = [v for v in report.retention if v.counted and v.kind == kind]
    return Share(sum(verdict.retained for verdict in of_kind), len(of_kind))


def _contradictions(report: GateReport) -> int:
    """Count the hard findings of gate D, and the captured items that an item without one contradicts."""
    hard = [f for f in report.gates["D"].findings if f.severity == "hard" and f.reviewed is None]
    found = {finding.item_id for finding in hard}
    lost = [v for v in report.lost if v.verdict is Retention.CONTRADICTED and v.matched_item_id not in found]
    return len(hard) + len(lost)
