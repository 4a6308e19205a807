"""The modes that are off by default; every switch of one is recorded, and no record is overwritten."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from workbench import modes as switches
from workbench.bootstrap import Env
from workbench.modes import MODES, Switch


@dataclass(frozen=True)
class Modes:
    """The current state of each mode, and every switch."""

    current: tuple[Switch, ...]
    switches: tuple[Switch, ...]
    """All switches, the oldest first."""

    def to_json(self) -> dict[str, Any]:
        """Return the `workbench.modes/1` object."""
        from workbench.services.output_shapes.shape import printed
        from workbench.services.output_shapes.strategy_shapes import ModesShape

        modes = [{**asdict(each), "risk": MODES[each.mode]} for each in self.current]
        return printed(ModesShape, self, modes=modes)


def modes(env: Env) -> Modes:
    """Return the current state of every mode.

    Raises:
        InputError: the configuration cannot be read, or enables a mode without a reason.
    """
    made = switches.read(env.config_file)
    return Modes(tuple(switches.current_switches(made).values()), made)


def switch(env: Env, mode: str, *, on: bool, reason: str) -> None:
    """Switch a mode, and record the reason.

    Raises:
        UsageError: there is no such mode, or no reason.
        InputError: the configuration cannot be read or written.
    """
    switches.append(env.config_file, Switch(mode, on, reason, env.actor, env.now()))
