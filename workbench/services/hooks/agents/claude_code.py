"""Claude Code: command hooks in `settings.json`; a compaction is stopped with `decision: block`.

SessionStart comes before PostCompact, and that before the transcript holds the summary: what a compaction
lost goes in with the next prompt. What PreCompact prints otherwise would go into the summary's prompt: it
prints nothing but a stop.
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
        """`settings.json` of the user; of a project the file that is not shared with others."""
        if project is not None:
            return project / ".claude" / "settings.local.json"
        configured = os.environ.get("CLAUDE_CONFIG_DIR")
        return (Path(configured) if configured else home / ".claude") / "settings.json"

    def trusted(self, settings: Path, text: str) -> dict[str, bool | None]:  # noqa: ARG002 - one shape for all
        """It asks for no trust in single hooks."""
        return dict.fromkeys(self.installed(text))

    def notes(self, settings: Path, project: Path | None) -> list[str]:
        """When the hooks begin to run, and by which file none of them does."""
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
        """The settings files that Claude Code reads besides each other: of the user, and of the project."""
        folders = [settings.parent, *([self.settings(Path.home(), None).parent] if project else [])]
        names = ("settings.json", "settings.local.json")
        return list(dict.fromkeys(folder / name for folder in folders for name in names))

    def held(self, event: HookEvent, reason: str) -> str:  # noqa: ARG002 - one shape for all
        """Exit code 2 would do, too; the JSON form gives the reason."""
        return json.dumps({"decision": "block", "reason": reason})

    def given(self, event: HookEvent, text: str) -> str:
        """Additional context, where the event takes it."""
        if event.name not in _TAKES_CONTEXT:
            return ""
        return json.dumps({"hookSpecificOutput": {"hookEventName": event.name, "additionalContext": text}})

    def replaced(self, event: HookEvent, replacement: Replacement) -> str:  # noqa: ARG002 - one shape for all
        """Nothing takes the place of its summary."""
        return ""


def _all_off(path: Path) -> bool:
    """Whether a settings file switches off every hook; one that is not there, or broken, does not."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(found, dict) and found.get("disableAllHooks") is True
