"""Draft with a language model, score, and let it correct what is wrong in at most two rounds (SG1, SG6).

Nothing is stored before the last round ends, so a cancelled draft leaves nothing behind. The round with the
fewest problems is kept; its remaining problems are in its report. If two answers cannot be used, they are
reported and the offline draft takes their place.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from gates.artifact import Artifact, parse
from gates.errors import ArtifactError
from gates.evaluate import Evaluator, evaluate_unparsed
from gates.measure_words import masked_places, plural
from gates.report import GateReport
from store.engine import Store
from store.records import event_stats, reviews, sessions
from workbench import modes
from workbench.bootstrap import Env
from workbench.errors import WorkbenchError
from workbench.models.base import ModelTrouble
from workbench.models.spent import MoneySpent
from workbench.services.drafts import draft as drafting
from workbench.services.drafts.cap import over_cap
from workbench.services.drafts.draft import Drafted, Fallback, make_draft
from workbench.services.drafts.model_choice import (
    ModelChoice,
    ModelDrafter,
    Opened,
    check_choice,
    drafter_of,
    open_choice,
)
from workbench.services.drafts.range_choice import ChosenRange
from workbench.services.drafts.reviewed_items import with_added
from workbench.services.drafts.size_reached import size_reached
from workbench.services.drafts.strategy_names import ROLLING
from workbench.services.judgement.judge import JudgedArtifact, build_index, capture_of
from workbench.services.review_log import notes
from workbench.strategies.asked import AskedSize
from workbench.strategies.base import Candidate, DraftRequest, instead_of
from workbench.strategies.modelled.asking import Asker, WrongForm
from workbench.strategies.modelled.problems import AnswerProblem, problems_of, sent_back
from workbench.strategies.modelled.stage_room import stage_windows
from workbench.strategies.modelled.tally import UNANSWERED
from workbench.strategies.staging import StageWindow

ROUNDS = 2
"""Rounds in which problems go back to the model (SG6)."""
LEAST_SECONDS = 2.0
"""Seconds that must be left of the generation's time to begin a round."""
SHOWN_WARNINGS = 12
"""Most warnings that are reported when the draft is done; `--json` has all."""
NOTHING_KEPT = "nothing was kept; without --model the draft is made offline"


@dataclass(frozen=True)
class ModelRun:
    """The result of asking a model: the `model` object of `workbench.draft/1`."""

    named: str
    prompt_version: str
    calls: int
    rounds: tuple[int, ...]
    """Number of blocking problems after the first answer and after each round of repair."""
    kept_round: int
    """The round whose answer was kept; 0 is the first answer."""
    masked: int
    """Number of secrets masked in what was sent."""
    warnings: tuple[str, ...]
    """Quotes and items that were not accepted, and other notes for a person."""

    def to_json(self, money: MoneySpent | None = None) -> dict[str, Any]:
        """Return the `model` object; `money` is the cost of all rounds, if known."""
        from workbench.services.output_shapes.model_shapes import ModelRunShape
        from workbench.services.output_shapes.shape import printed

        return printed(ModelRunShape, self, name=self.named, problems=self.rounds, money=money)


@dataclass(frozen=True)
class _Round:
    candidate: Candidate
    problems: tuple[AnswerProblem, ...]
    warnings: tuple[str, ...]

    @property
    def blocking(self) -> int:
        return sum(problem.blocks for problem in self.problems)


