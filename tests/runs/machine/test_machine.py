"""The step machine: every phase is persisted; killed at any point, a run continues and does nothing twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from store.records import agent_runs
from store.run_views import VIEWS
from store.verify.verify import verify
from tests.runs.build import ANSWERED, NOWHERE, env_of, folder_of, ledger_of, run_over
from workbench.bootstrap import Env
from workbench.errors import Refused
from workbench.runs.agent import StepView
from workbench.runs.machine.step_machine import Machine
from workbench.runs.planning.offline_agent import RuleAgent
from workbench.runs.records.events import KINDS
from workbench.runs.records.shapes import NO_DIRECT_EVIDENCE, ManifestBody
from workbench.services.runs import agent_runs as service
from workbench.services.runs.agent_runs import answer, cancel, resume, start, status
from workbench.services.runs.run_ledger import StoreLedger
from workbench.services.runs.shown_run import RunRequest, RunShown
from workbench.services.runs.step_contexts import manifest


class Killed(BaseException):
    """The process ends here."""


def outcome(shown: RunShown) -> tuple[Any, ...]:
    """Return a run's result, without ids and times."""
    made = shown.output
    assert made is not None
    claims = [(c.text, c.status, [q.quote for q in c.citations]) for c in made.claims]
    return shown.state.status, shown.state.step, made.ended, made.answer, claims, list(shown.state.progress)


def counts(env: Env, run_id: str) -> dict[str, int]:
    """Return the number of rows of a run by contract name."""
    with env.create_store().reading() as session:
        found = {}
        for name in VIEWS:
            if name in ("artifacts", "embeddings", "active_strategic_overrides"):
                continue
            found[name] = session.execute(
                text(f"SELECT count(*) FROM {name} WHERE run_id = :r"), {"r": run_id}
            ).scalar_one()
    return found


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Env, RunShown]:
    """Return an answered run, made once for the tests that only read it."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("WORKBENCH_RUN_MEANING", "off")
        return run_over(tmp_path_factory.mktemp("finished"))


def test_an_answer_cites_the_words_of_its_source(finished: tuple[Env, RunShown]) -> None:
    """To the character, in the text that was read."""
    env, shown = finished
    made = shown.output
    assert made is not None and made.ended == "answered"
    assert "5 January to 2 February" in made.answer
    (claim, *_) = made.claims
    (cited, *_) = claim.citations
    assert (cited.location, claim.status) == ("rules.md", "verified")
    whole = ledger_of(env).texts([cited.artifact_id])[cited.artifact_id]
    assert whole[cited.start : cited.end] == cited.quote
    assert whole.splitlines()[cited.line - 1].startswith(cited.quote.splitlines()[0])


def test_nothing_found_is_admitted_in_the_contract_s_words(tmp_path: Path) -> None:
    """In prompt and output, as a failed query and a NO_EVIDENCE event; nothing is claimed."""
    env, shown = run_over(tmp_path, NOWHERE)
    made = shown.output
    assert made is not None and made.ended == "uncertain" and made.claims == ()
    assert made.uncertainty[0] == NO_DIRECT_EVIDENCE == "No direct evidence found; admit uncertainty."
    assert made.failed_queries and made.failed_queries[0].category == "NO_EVIDENCE"
    assert NO_DIRECT_EVIDENCE in manifest(env, f"{shown.record.run_id}:1").prompt
    assert "NO_EVIDENCE" in [each.kind for each in ledger_of(env).events(shown.record.run_id)]


def test_what_a_person_answers_is_searched(tmp_path: Path) -> None:
    """The answer's words become a separate query, even if the objective names enough."""
    env, shown = run_over(tmp_path, NOWHERE, ask=True)
    assert shown.state.status == "WAITING"
    answer(env, shown.record.run_id, "closed in January")
    planned = [each.body for each in ledger_of(env).events(shown.record.run_id) if each.kind == "PLAN_DONE"]
    assert any('"query":"closed in January"' in each.replace('": "', '":"') for each in planned)


