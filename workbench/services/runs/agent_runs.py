"""`workbench run`: start, resume, answer and cancel a run, and report its status."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import orjson

from gates.canonical import digest
from gates.source import session_id
from store.errors import RunMoved
from store.records import agent_runs
from store.records.runs import SESSION_FORMAT
from store.run_values import RunRecord, RunStatus, TypedEvent
from workbench.bootstrap import Env
from workbench.errors import InputError, InterruptedWork, Refused, UsageError, WorkbenchError, interruption
from workbench.models.base import ModelTrouble
from workbench.runs.agent import Agent
from workbench.runs.machine.step_machine import Machine
from workbench.runs.outputs.output_files import check_free, write
from workbench.runs.planning.offline_agent import RuleAgent
from workbench.runs.ranking.meaning import meaning_of, settled
from workbench.runs.records import events as kinds
from workbench.runs.records import state as phases
from workbench.runs.records.shapes import ResearchOutput
from workbench.runs.records.state import RunState, fold
from workbench.runs.retrieval.nearness import CharacterNearness, Nearness
from workbench.runs.settings import RunSettings, settings_of
from workbench.runs.sources.fetch import Fetcher
from workbench.runs.sources.places import absolute, check_text, is_address, places
from workbench.runs.sources.source_reading import SourceReading, fetch_limits
from workbench.services.lookup.library import AGENT_RUN
from workbench.services.output_shapes.run_shapes import RunsShape
from workbench.services.output_shapes.shape import printed
from workbench.services.runs.run_checkpoints import BatchingKeeper, RunCheckpoints
from workbench.services.runs.run_ledger import StoreLedger, opened_ledger
from workbench.services.runs.shown_run import RunRequest, RunShown, Traffic, next_words

MOST_OBJECTIVE = 4_000
"""Maximum characters of an objective, and of a done definition."""
OnPhase = Callable[[RunState], None]


def start(env: Env, request: RunRequest, on_phase: OnPhase | None = None) -> RunShown:
    """Start a run and drive it until it ends or waits for a person.

    Raises:
        UsageError: the objective has no words, or no source is named.
        InputError: a source or a setting is missing or invalid, a page is private, or `out` is not empty.
    """
    settings = _checked(env, request)
    agent = agent_of(env, settings, request.traffic)
    ledger, run_id = _begun(env, request, settings)
    return _driven(env, ledger, run_id, agent, _folder(settings), on_phase)


def begin(env: Env, request: RunRequest) -> RunShown:
    """Start a run and stop after its first event; `resume` drives it. Raises as `start`."""
    settings = _checked(env, request)
    agent_of(env, settings, request.traffic)
    ledger, run_id = _begun(env, request, settings)
    return _finished(ledger, run_id, fold(ledger.events(run_id)), None)


def _checked(env: Env, request: RunRequest) -> RunSettings:
    """Return the settings of a request, after every check that is possible before the run begins."""
    for given_text, name in ((request.objective, "the objective"), (request.done_definition, "--done")):
        check_text(given_text, name)
    if not any(map(str.isalnum, request.objective)):
        lacks = "has no words" if request.objective.strip() else "is empty"
        raise UsageError(f"the objective {lacks}", 'say what to find out, as in --objective "When ...?"')
    if len(request.objective) > MOST_OBJECTIVE or len(request.done_definition) > MOST_OBJECTIVE:
        stated = f"the objective is over {MOST_OBJECTIVE:,} characters"
        raise UsageError(stated, "put what is long into a source")
    out = str(request.out.absolute()) if request.out is not None else None
    sources = tuple(map(absolute, request.sources))
    given = {**(request.settings or {}), "sources": sources, "out": out}
    settings = settings_of(given, env.config_file, policy=env.run_table)
    recorded = request.traffic[0]
    if settings.model is not None or recorded is not None:
        from workbench.models.prices import currency_of
        from workbench.models.recordings import Recorded
        from workbench.services.runs.run_models import check_price

        if settings.model is not None and recorded is None and "money" in settings.model_fields_set:
            check_price(env, settings.model, settings.money)
        named = Recorded(recorded).named if recorded is not None else settings.model
        settings = settings.model_copy(update={"currency": currency_of(env.config_file, named)})
    files = tuple(each for each in sources if Path(each).is_file())
    settled_now = {
        "meaning": settled(settings.meaning),
        "named_files": files,
        "snapshot": env.policy.snapshot,
    }
    settings = settings.model_copy(update=settled_now)
    if settings.embeddings is not None or settings.embeddings_recorded is not None:
        from workbench.services.runs.run_models import embeddings_of

        embeddings_of(env, settings)
    places(request.sources)  # as they were typed, so that errors name them so
    (env.fetcher or Fetcher(fetch_limits(settings))).check(filter(is_address, request.sources))
    if request.out is not None:
        check_free(request.out.absolute())
    return settings


def _folder(settings: RunSettings) -> Path | None:
    """Return the folder of outputs that was named when the run began."""
    return Path(settings.out) if settings.out else None


def _begun(env: Env, request: RunRequest, settings: RunSettings) -> tuple[StoreLedger, str]:
    now, objective = env.now(), request.objective.strip()
    run_id = AGENT_RUN + digest(["run/1", objective, now, env.actor, list(settings.sources)])[:12]
    record = RunRecord(
        run_id=run_id,
        session_id=session_id(SESSION_FORMAT, run_id),
        objective=objective,
        done_definition=request.done_definition.strip(),
        settings=settings.model_dump_json(),
        actor=env.actor,
        created_at=now,
    )
    ledger = StoreLedger(env.create_store())
    began = kinds.RunStarted(sources=settings.sources[:200])
    event = TypedEvent(run_id, 1, 0, "START", "RUN_STARTED", began.model_dump_json(), now)
    with ledger.kept_open():
        ledger.append(run_id, [record, event])
        machine_of(env, ledger, run_id, RuleAgent()).follow()
    return ledger, run_id


def resume(env: Env, id_or_prefix: str, out: Path | None = None, on_phase: OnPhase | None = None) -> RunShown:
    """Continue a run from its newest event; outputs that a kill left unwritten are written now.

    Raises:
        NotFound: there is no such run.
        Refused: it has ended, or waits for an answer.
    """
    ledger = opened_ledger(env)
    run_id = agent_runs.resolve(ledger.store, id_or_prefix)
    state = fold(ledger.events(run_id))
    unwritten = _folder(_settings(ledger, run_id))
    ended = state.status not in (phases.RUNNING, phases.WAITING)
    if ended and out is None and unwritten is not None and not unwritten.exists() and ledger.outputs(run_id):
        return _finished(ledger, run_id, state, unwritten)
    _check_going(run_id, state, has_output=bool(ledger.outputs(run_id)))
    return _go_on(env, ledger, run_id, out, on_phase)


def resumable(env: Env, id_or_prefix: str) -> RunShown:
    """Return a run that `resume` can continue.

    Raises:
        NotFound: there is no such run.
        Refused: it has ended, or waits for an answer.
    """
    shown = status(env, id_or_prefix)
    _check_going(shown.record.run_id, shown.state, has_output=shown.output is not None)
    return shown


def _check_going(run_id: str, state: RunState, *, has_output: bool) -> None:
    hint = next_words(run_id, state, has_output=has_output)
    if state.status == phases.WAITING:
        raise Refused(f"{run_id} waits for an answer: {state.question}", hint, code="run_waits")
    if state.status != phases.RUNNING:
        raise Refused(f"{run_id} has ended: {state.status}", hint, code="run_ended")


def _go_on(
    env: Env, ledger: StoreLedger, run_id: str, out: Path | None, on_phase: OnPhase | None
) -> RunShown:
    """Continue a run that began earlier.

    A folder named now must be free. The folder named at the start may be occupied by now: the run continues,
    the store keeps its output, and the error at the end says so.
    """
    settings = _settings(ledger, run_id)
    if out is not None:
        check_free(out)
    return _driven(env, ledger, run_id, agent_of(env, settings), out or _folder(settings), on_phase)


def answer(
    env: Env, id_or_prefix: str, text: str, out: Path | None = None, on_phase: OnPhase | None = None
) -> RunShown:
    """Answer a run's question, and continue the run.

    Raises:
        NotFound: there is no such run.
        Refused: it asks nothing.
        UsageError: the answer is empty or too long.
        InputError: `out` is not free, and nothing was answered; or the outputs cannot be written.
    """
    if out is not None:
        check_free(out)
    run_id = take_answer(env, id_or_prefix, text).record.run_id
    return _go_on(env, opened_ledger(env), run_id, out, on_phase)


def take_answer(env: Env, id_or_prefix: str, text: str) -> RunShown:
    """Record the answer to a run's question without continuing it; `resume` does. Raises as `answer`."""
    ledger = opened_ledger(env)
    run_id = agent_runs.resolve(ledger.store, id_or_prefix)
    check_text(text, "the answer")
    if not text.strip() or len(text) > kinds.MOST_TEXT:
        raise UsageError(
            "an answer has 1 to 12,000 characters", f'as in: workbench run answer {run_id} "..."'
        )
    settings = _settings(ledger, run_id)
    agent_of(env, settings)  # raises before anything is answered if the model is missing
    _nearness(env, ledger, run_id, settings)
    machine = machine_of(env, ledger, run_id, RuleAgent())
    if machine.state.status != phases.WAITING:
        raise Refused(
            f"{run_id} asks nothing: {machine.state.status}",
            next_words(run_id, machine.state, has_output=bool(ledger.outputs(run_id))),
        )
    try:
        machine.answer(text.strip(), env.actor)
    except RunMoved:
        raise Refused(
            f"{run_id} was answered or ended by another process first, so this answer was not kept",
            f"`workbench run status {run_id}` says how it stands",
        ) from None
    return _finished(ledger, run_id, machine.state, None)


