"""What a session of the object mapper carries: the driver's connection, and what is due before it commits."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import duckdb
from sqlmodel import Session

_DUE = "before_commit"


def raw_connection(session: Session) -> duckdb.DuckDBPyConnection:
    """The driver's connection of a session, inside its transaction; for Arrow batches."""
    connection = cast("duckdb.DuckDBPyConnection", session.connection().connection.driver_connection)
    connection.complete()  # a result of which only the first row was read would refuse everything else
    return connection


def before_commit(session: Session, act: Callable[[Session], None]) -> None:
    """Have `act` called once with the session, last in its transaction, however often it was asked for."""
    session.info.setdefault(_DUE, {})[act] = None


def run_before_commit(session: Session) -> None:
    """Call what `before_commit` was given, in the order in which it was given; `Store.writing` does so."""
    for act in session.info.pop(_DUE, ()):
        act(session)