class ModelDrafting:
    """One model and one strategy, for one draft or for the stages of one range."""

    def __init__(self, env: Env, strategy: str, choice: ModelChoice) -> None:
        """Open the model; nothing is sent. Raises as `check_choice`."""
        modes.check_on(strategy, env.config_file)
        check_choice(env, strategy, choice)
        self._env, self._choice, self.strategy = env, choice, strategy
        self._opened: Opened = open_choice(env, choice)
        limits = self._opened.limits
        self._warnings: list[str] = []
        asker = Asker(
            self._opened.model,
            self._opened.named,
            cap_tokens=limits.cap_tokens,
            timeout_ms=limits.timeout_ms,
            on_progress=self._add_warning,
            progress=choice.progress,
        )
        self.drafter: ModelDrafter = drafter_of(strategy, asker, choice)
        self.asker = self.drafter.asker

    def windows(self, request: DraftRequest) -> list[StageWindow]:
        """Return the range in windows, each with room below the cap for its answer and a round of repair."""
        return stage_windows(request, self.asker.cap_tokens)

    def check_cap(self, request: DraftRequest) -> None:
        """Check that a range can be sent, before anything is.

        Raises:
            OverCap: it cannot; the hint names a smaller range and staged windows.
        """
        needs, cap, source = self.drafter.estimate(request), self.asker.cap_tokens, request.source
        if needs <= cap:
            return
        what = f"events {source.start}..{source.end} take about {needs:,} tokens with the answer"
        over = over_cap(what, cap, self.windows(request))
        if self._choice.recorded is not None:
            over.hint = f"{self._choice.recorded} was made of another range, or with a policy of a higher cap"
        raise over

    def drafted(self, store: Store, request: DraftRequest) -> Drafted:
        """Draft, score, repair and store.

        Raises:
            OverCap: the range is over the cap; nothing was sent.
            ModelTrouble: the model did not answer; nothing was stored.
        """
        self.check_cap(request)
        self._warnings.clear()
        source = request.source
        needs = self.drafter.estimate(request)
        what = "replaying answers of" if self._choice.recorded is not None else "asking"
        self._choice.on_progress(
            f"{what} {self.asker.named} about events {source.start}..{source.end}: at most about {needs:,} "
            f"of {self.asker.cap_tokens:,} tokens for the first answer"
        )
        try:
            rounds = self._rounds(store, request)
        except WrongForm as error:
            return self._fallen_back(store, request, error)
        best = min(range(len(rounds)), key=lambda n: (rounds[n].blocking, -n))
        kept = rounds[best]
        # Every round is part of what this draft cost, whichever is kept.
        record = self.asker.record()
        body = {**kept.candidate.payload, "generation_record": record.model_dump(mode="json")}
        made = replace(kept.candidate, payload=body, record=record)
        judged = self._stored(store, request, lambda _request: made)
        run = self._run(kept.warnings, tuple(each.blocking for each in rounds), best)
        self._conclude(run)
        fallback = drafting.fall_back(self._env, store, request, judged.report, self.drafter)
        reached = size_reached(request, (fallback.judged if fallback else judged).size)
        return Drafted(judged.report, judged, source.session_id, fallback, model=run, size=reached)

    def finish(self) -> None:
        """Write the recording, if one was requested, once everything is done."""
        recorder = self._opened.recorder
        if recorder is not None:
            count = recorder.write()
            self._choice.on_progress(f"{plural(count, 'answer')} recorded in {self._choice.record}")

    def _rounds(self, store: Store, request: DraftRequest) -> list[_Round]:
        judge = _judge(self._env, store, request)
        rounds = [self._judged(judge, self.drafter.draft(request))]
        while len(rounds) <= ROUNDS and rounds[-1].problems and self.asker.seconds_left() >= LEAST_SECONDS:
            last_round = rounds[-1]
            note = f"round {len(rounds)} of {ROUNDS}: {sent_back(last_round.problems, self.asker.named)}"
            try:
                repaired = self.drafter.revise(last_round.problems, note)
            except ModelTrouble as trouble:
                self._add_warning(
                    f"warning: repairing stopped, {trouble.reason}; the draft before it is kept"
                )
                break
            if repaired is None:
                break
            rounds.append(self._judged(judge, repaired))
        return rounds

    def _judged(self, judge: Callable[[Candidate], list[AnswerProblem]], made: Candidate) -> _Round:
        own = self.drafter.own_problems()
        broken = [problem for problem in own if problem.blocks]
        warnings = dict.fromkeys([*self.drafter.dropped.notes, *(problem.what for problem in broken)])
        beside = (problem for problem in own if not problem.blocks)
        return _Round(made, (*broken, *judge(made), *beside), tuple(warnings))

    def _fallen_back(self, store: Store, request: DraftRequest, error: WrongForm) -> Drafted:
        """Return the offline draft in place of a model's unusable one, with a report that fails gate A.

        The cost of the model's answers is part of its cost, though none of them could be used. If they cost
        anything, its prompt version names the model and its prompt too, so that it is another draft than one
        that cost nothing or that another model was asked for, and gate E counts what was spent.
        """
        offline, record = drafting.strategy_of(self.strategy), self.asker.record()

        def instead(wanted: DraftRequest) -> Candidate:
            made = offline.draft(wanted)
            if record.model is None:
                return made
            version = instead_of(made.payload["prompt_version"], self.drafter.prompt_version)
            return replace(made, payload={**made.payload, "prompt_version": version}, record=record)

        judged = self._stored(store, request, instead)
        spent = f"{self.asker.tally.in_words} were spent"
        warning = (
            f"{error.message}; {spent}; the offline draft replaces it; for a draft by a model, {error.hint}"
        )
        report = evaluate_unparsed((error.message,), self._env.policy)
        run = self._run((warning,))
        self._conclude(replace(run, warnings=()))  # they are in the fallback's warning
        fallback = Fallback(judged.artifact_id, None, warning, judged)
        reached = size_reached(request, judged.size)
        return Drafted(report, None, request.source.session_id, fallback, model=run, size=reached)

    def _stored(
        self,
        store: Store,
        request: DraftRequest,
        make: Callable[[DraftRequest], Candidate],
    ) -> JudgedArtifact:
        """Store and score a draft; if the very same one was there already, note what this attempt cost.

        A replay costs nothing, so it adds no note.
        """
        known = event_stats.artifact_numbers(store, request.source.session_id)
        judged = make_draft(self._env, store, make, request)
        if self._choice.recorded is None and judged.artifact_id in known:
            self._add_warning(self._unrecorded(judged))
        return judged

    def _run(self, warnings: tuple[str, ...], rounds: tuple[int, ...] = (), kept_round: int = 0) -> ModelRun:
        """Return the result of asking, with warnings besides those that were reported on the way."""
        return ModelRun(
            named=self.asker.named,
            prompt_version=self.drafter.prompt_version,
            calls=self.asker.calls,
            rounds=rounds,
            kept_round=kept_round,
            masked=self.asker.tally.masked,
            warnings=(*self._warnings, *warnings, *self._unanswered()),
        )

    def _unanswered(self) -> tuple[str, ...]:
        """Return the warning about tries whose cost nobody stated, which was reported when they ended."""
        return (UNANSWERED,) if self.asker.tally.unanswered else ()

    def _unrecorded(self, there: JudgedArtifact) -> str:
        """Record the cost of this attempt in a note on a draft that existed already; return the warning."""
        spent, calls = self.asker.tally.in_words, self.asker.calls
        attempt = f"a later attempt by {self.asker.named} came to this draft"
        note = f"{attempt}: {spent} in {plural(calls, 'call')}"
        notes.note(self._env, there.artifact_id, note)
        return (
            "the same draft was there already; its record of cost stays, and "
            f"{spent} of this attempt by {self.asker.named} are recorded in a note on d-{there.number}"
        )

    def _conclude(self, run: ModelRun) -> None:
        """Report what was not accepted and how much was masked; skip what was already reported."""
        fresh = [each for each in run.warnings if each not in (*self._warnings, UNANSWERED)]
        for each in fresh[:SHOWN_WARNINGS]:
            self._choice.on_progress(each if each.startswith("warning: ") else f"warning: {each}")
        if len(fresh) > SHOWN_WARNINGS:
            self._choice.on_progress(
                f"warning: {len(fresh) - SHOWN_WARNINGS} more, in --json under model.warnings"
            )
        if run.masked and self._choice.recorded is None:
            self._choice.on_progress(f"{masked_places(run.masked)} before sending")

    def _add_warning(self, text: str) -> None:
        self._warnings.append(text)
        self._choice.on_progress(text)