def cancel(env: Env, id_or_prefix: str, reason: str) -> RunShown:
    """Cancel a run.

    Raises:
        NotFound: there is no such run.
        Refused: it has ended already.
    """
    check_text(reason, "--reason")
    ledger = opened_ledger(env)
    with ledger.kept_open():  # one turn: the process that drives the run takes the store back after each
        run_id = agent_runs.resolve(ledger.store, id_or_prefix)
        machine = machine_of(env, ledger, run_id, RuleAgent())
        if machine.state.status not in (phases.RUNNING, phases.WAITING):
            hint = next_words(run_id, machine.state, has_output=bool(ledger.outputs(run_id)))
            raise Refused(f"{run_id} has ended: {machine.state.status}", f"nothing is left to cancel; {hint}")
        machine.cancel(env.actor, reason or "no reason given")
        return _finished(ledger, run_id, machine.state, None)


def status(env: Env, id_or_prefix: str, out: Path | None = None) -> RunShown:
    """Return the status of a run, and write its outputs to `out` if given. Raises NotFound."""
    ledger = opened_ledger(env)
    run_id = agent_runs.resolve(ledger.store, id_or_prefix)
    return _finished(ledger, run_id, fold(ledger.events(run_id)), out)


def listing(env: Env) -> tuple[RunStatus, ...]:
    """Return every run, the newest first; none if there is no store."""
    return agent_runs.listing(env.open_store()) if env.store_exists else ()


