"""The command `run`: agent runs that answer an objective from sources, with citations, step by step."""

from __future__ import annotations

import argparse
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.cli import stderr
from workbench.cli.commands.options import add_actor, add_command, add_policy, parse_count
from workbench.cli.reply import Reply
from workbench.cli.stderr import ExitCode
from workbench.errors import UsageError

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.cli.commands.options import Run
    from workbench.services.runs.shown_run import RunShown

_RUN = """\
Give an objective and sources, get an answer with citations, and review the
run like any other session: every step is persisted before the next begins.

  run demo                                  the sample corpus, offline
  run start --objective T --source PATH     files, folders, http(s) addresses
  run resume RUN                            continue after a kill
  run answer RUN TEXT                       answer a run's question
  run status RUN, run list, run cancel RUN
  run manifest RUN:STEP [--prompt|--requests]
                                            the context of a step
  run eval [--golden FILE]                  compare answers with golden cases

`workbench timeline RUN`, `show`, `diff`, `accept` and `context` work on it."""


def _checked(run: Run) -> Run:
    """Return a command of an existing run that first refuses a wrong setting; a new run checks its own."""

    @wraps(run)
    def checked(args: argparse.Namespace, env: Env) -> Reply:
        from workbench.runs.settings import check_environment

        check_environment()
        return run(args, env)

    return checked


def register(commands: Any, common: argparse.ArgumentParser) -> None:  # noqa: ANN401 - no public type
    """Add the commands of this group."""
    parser = add_command(
        commands, common, "run", "answer an objective from sources, with citations", _none, description=_RUN
    )
    verbs = parser.add_subparsers(metavar="VERB", title="verbs", dest="verb")
    demo = add_command(verbs, common, "demo", "run on the sample corpus, offline", run_demo)
    demo.add_argument("--objective", metavar="T", help="what to find out (else a question of the sample)")
    demo.add_argument("--out", metavar="DIR", help="where outputs go (else outputs/)")
    start = add_command(verbs, common, "start", "start a run and drive it to its end", run_start)
    start.add_argument("--objective", metavar="T", required=True, help="what to find out")
    _sources(start, required=True)
    start.add_argument("--done", metavar="T", default="", help="when the objective is reached")
    _limits(start)
    _out(start)
    resume = add_command(verbs, common, "resume", "continue a run from its newest event", run_resume)
    _run(resume)
    _out(resume)
    answer = add_command(verbs, common, "answer", "answer a run's question, and continue", run_answer)
    _run(answer)
    answer.add_argument("text", metavar="TEXT", help="the answer")
    _out(answer)
    status = add_command(verbs, common, "status", "show the state of a run and what it found", run_status)
    _run(status)
    _out(status)
    add_command(verbs, common, "list", "list the runs", run_list)
    cancel = add_command(verbs, common, "cancel", "cancel a run", run_cancel)
    _run(cancel)
    cancel.add_argument("--reason", metavar="R", default="", help="why; kept with the run")
    manifest = add_command(verbs, common, "manifest", "show the context of a step", run_manifest)
    manifest.add_argument("step", metavar="STEP", help="RUN:STEP, or the id of a manifest")
    shown = manifest.add_mutually_exclusive_group()
    shown.add_argument(
        "--prompt", action="store_true", help="print the prompt of the step, reproduced byte for byte"
    )
    shown.add_argument(
        "--requests", action="store_true", help="print all requests to a model in it, likewise"
    )
    golden = add_command(verbs, common, "eval", "compare answers with golden cases", run_eval)
    golden.add_argument("--golden", metavar="FILE", help="cases as JSON (else those of the sample corpus)")
    _sources(golden, required=False)
    _limits(golden)
    golden.add_argument("--baseline", metavar="FILE", help="an earlier result that must not be better")
    golden.add_argument("--out", metavar="FILE", help="write the result, as JSON")
    for each in (demo, start, resume, answer, cancel):
        add_actor(each)
    for each in (demo, start, resume, answer, golden):
        add_policy(each)


def _sources(parser: argparse.ArgumentParser, *, required: bool) -> None:
    parser.add_argument(
        "--source",
        metavar="PATH|URL",
        action="append",
        required=required,
        default=[],
        help="a file, a folder or an http(s) address; may be repeated",
    )


def _limits(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--model", metavar="M", help="PROVIDER:MODEL or a name of the configuration (else rules)"
    )
    parser.add_argument("--recorded", metavar="FILE", help="take the model's answers from a recording")
    parser.add_argument("--record", metavar="FILE", help="write the model's answers to a new file")
    parser.add_argument(
        "--embeddings", metavar="M", help="as --model: embeddings to search by (else character n-grams)"
    )
    parser.add_argument("--steps", metavar="N", type=parse_count, help="most steps (else 12)")
    parser.add_argument("--ask", action="store_true", help="ask a person before giving up")