def draft_with_model(
    env: Env,
    chosen: ChosenRange,
    strategy: str,
    choice: ModelChoice,
    done: str | None = None,
    size: AskedSize | None = None,
) -> Drafted:
    """Draft a range with a model; `workbench.services.drafts.draft_command.draft` also drafts without one.

    `size` is the size requested from the model; gate E reports the size of its answer.

    Raises:
        UsageError, InputError: the choice is not available, or the done definition is fixed already.
        OverCap: the range is over the cap; nothing was sent.
        ModelTrouble: the model did not answer; nothing was stored.
    """
    making = ModelDrafting(env, strategy, choice)
    store = env.open_store()
    request = drafting.request_of(store, chosen, rolling_up=strategy == ROLLING)
    request = replace(request, size=size)
    if size is not None:
        request.room()  # raises if the range cannot have the size, before anything is sent
    making.check_cap(request)
    drafting.check_done(store, chosen.session_id, done)
    try:
        made = making.drafted(store, request)
    except ModelTrouble as trouble:
        add_hint(trouble, NOTHING_KEPT)
        raise
    drafting.define_done(env, store, chosen.session_id, done)
    making.finish()
    return made


def add_hint(trouble: WorkbenchError, hint: str) -> None:
    """Append a hint to that of an error, such as what was kept."""
    trouble.hint = "; ".join(each for each in (trouble.hint, hint) if each)


def _judge(env: Env, store: Store, request: DraftRequest) -> Callable[[Candidate], list[AnswerProblem]]:
    """Return a function that finds the problems of a candidate of the request and stores nothing."""
    known: dict[tuple[int, ...], Evaluator] = {}

    def judge(made: Candidate) -> list[AnswerProblem]:
        try:
            artifact = parse(with_added(store, request, made).payload)
        except ArtifactError as error:
            return [AnswerProblem("A", problem) for problem in error.problems]
        kept = artifact.source.kept
        if kept not in known:
            known[kept] = _evaluator(env, store, artifact)
        return problems_of(artifact, _report(env, store, artifact, known[kept]))

    return judge


def _evaluator(env: Env, store: Store, artifact: Artifact) -> Evaluator:
    index = build_index(store, sessions.get(store, artifact.source.session_id), artifact)
    return Evaluator(index, capture_of(env, store, index), env.policy)


def _report(env: Env, store: Store, artifact: Artifact, evaluator: Evaluator) -> GateReport:
    artifact_id = artifact.artifact_id
    recorded = reviews.for_artifact(store, artifact.source.session_id, artifact_id)
    return evaluator.evaluate(artifact, recorded, strict=env.policy.strict, artifact_id=artifact_id)
