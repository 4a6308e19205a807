"""pi: an extension in one file, which runs the workbench and can replace the summary by an accepted artifact.

The file is ours alone; a file of that name that we did not write is never overwritten.
"""

from __future__ import annotations

import json
import os
import re
import shlex
from importlib.resources import files
from pathlib import Path

from workbench.errors import InputError
from workbench.services.hooks.agents.base import Program, Replacement
from workbench.services.hooks.events import HookEvent

FILE = "compaction-workbench.ts"
_MARK = "// written by `workbench hooks install pi`"
_COMMANDS = re.compile(r"^const COMMANDS[^=\n]*= (\{.*\});$", re.MULTILINE)
_EVENTS = ("PreCompact", "PostCompact")
_REPLACEMENT_TOKENS = 16_000
_PATIENCE = 60
"""Seconds after which the extension ends a call."""


class PiHooks:
    """The adapter of pi."""

    name = "pi"
    events: tuple[str, ...] = _EVENTS
    limit_tokens = _REPLACEMENT_TOKENS
    writes_first = True
    limit_characters: int | None = None

    def settings(self, home: Path, project: Path | None) -> Path:
        """Return the extension's file, where pi finds it by itself."""
        if project is not None:
            return project / ".pi" / "extensions" / FILE
        configured = os.environ.get("PI_CODING_AGENT_DIR")
        return (Path(configured).expanduser() if configured else home / ".pi" / "agent") / "extensions" / FILE

    def merge(self, text: str | None, program: Program) -> str:
        """Return the extension for this program."""
        if text is not None:
            self._check(text)
        commands = json.dumps({event: program.arguments(self.name, event) for event in _EVENTS})
        template = files("workbench.templates").joinpath("pi_extension.ts").read_text(encoding="utf-8")
        patience = str(program.timeout(_PATIENCE) * 1000)
        return template.replace("__PATIENCE__", patience, 1).replace("__COMMANDS__", commands, 1)

    def remove(self, text: str) -> str | None:
        """Return None: the file is ours, so nothing is left."""
        self._check(text)
        return None

    def installed(self, text: str) -> dict[str, str]:
        """Return the commands that the extension runs, by event."""
        self._check(text)
        found = _COMMANDS.search(text)
        try:
            commands = json.loads(found.group(1)) if found else {}
            return {str(event): shlex.join(words) for event, words in commands.items()}
        except (ValueError, TypeError, AttributeError, RecursionError):
            return {}

    def trusted(self, settings: Path, text: str) -> dict[str, bool | None]:  # noqa: ARG002 - one shape for all
        """Return None for each hook: pi asks for no trust."""
        return dict.fromkeys(self.installed(text))

    def notes(self, settings: Path, project: Path | None) -> list[str]:  # noqa: ARG002 - one shape for all
        """Return a note on when the extension begins to run."""
        return ["pi loads the extension when it starts; in a running one type /reload"]

    def held(self, event: HookEvent, reason: str) -> str:  # noqa: ARG002 - one shape for all
        """Return the reply with which the extension cancels the compaction and shows why."""
        return json.dumps({"cancel": True, "reason": reason})

    def given(self, event: HookEvent, text: str) -> str:
        """Return the reply with which the extension puts the text before the next prompt."""
        return json.dumps({"context": text}) if event.name == "PostCompact" else ""

    def replaced(self, event: HookEvent, replacement: Replacement) -> str:
        """Return the reply with which the extension supplies the compaction."""
        if event.name != "PreCompact":
            return ""
        return json.dumps({"summary": replacement.text, "firstKeptEntryId": replacement.first_kept})

    def _check(self, text: str) -> None:
        if _MARK not in text[:1000]:
            raise InputError(
                f"{FILE} is there and was not written by `workbench hooks install pi`",
                "move it away; it is not overwritten",
                code="settings_invalid",
            )
