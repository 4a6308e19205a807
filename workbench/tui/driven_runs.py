"""The runs that the app drives: each in its own thread, which outlives the screen that started it.

A run is persisted phase by phase, so leaving one where it is loses nothing: `workbench run resume` and the
resume key of the run screen continue it.
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
"""Seconds that a phase waits for another process to release the store; nobody watches a screen meanwhile."""
JOIN_SECONDS = 5.0
"""Seconds that the end of the app waits for the current phase; a phase that calls a model may be cut off."""


STILL_AT_WORK = (
    "A run is still at work. q again leaves it where it is; r on its screen goes on with it later."
)


@dataclass(frozen=True, slots=True)
class RunNotice:
    """Progress or end of a driven run."""

    run_id: str
    doing: str = ""
    """The step and its next action, in words; empty: the run is no longer driven."""
    phase: str = ""
    """The next phase."""
    status: str = ""
    """The status of the run at its end."""
    error: Exception | None = None
    """The error that stopped the run."""


class _Left(Exception):
    """Raised inside a run's thread when the app ends: the run stays where it is."""


class DrivenRuns:
    """The driven runs of the app, at most one thread per run, across all screens."""

    def __init__(self, env: Env, on_notice: Callable[[RunNotice], object]) -> None:
        """Prepare without a run; `on_notice` is called in a run's thread, after each phase and at the end."""
        self._env, self._on_notice = env.with_timeout(STORE_SECONDS), on_notice
        self._stop = threading.Event()
        self._threads: dict[str, threading.Thread] = {}
        self._doing: dict[str, str] = {}
        self._asked = False

    @property
    def any(self) -> bool:
        """Whether any run is driven."""
        return bool(self._doing)

    def may_leave(self) -> bool:
        """Return whether the app may end: no run is driven, or the user has just asked for the same."""
        asked, self._asked = self._asked, bool(self._doing)
        return asked or not self._doing

    def ask_again(self) -> None:
        """Forget that the user asked to leave: the next attempt warns again."""
        self._asked = False

    def doing(self, run_id: str) -> str:
        """Return the step and the current work of a run, in words; empty if it is not driven here."""
        return self._doing.get(run_id, "")

    def begin(self, run_id: str) -> None:
        """Drive a run until it ends or asks a question; do nothing if it is driven already."""
        if run_id not in self._doing:
            self._doing[run_id] = PHASE_WORDS["SOURCES"]
            thread = threading.Thread(target=self._run, args=(run_id,), name=run_id, daemon=True)
            self._threads[run_id] = thread
            thread.start()

    def end(self) -> None:
        """Leave every run where it is, after its current phase."""
        self._stop.set()
        for each in self._threads.values():
            each.join(JOIN_SECONDS)

    def _run(self, run_id: str) -> None:
        from workbench.services.runs.agent_runs import resume

        def on_phase(state: RunState) -> None:
            if self._stop.is_set():
                raise _Left
            self._doing[run_id] = doing = f"step {max(state.step, 1)}: {PHASE_WORDS[state.phase]}"
            self._on_notice(RunNotice(run_id, doing, state.phase))

        try:
            status, error = resume(self._env, run_id, on_phase=on_phase).state.status, None
        except _Left:
            return
        except Exception as raised:  # shown on the screen; the run can be resumed
            status, error = "", raised
        finally:
            self._doing.pop(run_id, None)
        self._on_notice(RunNotice(run_id, status=status, error=error))
