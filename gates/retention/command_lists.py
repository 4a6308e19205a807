"""Items that name commands: each is stated where any statement names it, in any order.

A plan is verified by several commands, and a summary tells what each of them said. It reads words and judges
nothing else of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_LED = re.compile(r"[A-Z][^:\n`]{3,60}: (?P<commands>[^\n]{3,400})")
_BETWEEN = re.compile(r"\s*(?:&&|;)\s*")
_COMMAND = re.compile(r"[a-z./][\w./-]{0,60}(?: [\w@:./=*+-]{1,80}){1,8}")
_OUTPUT = re.compile(r"\s*(?:2>&1|\|).*$")
"""Where the output of a command goes."""


def named_commands(text: str) -> tuple[str, ...]:
    """The commands that an item names after a colon; none where anything else stands there."""
    led = _LED.fullmatch(text)
    if led is None:
        return ()
    parts = [_OUTPUT.sub("", part).strip() for part in _BETWEEN.split(led["commands"])]
    return tuple(parts) if all(_COMMAND.fullmatch(part) for part in parts) else ()


def all_stated(commands: Iterable[str], texts: Iterable[str]) -> bool:
    """Whether each command stands in one of some texts, as it is written."""
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
    """Whether one text names the task of each command and says that they run: `Run lint, typecheck`."""
    found = [_TASK.fullmatch(command) for command in commands]
    tasks = [match["task"] for match in found if match is not None]
    if len(tasks) < len(found) or not tasks:
        return False
    return any(_RUNS.search(text) and all(_task_occurs(task, text) for task in tasks) for text in texts)


def _task_occurs(task: str, text: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(task)}(?:s|ing)?(?![\w-])", text, re.IGNORECASE) is not None
