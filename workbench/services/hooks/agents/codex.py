"""Codex: command hooks in `hooks.json`; a compaction is stopped with `continue: false`, which ends the turn.

`decision: block` and exit code 2 are shown as a failure, and it compacts nevertheless. A hook does not run
until a person trusts it, and again after each change; whether it is trusted is read from Codex's
configuration.
"""

from __future__ import annotations

import hashlib
import json
import os
import tomllib
from pathlib import Path
from typing import Any

from workbench.services.hooks.agents import command_hooks
from workbench.services.hooks.agents.base import LIMIT_TOKENS, Replacement
from workbench.services.hooks.agents.command_hooks import CommandHooks, Handler
from workbench.services.hooks.events import HookEvent

HANDLERS = {
    "PreCompact": Handler(None, 60),
    "PostCompact": Handler(None, 60),
    "SessionStart": Handler("compact", 30),
}
_SNAKE = {"PreCompact": "pre_compact", "PostCompact": "post_compact", "SessionStart": "session_start"}
_TIMEOUT = 600
"""Timeout in seconds of a handler that states none."""


class CodexHooks(CommandHooks):
    """The adapter of Codex."""

    name = "codex"
    handlers = HANDLERS
    events = tuple(HANDLERS)
    limit_tokens = LIMIT_TOKENS
    writes_first = True
    limit_characters: int | None = 9_500
    """It cuts at 10,000."""

    def settings(self, home: Path, project: Path | None) -> Path:
        """Return `hooks.json` beside Codex's configuration, or in the project's folder `.codex`."""
        return (project / ".codex" if project is not None else _home(home)) / "hooks.json"

    def trusted(self, settings: Path, text: str) -> dict[str, bool | None]:
        """Return by event whether Codex's configuration contains the digest of the hook as it is now."""
        states = _states(_home(Path.home()) / "config.toml")
        found: dict[str, bool | None] = {}
        for event, group, place, around, handler in command_hooks.places(self.name, text):
            keys = {
                f"{path}:{_SNAKE.get(event, event)}:{group}:{place}"
                for path in (settings, settings.resolve())
            }
            digests = {states[key].get("trusted_hash") for key in keys if key in states}
            found[event] = hook_digest(event, around, handler) in digests
        return found

    def notes(self, settings: Path, project: Path | None) -> list[str]:
        """Return notes on what keeps the hooks from running, such as missing trust."""
        found = []
        try:
            trusted = self.trusted(settings, settings.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            trusted = {}
        if not trusted or not all(trusted.values()):
            found.append(
                "Codex runs no hook that you did not trust, and says nothing: start it, open /hooks and "
                "trust these; they are to be trusted again whenever they change"
            )
        if project is not None:
            found.append("hooks of a project run once its folder is trusted, too")
        if _switched_off(_home(Path.home()) / "config.toml"):
            found.append("hooks are switched off in config.toml ([features] hooks = false)")
        return found

    def held(self, event: HookEvent, reason: str) -> str:  # noqa: ARG002 - one shape for all
        """Return the only reply that stops a compaction; the turn ends with it."""
        return json.dumps({"continue": False, "stopReason": reason})

    def given(self, event: HookEvent, text: str) -> str:
        """Return the text as additional context; of the installed events only SessionStart takes it."""
        if event.name != "SessionStart":
            return ""
        return json.dumps({"hookSpecificOutput": {"hookEventName": event.name, "additionalContext": text}})

    def replaced(self, event: HookEvent, replacement: Replacement) -> str:  # noqa: ARG002 - one shape for all
        """Return nothing: its summary cannot be replaced."""
        return ""


def hook_digest(event: str, group: dict[str, Any], handler: dict[str, Any]) -> str:
    """Return the digest that Codex records for a trusted hook: SHA-256 of event and handler as JSON."""
    identity: dict[str, Any] = {
        "event_name": _SNAKE.get(event, event),
        "hooks": [
            {
                "type": "command",
                "command": handler.get("command"),
                "timeout": handler.get("timeout", _TIMEOUT),
                "async": bool(handler.get("async", False)),
            }
        ],
    }
    if group.get("matcher") is not None:
        identity["matcher"] = group["matcher"]
    body = json.dumps(identity, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(body.encode()).hexdigest()


def _home(home: Path) -> Path:
    configured = os.environ.get("CODEX_HOME")
    return Path(configured).resolve() if configured else home / ".codex"


def _configuration(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}


def _states(path: Path) -> dict[str, dict[str, Any]]:
    hooks = _configuration(path).get("hooks")
    states = hooks.get("state") if isinstance(hooks, dict) else None
    if not isinstance(states, dict):
        return {}
    return {key: each for key, each in states.items() if isinstance(each, dict)}


def _switched_off(path: Path) -> bool:
    features = _configuration(path).get("features")
    if not isinstance(features, dict):
        return False
    return features.get("hooks", features.get("codex_hooks")) is False
