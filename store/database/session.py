"""Data attached to a session of the object mapper: the driver's connection, and callbacks before commit."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import duckdb
from sqlmodel import Session

_DUE = "before_commit"


def raw_connection(session: Session) -> duckdb.DuckDBPyConnection:
    """Return the driver's connection of a session, inside its transaction; used for Arrow batches."""
    connection = cast("duckdb.DuckDBPyConnection", session.connection().connection.driver_connection)
    connection.complete()  # a result of which only the first row was read would refuse everything else
    return connection


def before_commit(session: Session, act: Callable[[Session], None]) -> None:
    """Register a callback for the end of the session's transaction; it is called once."""
    session.info.setdefault(_DUE, {})[act] = None


def run_before_commit(session: Session) -> None:
    """Call the callbacks of `before_commit` in order of registration; used by `Store.writing`."""
    for act in session.info.pop(_DUE, ()):
        act(session)
