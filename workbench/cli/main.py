"""The entry point: arguments in, exit code out. The only place where errors become messages."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from gates.errors import ReportedError, os_reason
from workbench.cli import stderr, stdout
from workbench.cli.pager import paged
from workbench.cli.stderr import ExitCode
from workbench.errors import InterruptedWork, UnwritableOutput, WorkbenchError, interruption
from workbench.interpreter import much_data

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Sequence

    from workbench.bootstrap import Env
    from workbench.cli.reply import Reply

    OpenApp = Callable[[Namespace], int]

ERROR_SCHEMA = "workbench.error/1"


def main(
    argv: Sequence[str] | None = None, *, env: Env | None = None, open_app: OpenApp | None = None
) -> int:
    """Run one command; `env` replaces the environment that the arguments describe (in tests).

    `open_app` opens the app if the arguments request it; None: there is no terminal for one. Returns the exit
    code: 0 done, 1 failed or refused, 2 usage or input, 3 store, 130 interrupted.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        return int(_run(arguments, env, open_app))
    except KeyboardInterrupt as error:
        return _interrupted(error)
    except BrokenPipeError:
        stdout.close_quietly()
        return ExitCode.DONE
    except Exception as error:
        if (stopped := interruption(error)) is not None:
            return _interrupted(stopped)
        from workbench.cli.commands import hooks

        if hooks.is_hook(arguments):
            hooks.note_fault(arguments, error)
            return ExitCode.DONE
        if os.environ.get("WORKBENCH_DEBUG"):
            raise
        return _explain(error, as_json="--json" in arguments)


def _run(arguments: list[str], env: Env | None, open_app: OpenApp | None) -> int:
    from workbench.cli.parser import SHORT_HELP, build_parser

    if arguments[:1] == ["__complete"]:
        return _complete(arguments[1:])
    try:
        with paged(arguments):
            args = build_parser().parse_args(arguments)
    except SystemExit as end:  # --help and --version have printed
        return ExitCode(end.code if isinstance(end.code, int) else 0)
    except OSError as error:
        raise _unwritable(error) from error
    if open_app is not None and wants_app(args):
        return open_app(args)
    if not hasattr(args, "run"):
        if getattr(args, "json", False):
            raise WorkbenchError("no command given", "`workbench --help` lists the commands", code="usage")
        stderr.text(SHORT_HELP)
        return ExitCode.USAGE
    args.json = getattr(args, "json", False)
    with much_data():
        reply: Reply = args.run(args, env if env is not None else _environment(args))
    try:
        with paged(arguments):
            _write(reply, as_json=args.json)
    except BrokenPipeError:
        if not sys.stdout.isatty():
            stdout.close_quietly()
    except OSError as error:
        raise _unwritable(error) from error
    return reply.code


def _unwritable(error: OSError) -> OSError | UnwritableOutput:
    """Return the error to report for failed output; the original one if the reader left."""
    stdout.close_quietly()
    return error if isinstance(error, BrokenPipeError) else UnwritableOutput(error)


def _complete(arguments: list[str]) -> int:
    """Answer a shell that completes a line; on any error the line is left unchanged."""
    from workbench.cli.completion.command import answer_lines

    try:
        stdout.write_plain(answer_lines(arguments))
    except Exception:
        if os.environ.get("WORKBENCH_DEBUG"):
            raise
        return ExitCode.FAILED
    return ExitCode.DONE


def _interrupted(error: BaseException) -> int:
    """Report a ^C, and how the work goes on if it can."""
    stderr.note("interrupted")
    if isinstance(error, InterruptedWork):
        stderr.note(error.hint)
    return ExitCode.INTERRUPTED


def wants_app(args: Namespace) -> bool:
    """Return whether the arguments request the app: no command, or `demo` without `--headless`."""
    if getattr(args, "json", False):
        return False
    return not getattr(args, "headless", hasattr(args, "run"))


def _environment(args: Namespace) -> Env:
    from workbench.bootstrap import make_env

    env = make_env(
        store=getattr(args, "store", None),
        actor=getattr(args, "actor", None),
        policy_path=getattr(args, "policy", None),
        checkers=tuple(getattr(args, "checker", ())),
    ).with_notice_handler(stderr.note)
    if getattr(args, "policy", None) is not None:
        _note_purposes(env)
    wait: float | None = getattr(args, "wait", None)
    return env if wait is None else env.with_timeout(wait)


def _note_purposes(env: Env) -> None:
    """Report which limits of a policy apply to no artifact that this program makes."""
    from gates.policy import PURPOSES, other_purposes

    for name in other_purposes(env.policy):
        stderr.note(
            f"[purpose.{name}] of the policy holds only artifacts made elsewhere that name it; "
            f"this program has the purposes {', '.join(PURPOSES)}"
        )


def _write(reply: Reply, *, as_json: bool) -> None:
    if reply.pieces is not None:
        stdout.write_pieces(reply.pieces, as_json=as_json, utf8=reply.utf8)
    elif as_json:
        stdout.write_json(reply.body())
    elif reply.text is not None:
        stdout.write_text(reply.text)
    else:
        stdout.write_lines(reply.lines(stdout.width()))


def _explain(error: Exception, *, as_json: bool) -> int:
    """Write an error's line, hint and JSON, and return its exit code."""
    code, message, hint = _described(error)
    stderr.error(message, hint)
    if as_json:
        try:
            stdout.write_json({"schema": ERROR_SCHEMA, "code": code, "message": message, "hint": hint})
        except OSError:  # stdout is closed; the line on stderr reports the error
            stdout.close_quietly()
    return stderr.exit_code_for(error)


def _described(error: Exception) -> tuple[str, str, str]:
    """Return code, message and hint of an error."""
    if isinstance(error, ReportedError):
        return error.code, error.message, error.hint
    if isinstance(error, OSError):
        place = f": {error.filename}" if error.filename else ""
        return "input_unreadable", f"{os_reason(error)}{place}", "check the path and its permissions"
    if isinstance(error, MemoryError):
        return "out_of_memory", "there is not enough memory", "give it more (`ulimit -v`), or less to read"
    if isinstance(error, ImportError):
        from workbench.neighbours import HINT, in_the_way

        if other := in_the_way():
            return "other_package", other, HINT
    kind = type(error).__name__
    return (
        "internal",
        f"this is a fault in the program: {kind}: {error}",
        "set WORKBENCH_DEBUG=1 and run it again to see where it happened",
    )
