"""Builds what services need from the outside world: store, clock, actor, policy.

Services take an `Env` first and use nothing else from outside; tests pass one with a fixed clock.
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
    from workbench.runs.sources.fetch import Fetcher


def utc_now() -> str:
    """Return the time as ISO 8601 in UTC, with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class GivenPolicy:
    """The policy of an `Env`; for None, the contract's defaults are imported on first use."""

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
    """Read as a `Policy`; None for the contract's defaults."""
    now: Callable[[], str] = utc_now
    """Returns the time as ISO 8601 in UTC."""
    ticks: Callable[[], float] = time.monotonic
    """Returns seconds of a monotonic clock, for durations."""
    config: Path | None = None
    """The configuration file; None for the default location of `workbench.config`."""
    wait_seconds: float = 5.0
    """Seconds to wait for another process to release the store."""
    checkers: tuple[str, ...] = ()
    """Requested checkers for second opinions: `NAME`, `NAME=WHERE` or `none`."""
    run_table: Mapping[str, Any] = field(default_factory=dict)
    """The policy file's settings for agent runs, not validated."""
    fetcher: Fetcher | None = None
    """Fetches pages for agent runs; None: one for each run, with the limits of its settings."""
    only_read: bool = False
    """Whether the store is opened for reading only, so that no report or capture is stored."""
    on_notice: Callable[[str], None] = lambda _text: None
    """Called with changes made by opening the store: a schema migrated, file permissions restricted."""

    @property
    def store_exists(self) -> bool:
        """Return whether the store exists; a location that cannot be checked counts as existing."""
        try:
            place = Path(self.store_location).expanduser()
            if "://" in self.store_location or not place.exists():
                return _named(self.store_location)
            return True
        except OSError:
            return True

    @property
    def config_file(self) -> Path:
        """The file in which modes are switched on and off."""
        return self.config if self.config is not None else config.config_file()

    def with_timeout(self, seconds: float) -> Env:
        """Return a copy that waits this long for the store.

        Unlike `dataclasses.replace` it imports no policy.
        """
        other = copy(self)
        object.__setattr__(other, "wait_seconds", seconds)
        return other

    def with_notice_handler(self, on_notice: Callable[[str], None]) -> Env:
        """Return a copy that calls `on_notice` with changes made by opening the store."""
        other = copy(self)
        object.__setattr__(other, "on_notice", on_notice)
        return other

    def create_store(self) -> Store:
        """Open the store, creating it if it does not exist.

        Raises:
            store.errors.StoreError: it is busy, unusable or inaccessible.
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
        """Open the existing store; reading must not create one.

        Raises:
            UnknownId: there is no store, so no id can be resolved.
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
    """Return whether the file named by a URL exists; for other URLs, opening reports it."""
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
    """Return the environment for the given options and the process environment."""
    return Env(
        store_location=config.store_location(store),
        actor=config.actor_name(actor),
        policy=config.read_policy(policy_path) if policy_path is not None else None,
        run_table=config.read_run_table(policy_path) if policy_path is not None else {},
        checkers=checkers,
    )
