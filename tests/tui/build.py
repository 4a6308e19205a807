"""Transcripts and environments for the screens: small, fixed in time, one of them hostile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.importers.build import Log, text, usage
from workbench.bootstrap import Env
from workbench.services.transcript_files.import_transcripts import import_paths

NOW = "2026-11-20T14:02:00.000Z"

SUMMARY = """\
This session is being continued from a previous conversation that ran out of context.

Summary:
1. Primary Request and Intent:
   The user asked to make the login test pass on CI.

7. Pending Tasks:
   - Document the cookie flags in docs/auth.md

8. Current Work:
   The cookie is set with SameSite=Lax.
"""


def fixed_env(folder: Path, name: str = "store.duckdb") -> Env:
    """Return an environment whose clock does not move."""
    return Env(str(folder / name), actor="ann", now=lambda: NOW, ticks=lambda: 0.0, wait_seconds=1.0)


def login_log() -> Log:
    """Return a session of six turns with tool calls, a compaction and turns after it."""
    log = Log()
    context = 6_000
    for turn in range(6):
        log.user(f"Turn {turn}: the login test still fails on CI. Do not touch the invoices table.")
        for step in range(4):
            call = f"t{turn}-{step}"
            log.call(
                "Bash", {"command": f"pytest -q tests/auth -k case_{turn}_{step}"}, call, usage=usage(context)
            )
            log.result(call, f"{step} passed, 1 failed in tests/auth/test_login.py\n" + "trace line\n" * 30)
            context += 200
        log.assistant(
            text(f"Decision: set SameSite=Lax on the session cookie, attempt {turn}."), usage=usage(context)
        )
        if turn == 3:
            log.compact(SUMMARY, trigger="auto", preTokens=context)
            context = 3_000
    return log


def chat_log() -> Log:
    """Return a short session without tools."""
    log = Log()
    log.user("What is a rebase?")
    log.assistant(text("Replaying commits on another base."))
    log.lines = [line.replace("11111111", "22222222") for line in log.lines]
    return log


HOSTILE = (
    "\x1b[31mred\x1b[0m \x1b]0;title\x07 [bold red]markup[/] [@click=app.quit]quit[/] "
    "\u202eright to left\u202c zero\u200bwidth \u2066iso\u2069 \x9b2J del\x7f \u05e9\u05dc\u05d5\u05dd "
    "e\u0301 \U0001f469\u200d\U0001f52c tab\there"
)


def hostile_log() -> Log:
    """Return a session whose every text tries to steer the terminal, with one line of five megabytes."""
    log = Log()
    log.user(HOSTILE)
    log.assistant(text(f"Decision: {HOSTILE}"))
    log.call("Bash\x1b[2J", {"command": HOSTILE}, "h1")
    log.result("h1", "x" * 5_000_000)
    log.user(f"{HOSTILE}\n" * 40)
    log.assistant(text("done"))
    log.lines = [line.replace("11111111", "33333333") for line in log.lines]
    return log


def store_with(folder: Path, *logs: Callable[[], Log]) -> Env:
    """Return an environment whose store contains some sessions, the last one imported last."""
    env = fixed_env(folder)
    for number, make in enumerate(logs):
        import_paths(env, [str(make().write(folder, f"session-{number}.jsonl"))])
    return env
