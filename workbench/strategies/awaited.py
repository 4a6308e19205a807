"""Runs in an event loop: the same calls, awaited, so that the loop continues in the meantime.

Each call works in a thread, one at a time per run. Cancelling the task ends the question to a model and waits
until the thread has finished, so that the run is in its state before or after the whole call, never between.
In `SnapshotRun.end_step` the step is then over, and its snapshot stays due.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol, TypeVar, runtime_checkable

from workbench.strategies.historian.models import (
    EntityContext,
    HistorianState,
    SessionConstraints,
    SummarizeUpdate,
)
from workbench.strategies.historian.run import Historian
from workbench.strategies.keeping import RunEvent
from workbench.strategies.memory.run import ChatRequest, MemoryRun
from workbench.strategies.memory.state import MemoryState
from workbench.strategies.snapshot.run import SnapshotMade, SnapshotRun
from workbench.strategies.snapshot.state import Note, SnapshotRunState

T = TypeVar("T")


@runtime_checkable
class Stoppable(Protocol):
    """An object that a call may be asking, such as `workbench.strategies.Asker`."""

    def stop(self) -> None:
        """End the current question."""

    def resume(self) -> None:
        """Allow questions again."""


class _Awaited:
    """Calls of one run, in threads, one after the other."""

    def __init__(self, own: object, asking: Stoppable | None) -> None:
        """`own` is the run's own asker: several runs may share a model, and stopping one stops no other."""
        self._asking = own if isinstance(own, Stoppable) else asking
        self._one = asyncio.Lock()

    async def _call(self, work: Callable[[], T]) -> T:
        async with self._one:
            working = asyncio.ensure_future(asyncio.to_thread(work))
            try:
                return await asyncio.shield(working)
            except asyncio.CancelledError:
                await self._stop(working)
                raise

    async def _stop(self, working: asyncio.Future[Any]) -> None:
        """Stop the question and wait for the thread, however often the task is cancelled in the meantime."""
        if self._asking is not None:
            self._asking.stop()
        while not working.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait({working})
        if not working.cancelled():
            working.exception()  # so that asyncio does not log it: the caller gets the cancellation
        if self._asking is not None:
            self._asking.resume()


class AsyncMemoryRun(_Awaited):
    """A `MemoryRun`, awaited.

    Args:
        run: the run; nothing else may call it in the meantime.
        asking: the asker of its summarizer, to be stopped when a task is cancelled; needed only for your own
            summarizer, since those of this package are known to the run.
    """

    def __init__(self, run: MemoryRun, asking: Stoppable | None = None) -> None:
        super().__init__(run.asker, asking)
        self.run = run

    @property
    def state(self) -> MemoryState:
        """As `MemoryRun.state`."""
        return self.run.state

    async def ask(self, text: str) -> ChatRequest:
        """As `MemoryRun.ask`."""
        return await self._call(lambda: self.run.ask(text))

    async def answered(self, text: str) -> None:
        """As `MemoryRun.answered`."""
        await self._call(lambda: self.run.answered(text))


class AsyncHistorian(_Awaited):
    """A `Historian`, awaited; see `AsyncMemoryRun`."""

    def __init__(self, run: Historian, asking: Stoppable | None = None) -> None:
        super().__init__(run.asker, asking)
        self.run = run

    @property
    def state(self) -> HistorianState:
        """As `Historian.state`."""
        return self.run.state

    async def turn(self, user_message: str, final_response: str, **given: Any) -> SummarizeUpdate:  # noqa: ANN401
        """As `Historian.turn`, with the same named arguments."""
        return await self._call(lambda: self.run.turn(user_message, final_response, **given))

    async def curated(self, context: EntityContext, constraints: SessionConstraints | None = None) -> None:
        """As `Historian.curated`."""
        await self._call(lambda: self.run.curated(context, constraints))


class AsyncSnapshotRun(_Awaited):
    """A `SnapshotRun`, awaited; see `AsyncMemoryRun`."""

    def __init__(self, run: SnapshotRun, asking: Stoppable | None = None) -> None:
        super().__init__(run.asker, asking)
        self.run = run

    @property
    def state(self) -> SnapshotRunState:
        """As `SnapshotRun.state`."""
        return self.run.state

    async def log(self, name: str, *events: RunEvent) -> None:
        """As `SnapshotRun.log`."""
        await self._call(lambda: self.run.log(name, *events))

    async def note(self, note: Note) -> None:
        """As `SnapshotRun.note`."""
        await self._call(lambda: self.run.note(note))

    async def end_step(self, manifest_id: str | None = None) -> SnapshotMade | None:
        """As `SnapshotRun.end_step`."""
        return await self._call(lambda: self.run.end_step(manifest_id))

    async def compact(self) -> SnapshotMade:
        """As `SnapshotRun.compact`."""
        return await self._call(self.run.compact)
