"""`calibrate`: how many injected faults the gates catch in good artifacts, and their false positives.

The faults are those of `gates.faults`; `gates.evaluate` judges, as everywhere. A fault is caught if the
report on the faulty artifact has a finding that the good one's lacks. A changed statement is linked again, so
no fault keeps the links of the true statement.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gates.artifact import Artifact
from gates.evaluate import Evaluator
from gates.faults.artifacts import CLAIM_FAULTS, Fault, FaultGround, faults_of
from gates.faults.text_faults import FAULTS_VERSION, names_in
from gates.imported import imported_artifact
from gates.policy import FAULT_CLASSES, Policy
from gates.report import GATE_NAMES, Finding, GateReport
from gates.search.index import Preparer, SourceIndex
from gates.search.linking import link_statement, with_sound_links
from gates.second_opinion import evaluator_version
from workbench.bootstrap import Env
from workbench.capture import capture_range
from workbench.errors import NothingToScore, UsageError
from workbench.services.judgement.second_opinions import loaded_checkers, opinions_on
from workbench.services.scores.score import Scorer
from workbench.services.scores.score_inputs import ScoreRequest
from workbench.services.transcript_files.transcripts import Transcript, read_transcript, transcripts_under

MOST = 20
"""Maximum number of faults of one class per artifact."""

_LOST = frozenset(
    f"retention_{verdict}" for verdict in ("uncertain", "weakened", "mutated", "contradicted", "dropped")
)
_UNLINKED = frozenset({"no_link_resolves", "link_unresolved", "link_out_of_range"})
INTENDED: dict[str, frozenset[str]] = {
    "drop_decision": _LOST,
    "drop_open": _LOST,
    "weaken_item": _LOST,
    "flip_negation": frozenset(
        "polarity_conflict polarity_hint negation_added negation_dropped state_differs"
        " absence_refuted".split()
    ),
    "change_number": frozenset(
        "num_conflict num_rival num_replaced num_absent num_unlinked number_differs bound_number_differs"
        " figure_differs line_differs listed_count_differs named_value_differs unit_differs".split()
    ),
    "change_identifier": frozenset(
        "id_absent id_unseen kin_name name_differs code_differs code_altered command_differs".split()
    ),
    "swap_entity_out": frozenset("name_unseen id_absent id_unseen owner_differs".split()),
    "swap_entity_in": frozenset("owner_differs said_by_other".split()),
    "flip_status": frozenset(
        "status_conflict polarity_conflict polarity_hint opposite_word task_state task_open work_already_done"
        " done_reported_open outcome_differs tests_not_passing state_differs".split()
    ),
    "proposed_as_done": frozenset(
        "plan_told_done only_planned status_conflict task_open unsupported_action unchanged_file".split()
    ),
    "invent_claim": frozenset(
        "unsupported link_mismatch link_unsupported no_source source_scattered name_unseen".split()
    ),
    "stale_value": frozenset("superseded value_outdated value_ruled_out".split()),
    "break_link": _UNLINKED,
    "shift_link": _UNLINKED,
    "wrong_span": frozenset({"link_mismatch", "link_unsupported"}),
}
"""The rules that should catch each fault; an exchange of two people is detected in short sessions only."""


@dataclass
class ClassTally:
    """Counts of the faults of one class."""

    made: int = 0
    by_intended: int = 0
    by_any: int = 0
    shown: int = 0
    """Caught by a finding that is shown by default; findings that the policy lists on demand do not count."""
    blocked: int = 0
    """Caught by a hard finding, so that the artifact would be rejected."""
    by_gate: Counter[str] = field(default_factory=Counter)


@dataclass
class CleanTally:
    """Findings of gates B, C and D on the items of the good artifacts."""

    items: int = 0
    hard: Counter[str] = field(default_factory=Counter)
    warned: Counter[str] = field(default_factory=Counter)
    shown: Counter[str] = field(default_factory=Counter)
    """Items with a finding that is shown by default."""


@dataclass(frozen=True)
class Calibration:
    """The result of a calibration."""

    targets: tuple[str, ...]
    artifacts: int
    policy: Policy
    evaluator_version: str
    classes: dict[str, ClassTally]
    clean: CleanTally
    left_out: dict[str, int] = field(default_factory=dict)
    """Compactions without an injected fault, by reason: `no_readable_summary` or `no_statement`."""

    def below(self) -> dict[str, float]:
        """Return the classes whose caught share is below the policy's floor, with the floor.

        A class of which no fault was made has a share of zero.
        """
        return {
            name: floor
            for name, floor in sorted(self.policy.calibrate.floor.items())
            if self.classes[name].by_any < floor * max(1, self.classes[name].made)
        }

    def to_json(self) -> dict[str, Any]:
        """Return the `workbench.calibrate/1` object."""
        from workbench.services.output_shapes.calibrate_shapes import CalibrateShape
        from workbench.services.output_shapes.shape import printed

        floors, below = self.policy.calibrate.floor, self.below()
        classes = [
            {
                "fault_class": name,
                "made": tally.made,
                "caught_by_intended_rule": tally.by_intended,
                "caught_by_any": tally.by_any,
                "shown": tally.shown,
                "blocked": tally.blocked,
                "by_gate": {gate: tally.by_gate[gate] for gate in GATE_NAMES},
                "floor": floors.get(name),
                "passed": name not in below,
            }
            for name, tally in self.classes.items()
        ]
        counted = self.clean.hard, self.clean.warned, self.clean.shown
        hard, warned, shown = ({gate: tally[gate] for gate in ("B", "D")} for tally in counted)
        return printed(
            CalibrateShape,
            self,
            policy_version=self.policy.version,
            faults_version=FAULTS_VERSION,
            passed=not below,
            classes=classes,
            clean={"items": self.clean.items, "hard": hard, "warned": warned, "shown": shown},
        )


@dataclass(frozen=True)
class _Good:
    """One good artifact with its evaluator."""

    target: str
    artifact: Artifact
    judge: Evaluator
    env: Env

    def linked_anew(self, fault: Fault) -> Artifact:
        """Return the faulty artifact with its changed statement linked by its own words."""
        items = tuple(
            item.model_copy(update={"links": link_statement(self.judge.search, item)})
            if item.item_id == fault.item_id and fault.fault_class in CLAIM_FAULTS
            else item
            for item in fault.artifact.items
        )
        return fault.artifact.model_copy(update={"items": items})

    def reports(self, artifact: Artifact) -> tuple[GateReport, GateReport]:
        """Return two reports by rules and enabled checkers: with every warning, and as a reader sees it."""
        opinions = opinions_on(self.env, self.judge.linked(artifact), self.judge.search)
        every = self.judge.under(self.env.policy.model_copy(update={"warnings": "all"}))
        return every.evaluate(artifact, opinions=opinions), self.judge.evaluate(artifact, opinions=opinions)


def calibrate(env: Env, path: str | None, *, source: str | None = None, most: int = MOST) -> Calibration:
    """Inject every class of fault into the artifacts of transcripts, or into one artifact with its source.

    Raises:
        NothingToScore: there is no readable artifact with items.
        InputError: the path cannot be read.
    """
    if most < 1:
        raise UsageError("--most must be 1 or more", "leave it out for 20")
    if source is not None and path is None:
        raise UsageError("--source goes with an artifact file", "name the artifact file too")
    targets = _targets(path) if source is None else [str(path)]
    left_out: Counter[str] = Counter()
    found = (
        _goods(target, env, left_out) if source is None else _given(target, source, env) for target in targets
    )
    goods = [good for each in found for good in each]
    if not goods:
        raise NothingToScore(
            f"no readable compaction was found in {path or 'the sample sessions'}",
            "give a transcript that holds a compaction, or leave the path out for the samples",
        )
    version = evaluator_version(loaded_checkers(env))
    classes = {name: ClassTally() for name in FAULT_CLASSES}
    clean = CleanTally()
    for good in goods:
        _inject(good, goods, classes, clean, most)
    named = tuple(Path(target).name for target in targets)
    return Calibration(named, len(goods), env.policy, version, classes, clean, dict(left_out))


def _targets(path: str | None) -> list[str]:
    place = Path(path) if path is not None else _samples()
    return [each.as_posix() for each in transcripts_under(place)] if place.is_dir() else [place.as_posix()]


def _samples() -> Path:
    import sample_sessions

    return Path(sample_sessions.__file__).parent


def _given(target: str, source: str, env: Env) -> Iterator[_Good]:
    """Yield the artifact of a file, judged as `score` judges it."""
    scorer = Scorer(env, ScoreRequest(targets=(target,), source=source))
    transcript = read_transcript(source)
    for scored in scorer.score(target):
        if scored.artifact is not None and scored.artifact.items:
            judge = _judge(scored.artifact, transcript, Preparer(), env.policy)
            yield _Good(target, judge.linked(scored.artifact), judge, env)


def _goods(target: str, env: Env, left_out: Counter[str]) -> Iterator[_Good]:
    transcript = read_transcript(target)
    preparer = Preparer()
    for found in transcript.compactions:
        artifact = imported_artifact(transcript.session_id, found)
        if artifact.items and not artifact.opaque:
            judge = _judge(artifact, transcript, preparer, env.policy)
            yield _Good(target, judge.linked(with_sound_links(artifact, judge.index)), judge, env)
        else:
            left_out["no_readable_summary" if artifact.opaque else "no_statement"] += 1


def _judge(artifact: Artifact, transcript: Transcript, preparer: Preparer, policy: Policy) -> Evaluator:
    source = artifact.source.range()
    complete = transcript.header.scope_complete
    index = SourceIndex.build(source, transcript.events, scope_complete=complete, preparer=preparer)
    capture = capture_range(source.session_id, index.events, source.start, source.end)
    return Evaluator(index, capture, policy)


def _inject(
    good: _Good, goods: list[_Good], classes: dict[str, ClassTally], clean: CleanTally, most: int
) -> None:
    others = [each for each in goods if each.target != good.target]
    foreign = tuple(item.text for each in others for item in each.artifact.items if item.speaker is None)
    names = tuple(dict.fromkeys(name for text in foreign for name in names_in(text)))
    ground = FaultGround(good.artifact, good.judge.index, good.judge.capture, names, foreign)
    before = good.reports(good.artifact)
    _tally_clean(before, len(good.artifact.items), clean)
    for name, tally in classes.items():
        for fault in faults_of(ground, name, most):
            _tally(fault, before, good.reports(good.linked_anew(fault)), tally)


def _tally_clean(reports: tuple[GateReport, GateReport], items: int, clean: CleanTally) -> None:
    report, seen = reports
    clean.items += items
    for gate in ("B", "D"):
        stated: dict[str, set[str]] = defaultdict(set)
        for finding in report.gates[gate].findings:
            if finding.item_id is not None:
                stated[finding.severity].add(finding.item_id)
        clean.hard[gate] += len(stated["hard"])
        clean.warned[gate] += len(stated["warning"] - stated["hard"])
        clean.shown[gate] += len({f.item_id for f in seen.gates[gate].findings if f.item_id is not None})


Reports = tuple[GateReport, GateReport]


def _tally(fault: Fault, before: Reports, after: Reports, tally: ClassTally) -> None:
    fresh = _fresh(before[0], after[0])
    tally.made += 1
    tally.by_any += bool(fresh)
    tally.shown += bool(_fresh(before[1], after[1]))
    tally.by_intended += any(finding.rule in INTENDED[fault.fault_class] for _gate, finding in fresh)
    tally.blocked += any(finding.severity == "hard" for _gate, finding in fresh)
    for gate in {gate for gate, _finding in fresh}:
        tally.by_gate[gate] += 1


def _fresh(before: GateReport, after: GateReport) -> list[tuple[str, Finding]]:
    """Return the findings on a faulty artifact that the good one's report lacks."""
    known = Counter(_key(finding) for gate in GATE_NAMES for finding in before.gates[gate].findings)
    fresh: list[tuple[str, Finding]] = []
    for gate in GATE_NAMES:
        for finding in after.gates[gate].findings:
            key = _key(finding)
            if finding.rule.endswith("_unjudged"):
                continue  # mentions a checker, not of a fault
            if known[key] > 0:
                known[key] -= 1
            else:
                fresh.append((gate, finding))
    return fresh


def _key(finding: Finding) -> tuple[str, str]:
    return finding.rule, finding.message
