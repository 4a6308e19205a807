"""The commands of a run in each state: what each prints, and what it names as the next step."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.run import inside
from tests.runs.build import ANSWERED, NOWHERE, env_of, folder_of
from workbench.bootstrap import Env
from workbench.cli.views.run import run_lines
from workbench.services.runs.agent_runs import begin, cancel, start, status
from workbench.services.runs.shown_run import RunRequest

WIDTH = 80
LONG = "http://nowhere.invalid/" + "a-long-name/" * 9 + "page.html"
NEXT = {
    "RUNNING": "`workbench run resume {run}` goes on",
    "WAITING": '`workbench run answer {run} "..."` goes on',
    "DONE": "`workbench run status {run} --out DIR` writes its outputs",
    "FAILED": "it ended before it had an output; `workbench timeline {run}` shows what it did",
    "CANCELLED": "it ended before it had an output; `workbench timeline {run}` shows what it did",
}
REFUSED = [
    ("RUNNING", ("answer",)),
    ("WAITING", ("resume",)),
    *(
        (state, verb)
        for state in ("DONE", "FAILED", "CANCELLED")
        for verb in (("answer",), ("resume",), ("cancel",))
    ),
]


def run_in(path: Path, state: str) -> tuple[Env, str]:
    """Return a run in a state."""
    env = env_of(path)
    folder = (str(folder_of(path)),)
    if state == "RUNNING":
        return env, begin(env, RunRequest(ANSWERED, folder)).record.run_id
    if state == "FAILED":
        return env, start(env, RunRequest(ANSWERED, (LONG,))).record.run_id
    if state == "DONE":
        return env, start(env, RunRequest(ANSWERED, folder)).record.run_id
    waiting = start(env, RunRequest(NOWHERE, folder, settings={"ask": True})).record.run_id
    if state == "CANCELLED":
        cancel(env, waiting, "it is not needed any more, " * 6)
    return env, waiting


@pytest.mark.parametrize(("state", "verb"), REFUSED)
def test_what_a_state_does_not_allow_names_the_next_step(
    tmp_path: Path, state: str, verb: tuple[str, ...]
) -> None:
    """On the terminal and with `--json`."""
    env, run = run_in(tmp_path, state)
    words = ("run", *verb, run, *(("the green one",) if verb == ("answer",) else ()))
    told = inside(*words, "--json", cwd=tmp_path, env=env)
    assert told.code == 1
    assert told.json["hint"].endswith(NEXT[state].format(run=run))
    assert NEXT[state].format(run=run) in inside(*words, cwd=tmp_path, env=env).err
    assert status(env, run).state.status == state


@pytest.mark.parametrize("state", NEXT)
def test_a_status_fits_the_terminal_and_ends_with_the_next_step(tmp_path: Path, state: str) -> None:
    """No line is wider than 80 columns; the reason of a failed or cancelled run is whole."""
    env, run = run_in(tmp_path, state)
    shown = status(env, run)
    lines = ["".join(piece.text for piece in each) for each in run_lines(shown, WIDTH)]
    assert max(map(len, lines)) <= WIDTH
    commands = {"RUNNING": f"workbench run resume {run}", "WAITING": f'workbench run answer {run} "..."'}
    assert lines[-1] == f"next  {commands.get(state, f'workbench timeline {run}')}"
    if shown.state.reason:
        whole = "".join(line.strip() for line in lines).replace(" ", "")
        assert shown.state.reason.replace(" ", "") in whole
    listed = inside("run", "list", cwd=tmp_path, env=env).out
    assert state in listed
