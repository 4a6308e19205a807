"""The screen never waits: no store is opened and nothing is scored on the interface's thread."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from tests.tui.drive import press, running
from workbench.bootstrap import Env

pytestmark = pytest.mark.anyio


async def test_no_service_runs_on_the_thread_of_the_interface(
    env: Env, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A walk over the screens touches the store from worker threads only."""
    import gates.evaluate
    import store.lifecycle.open
    from store.engine import Store

    here = threading.get_ident()
    seen: set[int] = set()
    kept_open, kept_session, kept_judge = (
        store.lifecycle.open.reopen_store,
        Store._session,
        gates.evaluate.evaluate,
    )

    def spy_open(*args: object, **kwargs: object) -> Store:
        seen.add(threading.get_ident())
        return kept_open(*args, **kwargs)  # type: ignore[arg-type]

    def spy_session(self: Store) -> object:
        seen.add(threading.get_ident())
        return kept_session(self)

    def spy_judge(*args: object, **kwargs: object) -> object:
        seen.add(threading.get_ident())
        return kept_judge(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(store.lifecycle.open, "reopen_store", spy_open)
    monkeypatch.setattr(Store, "_session", spy_session)
    monkeypatch.setattr(gates.evaluate, "evaluate", spy_judge)
    keys = "j k enter v j = d q right_parenthesis c enter q slash x enter escape enter q i escape".split()
    keys = ["equals_sign" if key == "=" else key for key in keys]
    async with running(env) as pilot:
        await press(pilot, *keys)
    assert seen
    assert here not in seen
