"""A process that ends right after keeping an event of each kind: nothing is lost, nothing done twice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from gates.policy import Policy
from store.records import sessions
from store.run_values import TypedEvent
from store.verify.verify import verify
from tests.runs import build as tests_build
from tests.runs.build import ANSWERED, NOWHERE, env_of, folder_of, ledger_of
from tests.runs.machine.test_machine import KINDS_OF_A_RUN, Killed, Stuck, counts, outcome, with_policy
from tests.runs.served import asking, plan, scripted
from workbench.bootstrap import Env
from workbench.errors import InputError, Refused
from workbench.runs.agent import AgentFailed
from workbench.runs.machine.step_machine import CheckpointFailed, Machine
from workbench.runs.planning.offline_agent import RuleAgent
from workbench.runs.records.events import KINDS
from workbench.services.runs import agent_runs as service
from workbench.services.runs.agent_runs import answer, cancel, resume, start, status
from workbench.services.runs.run_checkpoints import BatchingKeeper, RunCheckpoints
from workbench.services.runs.run_ledger import StoreLedger
from workbench.services.runs.shown_run import RunRequest, RunShown

STUCK = ("NO_EVIDENCE", "OVERRIDE_SET", "OVERRIDE_EXPIRED")
SPENT = ("BUDGET_SPENT",)
ASKING = ("ASKED", "ANSWERED")
MODELLED = ("MODEL_ASKED", "PLAN_REFUSED")
UNREAD = ("ACT_REFUSED",)
ENDING = ("RUN_FAILED", "SYSTEM_ERROR", "RUN_CANCELLED")


@contextmanager
def killing(monkeypatch: pytest.MonkeyPatch, *kinds: str) -> Iterator[set[str]]:
    """End the process after the first transaction with an event of each kind; yield the kinds left."""
    real, left = StoreLedger.append, set(kinds)

    def append(self: StoreLedger, run_id: str, parts: Any) -> None:
        real(self, run_id, parts)
        met = {part.kind for part in parts if isinstance(part, TypedEvent)} & left
        left.difference_update(met)
        if met:
            raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(StoreLedger, "append", append)
        yield left


def begun(path: Path, objective: str, **settings: Any) -> tuple[Env, str]:
    """Return an environment and a run's id; the process may end in between."""
    path.mkdir()
    env = tests_build.env_of(path)
    with suppress(Killed):
        start(env, RunRequest(objective, (str(folder_of(path)),), settings=settings))
    (run,) = service.listing(env)
    return env, run.run_id


def driven(env: Env, run_id: str) -> RunShown:
    """Return the run at its end or at its question, however often the process ends before."""
    while status(env, run_id).state.status == "RUNNING":
        try:
            return resume(env, run_id)
        except Killed:
            continue
    return status(env, run_id)


def kinds_of(env: Env, run_id: str) -> list[str]:
    """Return the kinds of its events, in order."""
    return [each.kind for each in ledger_of(env).events(run_id)]


def same(one: tuple[Env, str], other: tuple[Env, str]) -> None:
    """Assert that both have the same result, events and rows, and that both verify."""
    assert kinds_of(*one) == kinds_of(*other)
    assert counts(*one) == counts(*other)
    assert outcome(status(*one)) == outcome(status(*other))
    assert verify(one[0].create_store()).problems == ()


def test_every_kind_has_its_kill() -> None:
    """The kinds tested here and by the test of every transaction of a plain run are all kinds."""
    assert {*KINDS_OF_A_RUN, *STUCK, *SPENT, *ASKING, *MODELLED, *UNREAD, *ENDING} == set(KINDS)


@pytest.mark.parametrize(
    ("kinds", "objective", "steps", "agent"), [(STUCK, NOWHERE, 5, Stuck), (SPENT, ANSWERED, 1, RuleAgent)]
)
def test_a_run_under_constraints_goes_on(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    kinds: tuple[str, ...],
    objective: str,
    steps: int,
    agent: type[RuleAgent],
) -> None:
    """Looping without evidence under overrides, and at the end of its budget."""
    monkeypatch.setattr(service, "agent_of", lambda *_: agent())
    whole = begun(tmp_path / "whole", objective, steps=steps)
    with killing(monkeypatch, *kinds) as left:
        killed = begun(tmp_path / "killed", objective, steps=steps)
        driven(*killed)
        assert left == set()
    same(killed, whole)


def test_a_question_and_its_answer_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The question is asked once, the answer taken once."""
    whole = begun(tmp_path / "whole", "What does it cost?", ask=True)
    answer(*whole, "The soup in the canteen")
    with killing(monkeypatch, *ASKING) as left:
        env, run_id = begun(tmp_path / "killed", "What does it cost?", ask=True)
        assert status(env, run_id).state.status == "WAITING"
        with pytest.raises(Killed):
            answer(env, run_id, "The soup in the canteen")
        driven(env, run_id)
        assert left == set()
    same((env, run_id), whole)


def test_of_two_answers_the_first_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other one is refused in plain words, and the run goes on with the first."""
    env, run_id = begun(tmp_path / "run", "What does it cost?", ask=True)
    real = Machine.answer

    def late(self: Machine, text: str, actor: str) -> None:
        real(service.machine_of(env, ledger_of(env), run_id, RuleAgent()), "The soup in the canteen", "first")
        real(self, text, actor)

    with monkeypatch.context() as patched:
        patched.setattr(Machine, "answer", late)
        with pytest.raises(Refused, match="this answer was not kept"):
            answer(env, run_id, "The ice breaker")
    assert status(env, run_id).state.dialogue[0][1] == "The soup in the canteen"
    assert resume(env, run_id).state.status == "DONE"