def test_every_name_of_the_contract_is_readable_after_a_run(finished: tuple[Env, RunShown]) -> None:
    """All thirteen; those that a run of this kind fills have rows."""
    env, shown = finished
    names = {*VIEWS, "claim_evidence"}
    assert len(names) == 13
    with env.create_store().reading() as session:
        found = {n: session.execute(text(f"SELECT count(*) FROM {n}")).scalar_one() for n in names}
    empty = {name for name, rows in found.items() if not rows}
    assert empty == {"failed_queries", "active_strategic_overrides", "agent_memory_snapshots"}
    assert found["context_manifests"] == shown.state.step
    assert verify(env.create_store()).problems == ()


KINDS_OF_A_RUN = (
    "RUN_STARTED", "SOURCES_READ", "COMPILE_DONE", "PLAN_DONE", "ACT_DONE", "OBSERVE_DONE", "CHECKPOINT_DONE",
    "EGRESS_DONE",
)  # fmt: skip


def test_a_run_killed_after_every_event_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After each transaction, and before each; the result and every count of rows are the same."""
    monkeypatch.setenv("WORKBENCH_RUN_STEPS", "6")
    policy = {"snapshot": {"event_threshold": 6, "n_step_fallback": 2}}
    from gates.policy import Policy

    whole = tmp_path / "whole"
    whole.mkdir()
    env = with_policy(env_of(whole), Policy.model_validate(policy))
    expected = start(env, RunRequest(ANSWERED, (str(folder_of(whole)),)))
    rows = counts(env, expected.record.run_id)
    kinds = [each.kind for each in ledger_of(env).events(expected.record.run_id)]
    assert set(KINDS_OF_A_RUN) <= set(kinds)

    killed = tmp_path / "killed"
    killed.mkdir()
    other = with_policy(env_of(killed), Policy.model_validate(policy))
    sources = (str(folder_of(killed)),)
    real = StoreLedger.append
    calls = {"left": 0, "after": True}

    def append(self: StoreLedger, run_id: str, parts: Any) -> None:
        if not calls["left"] and not calls["after"]:
            raise Killed
        real(self, run_id, parts)
        if not calls["left"]:
            raise Killed
        calls["left"] -= 1

    monkeypatch.setattr(StoreLedger, "append", append)
    with pytest.raises(Killed):
        start(other, RunRequest(ANSWERED, sources))
    ((run,), kills) = (service.listing(other), 1)
    while True:
        calls["after"] = not calls["after"] or kills % 3 == 0
        calls["left"] = 0 if calls["after"] else 1
        try:
            shown = resume(other, run.run_id)
            break
        except Killed:
            kills += 1
        except Refused:  # the kill came after the last event
            shown = status(other, run.run_id)
            break
    assert kills > 12
    assert outcome(shown) == outcome(expected)
    monkeypatch.setattr(StoreLedger, "append", real)
    assert counts(other, run.run_id) == rows
    assert [each.kind for each in ledger_of(other).events(run.run_id)] == kinds
    assert verify(other.create_store()).problems == ()


def with_policy(env: Env, policy: Any) -> Env:
    """Return the same environment under a policy."""
    from dataclasses import replace

    return replace(env, policy=policy)


def test_a_prompt_is_made_again_byte_for_byte(tmp_path: Path) -> None:
    """For every step, from manifest and store; a manifest that vouches for other bytes is refused."""
    env, shown = run_over(tmp_path)
    found = ledger_of(env).manifests(shown.record.run_id)
    assert [each.step for each in found] == list(range(1, shown.state.step + 1))
    for each in found:
        again = manifest(env, f"{shown.record.run_id}:{each.step}")
        assert again.prompt and again.manifest == each
        assert (
            len(ManifestBody.model_fields) == 11
        )  # nine fields: run and step, model and version are two each
    with env.create_store().writing() as session:
        session.execute(text("DROP TRIGGER context_manifest_update ON context_manifest"))
        session.execute(text("UPDATE context_manifest SET prompt_hash = repeat('0', 64) WHERE step = 1"))
    with pytest.raises(Refused, match="cannot be rebuilt"):
        manifest(env, f"{shown.record.run_id}:1")


def test_a_person_is_asked_and_the_run_goes_on(tmp_path: Path) -> None:
    """It waits, refuses to be resumed, takes one answer and uses it."""
    env, shown = run_over(tmp_path, "What does it cost?", ask=True)
    run_id = shown.record.run_id
    assert (shown.state.status, shown.output) == ("WAITING", None)
    with pytest.raises(Refused, match="waits for an answer"):
        resume(env, run_id)
    done = answer(env, run_id, "The soup in the canteen")
    assert done.output is not None and "4 euros" in done.output.answer
    with pytest.raises(Refused, match="asks nothing"):
        answer(env, run_id, "again")


def test_a_cancelled_run_stays_so(tmp_path: Path) -> None:
    """Its record keeps the actor and the reason."""
    env, shown = run_over(tmp_path, "What does it cost?", ask=True)
    done = cancel(env, shown.record.run_id, "not needed")
    assert (done.state.status, done.state.reason) == ("CANCELLED", "not needed")
    with pytest.raises(Refused, match="has ended"):
        cancel(env, shown.record.run_id, "")


def test_a_budget_ends_a_run_with_what_is_known(tmp_path: Path) -> None:
    """One step is enough to quote what its context found."""
    _, shown = run_over(tmp_path, steps=1)
    made = shown.output
    assert made is not None and made.ended == "budget:steps"
    assert "5 January to 2 February" in made.answer
    assert any("budget of steps" in each for each in made.uncertainty)


class Babbling(RuleAgent):
    """An agent whose plans do not parse."""

    def __init__(self, good_from: int) -> None:
        super().__init__()
        self._left = good_from
        self.heard: list[str] = []

    def plan(self, view: StepView, problem: str = "") -> str:
        self.heard.append(problem)
        self._left -= 1
        return '{"action_type": "DANCE"}' if self._left >= 0 else super().plan(view, problem)


@pytest.mark.parametrize(("bad", "ended"), [(1, "DONE"), (2, "FAILED")])
def test_a_plan_that_does_not_parse_is_asked_for_once_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bad: int, ended: str
) -> None:
    """The second time the run fails fast, with the reason."""
    agent = Babbling(bad)
    monkeypatch.setattr(service, "agent_of", lambda *_: agent)
    _, shown = run_over(tmp_path)
    assert shown.state.status == ended
    assert agent.heard[0] == "" and "action_type" in agent.heard[1]
    if ended == "FAILED":
        assert "the plan does not parse" in shown.state.reason


class Stuck(RuleAgent):
    """An agent that searches for the same again and again."""

    def plan(self, view: StepView, problem: str = "") -> str:
        plan = {
            "action_type": "SEARCH", "rationale": "again", "stop_condition": "never",
            "tool_calls": [{"name": "search", "arguments": {"query": "moon base"}}],
        }  # fmt: skip
        return json.dumps(plan) if "SEARCH" in view.allowed else super().plan(view, problem)


class Searching(RuleAgent):
    """An agent that searches for something new in each step."""

    def __init__(self) -> None:
        super().__init__()
        self._asked = 0

    def plan(self, view: StepView, problem: str = "") -> str:
        self._asked += 1
        plan = {
            "action_type": "SEARCH", "rationale": "more", "stop_condition": "never",
            "tool_calls": [{"name": "search", "arguments": {"query": f"pilot {self._asked}"}}],
        }  # fmt: skip
        return json.dumps(plan) if "SEARCH" in view.allowed else super().plan(view, problem)


def test_a_forced_answer_is_written_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The constraint ends when it is obeyed, however many steps it could have lasted."""
    monkeypatch.setattr(service, "agent_of", lambda *_: Searching())
    env, shown = run_over(tmp_path, steps=10)
    taken = [signature.partition(" ")[0] for signature in shown.state.signatures]
    assert taken.count("SYNTHESIZE") == 1 and taken[-1] == "SEARCH"
    assert [each.kind for each in ledger_of(env).overrides(shown.record.run_id)] == ["force_action"]
    assert len(shown.state.expired) == 1


