"""The runs that the app drives: each in a thread of its own, which outlives the screen that began it.

A run is persisted phase by phase, so leaving one where it is loses nothing: `workbench run resume` and the
key of the run screen go on with it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.presentation.run_status import PHASE_WORDS

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.runs.records.state import RunState

STORE_SECONDS = 10.0
"""How long a phase waits for another process to let go of the store; nobody looks at a screen meanwhile."""
JOIN_SECONDS = 5.0
"""How long the end of the app waits for the phase under way: one that asks a model is left in the middle."""


STILL_AT_WORK = (
    "A run is still at work. q again leaves it where it is; r on its screen goes on with it later."
)


@dataclass(frozen=True, slots=True)
class RunNotice:
    """What a run that is driven came to."""

    run_id: str
    doing: str = ""
    """The step and what it does next, in words; empty: the run is not driven any more."""
    phase: str = ""
    """The phase that comes next."""
    status: str = ""
    """How it stands then."""
    error: Exception | None = None
    """Why it was left."""


class _Left(Exception):
    """The app ends: the run stays where it is."""


class DrivenRuns:
    """At most one thread a run, across all screens."""

    def __init__(self, env: Env, heard: Callable[[RunNotice], object]) -> None:
        """`heard` is called in the thread of the run, after each phase and at the end."""
        self._env, self._heard = env.with_timeout(STORE_SECONDS), heard
        self._stop = threading.Event()
        self._threads: dict[str, threading.Thread] = {}
        self._doing: dict[str, str] = {}
        self._asked = False

    @property
    def any(self) -> bool:
        """Whether any run is driven."""
        return bool(self._doing)

    def may_leave(self) -> bool:
        """Whether the app may end: no run is driven, or it was asked for just before."""
        asked, self._asked = self._asked, bool(self._doing)
        return asked or not self._doing

    def ask_again(self) -> None:
        """Something else was done since: the next one who leaves is told anew."""
        self._asked = False

    def doing(self, run_id: str) -> str:
        """The step of a run and what it does, in words; empty where it is not driven here."""
        return self._doing.get(run_id, "")

    def begin(self, run_id: str) -> None:
        """Drive a run until it ends or asks something; one that is driven already is left alone."""
        if run_id not in self._doing:
            self._doing[run_id] = PHASE_WORDS["SOURCES"]
            thread = threading.Thread(target=self._run, args=(run_id,), name=run_id, daemon=True)
            self._threads[run_id] = thread
            thread.start()

    def end(self) -> None:
        """Leave every run where it is, after the phase under way."""
        self._stop.set()
        for each in self._threads.values():
            each.join(JOIN_SECONDS)

    def _run(self, run_id: str) -> None:
        from workbench.services.runs.agent_runs import resume

        def on_phase(state: RunState) -> None:
            if self._stop.is_set():
                raise _Left
            self._doing[run_id] = doing = f"step {max(state.step, 1)}: {PHASE_WORDS[state.phase]}"
            self._heard(RunNotice(run_id, doing, state.phase))

        try:
            status, error = resume(self._env, run_id, on_phase=on_phase).state.status, None
        except _Left:
            return
        except Exception as raised:  # it is shown, and the run can be taken up again
            status, error = "", raised
        finally:
            self._doing.pop(run_id, None)
        self._heard(RunNotice(run_id, status=status, error=error))