def test_a_run_that_was_just_begun_is_a_session(tmp_path: Path) -> None:
    """Before its first source is read; an output folder that is no longer free does not prevent resuming."""
    env, out = env_of(tmp_path), tmp_path / "out"
    shown = service.begin(env, RunRequest(ANSWERED, (str(folder_of(tmp_path)),), out=out))
    assert sessions.get(env.create_store(), shown.record.session_id).events == 1
    out.mkdir()
    (out / "mine.txt").write_text("mine")
    with pytest.raises(InputError, match="has its output, but"):
        resume(env, shown.record.run_id)
    found = status(env, shown.record.run_id)
    assert found.state.status == "DONE" and found.output is not None


def test_what_a_model_was_asked_is_kept_with_what_rests_on_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stored request is not sent again; a refused plan stays refused."""
    search = plan("SEARCH", "search", query="lamp")
    ends: list[tuple[Env, str]] = []
    for name in ("whole", "killed"):
        path = tmp_path / name
        path.mkdir()
        with asking(path, scripted(plan=[search])) as (env, request, _service):
            with killing(monkeypatch, *(MODELLED if name == "killed" else ())) as left:
                with suppress(Killed):
                    start(env, request)
                (run,) = service.listing(env)
                if name == "killed":
                    driven(env, run.run_id)
                assert left == set()
            ends.append((env, run.run_id))
    same(ends[1], ends[0])


def test_an_answer_that_does_not_parse_is_left_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed after the refusal, the run goes on to its output and asks for no answer again."""

    def unread(*_: object) -> None:
        asked.append(1)
        raise AgentFailed("the answer does not parse: claims: is missing")

    asked: list[int] = []
    monkeypatch.setattr(RuleAgent, "synthesize", unread)
    with killing(monkeypatch, *UNREAD) as left:
        env, run_id = begun(tmp_path / "run", ANSWERED)
        assert left == set()
    resume(env, run_id)
    shown = status(env, run_id)
    assert shown.state.status == "DONE" and shown.output is not None and shown.output.ended == "stopped"
    assert any(claim.status == "verified" for claim in shown.output.claims)
    assert len(asked) == 1


@pytest.mark.parametrize("kind", ENDING)
def test_an_end_stays_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """A run that failed or was cancelled cannot be resumed, and records nothing more."""

    def failing(*_: object) -> None:
        raise CheckpointFailed("a snapshot failed its checks twice")

    if kind == "SYSTEM_ERROR":
        monkeypatch.setattr(RunCheckpoints, "follow", failing)
    if kind == "RUN_FAILED":
        monkeypatch.setattr(Stuck, "plan", lambda *_: "{}")
        monkeypatch.setattr(service, "agent_of", lambda *_: Stuck())
    with killing(monkeypatch, kind) as left:
        env, run_id = begun(
            tmp_path / "run", "What does it cost?" if kind == "RUN_CANCELLED" else ANSWERED, ask=True
        )
        if kind == "RUN_CANCELLED":
            with pytest.raises(Killed):
                cancel(env, run_id, "not needed")
        assert left == set()
    assert kinds_of(env, run_id)[-1] == kind
    assert status(env, run_id).state.status == ("CANCELLED" if kind == "RUN_CANCELLED" else "FAILED")
    with pytest.raises(Refused, match="has ended"):
        resume(env, run_id)
    assert kinds_of(env, run_id)[-1] == kind
    assert verify(env.create_store()).problems == ()


@contextmanager
def checkpoints_often() -> Iterator[None]:
    """A run has six steps, and a checkpoint after every other one."""
    policy = Policy.model_validate({"snapshot": {"event_threshold": 6, "n_step_fallback": 2}})
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("WORKBENCH_RUN_STEPS", "6")
        patched.setattr(tests_build, "env_of", lambda path: with_policy(env_of(path), policy))
        yield


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> tuple[Env, str]:
    """Return a run like that which ended normally, made once."""
    with checkpoints_often():
        return begun(tmp_path_factory.mktemp("unbroken") / "whole", ANSWERED)


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("called", ["flush", "record", "propose", "snapshot_of"])
def test_a_checkpoint_comes_with_its_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unbroken: tuple[Env, str], called: str, after: bool
) -> None:
    """The process ends before or after each thing that a checkpoint keeps.

    No checkpoint comes a step late.
    """
    real, met = getattr(BatchingKeeper, called), {"calls": 0, "kills": 0, "left": 0}

    def ending(self: BatchingKeeper, *arguments: Any) -> Any:
        """End the process at the first call, then at the second of the next process, and so on."""
        met["calls"] += 1
        ends = not met["left"]
        met["left"] -= 1
        if ends:
            met["kills"] += 1
            met["left"] = met["kills"]
        if ends and not after:
            raise Killed
        made = real(self, *arguments)
        if ends:
            raise Killed
        return made

    monkeypatch.setattr(BatchingKeeper, called, ending)
    with checkpoints_often():
        killed = begun(tmp_path / "killed", ANSWERED)
        driven(*killed)
    monkeypatch.setattr(BatchingKeeper, called, real)
    assert met["kills"]
    assert "CHECKPOINT_DONE" in kinds_of(*unbroken)
    same(killed, unbroken)
