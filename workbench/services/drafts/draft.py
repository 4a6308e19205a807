"""Draft a compaction of a range, and make a checkpoint in its place if gate A or E fails (SG1, SG5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from gates.artifact import Artifact, GenerationRecord, Item, parse
from gates.errors import ArtifactError
from gates.evaluate import evaluate_unparsed
from gates.report import GateReport, Verdict
from gates.search.index import Preparer
from gates.source import SourceRange
from store import pointers
from store.engine import Store
from store.records import artifacts, derived, done_definitions, read_events, sessions, snapshots
from store.records.preparing import preparer_of
from workbench import modes, plugin_registry
from workbench.bootstrap import Env
from workbench.edits.against_parent import AgainstParent
from workbench.errors import UsageError
from workbench.facts.history import EventHistory
from workbench.facts.objective import LIMIT, current_objective, cut_to
from workbench.models.spent import MoneySpent
from workbench.services.drafts.model_choice import ModelChoice, check_choice, choice_of
from workbench.services.drafts.native_summary import native_characters
from workbench.services.drafts.range_choice import ChosenRange
from workbench.services.drafts.reviewed_items import with_added
from workbench.services.drafts.size_reached import SizeReached, size_reached
from workbench.services.drafts.strategy_names import FALLBACK_STRATEGY, NATIVE
from workbench.services.judgement import kept_readings
from workbench.services.judgement.judge import JudgedArtifact, judge_stored
from workbench.services.moves.run_frames import run_objective
from workbench.services.scores.score_results import Scored
from workbench.strategies.base import Candidate, DraftRequest, Strategy
from workbench.strategies.repaired import Blocking, DroppedStatement, blocking

if TYPE_CHECKING:
    from workbench.services.drafts.model_draft import ModelRun
    from workbench.services.drafts.smaller_offer import SmallerOffer

DRAFT_SCHEMA = "workbench.draft/1"


class Named(Protocol):
    """A strategy, as far as a fallback needs it."""

    name: str


@dataclass(frozen=True)
class Fallback:
    """The replacement of a draft: a checkpoint if gate A or E fails, else the offline draft."""

    artifact_id: str
    gate: str | None
    """The gate that failed; None: a model gave no draft, and this is the offline one."""
    warning: str
    judged: JudgedArtifact

    @property
    def why(self) -> str:
        """The warning, preceded by the gate that failed."""
        return self.warning if self.gate is None else f"gate {self.gate}: {self.warning}"


@dataclass(frozen=True)
class Drafted:
    """A draft with its report; `judged` is None if the candidate did not parse."""

    report: GateReport
    judged: JudgedArtifact | None
    session_id: str
    fallback: Fallback | None = None
    schema: str = DRAFT_SCHEMA
    added: tuple[Item, ...] = ()
    """Repairs only: items that the parent did not have."""
    removed: tuple[Item, ...] = ()
    """Repairs only: items of the parent that a finding proved to be unsupported."""
    dropped: tuple[DroppedStatement, ...] = ()
    """Statements that were left out: unsourced, contradicted, or not expressible in the format."""
    blocking: tuple[Blocking, ...] = ()
    """Repairs and `native` only: the problems that still keep the artifact from passing."""
    unchanged: bool = False
    """Repairs only: whether it passed already, so that nothing was made."""
    against: AgainstParent | None = None
    """Repairs only: the differences from the parent, counted as in a comparison."""
    model: ModelRun | None = None
    """Drafts of a language model only: the result of asking it."""
    size: SizeReached | None = None
    """Drafts only: the requested size, and that of the draft or its replacement."""
    offer: SmallerOffer | None = None
    """A draft of the range that leaves a smaller context, if this one makes it larger."""
    larger: tuple[int, int] | None = None
    """A larger range, if this one is too small to draft; None: there is none, or it is large enough."""
    repeated: bool = False
    """Whether the session already had a draft with the same content, so that none was added."""

    @property
    def growth(self) -> int | None:
        """Tokens by which accepting the draft would make the context grow; None if it would not."""
        change = self.judged.context if self.judged is not None else None
        return change.growth if change is not None else None

    @property
    def too_small(self) -> bool:
        """Whether the range is too small: neither the draft nor the checkpoint in its place is smaller."""
        made = [self.report, *([self.fallback.judged.report] if self.fallback else [])]
        return self.schema == DRAFT_SCHEMA and all(report.fails_by_size_alone for report in made)

    @property
    def size_warning(self) -> str | None:
        """The warning about a draft that does not have the requested size; None if there is none."""
        judged = (self.fallback.judged if self.fallback else None) or self.judged
        if self.size is None or judged is None:
            return None
        found = judged.report.gates["C"].findings
        loses = any(each.severity == "hard" and each.reviewed is None for each in found)
        return self.size.warning(judged.artifact.strategy, loses=loses, context=judged.entering_tokens)

    @property
    def _money(self) -> MoneySpent | None:
        """Cost of the draft, or of the one in its place."""
        best = self.judged or (self.fallback.judged if self.fallback else None)
        return best.money if best is not None else None

    def to_json(self) -> dict[str, Any]:
        """Return the `workbench.draft/1` (or `workbench.repair/1`) object."""
        from workbench.services.output_shapes.edit_shapes import DRAFTS
        from workbench.services.output_shapes.reports_and_drafts import DraftShape, NativeDraftShape
        from workbench.services.output_shapes.shape import printed

        artifact_id = self.judged.artifact_id if self.judged else None
        artifact = self.judged.artifact if self.judged else None
        shape = DRAFTS[self.schema]
        if shape is DraftShape and artifact is not None and artifact.strategy == NATIVE:
            shape = NativeDraftShape
        return printed(
            shape,
            self,
            artifact_id=artifact_id,
            artifact=artifact,
            report=Scored(artifact_id or self.session_id, self.report, artifact).to_json(),
            model=self.model.to_json(self._money) if self.model is not None else None,
            context=self.judged.context if self.judged is not None else None,
        )


def drafted_of(env: Env, store: Store, maker: Strategy, request: DraftRequest) -> Drafted:
    """Draft, store and score a request, with a checkpoint in its place if a gate requires one."""
    session_id = request.source.session_id
    made: list[Candidate] = []

    def drafting(wanted: DraftRequest) -> Candidate:
        made.append(maker.draft(wanted))
        return made[-1]

    try:
        judged = make_draft(env, store, drafting, request)
    except ArtifactError as error:
        report = evaluate_unparsed(error.problems, env.policy)
        instead = fall_back(env, store, request, report, maker)
        reached = size_reached(request, instead.judged.size) if instead is not None else None
        return Drafted(report, None, session_id, instead, size=reached)
    fallback = fall_back(env, store, request, judged.report, maker)
    active = fallback.judged if fallback is not None else judged
    size = size_reached(request, active.size)
    drafted = Drafted(judged.report, judged, session_id, fallback, size=size)
    if maker.name != NATIVE:
        return replace(drafted, dropped=made[-1].dropped)
    left = blocking(judged.artifact, judged.report)
    return replace(drafted, dropped=made[-1].dropped, blocking=left)


def maker_of(env: Env, strategy: str, model: str | ModelChoice | None = None) -> Strategy:
    """Return the offline strategy of that name, after checking that the model is available.

    Raises:
        UsageError: there is no such strategy or model, or it is a mode that is off.
    """
    check_choice(env, strategy, choice_of(model))
    modes.check_on(strategy, env.config_file)
    return strategy_of(strategy)


def check_done(store: Store, session_id: str, done: str | None) -> None:
    """Check that the session has no snapshot yet if a done definition is given: it is fixed then (S0 B).

    Raises:
        UsageError: it has one.
    """
    if done is not None and snapshots.latest(store, session_id) is not None:
        raise UsageError(
            "the done definition was fixed with the session's first snapshot", "leave out --done"
        )


def define_done(env: Env, store: Store, session_id: str, done: str | None) -> None:
    """Store the done definition for the session's first snapshot, if one is given. Raises as `check_done`."""
    check_done(store, session_id, done)
    if done is not None:
        done_definitions.put(store, session_id, done, actor=env.actor, now=env.now())


