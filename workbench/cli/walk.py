"""The demo: every command on the sample sessions, in a temporary store, with the commands to type.

Verdicts come from the real scoring of the samples; no result is built in.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.cli.reply import Reply
from workbench.cli.stderr import ExitCode
from workbench.errors import InputError
from workbench.presentation.layout import heading, paragraph
from workbench.presentation.spans import BLANK, Line, StyledText, line

if TYPE_CHECKING:
    from workbench.bootstrap import Env

DEMO_SCHEMA = "workbench.demo/1"
BEST = "lost-open-work"
"""The sample that the second half works on."""
SHOWN = 40
"""Lines of a long output that the walk shows."""


@dataclass
class Walk:
    """One walk: its environment, and each command's answer."""

    env: Env
    command_line: Callable[[], ArgumentParser]
    """The parser of all commands: each is run as if typed."""
    samples: tuple[Path, ...]
    steps: list[dict[str, Any]] = field(default_factory=list)
    sessions: dict[str, str] = field(default_factory=dict)
    """Session id by the sample's name."""

    def run(self, *arguments: str) -> Reply:
        """Run one command in this process and note its answer."""
        args = self.command_line().parse_args(list(arguments))
        args.json = True
        reply: Reply = args.run(args, self.env)
        self.note(arguments, reply.body(), reply.code)
        return reply

    def note(self, arguments: tuple[str, ...], data: dict[str, Any], code: ExitCode) -> None:
        """Note a command's answer."""
        self.steps.append({"command": _typed(arguments), "exit_code": int(code), "data": data})

    def short(self, name: str) -> str:
        """Return the session of a sample, as a user would type it."""
        return self.sessions[name][:12]


def walk(env: Env, command_line: Callable[[], ArgumentParser], *, as_json: bool) -> Reply:
    """Return the whole walk; with JSON it is made at once, else while it is printed."""
    tour = Walk(env, command_line, sample_files())
    if not as_json:
        return Reply({}, lambda width: _walked(tour, width))
    for _ in _walked(tour, 80):
        pass
    return Reply({"schema": DEMO_SCHEMA, "steps": tour.steps}, lambda _width: ())


def sample_files() -> tuple[Path, ...]:
    """Return the sample sessions that come with the program.

    Raises:
        InputError: they are not installed.
    """
    try:
        from sample_sessions import paths
    except ImportError as error:
        raise InputError("the sample sessions are not installed", "install the program again") from error
    return paths()


def _walked(tour: Walk, width: int) -> Iterator[Line]:
    with tempfile.TemporaryDirectory(prefix="workbench-demo-") as folder:
        store = str(Path(folder) / "store.duckdb")
        tour.env = replace(tour.env, store_location=store)
        yield from paragraph(
            "A walk through the whole program on four sample sessions. Every line that begins with $ can be "
            "typed; here the store is a temporary one, which is gone at the end.",
            width,
        )
        for number, (title, step) in enumerate(_STEPS, 1):
            yield BLANK
            yield heading(f"{number}. {title}")
            yield from step(tour, width)
    yield BLANK
    yield line("Your own transcripts: ", StyledText("workbench import PATH", "accent"))


def _typed(arguments: tuple[str, ...]) -> str:
    return "workbench " + " ".join(f'"{each}"' if " " in each else each for each in arguments)


def _prompt(*arguments: str) -> Line:
    return (StyledText("$ ", "dim"), StyledText(_typed(arguments), "accent"))


def _near(path: Path) -> str:
    """Return the path as a user in this folder would type it."""
    with contextlib.suppress(ValueError):
        near = os.path.relpath(path)
        return near if len(near) < len(str(path)) else str(path)
    return str(path)


def _import(tour: Walk, width: int) -> Iterator[Line]:
    paths = [_near(path) for path in tour.samples]
    yield _prompt("import", *paths)
    reply = tour.run("import", *paths)
    for path, session in zip(tour.samples, reply.body()["sessions"], strict=True):
        tour.sessions[path.stem] = session["session_id"]
    yield _prompt("sessions")
    yield from tour.run("sessions").lines(width)


