"""A process that the system kills with SIGKILL after an event was kept: the run goes on where it was."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.runs.build import ANSWERED, NOWHERE, env_of, folder_of
from tests.runs.machine.test_killed import same
from workbench.bootstrap import Env
from workbench.services.runs import agent_runs as service
from workbench.services.runs.agent_runs import resume, start, status
from workbench.services.runs.shown_run import RunRequest

BODY = """
import os, signal, sys
from pathlib import Path
from store.run_values import TypedEvent
from tests.runs.build import env_of
from workbench.services.runs import agent_runs
from workbench.services.runs.run_ledger import StoreLedger
from workbench.services.runs.shown_run import RunRequest

folder, objective, kinds = Path(sys.argv[1]), sys.argv[2], set(sys.argv[3:])
real = StoreLedger.append

def append(self, run_id, parts):
    real(self, run_id, parts)
    if kinds & {part.kind for part in parts if isinstance(part, TypedEvent)}:
        os.kill(os.getpid(), signal.SIGKILL)

StoreLedger.append = append
env = env_of(folder)
begun = agent_runs.listing(env) if (folder / "store.duckdb").exists() else []
if begun:
    agent_runs.resume(env, begun[0].run_id)
else:
    agent_runs.start(env, RunRequest(objective, (str(folder / "sources"),), settings={"steps": 4}))
"""
"""Starts or resumes a run in a process that kills itself after the first event of one of these kinds."""


def killed_after(path: Path, objective: str, kind: str) -> None:
    """A process of its own drives the run until it is killed."""
    command = [sys.executable, "-c", BODY, str(path), objective, kind]
    ended = subprocess.run(command, cwd=Path(__file__).parents[3], check=False, capture_output=True)
    assert ended.returncode == -signal.SIGKILL, ended.stderr.decode()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, in_full: bool) -> dict[str, tuple[Env, str]]:
    """The same runs without a kill, by objective."""
    made = {}
    for number, objective in enumerate((ANSWERED, NOWHERE) if in_full else (ANSWERED,)):
        path = tmp_path_factory.mktemp(f"whole{number}")
        env = env_of(path)
        request = RunRequest(objective, (str(folder_of(path)),), settings={"steps": 4})
        made[objective] = env, start(env, request).record.run_id
    return made


CHAINS = (
    (ANSWERED, ("SOURCES_READ", "ACT_DONE", "EGRESS_DONE")),
    (ANSWERED, ("RUN_STARTED", "COMPILE_DONE", "PLAN_DONE", "OBSERVE_DONE")),
    (NOWHERE, ("NO_EVIDENCE", "OVERRIDE_SET")),
)
"""Objectives, each with the kinds of events after which its processes are killed in turn."""


@pytest.mark.skipif(os.name != "posix", reason="there is no SIGKILL")
@pytest.mark.parametrize(("objective", "kinds"), CHAINS)
def test_a_killed_process_loses_nothing(
    tmp_path: Path,
    whole: dict[str, tuple[Env, str]],
    objective: str,
    kinds: tuple[str, ...],
    in_full: bool,
) -> None:
    """Killed after one event, resumed, killed after another: the same events and rows as without."""
    if kinds != CHAINS[0][1] and not in_full:
        pytest.skip("one chain of kills is enough here; set WORKBENCH_LONG for all of them")
    folder_of(tmp_path)
    for kind in kinds:
        killed_after(tmp_path, objective, kind)
    env = env_of(tmp_path)
    (run,) = service.listing(env)
    if status(env, run.run_id).state.status == "RUNNING":
        resume(env, run.run_id)
    same((env, run.run_id), whole[objective])