def request_of(store: Store, chosen: ChosenRange, *, rolling_up: bool = False) -> DraftRequest:
    """Return the request for a range; `rolling_up` adds the active artifacts inside it, which it will cover.

    Raises:
        NotFound: an active artifact is not in the store.
    """
    source = SourceRange(chosen.session_id, chosen.start, chosen.end)
    with store.reading():
        events = history(store, chosen.session_id, chosen.start, chosen.end)
        rolled = _rolled(store, chosen) if rolling_up else ()
        native = native_characters(store, chosen.session_id, (chosen.start, chosen.end))
        started = cut_to(run_objective(store, sessions.get(store, chosen.session_id)), LIMIT)
    objective = started or current_objective(events, chosen.start)
    return DraftRequest(source, events, objective=objective, rolled=rolled, native_characters=native)


def history(store: Store, session_id: str, start: int, end: int) -> EventHistory:
    """Return events 0..`end` of a session; `start`..`end` are loaded, the rest is read on demand."""
    with store.reading() as session:
        held = read_events.through(session, session_id, start, end)
    some = partial(sessions.load_some, store, session_id)
    made = EventHistory(held, partial(sessions.load_events, store, session_id), some)
    kept_readings.seed(made, session_id, partial(sessions.events_digest, store, session_id), store)
    if start == 0 and end < derived.LEAST:
        made.notes[Preparer] = preparer_of(session_id, held)
    return made


