"""Puts together what services need from the outside world: store, clock, actor, policy.

Services take an `Env` first and reach for nothing else; a test gives one with a fixed clock.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from gates.errors import os_reason
from workbench import config
from workbench.errors import UnknownId

if TYPE_CHECKING:
    from gates.policy import Policy
    from store.engine import Store


def utc_now() -> str:
    """The time as ISO-8601 in UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class GivenPolicy:
    """The policy of an `Env`; the contract's defaults, where None is given, are imported when asked for."""

    def __get__(self, env: Env | None, kind: type[Env]) -> Policy:
        if env is None:
            return cast("Policy", None)  # the default of the field
        given: Policy | None = vars(env)["_policy"]
        if given is None:
            from gates.policy import DEFAULT_POLICY

            return DEFAULT_POLICY
        return given

    def __set__(self, env: Env, given: Policy | None) -> None:
        vars(env)["_policy"] = given


@dataclass(frozen=True)
class Env:
    """The outside world of one command or one screen."""

    store_location: str
    """Path of the store file, or a database URL."""
    actor: str = "unknown"
    policy: GivenPolicy = GivenPolicy()
    """Read as a `Policy`; None stands for the contract's defaults."""
    now: Callable[[], str] = utc_now
    """The time as ISO-8601 in UTC."""
    ticks: Callable[[], float] = time.monotonic
    """Seconds on a clock that only moves forward, for durations."""
    config: Path | None = None
    """The configuration file; None stands for where `workbench.config` looks for it."""
    wait_seconds: float = 5.0
    """How long an operation waits for another process to let go of the store."""
    checkers: tuple[str, ...] = ()
    """Checkers of second opinions as they were asked for: `NAME`, `NAME=WHERE` or `none`."""
    run_table: Mapping[str, Any] = field(default_factory=dict)
    """Settings of agent runs as the policy file has them, unchecked."""
    only_read: bool = False
    """Whether the store is only read: no report or capture is kept, and nothing else either."""
    on_notice: Callable[[str], None] = lambda _text: None
    """Called with what opening the store changed: a schema brought forward, permissions taken away."""

    @property
    def store_exists(self) -> bool:
        """Whether the store is there; a place that may not be looked at is taken to be."""
        try:
            if "://" in self.store_location:
                return _named(self.store_location)
            return Path(self.store_location).expanduser().exists()
        except OSError:
            return True

    @property
    def config_file(self) -> Path:
        """Where modes are switched on and off."""
        return self.config if self.config is not None else config.config_file()

    def with_timeout(self, seconds: float) -> Env:
        """The same, waiting so long for the store; unlike `dataclasses.replace` it imports no policy."""
        other = copy(self)
        object.__setattr__(other, "wait_seconds", seconds)
        return other

    def with_notice_handler(self, on_notice: Callable[[str], None]) -> Env:
        """The same, calling `on_notice` with what opening the store changed."""
        other = copy(self)
        object.__setattr__(other, "on_notice", on_notice)
        return other

    def create_store(self) -> Store:
        """The store, made if it is not there.

        Raises:
            store.errors.StoreError: it is busy, cannot be used, or cannot even be looked at.
        """
        from store.errors import StoreUnreadable
        from store.lifecycle.open import reopen_store

        try:
            store = reopen_store(self.store_location, wait_seconds=self.wait_seconds)
        except OSError as error:
            raise StoreUnreadable(
                f"cannot use {self.store_location}: {os_reason(error)}",
                "check its folder's permissions, or choose another with --store",
            ) from error
        for notice in store.notices:
            self.on_notice(notice)
        return store

    def open_store(self) -> Store:
        """The store, which must be there: reading from nowhere must not create a file.

        Raises:
            UnknownId: there is no store, so no id names anything.
        """
        if not self.store_exists:
            raise UnknownId(
                f"there is no store at {self.store_location}",
                "`workbench import PATH` makes one; --store or WORKBENCH_STORE choose another",
                code="no_store",
            )
        if self.only_read:
            from store.lifecycle.open import open_to_read

            return open_to_read(self.store_location, wait_seconds=self.wait_seconds)
        return self.create_store()


def _named(url: str) -> bool:
    """Whether the file that a URL names is there; of one that names none, opening tells."""
    from store.database.access import path_of
    from store.errors import StoreUnreadable

    try:
        return path_of(url).exists()
    except StoreUnreadable:
        return True


def make_env(
    *,
    store: str | None = None,
    actor: str | None = None,
    policy_path: str | None = None,
    checkers: tuple[str, ...] = (),
) -> Env:
    """The environment that options and process environment ask for."""
    return Env(
        store_location=config.store_location(store),
        actor=config.actor_name(actor),
        policy=config.read_policy(policy_path) if policy_path is not None else None,
        run_table=config.read_run_table(policy_path) if policy_path is not None else {},
        checkers=checkers,
    )