def test_the_supervisor_breaks_a_loop_with_typed_overrides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are listed, bind for their steps, expire and stay recorded; no text goes into a prompt by them."""
    monkeypatch.setattr(service, "agent_of", lambda *_: Stuck())
    env, shown = run_over(tmp_path, "Is there a moon base near the canteen soup?", steps=9)
    rows = ledger_of(env).overrides(shown.record.run_id)
    assert {(row.kind, row.trigger_name) for row in rows} >= {("tool_budget", "loop")}
    kinds = [each.kind for each in ledger_of(env).events(shown.record.run_id)]
    assert kinds.count("OVERRIDE_SET") == len(rows) and "OVERRIDE_EXPIRED" in kinds
    assert shown.state.status == "DONE"
    loop = next(row for row in rows if row.trigger_name == "loop")
    prompt = manifest(env, f"{shown.record.run_id}:{loop.step + 1}").prompt
    assert "Plan SEARCH at most 0 times while this holds." in prompt


def test_the_same_bytes_are_read_once(tmp_path: Path) -> None:
    """A second run over the same folder adds no artifact and no passage."""
    env, first = run_over(tmp_path)
    with env.create_store().reading() as session:
        before = session.execute(text("SELECT count(*) FROM chunk")).scalar_one()
    again = start(env, RunRequest(ANSWERED, (str(tmp_path / "sources"),)))
    assert again.record.run_id != first.record.run_id
    with env.create_store().reading() as session:
        assert session.execute(text("SELECT count(*) FROM chunk")).scalar_one() == before
        assert session.execute(text("SELECT count(*) FROM source_artifact")).scalar_one() == 3


def test_no_source_that_can_be_read_fails_with_the_reasons(tmp_path: Path) -> None:
    """And one of several that cannot be read is named in the output."""
    (tmp_path / "a.txt").write_bytes(b"\x00\x00")
    shown = start(env_of(tmp_path), RunRequest(ANSWERED, (str(tmp_path / "a.txt"),)))
    assert shown.state.status == "FAILED" and "binary" in shown.state.reason


def test_a_run_is_a_session(finished: tuple[Env, RunShown]) -> None:
    """Its steps are on the timeline in order; its tool calls have their results."""
    from tests.cli.run import inside

    env, shown = finished
    page = inside(
        "timeline", shown.record.run_id, "--json", cwd=Path(env.store_location).parent, env=env
    ).json
    texts = [row["text"] for row in page["events"]]
    assert texts[0] == ANSWERED
    assert any(each.startswith("COMPILE step 1") for each in texts)
    assert texts[-1].startswith("EGRESS: answered")


def test_every_event_kind_has_a_model_and_stays_small(finished: tuple[Env, RunShown]) -> None:
    """64 KB is a fault of the program."""
    env, shown = finished
    rows = ledger_of(env).events(shown.record.run_id)
    assert {row.kind for row in rows} <= set(KINDS)
    assert max(len(row.body) for row in rows) < 8_000
    big = rows[-1].__class__(shown.record.run_id, len(rows) + 1, 9, "ACT", "ACT_DONE", "x" * 65_536, "now")
    with pytest.raises(agent_runs.EventTooLarge):
        ledger_of(env).append(shown.record.run_id, [big])


@pytest.mark.parametrize("after_last_event", [False, True])
def test_a_killed_run_writes_its_outputs_when_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after_last_event: bool
) -> None:
    """Into the folder that it was started with, also where only the writing was missing."""
    env = env_of(tmp_path)
    out = tmp_path / "out"

    def killed(*_: Any) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        if after_last_event:
            patched.setattr(service, "write", killed)
        else:
            patched.setattr(Machine, "run", killed)
        with pytest.raises(Killed):
            start(env, RunRequest(ANSWERED, (str(folder_of(tmp_path)),), out=out))
    assert not out.exists()
    (run,) = service.listing(env)
    shown = resume(env, run.run_id)
    assert shown.written == out
    assert json.loads((out / "output.json").read_bytes())["run_id"] == run.run_id
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".out")] == []
    with pytest.raises(Refused, match="has ended"):
        resume(env, run.run_id)


def test_two_drivers_do_not_both_go_on(tmp_path: Path) -> None:
    """The second one's event does not fit the sequence."""
    from store.errors import RunMoved

    env, shown = run_over(tmp_path, "What does it cost?", ask=True)
    ledger = ledger_of(env)
    machines: list[Machine] = [
        service.machine_of(env, ledger, shown.record.run_id, RuleAgent()) for _ in range(2)
    ]
    machines[0].answer("soup", "mia")
    with pytest.raises(RunMoved):
        machines[1].answer("tea", "ben")
