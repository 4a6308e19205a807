"""What an adapter of one agent defines: where its settings are, which events it fires, how it is answered."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from workbench.services.hooks.events import HookEvent

HOLD_MINUTES = 10
LIMIT_TOKENS = 2_000
"""Most tokens that are given after a compaction, unless asked otherwise."""


@dataclass(frozen=True)
class HookOptions:
    """What a hook may do, as options of the command that the agent runs."""

    hold: str = ""
    """`manual`, `auto` or `both` kinds of compaction are held for review; empty: none ever."""
    hold_minutes: int = HOLD_MINUTES
    """After so long a held compaction is let through."""
    give: str = "both"
    """What goes back: `accepted` artifacts, what a compaction `lost`, `both`, or `nothing`."""
    tokens: int | None = None
    """Most tokens given; None: the agent's default."""
    deadline: float | None = None
    """Seconds within which a call ends; None: the event's default."""
    background: bool = True
    """Whether what cannot be done within the call may be finished by a process of its own."""

    def words(self) -> list[str]:
        """As options of `workbench hook`; those at their defaults are left out."""
        found: list[str] = []
        if self.hold:
            found += ["--hold", self.hold]
            found += [] if self.hold_minutes == HOLD_MINUTES else ["--hold-minutes", str(self.hold_minutes)]
        found += [] if self.give == "both" else ["--give", self.give]
        found += [] if self.background else ["--no-background"]
        found += [] if self.deadline is None else ["--deadline", f"{self.deadline:g}"]
        return found + ([] if self.tokens is None else ["--tokens", str(self.tokens)])


@dataclass(frozen=True)
class Program:
    """How the workbench is run from an agent's settings."""

    words: tuple[str, ...]
    """The program and what comes before its command, such as `("python3", "-P", "-m", "workbench")`."""
    store: str
    """Path of the store, absolute."""
    options: HookOptions

    def timeout(self, default: int) -> int:
        """Seconds after which the agent may end a call: never before the call ends by itself."""
        return max(default, int(self.options.deadline or 0) + 10)

    def arguments(self, agent: str, event: str) -> list[str]:
        """The whole command of one event."""
        return [
            *(*self.words, "hook", event, "--agent", agent, "--store", self.store),
            *self.options.words(),
        ]

    def command(self, agent: str, event: str) -> str:
        """The same for a POSIX shell."""
        return shlex.join(self.arguments(agent, event))


@dataclass(frozen=True)
class Replacement:
    """A text that may take a compaction's place."""

    text: str
    first_kept: str
    """The entry from which on everything stays verbatim."""
    tokens: int


class AgentHooks(Protocol):
    """One agent."""

    name: str
    """As in `--agent`; also the format of its transcripts."""
    events: tuple[str, ...]
    """The events that are installed."""
    limit_tokens: int
    """Most tokens given, unless asked otherwise."""
    writes_first: bool
    """Whether a compaction is in the transcript when PostCompact is called, or only some time later."""
    limit_characters: int | None
    """Above which the agent cuts what it is given; None: it does not."""

    def settings(self, home: Path, project: Path | None) -> Path:
        """The file that is written: of the user, or of a project."""

    def merge(self, text: str | None, program: Program) -> str:
        """The settings with these hooks in them, and no older ones of ours; None: there is no file.

        Raises:
            workbench.errors.InputError: the settings are not what the agent writes.
        """

    def remove(self, text: str) -> str | None:
        """The settings without our hooks; None: nothing else is left, the file was ours.

        Raises:
            workbench.errors.InputError: the settings are not what the agent writes.
        """

    def installed(self, text: str) -> dict[str, str]:
        """Our hooks in settings: event and command. Raises InputError as `merge` does."""

    def trusted(self, settings: Path, text: str) -> dict[str, bool | None]:
        """Whether the agent runs each of them; None where it asks for no trust, or cannot be known."""

    def notes(self, settings: Path, project: Path | None) -> list[str]:
        """What a person has to do after an installation."""

    def held(self, event: HookEvent, reason: str) -> str:
        """What to print to stop a compaction."""

    def given(self, event: HookEvent, text: str) -> str:
        """What to print to put a text into the context; empty where this event takes none."""

    def replaced(self, event: HookEvent, replacement: Replacement) -> str:
        """What to print to put a text in the compaction's place; empty where the agent allows none."""
