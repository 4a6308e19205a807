"""The interface of an agent's adapter: its settings file, the events it fires, and the form of answers."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from workbench.services.hooks.events import HookEvent

HOLD_MINUTES = 10
LIMIT_TOKENS = 2_000
"""Most tokens given after a compaction, by default."""


@dataclass(frozen=True)
class HookOptions:
    """What a hook may do, as options of the command that the agent runs."""

    hold: str = ""
    """Kinds of compaction to hold for review, `manual`, `auto` or `both`; empty for none."""
    hold_minutes: int = HOLD_MINUTES
    """Minutes after which a held compaction is let through."""
    give: str = "both"
    """What is given to the agent: `accepted` artifacts, what a compaction `lost`, `both`, or `nothing`."""
    tokens: int | None = None
    """Most tokens given; None: the agent's default."""
    deadline: float | None = None
    """Seconds within which a call ends; None: the event's default."""
    background: bool = True
    """Whether unfinished work may be finished by a separate process."""

    def words(self) -> list[str]:
        """Return the options as words of `workbench hook`; those at their defaults are left out."""
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
    """How an agent's settings run the workbench."""

    words: tuple[str, ...]
    """The program and the words before its command, such as `("python3", "-P", "-m", "workbench")`."""
    store: str
    """Absolute path of the store."""
    options: HookOptions

    def timeout(self, default: int) -> int:
        """Return the seconds after which the agent may end a call: never before the call ends by itself."""
        return max(default, int(self.options.deadline or 0) + 10)

    def arguments(self, agent: str, event: str) -> list[str]:
        """Return the whole command of one event, as words."""
        return [
            *(*self.words, "hook", event, "--agent", agent, "--store", self.store),
            *self.options.words(),
        ]

    def command(self, agent: str, event: str) -> str:
        """Like `arguments`, quoted for a POSIX shell."""
        return shlex.join(self.arguments(agent, event))


@dataclass(frozen=True)
class Replacement:
    """A text that may replace a compaction."""

    text: str
    first_kept: str
    """The first entry that stays verbatim, with all after it."""
    tokens: int


class AgentHooks(Protocol):
    """The adapter of one agent."""

    name: str
    """As in `--agent`; also the format of its transcripts."""
    events: tuple[str, ...]
    """The events that are installed."""
    limit_tokens: int
    """Most tokens given, by default."""
    writes_first: bool
    """Whether the transcript contains a compaction when PostCompact is called, or only some time later."""
    limit_characters: int | None
    """Characters above which the agent cuts what it is given; None: it does not cut."""

    def settings(self, home: Path, project: Path | None) -> Path:
        """Return the settings file to write: the user's, or that of a project."""

    def merge(self, text: str | None, program: Program) -> str:
        """Return the settings with these hooks in place of any older ones of ours.

        `text` is None if there is no file.

        Raises:
            workbench.errors.InputError: the settings are not in the agent's form.
        """

    def remove(self, text: str) -> str | None:
        """Return the settings without our hooks; None if nothing else is left, as the file was ours.

        Raises:
            workbench.errors.InputError: the settings are not in the agent's form.
        """

    def installed(self, text: str) -> dict[str, str]:
        """Return our hooks in settings, command by event. Raises InputError as `merge` does."""

    def trusted(self, settings: Path, text: str) -> dict[str, bool | None]:
        """Return by event whether the agent runs the hook.

        None if it asks for no trust, or that is not known.
        """

    def notes(self, settings: Path, project: Path | None) -> list[str]:
        """Return notes on what a person has to do after an installation."""

    def held(self, event: HookEvent, reason: str) -> str:
        """Return the output that stops a compaction."""

    def given(self, event: HookEvent, text: str) -> str:
        """Return the output that puts a text into the context; empty if this event takes none."""

    def replaced(self, event: HookEvent, replacement: Replacement) -> str:
        """Return the output that replaces the compaction by a text.

        Empty if the agent does not allow that.
        """
