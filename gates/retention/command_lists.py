"""Matches items that list commands: each command counts as stated if any statement names it, in any order.

A plan is verified by several commands, and a summary reports what each of them printed. Only words are read,
and nothing else about them is judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_LED = re.compile(r"[A-Z][^:\n`]{3,60}: (?P<commands>[^\n]{3,400})")
_BETWEEN = re.compile(r"\s*(?:&&|;)\s*")
_COMMAND = re.compile(r"[a-z./][\w./-]{0,60}(?: [\w@:./=*+-]{1,80}){1,8}")
_OUTPUT = re.compile(r"\s*(?:2>&1|\|).*$")
"""The redirection of a command's output."""


def named_commands(text: str) -> tuple[str, ...]:
    """Return the commands that an item names after a colon; empty if anything else follows it."""
    led = _LED.fullmatch(text)
    if led is None:
        return ()
    parts = [_OUTPUT.sub("", part).strip() for part in _BETWEEN.split(led["commands"])]
    return tuple(parts) if all(_COMMAND.fullmatch(part) for part in parts) else ()


def all_stated(commands: Iterable[str], texts: Iterable[str]) -> bool:
    """Return whether each command occurs literally in one of some texts."""
    known = list(texts)
    return all(any(_command_occurs(command, text) for text in known) for command in commands)


def _command_occurs(command: str, text: str) -> bool:
    return re.search(rf"(?<![\w:./-]){re.escape(command)}(?![\w:/-])", text) is not None


_TASK = re.compile(
    r"(?:bun|cargo|deno|go|gradle|just|make|mise|npm|pnpm|task|tox|yarn)(?: run)? "
    r"(?P<task>[a-z][\w-]{2,30})(?::[\w:-]+)?"
)
"""A command that runs a task of the project by its name: `bun run lint`."""
_RUNS = re.compile(
    r"\b(?:check(?:s|ed)?|pass(?:es|ed)?|ran|run(?:s|ning)?|verif(?:y|ies|ied|ication))\b", re.IGNORECASE
)


def tasks_listed(commands: Iterable[str], texts: Iterable[str]) -> bool:
    """Return whether one text names every command's task and says that they run: `Run lint, typecheck`."""
    found = [_TASK.fullmatch(command) for command in commands]
    tasks = [match["task"] for match in found if match is not None]
    if len(tasks) < len(found) or not tasks:
        return False
    return any(_RUNS.search(text) and all(_task_occurs(task, text) for task in tasks) for text in texts)


def _task_occurs(task: str, text: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(task)}(?:s|ing)?(?![\w-])", text, re.IGNORECASE) is not None
