"""Install hooks into an agent's settings, remove them, and report their status and their calls."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from workbench.bootstrap import Env
from workbench.errors import InputError, UsageError
from workbench.services.hooks import receipts, spool
from workbench.services.hooks.agents import NAMES, adapter
from workbench.services.hooks.agents.base import AgentHooks, HookOptions, Program
from workbench.services.hooks.hook_files import hooks_folder
from workbench.services.hooks.settings_files import put_in, read_settings, take_out
from workbench.services.hooks.shapes import (
    AgentStatusShape,
    CaughtUpShape,
    HooksChangeShape,
    HooksLogShape,
    HooksStatusShape,
    InstalledHookShape,
)

T = TypeVar("T")

LOGGED = 20
"""Receipts that `hooks log` shows by default."""


def install(env: Env, name: str, options: HookOptions, project: str | None = None) -> HooksChangeShape:
    """Write the hooks of one agent; existing settings are kept.

    Raises:
        UsageError: there is no such agent, or it does not support the options.
        InputError: its settings cannot be read or written; nothing was changed.
    """
    agent = adapter(name)
    if agent.name == "pi" and options.hold in ("manual", "auto"):
        raise UsageError(
            "pi does not report whether a compaction was requested", "--hold both holds every one"
        )
    settings = _settings(agent, project)
    before = read_settings(settings)
    after = _about(settings, lambda: agent.merge(before, program(env, options)))
    backup = None
    if after != before:
        backup = put_in(env, name, settings, before, after).backup or None
    notes = agent.notes(settings, _project(project))
    other = _elsewhere(agent, settings, project)
    return HooksChangeShape(
        agent=name,
        action="install",
        settings=str(settings),
        changed=after != before,
        backup=backup,
        events=list(agent.events),
        notes=[*notes, *other],
    )


def uninstall(env: Env, name: str, project: str | None = None) -> HooksChangeShape:
    """Remove the hooks of one agent, and nothing else.

    Raises:
        UsageError: there is no such agent.
        InputError: its settings cannot be read or written; nothing was changed.
    """
    agent = adapter(name)
    settings = _settings(agent, project)
    before = read_settings(settings)
    there = _about(settings, lambda: agent.installed(before)) if before is not None else {}
    stated: list[str] = []
    if before is not None and there:
        stated.append(take_out(env, name, settings, before, _about(settings, lambda: agent.remove(before))))
    return HooksChangeShape(
        agent=name,
        action="uninstall",
        settings=str(settings),
        changed=bool(there),
        backup=None,
        events=list(there),
        notes=stated,
    )


def status(env: Env, name: str | None = None, project: str | None = None) -> HooksStatusShape:
    """Return the status of the hooks of one agent, or of all: the user's, and a project's if one is given."""
    found = [_status(env, adapter(each), None) for each in NAMES if name in (None, each)]
    if name is not None and not found:
        adapter(name)
    if project is not None:
        found += [_status(env, adapter(each), project) for each in NAMES if name in (None, each)]
    return HooksStatusShape(
        store=program(env, HookOptions()).store,
        folder=str(hooks_folder(env)),
        waiting=spool.count(env),
        agents=found,
    )


def log(env: Env, name: str | None = None, last: int = LOGGED, *, everything: bool = False) -> HooksLogShape:
    """Return the last receipts, oldest first, without prompts at which there was nothing to give.

    `everything` includes those, too.

    Raises:
        UsageError: there is no such agent.
    """
    if name is not None:
        adapter(name)
    found = receipts.read(env, name)
    shown = [
        each for each in found if everything or each.event != "UserPromptSubmit" or each.outcome != "nothing"
    ]
    return HooksLogShape(waiting=spool.count(env), left_out=len(found) - len(shown), receipts=shown[-last:])


def catch_up(env: Env) -> CaughtUpShape:
    """Finish the waiting calls."""
    from workbench.services.hooks.catch_up import catch_up as run

    made = run(env)
    done = sum(each.outcome != "queued" for each in made)
    return CaughtUpShape(done=done, waiting=spool.count(env), receipts=list(made))


def program(env: Env, options: HookOptions) -> Program:
    """Return how an agent runs this workbench: by its full path, on this store."""
    from store.database.access import path_of

    beside = Path(sys.executable).with_name("workbench")
    found = str(beside) if beside.is_file() else shutil.which("workbench")
    words = (found,) if found else (sys.executable, "-P", "-m", "workbench")
    return Program(words, str(path_of(env.store_location)), options)


def _settings(agent: AgentHooks, project: str | None) -> Path:
    return agent.settings(Path.home(), _project(project))


def _project(given: str | None) -> Path | None:
    """Return the absolute folder of a project.

    Raises:
        InputError: it is not a folder.
    """
    if given is None:
        return None
    place = Path(given).expanduser().absolute()
    if not place.is_dir():
        raise InputError(f"{given} is not a folder", "name the folder of a project", code="input_missing")
    return place


def _about(settings: Path, read: Callable[[], T]) -> T:
    """Return the result of `read` on settings; its error names their file.

    Raises:
        InputError: they are not in the agent's form.
    """
    try:
        return read()
    except InputError as error:
        raise InputError(f"{settings}: {error.message}", error.hint, code=error.code) from error


def _elsewhere(agent: AgentHooks, settings: Path, project: str | None) -> list[str]:
    """Return a note if the hooks are in the user's settings as well as in the project's: both would run."""
    if project is None:
        return []
    user = agent.settings(Path.home(), None)
    try:
        there = user != settings and bool(agent.installed(read_settings(user) or ""))
    except InputError:
        return []
    return [f"the hooks are in {user} as well: each event is then answered twice"] if there else []


def _status(env: Env, agent: AgentHooks, project: str | None) -> AgentStatusShape:
    settings = _settings(agent, project)
    notes: list[str] = []
    hooks: list[InstalledHookShape] = []
    try:
        text = read_settings(settings)
        if text is not None:
            hooks = _installed(env, agent, settings, text)
    except InputError as error:
        notes.append(error.message)
    if hooks:
        notes += agent.notes(settings, _project(project))
        missing = [each for each in agent.events if each not in {hook.event for hook in hooks}]
        notes += (
            [f"{', '.join(missing)} not installed: `workbench hooks install {agent.name}`"] if missing else []
        )
    calls = receipts.read(env, agent.name)
    return AgentStatusShape(
        agent=agent.name,
        scope="user" if project is None else "project",
        settings=str(settings),
        installed=bool(hooks),
        hooks=hooks,
        calls=len(calls),
        faults=sum(each.outcome == "fault" for each in calls),
        last=calls[-1] if calls else None,
        notes=notes,
    )


def _installed(env: Env, agent: AgentHooks, settings: Path, text: str) -> list[InstalledHookShape]:
    there = agent.installed(text)
    trusted = agent.trusted(settings, text)
    now = program(env, HookOptions())
    return [
        InstalledHookShape(
            event=event,
            command=command,
            current=_same_program(command, now.arguments(agent.name, event)),
            trusted=trusted.get(event),
        )
        for event, command in there.items()
    ]


def _same_program(command: str, wanted: list[str]) -> bool:
    """Return whether a command runs this program on this store, whatever its options are."""
    try:
        return shlex.split(command)[: len(wanted)] == wanted
    except ValueError:
        return False