def _score(tour: Walk, width: int) -> Iterator[Line]:
    from workbench.cli.views.brief import brief_lines
    from workbench.cli.views.gates import Reader
    from workbench.services.scores.score import score
    from workbench.services.scores.score_inputs import ScoreRequest

    yield line(StyledText("(shortened: the command prints every lost item and every finding)", "dim"))
    for path in tour.samples:
        near = _near(path)
        if not _has_compaction(tour, path):
            continue
        yield _prompt("score", near)
        run = score(tour.env, ScoreRequest((near,)))
        tour.note(("score", near), run.to_json(), ExitCode.DONE if run.passed else ExitCode.FAILED)
        for each in run.scored:
            yield from brief_lines(Reader(each.report, each.artifact, each.events), width)
        yield BLANK


def _has_compaction(tour: Walk, path: Path) -> bool:
    imported = tour.steps[0]["data"]["sessions"]
    mine = [each for each in imported if each["session_id"] == tour.sessions[path.stem]]
    return any(each["compactions"] for each in mine)


def _draft(tour: Walk, width: int) -> Iterator[Line]:
    session = tour.sessions[BEST]
    first = next(each for each in tour.steps[0]["data"]["sessions"] if each["session_id"] == session)
    native = first["compactions"][0]
    span = f"{native['source_start']}..{native['source_end']}"
    yield from paragraph(
        "The range that the transcript's own compaction lost so much of, drafted again:", width
    )
    yield _prompt("draft", tour.short(BEST), "--range", span)
    yield from tour.run("draft", tour.short(BEST), "--range", span).lines(width)


def _last_draft(tour: Walk) -> str:
    drafted = [step for step in tour.steps if step["command"].startswith("workbench draft")]
    made = drafted[-1]["data"]
    artifact_id = made["fallback"]["artifact_id"] if made["fallback"] else made["artifact_id"]
    return str(artifact_id)[:12]


def _accept(tour: Walk, width: int) -> Iterator[Line]:
    from gates.report import gates_to_confirm

    arguments = ["accept", _last_draft(tour), "--reason", "keeps what the summary lost"]
    drafted = [step for step in tour.steps if step["command"].startswith("workbench draft")][-1]["data"]
    report = drafted["report"]
    statuses = {name: gate["status"] for name, gate in report["gates"].items()}
    for gate in gates_to_confirm(statuses, report["tags"]):
        arguments += ["--confirm", gate]
    yield _prompt(*arguments)
    yield from tour.run(*arguments).lines(width)
    yield BLANK
    yield _prompt("context", tour.short(BEST))
    yield from tour.run("context", tour.short(BEST)).lines(width)


def _rollback(tour: Walk, width: int) -> Iterator[Line]:
    arguments = ("rollback", _last_draft(tour), "--reason", "only to show that it can be rolled back")
    yield _prompt(*arguments)
    yield from tour.run(*arguments).lines(width)


def _history(tour: Walk, width: int) -> Iterator[Line]:
    yield _prompt("history", tour.short(BEST))
    yield from tour.run("history", tour.short(BEST)).lines(width)


def _diff(tour: Walk, width: int) -> Iterator[Line]:
    arguments = ("diff", f"{tour.short(BEST)}:d-1", _last_draft(tour))
    yield _prompt(*arguments)
    lines = iter(tour.run(*arguments).lines(width))
    yield from islice(lines, SHOWN)
    rest = sum(1 for _ in lines)
    if rest:
        yield line(StyledText(f"  ... {rest} more lines", "dim"))


def _verify(tour: Walk, width: int) -> Iterator[Line]:
    yield _prompt("verify")
    yield from tour.run("verify").lines(width)


_STEPS = (
    ("Take the transcripts in", _import),
    ("See what their compactions lost, and what they state wrongly", _score),
    ("Draft a better one", _draft),
    ("Accept it: the one act that changes what an agent would be given", _accept),
    ("See the move in the history", _history),
    ("Roll it back", _rollback),
    ("Both moves stay in the history", _history),
    ("Compare the transcript's own summary with the draft", _diff),
    ("Check that the store is whole", _verify),
)