def events(env: Env, id_or_prefix: str, after: int = 0) -> tuple[TypedEvent, ...]:
    """Return the typed events of a run after event number `after`. Raises NotFound."""
    ledger = opened_ledger(env)
    return tuple(ledger.events(agent_runs.resolve(ledger.store, id_or_prefix), after))


def list_json(found: tuple[RunStatus, ...]) -> dict[str, Any]:
    """Return the `workbench.runs/1` object."""
    return printed(RunsShape, runs=[asdict(each) for each in found])


def agent_of(env: Env, settings: RunSettings, traffic: Traffic = (None, None)) -> Agent:
    """Return the agent that decides in a run: rules, or a model.

    Raises:
        UsageError: there is no such model, or no key for it.
        InputError: the configuration or the recording cannot be read.
    """
    if settings.model is None and traffic == (None, None):
        return RuleAgent(meaning_of(settings.meaning))
    from workbench.services.runs.run_models import model_agent

    return model_agent(env, settings, traffic)


def machine_of(
    env: Env, ledger: StoreLedger, run_id: str, agent: Agent, nearness: Nearness | None = None
) -> Machine:
    """Return the machine of a run at its newest event; without `nearness` it compares character n-grams."""
    record = ledger.record(run_id)
    settings = _settings_of(record)
    keeper = BatchingKeeper(env, record.objective[:120])
    return Machine(
        ledger,
        run_id,
        settings,
        agent,
        RunCheckpoints(keeper, ledger, record, settings.snapshot),
        SourceReading(ledger, run_id, settings, env.fetcher),
        now=env.now,
        ticks=env.ticks,
        nearness=nearness,
    )


