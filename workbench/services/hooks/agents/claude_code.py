"""Claude Code: command hooks in `settings.json`; a compaction is stopped with `decision: block`.

SessionStart comes before PostCompact, and that before the transcript contains the summary, so what a
compaction lost is given with the next prompt. Other output of PreCompact would become part of the summary's
prompt, so it prints nothing but a stop.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from workbench.services.hooks.agents.base import LIMIT_TOKENS, Replacement
from workbench.services.hooks.agents.command_hooks import CommandHooks, Handler
from workbench.services.hooks.events import HookEvent

HANDLERS = {
    "PreCompact": Handler(None, 60),
    "PostCompact": Handler(None, 60),
    "SessionStart": Handler("compact", 30),
    "UserPromptSubmit": Handler(None, 15),
}
_TAKES_CONTEXT = ("SessionStart", "UserPromptSubmit")


class ClaudeCodeHooks(CommandHooks):
    """The adapter of Claude Code."""

    name = "claude-code"
    handlers = HANDLERS
    events = tuple(HANDLERS)
    limit_tokens = LIMIT_TOKENS
    writes_first = False
    limit_characters: int | None = 9_500
    """It cuts at 10,000."""

    def settings(self, home: Path, project: Path | None) -> Path:
        """Return the user's `settings.json`, or the file of a project that is not shared with others."""
        if project is not None:
            return project / ".claude" / "settings.local.json"
        configured = os.environ.get("CLAUDE_CONFIG_DIR")
        return (Path(configured) if configured else home / ".claude") / "settings.json"

    def trusted(self, settings: Path, text: str) -> dict[str, bool | None]:  # noqa: ARG002 - one shape for all
        """Return None for each hook: Claude Code asks for no trust in single hooks."""
        return dict.fromkeys(self.installed(text))

    def notes(self, settings: Path, project: Path | None) -> list[str]:
        """Return notes on when the hooks begin to run, and on a file that switches all of them off."""
        off = [
            f"nothing will run: {each} switches all hooks off (disableAllHooks)"
            for each in self._consulted(settings, project)
            if _all_off(each)
        ]
        found = ["sessions started from now on run the hooks; /hooks in Claude Code lists them"]
        if project is not None:
            found.append(
                "hooks of a project run once its folder is trusted, which Claude Code asks when it opens"
            )
        return [*off, *found]

    def _consulted(self, settings: Path, project: Path | None) -> list[Path]:
        """Return all settings files that Claude Code reads: the user's, and the project's."""
        folders = [settings.parent, *([self.settings(Path.home(), None).parent] if project else [])]
        names = ("settings.json", "settings.local.json")
        return list(dict.fromkeys(folder / name for folder in folders for name in names))

    def held(self, event: HookEvent, reason: str) -> str:  # noqa: ARG002 - one shape for all
        """Block the compaction; the JSON form, unlike exit code 2, gives the reason."""
        return json.dumps({"decision": "block", "reason": reason})

    def given(self, event: HookEvent, text: str) -> str:
        """Return the text as additional context, if the event takes it."""
        if event.name not in _TAKES_CONTEXT:
            return ""
        return json.dumps({"hookSpecificOutput": {"hookEventName": event.name, "additionalContext": text}})

    def replaced(self, event: HookEvent, replacement: Replacement) -> str:  # noqa: ARG002 - one shape for all
        """Return nothing: its summary cannot be replaced."""
        return ""


def _all_off(path: Path) -> bool:
    """Return whether a settings file switches off every hook; a missing or broken file does not."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(found, dict) and found.get("disableAllHooks") is True