def _rolled(store: Store, chosen: ChosenRange) -> tuple[Artifact, ...]:
    """Return the active artifacts inside a range, in the order of their ranges.

    If one of exactly this range is active, return what that one covers: a draft of the same range is an
    alternative to it and rolls up the same.
    """
    with store.reading():
        active = pointers.active(store, chosen.session_id)
        inside = [m for m in active if chosen.start <= m.source_start and m.source_end <= chosen.end]
        names = [move.artifact_id for move in inside]
        if len(inside) == 1 and (inside[0].source_start, inside[0].source_end) == (chosen.start, chosen.end):
            names = list(artifacts.get(store, names[0]).artifact.covers)
        return tuple(artifacts.get(store, name).artifact for name in names)


def strategy_of(name: str) -> Strategy:
    """Return the strategy of that name, without a model."""
    loaded = plugin_registry.load("strategies", name)
    made: Strategy = loaded() if isinstance(loaded, type) else loaded
    return made


def make_draft(
    env: Env, store: Store, draft: Callable[[DraftRequest], Candidate], request: DraftRequest
) -> JudgedArtifact:
    """Generate, time, parse, store and score one candidate.

    Raises:
        ArtifactError: it does not parse; nothing was stored.
    """
    artifact = drafted_artifact(env, store, draft, request)
    stored = artifacts.put(store, artifact, now=env.now())
    return judge_stored(env, store, stored, unlisted=True)


def drafted_artifact(
    env: Env, store: Store, draft: Callable[[DraftRequest], Candidate], request: DraftRequest
) -> Artifact:
    """Generate, time and parse one candidate.

    Raises:
        ArtifactError: it does not parse.
    """
    began = env.ticks()
    candidate = with_added(store, request, draft(request))
    session_id = request.source.session_id
    if isinstance(request.events, EventHistory):
        digest_at = partial(sessions.events_digest, store, session_id)
        kept_readings.keep_of(request.events, session_id, digest_at, store)
    elapsed = round((env.ticks() - began) * 1000)
    return _parse(candidate, elapsed)


def _parse(candidate: Candidate, elapsed_ms: int) -> Artifact:
    record: GenerationRecord = candidate.record
    if record.elapsed_ms is None:
        record = record.model_copy(update={"elapsed_ms": elapsed_ms})
    return parse({**candidate.payload, "generation_record": record.model_dump(mode="json")})


_WARNINGS = {
    "A": "the draft does not parse into the compaction schema",
    "E": "the draft went over its cost or time limit",
}
_NOT_SMALLER = "the draft is not smaller than its source"


def _warning(gate: str, report: GateReport, judged: JudgedArtifact) -> str:
    """Return why the draft failed, which checkpoint was made instead, and whether that one passes."""
    why = _NOT_SMALLER if gate == "E" and report.fails_by_size_alone else _WARNINGS[gate]
    if why == _NOT_SMALLER and judged.report.fails_by_size_alone:
        return (
            f"{why}, and neither is the checkpoint d-{judged.number} that was made in its place: "
            "the range is too small; draft a larger one"
        )
    also = "" if judged.report.replaceable else ", which does not pass either"
    return f"{why}; the checkpoint d-{judged.number} was made in its place{also}"


def fall_back(
    env: Env,
    store: Store,
    request: DraftRequest,
    report: GateReport,
    maker: Named,
) -> Fallback | None:
    """Make the checkpoint in place of a draft that fails gate A or E; return None if it passes both."""
    failed = next((g for g in ("A", "E") if report.gates[g].status is Verdict.FAIL), None)
    if failed is None or maker.name == FALLBACK_STRATEGY:
        return None
    judged = make_draft(env, store, strategy_of(FALLBACK_STRATEGY).draft, request)
    return Fallback(judged.artifact_id, failed, _warning(failed, report, judged), judged)
