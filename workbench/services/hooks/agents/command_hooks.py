"""Hooks in a JSON file as Claude Code and Codex keep them: `{"hooks": {EVENT: [{matcher, hooks: [...]}]}}`.

Other people's entries, their order and the file's indentation are kept. Our entries are recognized by their
command.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from workbench.errors import InputError
from workbench.services.hooks.agents.base import Program

_INDENT = re.compile(r"\n([ \t]+)\S")
_BOM = "\ufeff"


@dataclass(frozen=True)
class Handler:
    """The handler that is installed for one event."""

    matcher: str | None
    timeout: int
    """Seconds after which the agent ends it."""


class CommandHooks:
    """Base of the adapters of such agents; each defines its name and its handlers."""

    name: str
    handlers: Mapping[str, Handler]

    def merge(self, text: str | None, program: Program) -> str:
        """See `AgentHooks.merge`."""
        return merge(self.name, text, program, self.handlers)

    def remove(self, text: str) -> str | None:
        """See `AgentHooks.remove`."""
        return remove(self.name, text)

    def installed(self, text: str) -> dict[str, str]:
        """See `AgentHooks.installed`."""
        return installed(self.name, text)


def merge(agent: str, text: str | None, program: Program, handlers: Mapping[str, Handler]) -> str:
    """Return the settings with one handler of ours per event; older ones of ours are replaced in place.

    Raises:
        InputError: the text is not such settings.
    """
    found = _parsed(agent, text)
    hooks = found.setdefault("hooks", {})
    for event in [name for name in hooks if name not in handlers]:
        _drop(agent, hooks, event)
    for event, handler in handlers.items():
        entry: dict[str, Any] = {} if handler.matcher is None else {"matcher": handler.matcher}
        command = program.command(agent, event)
        entry["hooks"] = [
            {"type": "command", "command": command, "timeout": program.timeout(handler.timeout)}
        ]
        _place(agent, hooks.setdefault(event, []), entry)
    return _written(found, text)


def remove(agent: str, text: str) -> str | None:
    """Return the settings without our handlers and without what they leave empty; None if nothing is left.

    Raises:
        InputError: the text is not such settings.
    """
    found = _parsed(agent, text)
    hooks = found.get("hooks", {})
    if not any(True for _ in _ours(agent, hooks)):
        return text
    for event in list(hooks):
        _drop(agent, hooks, event)
    if not hooks:
        del found["hooks"]
    return _written(found, text) if found else None


def installed(agent: str, text: str) -> dict[str, str]:
    """Return our commands by event. Raises InputError as `merge` does."""
    return {
        event: handler["command"]
        for event, _, _, handler in _ours(agent, _parsed(agent, text).get("hooks", {}))
    }


def places(agent: str, text: str) -> Iterator[tuple[str, int, int, dict[str, Any], dict[str, Any]]]:
    """Yield our handlers: event, index of the group, index in the group, the group and the handler."""
    hooks = _parsed(agent, text).get("hooks", {})
    for event, number, place, handler in _ours(agent, hooks):
        yield event, number, place, hooks[event][number], handler


def is_ours(agent: str, handler: object) -> bool:
    """Return whether a handler runs `workbench hook ... --agent AGENT`."""
    if not isinstance(handler, Mapping) or not isinstance(handler.get("command"), str):
        return False
    try:
        words = shlex.split(handler["command"])
    except ValueError:
        return False
    if "hook" not in words or "--agent" not in words:
        return False
    program, options = words[: words.index("hook")], words[words.index("--agent") :]
    return len(options) > 1 and options[1] == agent and any("workbench" in word for word in program)


def _parsed(agent: str, text: str | None) -> dict[str, Any]:
    if text is None or not text.lstrip(_BOM).strip():
        return {}
    hint = f"{agent} could not read it either; repair the file, nothing was changed"
    try:
        found = json.loads(text.removeprefix(_BOM))
    except (ValueError, RecursionError) as error:
        raise InputError(f"the settings are not JSON: {error}", hint, code="settings_invalid") from None
    hooks = found.get("hooks", {}) if isinstance(found, dict) else None
    if not isinstance(hooks, dict) or not all(_is_groups(each) for each in hooks.values()):
        raise InputError("the settings are not an object with hooks as lists", hint, code="settings_invalid")
    return dict(found)


def _is_groups(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(each, dict) and isinstance(each.get("hooks", []), list) for each in value
    )


def _ours(agent: str, hooks: Mapping[str, Any]) -> Iterator[tuple[str, int, int, dict[str, Any]]]:
    for event, groups in hooks.items():
        for number, group in enumerate(groups):
            for place, handler in enumerate(group.get("hooks", [])):
                if is_ours(agent, handler):
                    yield event, number, place, handler


def _place(agent: str, groups: list[dict[str, Any]], entry: dict[str, Any]) -> None:
    """Put an entry in place of the first group of ours, else at the end; remove our other handlers."""
    kept: list[dict[str, Any]] = []
    placed = False
    for group in groups:
        rest = _without(agent, [group])
        if rest or placed:
            kept += rest
        else:
            kept.append(entry)
            placed = True
    groups[:] = kept if placed else [*kept, entry]


def _drop(agent: str, hooks: dict[str, Any], event: str) -> None:
    """Remove our handlers from an event; remove the event if that leaves it empty."""
    before = hooks[event]
    kept = _without(agent, before)
    if kept or not before:
        hooks[event] = kept
    else:
        del hooks[event]


def _without(agent: str, groups: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for group in groups:
        handlers = group.get("hooks", [])
        kept = [each for each in handlers if not is_ours(agent, each)]
        if len(kept) == len(handlers):
            found.append(group)
        elif kept:
            found.append({**group, "hooks": kept})
    return found


def _written(found: dict[str, Any], like: str | None) -> str:
    """Format JSON with the indentation, byte order mark and final newline of the text that it replaces."""
    before = like or "{\n  \n}\n"
    indent = _INDENT.search(before)
    step: str | int | None = (
        indent.group(1) if indent else (2 if "\n" in before.strip() or not like else None)
    )
    text = json.dumps(found, ensure_ascii=False, indent=step)
    mark = _BOM if before.startswith(_BOM) else ""
    return mark + text + ("\n" if before.endswith("\n") else "")
