"""The commands `hooks`, to manage the hooks of live agents, and `hook`, which the agents call."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING, Any

from workbench.cli.commands.options import add_command, parse_count, seconds
from workbench.cli.reply import Reply
from workbench.cli.stderr import ExitCode
from workbench.errors import UsageError

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.hooks.agents.base import HookOptions

ACTIONS = ("install", "uninstall", "status", "log", "catch-up")
AGENTS = ("claude-code", "codex", "pi")

LEAST_DEADLINE = 1
MOST_DEADLINE = 120
_INSTALL = ("install",)
_GOES_WITH: dict[str, tuple[object, tuple[str, ...]]] = {
    "hold": ("", _INSTALL),
    "hold_minutes": (10, _INSTALL),
    "give": ("both", _INSTALL),
    "deadline": (None, _INSTALL),
    "no_background": (False, _INSTALL),
    "tokens": (None, _INSTALL),
    "project": (None, ("install", "uninstall", "status")),
    "last": (None, ("log",)),
    "all": (False, ("log",)),
}
"""Default of each option, and the actions that accept it."""

_HOOKS = """\
Have a live agent report to the workbench before and after each compaction.

  install AGENT [--project DIR]     write the hooks into the agent's settings
  uninstall AGENT [--project DIR]   remove exactly what install added
  status [AGENT] [--project DIR]    what is installed, and whether it is trusted
  log [AGENT] [--last N]            a receipt for every call
  catch-up                          process the calls that still wait

