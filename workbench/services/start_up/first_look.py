"""Data for the app's first frame: all sessions and the first events of one, read with the driver alone.

The full read (`services.lookup.library`) follows in any case and imports the object mapper.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.services.lookup.library import LibraryLine

if TYPE_CHECKING:
    from store.quick_look import Glimpse
    from store.values import StoredSession
    from workbench.bootstrap import Env


def glance(env: Env) -> tuple[LibraryLine, ...] | None:
    """Return all sessions without their moves; None if only `library` can read the store."""
    from store.quick_look import listing

    found = None if "://" in env.store_location else listing(Path(env.store_location))
    return None if found is None else tuple(LibraryLine(each, (), None, sure=False) for each in found)


def first_look(
    env: Env, choose: Callable[[tuple[LibraryLine, ...]], LibraryLine | None], count: int
) -> tuple[tuple[LibraryLine, ...] | None, Glimpse | None]:
    """Return the sessions as `glance` does, and up to `count` first events of the chosen one."""
    from store.quick_look import glimpse

    lines: list[LibraryLine] = []

    def chosen(sessions: tuple[StoredSession, ...]) -> StoredSession | None:
        lines.extend(LibraryLine(each, (), None, sure=False) for each in sessions)
        line = choose(tuple(lines))
        return None if line is None else line.session

    place = env.store_location
    found = None if "://" in place else glimpse(Path(place), chosen, count)
    return (None, None) if found is None else (tuple(lines), found)