def _run(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run_id", metavar="RUN", help="id of a run, or six or more characters of it")


def _out(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", metavar="DIR", help="write output.json, report.md, metrics.json, manifests")


def _none(args: argparse.Namespace, env: Env) -> Reply:  # noqa: ARG001 - one shape for all
    raise UsageError("say what to do with a run", "`workbench run --help` lists the verbs")


def run_demo(args: argparse.Namespace, env: Env) -> Reply:
    """Run on the sample corpus."""
    from workbench.services.stores.sample_corpus import OBJECTIVE, demo_folder

    folder = demo_folder()
    out = Path(args.out or "outputs")
    return _started(args, env, args.objective or OBJECTIVE, (str(folder),), out)


def run_start(args: argparse.Namespace, env: Env) -> Reply:
    """Start a run."""
    out = Path(args.out) if args.out else None
    return _started(args, env, args.objective, tuple(args.source), out)


def _started(
    args: argparse.Namespace, env: Env, objective: str, sources: tuple[str, ...], out: Path | None
) -> Reply:
    from workbench.services.runs.agent_runs import start
    from workbench.services.runs.shown_run import RunRequest

    request = RunRequest(objective, sources, getattr(args, "done", ""), out, _settings(args), _traffic(args))
    with _PhaseProgress() as stated:
        return _reply(start(env, request, stated.show_state))


@_checked
def run_resume(args: argparse.Namespace, env: Env) -> Reply:
    """Continue a run."""
    from workbench.services.runs.agent_runs import resume

    with _PhaseProgress() as stated:
        return _reply(resume(env, args.run_id, Path(args.out) if args.out else None, stated.show_state))


@_checked
def run_answer(args: argparse.Namespace, env: Env) -> Reply:
    """Answer a run's question."""
    from workbench.services.runs.agent_runs import answer

    with _PhaseProgress() as stated:
        return _reply(
            answer(env, args.run_id, args.text, Path(args.out) if args.out else None, stated.show_state)
        )


@_checked
def run_status(args: argparse.Namespace, env: Env) -> Reply:
    """Show the state of a run."""
    from workbench.services.runs.agent_runs import status

    return _reply(status(env, args.run_id, Path(args.out) if args.out else None), ExitCode.DONE, args.out)


@_checked
def run_cancel(args: argparse.Namespace, env: Env) -> Reply:
    """Cancel a run."""
    from workbench.services.runs.agent_runs import cancel

    return _reply(cancel(env, args.run_id, args.reason), ExitCode.DONE)


@_checked
def run_list(args: argparse.Namespace, env: Env) -> Reply:
    """List the runs."""
    from workbench.cli.commands.options import report_missing
    from workbench.cli.views.run import list_lines
    from workbench.services.runs.agent_runs import list_json, listing

    report_missing(args, env)
    found = listing(env)
    return Reply(lambda: list_json(found), lambda width: list_lines(found, width))


@_checked
def run_manifest(args: argparse.Namespace, env: Env) -> Reply:
    """Show a manifest, its prompt, or the requests to a model."""
    from workbench.cli.views.run import manifest_lines
    from workbench.services.runs.step_contexts import manifest, requests

    if args.requests:
        made = requests(env, args.step)
        return Reply(made.to_json, lambda _width: (), text=made.text())
    found = manifest(env, args.step)
    return Reply(
        found.to_json(),
        lambda width: manifest_lines(found, width),
        text=found.prompt if args.prompt else None,
    )


def run_eval(args: argparse.Namespace, env: Env) -> Reply:
    """Evaluate golden cases; exit with 1 if a figure is under its floor."""
    from workbench.cli.views.run import golden_lines
    from workbench.services.runs.golden_runs import GoldenRequest, evaluate
    from workbench.services.stores.sample_corpus import baseline_file, demo_folder, golden_file

    if args.golden and not args.source:
        raise UsageError("--golden needs the sources that its cases ask about", "name them with --source")
    request = GoldenRequest(
        Path(args.golden) if args.golden else golden_file(),
        tuple(args.source) or (str(demo_folder()),),
        _settings(args),
        _traffic(args),
        Path(args.baseline) if args.baseline else (None if args.golden else baseline_file()),
        Path(args.out) if args.out else None,
    )
    progress = stderr.Counted("evaluated", each_tenth=True, what="cases")
    try:
        found = evaluate(env, request, progress.show_count)
    finally:
        progress.clear()
    code = ExitCode.DONE if found.ok else ExitCode.FAILED
    return Reply(found.to_json, lambda width: golden_lines(found.body, width), code)


def _settings(args: argparse.Namespace) -> dict[str, Any]:
    return {
        "model": getattr(args, "model", None),
        "embeddings": getattr(args, "embeddings", None),
        "steps": getattr(args, "steps", None),
        "ask": True if getattr(args, "ask", False) else None,
    }


def _traffic(args: argparse.Namespace) -> tuple[Path | None, Path | None]:
    """Return the recordings of a model: to take answers from, and to write them to."""
    recorded, record = getattr(args, "recorded", None), getattr(args, "record", None)
    return (Path(recorded) if recorded else None, Path(record) if record else None)


def _reply(shown: RunShown, code: ExitCode | None = None, out: str | None = None) -> Reply:
    from workbench.cli.views.run import run_lines
    from workbench.services.scores.output_masking import masked

    shown = stderr.with_masking_note(masked(shown))
    failed = shown.state.status == "FAILED"
    return Reply(
        shown.to_json(),
        lambda width: run_lines(shown, width, out),
        (ExitCode.FAILED if failed else ExitCode.DONE) if code is None else code,
    )


class _PhaseProgress:
    """Progress of a run's phases on stderr, if that is a terminal."""

    def __init__(self) -> None:
        self._progress = stderr.ProgressLine()

    def __enter__(self) -> _PhaseProgress:
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.clear()

    def show_state(self, state: Any) -> None:  # noqa: ANN401 - a `RunState`, imported only where it is made
        self._progress.show(f"step {state.step}: {state.phase}")