AGENT is claude-code, codex or pi. The hooks run this program on this store."""

_HOOK = """\
What an agent's settings call. It reads the event as JSON from stdin, and prints
the agent's own kind of reply, or nothing. It always exits 0: a fault of the
workbench is recorded in `workbench hooks log` and never disturbs the agent."""


def register(commands: Any, common: argparse.ArgumentParser) -> None:  # noqa: ANN401 - no public type
    """Add the commands of this group."""
    parser = add_command(
        commands, common, "hooks", "have a live agent report its compactions", run_hooks, description=_HOOKS
    )
    parser.add_argument("action", choices=ACTIONS, metavar="ACTION", help=", ".join(ACTIONS))
    parser.add_argument("agent", choices=AGENTS, metavar="AGENT", nargs="?", help=", ".join(AGENTS))
    parser.add_argument(
        "--project", metavar="DIR", help="the settings of this project, not those of the user"
    )
    parser.add_argument("--last", metavar="N", type=parse_count, help="log: this many receipts (default: 20)")
    parser.add_argument("--all", action="store_true", help="log: also prompts without an answer")
    _add_options(parser, "install: ")

    parser = add_command(commands, common, "hook", "answer an agent's event", run_hook, description=_HOOK)
    parser.add_argument(
        "event", metavar="EVENT", help="PreCompact, PostCompact, SessionStart or UserPromptSubmit"
    )
    parser.add_argument("--agent", metavar="AGENT", choices=AGENTS, required=True, help=", ".join(AGENTS))
    _add_options(parser, "")


def _add_options(parser: argparse.ArgumentParser, action: str) -> None:
    parser.add_argument(
        "--hold",
        metavar="WHICH",
        choices=("manual", "auto", "both"),
        default="",
        help=f"{action}hold manual, auto or both kinds of compaction until an artifact is accepted",
    )
    parser.add_argument(
        "--hold-minutes",
        metavar="N",
        type=parse_count,
        default=10,
        help=f"{action}let a held compaction through after this long (default: 10)",
    )
    parser.add_argument(
        "--give",
        metavar="WHAT",
        choices=("both", "accepted", "lost", "nothing"),
        default="both",
        help=f"{action}what goes back into the context: accepted artifacts, what was lost, "
        "both (default) or nothing",
    )
    parser.add_argument(
        "--deadline",
        metavar="SECONDS",
        type=_deadline if action else seconds,
        help=f"{action}most time that a call may take, {'1 to 120' if action else 'at most 120'} "
        "(default: 25, 10 at a start, 8 at a prompt)",
    )
    parser.add_argument(
        "--no-background",
        action="store_true",
        help=f"{action}start no background process for work that a call could not finish",
    )
    parser.add_argument(
        "--tokens",
        metavar="N",
        type=parse_count,
        help=f"{action}most tokens given (default: 2000, and 16000 in place of a compaction of pi)",
    )


def _deadline(text: str) -> float:
    """Parse the seconds that an agent waits at most for each call.

    Raises:
        UsageError: too few for any answer, or more than anybody would wait for.
    """
    given = seconds(text)
    if not LEAST_DEADLINE <= given <= MOST_DEADLINE:
        raise UsageError(
            f"--deadline {text} is out of range",
            f"write {LEAST_DEADLINE} to {MOST_DEADLINE} seconds: the agent waits so long for each call",
        )
    return given


def _check_goes_with(args: argparse.Namespace) -> None:
    """Refuse an option that the action ignores: its user would expect an effect.

    Raises:
        UsageError: such an option was given.
    """
    for name, (usual, actions) in _GOES_WITH.items():
        if args.action not in actions and getattr(args, name) != usual:
            option = f"--{name.replace('_', '-')}"
            raise UsageError(
                f"{option} goes with hooks {' or '.join(actions)}, not with hooks {args.action}",
                f"leave it out, or `workbench hooks {actions[0]} --help`",
            )


def run_hooks(args: argparse.Namespace, env: Env) -> Reply:
    """Install, uninstall, or show hooks."""
    from workbench.cli.views import hooks as views
    from workbench.services.hooks import manage

    _check_goes_with(args)
    if args.action == "status":
        found = manage.status(env, args.agent, args.project)
        return Reply(_json(found), lambda width: views.status_lines(found, width))
    if args.action == "log":
        logged = manage.log(env, args.agent, args.last or manage.LOGGED, everything=args.all)
        return Reply(_json(logged), lambda width: views.log_lines(logged, width))
    if args.action == "catch-up":
        caught = manage.catch_up(env)
        busy = any(each.code == "store_busy" for each in caught.receipts)
        code = ExitCode.STORE if busy else ExitCode.DONE
        return Reply(_json(caught), lambda width: views.caught_lines(caught, width), code)
    if args.agent is None:
        raise UsageError(
            f"say which agent to {args.action} hooks for", f"`workbench hooks {args.action} AGENT`"
        )
    if args.action == "install":
        changed = manage.install(env, args.agent, _options(args), args.project)
    else:
        changed = manage.uninstall(env, args.agent, args.project)
    return Reply(_json(changed), lambda width: views.change_lines(changed, width))


def run_hook(args: argparse.Namespace, env: Env) -> Reply:
    """Answer one event; print nothing if there is no answer."""
    from workbench.services.hooks.events import EVENTS, MAX_EVENT_BYTES
    from workbench.services.hooks.respond import Request, respond

    if args.event not in EVENTS:
        raise UsageError(f"there is no event {args.event!r}", f"there are: {', '.join(EVENTS)}")
    if sys.stdin is not None and sys.stdin.isatty():
        raise UsageError(
            "hook reads an event from stdin", "agents call it; `workbench hooks install` sets it up"
        )

    def read() -> bytes:
        return b"" if sys.stdin is None else sys.stdin.buffer.read(MAX_EVENT_BYTES + 1)

    args.json = False
    answer = respond(env, Request(args.agent, args.event, _options(args), read))
    if answer.late:
        leave()
    return Reply({}, lambda _width: (), text=answer.output or None, pieces=None if answer.output else ())


def leave() -> None:
    """End the process at once without waiting for a thread that still works; the store tolerates that."""
    os._exit(0)


def is_hook(arguments: list[str]) -> bool:
    """Return whether an agent called: the command is `hook`, perhaps after options, without a terminal."""
    return bool(_from_hook(arguments)) and not (sys.stdin is not None and sys.stdin.isatty())


def _from_hook(arguments: list[str]) -> list[str]:
    """Return the arguments from `hook` on; empty if that is not the command."""
    left = list(arguments)
    while left and left[0].startswith("-"):
        option = left.pop(0)
        if left and "=" not in option and left[0] != "hook" and not left[0].startswith("-"):
            left.pop(0)  # its value; an option without one precedes another option or the command
    return left if left[:1] == ["hook"] else []


def note_fault(arguments: list[str], error: Exception) -> None:
    """Write a receipt for a call that could not begin, such as one with an unknown option."""
    from contextlib import suppress

    called = _from_hook(arguments)
    with suppress(Exception):
        from workbench.bootstrap import make_env
        from workbench.services.hooks import receipts
        from workbench.services.hooks.shapes import ReceiptShape

        env = make_env(store=_after(arguments, "--store"))
        receipts.append(
            env,
            ReceiptShape(
                at=env.now(),
                agent=_after(arguments, "--agent") or "unknown",
                event=called[1] if len(called) > 1 else "unknown",
                outcome="fault",
                code=str(getattr(error, "code", "internal")),
                detail=str(error)[:2000],
            ),
        )


def _after(arguments: list[str], option: str) -> str | None:
    """Return the value of an option, written as a word of its own or behind `=`."""
    for place, word in enumerate(arguments):
        name, given, value = word.partition("=")
        if name == option and (given or place + 1 < len(arguments)):
            return value if given else arguments[place + 1]
    return None


def _options(args: argparse.Namespace) -> HookOptions:
    from workbench.services.hooks.agents.base import HookOptions

    return HookOptions(
        hold=args.hold,
        hold_minutes=args.hold_minutes,
        give=args.give,
        tokens=args.tokens,
        deadline=None if args.deadline is None else min(args.deadline, MOST_DEADLINE),
        background=not args.no_background,
    )


def _json(shape: Any) -> dict[str, Any]:  # noqa: ANN401 - a pydantic model, which is not imported here
    found: dict[str, Any] = shape.model_dump(mode="json", by_alias=True)
    return found