def _nearness(env: Env, ledger: StoreLedger, run_id: str, settings: RunSettings) -> Nearness:
    if settings.embeddings is None and settings.embeddings_recorded is None:
        return CharacterNearness()
    from workbench.services.runs.run_models import nearness_of

    return nearness_of(env, ledger, run_id, settings)


def _driven(
    env: Env, ledger: StoreLedger, run_id: str, agent: Agent, out: Path | None, on_phase: OnPhase | None
) -> RunShown:
    try:
        with ledger.kept_open():
            nearness = _nearness(env, ledger, run_id, _settings(ledger, run_id))
            machine = machine_of(env, ledger, run_id, agent, nearness)
        return _run_on(machine, ledger, run_id, (agent, nearness), out, on_phase)
    except BaseException as error:
        if interruption(error) is None:
            raise
        hint = f"what is done is kept; `workbench run resume {run_id}` goes on from there"
        raise InterruptedWork(hint) from error


def _run_on(
    machine: Machine,
    ledger: StoreLedger,
    run_id: str,
    asked: tuple[Agent, Nearness],
    out: Path | None,
    on_phase: OnPhase | None,
) -> RunShown:
    """Drive a run to its end, which may be a cancellation by another process.

    Raises:
        RunMoved: another process drives it.
        RunHalted: a model gave no answer; the run can be resumed.
        InputError: the outputs cannot be written.
    """
    try:
        machine.run(on_phase)
        state = machine.state
    except RunMoved:
        state = fold(ledger.events(run_id))
        if state.status == phases.RUNNING:
            raise RunMoved(
                f"another process drives {run_id}, so this one left it",
                f"`workbench run status {run_id}`",
            ) from None
    except ModelTrouble as error:
        raise RunHalted(run_id, machine.state, error) from error
    finally:
        for each in asked:
            each.finish()
    return _finished(ledger, run_id, state, out)


class RunHalted(WorkbenchError):
    """A model gave no answer: the run stays at the phase that asked."""

    code = "model_unavailable"

    def __init__(self, run_id: str, state: RunState, error: ModelTrouble) -> None:
        step = state.step + (state.phase == phases.COMPILE)
        super().__init__(
            f"{run_id} waits in {state.phase} of step {step}: {error.message}",
            f"`workbench run resume {run_id}` goes on" + (f"; {error.hint}" if error.hint else ""),
        )


def _finished(ledger: StoreLedger, run_id: str, state: RunState, out: Path | None) -> RunShown:
    with ledger.reading():
        rows, found, record = ledger.processed(run_id), ledger.outputs(run_id), ledger.record(run_id)
    counts = {name: sum(row.status == name for row in rows) for name in ("read", "skipped", "failed")}
    output = ResearchOutput.model_validate_json(found[-1].body) if found else None
    written = None
    if out is not None and output is not None:
        try:
            write(out, output, ledger)
        except InputError as error:
            stated = f"{run_id} has its output, but {error.message}"
            raise InputError(stated, f"`workbench run status {run_id} --out DIR` writes it") from error
        written = out
    unread = () if output is not None else tuple(row for row in rows if row.status != "read")
    return RunShown(record, state, _settings_of(record), counts, output, written, unread)


def _settings(ledger: StoreLedger, run_id: str) -> RunSettings:
    return _settings_of(ledger.record(run_id))


def _settings_of(record: RunRecord) -> RunSettings:
    return RunSettings.model_validate(orjson.loads(record.settings))
